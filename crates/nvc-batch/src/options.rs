//! The compiler options that a manifest can set: a table of the manifest keys and their command-line
//! spellings.

use crate::errors::Errors;
use crate::template::{Scope, Text};
use nvc::Options;
use nvc_diag::Span;

/// A compiler option that a manifest can set.
pub(crate) struct Row {
    /// Key in the manifest, which is also the name for [`Options::set`].
    pub name: &'static str,
    /// Spelling on the command line of `nvc compile`.
    spelling: Spelling,
}

/// The spelling of an option on the command line.
enum Spelling {
    /// One argument: this prefix followed by the value.
    One(&'static str),
    /// One argument per value: this prefix followed by the value.
    Each(&'static str),
    /// One argument: this prefix followed by all values, separated by commas.
    Joined(&'static str),
    /// This argument, if the value is true.
    Flag(&'static str),
    /// This argument, if the value is false.
    Unless(&'static str),
    /// `-O` followed by the optimisation level.
    Level,
    /// No argument here; [`Variant::command`](crate::Variant::command) adds one with the output path.
    Output,
}

/// An option set in a manifest. The values are templates.
#[derive(Clone)]
pub(crate) struct Setting {
    pub option: &'static Row,
    pub key: Span,
    pub values: Vec<Text>,
}

const ROWS: &[Row] = &[
    Row { name: "lang", spelling: Spelling::One("--lang=") },
    Row { name: "target-env", spelling: Spelling::One("--target-env=") },
    Row { name: "opt-level", spelling: Spelling::Level },
    Row { name: "debug", spelling: Spelling::Flag("-g") },
    Row { name: "emit", spelling: Spelling::One("--emit=") },
    Row { name: "reflect", spelling: Spelling::Output },
    Row { name: "validate", spelling: Spelling::Unless("--no-validate") },
    Row { name: "coopmat", spelling: Spelling::One("--coopmat=") },
    Row { name: "warp", spelling: Spelling::One("--warp=") },
    Row { name: "workarounds", spelling: Spelling::Joined("--workarounds=") },
    Row { name: "allow-extension", spelling: Spelling::Each("--allow-extension=") },
    Row { name: "deny-extension", spelling: Spelling::Each("--deny-extension=") },
    Row { name: "bindings", spelling: Spelling::One("--bindings=") },
    Row { name: "bind", spelling: Spelling::Each("--bind=") },
    Row { name: "flavour", spelling: Spelling::One("--flavour=") },
    Row { name: "quirks", spelling: Spelling::One("--quirks=") },
    Row { name: "std", spelling: Spelling::One("-std=") },
    Row { name: "warnings", spelling: Spelling::Each("-W") },
    Row { name: "spec", spelling: Spelling::Each("--spec=") },
    Row { name: "freeze-spec", spelling: Spelling::Flag("--freeze-spec") },
    Row { name: "local-size", spelling: Spelling::Joined("--local-size=") },
];

/// The name of the level that is spelled `-O` without a suffix.
const FULL: &str = "full";

/// Returns the option of a manifest key.
pub(crate) fn find(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// Returns all keys.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

/// Evaluates the option settings of a variant. Returns the options and the equivalent arguments of `nvc
/// compile`. If an option is set several times, the last setting wins.
pub(crate) fn apply(settings: &[&Setting], scope: &Scope<'_>, errors: &mut Errors) -> (Options, Vec<String>) {
    let (mut options, mut arguments) = (Options::new(), Vec::new());
    for row in ROWS {
        let Some(setting) = settings.iter().rfind(|setting| std::ptr::eq(setting.option, row)) else {
            continue;
        };
        let values: Vec<_> = setting.values.iter().filter_map(|value| scope.expand(value, errors)).collect();
        if let Err(message) = row.apply(&mut options, &values) {
            errors.add(setting.key, message);
        }
        arguments.extend(row.spelling.arguments(&values));
    }
    (options, arguments)
}

impl Row {
    /// Sets the option. The error states what was expected.
    fn apply(&self, options: &mut Options, values: &[String]) -> Result<(), String> {
        let mut set = |value: &str| options.set(self.name, value).map_err(|error| error.to_string());
        match (&self.spelling, values) {
            (Spelling::Each(_), values) => values.iter().try_for_each(|value| set(value)),
            (Spelling::Joined(_), values) => set(&values.join(",")),
            (_, [value]) => set(value),
            _ => Err(format!("`{}`: expected one value", self.name)),
        }
    }
}

impl Spelling {
    fn arguments(&self, values: &[String]) -> Vec<String> {
        let is = |wanted: &str| values.iter().any(|value| value == wanted);
        match self {
            Spelling::One(start) | Spelling::Each(start) => {
                values.iter().map(|value| format!("{start}{value}")).collect()
            }
            Spelling::Joined(start) => vec![format!("{start}{}", values.join(","))],
            Spelling::Flag(flag) if is("true") => vec![(*flag).to_owned()],
            Spelling::Unless(flag) if is("false") => vec![(*flag).to_owned()],
            Spelling::Level => values.iter().map(|level| format!("-O{}", level.replace(FULL, ""))).collect(),
            Spelling::Flag(_) | Spelling::Unless(_) | Spelling::Output => Vec::new(),
        }
    }
}
