//! An open document.

use crate::analysis::Analysis;
use crate::loader::OpenFiles;
use crate::position::{Encoding, Lines, Position};
use crate::uri;
use nvc::{Fix, Language, Options, Source};
use nvc_diag::Span;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// A replacement that a diagnostic of a document offers.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    /// Where the diagnostic is.
    pub(crate) at: Span,
    /// What the replacement does: the help of the diagnostic.
    pub(crate) title: String,
    /// The replacement.
    pub(crate) fix: Fix,
}

/// An open document.
#[derive(Debug)]
pub(crate) struct Document {
    /// Its address.
    pub(crate) uri: String,
    /// The name for the compiler.
    name: Arc<str>,
    /// The client's version.
    pub(crate) version: i64,
    /// The language, if the editor knows it.
    language: Option<Language>,
    /// The text.
    pub(crate) text: Arc<str>,
    /// Its lines.
    pub(crate) lines: Lines,
    /// The analysis of this text, with the revision of all documents that it was made from.
    analysis: Option<(u64, Rc<Analysis>)>,
    /// The files that the last compilation read.
    pub(crate) dependencies: Vec<PathBuf>,
    /// Replacements of the last diagnostics, if they are of this version.
    pub(crate) offers: Vec<Offer>,
}

impl Document {
    /// A document with the language's identifier in the protocol.
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

    /// The options for this document.
    pub(crate) fn options(&self, options: &Options) -> Options {
        options.clone().with_language(options.language().or(self.language))
    }

    /// The language of the text.
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_else(|| Language::of(&self.source()))
    }

    /// The source for the compiler.
    pub(crate) fn source(&self) -> Source {
        Source::new(self.name.clone(), self.text.clone())
    }

    /// Replaces a range, or the whole text without one.
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

    /// The analysis of the text. `revision` counts the changes of all documents, which may include each other.
    pub(crate) fn analysis(&mut self, revision: u64, options: &Options, open: &OpenFiles) -> Rc<Analysis> {
        match &self.analysis {
            Some((made, analysis)) if *made == revision => analysis.clone(),
            _ => {
                let analysis = Rc::new(Analysis::new(&self.source(), &self.options(options), open));
                self.analysis = Some((revision, analysis.clone()));
                analysis
            }
        }
    }
}
