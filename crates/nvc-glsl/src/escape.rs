//! Decodes C escape sequences in string literals, such as the formats of `debugPrintfEXT` (GL_EXT_debug_printf).

/// Replaces escape sequences by the characters that they denote. An unknown or invalid sequence is kept as written.
pub(crate) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match sequence(rest) {
            Some((c, length)) => {
                out.push(c);
                rest = &rest[length..];
            }
            None => out.push('\\'),
        }
    }
    out.push_str(rest);
    out
}

/// Decodes the sequence after a backslash. Returns the character and the length of the sequence in bytes.
fn sequence(text: &str) -> Option<(char, usize)> {
    let simple = |c| Some((c, 1));
    match text.bytes().next()? {
        b'n' => simple('\n'),
        b't' => simple('\t'),
        b'r' => simple('\r'),
        b'a' => simple('\x07'),
        b'b' => simple('\x08'),
        b'v' => simple('\x0b'),
        b'f' => simple('\x0c'),
        c @ (b'\\' | b'"' | b'\'' | b'?') => simple(char::from(c)),
        b'x' => number(&text[1..], 16, usize::MAX).map(|(c, length)| (c, length + 1)),
        b'0'..=b'7' => number(text, 8, 3),
        _ => None,
    }
}

/// Decodes a character code of at most `max` digits. Returns the character and the number of digits; `None` if there is
/// no digit, or if the code is 0 or not a Unicode scalar value.
fn number(text: &str, radix: u32, max: usize) -> Option<(char, usize)> {
    let length = text.bytes().take(max).take_while(|b| char::from(*b).is_digit(radix)).count();
    let number = u32::from_str_radix(&text[..length], radix).ok()?;
    // SPIR-V strings end at the first zero byte.
    char::from_u32(number).filter(|&c| c != '\0').map(|c| (c, length))
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn sequences_are_characters() {
        assert_eq!(unescape(r#"a\tb\x41\101 \"q\" \\ end %d\n"#), "a\tbAA \"q\" \\ end %d\n");
        assert_eq!(unescape(r"\0601 \x7e\7"), "01 ~\u{7}", "at most three octal digits");
        assert_eq!(unescape(""), "");
    }

    #[test]
    fn unknown_escapes_are_kept() {
        for text in [r"\q", r"\x", r"\xfffffffff", r"\0", "\\", r"\xd800", "\\\u{e9}"] {
            assert_eq!(unescape(text), text);
        }
    }
}
