//! Tokenizer of the text form. The end of a line ends a statement, so it is a token.

use super::ParseError;

/// Kinds of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'t> {
    /// A name: letters, digits, `_` and `.`, starting with a letter or `_`.
    Word(&'t str),
    /// A number, not validated yet: an optional sign, digits, a fraction or exponent, or hexadecimal digits.
    Number(&'t str),
    /// A quoted string, unescaped.
    Text(String),
    /// Punctuation.
    Punct(&'static str),
    /// The end of a line that contains tokens.
    Newline,
    /// The end of the text.
    End,
}

impl TokenKind<'_> {
    /// Describes the token in an error message.
    pub(super) fn describe(&self) -> String {
        match self {
            TokenKind::Word(text) | TokenKind::Number(text) => format!("`{text}`"),
            TokenKind::Text(text) => format!("{text:?}"),
            TokenKind::Punct(text) => format!("`{text}`"),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::End => "the end of the text".to_owned(),
        }
    }
}

/// A token and its byte offset.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) start: usize,
}

/// All punctuation. A longer token precedes its prefixes.
const PUNCTUATION: [&str; 15] = ["->", "..", "(", ")", "[", "]", "{", "}", "<", ">", ",", ":", "=", "@", "!"];

/// Splits a text into tokens. The last one is [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut list: Vec<Token<'_>> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = match c {
            '\n' => {
                if list.last().is_some_and(|t| t.kind != TokenKind::Newline) {
                    list.push(Token { kind: TokenKind::Newline, start: at });
                }
                at += 1;
                continue;
            }
            ';' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            '"' => string(text, at)?,
            c if c.is_ascii_alphabetic() || c == '_' => {
                let length = word_length(rest);
                (TokenKind::Word(&rest[..length]), length)
            }
            _ => match number_length(rest) {
                0 => match PUNCTUATION.iter().find(|p| rest.starts_with(**p)) {
                    Some(p) => (TokenKind::Punct(p), p.len()),
                    None => return Err(ParseError::at(text, at, format!("unexpected character {c:?}"))),
                },
                length => (TokenKind::Number(&rest[..length]), length),
            },
        };
        list.push(Token { kind, start: at });
        at += length;
    }
    list.push(Token { kind: TokenKind::End, start: text.len() });
    Ok(list)
}

fn word_length(text: &str) -> usize {
    text.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')).count()
}

/// Returns the length in bytes of the number at the start of the text; 0 if there is none.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    if !digit(at) {
        return 0;
    }
    let hexadecimal = text[at..].starts_with("0x");
    while let Some(&byte) = bytes.get(at) {
        let exponent = !hexadecimal && matches!(byte, b'e' | b'E');
        let continues = match byte {
            // A decimal point, unless it starts the `..` of a range.
            b'.' => digit(at + 1),
            _ => byte.is_ascii_alphanumeric(),
        };
        if !continues {
            break;
        }
        at += 1;
        if exponent && matches!(bytes.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
    }
    at
}

/// Parses the string whose opening quote is at `start`. Also returns the length including quotes.
fn string(text: &str, start: usize) -> Result<(TokenKind<'_>, usize), ParseError> {
    let mut value = String::new();
    let mut chars = text[start + 1..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((TokenKind::Text(value), at + 2)),
            '\n' => break,
            '\\' => match chars.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, c @ ('"' | '\\'))) => value.push(c),
                Some((_, 'u')) => {
                    let digits: String = chars
                        .by_ref()
                        .map(|(_, c)| c)
                        .skip_while(|&c| c == '{')
                        .take_while(|&c| c != '}')
                        .take(8)
                        .collect();
                    match u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32) {
                        Some(c) => value.push(c),
                        None => {
                            return Err(ParseError::at(
                                text,
                                start + 1 + at,
                                "`\\u{...}` needs a Unicode scalar value",
                            ));
                        }
                    }
                }
                _ => {
                    return Err(ParseError::at(
                        text,
                        start + 1 + at,
                        "the escapes are `\\\"`, `\\\\`, `\\n` and `\\u{...}`",
                    ));
                }
            },
            c => value.push(c),
        }
    }
    Err(ParseError::at(text, start, "a string is not closed on its line"))
}

/// Writes a quoted string that [`tokens`] reads back.
pub(super) fn write_string(out: &mut String, text: &str) -> std::fmt::Result {
    use std::fmt::Write;
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if c.is_control() => write!(out, "\\u{{{:x}}}", u32::from(c))?,
            c => out.push(c),
        }
    }
    out.push('"');
    Ok(())
}
