//! `nvc reflect`, and `nvc compile --reflect`: the shader's interface as JSON.

use crate::args::{Common, Specialise};
use crate::batch::Input;
use crate::status::Status;
use crate::{compile, files, naming};
use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use std::path::{Path, PathBuf};

/// Prints a shader's interface.
#[derive(ClapArgs, Debug)]
pub(crate) struct Reflect {
    /// GLSL or assembly text, or OpenGL program binary; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub input: PathBuf,

    #[command(flatten)]
    pub specialise: Specialise,
    #[command(flatten)]
    pub common: Common,
}

/// Where `compile` puts interfaces.
#[derive(ClapArgs, Debug)]
pub(crate) struct ReflectFile {
    /// Write the shader's interface as JSON too; `-` is standard output. With --out-dir, FILE may be an
    /// extension such as .json: each output then gets a file beside it, with this extension for its own
    #[arg(long = "reflect", value_name = "FILE", conflicts_with = "preprocess")]
    file: Option<PathBuf>,
}

/// Prints the interface of a shader.
pub(crate) fn reflect(args: &Reflect) -> Result<Status> {
    compile::reflect(args)
}

impl ReflectFile {
    /// Whether interfaces are wanted.
    pub fn is_wanted(&self) -> bool {
        self.file.is_some()
    }

    /// The file of each input's interface, given the inputs' outputs.
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
                "`--reflect` names one file and there are {} inputs; `--reflect .json` writes one beside \
                 each output",
                inputs.len()
            ),
        };
        let standard = Path::new(files::STANDARD);
        if paths.iter().chain(outputs).filter(|path| *path == standard).count() > 1 {
            bail!("standard output takes one result: give `-o` or `--reflect` a file");
        }
        naming::refuse_collisions(&[inputs, inputs].concat(), &[outputs, &paths].concat())?;
        Ok(paths.into_iter().map(Some).collect())
    }
}

/// The extension that a name such as `.json` is.
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
    fn one_file_or_one_beside_each_output() {
        let one = paths("r.json", &["a.nvcp"], &["a.spv"], false).expect("a path");
        assert_eq!(one, [Path::new("r.json")]);
        let several = paths(".json", &["a.nvcp", "b/c.comp"], &["o/a.spv", "o/b/c.spv"], true);
        assert_eq!(several.expect("paths"), [Path::new("o/a.json"), Path::new("o/b/c.json")]);
        let hidden = paths(".json", &["a.nvcp"], &["a.spv"], false).expect("a path");
        assert_eq!(hidden, [Path::new(".json")]);
        assert!(ReflectFile { file: None }.paths(&[input("a")], &[], false).is_ok_and(|p| p == [None]));
    }

    #[test]
    fn what_would_overwrite_is_refused() {
        let refused = |file, inputs: &[&str], outputs: &[&str], in_folder| {
            paths(file, inputs, outputs, in_folder).expect_err("it is refused").to_string()
        };
        assert!(refused("r.json", &["a", "b"], &["o/a", "o/b"], true).contains("--reflect .json"));
        assert!(refused("a.spv", &["a.nvcp"], &["a.spv"], false).contains("would both be written"));
        assert!(refused("a.nvcp", &["a.nvcp"], &["a.spv"], false).contains("overwritten"));
        assert!(refused(".spv", &["a"], &["o/a.spv"], true).contains("would both be written"));
        assert!(refused("-", &["a.nvcp"], &["-"], false).contains("takes one result"));
    }
}
