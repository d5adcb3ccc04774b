//! Rewrites short options of C compilers, glslc and glslangValidator, such as `-MD` and `-S`, to the long options in
//! `args`. This happens before clap parses the command line, because clap would read one with several letters as several
//! short options.

use anyhow::{Result, bail};
use std::ffi::{OsStr, OsString};

/// Whether an alias has a value, and where the value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// The alias has no value.
    Flag,
    /// The value is attached to the alias or is the next argument.
    Value,
    /// The value follows the `=` at the end of the alias.
    Joined,
}

/// Aliases with the shape of their value, and the options that replace them. An alias whose spelling starts with
/// another alias must come before it.
const ALIASES: &[(&str, Shape, &str)] = &[
    ("-MMD", Shape::Flag, "--write-depfile"),
    ("-MD", Shape::Flag, "--write-depfile"),
    ("-MM", Shape::Flag, "--depfile-only"),
    ("-M", Shape::Flag, "--depfile-only"),
    ("-MP", Shape::Flag, "--depfile-phony"),
    ("-MF", Shape::Value, "--depfile"),
    ("-MT", Shape::Value, "--depfile-target"),
    ("-MQ", Shape::Value, "--depfile-target"),
    ("-fshader-stage=", Shape::Joined, "--shader-stage"),
    ("-std=", Shape::Joined, "--glsl-version"),
    ("-s", Shape::Flag, "--quiet"),
];

/// Rejected options of other compilers: the spelling, whether it must match the whole option (rather than
/// its start), and advice for the user.
const REFUSED: &[(&str, bool, &str)] = &[
    ("-g0", true, "debug information is written only if `-g` is given; leave `-g0` out"),
    ("-O1", true, "the optimisation levels are -O0, -O (the default) and -Os"),
    ("-O2", true, "the optimisation levels are -O0, -O (the default) and -Os"),
    ("-O3", true, "the optimisation levels are -O0, -O (the default) and -Os"),
    (
        "-f",
        false,
        "options that start with `-f` are those of glslc; use `nvc glslc`, whose `--help` lists them",
    ),
];

/// Shader stages that may follow `-S`. If one follows, `-S` names the stage of the inputs, as in glslangValidator;
/// otherwise it requests SPIR-V assembly, as in glslc.
const STAGES: &[&str] = &["comp", "vert", "frag", "geom", "tesc", "tese", "rgen", "mesh", "task"];

/// The argument after which no options follow.
const END: &str = "--";

/// Replaces aliases by long options.
///
/// # Errors
/// If an option is one of another compiler that nvc does not support.
pub(crate) fn rewrite(arguments: Vec<OsString>) -> Result<Vec<OsString>> {
    let mut out = Vec::with_capacity(arguments.len());
    let mut arguments = arguments.into_iter().peekable();
    while let Some(argument) = arguments.next() {
        if argument == END {
            out.push(argument);
            break;
        }
        if argument == "-S" {
            match arguments.next_if(|next| STAGES.iter().any(|stage| next == stage)) {
                Some(stage) => out.push(joined("--shader-stage", &stage)),
                None => out.push("--emit=spvasm".into()),
            }
            continue;
        }
        // File names need not be UTF-8, but options are.
        let Some(text) = argument.to_str() else {
            out.push(argument);
            continue;
        };
        let matches = |(alias, shape, _): &&(&str, Shape, &str)| match shape {
            Shape::Flag => text == *alias,
            Shape::Value | Shape::Joined => text.starts_with(alias),
        };
        match ALIASES.iter().find(matches) {
            None => {
                refuse(text)?;
                out.push(argument);
            }
            Some((_, Shape::Flag, option)) => out.push(option.into()),
            Some((alias, shape, option)) => match &text[alias.len()..] {
                "" if *shape == Shape::Value => match arguments.next() {
                    Some(value) => out.push(joined(option, &value)),
                    // clap reports the missing value.
                    None => out.push(option.into()),
                },
                value => out.push(joined(option, OsStr::new(value))),
            },
        }
    }
    out.extend(arguments);
    Ok(out)
}

/// Fails with advice if an option is in [`REFUSED`].
fn refuse(option: &str) -> Result<()> {
    let matches = |(start, all, _): &&(&str, bool, &str)| {
        if *all { option == *start } else { option.starts_with(start) }
    };
    match REFUSED.iter().find(matches) {
        Some((_, _, advice)) => bail!("unknown option `{option}`: {advice}"),
        None => Ok(()),
    }
}

fn joined(option: &str, value: &OsStr) -> OsString {
    let mut argument = OsString::from(option);
    argument.push("=");
    argument.push(value);
    argument
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    fn line(text: &str) -> String {
        let arguments = text.split(' ').map(Into::into).collect();
        match rewrite(arguments) {
            Ok(out) => out.iter().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn dependency_file_options() {
        assert_eq!(
            line("-MD -MF x.d -MTy -MP"),
            "--write-depfile --depfile=x.d --depfile-target=y --depfile-phony"
        );
        assert_eq!(line("-MMD -MQ -x"), "--write-depfile --depfile-target=-x");
        assert_eq!(line("-M -MM"), "--depfile-only --depfile-only");
        assert_eq!(line("a -MF"), "a --depfile");
        assert_eq!(line("-MX"), "-MX");
    }

    #[test]
    fn options_of_other_compilers_are_rejected_with_advice() {
        assert_eq!(line("a -s -g"), "a --quiet -g");
        let levels = "the optimisation levels are -O0, -O (the default) and -Os";
        assert_eq!(line("-O3 x"), format!("unknown option `-O3`: {levels}"));
        assert_eq!(line("-O0 -Os -O"), "-O0 -Os -O");
        assert!(line("-g0").starts_with("unknown option `-g0`: "));
        assert!(line("-fauto-bind-uniforms").contains("`nvc glslc`"));
        assert_eq!(line("-- -g0"), "-- -g0");
    }

    #[test]
    fn glslc_and_glslang_options() {
        assert_eq!(line("-fshader-stage=comp -std=450core"), "--shader-stage=comp --glsl-version=450core");
        assert_eq!(line("-S comp x -S y.comp"), "--shader-stage=comp x --emit=spvasm y.comp");
        assert_eq!(line("-c -- -S -MD"), "-c -- -S -MD");
    }
}
