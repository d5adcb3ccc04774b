//! Helpers for the golden-file tests: read programs and their options, preprocess them, compare results.
#![allow(dead_code, reason = "each test binary uses a part")]

pub mod tree;

use nvc_diag::{Diagnostics, FileId, Source, SourceMap, Warnings, render};
use nvc_glsl::name::Names;
use nvc_glsl::options::{Flavour, LoadError, Loader, MacroOption, Options};
use nvc_glsl::preprocess::token::Output;
use nvc_goldens::{Goldens, Kind, inputs, stem};
pub use nvc_goldens::{read, testdata};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Returns the files of a folder with this extension, by stem.
pub fn files(folder: &Path, extension: &str) -> BTreeMap<String, PathBuf> {
    inputs(folder, &[extension]).into_iter().map(|path| (stem(&path), path)).collect()
}

/// Returns the programs of the corpus, by case.
pub fn corpus() -> BTreeMap<String, String> {
    let cases = std::fs::read_dir(testdata("corpus")).expect("the corpus");
    let cases = cases.map(|entry| entry.expect("a readable folder").path()).filter(|path| path.is_dir());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    cases.map(|path| (name(&path), read(&path.join("main.comp")))).collect()
}

/// Loads included files from the folder of the test.
pub struct Folder(pub PathBuf);

impl Loader for Folder {
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError> {
        // The content of this file shows the loader's arguments.
        if path == "where-am-i" {
            return Ok(Source::new(path, format!("{from} {system}\n")));
        }
        let text = std::fs::read_to_string(self.0.join(path))
            .map_err(|_| LoadError::Other("no such file".to_owned()))?;
        Ok(Source::new(path, text))
    }
}

/// Parses the options in a line of the program: `// options: -DA=1 -UB --flavour=opengl`.
pub fn options(text: &str) -> Options {
    let mut options = Options::default();
    let line = text.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
    for word in line.split_ascii_whitespace() {
        if let Some(define) = word.strip_prefix("-D") {
            let (name, value) = define.split_once('=').unwrap_or((define, "1"));
            options.macros.push(MacroOption::Define(name.into(), value.into()));
        } else if let Some(name) = word.strip_prefix("-U") {
            options.macros.push(MacroOption::Undefine(name.into()));
        } else if word == "--flavour=vulkan" {
            options.flavour = Flavour::Vulkan;
        } else if word == "--flavour=opengl" {
            options.flavour = Flavour::OpenGl;
        } else {
            assert!(word.starts_with("-W"), "an unknown option: {word}");
        }
    }
    options
}

/// Parses the warning options (`-WNAME`) in the same line as [`options`].
pub fn warnings(text: &str) -> Warnings {
    let mut warnings = Warnings::new();
    let line = text.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
    for word in line.split_ascii_whitespace().filter_map(|word| word.strip_prefix("-W")) {
        warnings.set(word).expect("a warning");
    }
    warnings
}

/// A preprocessed program.
pub struct Preprocessed {
    pub sources: SourceMap,
    pub names: Names,
    pub diags: Diagnostics,
    pub output: Option<Output>,
}

/// Preprocesses a source with the options that it contains.
pub fn preprocess(name: &str, text: &str, loader: &dyn Loader) -> Preprocessed {
    preprocess_with(&options(text), warnings(text), name, text, loader)
}

/// Preprocesses a source with these options.
pub fn preprocess_with(
    options: &Options,
    warnings: Warnings,
    name: &str,
    text: &str,
    loader: &dyn Loader,
) -> Preprocessed {
    let mut sources = SourceMap::new();
    let (mut names, mut diags) = (Names::new(), Diagnostics::with(warnings));
    let main: FileId = sources.add(Source::new(name, text));
    let (output, ended) =
        nvc_glsl::preprocess::run(&mut sources, main, options, loader, &mut names, &mut diags);
    let output = ended.ok().map(|()| output);
    assert!(output.is_some() || diags.has_errors(), "{name}: a failure without an error");
    Preprocessed { sources, names, diags, output }
}

/// Formats the diagnostics. Instead of source excerpts, shows up to 40 characters at each location.
pub fn findings(diags: &Diagnostics, sources: &SourceMap) -> String {
    let place = |span: nvc_diag::Span| {
        let at = sources.presumed(span.file, span.start);
        let text = sources.source(span.file).text.get(span.range()).unwrap_or("?");
        let text: String = text.lines().next().unwrap_or_default().chars().take(40).collect();
        format!("{}:{}:{} `{text}`", at.name, at.line, at.column)
    };
    let mut out = String::new();
    for finding in diags {
        out += &render::diagnostic(
            finding,
            sources,
            render::Style { format: render::Format::Short, color: false },
        );
        if let Some(span) = finding.span {
            out += &format!("  at {}\n", place(span));
        }
        for label in &finding.secondary {
            out += &format!("  {}: {}\n", label.text, place(label.span));
        }
        for note in &finding.notes {
            out += &format!("  note: {note}\n");
        }
        if let Some(help) = &finding.help {
            out += &format!("  help: {help}\n");
        }
    }
    out
}

/// Compares the output of a test with the golden file, for each program of a folder.
pub fn compare(folder: &Path, kind: Kind, make: impl Fn(&str, &str) -> String) {
    let mut goldens = Goldens::new(folder, &[kind]);
    for path in inputs(folder, &["comp"]) {
        goldens.check(&path, kind, &make(&stem(&path), &read(&path)));
    }
    goldens.finish();
}
