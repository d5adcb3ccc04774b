//! Extracts the part of a source line that a message shows.
//!
//! Emulators print whole programs on one line, and a file that is not source code may have a megabyte without a
//! line break. Therefore only a window around the location is shown. Nothing outside the window is read, except by
//! [`Excerpt::next_line`].

use super::text::push_escaped;
use std::ops::Range;

/// Maximum number of columns shown of one line.
const WINDOW: usize = 160;
/// Maximum number of columns shown before the location.
const BEFORE: usize = 80;
/// Replaces the parts of the line that are cut off.
const CUT: &str = "...";

/// The part of a line that is shown.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The text to show: clipped and escaped, without the line break.
    pub text: String,
    /// For each shown character, its offset in the source and its offset in `text`; then the end offsets in both.
    /// Sorted by either offset.
    map: Vec<(usize, usize)>,
    /// Whether the window ends before the line does.
    clipped: bool,
}

impl Excerpt {
    /// Extracts a window around byte `focus` of `source` from the line that contains this byte.
    pub fn around(source: &str, focus: usize) -> Self {
        let focus = floor_boundary(source, focus);
        let mut columns = 0;
        let mut start = focus;
        let mut clipped_left = false;
        for (at, c) in source[..focus].char_indices().rev() {
            if c == '\n' || (c == '\r' && !source[at + 1..].starts_with('\n')) {
                break;
            }
            columns += width(c);
            if columns > BEFORE {
                clipped_left = true;
                break;
            }
            start = at;
        }

        let mut shown = Excerpt { text: String::new(), map: Vec::new(), clipped: false };
        if clipped_left {
            shown.text.push_str(CUT);
        }
        let mut end = start;
        columns = 0;
        for (at, c) in source[start..].char_indices().map(|(i, c)| (start + i, c)) {
            if c == '\n' || c == '\r' {
                break;
            }
            columns += width(c);
            if columns > WINDOW {
                shown.clipped = true;
                break;
            }
            shown.map.push((at, shown.text.len()));
            if c == '\t' {
                shown.text.push(c)
            } else {
                push_escaped(&mut shown.text, c)
            }
            end = at + c.len_utf8();
        }
        shown.map.push((end, shown.text.len()));
        if shown.clipped {
            shown.text.push_str(CUT);
        }
        shown
    }

    /// Returns the range of `text` that shows a byte range of the source, clipped to the line. Returns `None` if
    /// the range starts before the window, or after a window that ends before the line does.
    pub fn locate(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let (first, _) = *self.map.first()?;
        let (last, _) = *self.map.last()?;
        if range.start < first || (self.clipped && range.start >= last) {
            return None;
        }
        let start = self.shown_at(range.start);
        Some(start..self.shown_at(range.end).max(start))
    }

    /// Returns the source offset of the next line; the length of the source if there is none.
    pub fn next_line(&self, source: &str) -> usize {
        let end = self.map.last().map_or(0, |&(at, _)| at);
        let Some(at) = source[end..].find(['\n', '\r']).map(|i| end + i) else { return source.len() };
        at + if source[at..].starts_with("\r\n") { 2 } else { 1 }
    }

    /// Returns the offset in `text` of the first shown character at or after a source offset.
    fn shown_at(&self, offset: usize) -> usize {
        let after = self.map.partition_point(|&(at, _)| at < offset);
        self.map.get(after).or(self.map.last()).map_or(0, |&(_, shown)| shown)
    }
}

/// Returns the approximate width of a character in columns.
fn width(c: char) -> usize {
    match c {
        '\t' => 4,
        c if super::text::is_disturbing(c) => c.escape_unicode().len(),
        _ => 1,
    }
}

/// Returns the nearest character boundary at or before a byte offset.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
