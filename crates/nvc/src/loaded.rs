//! Records the files that a compilation reads: the dependencies for a build system.

use nvc_diag::Source;
use nvc_glsl::options::{LoadError, Loader};
use std::cell::RefCell;
use std::sync::Arc;

/// A loader that records the files another loader finds, each once, in the order of first use.
pub(crate) struct Recorder<'a> {
    loader: &'a dyn Loader,
    names: RefCell<Vec<Arc<str>>>,
}

impl<'a> Recorder<'a> {
    /// A recorder for the compilation of the sources with these names.
    pub fn new(sources: Vec<Arc<str>>, loader: &'a dyn Loader) -> Self {
        Recorder { loader, names: RefCell::new(sources) }
    }

    /// The names of all files read, the compiled sources first.
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
