//! Dependency files for make and ninja: a make rule that lists the files an output was compiled from.
//!
//! Make and ninja escape spaces, `#`, `$` and `:` in the same manner. They have no common escape for line
//! breaks and other control characters, so names that contain these are rejected. `%`, `*`, `?`, `[`, `;`
//! and `=` are special only in make. They are written unescaped, as C compilers do.

use crate::files::STANDARD;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// A dependency file to write.
#[derive(Clone, Debug)]
pub(crate) struct Depfile {
    /// Path of the file.
    pub path: PathBuf,
    /// Targets of the rule.
    pub targets: Vec<String>,
    /// Whether to add a phony target for each included file.
    pub phony: bool,
    /// Whether to write the rule on one line, as glslc does.
    pub one_line: bool,
}

impl Depfile {
    /// Returns the content of the file for this input and its includes.
    ///
    /// # Errors
    /// If a name contains a control character or is not UTF-8.
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
            text.push_str(&escaped_list(&inputs, if self.one_line { " " } else { " \\\n  " })?);
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

/// Returns a path as text. Fails if it is not UTF-8.
pub(crate) fn name(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| {
        format!("the name {} is not UTF-8 and cannot be written to a dependency file", path.display())
    })
}

fn escaped_list(names: &[impl AsRef<str>], separator: &str) -> Result<String> {
    let names: Result<Vec<String>> = names.iter().map(|name| escaped(name.as_ref())).collect();
    Ok(names?.join(separator))
}

/// Escapes a name for make and ninja.
fn escaped(name: &str) -> Result<String> {
    ensure!(
        !name.contains(|c: char| c.is_ascii_control()),
        "the name {name} contains a control character and cannot be written to a dependency file"
    );
    let mut out = String::with_capacity(name.len());
    let mut backslashes = 0;
    for (at, c) in name.char_indices() {
        match c {
            // Make treats backslashes before a space as escapes, so they are doubled.
            ' ' => out.extend(std::iter::repeat_n('\\', backslashes + 1)),
            '#' => out.push('\\'),
            '$' => out.push('$'),
            // On Windows, the colon after a drive letter must not be escaped.
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
        let targets = vec!["x.spv".into(), "y z".into()];
        let mut file = Depfile { path: "x.d".into(), targets, phony: false, one_line: false };
        let text = file.text(Path::new("dir/x.comp"), &included).expect("a text");
        assert_eq!(text, "x.spv y\\ z: dir/x.comp \\\n  b\\ c.glsl \\\n  d.glsl\n");
        file.phony = true;
        let text = file.text(Path::new(STANDARD), &included).expect("a text");
        assert_eq!(text, "x.spv y\\ z: b\\ c.glsl \\\n  d.glsl\n\nb\\ c.glsl:\n\nd.glsl:\n");
        assert_eq!(file.text(Path::new(STANDARD), &[]).expect("a text"), "x.spv y\\ z:\n");
        (file.phony, file.one_line) = (false, true);
        let text = file.text(Path::new("dir/x.comp"), &included).expect("a text");
        assert_eq!(text, "x.spv y\\ z: dir/x.comp b\\ c.glsl d.glsl\n");
    }
}
