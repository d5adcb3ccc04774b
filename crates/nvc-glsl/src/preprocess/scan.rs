//! Text to single tokens: white space, comments, line continuations, names, numbers, strings,
//! operators (GLSL 3.1 to 3.7).

use super::lexeme::{Flags, Kind, Lexeme};
use super::limits;
use super::token::Punct;
use crate::name::Names;
use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Span};
use std::borrow::Cow;
use std::sync::Arc;

/// Reads one file.
#[derive(Debug)]
pub(super) struct Scanner {
    pub file: FileId,
    text: Arc<str>,
    at: usize,
    /// The next token is the first of its line.
    line_start: bool,
}

/// Where a scanner writes.
pub(super) struct Sink<'a> {
    pub names: &'a mut Names,
    pub diags: &'a mut Diagnostics,
}

/// How far a token may lie ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Anywhere in the file.
    File,
    /// In the line; its end is [`Kind::End`].
    Line,
}

impl Scanner {
    pub fn new(file: FileId, text: Arc<str>) -> Self {
        // Editors put a byte order mark in front; it is no character of the program.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scanner { file, text, at, line_start: true }
    }

    /// Byte offset of what is read next.
    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// The next token. At the end of the file, and of the line where that is asked for, an end.
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

    /// Goes to the end of the line, over comments and continuations, and gives the text up to there.
    pub fn rest_of_line(&mut self, diags: &mut Diagnostics) -> (Cow<'_, str>, Span) {
        let mut cursor = Cursor { text: &self.text, at: self.at };
        cursor.skip_blanks();
        let start = cursor.at;
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

    /// Goes to the beginning of the next line.
    pub fn next_line(&mut self, diags: &mut Diagnostics) {
        self.rest_of_line(diags);
        self.at = (self.at + 1).min(self.text.len());
    }

    /// The name in `<...>` behind `#include`, if the next thing in the line is one.
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

    /// Skips lines until one begins with `#`, and that too; `false` at the end of the file.
    pub fn skip_to_directive(&mut self, diags: &mut Diagnostics) -> bool {
        let mut cursor = Cursor { text: &self.text, at: self.at };
        let mut line_start = self.line_start;
        loop {
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
                // Comments do not begin within strings.
                Some(b'"') => _ = cursor.string(),
                Some(b'/') => cursor.at += 1,
                Some(_) => cursor.skip_word(),
            }
            line_start = false;
        }
    }
}

/// The single token that a text is, if it is one: what `##` makes.
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

/// The token at a place that is neither white space nor an end.
fn token(cursor: &mut Cursor<'_>, file: FileId, sink: &mut Sink<'_>) -> Kind {
    let start = cursor.at;
    match cursor.byte() {
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
            let text = cursor.word();
            if text.len() > limits::NAME_BYTES {
                let message = format!("a name of {} characters", text.len());
                let limit = format!("names have {} characters at most", limits::NAME_BYTES);
                sink.diags.report(
                    Diagnostic::new(Code::N0501, Span::new(file, start, cursor.at), message).note(limit),
                );
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
                    Diagnostic::new(Code::N1101, span, "the string is not closed")
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

/// Characters that the language does not have: one finding for a run of them.
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
        Some('\'') => finding.help("GLSL has no character constants: write the number"),
        Some('\\') => finding.help("a line goes on if `\\` is the last character in it"),
        Some('\u{2018}'..='\u{201f}') => finding.help("write `\"`"),
        _ => finding,
    });
}

/// Control characters other than white space.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// What lay between two tokens.
#[derive(Default)]
struct Gap {
    space: bool,
    newline: bool,
}

/// A place in a text.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn byte_at(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Bytes of the character here.
    fn char_len(&self) -> usize {
        self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    }

    /// Bytes of the line continuation at a place: `\` and a line break.
    fn continuation(&self, at: usize) -> usize {
        match (self.byte_at(at), self.byte_at(at + 1), self.byte_at(at + 2)) {
            (b'\\', b'\r', b'\n') => 3,
            (b'\\', b'\n' | b'\r', _) => 2,
            _ => 0,
        }
    }

    fn skip_continuation(&mut self) -> bool {
        let len = self.continuation(self.at);
        self.at += len;
        len > 0
    }

    /// Skips spaces and tabs of the line.
    fn skip_blanks(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t')) || self.skip_continuation() {
            self.at += usize::from(matches!(self.byte(), Some(b' ' | b'\t')));
        }
    }

    /// Skips white space, comments and continuations.
    fn skip_space(&mut self, reach: Reach, file: FileId, diags: &mut Diagnostics) -> Gap {
        let mut gap = Gap::default();
        loop {
            match self.byte() {
                Some(b' ' | b'\t' | b'\x0b' | b'\x0c') => {
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

    /// Skips to the line break that ends a `//` comment; a continued comment goes on (GLSL 3.4).
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

    fn skip_block_comment(&mut self, inside: usize, file: FileId, diags: &mut Diagnostics) {
        let bytes = self.text.as_bytes();
        let mut at = inside;
        loop {
            match bytes.get(at) {
                None => {
                    let span = Span::new(file, self.at, inside);
                    diags.report(
                        Diagnostic::new(Code::N1101, span, "the comment is not closed")
                            .note("comments do not nest: the first `*/` ends one"),
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

    /// The next three bytes with continuations left out, and where each ends; zeros behind the end.
    fn ahead(&self) -> ([u8; 3], [usize; 3]) {
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

    /// Bytes as long as they fit, with continuations left out. `fits` sees the byte before, too.
    fn run(&mut self, fits: impl Fn(u8, u8) -> bool) -> Cow<'a, str> {
        let bytes = self.text.as_bytes();
        let (mut start, mut before) = (self.at, 0);
        let mut joined = String::new();
        loop {
            match bytes.get(self.at) {
                Some(&byte) if fits(byte, before) => {
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

    fn word(&mut self) -> Cow<'a, str> {
        self.run(|byte, _| byte.is_ascii_alphanumeric() || byte == b'_')
    }

    /// A preprocessing number: whatever looks like one, right or wrong. An exponent's sign belongs to
    /// it, except that hexadecimal digits end before one.
    fn number(&mut self) -> Cow<'a, str> {
        let hexadecimal = matches!(self.ahead().0, [b'0', b'x' | b'X', _]);
        self.run(|byte, before| match byte {
            b'+' | b'-' => !hexadecimal && matches!(before, b'e' | b'E'),
            _ => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'),
        })
    }

    /// The content of the string here; `None` if the line ends first, which is as far as is read.
    fn string(&mut self) -> Option<&'a str> {
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

    /// The operator or separator here.
    fn punct(&mut self) -> Option<Punct> {
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

    /// Skips a run of characters that begin neither a comment nor a line.
    fn skip_word(&mut self) {
        let bytes = self.text.as_bytes();
        let ends = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'/' | b'"' | b'\\');
        self.at += 1;
        self.at += bytes[self.at..].iter().position(ends).unwrap_or(bytes.len() - self.at);
    }
}

/// No operator.
const NONE: u8 = u8::MAX;

/// Whether a byte behind the first of an operator may belong to it.
fn goes_on(byte: u8) -> bool {
    matches!(byte, b'=' | b'<' | b'>' | b'&' | b'|' | b'^' | b'+' | b'-' | b'#' | b'\\')
}

/// For each byte the number of the operator that it is on its own.
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

/// For each first byte the numbers of the operators that begin with it, longest first.
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
