//! Positions of the protocol: zero-based lines, and columns in code units of the encoding that client and
//! server negotiated.

/// The unit in which columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 code units (bytes).
    Utf8,
    /// UTF-16 code units, the protocol's default.
    #[default]
    Utf16,
}

impl Encoding {
    /// Returns the name of the encoding in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
        }
    }

    /// Returns the length of a text in code units.
    pub fn length(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// A position as in the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Zero-based line number.
    pub line: u32,
    /// Number of code units before the position in its line.
    pub character: u32,
}

/// A line index: the offset of each line of a text.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Byte offset of the start of each line.
    starts: Vec<usize>,
}

impl Lines {
    /// Indexes a text, whose lines end in LF, CR LF or CR.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = |&at: &usize| {
            bytes.get(at) == Some(&b'\n')
                || (bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) != Some(&b'\n'))
        };
        Lines { starts: std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect() }
    }

    /// Returns the offset and the text of a line without its line end.
    fn line<'t>(&self, text: &'t str, line: usize) -> Option<(usize, &'t str)> {
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        Some((start, text.get(start..end)?.trim_end_matches(['\n', '\r'])))
    }

    /// Returns the byte offset of a position. Invalid positions are clamped, since clients may be out of
    /// date and must not crash the server: past the end of a line to its end, past the last line to the end
    /// of the text, and inside a character to its start.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let Some((start, line)) = self.line(text, position.line as usize) else { return text.len() };
        let mut units = 0;
        for (at, c) in line.char_indices() {
            units += encoding.units(c);
            if units > position.character as usize {
                return start + at;
            }
        }
        start + line.len()
    }

    /// Returns the position of a byte offset. An offset inside a character counts as the start of the character, and an
    /// offset past the end as the end of the text.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = text.get(start..offset).unwrap_or_default();
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(encoding.length(before)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# größe 😀 x\r\nTEMP R0;\r# ein\n\nlast";

    #[test]
    fn positions_and_offsets_are_inverse() {
        let lines = Lines::new(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (offset, _) in TEXT.char_indices().chain([(TEXT.len(), ' ')]) {
                // A position between CR and LF does not exist.
                if TEXT[..offset].ends_with('\r') && TEXT[offset..].starts_with('\n') {
                    continue;
                }
                let position = lines.position(TEXT, offset, encoding);
                assert_eq!(lines.offset(TEXT, position, encoding), offset, "{encoding:?} {position:?}");
            }
        }
    }

    #[test]
    fn columns_count_units_of_the_encoding() {
        let lines = Lines::new(TEXT);
        let x = TEXT.find('x').unwrap_or_default();
        assert_eq!(lines.position(TEXT, x, Encoding::Utf16), Position { line: 0, character: 11 });
        assert_eq!(lines.position(TEXT, x, Encoding::Utf8), Position { line: 0, character: 15 });
        let at = |line, character| lines.offset(TEXT, Position { line, character }, Encoding::Utf16);
        assert_eq!(&TEXT[at(1, 5)..at(1, 7)], "R0");
        // Positions inside the surrogate pair, past the end of the line, and past the last line.
        assert_eq!(at(0, 9), TEXT.find('😀').unwrap_or_default());
        assert_eq!(at(0, 99), x + 1);
        assert_eq!(at(99, 0), TEXT.len());
    }
}
