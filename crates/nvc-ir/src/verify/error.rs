//! Errors of the verifier, and the list of invariants that they refer to.

use crate::module::Module;
use crate::text::{self, Place};

macro_rules! invariants {
    ($($name:ident $title:literal;)*) => {
        /// An invariant of the IR, numbered as in [`crate::verify`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Invariant { $(#[doc = $title] $name,)* }

        impl Invariant {
            /// All invariants, in the order of their numbers.
            pub const ALL: &'static [Invariant] = &[$(Invariant::$name,)*];

            /// Returns the title in the list of invariants.
            pub fn title(self) -> &'static str {
                match self { $(Invariant::$name => $title,)* }
            }
        }
    };
}

invariants! {
    Ids "ids";
    Types "types";
    SpecConstants "specialization constants";
    Globals "globals";
    Entry "entry point";
    Calls "calls";
    Shape "shape of functions";
    Constants "constants";
    Operands "operands";
    Results "results";
    Immediates "immediates";
    Phases "phases";
    Terminators "terminators";
    Dominance "dominance";
    Order "order of blocks";
    Constructs "constructs";
    Exits "exits";
}

impl Invariant {
    /// Returns the number in the list of invariants.
    pub fn number(self) -> usize {
        self as usize + 1
    }
}

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The broken invariant.
    pub invariant: Invariant,
    /// Where the invariant is broken.
    pub place: Place,
    /// The message.
    pub message: String,
    /// The line of the place in the listing, for display without the module.
    line: String,
}

impl VerifyError {
    /// Renders the error in an excerpt of the listing: the line with its context and the message.
    pub fn render(&self, module: &Module) -> String {
        text::excerpt(module, self.place, &self.note())
    }

    /// Returns the message with the number and title of the invariant.
    fn note(&self) -> String {
        format!("{} (invariant {}: {})", self.message, self.invariant.number(), self.invariant.title())
    }
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.line.is_empty() {
            write!(f, "in `{}`: ", self.line)?;
        }
        f.write_str(&self.note())
    }
}

impl std::error::Error for VerifyError {}

/// Renders the whole listing with every error below its line.
pub fn render(module: &Module, errors: &[VerifyError]) -> String {
    let notes: Vec<(Place, String)> = errors.iter().map(|e| (e.place, e.note())).collect();
    text::print_annotated(module, &notes)
}

/// Maximum number of errors reported. One mistake often causes many errors.
const MAX_ERRORS: usize = 100;

/// A broken invariant whose place is not determined yet.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) invariant: Invariant,
    pub(super) message: String,
}

/// The result of a check.
pub(super) type Check = Result<(), Fault>;

/// Returns an error for an invariant, with a message.
pub(super) fn fault<T>(invariant: Invariant, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { invariant, message: message.into() })
}

/// Collects errors.
#[derive(Default)]
pub(super) struct Errors {
    list: Vec<VerifyError>,
}

impl Errors {
    /// Returns whether there are no errors.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of errors.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds an error, up to [`MAX_ERRORS`].
    pub(super) fn add(&mut self, invariant: Invariant, place: Place, message: impl Into<String>) {
        if self.list.len() < MAX_ERRORS {
            self.list.push(VerifyError { invariant, place, message: message.into(), line: String::new() });
        }
    }

    /// Adds the fault that a check returned, if any, at a place.
    pub(super) fn check(&mut self, place: Place, check: Check) {
        if let Err(fault) = check {
            self.add(fault.invariant, place, fault.message);
        }
    }

    /// Returns the errors, each with its line of the listing.
    pub(super) fn finish(mut self, module: &Module) -> Result<(), Vec<VerifyError>> {
        if self.list.is_empty() {
            return Ok(());
        }
        for error in &mut self.list {
            error.line = text::print_line(module, error.place);
        }
        Err(self.list)
    }
}
