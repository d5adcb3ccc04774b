//! [`Error`]: the errors of preparing and executing a run.

use nvc::Diagnostic;

/// The reason why a run cannot start, or why it failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The program uses no resource or parameter of this name.
    UnknownName {
        /// The name given.
        name: String,
        /// The names of the resources and parameters that the program uses.
        known: Vec<String>,
    },
    /// Several resources have blocks of this name, so it does not identify one.
    Ambiguous {
        /// The name given.
        name: String,
        /// The names of the resources themselves.
        names: Vec<String>,
    },
    /// The name is that of an array of resources or parameters, and its index is missing or out of range.
    Element {
        /// The name of the array.
        name: String,
        /// The number of elements.
        count: u32,
    },
    /// The name belongs to another kind of resource.
    WrongKind {
        /// The name given.
        name: String,
        /// The kind given: `a buffer`, `a texture`, `a sampler` or `an image`.
        given: &'static str,
        /// The kind that the program declares.
        declared: &'static str,
    },
    /// A buffer is shorter than its block, or the bytes of a parameter have another size than its type.
    Size {
        /// The name given.
        name: String,
        /// The number of bytes given.
        given: u64,
        /// The number of bytes needed.
        needed: u64,
    },
    /// A number cannot be converted to the parameter's type, there are too few or too many numbers, or values of the type
    /// must be given as bytes.
    Value {
        /// The name given.
        name: String,
        /// A description of the problem.
        message: String,
    },
    /// The resource is given twice, perhaps by different names.
    Twice {
        /// The name given.
        name: String,
        /// The name by which it was given before.
        other: String,
    },
    /// The program uses a resource or parameter that is not given.
    Missing {
        /// The name of the resource or parameter.
        name: String,
        /// Its kind: `a buffer`, `a texture`, `a sampler`, `an image` or `a parameter`.
        kind: &'static str,
    },
    /// The resources do not match the program's interface; the message says how.
    Mismatch(String),
    /// The traced invocation is not part of the dispatch; the message says why.
    Trace(String),
    /// More bytes are bound than [`Run::bytes`](crate::Run::bytes) allows.
    TooLarge {
        /// The number of bytes given.
        given: u64,
        /// The limit.
        limit: u64,
    },
    /// The program failed: it uses a feature that the interpreter does not support, exceeds a limit, or aborts.
    /// [`Program::report`](crate::Program::report) has the sources that the diagnostic's location refers to.
    Fault(Box<Diagnostic>),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |names: &[String]| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        match self {
            Error::UnknownName { name, known } if known.is_empty() => {
                write!(f, "the program has no resource or parameter named `{name}`")
            }
            Error::UnknownName { name, known } => {
                write!(f, "the program has no resource or parameter named `{name}`; it uses {}", list(known))
            }
            Error::Ambiguous { name, names } => {
                write!(f, "several resources have blocks named `{name}`: {}", list(names))
            }
            Error::Element { name, count } => {
                let last = count.saturating_sub(1);
                write!(f, "`{name}` is an array of {count}; write `{name}[0]` to `{name}[{last}]`")
            }
            Error::WrongKind { name, given, declared } => {
                write!(f, "`{name}` is {declared}, not {given}")
            }
            Error::Size { name, given, needed } => {
                write!(f, "`{name}` needs {needed} bytes, {given} given")
            }
            Error::Value { name, message } => write!(f, "`{name}`: {message}"),
            Error::Twice { name, other } if name == other => write!(f, "`{name}` is given twice"),
            Error::Twice { name, other } => {
                write!(f, "`{name}` and `{other}` name the same resource: give only one of them")
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
