//! Parses instructions: the mnemonic with its modifiers, and the operands, which are assigned to the slots of
//! the instruction's row in the instruction table.

use nvc_diag::{Code, Diagnostic, Reported, Span};
use smallvec::SmallVec;
use std::borrow::Cow;

use super::Cx;
use super::grammar::{Pair, Pairs, Rule};
use super::raw::Raw;
use super::scan::Scanned;
use crate::ast::{Access, Ident, ImageAccess, Instruction, Spanned, Statement, StatementKind, TextureAccess};
use crate::modifier::{BaseType, Clamp, Modifier, TypeModifier, modifier, modifier_names};
use crate::table::{AccessKind, Opcode, Row, Suffix};
use nvc_diag::suggest::nearest;

/// The operands of a statement. They are consumed from both ends.
struct Operands<'o, 't> {
    list: &'o [Raw<'t>],
    /// The span where a missing operand is reported.
    end: Span,
}

/// Converts the pest pairs of a statement to an instruction, and adds it to a list. `span` is that of the statement.
pub(super) fn instruction<'t>(
    cx: &mut Cx<'t, '_>,
    pairs: Pairs<'_>,
    span: Span,
    statements: &mut Vec<Statement<'t>>,
) -> Result<(), Reported> {
    let mut head = None;
    let mut list = Vec::new();
    let mut end = cx.span(0, 0);
    for pair in pairs {
        match pair.as_rule() {
            Rule::dotted => head = Some(dotted_head(cx, &pair)?),
            Rule::value | Rule::group => list.push(cx.operand_tree(pair)?),
            Rule::semi => end = Span { end: cx.pair_span(&pair).start, ..cx.pair_span(&pair) },
            _ => {}
        }
    }
    let head = match head {
        Some(head) => head,
        None => return Err(no_mnemonic(cx, end)),
    };
    assemble(cx, head, Operands { list: &list, end }, span, statements)
}

/// Converts a scanned statement to an instruction, and adds it to a list.
pub(super) fn scanned<'t>(
    cx: &mut Cx<'t, '_>,
    scanned: &Scanned<'t>,
    list: &[Raw<'t>],
    statements: &mut Vec<Statement<'t>>,
) -> Result<(), Reported> {
    let head = head(cx, scanned.mnemonic, scanned.opcode, scanned.modifiers.iter().copied())?;
    let operands = Operands { list, end: cx.span(scanned.semi, scanned.semi) };
    let span = cx.span(0, scanned.end);
    assemble(cx, head, operands, span, statements)
}

/// Creates an instruction from its parts, and adds it to a list. `span` is that of the statement.
fn assemble<'t>(
    cx: &mut Cx<'t, '_>,
    (opcode, opcode_span, modifiers): Head,
    operands: Operands<'_, 't>,
    span: Span,
    statements: &mut Vec<Statement<'t>>,
) -> Result<(), Reported> {
    check_count(cx, opcode.row(), &operands, opcode_span)?;
    let instruction = Instruction {
        opcode,
        opcode_span,
        modifiers,
        result: None,
        values: SmallVec::new(),
        access: None,
        test: None,
    };
    // Its operands are added where it stays, because moving it takes time.
    statements.push(Statement { kind: StatementKind::Instruction(instruction), span });
    let assigned = match statements.last_mut() {
        Some(Statement { kind: StatementKind::Instruction(instruction), .. }) => {
            assign_operands(cx, opcode.row(), operands, instruction)
        }
        _ => Ok(()),
    };
    if assigned.is_err() {
        statements.pop();
    }
    assigned
}

fn no_mnemonic(cx: &mut Cx<'_, '_>, at: Span) -> Reported {
    cx.report(Diagnostic::new(Code::N0901, at, "an instruction without a mnemonic"))
}

/// Keywords of declarations in other kinds of programs or in older languages.
const FOREIGN: [&str; 14] = [
    "ADDRESS",
    "CENTROID",
    "FLAT",
    "INVOCATIONS",
    "NOPERSPECTIVE",
    "OUTPUT",
    "PRIMITIVE_IN",
    "PRIMITIVE_OUT",
    "SAMPLE",
    "TESS_MODE",
    "TESS_SPACING",
    "TESS_VERTEX_ORDER",
    "VERTICES_IN",
    "VERTICES_OUT",
];

/// Iterates over the words that can begin a declaration.
fn declarations() -> impl Iterator<Item = &'static str> {
    let classes = super::keywords::CLASSES.iter().map(|(name, _)| *name);
    classes.chain(["OPTION", "GROUP_SIZE", "SHARED_MEMORY", "SHORT", "LONG", "FLOAT", "UINT"])
}

fn nearest_declaration(word: &str) -> Option<&'static str> {
    nearest(word, declarations())
}

/// Returns whether an unknown first word is probably a misspelt declaration.
pub(super) fn looks_like_declaration(word: &str) -> bool {
    FOREIGN.contains(&word) || Opcode::nearest(word).is_none() && nearest_declaration(word).is_some()
}

/// Reports a mnemonic that is not in the instruction table.
pub(super) fn unknown(cx: &mut Cx<'_, '_>, word: &str) -> Reported {
    let finding =
        Diagnostic::new(Code::N0301, cx.span(0, word.len()), format!("unknown instruction `{word}`"));
    const FRAGMENT: [&str; 7] = ["DDX", "DDY", "KIL", "IPAC", "IPAO", "IPAS", "QSWZ0"];
    const GEOMETRY: [&str; 3] = ["EMIT", "EMITS", "ENDPRIM"];
    const REMOVED: [&str; 5] = ["ARL", "EXP", "LOG", "BRA", "LOOP"];
    if FOREIGN.contains(&word) {
        let finding = Diagnostic::new(
            Code::N0301,
            cx.span(0, word.len()),
            format!("`{word}` does not exist in compute programs"),
        );
        return cx.report(finding.help("remove it"));
    }
    cx.report(if FRAGMENT.contains(&word) {
        finding
            .note("it exists in fragment programs only")
            .help("compute programs have no derivatives and no fragments")
    } else if GEOMETRY.contains(&word) {
        finding.note("it exists in geometry programs only").help("remove it")
    } else if REMOVED.contains(&word) {
        finding.note("it was removed from the language (NV_gpu_program4, issue 2)").help(match word {
            "ARL" => "index with a temporary: `a[R0.x]`",
            "EXP" => "use EX2",
            "LOG" => "use LG2",
            "BRA" => "use IF and REP",
            _ => "use REP",
        })
    } else if word == "main" {
        finding.help("a label ends with a colon: `main:`")
    } else {
        let same = declarations().find(|name| name.eq_ignore_ascii_case(word));
        match same.or_else(|| Opcode::nearest(word)).or_else(|| nearest_declaration(word)) {
            Some(near) => finding.did_you_mean(near),
            None => match reordered(word) {
                Some(right) => finding.help(format!(
                    "the condition code suffix comes before the clamp suffix: write `{right}`"
                )),
                None => finding.help("check the spelling; instructions are written in capitals"),
            },
        }
    })
}

/// Corrects a mnemonic whose condition code suffix follows its clamp suffix; `None` for any other mnemonic.
fn reordered(word: &str) -> Option<String> {
    ["_SSAT", "_SAT"].into_iter().find_map(|clamp| {
        let (stem, code) = word.split_once(clamp)?;
        let right = format!("{stem}{code}{clamp}");
        Opcode::find_with_suffix(&right).map(|_| right)
    })
}

/// The opcode, its span and its modifiers.
type Head = (Opcode, Span, SmallVec<[Spanned<Modifier>; 3]>);

/// Parses the mnemonic, its legacy suffix and the dotted modifiers.
fn dotted_head(cx: &mut Cx<'_, '_>, pair: &Pair<'_>) -> Result<Head, Reported> {
    let mut names = cx.dotted_names(pair);
    let Some(name) = names.next() else {
        return Err(no_mnemonic(cx, cx.span(0, 0)));
    };
    match Opcode::find_with_suffix(name.text) {
        Some(opcode) => head(cx, name, opcode, names),
        None => Err(unknown(cx, name.text)),
    }
}

/// Looks up the modifiers of a known mnemonic.
fn head<'t>(
    cx: &mut Cx<'_, '_>,
    mnemonic: Ident<'t>,
    (opcode, suffix): (Opcode, Suffix),
    names: impl Iterator<Item = Ident<'t>>,
) -> Result<Head, Reported> {
    let mut modifiers = suffix_modifiers(suffix, mnemonic.span);
    for name in names {
        match modifier(name.text) {
            Some(node) => modifiers.push(Spanned { node, span: name.span }),
            None => return Err(unknown_modifier(cx, name)),
        }
    }
    Ok((opcode, mnemonic.span, modifiers))
}

fn unknown_modifier(cx: &mut Cx<'_, '_>, name: Ident<'_>) -> Reported {
    let finding = Diagnostic::new(Code::N0303, name.span, format!("unknown modifier `{}`", name.text));
    cx.report(match nearest(name.text, modifier_names().iter().copied()) {
        Some(near) => finding.did_you_mean(near),
        None => finding.help("remove it"),
    })
}

/// Returns the modifiers that the legacy suffixes represent (NV_gpu_program4 §2.X.4.1).
fn suffix_modifiers(suffix: Suffix, span: Span) -> SmallVec<[Spanned<Modifier>; 3]> {
    let mut modifiers = SmallVec::new();
    if let Some(precision) = suffix.precision {
        modifiers.push(Spanned { node: Modifier::Precision(precision), span });
        let node = Modifier::Type(TypeModifier { base: BaseType::Float, bits: 0, count: 1 });
        modifiers.push(Spanned { node, span });
    }
    if let Some(register) = suffix.cc {
        modifiers.push(Spanned { node: Modifier::Cc(register), span });
    }
    if let Some(signed) = suffix.clamp {
        let node = Modifier::Clamp(if signed { Clamp::Ssat } else { Clamp::Sat });
        modifiers.push(Spanned { node, span });
    }
    modifiers
}

/// Returns the minimum and maximum number of operands of an instruction, without a texel offset.
fn counts(row: &Row) -> (usize, usize) {
    let access = match row.access {
        AccessKind::None | AccessKind::OptionalTest => 0,
        AccessKind::Memory(_) | AccessKind::MemoryFirst(_) | AccessKind::Label | AccessKind::Test => 1,
        AccessKind::Texture | AccessKind::TextureOffsets | AccessKind::Image | AccessKind::ImageFirst => 2,
        AccessKind::Swizzle => 4,
    };
    let fixed = usize::from(row.result.ty().is_some()) + access;
    let max = fixed + row.operands.len() + usize::from(row.access == AccessKind::OptionalTest);
    (fixed + row.operands.len() - usize::from(row.optional), max)
}

fn check_count(
    cx: &mut Cx<'_, '_>,
    row: &Row,
    operands: &Operands<'_, '_>,
    opcode: Span,
) -> Result<(), Reported> {
    let offset = matches!(row.access, AccessKind::Texture | AccessKind::TextureOffsets)
        && operands.list.last().is_some_and(Cx::is_offset);
    let given = operands.list.len() - usize::from(offset);
    let (min, max) = counts(row);
    if (min..=max).contains(&given) {
        return Ok(());
    }
    let wanted = if min == max { format!("{min}") } else { format!("{min} to {max}") };
    let plural = if max == 1 { "" } else { "s" };
    let message = match row.access {
        AccessKind::Test if given == 0 => format!("`{}` needs a condition", row.mnemonic),
        _ => format!("`{}` takes {wanted} operand{plural}, {given} given", row.mnemonic),
    };
    let finding = if given < min {
        Diagnostic::new(Code::N0302, operands.end, message)
            .label("an operand is missing here")
            .secondary(opcode, "for this instruction")
    } else {
        let extra = operands.list.get(max).map_or(operands.end, Raw::span);
        Diagnostic::new(Code::N0302, extra, message).label("one too many")
    };
    Err(cx.report(finding.help(format!("the syntax is `{}`", row.form()))))
}

impl<'o, 't> Operands<'o, 't> {
    fn first(&mut self, cx: &mut Cx<'t, '_>) -> Result<&'o Raw<'t>, Reported> {
        let (first, rest) = self.list.split_first().ok_or_else(|| missing(cx, self.end))?;
        self.list = rest;
        Ok(first)
    }

    fn last(&mut self, cx: &mut Cx<'t, '_>) -> Result<&'o Raw<'t>, Reported> {
        let (last, rest) = self.list.split_last().ok_or_else(|| missing(cx, self.end))?;
        self.list = rest;
        Ok(last)
    }
}

fn missing(cx: &mut Cx<'_, '_>, end: Span) -> Reported {
    cx.report(Diagnostic::new(Code::N0302, end, "an operand is missing here"))
}

/// Assigns the operands to the slots of the row. Their number has been checked.
fn assign_operands<'t>(
    cx: &mut Cx<'t, '_>,
    row: &Row,
    mut operands: Operands<'_, 't>,
    to: &mut Instruction<'t>,
) -> Result<(), Reported> {
    let mut first_image = None;
    if row.access == AccessKind::ImageFirst {
        first_image = Some(operands.first(cx)?);
    }
    if row.result.ty().is_some() {
        let raw = operands.first(cx)?;
        to.result = Some(cx.result(raw)?);
    }
    let access = match row.access {
        AccessKind::None => None,
        AccessKind::MemoryFirst(_) => {
            let raw = operands.first(cx)?;
            Some(Access::Memory(cx.memory(raw)?))
        }
        AccessKind::Memory(_) => {
            let raw = operands.last(cx)?;
            let raw = call_test(cx, raw, row, to)?;
            Some(Access::Memory(cx.memory(&raw)?))
        }
        AccessKind::Texture | AccessKind::TextureOffsets => Some(texture(cx, &mut operands)?),
        AccessKind::Image => {
            let target = operands.last(cx)?;
            let raw = operands.last(cx)?;
            let (image, component) = cx.object(raw, "image")?;
            no_component(cx, component)?;
            Some(Access::Image(ImageAccess { image, target: cx.target(target)? }))
        }
        AccessKind::ImageFirst => {
            let target = operands.last(cx)?;
            let end = operands.end;
            let raw = first_image.ok_or_else(|| missing(cx, end))?;
            let (image, component) = cx.object(raw, "image")?;
            no_component(cx, component)?;
            Some(Access::Image(ImageAccess { image, target: cx.target(target)? }))
        }
        AccessKind::Swizzle => {
            let mut selectors =
                [crate::ast::ExtComponent { source: crate::ast::ExtSource::Zero, negate: false }; 4];
            for selector in selectors.iter_mut().rev() {
                let raw = operands.last(cx)?;
                *selector = cx.ext_component(raw)?;
            }
            Some(Access::Swizzle(selectors))
        }
        AccessKind::Label => {
            let raw = operands.last(cx)?;
            let raw = call_test(cx, raw, row, to)?;
            Some(Access::Label(label(cx, &raw)?))
        }
        AccessKind::Test | AccessKind::OptionalTest => {
            if let [rest @ .., raw] = operands.list {
                to.test = Some(test(cx, raw, row)?);
                operands.list = rest;
            }
            None
        }
    };
    to.access = access.map(Box::new);
    for raw in operands.list {
        to.values.push(cx.operand(raw)?);
    }
    Ok(())
}

fn texture<'t>(cx: &mut Cx<'t, '_>, operands: &mut Operands<'_, 't>) -> Result<Access<'t>, Reported> {
    let mut last = operands.last(cx)?;
    let mut offset = None;
    if Cx::is_offset(last) {
        offset = Some(cx.offset(last)?);
        last = operands.last(cx)?;
    }
    let target = cx.target(last)?;
    let raw = operands.last(cx)?;
    let (texture, component) = cx.object(raw, "texture")?;
    Ok(Access::Texture(TextureAccess { texture, component, target, offset }))
}

fn no_component(cx: &mut Cx<'_, '_>, component: Option<Spanned<u8>>) -> Result<(), Reported> {
    match component {
        None => Ok(()),
        Some(component) => {
            let finding = Diagnostic::new(Code::N0303, component.span, "an image takes no component");
            Err(cx.report(finding.help("remove the suffix")))
        }
    }
}

/// Stores the condition of `CAL label (test)` or `CALI variable (test)` in the instruction. Returns the operand without it.
fn call_test<'o, 't>(
    cx: &mut Cx<'t, '_>,
    raw: &'o Raw<'t>,
    row: &Row,
    to: &mut Instruction<'t>,
) -> Result<Cow<'o, Raw<'t>>, Reported> {
    use super::raw::{Primary, RawValue};
    let call = match raw {
        Raw::Value(RawValue { sign: None, absolute: false, primary: Primary::Call(call), .. })
            if call.suffix.is_none() && matches!(row.opcode, Opcode::Cal | Opcode::Cali) =>
        {
            call
        }
        _ => return Ok(Cow::Borrowed(raw)),
    };
    to.test = Some(cx.test_group(&call.arguments)?);
    let (span, primary) = (call.path.span, Primary::Path(call.path.clone()));
    let value = RawValue { sign: None, absolute: false, inner_sign: None, primary, span };
    Ok(Cow::Owned(Raw::Value(value)))
}

fn label<'t>(cx: &mut Cx<'t, '_>, raw: &Raw<'t>) -> Result<Ident<'t>, Reported> {
    let name = match raw {
        Raw::Value(value) => value.plain_path().and_then(super::raw::Path::single),
        Raw::Group(_) => None,
    };
    name.ok_or_else(|| {
        cx.report(
            Diagnostic::new(Code::N0302, raw.span(), "this is not a label").help("write the name of a label"),
        )
    })
}

/// Parses the condition of IF (without parentheses) or of BRK, CONT and RET (with parentheses).
fn test<'t>(cx: &mut Cx<'t, '_>, raw: &Raw<'t>, row: &Row) -> Result<crate::ast::CcTest, Reported> {
    let span = raw.span();
    let bare = row.access == AccessKind::Test;
    match raw {
        Raw::Value(value) if bare => cx.test(value),
        Raw::Group(group) if !bare => cx.test_group(group),
        _ => {
            let parentheses = if bare { "without" } else { "in" };
            let message = format!("the condition of `{}` is written {parentheses} parentheses", row.mnemonic);
            let finding = Diagnostic::new(Code::N0302, span, message);
            let form = if bare { "IF NE.x;".to_owned() } else { format!("{} (NE.x);", row.mnemonic) };
            Err(cx.report(finding.help(format!("write it as `{form}`"))))
        }
    }
}
