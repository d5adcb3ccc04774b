//! [`Error`]: why a run cannot start, or did not end.

use nvc::Diagnostic;

/// Why a run cannot start, or did not end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// Nothing that the program uses has this name.
    UnknownName {
        /// The name given.
        name: String,
        /// The names of what the program uses.
        known: Vec<String>,
    },
    /// Several resources have blocks of this name.
    Ambiguous {
        /// The name given.
        name: String,
        /// Their own names.
        names: Vec<String>,
    },
    /// The name is that of an array of resources, and has no index or one outside it.
    Element {
        /// The array's name.
        name: String,
        /// Number of elements.
        count: u32,
    },
    /// What the name refers to has another kind.
    WrongKind {
        /// The name given.
        name: String,
        /// What was given: `a buffer`, `a texture`, `a sampler` or `an image`.
        given: &'static str,
        /// What the program declares.
        declared: &'static str,
    },
    /// A buffer is shorter than its block, or a parameter has another size than its type.
    Size {
        /// The name given.
        name: String,
        /// Bytes given.
        given: u64,
        /// Bytes needed.
        needed: u64,
    },
    /// A number cannot be converted to the parameter's type, or their count is wrong.
    Value {
        /// The name given.
        name: String,
        /// What the parameter takes.
        message: String,
    },
    /// The name is given twice, or has the class and index of another one.
    Twice {
        /// The name given.
        name: String,
        /// The name that was given before.
        other: String,
    },
    /// The program uses something that is not given.
    Missing {
        /// Its name.
        name: String,
        /// What it is: `a buffer`, `a texture`, `a sampler`, `an image` or `a parameter`.
        kind: &'static str,
    },
    /// The resources do not match the program's interface; the text says which and why.
    Mismatch(String),
    /// The traced invocation is not one of the dispatch; the text says why.
    Trace(String),
    /// More bytes are bound than [`Run::bytes`](crate::Run::bytes) allows.
    TooLarge {
        /// Bytes given.
        given: u64,
        /// The limit.
        limit: u64,
    },
    /// The program failed: it uses something that the interpreter does not support, or exceeds a limit.
    /// [`Program::report`](crate::Program::report) has the sources of its location.
    Fault(Box<Diagnostic>),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |names: &[String]| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        match self {
            Error::UnknownName { name, known } if known.is_empty() => {
                write!(f, "the program has nothing named `{name}`")
            }
            Error::UnknownName { name, known } => {
                write!(f, "the program has nothing named `{name}`; it uses {}", list(known))
            }
            Error::Ambiguous { name, names } => {
                write!(f, "several resources have blocks named `{name}`: {}", list(names))
            }
            Error::Element { name, count } => {
                let last = count.saturating_sub(1);
                write!(f, "`{name}` is an array of {count}; write `{name}[0]` to `{name}[{last}]`")
            }
            Error::WrongKind { name, given, declared } => {
                write!(f, "`{name}` is {declared} of the program, but {given} is given")
            }
            Error::Size { name, given, needed } => {
                write!(f, "`{name}` needs {needed} bytes, {given} given")
            }
            Error::Value { name, message } => write!(f, "`{name}`: {message}"),
            Error::Twice { name, other } if name == other => write!(f, "`{name}` is given twice"),
            Error::Twice { name, other } => {
                write!(f, "`{name}` has the class and index of `{other}`, which is given: give one of them")
            }
            Error::Missing { name, kind } => {
                write!(f, "the program uses `{name}`, {kind}, which is not given")
            }
            Error::Mismatch(message) | Error::Trace(message) => f.write_str(message),
            Error::TooLarge { given, limit } => {
                write!(f, "{given} bytes of memory are given; the limit is {limit}")
            }
            Error::Fault(diagnostic) => f.write_str(&diagnostic.message),
        }
    }
}

impl std::error::Error for Error {}
