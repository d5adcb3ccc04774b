//! Document symbols: the outline of a document.

use crate::analysis::{Analysis, MAIN};
use nvc::Language;
use nvc_diag::Span;
use nvc_diag::index::{Definition, NameKind};

/// A symbol of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name of the symbol.
    pub name: String,
    /// Declaration in one line.
    pub detail: String,
    /// Kind of the symbol.
    pub kind: NameKind,
    /// Range of the declaration; for a label, up to the next label.
    pub extent: Span,
    /// Range of the name, inside `extent`.
    pub span: Span,
    /// Members, for structs and blocks.
    pub children: Vec<Symbol>,
}

/// Returns the names that the document defines outside functions. Members are nested in their struct or
/// block.
pub fn symbols(analysis: &Analysis) -> Vec<Symbol> {
    let own = |definition: &&Definition| definition.scope.is_none() && definition.span.file == MAIN;
    let mut all: Vec<Symbol> =
        analysis.index.definitions().map(|(_, definition)| definition).filter(own).map(symbol).collect();
    all.sort_by_key(|symbol| (symbol.span.start, symbol.span.end));
    if analysis.language == Language::NvAsm {
        extend_labels(&mut all, analysis.text());
        return all;
    }
    let mut outline: Vec<Symbol> = Vec::new();
    for symbol in all {
        let holds = |parent: &Symbol| {
            matches!(parent.kind, NameKind::Type | NameKind::Block)
                && parent.extent.start <= symbol.span.start
                && symbol.span.end <= parent.extent.end
        };
        match outline.iter_mut().rev().find(|parent| symbol.kind == NameKind::Member && holds(parent)) {
            Some(parent) => parent.children.push(symbol),
            None => outline.push(symbol),
        }
    }
    outline
}

fn symbol(definition: &Definition) -> Symbol {
    Symbol {
        name: definition.name.clone(),
        detail: definition.detail.clone(),
        kind: definition.kind,
        extent: definition.extent.to(definition.span),
        span: definition.span,
        children: Vec::new(),
    }
}

/// Extends the range of each label to the next label.
fn extend_labels(symbols: &mut [Symbol], text: &str) {
    let is_label = |symbol: &Symbol| {
        matches!(symbol.kind, NameKind::Label | NameKind::Function)
            && text.get(symbol.extent.end as usize..).is_some_and(|rest| rest.trim_start().starts_with(':'))
    };
    let mut end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    for symbol in symbols.iter_mut().rev().filter(|symbol| is_label(symbol)) {
        symbol.extent.end = end;
        end = symbol.span.start;
    }
}
