//! A cursor over source text that finds the extents of white space, names, numbers, strings and operators.
//!
//! A line continuation, `\` followed by a line break, may occur anywhere, even within a token (GLSL §3.2).

use super::token::Punct;
use memchr::{memchr, memchr3, memrchr2};
use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Span};
use std::borrow::Cow;

/// How far the scanner may read to find a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// To the end of the file.
    File,
    /// To the end of the line, which is returned as a token.
    Line,
}

/// Describes what separates two tokens.
#[derive(Default)]
pub(super) struct Gap {
    /// Whether there is white space or a comment.
    pub space: bool,
    /// Whether there is a line break outside comments.
    pub newline: bool,
}

/// A position in source text.
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Cursor<'a> {
    /// Returns the byte at the cursor.
    pub fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn byte_at(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Returns the size in bytes of the character at the cursor.
    pub fn char_len(&self) -> usize {
        self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    }

    /// Returns the size in bytes of the line continuation at a position; 0 if there is none.
    fn continuation(&self, at: usize) -> usize {
        match (self.byte_at(at), self.byte_at(at + 1), self.byte_at(at + 2)) {
            (b'\\', b'\r', b'\n') => 3,
            (b'\\', b'\n' | b'\r', _) => 2,
            _ => 0,
        }
    }

    /// Skips a line continuation, if there is one.
    pub fn skip_continuation(&mut self) -> bool {
        let len = self.continuation(self.at);
        self.at += len;
        len > 0
    }

    /// Skips spaces, tabs and line continuations.
    pub fn skip_blanks(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t')) || self.skip_continuation() {
            self.at += usize::from(matches!(self.byte(), Some(b' ' | b'\t')));
        }
    }

    /// Skips white space, comments and continuations.
    pub fn skip_space(&mut self, reach: Reach, file: FileId, diags: &mut Diagnostics) -> Gap {
        let mut gap = Gap::default();
        loop {
            match self.byte() {
                Some(byte) if is_blank(byte) => {
                    self.at += 1;
                    gap.space = true;
                }
                Some(b'\n' | b'\r') if reach == Reach::File => {
                    self.at += 1;
                    (gap.newline, gap.space) = (true, true);
                }
                Some(b'\\') if self.skip_continuation() => {}
                Some(b'/') => {
                    let ([_, second, _], ends) = self.ahead();
                    match second {
                        b'/' => self.skip_to_line_end(),
                        b'*' => self.skip_block_comment(ends[1], file, diags),
                        _ => return gap,
                    }
                    gap.space = true;
                }
                _ => return gap,
            }
        }
    }

    /// Returns the position of the next byte that can begin a directive, comment or string.
    pub fn next_special(&self) -> usize {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        memchr3(b'#', b'/', b'"', rest).map_or(self.text.len(), |found| self.at + found)
    }

    /// Skips to `special`, which [`next_special`](Self::next_special) returned, or to a `\` before it. Returns whether only white
    /// space precedes the cursor on its line; `line_start` says that of the cursor before.
    pub fn skip_plain(&mut self, special: usize, line_start: bool) -> bool {
        let plain = self.text.as_bytes().get(self.at..special).unwrap_or_default();
        let plain = memchr(b'\\', plain).and_then(|end| plain.get(..end)).unwrap_or(plain);
        self.at += plain.len();
        let line_break = memrchr2(b'\n', b'\r', plain);
        let line = line_break.and_then(|at| plain.get(at + 1..)).unwrap_or(plain);
        (line_start || line_break.is_some()) && line.iter().all(|&byte| is_blank(byte))
    }

    /// Returns the rest of the line if it has no comment and no continuation, so that nothing in it needs to be removed.
    pub fn plain_line(&self) -> Option<&'a str> {
        let rest = self.text.get(self.at..)?;
        // Not with memchr: its first call in a process detects the CPU's features, which takes longer than this search in all
        // directives of most shaders.
        let is_special = |byte| matches!(byte, b'\n' | b'\r' | b'/' | b'\\');
        let end = rest.bytes().position(is_special).unwrap_or(rest.len());
        match rest.as_bytes().get(end) {
            Some(b'/' | b'\\') => None,
            _ => rest.get(..end),
        }
    }

    /// Skips to the line break that ends a `//` comment. A line continuation continues the comment (GLSL §3.4).
    fn skip_to_line_end(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' | b'\r' => return,
                b'\\' if self.skip_continuation() => {}
                _ => self.at += 1,
            }
        }
    }

    /// Skips a block comment. `inside` is the position after the `/*`.
    fn skip_block_comment(&mut self, inside: usize, file: FileId, diags: &mut Diagnostics) {
        let bytes = self.text.as_bytes();
        let mut at = inside;
        loop {
            match bytes.get(at) {
                None => {
                    let span = Span::new(file, self.at, inside);
                    diags.report(
                        Diagnostic::new(Code::N1101, span, "the comment is not closed")
                            .note("comments do not nest: the first `*/` ends the comment"),
                    );
                    self.at = self.text.len();
                    return;
                }
                Some(b'*') => {
                    at += 1;
                    while self.continuation(at) > 0 {
                        at += self.continuation(at);
                    }
                    if bytes.get(at) == Some(&b'/') {
                        self.at = at + 1;
                        return;
                    }
                }
                Some(_) => at += 1,
            }
        }
    }

    /// Returns the next three bytes without line continuations, and the position after each; zeros past the
    /// end.
    pub fn ahead(&self) -> ([u8; 3], [usize; 3]) {
        let (mut bytes, mut ends, mut at) = ([0; 3], [0; 3], self.at);
        for (byte, end) in bytes.iter_mut().zip(&mut ends) {
            while self.continuation(at) > 0 {
                at += self.continuation(at);
            }
            *byte = self.byte_at(at);
            at += 1;
            *end = at;
        }
        (bytes, ends)
    }

    /// Reads bytes while `fits` returns true, and removes continuations. `fits` receives the byte, the
    /// previous byte, and the position.
    fn run(&mut self, mut fits: impl FnMut(u8, u8, usize) -> bool) -> Cow<'a, str> {
        let bytes = self.text.as_bytes();
        let (mut start, mut before) = (self.at, 0);
        let mut joined = String::new();
        loop {
            match bytes.get(self.at) {
                Some(&byte) if fits(byte, before, self.at) => {
                    before = byte;
                    self.at += 1;
                }
                Some(b'\\') if self.continuation(self.at) > 0 => {
                    joined.push_str(&self.text[start..self.at]);
                    self.skip_continuation();
                    start = self.at;
                }
                _ => break,
            }
        }
        let last = &self.text[start..self.at];
        if joined.is_empty() { Cow::Borrowed(last) } else { Cow::Owned(joined + last) }
    }

    /// Reads letters, digits and underscores.
    pub fn word(&mut self) -> Cow<'a, str> {
        self.run(|byte, _, _| byte.is_ascii_alphanumeric() || byte == b'_')
    }

    /// Reads a preprocessing number, which may be malformed. It includes the sign of an exponent, except in
    /// hexadecimal numbers.
    pub fn number(&mut self) -> Cow<'a, str> {
        let hexadecimal = matches!(self.ahead().0, [b'0', b'x' | b'X', _]);
        let name = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        let mut ended = false;
        let text = self.text;
        self.run(|byte, before, at| match byte {
            b'+' | b'-' => !hexadecimal && matches!(before, b'e' | b'E'),
            // In `1.0.xxx`, the second point starts a swizzle: a number has at most one point, and no point
            // after a letter.
            b'.' if ended && name(Cursor { text, at }.ahead().0[1]) => false,
            _ => {
                ended |= byte == b'.' || name(byte);
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
            }
        })
    }

    /// Reads a string literal and returns its content; `None` if the line ends first.
    pub fn string(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        self.at = start;
        loop {
            match bytes.get(self.at) {
                None | Some(b'\n' | b'\r') => return None,
                Some(b'"') => {
                    self.at += 1;
                    return Some(&self.text[start..self.at - 1]);
                }
                Some(b'\\') if self.skip_continuation() => {}
                Some(b'\\') if !matches!(self.byte_at(self.at + 1), 0 | b'\n' | b'\r') => {
                    self.at += 1;
                    self.at += self.char_len();
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// Reads an operator or separator.
    pub fn punct(&mut self) -> Option<Punct> {
        let first = usize::from(self.byte()?);
        if !goes_on(self.byte_at(self.at + 1))
            && let Some(&index) = SINGLES.get(first)
            && let Some(&punct) = Punct::ALL.get(usize::from(index))
        {
            self.at += 1;
            return Some(punct);
        }
        let (bytes, ends) = self.ahead();
        let candidates = CANDIDATES.get(usize::from(bytes[0]))?;
        let &index = candidates.iter().find(|&&index| {
            Punct::ALL.get(usize::from(index)).is_some_and(|p| bytes.starts_with(p.text().as_bytes()))
        })?;
        let punct = *Punct::ALL.get(usize::from(index))?;
        self.at = *ends.get(punct.text().len() - 1)?;
        Some(punct)
    }

    /// Skips a character and those after it that cannot begin a comment or string or end a line.
    pub fn skip_word(&mut self) {
        let bytes = self.text.as_bytes();
        let ends = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'/' | b'"' | b'\\');
        self.at += 1;
        self.at += bytes[self.at..].iter().position(ends).unwrap_or(bytes.len() - self.at);
    }
}

/// Returns whether a byte is white space within a line (GLSL §3.1).
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c')
}

/// Marks empty entries in the operator tables.
const NONE: u8 = u8::MAX;

/// Returns whether a byte can be the second byte of an operator, or begin a line continuation within one.
fn goes_on(byte: u8) -> bool {
    matches!(byte, b'=' | b'<' | b'>' | b'&' | b'|' | b'^' | b'+' | b'-' | b'#' | b'\\')
}

/// Indices in [`Punct::ALL`] of the one-byte operators, by byte.
static SINGLES: [u8; 128] = {
    let mut table = [NONE; 128];
    let mut index = 0;
    while index < Punct::ALL.len() {
        let text = Punct::ALL[index].text().as_bytes();
        if text.len() == 1 {
            table[text[0] as usize] = index as u8;
        }
        index += 1;
    }
    table
};

/// Indices in [`Punct::ALL`] of the operators that begin with each byte, longest first.
static CANDIDATES: [[u8; 4]; 128] = {
    let mut table = [[NONE; 4]; 128];
    let mut index = 0;
    while index < Punct::ALL.len() {
        let first = Punct::ALL[index].text().as_bytes()[0] as usize;
        let mut slot = 0;
        while table[first][slot] != NONE {
            slot += 1;
        }
        table[first][slot] = index as u8;
        index += 1;
    }
    table
};
