//! Records the files that a compilation reads, which a build system needs as dependencies.

use nvc_diag::Source;
use nvc_glsl::options::{LoadError, Loader};
use std::cell::RefCell;
use std::sync::Arc;

/// A loader that wraps another loader and records the files found, each once, in order of first use.
pub(crate) struct Recorder<'a> {
    loader: &'a dyn Loader,
    names: RefCell<Vec<Arc<str>>>,
}

impl<'a> Recorder<'a> {
    /// Creates a recorder. `sources` are the names of the compiled sources.
    pub fn new(sources: Vec<Arc<str>>, loader: &'a dyn Loader) -> Self {
        Recorder { loader, names: RefCell::new(sources) }
    }

    /// Returns the names of all files read; the compiled sources come first.
    pub fn into_names(self) -> Vec<Arc<str>> {
        self.names.into_inner()
    }
}

impl Loader for Recorder<'_> {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError> {
        let source = self.loader.load(path, system, from)?;
        let mut names = self.names.borrow_mut();
        if !names.contains(&source.name) {
            names.push(source.name.clone());
        }
        Ok(source)
    }
}
