//! What the front ends know about a document.

use crate::{assembly, glsl};
use nvc::{Language, Loader, Options, Source, SourceMap};
use nvc_diag::index::{Definition, DefinitionId, Index, NameKind};
use nvc_diag::{FileId, Span};

/// The kind of a token, for colours and hover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A keyword, or the mnemonic of an instruction.
    Keyword,
    /// A modifier of an instruction or declaration.
    Modifier,
    /// A constant of the language: an option, condition or target.
    Constant,
    /// A predefined variable or binding.
    Predefined,
    /// A built-in function.
    Builtin,
    /// A built-in type.
    Type,
    /// A number.
    Number,
    /// A name that the index knows.
    Name(NameKind),
}

/// A token of the main file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
}

/// A type that the source does not write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The offset that it is shown at.
    pub at: u32,
    /// The text.
    pub label: String,
    /// Why it is this type.
    pub tooltip: String,
}

/// A document as far as it could be understood. It has no diagnostics: those are the compiler's.
#[derive(Debug)]
pub struct Analysis {
    /// The language.
    pub language: Language,
    /// The document, which is the first file, and what it includes.
    pub sources: SourceMap,
    /// Definitions and uses of names.
    pub index: Index,
    /// The `#include` lines of all files, with the included file.
    pub includes: Vec<(Span, FileId)>,
    /// The tokens of the document that have a meaning, in source order; comments and punctuation have none.
    pub tokens: Vec<Token>,
    /// Types to show in the text, in source order.
    pub hints: Vec<Hint>,
}

/// The document in [`Analysis::sources`].
pub(crate) const MAIN: FileId = FileId(0);

impl Analysis {
    /// Analyses a document. Its name is its path, for includes.
    pub fn new(source: &Source, options: &Options, loader: &dyn Loader) -> Analysis {
        let language = options.language().unwrap_or_else(|| Language::of(source));
        let mut sources = SourceMap::new();
        sources.add(source.clone());
        let mut analysis = Analysis {
            language,
            sources,
            index: Index::default(),
            includes: Vec::new(),
            tokens: Vec::new(),
            hints: Vec::new(),
        };
        match language {
            Language::NvAsm => assembly::analyse(&mut analysis),
            _ => glsl::analyse(&mut analysis, options, loader),
        }
        let mut tokens = std::mem::take(&mut analysis.tokens);
        // A name can be continued on the next line; the protocol has no such tokens.
        let is_line = |token: &Token| !analysis.slice(token.span).contains(['\n', '\r']);
        tokens.retain(|token| token.span.file == MAIN && token.span.start < token.span.end && is_line(token));
        // The inner one of nested tokens is better known.
        tokens.sort_by_key(|token| (token.span.start, token.span.end));
        tokens.dedup_by(|next, kept| next.span.start < kept.span.end);
        analysis.tokens = tokens;
        analysis.hints.sort_by_key(|hint| hint.at);
        analysis
    }

    /// The text of the document.
    pub fn text(&self) -> &str {
        &self.sources.source(MAIN).text
    }

    /// The text of a place.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.sources.source(span.file).text.get(span.range()).unwrap_or_default()
    }

    /// The name at an offset of the document: its place and its definition.
    pub(crate) fn name_at(&self, offset: usize) -> Option<(Span, DefinitionId, &Definition)> {
        let (span, id) = self.index.at(MAIN, u32::try_from(offset).ok()?)?;
        Some((span, id, self.index.get(id)?))
    }

    /// The token at an offset of the document.
    pub(crate) fn token_at(&self, offset: usize) -> Option<Token> {
        let offset = u32::try_from(offset).ok()?;
        let at = self.tokens.partition_point(|token| token.span.start <= offset).checked_sub(1)?;
        // At the border of two tokens the second counts, which starts here; else one that ends here.
        self.tokens.get(at).copied().filter(|token| offset <= token.span.end)
    }
}
