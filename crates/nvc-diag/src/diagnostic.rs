//! Diagnostics as data, and the list of diagnostics that a compilation collects.

use crate::budget::{Budget, Stop};
use crate::limits::{Limit, Limits};
use crate::{Cancellation, Code, Span, Warnings};

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
    /// Returns the name in the JSON format: `warning`, `error` or `bug`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Bug => "bug",
        }
    }
}

/// A secondary location with a message.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Location of the label.
    pub span: Span,
    /// Message: short, without a full stop.
    pub text: String,
}

/// A replacement of source text that corrects the problem. Editors offer it to the user.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Text to replace; an empty span to insert text.
    pub span: Span,
    /// Replacement text.
    pub text: String,
}

/// One diagnostic: a short message, its location in the source, facts as notes, and a remedy as help.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code, which has a default severity and a page that explains it ([`crate::codes`]).
    pub code: Code,
    /// Warning, error or bug.
    pub severity: Severity,
    /// Statement of the problem, in one line without a full stop.
    pub message: String,
    /// Location in a source, if there is one.
    pub span: Option<Span>,
    /// Message at the location, if `message` alone is not enough.
    pub label: Option<String>,
    /// Other relevant locations.
    pub secondary: Vec<Label>,
    /// Facts, for example what a specification requires, or what was found.
    pub notes: Vec<String>,
    /// What the user can do about the problem.
    pub help: Option<String>,
    /// The replacement that `help` describes, if it is reliable enough to apply without review.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Creates a diagnostic with the default severity of its code.
    #[cold]
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

    /// Sets the message at the primary location.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Adds a secondary location.
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

    /// Sets the remedy.
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

    /// Suggests another name for a misspelled one, which must be at the location of the diagnostic.
    #[must_use]
    pub fn did_you_mean(self, name: &str) -> Self {
        let help = self.help(format!("did you mean `{name}`?"));
        match help.span {
            Some(span) => help.fix(span, name),
            None => help,
        }
    }
}

/// Proof that an error was reported. Only methods of [`Diagnostics`] create it, so that a function that returns
/// `Err(Reported)` cannot fail silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

/// The diagnostics of one compilation, in the order in which they were reported.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    dropped: usize,
    warnings: Warnings,
    // Boxed, because errors contain `Diagnostics` and should be small.
    budget: Box<Budget>,
    /// Whether a cancellation, or an exceeded limit on work or time, was reported.
    stopped: bool,
}

/// Maximum number of diagnostics that are kept. Further ones are only counted, so that a huge invalid input
/// does not produce gigabytes of messages.
const MAX_KEPT: usize = 200;

impl Diagnostics {
    /// Creates an empty list with the default warnings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty list with the given warning settings.
    pub fn with(warnings: Warnings) -> Self {
        Diagnostics { warnings, ..Self::default() }
    }

    /// Sets the limits of the compilation and the switch that cancels it. The limit on time counts from this call.
    #[must_use]
    pub fn limited(mut self, limits: Limits, cancellation: Option<Cancellation>) -> Self {
        self.budget = Box::new(Budget::new(limits, cancellation));
        self
    }

    /// Returns the limits of the compilation.
    pub fn limits(&self) -> &Limits {
        &self.budget.limits
    }

    /// Returns the value of a limit as a size.
    pub fn limit(&self, limit: Limit) -> usize {
        usize::try_from(self.budget.limits.get(limit)).unwrap_or(usize::MAX)
    }

    /// Reports that the program exceeds a limit. The message says what is too large.
    pub fn exceeds(
        &mut self,
        limit: Limit,
        at: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Reported {
        let finding = self.budget.limits.exceeded(limit, at, message);
        self.report(finding)
    }

    /// Fails if the compilation was cancelled or has exceeded the limit on time. Reports this only once. The check is cheap
    /// enough for every statement, but not for every token.
    ///
    /// # Errors
    /// If the compilation must stop.
    pub fn poll(&mut self) -> Result<(), Reported> {
        let Some(stop) = self.budget.stop() else { return Ok(()) };
        if std::mem::replace(&mut self.stopped, true) {
            return Err(Reported(()));
        }
        Err(self.report(match stop {
            Stop::Cancelled => Diagnostic::new(Code::N0502, None, "the compilation was cancelled"),
            Stop::Deadline => {
                let time = self.budget.limits.get(Limit::Time);
                Diagnostic::new(Code::N0502, None, "the compilation took too long")
                    .note(format!("the limit `time` is {time} ms"))
                    .help("pass a larger `--limits time=N`, or simplify the program")
            }
        }))
    }

    /// Adds steps to the work done so far, and [polls](Self::poll).
    ///
    /// # Errors
    /// If the limit on work is exceeded or the compilation must stop. Only the first failure is reported.
    pub fn spend(&mut self, steps: usize) -> Result<(), Reported> {
        self.poll()?;
        self.budget.work = self.budget.work.saturating_add(steps as u64);
        let most = self.budget.limits.get(Limit::Work);
        if self.budget.work <= most {
            return Ok(());
        }
        if std::mem::replace(&mut self.stopped, true) {
            return Err(Reported(()));
        }
        let message = format!("the program takes more than {most} steps to compile");
        Err(self.exceeds(Limit::Work, None, message))
    }

    /// Returns the steps of work done so far.
    pub fn work(&self) -> u64 {
        self.budget.work
    }

    /// Reports an error. Warnings must be passed to [`add`](Self::add) instead, because they may be disabled
    /// and do not make a compilation fail.
    ///
    /// # Panics
    /// In debug builds, if the diagnostic is a warning. In release builds the warning becomes an error, so
    /// that compilation never fails without a message.
    #[cold]
    pub fn report(&mut self, mut error: Diagnostic) -> Reported {
        debug_assert!(error.severity >= Severity::Error, "{} is a warning", error.code);
        error.severity = error.severity.max(Severity::Error);
        self.add(error);
        Reported(())
    }

    /// Adds a diagnostic of any severity. Depending on the settings, warnings are discarded or become errors.
    #[cold]
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

    /// Fails if any error has been reported, including warnings that became errors.
    pub fn check(&self) -> Result<(), Reported> {
        if self.has_errors() { Err(Reported(())) } else { Ok(()) }
    }

    /// Returns whether any error has been reported.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the number of reported errors, including those that were not kept.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Returns whether the list is full and contains an error. Later diagnostics are only counted, so a front
    /// end may stop early. If there are only warnings, it must not stop, because the program still compiles.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_KEPT && self.has_errors()
    }

    /// Returns the number of kept diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether no diagnostics are kept.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Rewrites the diagnostics from index `first` on, for example to add notes. Severities do not change.
    pub fn amend(&mut self, first: usize, mut amend: impl FnMut(Diagnostic) -> Diagnostic) {
        let tail = self.list.split_off(first.min(self.list.len()));
        self.list.extend(tail.into_iter().map(|diagnostic| {
            let severity = diagnostic.severity;
            Diagnostic { severity, ..amend(diagnostic) }
        }));
    }

    /// Returns the number of diagnostics that were counted but not kept.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// Iterates over the kept diagnostics, in the order in which they were reported.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Sorts the diagnostics by location, with those without a location last. The sort is stable.
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

/// Formats a count with its noun, as in `1 argument` or `2 arguments`.
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
    fn warnings_are_not_errors() {
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
