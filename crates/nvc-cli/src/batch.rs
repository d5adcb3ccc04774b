//! Expands the inputs of a command line to files: directories are searched for shaders.

use crate::files::STANDARD;
use anyhow::{Context, Result, ensure};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// An input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// Path of the file; `-` means standard input.
    pub path: PathBuf,
    /// The directory argument that contains the file, if it was not named directly.
    pub folder: Option<PathBuf>,
}

/// File name extensions of shaders in a directory.
const EXTENSIONS: &[&str] = &["nvcp", "comp", "glsl"];
/// The extension of files that count as shaders only if they have a `#version`; others are assumed to be
/// includes.
const GLSL: &str = "glsl";
/// Number of bytes of a file to search for `#version`. Only comments can precede it.
const HEAD_BYTES: u64 = 64 << 10;
/// Maximum directory depth. It also ends cycles of symbolic links.
const MAX_DEPTH: usize = 64;

/// Returns the input files. Those of a directory are sorted by name.
pub(crate) fn inputs(named: &[PathBuf]) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in named {
        if path != Path::new(STANDARD) && path.is_dir() {
            let before = inputs.len();
            walk(path, &mut inputs)?;
            let names = EXTENSIONS.join(", .");
            ensure!(inputs.len() > before, "the directory {} contains no shaders (.{names})", path.display());
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
        let entry = entry.with_context(|| format!("cannot read the directory {}", folder.display()))?;
        if entry.file_type().is_file() && is_shader(entry.path())? {
            inputs.push(Input { path: entry.into_path(), folder: Some(folder.to_owned()) });
        }
    }
    Ok(())
}

fn is_shader(path: &Path) -> Result<bool> {
    let Some(extension) = path.extension().and_then(OsStr::to_str) else { return Ok(false) };
    if extension != GLSL {
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
    fn directories_expand_to_their_shaders() {
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
        assert!(error.ends_with("contains no shaders (.nvcp, .comp, .glsl)"), "{error}");
    }
}
