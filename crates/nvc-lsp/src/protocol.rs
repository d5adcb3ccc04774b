//! Converts protocol types from and to JSON.

use crate::analysis::TokenKind;
use crate::answers::completion::ProposalKind;
use crate::position::{Encoding, Lines, Position};
use crate::uri;
use nvc::SourceMap;
use nvc_diag::index::NameKind;
use nvc_diag::{FileId, Span};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// Parses a position.
pub(crate) fn position(value: &Value) -> Option<Position> {
    let number = |name: &str| value.get(name)?.as_u64().map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    Some(Position { line: number("line")?, character: number("character")? })
}

/// Parses a range.
pub(crate) fn range(value: &Value) -> Option<(Position, Position)> {
    Some((position(value.get("start")?)?, position(value.get("end")?)?))
}

pub(crate) fn position_json(position: Position) -> Value {
    json!({"line": position.line, "character": position.character})
}

/// Converts spans of a source map to ranges and locations.
pub(crate) struct Places<'a> {
    pub(crate) sources: &'a SourceMap,
    /// URI of the first file.
    pub(crate) uri: &'a str,
    pub(crate) encoding: Encoding,
    lines: RefCell<BTreeMap<FileId, Lines>>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(sources: &'a SourceMap, uri: &'a str, encoding: Encoding) -> Self {
        Places { sources, uri, encoding, lines: RefCell::default() }
    }

    fn contains(&self, span: Span) -> bool {
        (span.file.index() as usize) < self.sources.files().count()
    }

    /// Converts a span to a range. A span of an unknown file becomes an empty range at line 0,
    /// character 0.
    pub(crate) fn range(&self, span: Span) -> Value {
        if !self.contains(span) {
            let start = position_json(Position::default());
            return json!({"start": start, "end": start});
        }
        let text = &self.sources.source(span.file).text;
        let mut known = self.lines.borrow_mut();
        let lines = known.entry(span.file).or_insert_with(|| Lines::new(text));
        let at = |offset: u32| position_json(lines.position(text, offset as usize, self.encoding));
        json!({"start": at(span.start), "end": at(span.end.max(span.start))})
    }

    /// Returns the URI of a span's file; `None` for a span in no file, such as that of a macro from the settings, and for a
    /// file without an absolute path.
    pub(crate) fn uri(&self, span: Span) -> Option<String> {
        if span.file.index() == 0 {
            return Some(self.uri.to_owned());
        }
        if !self.contains(span) {
            return None;
        }
        uri::of_path(Path::new(&*self.sources.source(span.file).name))
    }

    pub(crate) fn location(&self, span: Span) -> Option<Value> {
        Some(json!({"uri": self.uri(span)?, "range": self.range(span)}))
    }
}

/// Returns the protocol's number for the kind of a symbol (`SymbolKind`).
pub(crate) fn symbol_kind(kind: NameKind) -> u8 {
    match kind {
        NameKind::Variable | NameKind::Parameter => 13,
        NameKind::Constant | NameKind::Macro => 14,
        NameKind::Function => 12,
        NameKind::Label => 15,
        NameKind::Type => 23,
        NameKind::Member => 8,
        NameKind::Block => 11,
        NameKind::Resource => 19,
    }
}

/// Returns the protocol's number for the kind of a completion item (`CompletionItemKind`).
pub(crate) fn completion_kind(kind: ProposalKind) -> u8 {
    match kind {
        ProposalKind::Keyword => 14,
        ProposalKind::Constant => 20,
        ProposalKind::Builtin => 3,
        ProposalKind::Predefined => 21,
        ProposalKind::Type => 7,
        ProposalKind::Name(kind) => match kind {
            NameKind::Variable | NameKind::Parameter | NameKind::Resource => 6,
            NameKind::Constant | NameKind::Macro => 21,
            NameKind::Function | NameKind::Label => 3,
            NameKind::Type => 22,
            NameKind::Member => 5,
            NameKind::Block => 8,
        },
    }
}

/// Types of semantic tokens, in the order of their indices.
pub(crate) const TOKEN_TYPES: [&str; 11] = [
    "keyword",
    "modifier",
    "enumMember",
    "variable",
    "function",
    "type",
    "number",
    "parameter",
    "property",
    "macro",
    "struct",
];

/// Modifiers of semantic tokens, in the order of their bits.
pub(crate) const TOKEN_MODIFIERS: [&str; 2] = ["readonly", "defaultLibrary"];

/// Returns the index of the type and the modifier bits of a token.
pub(crate) fn token_type(kind: TokenKind) -> (u32, u32) {
    const READ_ONLY: u32 = 1;
    const LIBRARY: u32 = 2;
    match kind {
        TokenKind::Keyword => (0, 0),
        TokenKind::Modifier => (1, 0),
        TokenKind::Constant => (2, 0),
        TokenKind::Predefined => (3, READ_ONLY | LIBRARY),
        TokenKind::Builtin => (4, LIBRARY),
        TokenKind::Type => (5, LIBRARY),
        TokenKind::Number => (6, 0),
        TokenKind::Name(kind) => match kind {
            NameKind::Variable | NameKind::Resource => (3, 0),
            NameKind::Constant => (3, READ_ONLY),
            NameKind::Parameter => (7, 0),
            NameKind::Function | NameKind::Label => (4, 0),
            NameKind::Type | NameKind::Block => (10, 0),
            NameKind::Member => (8, 0),
            NameKind::Macro => (9, 0),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_kinds_have_their_names_in_the_legend() {
        let kinds = [TokenKind::Keyword, TokenKind::Modifier, TokenKind::Constant, TokenKind::Number];
        let names = kinds.map(|kind| TOKEN_TYPES[token_type(kind).0 as usize]);
        assert_eq!(names, ["keyword", "modifier", "enumMember", "number"]);
        let names = [NameKind::Parameter, NameKind::Member, NameKind::Macro, NameKind::Type]
            .map(|kind| TOKEN_TYPES[token_type(TokenKind::Name(kind)).0 as usize]);
        assert_eq!(names, ["parameter", "property", "macro", "struct"]);
    }
}
