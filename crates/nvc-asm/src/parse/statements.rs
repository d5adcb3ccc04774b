//! Iterates over the statements of a program and parses each: instructions, options and declarations by the scanner if
//! possible, which is fastest, and anything else by the grammar.

use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Limit, Reported, Span};

use super::grammar::token_at;
use super::raw::Raw;
use super::slices::{StatementSlice, StatementSlices, skip_blank};
use super::statement::{Kind, Section};
use super::{Cx, HEADER, check_text, statement};
use crate::ast::{Program, StatementKind};

/// A little less than the average length of a statement, to estimate the number of statements of a program.
const STATEMENT_BYTES: usize = 20;
/// Space is reserved for at most this many statements: the text may be a comment.
const MAX_RESERVED: usize = 1 << 14;

/// Returns a number of statements that a text probably has, to reserve space for them.
pub(crate) fn expected_statements(text: &str) -> usize {
    (text.len() / STATEMENT_BYTES).min(MAX_RESERVED)
}

/// A parser, which parses one statement after the other.
pub(crate) struct Parser<'t> {
    /// What has been parsed. The caller may take the statements out.
    pub(crate) program: Program<'t>,
    file: FileId,
    text: &'t str,
    slices: StatementSlices<'t>,
    section: Section,
    /// A buffer that all instructions share.
    operands: Vec<Raw<'t>>,
    /// The number of statements.
    count: usize,
    /// Whether a statement has an error that the parser reported. (There may be other errors in the diagnostics.)
    failed: bool,
    /// Whether there are no more statements.
    ended: bool,
}

impl<'t> Parser<'t> {
    /// Checks the size and the header of a program, and creates a parser of its statements.
    pub(crate) fn new(file: FileId, text: &'t str, diags: &mut Diagnostics) -> Result<Self, Reported> {
        check_text(&mut Cx { file, diags, base: 0, source: "" }, text)?;
        let program = Program { header: Span::new(file, 0, HEADER.len()), ..Program::default() };
        Ok(Parser {
            program,
            file,
            text,
            slices: StatementSlices::new(text, HEADER.len()),
            section: Section::Options,
            operands: Vec::new(),
            count: 0,
            failed: false,
            ended: false,
        })
    }

    /// Parses the next statement, and adds it to the program. One with errors is added as [`crate::ast::Broken`]. Returns
    /// whether there may be more statements: not after `END`, and not after too many errors.
    pub(crate) fn parse_next(&mut self, diags: &mut Diagnostics) -> bool {
        if self.ended || diags.is_full() || diags.poll().is_err() {
            return false;
        }
        let text = self.text;
        let mut cx = Cx { file: self.file, diags, base: 0, source: "" };
        let Some(start) = self.slices.next_start() else {
            self.ended = true;
            missing_end(&mut cx, text, self.failed, &mut self.program);
            return false;
        };
        let max_count = cx.diags.limit(Limit::Statements);
        if self.count >= max_count {
            self.ended = true;
            let message = format!("the program has more than {max_count} statements");
            let span = Span::new(cx.file, start, start);
            cx.diags.exceeds(Limit::Statements, span, message);
            return false;
        }
        self.count += 1;
        cx.base = start;
        cx.source = text.get(start..).unwrap_or_default();
        if let Some(length) = statement::scan_instruction(&mut cx, &mut self.operands, &mut self.program) {
            self.section = Section::Statements;
            let parsed = self.program.statements.last();
            self.failed |= parsed.is_some_and(|parsed| matches!(parsed.kind, StatementKind::Broken(_)));
            self.slices.resume(start + length);
            return true;
        }
        let Some(slice) = self.slices.next() else { return false };
        cx.source = text.get(slice.start..slice.end).unwrap_or_default();
        let kind = statement::kind_of(text, slice);
        if kind == Kind::End {
            self.ended = true;
            end(&mut cx, text, slice, &mut self.program);
            return false;
        }
        let parsed = statement::parse_statement(&mut cx, kind, &mut self.section, &mut self.program);
        self.failed |= !matches!(parsed, Ok(None));
        // Errors have been reported.
        if let Ok(Some(resume)) = parsed {
            self.slices.resume(slice.start + resume);
        }
        true
    }
}

/// Reports that `END` is missing at the end of the text. `failed` is set if a statement before it has an error.
fn missing_end(cx: &mut Cx<'_, '_>, text: &str, failed: bool, program: &mut Program<'_>) {
    let span = Span::new(cx.file, text.len(), text.len());
    program.end = span;
    // An erroneous statement without a semicolon may include the END after it.
    let swallowed = text.split_whitespace().next_back() == Some("END") && failed;
    if !swallowed {
        let finding = Diagnostic::new(Code::N0103, span, "`END` is missing");
        let own_line = if text.ends_with('\n') { "END\n" } else { "\nEND\n" };
        cx.report(finding.help("finish the program with `END`").fix(span, own_line));
    }
}

/// Handles `END`. Only white space, comments and zero bytes may follow it.
fn end(cx: &mut Cx<'_, '_>, text: &str, slice: StatementSlice, program: &mut Program<'_>) {
    let after = slice.start + "END".len();
    program.end = Span::new(cx.file, slice.start, after);
    let mut rest = skip_blank(text.as_bytes(), after);
    while text.as_bytes().get(rest) == Some(&0) {
        rest = skip_blank(text.as_bytes(), rest + 1);
    }
    if rest == text.len() {
        return;
    }
    let found = token_at(text, rest);
    let span = Span::new(cx.file, rest, rest + found.len());
    let finding =
        Diagnostic::new(Code::N0102, span, "text follows `END`").note("`END` is the end of the program");
    cx.report(finding.help("remove it, or move `END` to the end"));
}

#[cfg(test)]
mod tests {
    use crate::parse::keywords::{CLASSES, VAR_MODIFIERS};
    use crate::table::Opcode;

    #[test]
    fn no_keyword_of_another_statement_is_a_mnemonic() {
        let classes = CLASSES.iter().map(|(name, _)| *name);
        let modifiers = VAR_MODIFIERS.iter().map(|(name, _)| *name);
        let others = ["END", "OPTION", "GROUP_SIZE", "SHARED_MEMORY"];
        for name in classes.chain(modifiers).chain(others) {
            assert_eq!(Opcode::find_with_suffix(name), None, "{name}");
        }
    }
}
