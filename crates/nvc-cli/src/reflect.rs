//! The options of `nvc reflect` and `nvc compile --reflect`.

use crate::args::common::Common;
use crate::args::specialise::Specialise;
use crate::batch::Input;
use crate::{files, naming};
use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use std::path::{Path, PathBuf};

/// Arguments of `nvc reflect`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Reflect {
    /// GLSL file, assembly listing or OpenGL program binary; `-` for stdin
    #[arg(value_name = "INPUT")]
    pub input: PathBuf,

    #[command(flatten)]
    pub specialise: Specialise,
    #[command(flatten)]
    pub common: Common,
}

/// Where `compile` writes reflection.
#[derive(ClapArgs, Debug)]
pub(crate) struct ReflectFile {
    /// Also write the shader's reflection as JSON; `-` for stdout. With --out-dir, an extension such as .json
    /// writes one file next to each output
    #[arg(long = "reflect", value_name = "FILE", conflicts_with = "preprocess")]
    file: Option<PathBuf>,
}

impl ReflectFile {
    /// Returns whether reflection is requested.
    pub fn is_wanted(&self) -> bool {
        self.file.is_some()
    }

    /// Returns the reflection file of each input, given the outputs. `in_folder` is set with `--out-dir`.
    pub fn paths(
        &self,
        inputs: &[Input],
        outputs: &[PathBuf],
        in_folder: bool,
    ) -> Result<Vec<Option<PathBuf>>> {
        let Some(file) = &self.file else { return Ok(vec![None; inputs.len()]) };
        let paths: Vec<PathBuf> = match (extension(file), inputs) {
            (Some(extension), _) if in_folder => {
                outputs.iter().map(|output| output.with_extension(extension)).collect()
            }
            (_, [_]) => vec![file.clone()],
            _ => bail!(
                "`--reflect FILE` takes one input, {} given; use `--out-dir DIR --reflect .json` to write one \
                 file next to each output",
                inputs.len()
            ),
        };
        let standard = Path::new(files::STANDARD);
        if paths.iter().chain(outputs).filter(|path| *path == standard).count() > 1 {
            bail!("only one result can go to standard output; name a file with `-o` or `--reflect`");
        }
        naming::refuse_collisions(&[inputs, inputs].concat(), &[outputs, &paths].concat())?;
        Ok(paths.into_iter().map(Some).collect())
    }
}

/// Returns the extension if the argument is only an extension, such as `.json`.
fn extension(file: &Path) -> Option<&str> {
    file.to_str()?.strip_prefix('.').filter(|rest| !rest.is_empty() && !rest.contains(['/', '\\', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(path: &str) -> Input {
        Input { path: path.into(), folder: None }
    }

    fn paths(file: &str, inputs: &[&str], outputs: &[&str], in_folder: bool) -> Result<Vec<PathBuf>> {
        let inputs: Vec<_> = inputs.iter().map(|path| input(path)).collect();
        let outputs: Vec<_> = outputs.iter().map(PathBuf::from).collect();
        let option = ReflectFile { file: Some(file.into()) };
        let found = option.paths(&inputs, &outputs, in_folder)?;
        Ok(found.into_iter().flatten().collect())
    }

    #[test]
    fn an_extension_gives_one_file_per_output() {
        let one = paths("r.json", &["a.nvcp"], &["a.spv"], false).expect("a path");
        assert_eq!(one, [Path::new("r.json")]);
        let several = paths(".json", &["a.nvcp", "b/c.comp"], &["o/a.spv", "o/b/c.spv"], true);
        assert_eq!(several.expect("paths"), [Path::new("o/a.json"), Path::new("o/b/c.json")]);
        let hidden = paths(".json", &["a.nvcp"], &["a.spv"], false).expect("a path");
        assert_eq!(hidden, [Path::new(".json")]);
        assert!(ReflectFile { file: None }.paths(&[input("a")], &[], false).is_ok_and(|p| p == [None]));
    }

    #[test]
    fn colliding_reflection_files_are_rejected() {
        let rejected = |file, inputs: &[&str], outputs: &[&str], in_folder| {
            paths(file, inputs, outputs, in_folder).expect_err("rejected").to_string()
        };
        assert!(rejected("r.json", &["a", "b"], &["o/a", "o/b"], true).contains("--reflect .json"));
        assert!(rejected("a.spv", &["a.nvcp"], &["a.spv"], false).contains("would both be written"));
        assert!(rejected("a.nvcp", &["a.nvcp"], &["a.spv"], false).contains("would overwrite"));
        assert!(rejected(".spv", &["a"], &["o/a.spv"], true).contains("would both be written"));
        assert!(rejected("-", &["a.nvcp"], &["-"], false).contains("only one result"));
    }
}
