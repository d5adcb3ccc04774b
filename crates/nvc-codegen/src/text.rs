//! Text that both writers share.

use crate::Shader;
use nvc_reflect::{Need, Property};

/// Words of the module on one line.
const WORDS_A_LINE: usize = 8;

/// The file that a shader comes from: the last part of its path, without anything that would end a
/// comment or a line.
pub(crate) fn file_name(shader: &Shader<'_>) -> String {
    let last = shader.source.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|c| !c.is_control() && *c != '*').collect()
}

/// A name of the source as it may stand in a comment or a string.
pub(crate) fn quoted(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_graphic() && !matches!(c, '`' | '"' | '\\' | '*')).collect()
}

/// The words in lines, each written by `one`.
pub(crate) fn words(words: &[u32], indent: &str, one: impl Fn(u32) -> String) -> String {
    let mut text = String::new();
    for line in words.chunks(WORDS_A_LINE) {
        let line: Vec<String> = line.iter().map(|&word| one(word)).collect();
        text += &format!("{indent}{},\n", line.join(", "));
    }
    text
}

/// A property that a device has to have, in words.
pub(crate) fn property(property: &Property) -> String {
    let needs = match &property.needs {
        Need::AtLeast(number) => format!(">= {number}"),
        Need::AtMost(number) => format!("<= {number}"),
        Need::Contains(bits) => format!("has {}", bits.join(" | ")),
        _ => "== VK_TRUE".to_owned(),
    };
    format!("{}::{} {needs}", property.structure, property.member)
}
