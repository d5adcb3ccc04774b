//! Go to definition, and find references.

use crate::analysis::{Analysis, MAIN};
use nvc_diag::Span;

/// Returns the definition of the name at an offset or, on an `#include` line, the start of the included
/// file.
pub fn definition(analysis: &Analysis, offset: usize) -> Option<Span> {
    if let Some((_, _, definition)) = analysis.name_at(offset) {
        return Some(definition.span);
    }
    let offset = u32::try_from(offset).ok()?;
    let contains = |at: &Span| at.file == MAIN && at.start <= offset && offset <= at.end;
    let (_, file) = analysis.includes.iter().find(|(at, _)| contains(at))?;
    Some(Span::new(*file, 0, 0))
}

/// Returns the uses of the name at an offset, and its declaration if requested.
pub fn references(analysis: &Analysis, offset: usize, declaration: bool) -> Vec<Span> {
    let Some((_, id, definition)) = analysis.name_at(offset) else { return Vec::new() };
    let mut places = analysis.index.references(id);
    places.retain(|place| *place != definition.span);
    if declaration {
        places.push(definition.span);
    }
    places.sort_unstable();
    places
}
