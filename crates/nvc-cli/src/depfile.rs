//! Dependency files for make and ninja: a make rule that lists the files an output was compiled from.
//!
//! Make and ninja escape spaces, `#`, `$` and `:` the same way. They share no escape for line breaks and
//! other control characters, so names with those are rejected. `%`, `*`, `?`, `[`, `;` and `=` are special to
//! make only; they are written unescaped, as C compilers do.

use crate::files::STANDARD;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// A dependency file to write.
#[derive(Clone, Debug)]
pub(crate) struct Depfile {
    /// Its path.
    pub path: PathBuf,
    /// Targets of the rule.
    pub targets: Vec<String>,
    /// Whether each included file is a phony target.
    pub phony: bool,
    /// Whether the rule is one line, as glslc writes it.
    pub one_line: bool,
}

impl Depfile {
    /// The content of the file for this input and its includes.
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

/// A path as text.
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
            // Backslashes before a space are escapes, so they are doubled.
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
