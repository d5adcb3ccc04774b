//! The outline of a document.

use crate::analysis::{Analysis, MAIN};
use nvc::Language;
use nvc_diag::Span;
use nvc_diag::index::{Definition, NameKind};

/// A symbol of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// Its declaration in one line.
    pub detail: String,
    /// What it denotes.
    pub kind: NameKind,
    /// The declaration, or the instructions after a label.
    pub extent: Span,
    /// The name's place in it.
    pub span: Span,
    /// Members of structs and blocks.
    pub children: Vec<Symbol>,
}

/// The names of the document that are not local to a function, with members below their struct or block.
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

/// A label reaches to the next one.
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
