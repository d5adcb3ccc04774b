//! Diagnostics as data.

use crate::{Code, Span, Warnings};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program compiles; something in it deserves a look.
    Warning,
    /// The program does not compile.
    Error,
    /// A fault of nvc itself, reported instead of a panic.
    Bug,
}

/// A place beside the primary one, with what is to be seen there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there; short, no full stop.
    pub text: String,
}

/// One finding: a short message, the place, facts as notes, and what to do as help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code; its severity and page are in [`crate::codes`].
    pub code: Code,
    /// Error, warning or internal fault.
    pub severity: Severity,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// The place, if there is one in a source.
    pub span: Option<Span>,
    /// What is wrong at the place, if the message does not say it all.
    pub label: Option<String>,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// Facts: what a spec says, what was found.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding with the default severity of its code.
    pub fn new(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            span: span.into(),
            label: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Sets the text under the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// Proof that an error was reported. Only [`Diagnostics::report`] makes one, so a function that
/// returns it cannot fail silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

/// The findings of one compilation, in the order they were made.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    dropped: usize,
    warnings: Warnings,
}

/// More findings than this are counted, not kept: a 50 MB file of nonsense must not become
/// gigabytes of messages.
const MAX_KEPT: usize = 200;

impl Diagnostics {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty list that treats warnings so.
    pub fn with(warnings: Warnings) -> Self {
        Diagnostics { warnings, ..Self::default() }
    }

    /// Adds a finding. A warning that is not wanted is forgotten.
    pub fn report(&mut self, mut diagnostic: Diagnostic) -> Reported {
        match self.warnings.severity(diagnostic.code, diagnostic.severity) {
            Some(severity) => diagnostic.severity = severity,
            None => return Reported(()),
        }
        if diagnostic.severity >= Severity::Error {
            self.errors += 1;
        }
        if self.list.len() < MAX_KEPT {
            self.list.push(diagnostic);
        } else {
            self.dropped += 1;
        }
        Reported(())
    }

    /// Fails if any error was reported so far.
    pub fn check(&self) -> Result<(), Reported> {
        if self.has_errors() { Err(Reported(())) } else { Ok(()) }
    }

    /// Whether any error (not warning) was reported.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether the list is full: later findings are only counted, and a front end may stop looking.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_KEPT
    }

    /// How many findings are kept.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no finding.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds to what is known of the findings from number `first` on; what they are stays.
    pub fn amend(&mut self, first: usize, mut amend: impl FnMut(Diagnostic) -> Diagnostic) {
        let tail = self.list.split_off(first.min(self.list.len()));
        self.list.extend(tail.into_iter().map(|finding| {
            let severity = finding.severity;
            Diagnostic { severity, ..amend(finding) }
        }));
    }

    /// How many findings were counted but not kept.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The findings kept, in the order they were made.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Orders the findings by place; those without one come last. Stable.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|d| (d.span.is_none(), d.span));
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A number of things: `1 argument`, `2 arguments`.
pub fn counted<N: std::fmt::Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
