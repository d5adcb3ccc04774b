//! Evaluates templates: `{variable}` is replaced by the value of a variable (an axis, `stem`, `name` or
//! `extension`), and `{variable|filter}` by the filtered value. Filters are `upper`, `lower` and the maps of the
//! manifest; several filters apply from left to right. `{{` and `}}` are literal braces.

use crate::errors::Errors;
use crate::pattern;
use nvc_diag::Span;

/// A string of the manifest, usually a template, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub text: String,
    pub span: Span,
}

/// A map from glob patterns to templates. The first pattern that matches applies.
pub(crate) struct Map {
    pub name: Text,
    pub entries: Vec<(Text, Text)>,
}

/// Names of the built-in filters.
pub(crate) const FILTERS: [&str; 2] = ["upper", "lower"];

/// Maximum nesting depth of templates in map entries.
const MAX_DEPTH: usize = 16;
/// Maximum length of a result in bytes. Without a limit, a map entry could double its input at each nesting
/// level.
const MAX_BYTES: usize = 64 << 10;

/// The variables and maps of a variant.
#[derive(Clone)]
pub(crate) struct Scope<'a> {
    pub maps: &'a [Map],
    pub variables: Vec<(&'a str, String)>,
}

impl Scope<'_> {
    /// Returns the value of a variable.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Expands a template. Errors are reported at the template's position.
    pub fn expand(&self, template: &Text, errors: &mut Errors) -> Option<String> {
        let expanded = self.expanded(&template.text, 0);
        expanded.map_err(|message| errors.add(template.span, message)).ok()
    }

    fn expanded(&self, template: &str, depth: usize) -> Result<String, String> {
        if depth > MAX_DEPTH {
            return Err("the maps refer to each other in a cycle".to_owned());
        }
        let mut out = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['{', '}']) {
            out.push_str(&rest[..at]);
            let brace = &rest[at..at + 1];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                out.push_str(brace);
                rest = after;
                continue;
            }
            let end = rest.find('}').filter(|_| brace == "{");
            let end = end.ok_or_else(|| format!("a single `{brace}`; write `{brace}{brace}` for a brace"))?;
            out.push_str(&self.variable(&rest[..end], depth)?);
            rest = &rest[end + 1..];
            if out.len() > MAX_BYTES {
                return Err(format!("the text is longer than {MAX_BYTES} bytes"));
            }
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Expands the contents of a pair of braces: a variable and its filters.
    fn variable(&self, text: &str, depth: usize) -> Result<String, String> {
        let mut parts = text.split('|').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let value = self.get(name).ok_or_else(|| {
            let names: Vec<String> = self.variables.iter().map(|(name, _)| format!("`{name}`")).collect();
            let known = if names.is_empty() {
                String::new()
            } else {
                format!("; the available names are {}", names.join(", "))
            };
            format!("`{name}` is not an axis{known}")
        })?;
        parts.try_fold(value.to_owned(), |value, filter| self.filtered(&value, filter, depth))
    }

    fn filtered(&self, value: &str, filter: &str, depth: usize) -> Result<String, String> {
        match filter {
            "upper" => return Ok(value.to_uppercase()),
            "lower" => return Ok(value.to_lowercase()),
            _ => {}
        }
        let map = self.maps.iter().find(|map| map.name.text == filter);
        let map = map.ok_or_else(|| format!("no filter named `{filter}`; define it in the table `map`"))?;
        let entry = map.entries.iter().find(|(key, _)| pattern::matches(&key.text, value));
        let (_, template) = entry.ok_or_else(|| format!("the map `{filter}` has no entry for `{value}`"))?;
        self.expanded(&template.text, depth + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::span;

    fn text(text: &str) -> Text {
        Text { text: text.into(), span: span(0, 0) }
    }

    fn expanded(template: &str) -> Result<String, String> {
        let map = |name, entries: &[(&str, &str)]| Map {
            name: text(name),
            entries: entries.iter().map(|(key, value)| (text(key), text(value))).collect(),
        };
        let maps = [
            map("glsl", &[("f16", "float16_t"), ("f*", "float")]),
            map("vec2", &[("float", "vec2"), ("float16_t", "f16vec2")]),
            map("loop", &[("*", "{t|loop}")]),
            map("bomb", &[("*", "{t|bomb}{t|bomb}")]),
        ];
        let scope = Scope { maps: &maps, variables: vec![("t", "f16".into()), ("e", String::new())] };
        scope.expanded(template, 0)
    }

    #[test]
    fn variables_and_filters() {
        for (template, expected) in [
            ("", ""),
            ("plain", "plain"),
            ("a{t}b{e}c", "af16bc"),
            ("DATA_{t|upper}", "DATA_F16"),
            ("{t|glsl|vec2}", "f16vec2"),
            ("{{{t}}}", "{f16}"),
            ("float16_t(1)", "float16_t(1)"),
        ] {
            assert_eq!(expanded(template).as_deref(), Ok(expected), "{template}");
        }
    }

    #[test]
    fn errors_name_their_cause() {
        for (template, expected) in [
            ("{x}", "`x` is not an axis; the available names are `t`, `e`"),
            ("{t|x}", "no filter named `x`; define it in the table `map`"),
            ("{t|vec2}", "the map `vec2` has no entry for `f16`"),
            ("{t", "a single `{`; write `{{` for a brace"),
            ("t}", "a single `}`; write `}}` for a brace"),
            ("{t|loop}", "the maps refer to each other in a cycle"),
            ("{t|bomb}", "the maps refer to each other in a cycle"),
        ] {
            assert_eq!(expanded(template), Err(expected.to_owned()), "{template}");
        }
    }
}
