//! Adds notes to diagnostics: which macro the location was expanded from, and which `#include` lines lead to its file.

use super::token::{Expansion, Output};
use crate::name::Names;
use nvc_diag::{Diagnostic, Diagnostics, FileId, Span};

/// Maximum number of inclusions noted per diagnostic, innermost first.
const MAX_INCLUSIONS: usize = 3;
/// Maximum number of invocations that [`expansion_at`] examines. An invocation that contains the location can
/// be followed by invocations in its arguments that do not.
const MAX_NESTED: usize = 64;

/// Adds notes about macros and `#include` lines to the diagnostics from index `first` on. Every stage calls
/// this once for its own diagnostics.
pub fn decorate(diags: &mut Diagnostics, first: usize, output: &Output, names: &Names) {
    if diags.len() <= first || (output.expansions.is_empty() && output.inclusions.is_empty()) {
        return;
    }
    let invocations = invocations(output);
    diags.amend(first, |mut finding| {
        if let Some(span) = finding.span {
            if let Some(expansion) = expansion_at(&invocations, span) {
                finding = name_macro(finding, expansion, names);
            }
            for at in inclusions(output, span.file).take(MAX_INCLUSIONS) {
                finding = finding.secondary(at, "included here");
            }
        }
        finding
    });
}

/// Returns the innermost macro invocation that contains a location.
fn expansion_at<'a>(invocations: &[&'a Expansion], span: Span) -> Option<&'a Expansion> {
    let end =
        invocations.partition_point(|e| (e.invocation.file, e.invocation.start) <= (span.file, span.start));
    let before = invocations.get(..end)?;
    let holds = |e: &&&Expansion| e.invocation.file == span.file && e.invocation.end > span.start;
    before.iter().rev().take(MAX_NESTED).find(holds).copied()
}

/// Returns the expansions whose invocations are in files rather than macro bodies, in source order.
fn invocations(output: &Output) -> Vec<&Expansion> {
    let mut list: Vec<&Expansion> = output.expansions.iter().filter(|e| e.parent.is_none()).collect();
    list.sort_by_key(|e| (e.invocation.file, e.invocation.start));
    list
}

/// Adds the macro that a diagnostic's location is expanded from.
fn name_macro(mut finding: Diagnostic, expansion: &Expansion, names: &Names) -> Diagnostic {
    // The text at the span is the invocation, not the text that the fix would replace.
    if finding.fix.as_ref().is_some_and(|fix| Some(fix.span) == finding.span) {
        finding.fix = None;
    }
    let name = names.text(expansion.name);
    match expansion.definition {
        // Some diagnostics have a label at the definition already.
        Some(at) if finding.secondary.iter().any(|label| label.span == at) => finding,
        Some(at) => finding.secondary(at, format!("expanded from macro `{name}`")),
        None => finding.note(format!("expanded from macro `{name}`, which is defined on the command line")),
    }
}

/// Iterates over the `#include` lines that lead to a file, innermost first.
fn inclusions(output: &Output, file: FileId) -> impl Iterator<Item = Span> {
    let at = move |file: FileId| {
        output.inclusions.iter().find(|inclusion| inclusion.file == file).map(|inclusion| inclusion.at)
    };
    std::iter::successors(at(file), move |span| at(span.file))
}
