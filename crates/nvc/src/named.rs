//! Sets options by name, for callers whose options are text: manifests, other languages, configuration
//! files.

use crate::{BindingScheme, Flavour, GlslVersion, MacroOption, Options, Quirks};
use nvc_diag::suggest;
use nvc_ir::{Environment, SPIRV_VERSIONS, TargetEnv};
use nvc_passes::{CoopMatrices, OptLevel, Warp};

/// Why [`Options::set`] rejects a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidOption {
    /// No option has this name.
    UnknownName {
        /// The unknown name.
        name: String,
        /// The most similar option name, if any is similar.
        near: Option<&'static str>,
    },
    /// The value is not valid for the option.
    InvalidValue {
        /// Name of the option.
        name: &'static str,
        /// Description of the values that the option accepts.
        message: String,
    },
}

impl std::fmt::Display for InvalidOption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InvalidOption::UnknownName { name, near: Some(near) } => {
                write!(f, "no option is named `{name}`; did you mean `{near}`?")
            }
            InvalidOption::UnknownName { name, near: None } => write!(f, "no option is named `{name}`"),
            InvalidOption::InvalidValue { name, message } => write!(f, "`{name}`: {message}"),
        }
    }
}

impl std::error::Error for InvalidOption {}

impl Options {
    /// Sets an option by name. The names and values are those of the command's long options and of manifests
    /// (`docs/library-c.md` lists them). If the command accepts the option several times, the value is
    /// added; otherwise it replaces the previous one. On an error, the options are unchanged.
    ///
    /// ```
    /// let mut options = nvc::Options::new();
    /// options.set("target-env", "vulkan1.3")?;
    /// options.set("bind", "storage=0:10")?;
    /// options.set("bind", "image=1")?;
    /// assert_eq!(options.target_env(), nvc::TargetEnv::Vulkan1_3.into());
    /// assert_eq!(options.bind_rules().len(), 2);
    ///
    /// let error = options.set("target-envs", "vulkan1.3").unwrap_err();
    /// assert_eq!(error.to_string(), "no option is named `target-envs`; did you mean `target-env`?");
    /// # Ok::<(), nvc::InvalidOption>(())
    /// ```
    ///
    /// # Errors
    /// If no option has this name ([`option_names`]), or the value is not valid for the option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidOption> {
        let Some(row) = ROWS.iter().find(|row| row.name == name) else {
            let near = suggest::nearest(name, ROWS.iter().map(|row| row.name));
            let near = ROWS.iter().map(|row| row.name).find(|&known| Some(known) == near);
            return Err(InvalidOption::UnknownName { name: name.to_owned(), near });
        };
        (row.apply)(self, value).map_err(|message| InvalidOption::InvalidValue { name: row.name, message })
    }
}

/// Returns the names that [`Options::set`] accepts.
pub fn option_names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

/// An option that can be set by name.
struct Row {
    /// Name of the option.
    name: &'static str,
    /// Sets the option. The error states what was expected.
    apply: fn(&mut Options, &str) -> Result<(), String>,
}

const ROWS: &[Row] = &[
    Row { name: "lang", apply: |options, value| set(&mut options.language, parsed(value).map(Some)) },
    Row {
        name: "target-env",
        apply: |options, value| {
            let env = choice(value, TargetEnv::ALL.map(|env| (env.name(), env)))?;
            // Keeps a SPIR-V version that was set before, if the new environment supports it.
            let old = options.target_env;
            let kept = (!old.has_own_spirv_version()).then(|| old.spirv_version());
            let combined = kept.and_then(|version| Environment::with_spirv_version(env, version));
            options.target_env = combined.unwrap_or_else(|| env.into());
            Ok(())
        },
    },
    Row {
        name: "target-spv",
        apply: |options, value| {
            let spelled = SPIRV_VERSIONS.map(|(major, minor)| format!("spv{major}.{minor}"));
            let named = spelled.iter().map(String::as_str).zip(SPIRV_VERSIONS);
            let version = choice(value, named)?;
            let env = options.target_env.name();
            let env = TargetEnv::ALL.into_iter().find(|known| known.name() == env).unwrap_or_default();
            set(
                &mut options.target_env,
                Environment::with_spirv_version(env, version)
                    .ok_or_else(|| format!("`{value}` is not available for {}", env.name())),
            )
        },
    },
    Row {
        name: "opt-level",
        apply: |options, value| {
            let levels = [("0", OptLevel::None), ("s", OptLevel::Size), ("full", OptLevel::Full)];
            set(&mut options.opt_level, choice(value, levels))
        },
    },
    Row { name: "debug", apply: |options, value| set(&mut options.debug, boolean(value)) },
    Row { name: "emit", apply: |options, value| set(&mut options.emit, parsed(value)) },
    Row { name: "reflect", apply: |options, value| set(&mut options.reflect, boolean(value)) },
    Row { name: "validate", apply: |options, value| set(&mut options.validate, boolean(value)) },
    Row {
        name: "coopmat",
        apply: |options, value| {
            let kinds = [
                ("source", CoopMatrices::Source),
                ("auto", CoopMatrices::Auto),
                ("nv", CoopMatrices::Nv),
                ("khr", CoopMatrices::Khr),
                ("nv2", CoopMatrices::Nv2),
                ("emulate", CoopMatrices::Emulate),
            ];
            set(&mut options.coopmat, choice(value, kinds))
        },
    },
    Row {
        name: "warp",
        apply: |options, value| {
            set(&mut options.warp, choice(value, Warp::ALL.map(|warp| (warp.name(), warp))))
        },
    },
    Row { name: "workarounds", apply: |options, value| set(&mut options.workarounds, parsed(value)) },
    Row {
        name: "allow-extension",
        apply: |options, value| add(&mut options.allowed_extensions, extension(value)),
    },
    Row {
        name: "deny-extension",
        apply: |options, value| add(&mut options.denied_extensions, extension(value)),
    },
    Row {
        name: "bindings",
        apply: |options, value| set(&mut options.bindings, parsed::<BindingScheme>(value).map(Some)),
    },
    Row { name: "bind", apply: |options, value| add(&mut options.bind_rules, parsed(value)) },
    Row {
        name: "define",
        apply: |options, value| {
            let (name, value) = value.split_once('=').unwrap_or((value, "1"));
            options.macros.push(MacroOption::Define(macro_name(name)?, value.to_owned()));
            Ok(())
        },
    },
    Row {
        name: "undefine",
        apply: |options, value| add(&mut options.macros, macro_name(value).map(MacroOption::Undefine)),
    },
    Row {
        name: "flavour",
        apply: |options, value| {
            let all = [("auto", Flavour::Auto), ("opengl", Flavour::OpenGl), ("vulkan", Flavour::Vulkan)];
            set(&mut options.glsl_flavour, choice(value, all))
        },
    },
    Row {
        name: "quirks",
        apply: |options, value| {
            let all = [("specification", Quirks::Specification), ("driver", Quirks::Driver)];
            set(&mut options.quirks, choice(value, all))
        },
    },
    Row {
        name: "std",
        apply: |options, value| {
            let version = GlslVersion::parse(value).ok_or("expected a GLSL version, such as 460 or 310es")?;
            options.glsl_version = Some(version);
            Ok(())
        },
    },
    Row {
        name: "warnings",
        apply: |options, value| options.warnings.set(value).map_err(|error| error.to_string()),
    },
    Row { name: "spec", apply: |options, value| add(&mut options.specialization.values, parsed(value)) },
    Row {
        name: "freeze-spec",
        apply: |options, value| set(&mut options.specialization.freeze, boolean(value)),
    },
    Row {
        name: "local-size",
        apply: |options, value| {
            let mut size = [1; 3];
            for (at, part) in value.split(',').enumerate() {
                let number = part.trim().parse().ok().filter(|&number: &u32| number > 0);
                *size.get_mut(at).ok_or("a work group has at most three dimensions")? =
                    number.ok_or("expected sizes of at least 1")?;
            }
            options.specialization.local_size = Some(size);
            Ok(())
        },
    },
    Row { name: "limits", apply: |options, value| set(&mut options.limits, parsed(value)) },
    Row {
        name: "remap-path-prefix",
        apply: |options, value| {
            let (old, new) = value.split_once('=').ok_or("expected OLD=NEW")?;
            options.remap.push((old.to_owned(), new.to_owned()));
            Ok(())
        },
    },
];

fn set<T>(to: &mut T, value: Result<T, String>) -> Result<(), String> {
    *to = value?;
    Ok(())
}

fn add<T>(to: &mut Vec<T>, value: Result<T, String>) -> Result<(), String> {
    to.push(value?);
    Ok(())
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| error.to_string())
}

fn choice<'a, T>(value: &str, choices: impl IntoIterator<Item = (&'a str, T)>) -> Result<T, String> {
    let mut names = Vec::new();
    for (name, choice) in choices {
        if name == value {
            return Ok(choice);
        }
        names.push(name);
    }
    Err(format!("expected one of {}", names.join(", ")))
}

fn boolean(value: &str) -> Result<bool, String> {
    choice(value, [("true", true), ("false", false)])
}

/// Checks that nvc can use a SPIR-V extension of this name.
fn extension(name: &str) -> Result<String, String> {
    let known = nvc_spirv::extension_names();
    if known.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("nvc never uses `{name}`; it uses {}", known.join(", ")))
}

/// Checks the name of a macro, which may have parameters. Only an empty name is rejected here; the
/// preprocessor reports other invalid names.
fn macro_name(name: &str) -> Result<String, String> {
    if name.is_empty() { Err("expected NAME or NAME=VALUE".to_owned()) } else { Ok(name.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejected_setting_changes_nothing() {
        let mut options = Options::new();
        options.set("local-size", "8,8").expect("a size");
        let before = format!("{options:?}");
        // For macros, only an empty name is rejected when the option is set; the preprocessor checks others.
        let wrong = |name| if ["define", "undefine"].contains(&name) { "" } else { "\u{1}" };
        for name in option_names() {
            let error = options.set(name, wrong(name)).err();
            assert!(matches!(error, Some(InvalidOption::InvalidValue { .. })), "{name}: {error:?}");
            assert_eq!(format!("{options:?}"), before, "{name}");
        }
        assert_eq!(
            options.set("local-size", "1,2,3,4").map_err(|e| e.to_string()),
            Err("`local-size`: a work group has at most three dimensions".to_owned())
        );
    }

    #[test]
    fn environment_and_spirv_version_combine_in_any_order() {
        let settings = [("target-env", "vulkan1.1"), ("target-spv", "spv1.4")];
        let of = |settings: &[(&str, &str)]| {
            let mut options = Options::new();
            settings.iter().for_each(|(name, value)| options.set(name, value).expect("valid"));
            options.target_env()
        };
        assert_eq!(Some(of(&settings)), Environment::with_spirv_version(TargetEnv::Vulkan1_1, (1, 4)));
        assert_eq!(of(&settings), of(&[settings[1], settings[0]]));
        assert_eq!(of(&settings[..1]), TargetEnv::Vulkan1_1.into());
    }

    #[test]
    fn unknown_names_are_rejected() {
        let error = Options::new().set("quirk", "driver").expect_err("unknown");
        assert_eq!(error, InvalidOption::UnknownName { name: "quirk".into(), near: Some("quirks") });
        assert!(Options::new().set("", "").is_err());
    }
}
