//! Where names are defined and used.

use crate::analysis::{Analysis, MAIN};
use nvc_diag::Span;

/// The place where the name at an offset is defined, or the start of the file that an `#include` line names.
pub fn definition(analysis: &Analysis, offset: usize) -> Option<Span> {
    if let Some((_, _, definition)) = analysis.name_at(offset) {
        return Some(definition.span);
    }
    let offset = u32::try_from(offset).ok()?;
    let contains = |at: &Span| at.file == MAIN && at.start <= offset && offset <= at.end;
    let (_, file) = analysis.includes.iter().find(|(at, _)| contains(at))?;
    Some(Span::new(*file, 0, 0))
}

/// The places where the name at an offset is used, with its declaration if wanted.
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
