//! Escape sequences in the texts of messages (GLSL_EXT_debug_printf, from C).

/// The characters that a text stands for. A sequence that means nothing stays as it is written.
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

/// The character of a sequence behind its backslash, and the bytes that say it.
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

/// A character by its number: as many digits as there are, `most` at most.
fn number(text: &str, radix: u32, most: usize) -> Option<(char, usize)> {
    let length = text.bytes().take(most).take_while(|b| char::from(*b).is_digit(radix)).count();
    let number = u32::from_str_radix(&text[..length], radix).ok()?;
    // A text of SPIR-V ends at the first zero.
    char::from_u32(number).filter(|&c| c != '\0').map(|c| (c, length))
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn sequences_are_characters() {
        assert_eq!(unescape(r#"a\tb\x41\101 \"q\" \\ end %d\n"#), "a\tbAA \"q\" \\ end %d\n");
        assert_eq!(unescape(r"\0601 \x7e\7"), "01 ~\u{7}", "three octal digits at most");
        assert_eq!(unescape(""), "");
    }

    #[test]
    fn what_means_nothing_stays() {
        for text in [r"\q", r"\x", r"\xfffffffff", r"\0", "\\", r"\xd800", "\\\u{e9}"] {
            assert_eq!(unescape(text), text);
        }
    }
}
