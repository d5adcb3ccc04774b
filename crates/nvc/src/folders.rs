//! [`Folders`]: a loader that reads include files from folders, for the command and build scripts.

use crate::MAX_INPUT_BYTES;
use nvc_diag::Source;
use nvc_glsl::options::{LoadError, Loader};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// A [`Loader`] that searches the folder of the including file (for `#include "..."` only), then other folders.
///
/// Apart from [`read_file`], no other part of the library reads files. [`crate::Report::dependencies`] lists the files read.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    folders: Vec<PathBuf>,
    jailed: bool,
}

impl Folders {
    /// Creates a loader that searches these folders in order.
    pub fn new(folders: impl Into<Vec<PathBuf>>) -> Self {
        Folders { folders: folders.into(), jailed: false }
    }

    /// Sets whether only files in these folders are read, for sources that are not trusted. Links and `..` are resolved first: a
    /// file outside of the folders is never found, whether it exists or not, and neither are devices and pipes. The
    /// folder of the including file is searched only if it is inside, too. The check assumes that nobody changes links in the
    /// folders meanwhile.
    #[must_use]
    pub fn jailed(mut self, jailed: bool) -> Self {
        self.jailed = jailed;
        self
    }

    /// The path to read, without links, if it is a file in one of the folders.
    fn inside(&self, file: &Path) -> Option<PathBuf> {
        let real = file.canonicalize().ok().filter(|real| real.is_file())?;
        let mut roots = self.folders.iter().filter_map(|folder| folder.canonicalize().ok());
        roots.any(|root| real.starts_with(root)).then_some(real)
    }

    /// Returns the paths to try for `#include "path"` (or `<path>` if `system`) in a file named `from`, in
    /// search order.
    pub fn candidates(&self, path: &str, system: bool, from: &str) -> impl Iterator<Item = PathBuf> {
        let beside = Path::new(from).parent().map(Path::to_owned).filter(|_| !system);
        beside.into_iter().chain(self.folders.iter().cloned()).map(move |folder| folder.join(path))
    }

    /// Returns the error for an include that was not found in any folder.
    pub fn not_found(&self) -> LoadError {
        let searched = self.folders.iter().map(|folder| folder.to_string_lossy().into_owned());
        let searched: Vec<_> = searched.collect();
        if self.jailed {
            let folders =
                if searched.is_empty() { "any include directory".to_owned() } else { searched.join(", ") };
            return LoadError::Other(format!("not found in {folders}; files elsewhere are not read"));
        }
        LoadError::NotFound { searched }
    }
}

impl Loader for Folders {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError> {
        for file in self.candidates(path, system, from) {
            let shown = file.to_string_lossy();
            let real = if self.jailed { self.inside(&file) } else { Some(file.clone()) };
            let Some(real) = real else { continue };
            match read_file(&real).map(String::from_utf8) {
                Ok(Ok(text)) => return Ok(Source::new(&*shown, text)),
                Ok(Err(_)) => return Err(LoadError::NotUtf8(shown.into_owned())),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(LoadError::Io { name: shown.into_owned(), message: error.to_string() });
                }
            }
        }
        Err(self.not_found())
    }
}

/// Reads a file, but at most one byte more than [`MAX_INPUT_BYTES`]. The extra byte lets the compiler report
/// a file that is too large.
///
/// # Errors
/// If the file cannot be opened or read.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let limit = MAX_INPUT_BYTES as u64 + 1;
    let file = std::fs::File::open(path)?;
    // The buffer need not grow while it is read. The size of a pipe or device is 0.
    let size = file.metadata().map_or(0, |known| known.len());
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size.min(limit) as usize)?;
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
