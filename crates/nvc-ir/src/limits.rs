//! SPIR-V universal limits that a program can exceed (SPIR-V §2.17).
//!
//! A front end checks declarations. The back end checks each instruction that it emits, which also covers
//! code that passes and other front ends generate.

use nvc_diag::{Code, Diagnostic, Span};

/// A universal limit and its diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The largest allowed count.
    pub max: usize,
    /// The message, with `#` as the placeholder for the actual count.
    what: &'static str,
    /// The help text of the diagnostic.
    help: &'static str,
}

/// Parameters of a function.
pub const PARAMETERS: Limit = Limit {
    max: 255,
    what: "a function with # parameters",
    help: "pass some of them in a struct or an array",
};

/// Arguments of an extended instruction, such as `debug.printf`.
pub const ARGUMENTS: Limit =
    Limit { max: 255, what: "a message with # arguments", help: "split it into several messages" };

/// Labels of a `switch`, without its default.
pub const LABELS: Limit =
    Limit { max: 16_383, what: "a switch with # labels", help: "split it, or look the cases up in a buffer" };

/// Members of a struct.
pub const MEMBERS: Limit =
    Limit { max: 16_383, what: "a struct with # members", help: "put members of one type into an array" };

/// Variables of a module.
pub const VARIABLES: Limit =
    Limit { max: 65_535, what: "a module with # variables", help: "put some of them into arrays or structs" };

/// Variables of a function.
pub const LOCALS: Limit = Limit {
    max: 524_287,
    what: "a function with # variables",
    help: "put some of them into arrays or structs",
};

/// Words of a SPIR-V instruction.
pub const WORDS: Limit =
    Limit { max: 65_535, what: "an instruction of # words", help: "split the construct at this location" };

/// Elements of an array initializer. SPIR-V lists them in one instruction, after three other words.
pub const ELEMENTS: Limit = Limit {
    max: WORDS.max - 3,
    what: "an initializer with # elements",
    help: "read the elements from a buffer, or split the array",
};

/// Result ids of a module.
pub const IDS: Limit = Limit {
    max: 4_194_303,
    what: "a module with # results",
    help: "split the program, or repeat less of it",
};

impl Limit {
    /// Returns the diagnostic for `found` items at a location; `None` if the count is within the limit.
    pub fn check(&self, found: usize, at: Option<Span>) -> Option<Diagnostic> {
        let report = || {
            let message = self.what.replacen('#', &found.to_string(), 1);
            Diagnostic::new(Code::N0501, at, message)
                .note(format!("SPIR-V allows at most {}", self.max))
                .help(self.help)
        };
        (found > self.max).then(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed() {
        assert_eq!(PARAMETERS.check(255, None), None);
        let found = PARAMETERS.check(256, None).expect("one too many");
        assert_eq!(found.message, "a function with 256 parameters");
        assert_eq!(found.notes, ["SPIR-V allows at most 255"]);
        assert!(found.help.is_some());
    }
}
