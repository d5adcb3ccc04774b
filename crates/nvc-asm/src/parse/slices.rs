//! Splits a program into statements, in time linear in its length.

/// The position of a statement in the text, including its terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StatementSlice {
    /// Offset of the first token.
    pub(crate) start: usize,
    /// Offset after the terminator, or the end of the text.
    pub(crate) end: usize,
    /// `;` or `:`; `None` at the end of the text.
    pub(crate) terminator: Option<u8>,
}

/// Iterates over the statements of a text, starting at an offset. A `;` or `:` in a comment does not end a
/// statement.
pub(crate) struct StatementSlices<'t> {
    text: &'t [u8],
    at: usize,
    /// The last slice that was returned. Resuming inside it then does not search for its end again.
    last: Option<StatementSlice>,
}

impl<'t> StatementSlices<'t> {
    /// Creates an iterator that starts at `at`, which must not be inside a comment.
    pub(crate) fn new(text: &'t str, at: usize) -> Self {
        StatementSlices { text: text.as_bytes(), at, last: None }
    }

    /// Returns the offset of the first token of the next statement; `None` at the end of the text.
    pub(crate) fn next_start(&mut self) -> Option<usize> {
        self.at = skip_blank(self.text, self.at);
        (self.at < self.text.len()).then_some(self.at)
    }

    /// Continues at a token of the last slice, at the start of an earlier slice, or after a statement that was not sliced.
    pub(crate) fn resume(&mut self, at: usize) {
        self.at = at;
        self.last = self.last.filter(|last| last.start <= at);
    }

    fn slice_from(&self, start: usize) -> StatementSlice {
        let mut at = start;
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b';' | b':' => return StatementSlice { start, end: at + 1, terminator: Some(byte) },
                b'#' => at = line_end(self.text, at),
                _ => at += 1,
            }
        }
        StatementSlice { start, end: at, terminator: None }
    }
}

impl Iterator for StatementSlices<'_> {
    type Item = StatementSlice;

    fn next(&mut self) -> Option<StatementSlice> {
        let start = self.next_start()?;
        let slice = match self.last {
            Some(last) if start < last.end => StatementSlice { start, ..last },
            _ => self.slice_from(start),
        };
        self.at = slice.end;
        self.last = Some(slice);
        Some(slice)
    }
}

/// Returns the offset of the next line break, or the length of the text if there is none.
pub(crate) fn line_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().position(|&b| b == b'\n' || b == b'\r').map_or(text.len(), |n| at + n)
}

/// Returns the next offset that is neither in white space nor in a comment.
pub(crate) fn skip_blank(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b' ' | b'\t'..=b'\r' => at += 1,
            b'#' => at = line_end(text, at),
            _ => break,
        }
    }
    at
}

/// Returns a copy of the text with spaces in place of comments, tabs and line breaks, so that offsets are
/// preserved; `None` if there are none of these.
pub(crate) fn strip_comments(text: &str) -> Option<String> {
    let other = |b: u8| matches!(b, b'\t'..=b'\r' | b'#');
    if !text.bytes().any(other) {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(found) = bytes.iter().skip(at).position(|&b| other(b)) {
        let start = at + found;
        at = if bytes[start] == b'#' { line_end(&bytes, start) } else { start + 1 };
        bytes[start..at].fill(b' ');
    }
    // Only whole comments are replaced, so the text is still valid UTF-8.
    String::from_utf8(bytes).ok()
}

/// Returns the length of a text without trailing white space and comments.
pub(crate) fn last_token_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    if !bytes.contains(&b'#') {
        return bytes.iter().rposition(|b| !matches!(b, b' ' | b'\t'..=b'\r')).map_or(0, |last| last + 1);
    }
    let (mut end, mut at) = (0, 0);
    while at < bytes.len() {
        at = skip_blank(bytes, at);
        if at < bytes.len() {
            at += 1;
            end = at;
        }
    }
    end
}

/// Returns the word at an offset: letters, digits, `_` and `$`.
pub(crate) fn word_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.bytes().position(|b| !(b.is_ascii_alphanumeric() || b == b'_' || b == b'$'));
    rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resuming() {
        let text = "A; B C;";
        let mut slices = StatementSlices::new(text, 0);
        slices.next();
        let second = slices.next().expect("a second statement");
        assert_eq!(&text[second.start..second.end], "B C;");
        slices.resume(5);
        assert_eq!(slices.next(), Some(StatementSlice { start: 5, ..second }));
        slices.resume(0);
        assert_eq!(slices.next().map(|s| s.end), Some(2));
        assert_eq!(slices.next(), Some(second));
        assert_eq!(slices.next(), None);
    }

    #[test]
    fn statements_can_be_skipped_without_slicing_them() {
        let text = " A; B C; # D\n";
        let mut slices = StatementSlices::new(text, 0);
        assert_eq!(slices.next_start(), Some(1));
        slices.resume(3);
        assert_eq!(slices.next().map(|s| &text[s.start..s.end]), Some("B C;"));
        assert_eq!(slices.next_start(), None);
    }

    #[test]
    fn comments_hide_terminators() {
        let text = "A; # x; y:\n B # ;\n C: D";
        let slices: Vec<&str> = StatementSlices::new(text, 0).map(|s| &text[s.start..s.end]).collect();
        assert_eq!(slices, ["A;", "B # ;\n C:", "D"]);
    }
}
