//! Extracts the part of a listing around a [`Place`], such as an instruction, for error messages.

use super::Place;
use super::print::{NOTE, listing};
use crate::module::Module;

/// Number of lines shown before the line of the place.
const BEFORE: usize = 2;

/// Returns the line of a place with a message below it, up to [`BEFORE`] lines before it, and the first lines of its
/// function and block.
pub fn excerpt(module: &Module, place: Place, message: &str) -> String {
    let text = listing(module, &[(place, message.to_owned())]);
    let lines: Vec<&str> = text.lines().collect();
    let Some(note) = lines.iter().position(|line| line.starts_with(NOTE)) else {
        // The place is not in the listing, for example an instruction that is in no block.
        return format!("{NOTE}{message}\n");
    };
    let in_function = matches!(
        place,
        Place::Function(_) | Place::Local(..) | Place::Block(..) | Place::Inst(..) | Place::Terminator(..)
    );
    let last = |start: &str| lines[..note].iter().rposition(|line| line.starts_with(start));
    let head = if in_function { last("func ") } else { None };
    let label = head.and_then(|head| last("b").filter(|&label| label > head));
    let from = note.saturating_sub(BEFORE + 1).max(label.or(head).unwrap_or(0));
    let mut out = String::new();
    let mut next = head.or(label).unwrap_or(from);
    for index in head.into_iter().chain(label).chain(from..=note) {
        if index < next {
            continue;
        }
        if index > next {
            out.push_str("  ; ...\n");
        }
        out.push_str(lines[index]);
        out.push('\n');
        next = index + 1;
    }
    out
}
