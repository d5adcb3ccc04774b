//! Finds the input files and derives their module names.

use crate::Error;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// File name endings of shaders in a folder. Other `.glsl` files are assumed to be includes.
const ENDINGS: [&str; 3] = [".nvcp", ".comp", ".comp.glsl"];

/// Maximum folder depth. It also ends cycles of symbolic links.
const MAX_DEPTH: usize = 32;

/// A shader file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// Path of the file.
    pub path: PathBuf,
    /// Path from which the module name is derived: relative to the input folder, or only the name of a file that was
    /// added by name.
    below: PathBuf,
}

impl Input {
    /// Creates the input for a file that was added by name.
    pub fn file(path: PathBuf) -> Self {
        let below = path.file_name().map(PathBuf::from).unwrap_or_default();
        Input { path, below }
    }
}

/// Returns all shaders in a folder and its subfolders, sorted by path.
pub(crate) fn in_folder(folder: &Path) -> Result<Vec<Input>, Error> {
    let mut paths = Vec::new();
    collect(folder, MAX_DEPTH, &mut paths)?;
    paths.sort();
    let below = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_owned();
    Ok(paths.into_iter().map(|path| Input { below: below(&path), path }).collect())
}

fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) -> Result<(), Error> {
    let failed = |source| Error::Read { path: folder.to_owned(), source };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, paths)?;
            }
        } else if ENDINGS.iter().any(|end| path.to_string_lossy().ends_with(end)) {
            paths.push(path);
        }
    }
    Ok(())
}

/// Returns the module name of each input: its path without extension, such as `post_blur` for
/// `post/blur.comp`. If two names would be equal, both include the extension.
pub(crate) fn modules(inputs: &[Input]) -> Result<Vec<String>, Error> {
    let short = |input: &Input| nvc::codegen::module_name(&stem(&input.below));
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for input in inputs {
        *uses.entry(short(input)).or_default() += 1;
    }
    let mut owners: BTreeMap<String, &Input> = BTreeMap::new();
    let mut names = Vec::new();
    for input in inputs {
        let name = match short(input) {
            name if uses.get(&name) == Some(&1) => name,
            _ => nvc::codegen::module_name(&input.below.to_string_lossy()),
        };
        if let Some(first) = owners.insert(name.clone(), input) {
            return Err(Error::SameModule { name, first: first.path.clone(), second: input.path.clone() });
        }
        names.push(name);
    }
    Ok(names)
}

/// Returns a path without its extension.
fn stem(path: &Path) -> String {
    let name = path.to_string_lossy();
    match ENDINGS.iter().find_map(|end| name.strip_suffix(end)) {
        Some(stem) => stem.to_owned(),
        None => path.with_extension("").to_string_lossy().into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(paths: &[&str]) -> Result<Vec<String>, String> {
        let input = |path: &&str| Input { path: Path::new("shaders").join(path), below: path.into() };
        let inputs: Vec<_> = paths.iter().map(input).collect();
        modules(&inputs).map_err(|error| error.to_string())
    }

    #[test]
    fn modules_are_named_after_paths() {
        assert_eq!(named(&["blur.comp", "post/blur.comp"]), Ok(vec!["blur".into(), "post_blur".into()]));
        assert_eq!(named(&["c.comp.glsl", "d.frag.bin"]), Ok(vec!["c".into(), "d_frag".into()]));
        assert_eq!(named(&["a.comp", "a.nvcp"]), Ok(vec!["a_comp".into(), "a_nvcp".into()]));
        assert_eq!(named(&["loop.comp", "2d.comp"]), Ok(vec!["loop_".into(), "_2d".into()]));
    }

    #[test]
    fn shaders_with_equal_module_names_are_rejected() {
        let message = named(&["a-b.comp", "a_b.comp"]).expect_err("one name");
        let expected = "shaders/a-b.comp and shaders/a_b.comp have the same module name `a_b_comp`; rename \
                        one of them";
        assert_eq!(message, expected);
        assert!(named(&["a.comp", "a.nvcp", "a_comp.bin"]).is_err());
    }
}
