//! Finding the files that `#include` names: beside the file that includes, then in the folders of `-I`.

use nvc::{Loader, Source};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Looks in folders.
pub(crate) struct Folders<'a> {
    /// The folders of `-I`, in order.
    pub folders: &'a [PathBuf],
}

impl Loader for Folders<'_> {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, String> {
        let beside = Path::new(from).parent().map(Path::to_owned).filter(|_| !system);
        for folder in beside.iter().chain(self.folders) {
            let file = folder.join(path);
            let shown = file.to_string_lossy();
            match read(&file) {
                Ok(text) => return Ok(Source::new(&*shown, text)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(format!("{shown}: {error}")),
            }
        }
        Err(match self.folders {
            [] => "there is no such file, and `-I` names no folder to look in".to_owned(),
            folders => {
                let names: Vec<_> = folders.iter().map(|folder| folder.to_string_lossy()).collect();
                format!("no folder has it: {}", names.join(", "))
            }
        })
    }
}

/// The text of a file, at most one byte more than the library takes.
fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(nvc::MAX_INPUT_BYTES as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}
