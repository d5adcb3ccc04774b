//! Finding what `#include` names, and taking note of it: cargo has to watch it.

use nvc::{Loader, Source};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Looks beside the file that includes, then in folders, for one compilation.
pub(crate) struct Folders<'a> {
    folders: &'a [PathBuf],
    found: RefCell<BTreeSet<PathBuf>>,
}

impl<'a> Folders<'a> {
    /// Looks in these folders, in order.
    pub fn new(folders: &'a [PathBuf]) -> Self {
        Folders { folders, found: RefCell::default() }
    }

    /// All files that were included.
    pub fn into_found(self) -> BTreeSet<PathBuf> {
        self.found.into_inner()
    }
}

impl Loader for Folders<'_> {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, String> {
        let beside = Path::new(from).parent().map(Path::to_owned).filter(|_| !system);
        for folder in beside.iter().chain(self.folders) {
            let file = folder.join(path);
            let shown = file.to_string_lossy();
            match read(&file).map(String::from_utf8) {
                Ok(Ok(text)) => {
                    self.found.borrow_mut().insert(file.clone());
                    return Ok(Source::new(&*shown, text));
                }
                Ok(Err(_)) => return Err(format!("{shown} is not text in UTF-8")),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(format!("{shown}: {error}")),
            }
        }
        Err(match self.folders {
            [] => "there is no such file, and `include` names no folder to look in".to_owned(),
            folders => {
                let names: Vec<_> = folders.iter().map(|folder| folder.to_string_lossy()).collect();
                format!("no folder has it: {}", names.join(", "))
            }
        })
    }
}

/// The content of a file, at most one byte more than the compiler takes, so that it can tell.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(nvc::MAX_INPUT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
