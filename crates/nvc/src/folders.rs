//! Reading files, for callers that compile files: the command, build scripts.

use crate::MAX_INPUT_BYTES;
use nvc_diag::Source;
use nvc_glsl::options::Loader;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// A [`Loader`] that looks beside the file that includes, for `#include "..."`, and then in folders.
///
/// It is the only thing here that reads files, and only for whoever passes it. [`crate::Output::inputs`]
/// names what was read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Folders<'a> {
    folders: &'a [PathBuf],
}

impl<'a> Folders<'a> {
    /// Looks in these folders, in order.
    pub fn new(folders: &'a [PathBuf]) -> Self {
        Folders { folders }
    }
}

impl Loader for Folders<'_> {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, String> {
        let beside = Path::new(from).parent().map(Path::to_owned).filter(|_| !system);
        for folder in beside.iter().chain(self.folders) {
            let file = folder.join(path);
            let shown = file.to_string_lossy();
            match read_file(&file).map(String::from_utf8) {
                Ok(Ok(text)) => return Ok(Source::new(&*shown, text)),
                Ok(Err(_)) => return Err(format!("{shown} is not text in UTF-8")),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(format!("{shown}: {error}")),
            }
        }
        Err(match self.folders {
            [] => "there is no such file, and no folder of includes is given".to_owned(),
            folders => {
                let names: Vec<_> = folders.iter().map(|folder| folder.to_string_lossy()).collect();
                format!("no folder has it: {}", names.join(", "))
            }
        })
    }
}

/// The content of a file: at most one byte more than [`MAX_INPUT_BYTES`], so that the compiler can tell that
/// there is more.
///
/// # Errors
/// Those of opening and reading the file.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_INPUT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
