//! Splits statements into tokens for the formatter and for completion, and determines the spaces between
//! tokens. The parser does not use these tokens but those of the grammar.

use crate::parse::slices::{line_end, word_at};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name, keyword, mnemonic or number.
    Word,
    /// Any other token except a comment.
    Punctuation,
    /// A comment, from `#` to the end of the line.
    Comment,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'t str,
    /// Number of line breaks between the previous token and this one.
    pub(crate) lines: usize,
    /// Whether the token is in square brackets.
    bracketed: bool,
}

/// Returns whether a line ends at an offset: at LF, CR LF, or CR alone.
pub(crate) fn ends_line(text: &[u8], at: usize) -> bool {
    match text.get(at) {
        Some(b'\n') => true,
        Some(b'\r') => text.get(at + 1) != Some(&b'\n'),
        _ => false,
    }
}

/// Iterates over the tokens and comments of a text, starting at an offset. White space and zero bytes
/// separate tokens.
pub(crate) fn tokens(text: &str, mut at: usize) -> impl Iterator<Item = Token<'_>> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    std::iter::from_fn(move || {
        let mut lines = 0;
        while matches!(bytes.get(at), Some(b' ' | b'\t'..=b'\r' | 0)) {
            lines += usize::from(ends_line(bytes, at));
            at += 1;
        }
        let start = at;
        let (kind, length) = match *bytes.get(at)? {
            b'#' => (TokenKind::Comment, line_end(bytes, at) - at),
            b'.' if bytes.get(at + 1) == Some(&b'.') => (TokenKind::Punctuation, 2),
            b'.' if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => (TokenKind::Word, number(bytes, at)),
            byte if byte.is_ascii_digit() => (TokenKind::Word, number(bytes, at)),
            _ => match word_at(text, at).len() {
                // Only a one-byte character reaches this in a valid program: statements are ASCII, and
                // comments are handled above.
                0 => (TokenKind::Punctuation, text.get(at..)?.chars().next()?.len_utf8()),
                length => (TokenKind::Word, length),
            },
        };
        at += length;
        let text = text.get(start..at)?;
        depth = match text {
            "[" => depth + 1,
            "]" => depth.saturating_sub(1),
            _ => depth,
        };
        Some(Token { kind, text, lines, bracketed: depth > 0 })
    })
}

/// Returns the length of a number, or of a target such as `2D`. The first dot of `0..3` is not part of the
/// number.
fn number(text: &[u8], start: usize) -> usize {
    let mut at = start;
    let hexadecimal = text.get(start..start + 2) == Some(b"0x");
    while let Some(&byte) = text.get(at) {
        let is_sign_of_exponent = matches!(byte, b'+' | b'-')
            && !hexadecimal
            && at > start
            && matches!(text.get(at - 1), Some(b'e' | b'E'))
            && text.get(at + 1).is_some_and(u8::is_ascii_digit);
        let is_point = byte == b'.' && text.get(at + 1) != Some(&b'.');
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || is_point || is_sign_of_exponent) {
            break;
        }
        at += 1;
    }
    at - start
}

/// Names that are followed by a parenthesis without a space.
const CALLS: [&str; 3] = ["handle", "offset", "SUBROUTINENUM"];

/// Returns whether no space separates the tokens `last` and `token` of a statement. `earlier` is the token before `last`;
/// `inside` is whether a `|` is open before `token`.
pub(crate) fn is_tight(earlier: Option<Token<'_>>, last: Token<'_>, token: Token<'_>, inside: bool) -> bool {
    // A sign is binary only in an index: `[R0.x + 4]`.
    let is_binary = |sign: Token<'_>, before: Option<Token<'_>>| {
        sign.bracketed && before.is_some_and(|before| before.kind == TokenKind::Word)
    };
    match (last.text, token.text) {
        (_, ";" | ":" | "," | ")" | "]" | "}" | "." | "..") => true,
        ("(" | "[" | "{" | "." | "..", _) => true,
        ("+" | "-", _) => !is_binary(last, earlier),
        ("|", _) if inside => true,
        (_, "|") => inside,
        (_, "[") => last.kind == TokenKind::Word || last.text == "]",
        (word, "(") => CALLS.contains(&word),
        _ => false,
    }
}
