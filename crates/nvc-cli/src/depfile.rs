//! Dependency files: a rule of make that names what an output is made from. Ninja reads them too.
//!
//! Make and ninja agree on how blanks, `#`, `$` and `:` are written, and have no spelling in common for
//! line breaks and other controls, so those are refused. Names with `%`, `*`, `?`, `[`, `;` or `=` mean
//! something to make and nothing to ninja; they are written as they are, as C compilers do.

use crate::files::STANDARD;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// A dependency file that is to be written.
#[derive(Clone, Debug)]
pub(crate) struct Depfile {
    /// Where.
    pub path: PathBuf,
    /// What the rule makes.
    pub targets: Vec<String>,
    /// Whether each included file has a rule of its own.
    pub phony: bool,
}

impl Depfile {
    /// The text of the file, for an input of this path.
    ///
    /// # Errors
    /// If make has no spelling for a name.
    pub fn text(&self, input: &Path, included: &[&str]) -> Result<String> {
        let mut inputs = Vec::new();
        if input != Path::new(STANDARD) {
            inputs.push(name(input)?);
        }
        inputs.extend(included);
        let mut text = escaped_list(&self.targets, " ")?;
        text.push(':');
        if !inputs.is_empty() {
            text.push(' ');
            text.push_str(&escaped_list(&inputs, " \\\n  ")?);
        }
        text.push('\n');
        if self.phony {
            for file in included {
                text.push_str(&format!("\n{}:\n", escaped(file)?));
            }
        }
        Ok(text)
    }
}

/// A path as text.
pub(crate) fn name(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| {
        format!("the name {} is not UTF-8, and cannot stand in a dependency file", path.display())
    })
}

fn escaped_list(names: &[impl AsRef<str>], separator: &str) -> Result<String> {
    let names: Result<Vec<String>> = names.iter().map(|name| escaped(name.as_ref())).collect();
    Ok(names?.join(separator))
}

/// A name as make and ninja read it.
fn escaped(name: &str) -> Result<String> {
    ensure!(
        !name.contains(|c: char| c.is_ascii_control()),
        "the name {name} holds a control character, and cannot stand in a dependency file"
    );
    let mut out = String::with_capacity(name.len());
    let mut backslashes = 0;
    for (at, c) in name.char_indices() {
        match c {
            // Backslashes in front of a blank count as escapes, so they are doubled.
            ' ' => out.extend(std::iter::repeat_n('\\', backslashes + 1)),
            '#' => out.push('\\'),
            '$' => out.push('$'),
            // `C:` is a drive, which no escape may split.
            ':' if !(cfg!(windows) && at == 1) => out.push('\\'),
            _ => {}
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        out.push(c);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        for (name, expected) in [
            ("a/b.comp", "a/b.comp"),
            ("a b", r"a\ b"),
            (r"a\ b", r"a\\\ b"),
            (r"a\b", r"a\b"),
            ("a#b", r"a\#b"),
            ("$a$", "$$a$$"),
            ("ab:c", r"ab\:c"),
        ] {
            assert_eq!(escaped(name).expect("it has a spelling"), expected);
        }
        for name in ["a\nb", "a\tb", "a\rb"] {
            assert!(escaped(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn rules() {
        let included = ["b c.glsl", "d.glsl"];
        let mut file =
            Depfile { path: "x.d".into(), targets: vec!["x.spv".into(), "y z".into()], phony: false };
        let text = file.text(Path::new("dir/x.comp"), &included).expect("a text");
        assert_eq!(text, "x.spv y\\ z: dir/x.comp \\\n  b\\ c.glsl \\\n  d.glsl\n");
        file.phony = true;
        let text = file.text(Path::new(STANDARD), &included).expect("a text");
        assert_eq!(text, "x.spv y\\ z: b\\ c.glsl \\\n  d.glsl\n\nb\\ c.glsl:\n\nd.glsl:\n");
        assert_eq!(file.text(Path::new(STANDARD), &[]).expect("a text"), "x.spv y\\ z:\n");
    }
}
