//! Splitting a text into statements, linear in its length.

/// One statement with its terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Offset of its first token.
    pub(crate) start: usize,
    /// One past its terminator, or the end of the text.
    pub(crate) end: usize,
    /// `;`, `:`, or nothing at the end of the text.
    pub(crate) terminator: Option<u8>,
}

/// The pieces of a text from an offset on. Comments end at the line; `;` and `:` inside them are
/// text.
pub(crate) struct Pieces<'t> {
    text: &'t [u8],
    at: usize,
    /// The end of the last piece, so that going on inside it does not scan for it again.
    last: Option<Piece>,
}

impl<'t> Pieces<'t> {
    /// Starts at `at`, which must not be inside a comment.
    pub(crate) fn new(text: &'t str, at: usize) -> Self {
        Pieces { text: text.as_bytes(), at, last: None }
    }

    /// Goes on from a token of the last piece, or from the start of an earlier one.
    pub(crate) fn resume(&mut self, at: usize) {
        self.at = at;
        self.last = self.last.filter(|last| last.start <= at);
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let start = skip_blank(self.text, self.at);
        if start >= self.text.len() {
            self.at = start;
            return None;
        }
        let piece = match self.last {
            Some(last) if start < last.end => Piece { start, ..last },
            _ => self.piece_from(start),
        };
        self.at = piece.end;
        self.last = Some(piece);
        Some(piece)
    }
}

impl Pieces<'_> {
    fn piece_from(&self, start: usize) -> Piece {
        let mut at = start;
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b';' | b':' => return Piece { start, end: at + 1, terminator: Some(byte) },
                b'#' => at = line_end(self.text, at),
                _ => at += 1,
            }
        }
        Piece { start, end: at, terminator: None }
    }
}

fn line_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().position(|&b| b == b'\n' || b == b'\r').map_or(text.len(), |n| at + n)
}

/// The next offset that is neither white space nor comment.
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

/// A copy of a piece with blanks for comments and for white space, if it has any but blanks. Offsets
/// stay the same.
pub(crate) fn blanked(piece: &str) -> Option<String> {
    let other = |b: u8| matches!(b, b'\t'..=b'\r' | b'#');
    if !piece.bytes().any(other) {
        return None;
    }
    let mut bytes = piece.as_bytes().to_vec();
    let mut at = 0;
    while let Some(found) = bytes.iter().skip(at).position(|&b| other(b)) {
        let start = at + found;
        at = if bytes[start] == b'#' { line_end(&bytes, start) } else { start + 1 };
        bytes[start..at].fill(b' ');
    }
    // Comments go whole, so that what is left is text still.
    String::from_utf8(bytes).ok()
}

/// The length of a text without the blanks and comments at its end.
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

/// The word at an offset: letters, digits, `_` and `$`.
pub(crate) fn word_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.bytes().position(|b| !(b.is_ascii_alphanumeric() || b == b'_' || b == b'$'));
    rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_hide_terminators() {
        let text = "A; # x; y:\n B # ;\n C: D";
        let pieces: Vec<&str> = Pieces::new(text, 0).map(|p| &text[p.start..p.end]).collect();
        assert_eq!(pieces, ["A;", "B # ;\n C:", "D"]);
    }
}
