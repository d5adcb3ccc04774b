//! One compilation: a combination of axis values in a manifest, or a single file.

use nvc::{Emit, MacroOption, Options};
use std::path::{Path, PathBuf};

/// A compilation: a source, its options and its output.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variant {
    /// Name in messages and of generated modules. Unique in a manifest.
    pub name: String,
    /// Path of the source file.
    pub source: PathBuf,
    /// Path of the output file, relative to the output folder.
    pub output: PathBuf,
    /// Include folders, searched after the folder of the including file.
    pub include: Vec<PathBuf>,
    /// Compiler options.
    pub options: Options,
    /// The options as arguments of `nvc compile`, except macros and include folders.
    pub(crate) arguments: Vec<String>,
}

impl Variant {
    /// Creates a variant without a manifest.
    pub fn new(
        name: impl Into<String>,
        source: impl Into<PathBuf>,
        output: impl Into<PathBuf>,
        include: Vec<PathBuf>,
        options: Options,
    ) -> Self {
        let (name, source, output) = (name.into(), source.into(), output.into());
        Variant { name, source, output, include, options, arguments: Vec::new() }
    }

    /// Returns the path of the reflection file, relative to the output folder, if reflection is requested.
    pub fn reflection(&self) -> Option<PathBuf> {
        self.options.reflect().then(|| self.output.with_extension("json"))
    }

    /// Returns whether the output is Rust or C code, in which case it is named after the variant.
    pub(crate) fn is_code(&self) -> bool {
        matches!(self.options.emit(), Emit::Rust | Emit::C)
    }

    /// Returns the arguments with which `nvc` compiles this variant of a manifest to a file below `folder`.
    pub fn command(&self, folder: &Path) -> Vec<String> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut command = vec!["compile".to_owned(), text(&self.source)];
        command.extend(["-o".to_owned(), text(&folder.join(&self.output))]);
        command.extend(self.reflection().map(|path| format!("--reflect={}", text(&folder.join(path)))));
        command.extend(self.arguments.iter().cloned());
        command.extend(self.include.iter().map(|folder| format!("-I{}", text(folder))));
        command.extend(self.options.macros().iter().map(|option| match option {
            MacroOption::Define(name, value) => format!("-D{name}={value}"),
            MacroOption::Undefine(name) => format!("-U{name}"),
        }));
        command
    }
}
