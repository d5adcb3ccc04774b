//! The state of an open document.

use crate::analysis::Analysis;
use crate::loader::OpenFiles;
use crate::position::{Encoding, Lines, Position};
use crate::uri;
use nvc::{Fix, Language, Options, Source};
use nvc_diag::Span;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// A quick fix that a diagnostic of a document offers.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    /// Range of the diagnostic.
    pub(crate) at: Span,
    /// Title of the fix: the help text of the diagnostic.
    pub(crate) title: String,
    /// The replacement.
    pub(crate) fix: Fix,
}

/// An open document.
#[derive(Debug)]
pub(crate) struct Document {
    /// URI of the document.
    pub(crate) uri: String,
    /// Name of the source for the compiler.
    name: Arc<str>,
    /// Version number assigned by the client.
    pub(crate) version: i64,
    /// Language that the client declared, if it is a known one.
    language: Option<Language>,
    /// Current text.
    pub(crate) text: Arc<str>,
    /// Line index of the text.
    pub(crate) lines: Lines,
    /// Cached analysis of the text, with the value of the global revision counter when it was computed.
    analysis: Option<(u64, Rc<Analysis>)>,
    /// Files that the last compilation read.
    pub(crate) dependencies: Vec<PathBuf>,
    /// Quick fixes of the last diagnostics; empty if those are of an older version.
    pub(crate) offers: Vec<Offer>,
}

impl Document {
    /// Creates a document. `language` is the protocol's language identifier.
    pub(crate) fn new(uri: String, language: &str, version: i64, text: &str) -> Self {
        Document {
            name: uri::name(&uri).into(),
            uri,
            language: match language {
                "nvcp5" => Some(Language::NvAsm),
                "glsl" => Some(Language::Glsl),
                _ => None,
            },
            version,
            lines: Lines::new(text),
            text: text.into(),
            analysis: None,
            dependencies: Vec::new(),
            offers: Vec::new(),
        }
    }

    /// Returns the compiler options for this document.
    pub(crate) fn options(&self, options: &Options) -> Options {
        options.clone().with_language(options.language().or(self.language))
    }

    /// Returns the language of the text.
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_else(|| Language::of(&self.source()))
    }

    /// Returns the source for the compiler.
    pub(crate) fn source(&self) -> Source {
        Source::new(self.name.clone(), self.text.clone())
    }

    /// Replaces the text in a range, or the whole text if there is no range.
    pub(crate) fn change(&mut self, range: Option<(Position, Position)>, new: &str, encoding: Encoding) {
        let text = match range {
            None => new.to_owned(),
            Some((start, end)) => {
                let start = self.offset(start, encoding);
                let end = self.offset(end, encoding).max(start);
                let mut text = self.text.to_string();
                text.replace_range(start..end, new);
                text
            }
        };
        self.lines = Lines::new(&text);
        self.text = text.into();
        self.analysis = None;
        self.offers.clear();
    }

    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> usize {
        self.lines.offset(&self.text, position, encoding)
    }

    /// Returns the analysis of the text, from the cache if possible. `revision` counts the changes of all
    /// documents, since documents may include each other.
    pub(crate) fn analysis(&mut self, revision: u64, options: &Options, open: &OpenFiles) -> Rc<Analysis> {
        match &self.analysis {
            Some((computed_at, analysis)) if *computed_at == revision => analysis.clone(),
            _ => {
                let analysis = Rc::new(Analysis::new(&self.source(), &self.options(options), open));
                self.analysis = Some((revision, analysis.clone()));
                analysis
            }
        }
    }
}
