//! Limits of the compiler, which bound time and memory for any input.
//!
//! [`Limit`] lists all limits. Front ends, passes and SPIR-V emission read their limits from the [`Limits`] of the
//! compilation, which its [`Diagnostics`](crate::Diagnostics) contains; `nvc run` reads its own from the
//! configuration of the run. [`Limits::exceeded`] creates the diagnostic for an exceeded limit, so that every
//! message names the limit and, if it can be raised, how. Limits of the languages and of SPIR-V cannot be raised;
//! they are checked where they apply.

use crate::{Code, Diagnostic, Span, suggest};
use std::str::FromStr;

macro_rules! limits {
    ($($limit:ident $name:literal $default:expr, max $max:expr, $unit:ident $what:literal;)*) => {
        /// A limit of the compiler.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Limit {
            $(#[doc = $what] $limit,)*
        }

        impl Limit {
            /// All limits, in the order of the table.
            pub const ALL: &'static [Limit] = &[$(Limit::$limit,)*];

            /// Returns the name, as in `--limits`.
            pub const fn name(self) -> &'static str {
                match self { $(Limit::$limit => $name,)* }
            }

            /// Returns the default value.
            pub const fn default_value(self) -> u64 {
                match self { $(Limit::$limit => $default,)* }
            }

            /// Returns the largest value that can be set. It is small for limits that bound recursion.
            pub const fn max_value(self) -> u64 {
                match self { $(Limit::$limit => $max,)* }
            }

            /// Returns the unit of the value.
            pub const fn unit(self) -> Unit {
                match self { $(Limit::$limit => Unit::$unit,)* }
            }

            /// Returns a description of what the limit bounds.
            pub const fn what(self) -> &'static str {
                match self { $(Limit::$limit => $what,)* }
            }
        }
    };
}

/// Maximum value of limits that do not need a smaller one.
const ANY: u64 = u32::MAX as u64;

limits! {
    SourceBytes "source-bytes" 16 << 20, max 16 << 20, Bytes "a source file, an included file, or a program binary";
    IncludedBytes "included-bytes" 64 << 20, max ANY, Bytes "GLSL: all files together, each as often as it is included";
    Inclusions "inclusions" 4096, max ANY, Count "GLSL: inclusions of files";
    IncludeDepth "include-depth" 64, max 1024, Levels "GLSL: nesting of `#include`";
    ConditionDepth "condition-depth" 256, max 1024, Levels "GLSL: nesting of `#if`, and of brackets in its condition";
    Tokens "tokens" 4 << 20, max ANY, Count "GLSL: tokens of a program after preprocessing";
    ExpandedTokens "expanded-tokens" 2 << 20, max ANY, Count "GLSL: tokens that macro expansion produces, with arguments";
    MacroDepth "macro-depth" 128, max 256, Levels "GLSL: nesting of macros in arguments";
    MacroParameters "macro-parameters" 256, max 65_535, Count "GLSL: parameters of a macro";
    PastedBytes "pasted-bytes" 16 << 20, max ANY, Bytes "GLSL: all tokens that `##` produces";
    NameBytes "name-bytes" 1024, max 65_535, Bytes "GLSL: a name, and a token that `##` produces";
    Nesting "nesting" 256, max 256, Levels "GLSL: nesting of expressions, statements and structs";
    Terms "terms" 4096, max 16_384, Count "GLSL: operators in a chain, such as a sum";
    ElseIfs "else-ifs" 4096, max 65_535, Count "GLSL: conditions in a chain of `else if`";
    Overloads "overloads" 1024, max 65_535, Count "GLSL: functions of one name with different parameters";
    Statements "statements" 1 << 18, max ANY, Count "assembly: statements";
    StatementBytes "statement-bytes" 256 << 10, max ANY, Bytes "assembly: one statement";
    Blocks "blocks" 256, max 256, Levels "assembly: nesting of IF and REP, including that in called subroutines; a call counts as two levels";
    CalledInstructions "called-instructions" 1 << 16, max 1 << 22, Count "assembly: instructions that calls expand to";
    StateVectors "state-vectors" 1024, max 65_535, Count "assembly: `state.*` vectors that a program reads";
    Instructions "instructions" 1 << 19, max ANY, Count "instructions and branch arguments of a module, in the front end and after each pass";
    Work "work" 1 << 26, max u64::MAX, Count "steps of the passes: each visits an instruction, a variable or an edge";
    ValidatedWords "validated-words" 3 << 16, max ANY, Count "words of a module that is validated; members of its types count too (W0602)";
    Time "time" u64::MAX, max u64::MAX, Milliseconds "milliseconds from the start of a compilation";
    Segments "segments" 4096, max 65_535, Count "segments of a program whose warps are emulated (`--warp emulate`)";
    RunSteps "run-steps" 250_000_000, max u64::MAX, Count "`nvc run`: steps; an addition in a whole warp is one step, slower instructions are several";
    RunPrintedBytes "run-printed-bytes" 1 << 20, max ANY, Bytes "`nvc run`: text that the shader prints";
    RunRegisterBytes "run-register-bytes" 1 << 28, max u64::MAX, Bytes "`nvc run`: registers of a workgroup";
    RunSharedBytes "run-shared-bytes" 1 << 24, max ANY, Bytes "`nvc run`: shared memory of a workgroup";
    RunPrivateBytes "run-private-bytes" 1 << 17, max ANY, Bytes "`nvc run`: variables of an invocation in memory";
}

/// The unit of a limit.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Nesting levels.
    Levels,
    /// A count without a unit.
    Count,
    /// Milliseconds.
    Milliseconds,
}

impl Unit {
    /// Returns the unit as written after a value; empty for a count.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Bytes => "bytes",
            Unit::Levels => "levels",
            Unit::Count => "",
            Unit::Milliseconds => "ms",
        }
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The values of all limits.
///
/// ```
/// use nvc_diag::limits::{Limit, Limits};
///
/// let limits: Limits = "tokens=1000,time=500".parse()?;
/// assert_eq!((limits.get(Limit::Tokens), limits.get(Limit::Time)), (1000, 500));
/// assert_eq!(limits.get(Limit::Nesting), 256);
/// # Ok::<(), nvc_diag::limits::InvalidLimit>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The limits that differ from their defaults, sorted, each once.
    set: Vec<(Limit, u64)>,
}

/// The error for a text that is not a valid list of limits.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidLimit {
    /// The text is not of the form `NAME=VALUE`.
    Form(String),
    /// No limit has this name.
    UnknownName {
        /// The name given.
        name: String,
        /// The most similar name, if there is one.
        near: Option<&'static str>,
    },
    /// The value is not a number, or is too large.
    Value {
        /// The limit.
        limit: Limit,
        /// The value given.
        value: String,
    },
}

impl Limits {
    /// Creates the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of a limit.
    pub fn get(&self, limit: Limit) -> u64 {
        let set = self.set.iter().find(|(known, _)| *known == limit);
        set.map_or_else(|| limit.default_value(), |&(_, value)| value)
    }

    /// Sets a limit. Values above [`Limit::max_value`] are reduced to that.
    #[must_use]
    pub fn with(mut self, limit: Limit, value: u64) -> Self {
        self.set.retain(|(known, _)| *known != limit);
        let value = value.min(limit.max_value());
        if value != limit.default_value() {
            self.set.push((limit, value));
            self.set.sort_unstable();
        }
        self
    }

    /// Returns the diagnostic for a program that exceeds a limit. `message` says what is too large.
    pub fn exceeded(
        &self,
        limit: Limit,
        at: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let (name, value) = (limit.name(), self.get(limit));
        let unit = limit.unit().name();
        let space = if unit.is_empty() { "" } else { " " };
        let finding = Diagnostic::new(Code::N0501, at, message)
            .note(format!("the limit `{name}` is {value}{space}{unit}"));
        if value < limit.max_value() {
            finding.help(format!("if the program is meant to be this large, pass `--limits {name}=N`"))
        } else {
            finding
        }
    }
}

impl FromStr for Limits {
    type Err = InvalidLimit;
    fn from_str(text: &str) -> Result<Self, InvalidLimit> {
        text.split(',').try_fold(Limits::new(), |limits, part| {
            let (name, value) = part.split_once('=').ok_or_else(|| InvalidLimit::Form(part.to_owned()))?;
            let Some(&limit) = Limit::ALL.iter().find(|limit| limit.name() == name) else {
                let near = suggest::nearest(name, Limit::ALL.iter().map(|limit| limit.name()));
                let near = Limit::ALL.iter().map(|limit| limit.name()).find(|&known| Some(known) == near);
                return Err(InvalidLimit::UnknownName { name: name.to_owned(), near });
            };
            let number = value.parse().ok().filter(|&number: &u64| number <= limit.max_value());
            let number = number.ok_or_else(|| InvalidLimit::Value { limit, value: value.to_owned() })?;
            Ok(limits.with(limit, number))
        })
    }
}

impl std::fmt::Display for InvalidLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InvalidLimit::Form(text) => write!(f, "`{text}` is not of the form NAME=VALUE"),
            InvalidLimit::UnknownName { name, near: Some(near) } => {
                write!(f, "no limit is named `{name}`; did you mean `{near}`?")
            }
            InvalidLimit::UnknownName { name, near: None } => write!(f, "no limit is named `{name}`"),
            InvalidLimit::Value { limit, value } => {
                write!(
                    f,
                    "`{value}` is not a number up to {}, the largest value of `{}`",
                    limit.max_value(),
                    limit.name()
                )
            }
        }
    }
}

impl std::error::Error for InvalidLimit {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_can_be_set() {
        for &limit in Limit::ALL {
            assert!(limit.default_value() <= limit.max_value(), "{}", limit.name());
            let same = Limits::new().with(limit, 7).with(limit, limit.default_value());
            assert_eq!(same, Limits::new(), "{}", limit.name());
        }
    }

    #[test]
    fn wrong_limits_are_refused() {
        let message = |text: &str| text.parse::<Limits>().expect_err("wrong").to_string();
        assert_eq!(message("tokens"), "`tokens` is not of the form NAME=VALUE");
        assert_eq!(message("token=1"), "no limit is named `token`; did you mean `tokens`?");
        assert_eq!(message("nesting=257"), "`257` is not a number up to 256, the largest value of `nesting`");
        assert!(message("tokens=-1").starts_with("`-1` is not a number"));
        assert!(message("tokens=1,,").starts_with("`` is not"));
    }

    #[test]
    fn the_diagnostic_names_the_limit() {
        let found =
            Limits::new().with(Limit::Tokens, 9).exceeded(Limit::Tokens, None, "the program has 10 tokens");
        assert_eq!(found.notes, ["the limit `tokens` is 9"]);
        assert!(found.help.is_some_and(|help| help.contains("--limits tokens=N")));
        let fixed = Limits::new().exceeded(Limit::Nesting, None, "too deep");
        assert_eq!((fixed.notes, fixed.help), (vec!["the limit `nesting` is 256 levels".to_owned()], None));
    }
}
