//! Statements: which rule, where things may stand, and going on after an error.

use nvc_diag::{Code, Diagnostic, Reported, Span};

use super::grammar::{Failure, Pairs, Rule, parse_piece, token_at};
use super::split::{Piece, Pieces, blanked, last_token_end, skip_blank, word_at};
use super::{Cx, MAX_STATEMENT, MAX_STATEMENTS, words};
use crate::ast::{Broken, Class, GroupSize, Ident, Program, Statement, StatementKind};
use crate::table::Opcode;

/// What the first words of a piece say that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    End,
    Option,
    GroupSize,
    SharedMemory,
    Label,
    Declaration(Class),
    Instruction,
}

/// The part of a program that a statement belongs to; they come in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Options,
    Declarations,
    Statements,
}

/// How many instructions are given to pest at once: each call of it costs as much as a short
/// statement.
const RUN: usize = 64;

/// Parses all statements from `at` to `END`.
pub(super) fn parse_all<'t>(
    cx: &mut Cx<'t, '_>,
    text: &'t str,
    at: usize,
    program: &mut Program<'t>,
) -> Option<Reported> {
    let mut pieces = Pieces::new(text, at);
    let mut section = Section::Options;
    let mut run: Vec<Piece> = Vec::with_capacity(RUN);
    // Pieces before this offset were in a run with an error, and are parsed one by one.
    let mut alone_until = 0;
    let mut count = 0;
    while !cx.diags.is_full() {
        let piece = pieces.next();
        let kind = piece.map_or(Kind::End, |piece| kind_of(text, piece));
        if let Some(piece) = piece
            && kind == Kind::Instruction
            && piece.start >= alone_until
            && piece.end - piece.start < MAX_STATEMENT
            && run.len() < RUN
            && count < MAX_STATEMENTS
            && fits_run(text, piece)
        {
            run.push(piece);
            count += 1;
            section = Section::Statements;
            continue;
        }
        if let (Some(first), Some(last)) = (run.first(), run.last()) {
            // Whatever ended the run is looked at again behind it.
            let (first, last) = (*first, *last);
            if parse_run(cx, text, &run, program) {
                pieces.resume(last.end);
            } else {
                count -= run.len();
                alone_until = last.end;
                pieces.resume(first.start);
            }
            run.clear();
            continue;
        }
        let Some(piece) = piece else {
            let span = Span::new(cx.file, text.len(), text.len());
            program.end = span;
            // A statement that is not one may have taken the END behind it for its own.
            let there = text.split_whitespace().next_back() == Some("END");
            if !(there && cx.diags.has_errors()) {
                let finding = Diagnostic::new(Code::N0103, span, "`END` is missing");
                cx.report(finding.help("finish the program with `END`"));
            }
            break;
        };
        count += 1;
        if count > MAX_STATEMENTS {
            let message = format!("the program has more than {MAX_STATEMENTS} statements");
            let span = Span::new(cx.file, piece.start, piece.start);
            cx.report(Diagnostic::new(Code::N0501, span, message).help("split the program"));
            break;
        }
        cx.base = piece.start;
        if kind == Kind::End {
            // An error is in the list.
            let _: Result<(), Reported> = end(cx, text, piece, program);
            break;
        }
        if let Ok(Some(resume)) = one(cx, text, piece, kind, &mut section, program) {
            pieces.resume(piece.start + resume);
        }
    }
    cx.diags.check().err()
}

/// Whether an instruction can be parsed together with others: what the grammar does not see must be
/// right.
fn fits_run(text: &str, piece: Piece) -> bool {
    piece.terminator == Some(b';')
        && text.get(piece.start..piece.end).is_some_and(str::is_ascii)
        && Opcode::find_with_suffix(word_at(text, piece.start)).is_some()
}

/// Parses neighbouring instructions at once; false if one of them does not follow the grammar, and
/// then nothing was done.
fn parse_run<'t>(cx: &mut Cx<'t, '_>, text: &'t str, run: &[Piece], program: &mut Program<'t>) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return true };
    let whole = text.get(first.start..last.end).unwrap_or_default();
    let blanked = blanked(whole);
    let Ok(pairs) = parse_piece(Rule::run, blanked.as_deref().unwrap_or(whole)) else { return false };
    let instructions =
        pairs.flat_map(|pair| pair.into_inner()).filter(|pair| pair.as_rule() == Rule::instruction);
    for (pair, piece) in instructions.zip(run) {
        (cx.base, cx.source) = (first.start, whole);
        let result = super::instruction::instruction(cx, pair.into_inner());
        let source = text.get(piece.start..piece.end).unwrap_or_default();
        (cx.base, cx.source) = (piece.start, source);
        match result {
            Ok(instruction) => push(cx, source, StatementKind::Instruction(instruction), program),
            // The error is in the list.
            Err(_) => push_broken(cx, source, Kind::Instruction, program),
        }
    }
    true
}

/// Parses one piece, which starts at `cx.base`. Gives the offset to go on from if its semicolon is
/// missing.
fn one<'t>(
    cx: &mut Cx<'t, '_>,
    text: &'t str,
    piece: Piece,
    kind: Kind,
    section: &mut Section,
    program: &mut Program<'t>,
) -> Result<Option<usize>, Reported> {
    let source = text.get(piece.start..piece.end).unwrap_or_default();
    cx.source = source;
    if source.len() > MAX_STATEMENT {
        let message = format!("a statement is longer than {} KiB", MAX_STATEMENT >> 10);
        let finding = Diagnostic::new(Code::N0501, cx.span(0, word_at(source, 0).len()), message);
        let error = cx.report(finding.help("end it with `;`, or split it"));
        push_broken(cx, source, kind, program);
        return Err(error);
    }
    if let Err(error) = check_ascii(cx, source) {
        push_broken(cx, source, kind, program);
        return Err(error);
    }
    // A statement in the wrong place is a statement all the same.
    let order = check_order(cx, source, kind, section);
    let resume = statement(cx, source, kind, program)?;
    match order {
        Err(error) if resume.is_none() => Err(error),
        _ => Ok(resume),
    }
}

/// Takes `END`; only blanks, comments and zero bytes may follow.
fn end(cx: &mut Cx<'_, '_>, text: &str, piece: Piece, program: &mut Program<'_>) -> Result<(), Reported> {
    let after = piece.start + "END".len();
    program.end = Span::new(cx.file, piece.start, after);
    let mut rest = skip_blank(text.as_bytes(), after);
    while text.as_bytes().get(rest) == Some(&0) {
        rest = skip_blank(text.as_bytes(), rest + 1);
    }
    if rest == text.len() {
        return Ok(());
    }
    let found = token_at(text, rest);
    let span = Span::new(cx.file, rest, rest + found.len());
    let finding =
        Diagnostic::new(Code::N0102, span, "text follows `END`").note("`END` is the end of the program");
    Err(cx.report(finding.help("remove it, or move `END` to the end")))
}

fn kind_of(text: &str, piece: Piece) -> Kind {
    let mut word = word_at(text, piece.start);
    // `END` takes no semicolon, so the piece that it starts may be anything.
    match word {
        "END" => return Kind::End,
        _ if piece.terminator == Some(b':') && is_label(text, piece.start + word.len()) => {
            return Kind::Label;
        }
        "OPTION" => return Kind::Option,
        "GROUP_SIZE" => return Kind::GroupSize,
        "SHARED_MEMORY" => return Kind::SharedMemory,
        _ => {}
    }
    let mut at = piece.start;
    while words::var_modifier(word).is_some() {
        at = skip_blank(text.as_bytes(), at + word.len());
        word = word_at(text, at);
    }
    match words::class(word) {
        Some(class) => Kind::Declaration(class),
        None => Kind::Instruction,
    }
}

/// Whether a colon or SUBROUTINENUM follows the first word; otherwise the colon belongs to a label
/// behind a statement without semicolon.
fn is_label(text: &str, after: usize) -> bool {
    let at = skip_blank(text.as_bytes(), after);
    text.as_bytes().get(at) == Some(&b':') || word_at(text, at) == "SUBROUTINENUM"
}

/// The language is ASCII; comments may hold anything.
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
            return Err(cx.report(finding.help("remove it; only comments may hold it")));
        }
        at += 1;
    }
    Ok(())
}

/// Options come first, then GROUP_SIZE and SHARED_MEMORY, then everything else (GP4 2.X.2, 2.X.6).
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
    Err(cx.report(finding.help(format!("move it to the front of {place}"))))
}

/// Parses one statement into the program. Gives the offset in `source` to go on from if the
/// semicolon is missing.
fn statement<'t>(
    cx: &mut Cx<'t, '_>,
    source: &'t str,
    kind: Kind,
    program: &mut Program<'t>,
) -> Result<Option<usize>, Reported> {
    if kind == Kind::Instruction
        && let Err(error) = check_mnemonic(cx, source)
    {
        // It may be meant as a declaration, so what could be names are not called undeclared.
        let names = if super::instruction::like_declaration(word_at(source, 0)) {
            names_in(cx, source)
        } else {
            Vec::new()
        };
        push(cx, source, StatementKind::Broken(Broken { names, ..Broken::default() }), program);
        return Err(error);
    }
    let blanked = blanked(source);
    let failure = match parse_piece(rule_of(kind), blanked.as_deref().unwrap_or(source)) {
        Ok(pairs) => return finish(cx, source, kind, pairs, program).map(|()| None),
        Err(failure) => failure,
    };
    if let Some(cut) = missing_semi(source, &failure) {
        let at = cx.span(cut, cut);
        let finding = Diagnostic::new(Code::N0102, at, "expected `;`").label("a statement ends here");
        let error = cx.report(finding.help("end the statement with `;`"));
        push_broken(cx, source.get(..cut).unwrap_or_default(), kind, program);
        return if failure.at < source.len() { Ok(Some(failure.at)) } else { Err(error) };
    }
    let finding = failure.diagnostic(cx.file, cx.base, source);
    let error = cx.report(with_help(finding, source, kind, &failure));
    push_broken(cx, source, kind, program);
    Err(error)
}

/// Where the semicolon is missing, if that is what is wrong: the statement could end, and what
/// follows starts a line or is a word that starts statements.
fn missing_semi(source: &str, failure: &Failure) -> Option<usize> {
    if !failure.wants_semi() {
        return None;
    }
    let before = source.get(..failure.at)?;
    let cut = last_token_end(before);
    let gap = source.get(cut..failure.at)?;
    let word = word_at(source, failure.at);
    let starts_statement = word == "END"
        || words::class(word).is_some()
        || words::var_modifier(word).is_some()
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

/// The first word of an instruction must be in the table; that is a better message than what the
/// grammar finds behind it.
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

/// Turns the pairs of a statement that parsed into the tree.
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
        // The rule of a single instruction holds the rule of an instruction.
        outer = single.into_inner();
    }
    let Some(inner) = outer.next().map(|pair| pair.into_inner()) else { return Ok(()) };
    let result = match kind {
        Kind::Option => {
            // The first name is the keyword itself.
            program.options.extend(inner.filter(|p| p.as_rule() == Rule::name).skip(1).map(|p| cx.ident(&p)));
            return Ok(());
        }
        Kind::GroupSize | Kind::SharedMemory => return counts(cx, source, kind, inner, program),
        Kind::Label => super::declaration::label(cx, inner),
        Kind::Declaration(class) => {
            super::declaration::declaration(cx, class, inner).map(StatementKind::Declaration)
        }
        Kind::End | Kind::Instruction => {
            super::instruction::instruction(cx, inner).map(StatementKind::Instruction)
        }
    };
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

/// `GROUP_SIZE` and `SHARED_MEMORY`.
fn counts(
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

/// Keeps what later statements need to know of one that failed.
fn push_broken<'t>(cx: &Cx<'t, '_>, source: &'t str, kind: Kind, program: &mut Program<'t>) {
    let mut broken = Broken::default();
    let word = word_at(source, 0);
    match kind {
        Kind::GroupSize | Kind::SharedMemory => program.broken_declaration = true,
        Kind::Label => broken.label = Some(Ident { text: word, span: cx.span(0, word.len()) }),
        Kind::Declaration(_) => broken.names = names_in(cx, source),
        Kind::Instruction => broken.opcode = Opcode::find_with_suffix(word).map(|(opcode, _)| opcode),
        Kind::Option => {
            // An option that is half there still unlocks what it names.
            program.options.extend(names_in(cx, source).into_iter().skip(1).take(1));
            return;
        }
        Kind::End => {}
    }
    push(cx, source, StatementKind::Broken(broken), program);
}

/// All words of a declaration that could be the names it declares: those before `=`.
fn names_in<'t>(cx: &Cx<'t, '_>, source: &'t str) -> Vec<Ident<'t>> {
    // A broken statement of this many names is garbage.
    const MOST: usize = 256;
    let bytes = source.as_bytes();
    let mut names = Vec::new();
    let mut at = 0;
    while at < bytes.len() && names.len() < MOST {
        at = skip_blank(bytes, at);
        let word = word_at(source, at);
        if bytes.get(at) == Some(&b'=') {
            break;
        }
        if word.starts_with(|c: char| !c.is_ascii_digit())
            && words::class(word).is_none()
            && words::var_modifier(word).is_none()
        {
            names.push(Ident { text: word, span: cx.span(at, at + word.len()) });
        }
        at += word.len().max(1);
    }
    names
}

/// Says what to do about a statement that the grammar rejects.
fn with_help(finding: Diagnostic, source: &str, kind: Kind, failure: &Failure) -> Diagnostic {
    let word = word_at(source, 0);
    match kind {
        Kind::Option => finding.help("the form is `OPTION name;`"),
        Kind::GroupSize => finding.help("the form is `GROUP_SIZE x y z;` with one to three numbers"),
        Kind::SharedMemory => finding.help("the form is `SHARED_MEMORY bytes;`"),
        Kind::Label => finding.help("the form is `name:` or `name SUBROUTINENUM(n):`"),
        Kind::Declaration(class) => {
            finding.help(format!("the form is `{}`", super::declaration::form(class)))
        }
        _ if failure.at == 0 => {
            finding.help("a statement starts with an instruction, a declaration or a label")
        }
        _ => match Opcode::find_with_suffix(word) {
            Some((opcode, _)) => finding.help(format!("the form is `{}`", opcode.row().form())),
            None => finding,
        },
    }
}
