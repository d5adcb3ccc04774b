//! Lists the programs of the recorded cases.

use anyhow::Result;
use nvc::{BindingScheme, Options};
use nvc_exec::case::Folder;
use nvc_lab::cases::{Collection, Language};
use std::path::{Path, PathBuf};

/// Collections, with their titles in the tables.
pub(crate) const GROUPS: [(Collection, &str); 3] =
    [(Collection::Corpus, "corpus"), (Collection::Hardware, "hardware"), (Collection::Run, "modelled")];

/// A program of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    /// The collection of [`GROUPS`].
    pub(crate) group: Collection,
    /// The case's folder in it.
    pub(crate) name: String,
    pub(crate) language: Language,
    pub(crate) dir: PathBuf,
}

/// The compiler options for the programs of a case. They are OpenGL programs, in which each class of resources has
/// binding numbers of its own.
pub(crate) fn options(folder: &Folder) -> Options {
    Options::default().with_quirks(folder.quirks).with_bindings(BindingScheme::Classes)
}

/// All programs of all cases whose name contains the filter, in order.
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

/// Whether a case has a program in a language.
pub(crate) fn has(dir: &Path, language: Language) -> bool {
    dir.join(language.file()).is_file()
}
