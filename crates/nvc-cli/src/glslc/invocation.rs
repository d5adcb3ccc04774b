//! Detects whether a command line is meant for glslc.

use super::table;
use crate::stage;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name of the command, and the name under which it behaves as glslc.
const NAMES: [&str; 2] = ["nvc", "glslc"];

/// Options of glslc that `nvc` without a subcommand has too.
const SHARED: [&str; 3] = ["-h", "--help", "--version"];

/// Returns the arguments as `nvc glslc ARGUMENTS` if they are meant for glslc: the program is called
/// `glslc`, the subcommand is `glslc`, or there is no subcommand and the first argument is an option of
/// glslc or a shader.
pub(crate) fn invocation(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let (program, rest) = arguments.split_first()?;
    let named = |name: &OsStr| Path::new(name).file_stem().is_some_and(|stem| stem == NAMES[1]);
    let rest = match rest.split_first() {
        _ if named(program) => rest,
        Some((first, rest)) if first == NAMES[1] => rest,
        Some((first, _)) if first.to_str().is_some_and(is_argument) => rest,
        _ => return None,
    };
    Some(NAMES.into_iter().map(OsString::from).chain(rest.iter().cloned()).collect())
}

/// Returns whether glslc, but not `nvc`, accepts this as the first argument.
fn is_argument(word: &str) -> bool {
    match word.starts_with('-') {
        true => !SHARED.contains(&word) && table::find(word).is_some(),
        false => stage::has_shader_extension(Path::new(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(line: &str) -> Option<String> {
        let arguments: Vec<OsString> = line.split(' ').map(Into::into).collect();
        Some(invocation(&arguments)?.join(OsStr::new(" ")).to_string_lossy().into_owned())
    }

    #[test]
    fn glslc_by_name_subcommand_or_arguments() {
        for line in ["glslc -c x", "/usr/bin/glslc -c x", "glslc.exe -c x", "nvc glslc -c x", "nvc -c x"] {
            assert_eq!(detected(line).as_deref(), Some("nvc glslc -c x"), "{line}");
        }
        assert_eq!(detected("glslc --version").as_deref(), Some("nvc glslc --version"));
        for line in [
            "nvc -o - -fshader-stage=compute x",
            "nvc x.comp -o x.spv",
            "nvc --target-env=vulkan1.3 x",
            "nvc -ox x",
        ] {
            assert_eq!(detected(line), Some(line.replace("nvc ", "nvc glslc ")));
        }
    }

    #[test]
    fn other_command_lines_are_not_for_glslc() {
        for line in [
            "nvc",
            "nvc compile -c x.comp",
            "nvc --version",
            "nvc -V",
            "nvc --help",
            "nvc -h",
            "nvc --supports x",
            "nvc compil x.comp",
            "nvc Cargo.toml",
            "nvc x.nvcp",
            "nvc -q x.comp",
            "nvc -",
        ] {
            assert_eq!(detected(line), None, "{line}");
        }
    }
}
