//! Diagnostics as data, and the list that a compilation collects.

use crate::{Code, Span, Warnings};

/// How serious a diagnostic is.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program compiles, but is probably not what was meant.
    Warning,
    /// The program does not compile.
    Error,
    /// A bug in nvc, reported instead of a panic.
    Bug,
}

impl Severity {
    /// Its name in the JSON form: `warning`, `error` or `bug`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Bug => "bug",
        }
    }
}

/// A secondary place with a message.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The message; short, no full stop.
    pub text: String,
}

/// A replacement of source text that corrects what a diagnostic is about. Editors offer it.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// One diagnostic: a short message, its place in the source, facts as notes, and how to fix it as
/// help.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code; [`crate::codes`] has its default severity and its page.
    pub code: Code,
    /// Warning, error or bug.
    pub severity: Severity,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// The place in a source, if there is one.
    pub span: Option<Span>,
    /// A message at the place, if `message` alone is not enough.
    pub label: Option<String>,
    /// Other relevant places.
    pub secondary: Vec<Label>,
    /// Facts: what a specification says, what was found.
    pub notes: Vec<String>,
    /// How to fix it.
    pub help: Option<String>,
    /// The replacement that `help` describes, if it is certain enough to be applied by a key press.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A diagnostic with the default severity of its code.
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
            fix: None,
        }
    }

    /// Sets the message at the primary place.
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

    /// Sets how to fix it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Sets the replacement that the help describes.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, text: text.into() });
        self
    }

    /// Suggests another name for a misspelt one, which is at the place of the diagnostic.
    #[must_use]
    pub fn did_you_mean(self, name: &str) -> Self {
        let help = self.help(format!("did you mean `{name}`?"));
        match help.span {
            Some(span) => help.fix(span, name),
            None => help,
        }
    }
}

/// Proof that an error was reported. Only [`Diagnostics::report`] and [`Diagnostics::check`] make
/// one, so a function that returns `Err(Reported)` cannot fail silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

/// The diagnostics of one compilation, in the order of their report.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    dropped: usize,
    warnings: Warnings,
}

/// Diagnostics after this many are counted, not kept: 50 MB of nonsense must not become gigabytes
/// of messages.
const MAX_KEPT: usize = 200;

impl Diagnostics {
    /// An empty list with the default warnings.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty list with settings for warnings.
    pub fn with(warnings: Warnings) -> Self {
        Diagnostics { warnings, ..Self::default() }
    }

    /// Reports an error. Warnings go to [`add`](Self::add), because they may be disabled and are not a reason
    /// to fail.
    ///
    /// # Panics
    /// In debug builds, if the diagnostic is a warning. In others it becomes an error, so that
    /// compilation never fails without a message.
    pub fn report(&mut self, mut error: Diagnostic) -> Reported {
        debug_assert!(error.severity >= Severity::Error, "{} is a warning", error.code);
        error.severity = error.severity.max(Severity::Error);
        self.add(error);
        Reported(())
    }

    /// Adds a diagnostic of any severity. Warnings are dropped or become errors as the settings
    /// say.
    pub fn add(&mut self, mut diagnostic: Diagnostic) {
        match self.warnings.severity(diagnostic.code, diagnostic.severity) {
            Some(severity) => diagnostic.severity = severity,
            None => return,
        }
        if diagnostic.severity >= Severity::Error {
            self.errors += 1;
        }
        if self.list.len() < MAX_KEPT {
            self.list.push(diagnostic);
        } else {
            self.dropped += 1;
        }
    }

    /// Fails if any error was reported so far, including warnings that became errors.
    pub fn check(&self) -> Result<(), Reported> {
        if self.has_errors() { Err(Reported(())) } else { Ok(()) }
    }

    /// Whether any error was reported.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The number of errors reported, with those that were not kept.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether the list is full and has an error. Later diagnostics are only counted, so a front end may stop
    /// early; after warnings alone it must not, because the program is compiled.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_KEPT && self.has_errors()
    }

    /// The number of diagnostics kept.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Rewrites the diagnostics from index `first` on, for example to add notes. Severities are kept.
    pub fn amend(&mut self, first: usize, mut amend: impl FnMut(Diagnostic) -> Diagnostic) {
        let tail = self.list.split_off(first.min(self.list.len()));
        self.list.extend(tail.into_iter().map(|diagnostic| {
            let severity = diagnostic.severity;
            Diagnostic { severity, ..amend(diagnostic) }
        }));
    }

    /// The number of diagnostics counted but not kept.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The diagnostics kept, in the order of their report.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Sorts the diagnostics by place, those without one last. Stable.
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

/// A count with its noun: `1 argument`, `2 arguments`.
pub fn counted<N: std::fmt::Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_alone_do_not_stop_a_front_end() {
        let mut diags = Diagnostics::new();
        for _ in 0..=MAX_KEPT {
            diags.add(Diagnostic::new(Code::W0101, None, "one more"));
        }
        assert!(!diags.is_full());
        diags.report(Diagnostic::new(Code::N0101, None, "an error"));
        assert!(diags.is_full());
    }

    #[test]
    fn warnings_are_no_reason_to_fail() {
        let mut diags = Diagnostics::new();
        diags.add(Diagnostic::new(Code::W0101, None, "x"));
        assert_eq!((diags.len(), diags.check()), (1, Ok(())));
        let Reported(()) = diags.report(Diagnostic::new(Code::N0201, None, "y"));
        assert!(diags.check().is_err());
    }

    #[test]
    #[should_panic(expected = "W0101 is a warning")]
    #[cfg(debug_assertions)]
    fn a_warning_gives_no_proof_of_an_error() {
        Diagnostics::new().report(Diagnostic::new(Code::W0101, None, "x"));
    }

    #[test]
    fn a_warning_made_an_error_fails() {
        let mut warnings = Warnings::new();
        warnings.set("error").expect("it is known");
        let mut diags = Diagnostics::with(warnings);
        diags.add(Diagnostic::new(Code::W0101, None, "x"));
        assert!(diags.check().is_err());
    }
}
