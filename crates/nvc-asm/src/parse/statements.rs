//! Iterates over the statements of a program and parses them, instructions in batches.
//!
//! A call of pest costs as much as parsing a short statement, so consecutive instructions are passed to pest
//! in batches. If a batch does not parse, its statements are parsed one by one to find the erroneous ones.
//! Declarations, labels and other statements that need checks besides the grammar are always parsed one by
//! one.

use nvc_diag::{Code, Diagnostic, Limit, Reported, Span};

use super::grammar::{Rule, parse_rule, token_at};
use super::slices::{StatementSlice, StatementSlices, skip_blank, strip_comments, word_at};
use super::statement::{Kind, Section};
use super::{Cx, statement};
use crate::ast::Program;
use crate::table::Opcode;

/// Maximum number of instructions in a batch.
const BATCH: usize = 64;

/// Parses all statements from `at` to `END`. Returns the proof of a reported error, if there was one.
pub(super) fn parse_statements<'t>(
    cx: &mut Cx<'t, '_>,
    text: &'t str,
    at: usize,
    program: &mut Program<'t>,
) -> Option<Reported> {
    let mut slices = StatementSlices::new(text, at);
    let mut section = Section::Options;
    let mut batch: Vec<StatementSlice> = Vec::with_capacity(BATCH);
    // Slices before this offset are in a batch that did not parse, so they are parsed one by one.
    let mut one_by_one_until = 0;
    let mut count = 0;
    let (max_count, max_bytes) = (cx.diags.limit(Limit::Statements), cx.diags.limit(Limit::StatementBytes));
    while !cx.diags.is_full() && cx.diags.poll().is_ok() {
        batch.clear();
        while batch.len() < BATCH.min(max_count.saturating_sub(count))
            && let Some(slice) = slices.peek()
            && slice.start >= one_by_one_until
            && fits_batch(text, slice, max_bytes)
        {
            batch.push(slice);
            slices.next();
        }
        if let (Some(first), Some(last)) = (batch.first(), batch.last()) {
            if parse_batch(cx, text, &batch, program) {
                count += batch.len();
                section = Section::Statements;
            } else {
                one_by_one_until = last.end;
                slices.resume(first.start);
            }
            continue;
        }

        let Some(slice) = slices.next() else {
            missing_end(cx, text, program);
            break;
        };
        if count >= max_count {
            let message = format!("the program has more than {max_count} statements");
            let span = Span::new(cx.file, slice.start, slice.start);
            cx.diags.exceeds(Limit::Statements, span, message);
            break;
        }
        count += 1;
        let kind = statement::kind_of(text, slice);
        if kind == Kind::End {
            end(cx, text, slice, program);
            break;
        }
        cx.base = slice.start;
        cx.source = text.get(slice.start..slice.end).unwrap_or_default();
        // Errors have been reported.
        if let Ok(Some(resume)) = statement::parse_statement(cx, kind, &mut section, program) {
            slices.resume(slice.start + resume);
        }
    }
    cx.diags.check().err()
}

/// Returns whether a statement can be parsed in a batch: it is an instruction that would pass the checks made
/// before the grammar.
fn fits_batch(text: &str, slice: StatementSlice, max_bytes: usize) -> bool {
    slice.terminator == Some(b';')
        && slice.end - slice.start < max_bytes
        && text.get(slice.start..slice.end).is_some_and(str::is_ascii)
        && Opcode::find_with_suffix(word_at(text, slice.start)).is_some()
}

/// Parses consecutive instructions with one call of pest. If any of them does not match the grammar, returns
/// false and changes nothing.
fn parse_batch<'t>(
    cx: &mut Cx<'t, '_>,
    text: &'t str,
    batch: &[StatementSlice],
    program: &mut Program<'t>,
) -> bool {
    let (Some(first), Some(last)) = (batch.first(), batch.last()) else { return true };
    let all = text.get(first.start..last.end).unwrap_or_default();
    let stripped = strip_comments(all);
    let Ok(pairs) = parse_rule(Rule::batch, stripped.as_deref().unwrap_or(all)) else { return false };
    let instructions =
        pairs.flat_map(|pair| pair.into_inner()).filter(|pair| pair.as_rule() == Rule::instruction);
    for (pair, slice) in instructions.zip(batch) {
        // Offsets of the pairs are relative to the start of the batch.
        (cx.base, cx.source) = (first.start, all);
        let result = super::instruction::instruction(cx, pair.into_inner());
        (cx.base, cx.source) = (slice.start, text.get(slice.start..slice.end).unwrap_or_default());
        statement::push_instruction(cx, result, program);
    }
    true
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
    use super::*;
    use crate::parse::keywords::{CLASSES, VAR_MODIFIERS};

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
