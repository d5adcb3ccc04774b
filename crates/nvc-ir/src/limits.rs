//! How much a SPIR-V module may hold (SPIR-V 2.17, universal limits), of what a program can have more of.
//!
//! A front end looks where the program declares something; the back end looks at each instruction that
//! it writes, so that what passes make, or another front end, is found too.

use nvc_diag::{Code, Diagnostic, Span};

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How many there may be.
    pub most: usize,
    /// What has too many of them; `#` stands for the number.
    what: &'static str,
    /// What to do about it.
    help: &'static str,
}

/// Parameters of a function.
pub const PARAMETERS: Limit = Limit {
    most: 255,
    what: "a function with # parameters",
    help: "pass some of them in a struct or an array",
};

/// Arguments of an instruction of an extended set, such as those of a message.
pub const ARGUMENTS: Limit =
    Limit { most: 255, what: "a message with # arguments", help: "print them in several messages" };

/// Labels of a `switch`, without its default.
pub const LABELS: Limit = Limit {
    most: 16_383,
    what: "a switch with # labels",
    help: "split it, or look the cases up in a buffer",
};

/// Members of a struct.
pub const MEMBERS: Limit =
    Limit { most: 16_383, what: "a struct with # members", help: "put members of one type into an array" };

/// Variables of a module.
pub const VARIABLES: Limit = Limit {
    most: 65_535,
    what: "a module with # variables",
    help: "put some of them into arrays or structs",
};

/// Variables of a function.
pub const LOCALS: Limit = Limit {
    most: 524_287,
    what: "a function with # variables",
    help: "put some of them into arrays or structs",
};

/// Words of an instruction.
pub const WORDS: Limit =
    Limit { most: 65_535, what: "an instruction of # words", help: "split what the program has here" };

/// Elements of an array that the program lists: an instruction has them all, and three words more.
pub const ELEMENTS: Limit = Limit {
    most: WORDS.most - 3,
    what: "an array of # elements, each written out",
    help: "read the elements from a buffer, or split the array",
};

/// Results of a module.
pub const IDS: Limit = Limit {
    most: 4_194_303,
    what: "a module with # results",
    help: "split the program, or repeat less of it",
};

impl Limit {
    /// What to report of so many at a place; nothing if they may be.
    pub fn check(&self, found: usize, at: Option<Span>) -> Option<Diagnostic> {
        let report = || {
            let message = self.what.replacen('#', &found.to_string(), 1);
            Diagnostic::new(Code::N0501, at, message)
                .note(format!("SPIR-V has {} at most", self.most))
                .help(self.help)
        };
        (found > self.most).then(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_there_may_be() {
        assert_eq!(PARAMETERS.check(255, None), None);
        let found = PARAMETERS.check(256, None).expect("one too many");
        assert_eq!(found.message, "a function with 256 parameters");
        assert_eq!(found.notes, ["SPIR-V has 255 at most"]);
        assert!(found.help.is_some());
    }
}
