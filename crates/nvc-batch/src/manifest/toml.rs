//! Parses TOML into a tree that preserves source positions and the order of keys.

use crate::errors::{Errors, span};
use crate::template::Text;
use nvc_diag::Span;
use toml_span::tokens::{Token, Tokenizer};
use toml_span::value::ValueInner;

/// Maximum nesting depth of brackets, and maximum number of dots in a key. The parser and the conversion to this tree are
/// recursive.
const MAX_DEPTH: usize = 32;

/// A value with its position.
pub(crate) struct Node {
    pub value: Value,
    pub span: Span,
}

/// A TOML value.
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Bool(bool),
    Float,
    List(Vec<Node>),
    /// A table with its keys in source order.
    Table(Vec<(Text, Node)>),
}

impl Node {
    /// Returns the name of the value's type for messages.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "a string",
            Value::Integer(_) => "an integer",
            Value::Bool(_) => "a boolean",
            Value::Float => "a float",
            Value::List(_) => "an array",
            Value::Table(_) => "a table",
        }
    }

    /// Returns a string, an integer or a boolean as text. Reports any other value as an error.
    pub fn scalar(&self, errors: &mut Errors) -> Option<Text> {
        let text = match &self.value {
            Value::Text(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Bool(bool) => bool.to_string(),
            Value::Float => {
                errors.add(
                    self.span,
                    "a float cannot be used as text, because it has several spellings; write a string",
                );
                return None;
            }
            Value::List(_) | Value::Table(_) => {
                errors.add(self.span, format!("expected a string, found {}", self.kind()));
                return None;
            }
        };
        Some(Text { text, span: self.span })
    }

    /// Returns the elements of an array. Any other value counts as an array of one element.
    pub fn elements(self) -> Vec<Node> {
        match self.value {
            Value::List(nodes) => nodes,
            _ => vec![self],
        }
    }

    /// Returns the texts of a scalar or of an array of scalars.
    pub fn texts(self, errors: &mut Errors) -> Vec<Text> {
        self.elements().iter().filter_map(|node| node.scalar(errors)).collect()
    }

    /// Returns the entries of a table. Reports any other value as an error.
    pub fn entries(self, errors: &mut Errors) -> Vec<(Text, Node)> {
        match self.value {
            Value::Table(entries) => entries,
            _ => {
                errors.add(self.span, format!("expected a table, found {}", self.kind()));
                Vec::new()
            }
        }
    }
}

/// Parses TOML text and returns the top-level table.
pub(crate) fn parse(text: &str, errors: &mut Errors) -> Option<Vec<(Text, Node)>> {
    if let Some(position) = too_deep(text) {
        errors.add(position, format!("nested more than {MAX_DEPTH} deep"));
        return None;
    }
    match toml_span::parse(text) {
        Ok(value) => Some(node(value).entries(errors)),
        Err(error) => {
            errors.add(span(error.span.start, error.span.end), format!("not TOML: {error}"));
            None
        }
    }
}

/// Returns the first position where the nesting exceeds [`MAX_DEPTH`].
fn too_deep(text: &str) -> Option<Span> {
    let mut tokens = Tokenizer::new(text);
    let (mut brackets, mut periods) = (0_usize, 0_usize);
    while let Ok(Some((position, token))) = tokens.step() {
        match token {
            Token::LeftBracket | Token::LeftBrace => brackets += 1,
            Token::RightBracket | Token::RightBrace => brackets = brackets.saturating_sub(1),
            Token::Period => periods += 1,
            Token::Newline | Token::Equals | Token::Comma => periods = 0,
            _ => {}
        }
        if brackets > MAX_DEPTH || periods > MAX_DEPTH {
            return Some(span(position.start, position.end));
        }
    }
    None
}

fn node(mut value: toml_span::Value<'_>) -> Node {
    let position = span(value.span.start, value.span.end);
    let value = match value.take() {
        ValueInner::String(text) => Value::Text(text.into_owned()),
        ValueInner::Integer(number) => Value::Integer(number),
        ValueInner::Float(_) => Value::Float,
        ValueInner::Boolean(bool) => Value::Bool(bool),
        ValueInner::Array(values) => Value::List(values.into_iter().map(node).collect()),
        ValueInner::Table(table) => {
            let mut entries: Vec<_> = table.into_iter().collect();
            entries.sort_by_key(|(key, _)| key.span.start);
            let key = |key: toml_span::value::Key<'_>| Text {
                text: key.name.into_owned(),
                span: span(key.span.start, key.span.end),
            };
            Value::Table(entries.into_iter().map(|(name, value)| (key(name), node(value))).collect())
        }
    };
    Node { value, span: position }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_order() {
        let mut errors = Errors::default();
        let entries = parse("z = 1\n[b]\n'' = 2\na = 3\n", &mut errors).expect("a table");
        assert_eq!(entries.iter().map(|(key, _)| &*key.text).collect::<Vec<_>>(), ["z", "b"]);
        let Value::Table(inner) = &entries[1].1.value else { panic!("a table") };
        assert_eq!(inner.iter().map(|(key, _)| &*key.text).collect::<Vec<_>>(), ["", "a"]);
    }

    #[test]
    fn too_deep_nesting_is_rejected() {
        for text in [
            format!("a = {}", "[".repeat(1 << 20)),
            format!("a = {}", "{b=".repeat(1 << 20)),
            format!("{}a = 1", "a.".repeat(1 << 20)),
            format!("[{}a]", "a.".repeat(1 << 20)),
        ] {
            assert!(parse(&text, &mut Errors::default()).is_none());
        }
    }
}
