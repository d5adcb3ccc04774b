//! Resolves includes: an open document takes precedence over the file on disk, since it may have unsaved
//! changes.

use crate::uri;
use nvc::{Folders, LoadError, Loader, Source};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The documents open in the editor, and the include folders. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OpenFiles {
    folders: Folders,
    texts: Arc<BTreeMap<PathBuf, Arc<str>>>,
}

impl OpenFiles {
    /// Creates a loader without open documents. Includes are searched in the folder of the including file
    /// and in these folders.
    pub fn new(folders: impl Into<Vec<PathBuf>>) -> Self {
        OpenFiles { folders: Folders::new(folders), texts: Arc::default() }
    }

    /// Adds or replaces the text of an open document.
    pub fn open(&mut self, path: PathBuf, text: Arc<str>) {
        Arc::make_mut(&mut self.texts).insert(path, text);
    }

    /// Removes a document, so that the file on disk is used again.
    pub fn close(&mut self, path: &PathBuf) {
        Arc::make_mut(&mut self.texts).remove(path);
    }

    /// Replaces the include folders.
    pub fn search(&mut self, folders: impl Into<Vec<PathBuf>>) {
        self.folders = Folders::new(folders);
    }
}

impl Loader for OpenFiles {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError> {
        for candidate in self.folders.candidates(path, system, from) {
            let candidate = uri::normal(&candidate);
            if let Some(text) = self.texts.get(&candidate) {
                return Ok(Source::new(&*candidate.to_string_lossy(), text.clone()));
            }
            // Each candidate is checked both as a document and as a file before the next, so that an open
            // document in a later folder does not take precedence over a file in an earlier one.
            let shown = candidate.to_string_lossy();
            match nvc::read_file(&candidate).map(String::from_utf8) {
                Ok(Ok(text)) => return Ok(Source::new(&*shown, text)),
                Ok(Err(_)) => return Err(LoadError::NotUtf8(shown.into_owned())),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(LoadError::Io { name: shown.into_owned(), message: error.to_string() });
                }
            }
        }
        Err(self.folders.not_found())
    }
}
