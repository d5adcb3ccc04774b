//! What the inputs of a command line stand for: files, and the shaders in folders.

use crate::files::STANDARD;
use anyhow::{Context, Result, ensure};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// A file to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// Where it is; `-` is standard input.
    pub path: PathBuf,
    /// The folder on the command line that it was found in.
    pub folder: Option<PathBuf>,
}

/// Extensions of the files of a folder that are shaders.
const EXTENSIONS: &[&str] = &["nvcp", "comp", "glsl"];
/// Of these, the files without `#version` are there to be included.
const INCLUDED: &str = "glsl";
/// As much of a file as is looked at for `#version`: it stands in front of all but comments.
const HEAD_BYTES: u64 = 64 << 10;
/// Folders in folders; links may make circles, which end too.
const MAX_DEPTH: usize = 64;

/// The files, those of a folder in the order of their names.
pub(crate) fn inputs(named: &[PathBuf]) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in named {
        if path != Path::new(STANDARD) && path.is_dir() {
            let before = inputs.len();
            walk(path, &mut inputs)?;
            let names = EXTENSIONS.join(", .");
            ensure!(inputs.len() > before, "the folder {} holds no shaders (.{names})", path.display());
        } else {
            inputs.push(Input { path: path.clone(), folder: None });
        }
    }
    let standard = inputs.iter().filter(|input| input.path == Path::new(STANDARD)).count();
    ensure!(standard <= 1, "standard input can be read only once");
    Ok(inputs)
}

fn walk(folder: &Path, inputs: &mut Vec<Input>) -> Result<()> {
    for entry in WalkDir::new(folder).follow_links(true).max_depth(MAX_DEPTH).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot read the folder {}", folder.display()))?;
        if entry.file_type().is_file() && is_shader(entry.path())? {
            inputs.push(Input { path: entry.into_path(), folder: Some(folder.to_owned()) });
        }
    }
    Ok(())
}

fn is_shader(path: &Path) -> Result<bool> {
    let Some(extension) = path.extension().and_then(OsStr::to_str) else { return Ok(false) };
    if extension != INCLUDED {
        return Ok(EXTENSIONS.contains(&extension));
    }
    let file = std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = BufReader::new(file.take(HEAD_BYTES)).split(b'\n').map_while(Result::ok);
    Ok(lines.into_iter().any(|line| {
        let directive = line.trim_ascii().strip_prefix(b"#");
        directive.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"version"))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_stand_for_their_shaders() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        std::fs::create_dir_all(root.join("b/c")).expect("made");
        for (name, text) in [
            ("z.comp", ""),
            ("a.nvcp", ""),
            ("b/c/x.glsl", "// text\n # version 460\n"),
            ("b/included.glsl", "float f;\n"),
            ("b/notes.txt", ""),
            ("y.spv", ""),
        ] {
            std::fs::write(root.join(name), text).expect("written");
        }
        let found = inputs(&[root.to_owned(), "-".into(), "other".into()]).expect("shaders");
        let paths: Vec<_> = found.iter().map(|input| input.path.clone()).collect();
        let expected = ["a.nvcp", "b/c/x.glsl", "z.comp"].map(|name| root.join(name));
        assert_eq!(paths[..3], expected);
        assert_eq!(paths[3..], [PathBuf::from("-"), PathBuf::from("other")]);
        assert_eq!(found[0].folder.as_deref(), Some(root));
        assert_eq!(found[3].folder, None);
        assert!(inputs(&["-".into(), "-".into()]).is_err());
        std::fs::create_dir(root.join("empty")).expect("made");
        let error = inputs(&[root.join("empty")]).expect_err("there is none").to_string();
        assert!(error.ends_with("holds no shaders (.nvcp, .comp, .glsl)"), "{error}");
    }
}
