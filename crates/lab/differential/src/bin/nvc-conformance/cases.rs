//! Lists the programs of the recorded and modelled test cases.

use anyhow::Result;
use nvc::{BindingScheme, Options};
use nvc_exec::case::Folder;
use nvc_lab::cases::{Collection, Language};
use std::path::{Path, PathBuf};

/// The collections to run, with their column titles in the tables.
pub(crate) const GROUPS: [(Collection, &str); 3] =
    [(Collection::Corpus, "corpus"), (Collection::Hardware, "hardware"), (Collection::Run, "modelled")];

/// A program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    /// Collection that contains the case; one of [`GROUPS`].
    pub(crate) group: Collection,
    /// Name of the case's folder in the collection.
    pub(crate) name: String,
    pub(crate) language: Language,
    pub(crate) dir: PathBuf,
}

/// Returns the compiler options for the programs of a case. The programs are written for OpenGL, where each
/// resource class numbers its bindings separately.
pub(crate) fn options(folder: &Folder) -> Options {
    Options::default().with_quirks(folder.quirks).with_bindings(BindingScheme::Classes)
}

/// Returns the programs of all cases whose expected memory (`truth.bin`) is recorded or modelled and whose name
/// contains `filter`, ordered by collection, case and language.
pub(crate) fn find(testdata: &Path, filter: &str) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (group, _) in GROUPS {
        for (name, dir) in group.cases(testdata)? {
            if !name.contains(filter) || !dir.join("truth.bin").is_file() {
                continue;
            }
            for language in Language::ALL {
                if has(&dir, language) {
                    let (name, dir) = (name.clone(), dir.clone());
                    jobs.push(Job { group, name, language, dir });
                }
            }
        }
    }
    Ok(jobs)
}

/// Returns whether the case has a program in this language.
pub(crate) fn has(dir: &Path, language: Language) -> bool {
    dir.join(language.file()).is_file()
}
