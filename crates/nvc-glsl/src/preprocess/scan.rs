//! The scanner, which splits a file into preprocessing tokens and skips white space and comments (GLSL §3.1 to
//! §3.7).

use super::cursor::{Cursor, Reach};
use super::lexeme::{Flags, Kind, Lexeme};
use crate::name::Names;
use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Limit, Span};
use std::borrow::Cow;
use std::sync::Arc;

/// Scans one file.
#[derive(Debug)]
pub(super) struct Scanner {
    pub file: FileId,
    text: Arc<str>,
    at: usize,
    /// Whether the next token is the first of its line.
    line_start: bool,
}

/// Receives the names and errors that a scanner finds.
pub(super) struct Sink<'a> {
    pub names: &'a mut Names,
    pub diags: &'a mut Diagnostics,
}

impl Scanner {
    pub fn new(file: FileId, text: Arc<str>) -> Self {
        // A byte order mark is not part of the program.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scanner { file, text, at, line_start: true }
    }

    /// Returns the current byte offset.
    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// Returns the next token; [`Kind::End`] at the end of the file, or of the line if `reach` is
    /// [`Reach::Line`].
    pub fn next(&mut self, reach: Reach, sink: &mut Sink<'_>) -> Lexeme {
        let mut cursor = Cursor { text: &self.text, at: self.at };
        let gap = cursor.skip_space(reach, self.file, sink.diags);
        let flags = Flags { space: gap.space, line_start: gap.newline || self.line_start, fixed: false };
        self.line_start = gap.newline;
        let start = cursor.at;
        let kind = match cursor.byte() {
            None | Some(b'\n' | b'\r') => Kind::End,
            Some(_) => {
                self.line_start = false;
                token(&mut cursor, self.file, sink)
            }
        };
        self.at = cursor.at;
        Lexeme::new(kind, flags, Span::new(self.file, start, self.at))
    }

    /// Skips to the end of the line and returns the text, without comments and continuations.
    pub fn rest_of_line(&mut self, diags: &mut Diagnostics) -> (Cow<'_, str>, Span) {
        let mut cursor = Cursor { text: &self.text, at: self.at };
        cursor.skip_blanks();
        let start = cursor.at;
        if let Some(line) = cursor.plain_line() {
            self.at = start + line.len();
            let text = line.trim_ascii_end();
            return (Cow::Borrowed(text), Span::new(self.file, start, start + text.len()));
        }
        let mut end = start;
        let mut copied: Option<String> = None;
        while let Some(byte) = cursor.byte().filter(|b| !matches!(b, b'\n' | b'\r')) {
            let here = cursor.at;
            let rest = &cursor.text.as_bytes()[here..];
            if cursor.skip_continuation() || rest.starts_with(b"/*") || rest.starts_with(b"//") {
                let copy = copied.get_or_insert_with(|| self.text[start..here].to_owned());
                if rest.starts_with(b"/") {
                    cursor.skip_space(Reach::Line, self.file, diags);
                    copy.push(' ');
                }
                continue;
            }
            cursor.at += cursor.char_len();
            if let Some(copy) = &mut copied {
                copy.push_str(&self.text[here..cursor.at]);
            }
            if !byte.is_ascii_whitespace() {
                end = cursor.at;
            }
        }
        self.at = cursor.at;
        let span = Span::new(self.file, start, end);
        (
            copied.map_or(Cow::Borrowed(&self.text[start..end]), |copy| Cow::Owned(copy.trim().to_owned())),
            span,
        )
    }

    /// Skips to the next line.
    pub fn next_line(&mut self, diags: &mut Diagnostics) {
        self.rest_of_line(diags);
        self.at = (self.at + 1).min(self.text.len());
    }

    /// Returns the name in `<...>` after `#include` if the line continues with one.
    pub fn angled(&mut self) -> Option<(&str, Span)> {
        let mut cursor = Cursor { text: &self.text, at: self.at };
        cursor.skip_blanks();
        let rest = self.text[cursor.at..].strip_prefix('<')?;
        let line = rest.split(['\n', '\r']).next()?;
        let name = &line[..line.find('>')?];
        let start = cursor.at;
        self.at = start + name.len() + 2;
        Some((name, Span::new(self.file, start, self.at)))
    }

    /// Skips to the next line that starts with `#`, and past the `#`. Returns `false` at the end of the file.
    pub fn skip_to_directive(&mut self, diags: &mut Diagnostics) -> bool {
        let mut cursor = Cursor { text: &self.text, at: self.at };
        let mut line_start = self.line_start;
        // Searched for again only after it was passed, so that the time is linear.
        let mut special = cursor.next_special();
        loop {
            if special < cursor.at {
                special = cursor.next_special();
            }
            line_start = cursor.skip_plain(special, line_start);
            line_start |= cursor.skip_space(Reach::File, self.file, diags).newline;
            match cursor.byte() {
                None => {
                    self.at = cursor.at;
                    return false;
                }
                Some(b'#') if line_start => {
                    (self.at, self.line_start) = (cursor.at + 1, false);
                    return true;
                }
                // Strings are skipped, because `//` and `/*` in them do not start a comment.
                Some(b'"') => _ = cursor.string(),
                Some(b'/') => cursor.at += 1,
                Some(_) => cursor.skip_word(),
            }
            line_start = false;
        }
    }
}

/// Scans the result of `##`; `None` if the text is not a single token.
pub(super) fn single(text: &str, span: Span, sink: &mut Sink<'_>) -> Option<Kind> {
    let mut cursor = Cursor { text, at: 0 };
    let first = cursor.byte()?;
    if first.is_ascii_whitespace() || text.starts_with("//") || text.starts_with("/*") {
        return None;
    }
    let known = first.is_ascii_alphanumeric() || matches!(first, b'_' | b'.') || cursor.punct().is_some();
    if !known {
        return None;
    }
    cursor.at = 0;
    let kind = token(&mut cursor, span.file, sink);
    (cursor.at == text.len()).then_some(kind)
}

/// Scans the token at the cursor, which must not be at white space or the end.
fn token(cursor: &mut Cursor<'_>, file: FileId, sink: &mut Sink<'_>) -> Kind {
    let start = cursor.at;
    match cursor.byte() {
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
            let text = cursor.word();
            if text.len() > sink.diags.limit(Limit::NameBytes) {
                let message = format!("the name has {} characters", text.len());
                sink.diags.exceeds(Limit::NameBytes, Span::new(file, start, cursor.at), message);
            }
            Kind::Name(sink.names.intern(&text))
        }
        Some(b'0'..=b'9') => Kind::Number(sink.names.intern(&cursor.number())),
        Some(b'.') if cursor.ahead().0[1].is_ascii_digit() => {
            Kind::Number(sink.names.intern(&cursor.number()))
        }
        Some(b'"') => match cursor.string() {
            Some(content) => Kind::String(sink.names.intern(content)),
            None => {
                let span = Span::new(file, start, cursor.at);
                sink.diags.report(
                    Diagnostic::new(Code::N1101, span, "unterminated string")
                        .help("close it with `\"` on the same line"),
                );
                Kind::Invalid
            }
        },
        _ => match cursor.punct() {
            Some(punct) => Kind::Punct(punct),
            None => {
                stray(cursor, file, sink.diags);
                Kind::Invalid
            }
        },
    }
}

/// Reports characters that are not part of the language, once per sequence of them.
fn stray(cursor: &mut Cursor<'_>, file: FileId, diags: &mut Diagnostics) {
    let start = cursor.at;
    let belongs = |c: char| c.is_ascii() && !matches!(c, '$' | '@' | '`' | '\\' | '\'') && !is_control(c);
    let rest = &cursor.text[start..];
    let first = rest.chars().next();
    let len = rest.find(belongs).unwrap_or(rest.len()).max(first.map_or(0, char::len_utf8)).max(1);
    cursor.at = start + len;
    let what = match first {
        Some(c) if c.is_control() => format!("the character U+{:04X}", u32::from(c)),
        Some(c) => format!("the character `{c}`"),
        None => "this".to_owned(),
    };
    let finding = Diagnostic::new(
        Code::N1101,
        Span::new(file, start, cursor.at),
        format!("{what} is not part of GLSL"),
    );
    diags.report(match first {
        Some('\'') => finding.help("GLSL has no character literals: write the number"),
        Some('\\') => finding.help("to continue a line, `\\` must be its last character"),
        Some('\u{2018}'..='\u{201f}') => finding.help("write `\"`"),
        _ => finding,
    });
}

/// Returns whether a character is a control character other than white space.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}
