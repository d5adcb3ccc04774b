//! Includes: open documents first, which may not be saved, then files.

use crate::uri;
use nvc::{Folders, LoadError, Loader, Source};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The documents that are open in the editor, and the folders where includes are searched. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OpenFiles {
    folders: Folders,
    texts: Arc<BTreeMap<PathBuf, Arc<str>>>,
}

impl OpenFiles {
    /// No open documents; includes are searched beside the including file and in these folders.
    pub fn new(folders: impl Into<Vec<PathBuf>>) -> Self {
        OpenFiles { folders: Folders::new(folders), texts: Arc::default() }
    }

    /// Adds or replaces the text of a document.
    pub fn open(&mut self, path: PathBuf, text: Arc<str>) {
        Arc::make_mut(&mut self.texts).insert(path, text);
    }

    /// Forgets a document: the file counts again.
    pub fn close(&mut self, path: &PathBuf) {
        Arc::make_mut(&mut self.texts).remove(path);
    }

    /// Searches includes in other folders.
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
            // One candidate at a time: an open document further back must not win over a file.
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
