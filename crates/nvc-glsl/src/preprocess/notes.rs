//! Where a finding's place came from: the macro that was expanded there, the files that included it.

use super::token::{Expansion, Output};
use crate::name::Names;
use nvc_diag::{Diagnostic, Diagnostics, FileId, Span};

/// Inclusions told of one finding; the innermost matter.
const MAX_INCLUSIONS: usize = 3;
/// Invocations looked at behind one that does not hold the place: those in its own arguments.
const MAX_NESTED: usize = 64;

/// Adds to the findings from number `first` on which macro and which `#include` they come from. Every
/// stage does so for its own, once.
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

/// The macro whose invocation a place is in, innermost.
fn expansion_at<'a>(invocations: &[&'a Expansion], span: Span) -> Option<&'a Expansion> {
    let behind =
        invocations.partition_point(|e| (e.invocation.file, e.invocation.start) <= (span.file, span.start));
    let before = invocations.get(..behind)?;
    let holds = |e: &&&Expansion| e.invocation.file == span.file && e.invocation.end > span.start;
    before.iter().rev().take(MAX_NESTED).find(holds).copied()
}

/// Expansions of invocations that stand in a file, in the order of the text.
fn invocations(output: &Output) -> Vec<&Expansion> {
    let mut list: Vec<&Expansion> = output.expansions.iter().filter(|e| e.parent.is_none()).collect();
    list.sort_by_key(|e| (e.invocation.file, e.invocation.start));
    list
}

fn name_macro(finding: Diagnostic, expansion: &Expansion, names: &Names) -> Diagnostic {
    let name = names.text(expansion.name);
    match expansion.definition {
        // Some findings point there themselves.
        Some(at) if finding.secondary.iter().any(|label| label.span == at) => finding,
        Some(at) => finding.secondary(at, format!("expanded from macro `{name}`")),
        None => finding.note(format!("expanded from macro `{name}` of the command line")),
    }
}

/// The `#include` lines that lead to a file, innermost first.
fn inclusions(output: &Output, file: FileId) -> impl Iterator<Item = Span> {
    let at = move |file: FileId| {
        output.inclusions.iter().find(|inclusion| inclusion.file == file).map(|inclusion| inclusion.at)
    };
    std::iter::successors(at(file), move |span| at(span.file))
}
