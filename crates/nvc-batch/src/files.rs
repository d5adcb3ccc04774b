//! Caches the sources and included files read in a run, and resolves includes from the cache.

use crate::digest::Digest;
use nvc::{Folders, LoadError, Loader, Source};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The result of reading a path.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Text(Arc<str>, Digest),
    /// Content that is not UTF-8, such as a program binary.
    Binary(Arc<[u8]>, Digest),
    Missing,
    /// The file exists but cannot be read. Contains the system's message.
    Unreadable(String),
}

impl Content {
    /// Returns the digest of the content, if the file was read.
    pub fn digest(&self) -> Option<Digest> {
        match self {
            Content::Text(_, digest) | Content::Binary(_, digest) => Some(*digest),
            Content::Missing | Content::Unreadable(_) => None,
        }
    }

    /// Returns the content as bytes.
    ///
    /// # Errors
    /// The reason, if the file was not read.
    pub fn bytes(&self) -> Result<&[u8], &str> {
        match self {
            Content::Text(text, _) => Ok(text.as_bytes()),
            Content::Binary(bytes, _) => Ok(bytes),
            Content::Missing => Err("no such file"),
            Content::Unreadable(message) => Err(message),
        }
    }
}

/// A cache of the sources and included files read in a run, including paths that do not exist. All variants of
/// a run see the same content, even if a file changes meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Files {
    known: Mutex<HashMap<PathBuf, Content>>,
}

impl Files {
    /// Returns the content of a file, reading it on first use.
    pub fn read(&self, path: &Path) -> Content {
        if let Some(content) = lock(&self.known).get(path) {
            return content.clone();
        }
        let content = match nvc::read_file(path) {
            Ok(bytes) => {
                let digest = Digest::of(&bytes);
                match String::from_utf8(bytes) {
                    Ok(text) => Content::Text(text.into(), digest),
                    Err(error) => Content::Binary(error.into_bytes().into(), digest),
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Content::Missing,
            Err(error) => Content::Unreadable(error.to_string()),
        };
        // If another thread read the file at the same time, keep the content that was stored first.
        lock(&self.known).entry(path.to_owned()).or_insert(content).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An `#include` directive, and the file that it resolved to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub path: String,
    pub system: bool,
    /// Name of the including file.
    pub from: String,
    /// Name of the included file.
    pub name: String,
    pub digest: Digest,
}

/// A loader that resolves includes like [`Folders`], and records them.
#[derive(Clone)]
pub(crate) struct Includes {
    files: Arc<Files>,
    folders: Folders,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Includes {
    pub fn new(files: &Arc<Files>, folders: &[PathBuf]) -> Self {
        Includes { files: files.clone(), folders: Folders::new(folders), requests: Arc::default() }
    }

    /// Returns all distinct requests in order of first use.
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.requests).clone()
    }

    /// Returns whether a recorded request still resolves to the same file with the same content. With the same
    /// options, which files a source includes depends only on its content and that of the included files. So if
    /// this holds for all requests of a compilation, and its source is unchanged, all its inputs are unchanged.
    pub fn is_current(&self, request: &Request) -> bool {
        let found = self.find(&request.path, request.system, &request.from);
        found.is_ok_and(|(name, _, digest)| name == request.name && digest == request.digest)
    }

    fn find(&self, path: &str, system: bool, from: &str) -> Result<(String, Arc<str>, Digest), LoadError> {
        for file in self.folders.candidates(path, system, from) {
            let name = || file.to_string_lossy().into_owned();
            match self.files.read(&file) {
                Content::Text(text, digest) => return Ok((name(), text, digest)),
                Content::Binary(..) => return Err(LoadError::NotUtf8(name())),
                Content::Missing => {}
                Content::Unreadable(message) => return Err(LoadError::Io { name: name(), message }),
            }
        }
        Err(self.folders.not_found())
    }
}

impl Loader for Includes {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError> {
        let (name, text, digest) = self.find(path, system, from)?;
        let source = Source::new(&*name, text);
        let request = Request { path: path.to_owned(), system, from: from.to_owned(), name, digest };
        let mut requests = lock(&self.requests);
        if !requests.contains(&request) {
            requests.push(request);
        }
        Ok(source)
    }
}
