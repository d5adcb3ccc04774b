//! Analyses a document with the front ends: computes its tokens, the index of its names, and inlay hints. Most answers are
//! computed from the analysis.

use crate::{assembly, glsl};
use nvc::{Language, Loader, Options, Source, SourceMap};
use nvc_diag::index::{Definition, DefinitionId, Index, NameKind};
use nvc_diag::{FileId, Span};

/// The kind of a token, for semantic highlighting and hover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A keyword or an instruction mnemonic.
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
    /// A name in the index.
    Name(NameKind),
}

/// A token of the main file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Range in the source.
    pub span: Span,
    /// Kind of the token.
    pub kind: TokenKind,
}

/// An inlay hint: a type that the source does not spell out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Byte offset at which the hint is shown.
    pub at: u32,
    /// Text of the hint.
    pub label: String,
    /// Explanation of where the type comes from.
    pub tooltip: String,
}

/// The analysis of a document, as complete as its errors allow. Diagnostics are not part of it; they come
/// from compiling the document.
#[derive(Debug)]
pub struct Analysis {
    /// Language of the document.
    pub language: Language,
    /// The document, which is the first file, and the files that it includes.
    pub sources: SourceMap,
    /// Definitions and uses of names.
    pub index: Index,
    /// Ranges of the `#include` directives of all files, with the included file.
    pub includes: Vec<(Span, FileId)>,
    /// Meaningful tokens of the document in source order. Comments and punctuation are not included.
    pub tokens: Vec<Token>,
    /// Inlay hints in source order.
    pub hints: Vec<Hint>,
}

/// Id of the document in [`Analysis::sources`].
pub(crate) const MAIN: FileId = FileId::new(0);

impl Analysis {
    /// Analyses a document. The source's name must be its path, to resolve includes.
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
        // A line continuation may split a name over two lines, but the protocol has no multi-line tokens.
        let is_line = |token: &Token| !analysis.slice(token.span).contains(['\n', '\r']);
        tokens.retain(|token| token.span.file == MAIN && token.span.start < token.span.end && is_line(token));
        // Of overlapping tokens, the one that starts first is kept; if several start there, the shortest of them.
        tokens.sort_by_key(|token| (token.span.start, token.span.end));
        tokens.dedup_by(|next, kept| next.span.start < kept.span.end);
        analysis.tokens = tokens;
        analysis.hints.sort_by_key(|hint| hint.at);
        analysis
    }

    /// Returns the text of the document.
    pub fn text(&self) -> &str {
        &self.sources.source(MAIN).text
    }

    /// Returns the text of a span.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.sources.source(span.file).text.get(span.range()).unwrap_or_default()
    }

    /// Returns the name at an offset of the document: its span and its definition.
    pub(crate) fn name_at(&self, offset: usize) -> Option<(Span, DefinitionId, &Definition)> {
        let (span, id) = self.index.at(MAIN, u32::try_from(offset).ok()?)?;
        Some((span, id, self.index.get(id)?))
    }

    /// Returns the token at an offset of the document.
    pub(crate) fn token_at(&self, offset: usize) -> Option<Token> {
        let offset = u32::try_from(offset).ok()?;
        let at = self.tokens.partition_point(|token| token.span.start <= offset).checked_sub(1)?;
        // At the boundary of two tokens, the one that starts there is returned; otherwise, a token that ends
        // there.
        self.tokens.get(at).copied().filter(|token| offset <= token.span.end)
    }
}
