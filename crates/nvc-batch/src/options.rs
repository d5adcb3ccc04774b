//! The compiler options that a manifest can set: one row per key, with its spelling on the command line.

use crate::errors::Errors;
use crate::template::{Scope, Text};
use nvc::{
    BindingScheme, CoopMatrices, Flavour, GlslVersion, OptLevel, Options, Quirks, SpecValue, Specialization,
    TargetEnv, Warnings, Warp,
};
use nvc_diag::Span;

/// A row of the table.
pub(crate) struct Row {
    /// The key.
    pub name: &'static str,
    /// How `nvc compile` spells it.
    spelling: Spelling,
    /// Sets the option; the error says what was expected.
    apply: fn(Options, &[String]) -> Result<Options, String>,
}

/// How the command spells an option.
enum Spelling {
    /// One argument per value: this text, then the value.
    Each(&'static str),
    /// One argument: this text, then all values, separated by commas.
    Joined(&'static str),
    /// One argument if the value is true.
    Flag(&'static str),
    /// One argument if the value is false.
    Unless(&'static str),
    /// `-O` with its level.
    Level,
    /// Spelled with the output.
    Output,
}

/// An option that a manifest sets. The values are templates.
#[derive(Clone)]
pub(crate) struct Setting {
    pub option: &'static Row,
    pub key: Span,
    pub values: Vec<Text>,
}

const ROWS: &[Row] = &[
    Row {
        name: "lang",
        spelling: Spelling::Each("--lang="),
        apply: |options, values| parsed(values).map(|lang: nvc::Language| options.with_language(lang)),
    },
    Row {
        name: "target-env",
        spelling: Spelling::Each("--target-env="),
        apply: |options, values| {
            choice(values, &TargetEnv::ALL.map(|env| (env.name(), env)))
                .map(|env| options.with_target_env(env))
        },
    },
    Row {
        name: "opt-level",
        spelling: Spelling::Level,
        apply: |options, values| {
            let levels = [("0", OptLevel::None), ("s", OptLevel::Size), (FULL, OptLevel::Full)];
            choice(values, &levels).map(|level| options.with_opt_level(level))
        },
    },
    Row {
        name: "debug",
        spelling: Spelling::Flag("-g"),
        apply: |options, values| boolean(values).map(|debug| options.with_debug(debug)),
    },
    Row {
        name: "emit",
        spelling: Spelling::Each("--emit="),
        apply: |options, values| parsed(values).map(|emit| options.with_emit(emit)),
    },
    Row {
        name: "reflect",
        spelling: Spelling::Output,
        apply: |options, values| boolean(values).map(|reflect| options.with_reflect(reflect)),
    },
    Row {
        name: "validate",
        spelling: Spelling::Unless("--no-validate"),
        apply: |options, values| boolean(values).map(|validate| options.with_validate(validate)),
    },
    Row {
        name: "coopmat",
        spelling: Spelling::Each("--coopmat="),
        apply: |options, values| {
            let kinds = [
                ("source", CoopMatrices::Source),
                ("auto", CoopMatrices::Auto),
                ("nv", CoopMatrices::Nv),
                ("khr", CoopMatrices::Khr),
                ("nv2", CoopMatrices::Nv2),
                ("emulate", CoopMatrices::Emulate),
            ];
            choice(values, &kinds).map(|kind| options.with_coopmat(kind))
        },
    },
    Row {
        name: "warp",
        spelling: Spelling::Each("--warp="),
        apply: |options, values| {
            choice(values, &Warp::ALL.map(|warp| (warp.name(), warp))).map(|warp| options.with_warp(warp))
        },
    },
    Row {
        name: "workarounds",
        spelling: Spelling::Joined("--workarounds="),
        apply: |options, values| {
            parsed(&[values.join(",")]).map(|workarounds| options.with_workarounds(workarounds))
        },
    },
    Row {
        name: "allow-extension",
        spelling: Spelling::Each("--allow-extension="),
        apply: |options, values| extensions(values).map(|names| options.with_allowed_extensions(names)),
    },
    Row {
        name: "deny-extension",
        spelling: Spelling::Each("--deny-extension="),
        apply: |options, values| extensions(values).map(|names| options.with_denied_extensions(names)),
    },
    Row {
        name: "bindings",
        spelling: Spelling::Each("--bindings="),
        apply: |options, values| parsed(values).map(|scheme: BindingScheme| options.with_bindings(scheme)),
    },
    Row {
        name: "bind",
        spelling: Spelling::Each("--bind="),
        apply: |options, values| {
            values
                .iter()
                .try_fold(options, |options, value| Ok(options.bind(parsed(std::slice::from_ref(value))?)))
        },
    },
    Row {
        name: "flavour",
        spelling: Spelling::Each("--flavour="),
        apply: |options, values| {
            let all = [("auto", Flavour::Auto), ("opengl", Flavour::OpenGl), ("vulkan", Flavour::Vulkan)];
            choice(values, &all).map(|flavour| options.with_glsl_flavour(flavour))
        },
    },
    Row {
        name: "quirks",
        spelling: Spelling::Each("--quirks="),
        apply: |options, values| {
            let all = [("specification", Quirks::Specification), ("driver", Quirks::Driver)];
            choice(values, &all).map(|quirks| options.with_quirks(quirks))
        },
    },
    Row {
        name: "std",
        spelling: Spelling::Each("-std="),
        apply: |options, values| {
            let version = one(values).ok().and_then(GlslVersion::parse);
            Ok(options.with_glsl_version(version.ok_or("expected a GLSL version, such as 460 or 310es")?))
        },
    },
    Row {
        name: "warnings",
        spelling: Spelling::Each("-W"),
        apply: |options, values| {
            let mut warnings = Warnings::new();
            values.iter().try_for_each(|value| warnings.set(value).map_err(|error| error.to_string()))?;
            Ok(options.with_warnings(warnings))
        },
    },
    Row {
        name: "spec",
        spelling: Spelling::Each("--spec="),
        apply: |options, values| {
            let values = values.iter().map(|value| value.parse().map_err(|error| format!("{error}")));
            let values: Vec<SpecValue> = values.collect::<Result<_, String>>()?;
            Ok(specialized(options, |specialization| specialization.values = values))
        },
    },
    Row {
        name: "freeze-spec",
        spelling: Spelling::Flag("--freeze-spec"),
        apply: |options, values| {
            let freeze = boolean(values)?;
            Ok(specialized(options, |specialization| specialization.freeze = freeze))
        },
    },
    Row {
        name: "local-size",
        spelling: Spelling::Joined("--local-size="),
        apply: |options, values| {
            let mut size = [1; 3];
            for (at, value) in values.iter().flat_map(|value| value.split(',')).enumerate() {
                let number = value.trim().parse().ok().filter(|&number: &u32| number > 0);
                *size.get_mut(at).ok_or("a work group has at most three dimensions")? =
                    number.ok_or("expected sizes of at least 1")?;
            }
            Ok(specialized(options, |specialization| specialization.local_size = Some(size)))
        },
    },
];

/// The level of `-O` without a suffix.
const FULL: &str = "full";

fn specialized(options: Options, change: impl FnOnce(&mut Specialization)) -> Options {
    let mut specialization = options.specialization().clone();
    change(&mut specialization);
    options.with_specialization(specialization)
}

fn one(values: &[String]) -> Result<&str, String> {
    match values {
        [value] => Ok(value),
        _ => Err("expected one value".to_owned()),
    }
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(values: &[String]) -> Result<T, String> {
    one(values)?.parse().map_err(|error: T::Err| error.to_string())
}

/// Names of SPIR-V extensions that nvc knows.
fn extensions(values: &[String]) -> Result<Vec<String>, String> {
    let known = nvc::extension_names();
    match values.iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(format!("nvc never uses `{name}`; it uses {}", known.join(", "))),
        None => Ok(values.to_vec()),
    }
}

fn choice<T: Copy>(values: &[String], choices: &[(&str, T)]) -> Result<T, String> {
    let value = one(values)?;
    let known = choices.iter().find(|(name, _)| *name == value).map(|&(_, choice)| choice);
    known.ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn boolean(values: &[String]) -> Result<bool, String> {
    choice(values, &[("true", true), ("false", false)])
}

/// The row of a key.
pub(crate) fn find(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// All keys.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

/// The options of a variant, and the arguments that mean the same to `nvc compile`. Of several settings of one
/// option the last counts.
pub(crate) fn apply(settings: &[&Setting], scope: &Scope<'_>, errors: &mut Errors) -> (Options, Vec<String>) {
    let (mut options, mut arguments) = (Options::new(), Vec::new());
    for row in ROWS {
        let Some(setting) = settings.iter().rfind(|setting| std::ptr::eq(setting.option, row)) else {
            continue;
        };
        let values: Vec<_> = setting.values.iter().filter_map(|value| scope.expand(value, errors)).collect();
        match (row.apply)(options.clone(), &values) {
            Ok(changed) => options = changed,
            Err(message) => errors.add(setting.key, format!("`{}`: {message}", row.name)),
        }
        arguments.extend(row.spelling.arguments(&values));
    }
    (options, arguments)
}

impl Spelling {
    fn arguments(&self, values: &[String]) -> Vec<String> {
        let is = |wanted: &str| values.iter().any(|value| value == wanted);
        match self {
            Spelling::Each(start) => values.iter().map(|value| format!("{start}{value}")).collect(),
            Spelling::Joined(start) => vec![format!("{start}{}", values.join(","))],
            Spelling::Flag(flag) if is("true") => vec![(*flag).to_owned()],
            Spelling::Unless(flag) if is("false") => vec![(*flag).to_owned()],
            Spelling::Level => values.iter().map(|level| format!("-O{}", level.replace(FULL, ""))).collect(),
            Spelling::Flag(_) | Spelling::Unless(_) | Spelling::Output => Vec::new(),
        }
    }
}
