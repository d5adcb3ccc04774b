//! Escapes and clips text that quotes the input, so that it is safe to print.

/// Maximum length in characters of a message, label, note or file name. An input may contain a name of five
/// million characters.
const MAX_TEXT: usize = 400;

/// Returns whether a character could disturb a terminal or disguise text: control characters, and invisible
/// characters that reorder, join or separate text.
pub(super) fn is_disturbing(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Appends a character, escaped if it is disturbing.
pub(super) fn push_escaped(out: &mut String, c: char) {
    if is_disturbing(c) {
        out.extend(c.escape_unicode());
    } else {
        out.push(c);
    }
}

/// Formats a text on one line, escaped and clipped.
pub(super) fn one_line(text: &str) -> String {
    escape(text, |_| false)
}

/// Escapes and clips a text, but keeps its line breaks.
pub(super) fn lines(text: &str) -> String {
    escape(text, |c| c == '\n')
}

/// Clips a text without escaping it, because JSON has its own escapes.
pub(super) fn clip(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text.to_owned(),
    }
}

fn escape(text: &str, keep: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len().min(MAX_TEXT));
    for (n, c) in text.chars().enumerate() {
        if n == MAX_TEXT {
            out.push_str("...");
            break;
        }
        if keep(c) { out.push(c) } else { push_escaped(&mut out, c) }
    }
    out
}
