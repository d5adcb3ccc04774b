//! Formatting that the Rust and C writers share.

use crate::Shader;
use nvc_reflect::{Property, PropertyRequirement};

/// Number of SPIR-V words per line.
const WORDS_PER_LINE: usize = 8;

/// Returns the last component of a shader's source path, without characters that would end a comment or a
/// line.
pub(crate) fn file_name(shader: &Shader<'_>) -> String {
    let last = shader.source.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|c| !c.is_control() && *c != '*').collect()
}

/// Returns a source name without spaces and non-ASCII characters, and without characters that would end a comment,
/// a string or inline code.
pub(crate) fn quoted(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_graphic() && !matches!(c, '`' | '"' | '\\' | '*')).collect()
}

/// Formats SPIR-V words as lines; `format` formats a single word.
pub(crate) fn words(words: &[u32], indent: &str, format: impl Fn(u32) -> String) -> String {
    let mut text = String::new();
    for line in words.chunks(WORDS_PER_LINE) {
        let line: Vec<String> = line.iter().map(|&word| format(word)).collect();
        text += &format!("{indent}{},\n", line.join(", "));
    }
    text
}

/// Formats a required device property.
pub(crate) fn property(property: &Property) -> String {
    let requirement = match &property.requirement {
        PropertyRequirement::AtLeast(number) => format!(">= {number}"),
        PropertyRequirement::AtMost(number) => format!("<= {number}"),
        PropertyRequirement::Contains(bits) => format!("has {}", bits.join(" | ")),
        _ => "== VK_TRUE".to_owned(),
    };
    format!("{}::{} {requirement}", property.structure, property.member)
}
