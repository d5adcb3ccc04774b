//! `@FILE` on the command line: words in a file, for lines that are longer than a system allows.

use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;

/// Files within files; more is a circle.
const MAX_DEPTH: usize = 16;
/// Words in all: two files that name one another twice would double at every step.
const MAX_WORDS: usize = 1 << 20;
/// Longest file.
const MAX_BYTES: u64 = 16 << 20;

/// The command line with the words of files in their places. Behind `--`, words are taken as they are.
pub(crate) fn expand(words: impl Iterator<Item = OsString>) -> Result<Vec<OsString>> {
    let mut out = Vec::new();
    append(words, 0, &mut out)?;
    Ok(out)
}

fn append(words: impl Iterator<Item = OsString>, depth: usize, out: &mut Vec<OsString>) -> Result<()> {
    let mut literal = false;
    for word in words {
        ensure!(out.len() < MAX_WORDS, "the command line has more than {MAX_WORDS} words");
        literal |= word == "--";
        // A lone `@` is a name like any other.
        let file = word.to_str().and_then(|text| text.strip_prefix('@')).filter(|name| !name.is_empty());
        match file.filter(|_| !literal).map(PathBuf::from) {
            None => out.push(word),
            Some(path) => {
                let shown = path.display();
                if depth == MAX_DEPTH {
                    bail!("response files name one another more than {MAX_DEPTH} deep, {shown} last");
                }
                let mut text = String::new();
                std::fs::File::open(&path)
                    .and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text))
                    .with_context(|| format!("cannot read the response file {shown}"))?;
                let words = split(text.trim_start_matches('\u{feff}')).with_context(|| {
                    format!("a quote or escape does not end in the response file {shown}")
                })?;
                append(words.into_iter().map(OsString::from), depth + 1, out)?;
            }
        }
    }
    Ok(())
}

/// The words of a file, quoted as the system's shell does.
#[cfg(not(windows))]
fn split(text: &str) -> Option<Vec<String>> {
    shlex::split(text)
}

/// The words of a file. The separator of folders is no escape.
#[cfg(windows)]
fn split(text: &str) -> Option<Vec<String>> {
    Some(winsplit::split(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(words: &[String]) -> Result<Vec<String>> {
        let out = expand(words.iter().map(OsString::from))?;
        Ok(out.into_iter().map(|word| word.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn words_take_the_place_of_files() {
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
    fn circles_and_other_mistakes_end() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x");
        let file = format!("@{}", path.display());
        assert!(expanded(std::slice::from_ref(&file)).is_err());
        std::fs::write(&path, format!("{file} {file}")).expect("written");
        let error = expanded(&[file]).expect_err("it is a circle").to_string();
        assert!(error.contains("16 deep"), "{error}");
    }
}
