//! A loader for the include files that a request contains.

use nvc::{LoadError, Loader, Source};
use std::collections::BTreeMap;

/// File contents by path. `#include "..."` first searches the folder of the including file.
#[derive(Clone, Debug)]
pub(crate) struct Includes(BTreeMap<String, String>);

impl Includes {
    pub fn new(files: BTreeMap<String, String>) -> Self {
        Includes(files)
    }
}

impl Loader for Includes {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError> {
        let folder = from.rsplit_once('/').map(|(folder, _)| folder).filter(|_| !system);
        let beside = folder.map(|folder| format!("{folder}/{path}"));
        let found = beside.into_iter().chain([path.to_owned()]).find_map(|name| {
            let text = self.0.get(&name)?.clone();
            Some(Source::new(name, text))
        });
        found.ok_or_else(|| LoadError::NotFound { searched: vec!["the given includes".to_owned()] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_includes_are_searched_beside_the_including_file_first() {
        let files = ["a.glsl", "lib/a.glsl"].map(|name| (name.to_owned(), format!("// {name}")));
        let includes = Includes::new(files.into());
        let name = |path: &str, system, from: &str| {
            includes.load(path, system, from).map(|source| source.name.to_string()).ok()
        };
        assert_eq!(name("a.glsl", false, "lib/b.glsl").as_deref(), Some("lib/a.glsl"));
        assert_eq!(name("a.glsl", true, "lib/b.glsl").as_deref(), Some("a.glsl"));
        assert_eq!(name("a.glsl", false, "main.comp").as_deref(), Some("a.glsl"));
        assert_eq!(name("c.glsl", false, "main.comp"), None);
    }
}
