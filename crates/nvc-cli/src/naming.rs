//! Computes output paths: the file to which each input is compiled.

use crate::batch::Input;
use crate::files::STANDARD;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Where outputs are written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Destination<'a> {
    /// A file in the current directory, named after the input; standard output if the input is standard input.
    Default,
    /// This file. Only possible for a single input.
    File(&'a Path),
    /// Files below this directory.
    Directory(&'a Path),
}

/// File stem of the output for standard input.
const STANDARD_STEM: &str = "stdin";

/// Returns the output path of each input, in the same order. Fails if the destination does not fit the number of inputs, two
/// paths are equal, or one is an input.
pub(crate) fn outputs(
    inputs: &[Input],
    destination: Destination<'_>,
    extension: &str,
) -> Result<Vec<PathBuf>> {
    let outputs = match (destination, inputs) {
        (Destination::File(file), [_]) => vec![file.to_owned()],
        (Destination::File(_), _) => {
            bail!("`-o` takes one input, {} given; use `--out-dir DIR`", inputs.len())
        }
        (Destination::Default, [one]) if is_standard(&one.path) => vec![PathBuf::from(STANDARD)],
        (Destination::Default, [Input { path, folder: None }]) => {
            vec![PathBuf::from(path.file_name().unwrap_or(STANDARD_STEM.as_ref())).with_extension(extension)]
        }
        (Destination::Default, [Input { folder: Some(folder), .. }]) => {
            bail!("{} is a directory; use `--out-dir DIR`", folder.display())
        }
        (Destination::Default, _) => {
            bail!("{} inputs need an output directory; use `--out-dir DIR`", inputs.len())
        }
        (Destination::Directory(dir), _) => mirrored(inputs, dir, extension)?,
    };
    refuse_collisions(inputs, &outputs)?;
    Ok(outputs)
}

fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// Returns `DIR/<path below the inputs' common parent>` with the new extension for each input. For a file
/// found in a directory argument, that directory counts as the parent.
fn mirrored(inputs: &[Input], dir: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut absolute = Vec::with_capacity(inputs.len());
    let mut common: Option<PathBuf> = None;
    for Input { path, folder } in inputs {
        if is_standard(path) {
            absolute.push(None);
            continue;
        }
        let path = normal(path)?;
        let parent = match folder {
            Some(folder) => normal(folder)?,
            None => path.parent().map(Path::to_owned).unwrap_or_default(),
        };
        absolute.push(Some(path));
        let mut shared = common.unwrap_or_else(|| parent.clone());
        while !parent.starts_with(&shared) && shared.pop() {}
        common = Some(shared);
    }
    let common = common.unwrap_or_default();
    Ok(absolute
        .iter()
        .map(|path| match path {
            Some(path) => dir.join(path.strip_prefix(&common).unwrap_or(path)).with_extension(extension),
            None => dir.join(STANDARD_STEM).with_extension(extension),
        })
        .collect())
}

/// Returns an absolute path without `.` and `..`. Symbolic links are not resolved, because outputs are named
/// after the paths as written.
pub(crate) fn normal(path: &Path) -> Result<PathBuf> {
    let mut normal = PathBuf::new();
    for component in std::path::absolute(path)?.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    Ok(normal)
}

/// Fails if two outputs are the same file, or if an output is an input. `inputs` begins with the input of each output, in
/// order. Further inputs may follow, and an input may occur several times.
pub(crate) fn refuse_collisions(inputs: &[Input], outputs: &[PathBuf]) -> Result<()> {
    let inputs = inputs.iter().map(|input| &*input.path);
    let mut taken: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for (input, output) in inputs.clone().zip(outputs) {
        if is_standard(output) {
            continue;
        }
        let output = normal(output)?;
        if let Some(other) = taken.get(&output) {
            bail!(
                "{} and {} would both be written to {}",
                other.display(),
                input.display(),
                output.display()
            );
        }
        taken.insert(output, input);
    }
    for input in inputs.filter(|i| !is_standard(i)) {
        if taken.contains_key(&normal(input)?) {
            bail!("the output would overwrite the input {}", input.display());
        }
    }
    Ok(())
}

/// Fails if a dependency file would overwrite an input or an output.
pub(crate) fn refuse_over(inputs: &[Input], outputs: &[PathBuf], path: &Path) -> Result<()> {
    let target = normal(path)?;
    for other in inputs.iter().map(|input| &input.path).chain(outputs) {
        if !is_standard(other) && !is_standard(path) && normal(other)? == target {
            bail!("the dependency file would overwrite {}, an input or output", other.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(inputs: &[&str], destination: Destination<'_>) -> Result<Vec<PathBuf>> {
        let inputs = inputs.iter().map(|path| Input { path: path.into(), folder: None });
        outputs(&inputs.collect::<Vec<_>>(), destination, "spv")
    }

    fn in_dir(inputs: &[&str]) -> Vec<String> {
        let outputs = named(inputs, Destination::Directory(Path::new("out"))).expect("they have names");
        outputs.iter().map(|p| p.to_string_lossy().replace('\\', "/")).collect()
    }

    #[test]
    fn one_input() {
        let default = |input| named(&[input], Destination::Default).expect("it has a name");
        assert_eq!(default("a/b/x.nvcp"), [Path::new("x.spv")]);
        assert_eq!(default("x"), [Path::new("x.spv")]);
        assert_eq!(default("x.comp.nvcp"), [Path::new("x.comp.spv")]);
        assert_eq!(default("-"), [Path::new("-")]);
        let file = Destination::File(Path::new("y"));
        assert_eq!(named(&["x.nvcp"], file).expect("it has a name"), [Path::new("y")]);
    }

    #[test]
    fn directories_below_the_common_parent_are_kept() {
        assert_eq!(in_dir(&["a/b/x.nvcp"]), ["out/x.spv"]);
        assert_eq!(in_dir(&["a/driver.nvcp", "b/driver.nvcp"]), ["out/a/driver.spv", "out/b/driver.spv"]);
        assert_eq!(in_dir(&["p/a/x.nvcp", "p/q/../b/./y.nvcp"]), ["out/a/x.spv", "out/b/y.spv"]);
        assert_eq!(in_dir(&["x.nvcp", "b/x.nvcp", "-"]), ["out/x.spv", "out/b/x.spv", "out/stdin.spv"]);
        assert_eq!(in_dir(&["ab/x.nvcp", "a/x.nvcp"]), ["out/ab/x.spv", "out/a/x.spv"]);
    }

    #[test]
    fn output_paths_in_a_directory_do_not_depend_on_its_other_files() {
        let dir = Destination::Directory(Path::new("out"));
        let named = |inputs: &[(&str, &str)]| {
            let inputs = inputs.iter().map(|(folder, path)| Input {
                path: Path::new(folder).join(path),
                folder: Some(folder.into()),
            });
            outputs(&inputs.collect::<Vec<_>>(), dir, "spv").expect("they have names")
        };
        assert_eq!(named(&[("s", "a/b/x.comp")]), [Path::new("out/a/b/x.spv")]);
        assert_eq!(
            named(&[("s", "a/x.comp"), ("t", "y.comp")]),
            ["out/s/a/x.spv", "out/t/y.spv"].map(Path::new)
        );
        let alone = Input { path: "s/x.comp".into(), folder: Some("s".into()) };
        assert!(outputs(&[alone], Destination::Default, "spv").is_err());
    }

    #[test]
    fn output_collisions_are_rejected() {
        let dir = Destination::Directory(Path::new("out"));
        let rejected =
            |inputs: &[&str], destination| named(inputs, destination).expect_err("rejected").to_string();
        assert!(rejected(&["a/x.nvcp", "a/x.bin"], dir).contains("would both be written"));
        assert!(rejected(&["a/x.nvcp", "./a/x.nvcp"], dir).contains("would both be written"));
        assert!(rejected(&["x.nvcp", "y.nvcp"], Destination::Default).contains("--out-dir"));
        assert!(rejected(&["x", "y"], Destination::File(Path::new("z"))).contains("`-o`"));
        assert!(rejected(&["x.spv"], Destination::Default).contains("would overwrite"));
    }
}
