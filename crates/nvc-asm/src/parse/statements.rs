//! Iterates over the statements of a program and parses each: instructions, options and declarations by the scanner if
//! possible, which is fastest, and anything else by the grammar.

use nvc_diag::{Code, Diagnostic, Limit, Reported, Span};

use super::grammar::token_at;
use super::slices::{StatementSlice, StatementSlices, skip_blank};
use super::statement::{Kind, Section};
use super::{Cx, statement};
use crate::ast::Program;

/// A little less than the average length of a statement, to estimate the number of statements of a program.
const STATEMENT_BYTES: usize = 20;
/// Space is reserved for at most this many statements: the text may be a comment.
const MAX_RESERVED: usize = 1 << 14;

/// Parses all statements from `at` to `END`. Returns the proof of a reported error, if there was one.
pub(super) fn parse_statements<'t>(
    cx: &mut Cx<'t, '_>,
    text: &'t str,
    at: usize,
    program: &mut Program<'t>,
) -> Option<Reported> {
    let mut slices = StatementSlices::new(text, at);
    let mut section = Section::Options;
    let mut operands = Vec::new();
    let mut count = 0;
    let max_count = cx.diags.limit(Limit::Statements);
    program.statements.reserve((text.len() / STATEMENT_BYTES).min(MAX_RESERVED).min(max_count));
    while !cx.diags.is_full() && cx.diags.poll().is_ok() {
        let Some(start) = slices.next_start() else {
            missing_end(cx, text, program);
            break;
        };
        if count >= max_count {
            let message = format!("the program has more than {max_count} statements");
            let span = Span::new(cx.file, start, start);
            cx.diags.exceeds(Limit::Statements, span, message);
            break;
        }
        count += 1;
        cx.base = start;
        cx.source = text.get(start..).unwrap_or_default();
        if let Some(length) = statement::scan_instruction(cx, &mut operands, program) {
            section = Section::Statements;
            slices.resume(start + length);
            continue;
        }
        let Some(slice) = slices.next() else { break };
        cx.source = text.get(slice.start..slice.end).unwrap_or_default();
        let kind = statement::kind_of(text, slice);
        if kind == Kind::End {
            end(cx, text, slice, program);
            break;
        }
        // Errors have been reported.
        if let Ok(Some(resume)) = statement::parse_statement(cx, kind, &mut section, program) {
            slices.resume(slice.start + resume);
        }
    }
    cx.diags.check().err()
}

/// Reports that `END` is missing at the end of the text.
fn missing_end(cx: &mut Cx<'_, '_>, text: &str, program: &mut Program<'_>) {
    let span = Span::new(cx.file, text.len(), text.len());
    program.end = span;
    // An erroneous statement without a semicolon may include the END after it.
    let swallowed = text.split_whitespace().next_back() == Some("END") && cx.diags.has_errors();
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
