//! Reads every file once per run, and finds includes in what was read.

use crate::digest::Digest;
use nvc::{Folders, LoadError, Loader, Source};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a path has.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Text(Arc<str>, Digest),
    /// Bytes that are not UTF-8, such as a program binary.
    Binary(Arc<[u8]>, Digest),
    Missing,
    /// The system's message.
    Unreadable(String),
}

impl Content {
    /// The digest, if the file was read.
    pub fn digest(&self) -> Option<Digest> {
        match self {
            Content::Text(_, digest) | Content::Binary(_, digest) => Some(*digest),
            Content::Missing | Content::Unreadable(_) => None,
        }
    }

    /// The bytes.
    ///
    /// # Errors
    /// The cause, if the file was not read.
    pub fn bytes(&self) -> Result<&[u8], &str> {
        match self {
            Content::Text(text, _) => Ok(text.as_bytes()),
            Content::Binary(bytes, _) => Ok(bytes),
            Content::Missing => Err("no such file"),
            Content::Unreadable(message) => Err(message),
        }
    }
}

/// The files read so far, and the paths that do not exist. Variants of one run see the same content, even if a file
/// changes meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Files {
    known: Mutex<HashMap<PathBuf, Content>>,
}

impl Files {
    /// The content of a file.
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
        // Another thread may have been faster; its content counts.
        lock(&self.known).entry(path.to_owned()).or_insert(content).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An `#include` and what it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub path: String,
    pub system: bool,
    /// The including file.
    pub from: String,
    /// The file found.
    pub name: String,
    pub digest: Digest,
}

/// A loader that finds includes as [`Folders`] does and records them.
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

    /// All different requests, in order of first use.
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.requests).clone()
    }

    /// Whether a recorded request finds the same file with the same content. As the content of a source decides
    /// what it includes, a compilation whose requests all do is the same as when they were recorded.
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
