//! Source files, byte ranges in them, and their line and column numbers.

use std::num::NonZeroU32;
use std::sync::Arc;

/// Identifies a file of a [`SourceMap`]. It is stored as the index plus 1, so that an `Option` of it, or of a [`Span`], is not larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(NonZeroU32);

impl FileId {
    /// Creates the id of the file with an index. An index of `u32::MAX`, which no file has, becomes the index below.
    pub const fn new(index: u32) -> Self {
        FileId(NonZeroU32::MIN.saturating_add(index))
    }

    /// Returns the index of the file.
    pub const fn index(self) -> u32 {
        self.0.get() - 1
    }
}

impl Default for FileId {
    /// The first file.
    fn default() -> Self {
        FileId::new(0)
    }
}

impl std::fmt::Debug for FileId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FileId({})", self.index())
    }
}

/// A byte range in one file. `start == end` marks a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// File that contains the range.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span of the bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end) }
    }

    /// Returns the smallest span that contains both spans. `other` must be in the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the point just after the span, for reporting that something is missing there.
    #[must_use]
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// Returns the byte range, for slicing the source text.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A source text and its name. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name shown in messages, as the user gave it.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// Creates a source with a display name and a text.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Source { name: name.into(), text: text.into() }
    }
}

/// A line and column, both counted from 1. Columns count Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// The files of one compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<File>,
}

/// A location as messages show it: with the file name and line number set by `#line` directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presumed<'a> {
    /// File name.
    pub name: &'a str,
    /// Line, as set by `#line` directives; may be 0.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

#[derive(Clone, Debug)]
struct File {
    source: Source,
    /// The result of [`lines`](Self::lines): most compilations never ask for a line.
    #[expect(clippy::disallowed_types, reason = "part of a value, not global state")]
    lines: std::sync::OnceLock<Vec<u32>>,
    /// Effects of `#line` directives, in source order.
    overrides: Vec<Override>,
}

/// The effect of a `#line` directive: line `from` is shown as line `line` of the file `name`, and the
/// following lines are numbered from there.
#[derive(Clone, Debug)]
struct Override {
    /// Line of the source file, counted from 1.
    from: u32,
    line: u32,
    name: Arc<str>,
}

/// A little less than the average length of a line, to estimate the number of lines of a file.
const LINE_BYTES: usize = 20;

/// Maximum line number that a `#line` directive can set, so that adding the number of lines in a file cannot
/// overflow.
const MAX_LINE: u32 = i32::MAX as u32;

impl File {
    /// Returns the byte offset of the first character of each line. Lines end in LF, CR LF, or CR alone.
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let bytes = self.source.text.as_bytes();
            let is_end = |&at: &usize| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
            let ends = memchr::memchr2_iter(b'\n', b'\r', bytes).filter(is_end);
            let mut lines = Vec::with_capacity(1 + bytes.len() / LINE_BYTES);
            lines.push(0);
            lines.extend(ends.map(|at| at as u32 + 1));
            lines
        })
    }

    /// Returns the override in effect at a line.
    fn override_at(&self, line: u32) -> Option<&Override> {
        self.overrides.partition_point(|o| o.from <= line).checked_sub(1).and_then(|i| self.overrides.get(i))
    }
}

impl SourceMap {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and returns its id.
    pub fn add(&mut self, source: Source) -> FileId {
        self.files.push(File { source, lines: Default::default(), overrides: Vec::new() });
        FileId::new(self.files.len() as u32 - 1)
    }

    /// Returns the source of a file in this map.
    ///
    /// # Panics
    /// If the id is from another map.
    pub fn source(&self, file: FileId) -> &Source {
        &self.files[file.index() as usize].source
    }

    /// Iterates over all files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId::new(i as u32), &f.source))
    }

    /// Returns the line and column of a byte offset in a file. For offsets past the end, it returns those of
    /// the end.
    pub fn position(&self, file: FileId, offset: u32) -> Position {
        let file = &self.files[file.index() as usize];
        let text = &file.source.text;
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let lines = file.lines();
        let line = lines.partition_point(|&start| start as usize <= offset) - 1;
        let column = text[lines[line] as usize..offset].chars().count() as u32 + 1;
        Position { line: line as u32 + 1, column }
    }

    /// Applies a `#line` directive: the first line that starts at or after `offset` gets the number `line`
    /// and belongs to the file `name`. If `name` is `None`, the file name does not change. Directives must be
    /// applied in source order.
    pub fn renumber(&mut self, file: FileId, offset: u32, line: u32, name: Option<Arc<str>>) {
        let Some(entry) = self.files.get_mut(file.index() as usize) else { return };
        let from = entry.lines().partition_point(|&start| start < offset) as u32 + 1;
        let so_far = || entry.overrides.last().map_or_else(|| entry.source.name.clone(), |o| o.name.clone());
        let name = name.unwrap_or_else(so_far);
        entry.overrides.push(Override { from, line: line.min(MAX_LINE), name });
    }

    /// Returns the location of a byte offset as messages show it. For offsets past the end, it returns that
    /// of the end.
    pub fn presumed(&self, file: FileId, offset: u32) -> Presumed<'_> {
        let at = self.position(file, offset);
        let file = &self.files[file.index() as usize];
        match file.override_at(at.line) {
            Some(o) => Presumed { name: &o.name, line: o.line + (at.line - o.from), column: at.column },
            None => Presumed { name: &file.source.name, line: at.line, column: at.column },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn presumed(sources: &SourceMap, offset: u32) -> (String, u32, u32) {
        let at = sources.presumed(FileId::new(0), offset);
        (at.name.to_owned(), at.line, at.column)
    }

    #[test]
    fn lines_end_in_lf_cr_lf_or_cr() {
        let mut sources = SourceMap::new();
        let file = sources.add(Source::new("a.nvcp", "one\rtwo\r\nthree\nfour\r"));
        let at = |offset| {
            let Position { line, column } = sources.position(file, offset);
            (line, column)
        };
        assert_eq!([at(2), at(4), at(9), at(16), at(20)], [(1, 3), (2, 1), (3, 1), (4, 2), (5, 1)]);
    }

    #[test]
    fn line_directives_renumber_what_follows() {
        let mut sources = SourceMap::new();
        let file = sources.add(Source::new("a.comp", "one\n#line 40\nthree\nfour\n#line 7 b\nsix\n"));
        // The offsets 12 and 33 are the line breaks after the directives.
        sources.renumber(file, 12, 40, None);
        sources.renumber(file, 33, 7, Some("b".into()));
        assert_eq!(presumed(&sources, 1), ("a.comp".into(), 1, 2));
        assert_eq!(presumed(&sources, 4), ("a.comp".into(), 2, 1));
        assert_eq!(presumed(&sources, 13), ("a.comp".into(), 40, 1));
        assert_eq!(presumed(&sources, 19), ("a.comp".into(), 41, 1));
        assert_eq!(presumed(&sources, 35), ("b".into(), 7, 2));
        assert_eq!(sources.position(file, 35), Position { line: 6, column: 2 });
    }

    #[test]
    fn a_renumbering_keeps_the_name_given_before() {
        let mut sources = SourceMap::new();
        let file = sources.add(Source::new("a", "1\n2\n3\n"));
        sources.renumber(file, 1, u32::MAX, Some("b".into()));
        assert_eq!(presumed(&sources, 4), ("b".into(), MAX_LINE + 1, 1));
        sources.renumber(file, 3, 5, None);
        assert_eq!(presumed(&sources, 4), ("b".into(), 5, 1));
    }
}
