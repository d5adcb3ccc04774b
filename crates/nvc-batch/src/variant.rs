//! One shader to compile: a combination of a manifest, or a file.

use nvc::{Emit, MacroOption, Options};
use std::path::{Path, PathBuf};

/// A source, its options and its output.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variant {
    /// The name in messages and of generated modules; unique in a manifest.
    pub name: String,
    /// The source file.
    pub source: PathBuf,
    /// The output file, relative to the output folder.
    pub output: PathBuf,
    /// Folders for includes, searched after that of the including file.
    pub include: Vec<PathBuf>,
    /// The options.
    pub options: Options,
    /// The options as arguments of `nvc compile`, without macros and include folders.
    pub(crate) arguments: Vec<String>,
}

impl Variant {
    /// A variant that no manifest describes.
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

    /// The file for the reflection, relative to the output folder, if the options ask for one.
    pub fn reflection(&self) -> Option<PathBuf> {
        self.options.reflect().then(|| self.output.with_extension("json"))
    }

    /// Whether the output is Rust or C code, which is named after the variant.
    pub(crate) fn is_code(&self) -> bool {
        matches!(self.options.emit(), Emit::Rust | Emit::C)
    }

    /// The arguments with which `nvc` compiles a variant of a manifest to a file below `folder`.
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
