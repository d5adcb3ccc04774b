//! Program analysis for editors: tokens, names, definitions and uses. Works on programs with errors.

use crate::name::Names;
use crate::options::{Loader, Options};
use crate::preprocess::token::Output;
use crate::{check, parse, preprocess};
use nvc_diag::index::{Definition, DefinitionId, Index, NameKind};
use nvc_diag::{Diagnostics, FileId, SourceMap, Span};
use rustc_hash::FxHashMap;

/// The result of [`analyze`]; incomplete if the program has errors.
#[derive(Debug, Default)]
pub struct Analysis {
    /// Preprocessed tokens. They end where an error stopped preprocessing, such as an `#include` that was not
    /// found.
    pub output: Output,
    /// Interned names; the tokens refer to them.
    pub names: Names,
    /// Definitions of names, and their uses.
    pub index: Index,
}

/// Preprocesses, parses and checks a source. Included files are added to `sources`, diagnostics to `diags`.
pub fn analyze(
    sources: &mut SourceMap,
    main: FileId,
    options: &Options,
    loader: &dyn Loader,
    diags: &mut Diagnostics,
) -> Analysis {
    let mut names = Names::new();
    let (output, _) = preprocess::run(sources, main, options, loader, &mut names, diags);
    let unit = parse::parse(&output, &mut names, sources, diags);
    let recorded = check::index(&unit, &output, &mut names, options, diags);
    let mut index = Index::default();
    macros(&output, &names, sources, &mut index);
    append(&mut index, &recorded, sources);
    Analysis { output, names, index }
}

/// Returns the source text of a span.
fn text(sources: &SourceMap, span: Span) -> &str {
    sources.source(span.file).text.get(span.range()).unwrap_or_default()
}

/// Adds the definitions of macros, and the invocations that are written in a file rather than in a macro
/// body.
fn macros(output: &Output, names: &Names, sources: &SourceMap, index: &mut Index) {
    let mut known: FxHashMap<Span, DefinitionId> = FxHashMap::default();
    for &(name, span) in &output.macros {
        let file = &sources.source(span.file).text;
        let rest = file.get(span.start as usize..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default().trim_end();
        let definition = Definition {
            name: names.text(name).to_owned(),
            kind: NameKind::Macro,
            span,
            extent: Span { end: span.start.saturating_add(u32::try_from(line.len()).unwrap_or(0)), ..span },
            detail: format!("#define {line}"),
            scope: None,
        };
        known.insert(span, index.define(definition));
    }
    for expansion in output.expansions.iter().filter(|expansion| expansion.parent.is_none()) {
        let Some(&id) = expansion.definition.and_then(|at| known.get(&at)) else { continue };
        let start = expansion.invocation.start as usize;
        let name = Span::new(expansion.invocation.file, start, start + names.text(expansion.name).len());
        if text(sources, name) == names.text(expansion.name) {
            index.add_use(name, id);
        }
    }
}

/// Adds the names that the checker recorded. A token from a macro body has the span of the macro invocation;
/// such entries are skipped, because the source text there is not the name.
fn append(index: &mut Index, recorded: &Index, sources: &SourceMap) {
    let mut ids: FxHashMap<DefinitionId, DefinitionId> = FxHashMap::default();
    for (id, definition) in recorded.definitions() {
        if text(sources, definition.span) == definition.name {
            ids.insert(id, index.define(definition.clone()));
        }
    }
    for found in recorded.uses() {
        let Some(&id) = ids.get(&found.definition) else { continue };
        if index.get(id).is_some_and(|definition| text(sources, found.span) == definition.name) {
            index.add_use(found.span, id);
        }
    }
}
