//! Lists the programs of the recorded cases.

use anyhow::Result;
use nvc::{BindingScheme, Options};
use nvc_cases::Language;
use nvc_exec::case::Folder;
use std::path::{Path, PathBuf};

/// Folders of cases below `testdata`, with their titles in the tables.
pub(crate) const GROUPS: [(&str, &str); 3] =
    [("corpus", "corpus"), ("hardware", "hardware"), ("run", "modelled")];

/// A program of a case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Job {
    /// The folder of [`GROUPS`].
    pub(crate) group: String,
    /// The case's folder in it.
    pub(crate) name: String,
    pub(crate) language: Language,
    pub(crate) dir: PathBuf,
}

/// The compiler options for the programs of a case. They are OpenGL programs: classes of resources have separate
/// numbers.
pub(crate) fn options(folder: &Folder) -> Options {
    Options::default().with_quirks(folder.quirks).with_bindings(BindingScheme::Classes)
}

/// All programs of all cases whose name contains the filter, in order.
pub(crate) fn find(testdata: &Path, filter: &str) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (group, _) in GROUPS {
        for dir in Folder::list(&testdata.join(group))? {
            let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !name.contains(filter) || !dir.join("truth.bin").is_file() {
                continue;
            }
            for language in Language::ALL {
                if has(&dir, language) {
                    let (name, dir) = (name.clone(), dir.clone());
                    jobs.push(Job { group: group.to_owned(), name, language, dir });
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
