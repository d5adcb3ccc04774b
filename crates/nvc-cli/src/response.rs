//! Response files: expands `@FILE` to the arguments in FILE, for command lines longer than the system allows.

use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;

/// Maximum nesting depth of response files. It also ends cycles.
const MAX_DEPTH: usize = 16;
/// Maximum number of arguments. Without it, files that each refer to the next one twice would expand exponentially.
const MAX_ARGUMENTS: usize = 1 << 20;
/// Maximum number of bytes of a response file.
const MAX_BYTES: u64 = 16 << 20;

/// Replaces each `@FILE` by the arguments in the file. Arguments after `--` are kept as they are.
pub(crate) fn expand(arguments: impl Iterator<Item = OsString>) -> Result<Vec<OsString>> {
    let mut out = Vec::new();
    append(arguments, 0, &mut out)?;
    Ok(out)
}

fn append(arguments: impl Iterator<Item = OsString>, depth: usize, out: &mut Vec<OsString>) -> Result<()> {
    let mut literal = false;
    for argument in arguments {
        ensure!(out.len() < MAX_ARGUMENTS, "the command line has more than {MAX_ARGUMENTS} arguments");
        literal |= argument == "--";
        // A lone `@` is an ordinary argument.
        let file = argument.to_str().and_then(|text| text.strip_prefix('@')).filter(|name| !name.is_empty());
        match file.filter(|_| !literal).map(PathBuf::from) {
            None => out.push(argument),
            Some(path) => {
                let shown = path.display();
                if depth == MAX_DEPTH {
                    bail!("response files are nested more than {MAX_DEPTH} deep, at {shown}");
                }
                let mut text = String::new();
                std::fs::File::open(&path)
                    .and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text))
                    .with_context(|| format!("cannot read the response file {shown}"))?;
                ensure!(
                    text.len() as u64 <= MAX_BYTES,
                    "the response file {shown} has more than {MAX_BYTES} bytes"
                );
                let arguments = split(text.trim_start_matches('\u{feff}'))
                    .with_context(|| format!("unterminated quote or escape in the response file {shown}"))?;
                append(arguments.into_iter().map(OsString::from), depth + 1, out)?;
            }
        }
    }
    Ok(())
}

/// Splits a response file into arguments, with the quoting of a POSIX shell.
#[cfg(not(windows))]
fn split(text: &str) -> Option<Vec<String>> {
    shlex::split(text)
}

/// Splits a response file into arguments, with Windows quoting: `\` is a path separator, not an escape.
#[cfg(windows)]
fn split(text: &str) -> Option<Vec<String>> {
    Some(winsplit::split(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(arguments: &[String]) -> Result<Vec<String>> {
        let out = expand(arguments.iter().map(OsString::from))?;
        Ok(out.into_iter().map(|argument| argument.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn files_expand_to_their_arguments() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = |name: &str| dir.path().join(name);
        let inner = format!("-D \"B C=1\" @{}\n", path("c").display());
        std::fs::write(path("b"), inner).expect("written");
        std::fs::write(path("c"), "c\nd").expect("written");
        let file = format!("@{}", path("b").display());
        let line = ["a".to_owned(), file.clone(), "@".to_owned(), "--".to_owned(), file.clone()];
        assert_eq!(expanded(&line).expect("it is read"), ["a", "-D", "B C=1", "c", "d", "@", "--", &file]);
    }

    #[test]
    fn files_that_are_too_long_are_errors() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("long");
        std::fs::write(&path, " ".repeat(MAX_BYTES as usize + 1)).expect("written");
        let error = expanded(&[format!("@{}", path.display())]).expect_err("too long").to_string();
        assert!(error.contains("more than 16777216 bytes"), "{error}");
    }

    #[test]
    fn cycles_and_missing_files_are_errors() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x");
        let file = format!("@{}", path.display());
        assert!(expanded(std::slice::from_ref(&file)).is_err());
        std::fs::write(&path, format!("{file} {file}")).expect("written");
        let error = expanded(&[file]).expect_err("a cycle").to_string();
        assert!(error.contains("16 deep"), "{error}");
    }
}
