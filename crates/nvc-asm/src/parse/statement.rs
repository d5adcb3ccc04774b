//! Parses a statement by the grammar rule that its first word selects, checks the order of statements, and
//! recovers from errors.

use nvc_diag::{Code, Diagnostic, Limit, Reported, Span};

use super::grammar::{Failure, Pairs, Rule, parse_rule, token_at};
use super::raw::Raw;
use super::slices::{StatementSlice, last_token_end, skip_blank, strip_comments, word_at};
use super::{Cx, keywords, scan};
use crate::ast::{Broken, Class, GroupSize, Ident, Program, Statement, StatementKind};
use crate::table::Opcode;

/// The kind of a statement, which its first words determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    End,
    Option,
    GroupSize,
    SharedMemory,
    Label,
    Declaration(Class),
    Instruction,
}

/// The sections of a program, in the order in which they must appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Options,
    /// GROUP_SIZE and SHARED_MEMORY.
    Declarations,
    /// Everything else, including declarations of variables.
    Statements,
}

/// Parses the statement in `cx.source`. If its semicolon is missing and other text follows, returns the offset in
/// `cx.source` to resume at.
pub(super) fn parse_statement<'t>(
    cx: &mut Cx<'t, '_>,
    kind: Kind,
    section: &mut Section,
    program: &mut Program<'t>,
) -> Result<Option<usize>, Reported> {
    let source = cx.source;
    let max_bytes = cx.diags.limit(Limit::StatementBytes);
    if source.len() > max_bytes {
        let message = format!("a statement is longer than {} KiB", max_bytes >> 10);
        let at = cx.span(0, word_at(source, 0).len());
        let finding = cx.diags.limits().exceeded(Limit::StatementBytes, at, message);
        let error = cx.report(finding.help("end it with `;`, or split it"));
        push_broken(cx, source, kind, program);
        return Err(error);
    }
    if let Err(error) = check_ascii(cx, source) {
        push_broken(cx, source, kind, program);
        return Err(error);
    }
    // A misplaced statement is parsed and kept anyway.
    let order = check_order(cx, source, kind, section);
    let resume = parse_by_rule(cx, source, kind, program)?;
    match order {
        Err(error) if resume.is_none() => Err(error),
        _ => Ok(resume),
    }
}

/// Parses the instruction at the start of `cx.source` without the grammar. Returns its length, including the semicolon.
/// If it is no instruction, or one that only the grammar can parse, returns `None` and changes nothing but `operands`, a
/// buffer that all instructions share.
pub(super) fn scan_instruction<'t>(
    cx: &mut Cx<'t, '_>,
    operands: &mut Vec<Raw<'t>>,
    program: &mut Program<'t>,
) -> Option<usize> {
    let scanned = scan::instruction(cx, operands)?;
    let length = scanned.semi + 1;
    let source = cx.source.get(..length)?;
    cx.source = source;
    let parsed = super::instruction::scanned(cx, &scanned, operands, &mut program.statements);
    if parsed.is_err() {
        // The error has been reported.
        push_broken(cx, source, Kind::Instruction, program);
    }
    Some(length)
}

/// Returns the kind of a statement.
pub(super) fn kind_of(text: &str, slice: StatementSlice) -> Kind {
    let mut word = word_at(text, slice.start);
    // The slice of `END` may have any terminator, because `END` has no semicolon.
    match word {
        "END" => return Kind::End,
        _ if slice.terminator == Some(b':') && is_label(text, slice.start + word.len()) => {
            return Kind::Label;
        }
        "OPTION" => return Kind::Option,
        "GROUP_SIZE" => return Kind::GroupSize,
        "SHARED_MEMORY" => return Kind::SharedMemory,
        _ => {}
    }
    let mut at = slice.start;
    while keywords::var_modifier(word).is_some() {
        at = skip_blank(text.as_bytes(), at + word.len());
        word = word_at(text, at);
    }
    match keywords::class(word) {
        Some(class) => Kind::Declaration(class),
        None => Kind::Instruction,
    }
}

/// Returns whether a colon or SUBROUTINENUM follows the first word. If not, the colon belongs to a later
/// label, and the semicolon of this statement is missing.
fn is_label(text: &str, after: usize) -> bool {
    let at = skip_blank(text.as_bytes(), after);
    text.as_bytes().get(at) == Some(&b':') || word_at(text, at) == "SUBROUTINENUM"
}

/// Reports non-ASCII characters. The language is ASCII, but comments may contain anything.
fn check_ascii(cx: &mut Cx<'_, '_>, source: &str) -> Result<(), Reported> {
    if source.is_ascii() {
        return Ok(());
    }
    let bytes = source.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        at = skip_blank(bytes, at);
        if bytes.get(at).is_some_and(|b| !b.is_ascii()) {
            let found = token_at(source, at);
            let finding = Diagnostic::new(
                Code::N0102,
                cx.span(at, at + found.len()),
                format!("the character `{found}` is not part of the language"),
            );
            return Err(
                cx.report(finding.help("remove it; non-ASCII characters are allowed only in comments"))
            );
        }
        at += 1;
    }
    Ok(())
}

/// Checks the order: first options, then GROUP_SIZE and SHARED_MEMORY, then everything else (NV_gpu_program4
/// §2.X.2, §2.X.6).
fn check_order(cx: &mut Cx<'_, '_>, source: &str, kind: Kind, section: &mut Section) -> Result<(), Reported> {
    let own = match kind {
        Kind::Option => Section::Options,
        Kind::GroupSize | Kind::SharedMemory => Section::Declarations,
        _ => Section::Statements,
    };
    if own >= *section {
        *section = own;
        return Ok(());
    }
    let word = word_at(source, 0);
    let place = if own == Section::Options { "the declarations" } else { "the first statement" };
    let finding =
        Diagnostic::new(Code::N0104, cx.span(0, word.len()), format!("`{word}` must come before {place}"));
    Err(cx.report(finding.help(format!("move it before {place}"))))
}

/// Parses a statement by the rule of its kind. If its semicolon is missing and other text follows, returns the offset in
/// `source` to resume at.
fn parse_by_rule<'t>(
    cx: &mut Cx<'t, '_>,
    source: &'t str,
    kind: Kind,
    program: &mut Program<'t>,
) -> Result<Option<usize>, Reported> {
    if kind == Kind::Instruction
        && let Err(error) = check_mnemonic(cx, source)
    {
        // The statement may be meant as a declaration. Recording its names prevents errors about undeclared
        // variables.
        let names = if super::instruction::looks_like_declaration(word_at(source, 0)) {
            names_in(cx, source)
        } else {
            Vec::new()
        };
        push(cx, source, StatementKind::Broken(Broken { names, ..Broken::default() }), program);
        return Err(error);
    }
    if parse_scanned(cx, source, kind, program)? {
        return Ok(None);
    }
    let stripped = strip_comments(source);
    let failure = match parse_rule(rule_of(kind), stripped.as_deref().unwrap_or(source)) {
        Ok(pairs) => return finish(cx, source, kind, pairs, program).map(|()| None),
        Err(failure) => failure,
    };
    if let Some(cut) = missing_semi(source, &failure) {
        let at = cx.span(cut, cut);
        let finding = Diagnostic::new(Code::N0102, at, "expected `;`").label("the statement must end here");
        let error = cx.report(finding.help("end the statement with `;`").fix(at, ";"));
        push_broken(cx, source.get(..cut).unwrap_or_default(), kind, program);
        return if failure.at < source.len() { Ok(Some(failure.at)) } else { Err(error) };
    }
    let finding = failure.diagnostic(cx.file, cx.base, source);
    let error = cx.report(with_help(finding, source, kind, &failure));
    push_broken(cx, source, kind, program);
    Err(error)
}

/// Returns the offset where a semicolon is missing, if that is the error: the statement could end there, and the text
/// ends, or the next word starts a line or is a keyword or mnemonic that starts statements.
fn missing_semi(source: &str, failure: &Failure) -> Option<usize> {
    if !failure.expects_semicolon() {
        return None;
    }
    let before = source.get(..failure.at)?;
    let cut = last_token_end(before);
    let gap = source.get(cut..failure.at)?;
    let word = word_at(source, failure.at);
    let starts_statement = word == "END"
        || keywords::class(word).is_some()
        || keywords::var_modifier(word).is_some()
        || matches!(word, "OPTION" | "GROUP_SIZE" | "SHARED_MEMORY")
        || Opcode::find_with_suffix(word).is_some();
    let at_end = failure.at == source.len();
    (at_end || (!gap.is_empty() && !word.is_empty() && (starts_statement || gap.contains('\n'))))
        .then_some(cut)
}

fn rule_of(kind: Kind) -> Rule {
    match kind {
        Kind::Option => Rule::option,
        Kind::GroupSize => Rule::group_size,
        Kind::SharedMemory => Rule::shared_memory,
        Kind::Label => Rule::label,
        Kind::Declaration(class) => match class {
            Class::Temp => Rule::temp,
            Class::Alias => Rule::alias,
            Class::SubroutineType => Rule::subroutine_type,
            Class::Subroutine => Rule::subroutine_list,
            Class::Counter => Rule::counter_list,
            _ => Rule::binding_list,
        },
        Kind::End | Kind::Instruction => Rule::single,
    }
}

/// Checks that the first word of an instruction is in the instruction table. This gives a better message than
/// a grammar error later in the statement.
fn check_mnemonic(cx: &mut Cx<'_, '_>, source: &str) -> Result<(), Reported> {
    let word = word_at(source, 0);
    if word.is_empty()
        || word.starts_with(|c: char| c.is_ascii_digit())
        || Opcode::find_with_suffix(word).is_some()
    {
        return Ok(());
    }
    Err(super::instruction::unknown(cx, word))
}

/// Converts the pest pairs of a statement to the syntax tree.
fn finish<'t>(
    cx: &mut Cx<'t, '_>,
    source: &'t str,
    kind: Kind,
    pairs: Pairs<'_>,
    program: &mut Program<'t>,
) -> Result<(), Reported> {
    let mut outer = pairs;
    if kind == Kind::Instruction
        && let Some(single) = outer.next()
    {
        // The rule `single` contains the rule `instruction`.
        outer = single.into_inner();
    }
    let Some(inner) = outer.next().map(|pair| pair.into_inner()) else { return Ok(()) };
    let result = match kind {
        Kind::Option => {
            // The first name is the keyword itself.
            program.options.extend(inner.filter(|p| p.as_rule() == Rule::name).skip(1).map(|p| cx.ident(&p)));
            return Ok(());
        }
        Kind::GroupSize | Kind::SharedMemory => return header_declaration(cx, source, kind, inner, program),
        Kind::Label => super::declaration::label(cx, inner),
        Kind::Declaration(class) => {
            super::declaration::declaration(cx, class, inner).map(StatementKind::Declaration)
        }
        Kind::End | Kind::Instruction => {
            let span = statement_span(cx, source);
            let parsed = super::instruction::instruction(cx, inner, span, &mut program.statements);
            return parsed.inspect_err(|_| push_broken(cx, source, kind, program));
        }
    };
    push_result(cx, source, kind, result, program)
}

/// Parses an option or a usual declaration without the grammar, if it has no unusual white space. Returns whether it was
/// parsed.
fn parse_scanned<'t>(
    cx: &mut Cx<'t, '_>,
    source: &'t str,
    kind: Kind,
    program: &mut Program<'t>,
) -> Result<bool, Reported> {
    match kind {
        Kind::Option => {
            let name = scan::option(cx);
            program.options.extend(name);
            Ok(name.is_some())
        }
        Kind::Declaration(class) => {
            let Some(scanned) = scan::declaration(cx, class) else { return Ok(false) };
            let result = super::declaration::scanned(cx, scanned).map(StatementKind::Declaration);
            push_result(cx, source, kind, result, program).map(|()| true)
        }
        _ => Ok(false),
    }
}

/// Adds a statement that matches the grammar, or a [`Broken`] one if there is another error in it.
fn push_result<'t>(
    cx: &Cx<'t, '_>,
    source: &'t str,
    kind: Kind,
    result: Result<StatementKind<'t>, Reported>,
    program: &mut Program<'t>,
) -> Result<(), Reported> {
    match result {
        Ok(kind) => {
            push(cx, source, kind, program);
            Ok(())
        }
        Err(error) => {
            push_broken(cx, source, kind, program);
            Err(error)
        }
    }
}

/// Adds a `GROUP_SIZE` or `SHARED_MEMORY` to the program.
fn header_declaration(
    cx: &mut Cx<'_, '_>,
    source: &str,
    kind: Kind,
    inner: Pairs<'_>,
    program: &mut Program<'_>,
) -> Result<(), Reported> {
    let mut size = smallvec::SmallVec::new();
    for pair in inner {
        if pair.as_rule() == Rule::integer {
            size.push(cx.number(&pair).inspect_err(|_| program.broken_declaration = true)?);
        }
    }
    if kind == Kind::GroupSize {
        let span = statement_span(cx, source);
        program.group_sizes.push(GroupSize { size, span });
    } else {
        program.shared_memory.extend(size);
    }
    Ok(())
}

fn statement_span(cx: &Cx<'_, '_>, source: &str) -> Span {
    let body = source.strip_suffix([';', ':']).unwrap_or(source);
    cx.span(0, last_token_end(body))
}

fn push<'t>(cx: &Cx<'t, '_>, source: &'t str, kind: StatementKind<'t>, program: &mut Program<'t>) {
    program.statements.push(Statement { kind, span: statement_span(cx, source) });
}

/// Adds a [`Broken`] statement, with what later checks need to know about a statement that did not parse.
fn push_broken<'t>(cx: &Cx<'t, '_>, source: &'t str, kind: Kind, program: &mut Program<'t>) {
    let mut broken = Broken::default();
    let word = word_at(source, 0);
    match kind {
        Kind::GroupSize | Kind::SharedMemory => program.broken_declaration = true,
        Kind::Label => broken.label = Some(Ident { text: word, span: cx.span(0, word.len()) }),
        Kind::Declaration(_) => broken.names = names_in(cx, source),
        Kind::Instruction => broken.opcode = Opcode::find_with_suffix(word).map(|(opcode, _)| opcode),
        Kind::Option => {
            // An option that did not parse still enables the feature that it names.
            program.options.extend(names_in(cx, source).into_iter().skip(1).take(1));
            return;
        }
        Kind::End => {}
    }
    push(cx, source, StatementKind::Broken(broken), program);
}

/// Returns the words of a statement that may be names it declares, that is, those before `=`.
fn names_in<'t>(cx: &Cx<'t, '_>, source: &'t str) -> Vec<Ident<'t>> {
    // Limits the memory for a broken statement; no real declaration has this many names.
    const MAX_NAMES: usize = 256;
    let bytes = source.as_bytes();
    let mut names = Vec::new();
    let mut at = 0;
    while at < bytes.len() && names.len() < MAX_NAMES {
        at = skip_blank(bytes, at);
        let word = word_at(source, at);
        if bytes.get(at) == Some(&b'=') {
            break;
        }
        if word.starts_with(|c: char| !c.is_ascii_digit())
            && keywords::class(word).is_none()
            && keywords::var_modifier(word).is_none()
        {
            names.push(Ident { text: word, span: cx.span(at, at + word.len()) });
        }
        at += word.len().max(1);
    }
    names
}

/// Adds a help text to the error for a statement that the grammar rejects.
fn with_help(finding: Diagnostic, source: &str, kind: Kind, failure: &Failure) -> Diagnostic {
    let word = word_at(source, 0);
    match kind {
        Kind::Option => finding.help("the syntax is `OPTION name;`"),
        Kind::GroupSize => finding.help("the syntax is `GROUP_SIZE x y z;` with one to three numbers"),
        Kind::SharedMemory => finding.help("the syntax is `SHARED_MEMORY bytes;`"),
        Kind::Label => finding.help("the syntax is `name:` or `name SUBROUTINENUM(n):`"),
        Kind::Declaration(class) => {
            finding.help(format!("the syntax is `{}`", super::declaration::example(class)))
        }
        _ if failure.at == 0 => {
            finding.help("a statement starts with an instruction, a declaration or a label")
        }
        _ => match Opcode::find_with_suffix(word) {
            Some((opcode, _)) => finding.help(format!("the syntax is `{}`", opcode.row().form())),
            None => finding,
        },
    }
}
