//! Compiles the variants whose inputs changed.
//!
//! A variant is up to date if its key (options, source and names) equals the stored one, every include
//! recorded in the last compilation resolves to the same file with the same content, and the outputs have
//! the content that was written. Warnings are stored with the state, so that they are shown again for
//! variants that are up to date; a variant with warnings is compiled again if they are to be rendered in another style.

use crate::digest::Digest;
use crate::files::{Files, Includes};
use crate::replace;
use crate::state::{Entry, State};
use crate::variant::Variant;
use nvc::codegen::{self, Shader};
use nvc::{CompileError, Compiled, Compiler, Emit, Severity, render};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A set of variants to compile, and how.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    /// The variants. Their outputs must be distinct.
    pub variants: &'a [Variant],
    /// Output folder.
    pub folder: &'a Path,
    /// File that stores the digests of the inputs and outputs, and the warnings.
    pub state: &'a Path,
    /// Maximum number of threads; 0 means the number of processors.
    pub threads: usize,
    /// Style in which messages are rendered.
    pub style: render::Style,
    /// Whether to compile variants even if they are up to date.
    pub force: bool,
    /// Whether `variants` is only a subset of those in the state file; the entries of the others are then
    /// kept.
    pub partial: bool,
}

/// Compiles the variants of a batch, and observes the progress.
pub trait Host: Sync {
    /// Compiles the content of a file. The flag in the result is true if validation is complete: done, or
    /// not requested.
    ///
    /// # Errors
    /// If the source has errors, or the compiler has a bug.
    fn compile(&self, compiler: &Compiler, name: &str, bytes: &[u8]) -> Result<(Compiled, bool), Failure>;

    /// Called for each variant when it is finished, from any thread.
    fn finished(&self, variant: &Variant, outcome: &Outcome) {
        let _ = (variant, outcome);
    }
}

/// Why a variant was not compiled.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The source has errors.
    Errors(Box<CompileError>),
    /// A bug in nvc, as a rendered message.
    Fault(String),
}

/// A [`Host`] that compiles with the library in this process. It counts validation as complete even if the library has no
/// validator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Library;

impl Host for Library {
    fn compile(&self, compiler: &Compiler, name: &str, bytes: &[u8]) -> Result<(Compiled, bool), Failure> {
        let compiled =
            compiler.compile_bytes(name, bytes).map_err(|error| Failure::Errors(Box::new(error)))?;
        Ok((compiled, true))
    }
}

/// The final status of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The variant was up to date.
    Unchanged,
    /// The variant was compiled.
    Compiled,
    /// The source has errors.
    Failed,
    /// A file cannot be read or written.
    Unreadable,
    /// The compiler has a bug.
    Fault,
}

/// The result of processing one variant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// Final status.
    pub status: Status,
    /// Rendered messages.
    pub messages: String,
    /// Number of warnings.
    pub warnings: usize,
    /// Number of errors.
    pub errors: usize,
    /// Files read: the source, then the includes.
    pub read: Vec<PathBuf>,
    /// Whether validation is complete, as the host reports it; true for a variant that was not compiled because of an error.
    pub validated: bool,
}

/// Compiles the variants of a batch. Returns the outcomes in the order of the variants.
///
/// # Errors
/// If no thread can be started, or the state cannot be written.
pub fn run(batch: &Batch<'_>, host: &impl Host) -> io::Result<Vec<Outcome>> {
    let state = if batch.force && !batch.partial { State::default() } else { State::read(batch.state) };
    let run = Run { batch, host, state, files: Arc::default() };
    let done = nvc::parallel::map(batch.variants, batch.threads, |variant| {
        let (outcome, entry) = run.variant(variant);
        run.host.finished(variant, &outcome);
        (outcome, entry)
    })?;
    let mut next = State::default();
    if batch.partial {
        next.entries = run.state.entries;
    }
    let mut outcomes = Vec::with_capacity(done.len());
    for (variant, (outcome, entry)) in batch.variants.iter().zip(done) {
        // The old entry of a variant that failed is still valid, because the output was not touched.
        next.entries.extend(entry.map(|entry| (shown(&variant.output), entry)));
        outcomes.push(outcome);
    }
    replace::write(batch.state, next.text().as_bytes())?;
    Ok(outcomes)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// State shared by all variants.
struct Run<'a, H> {
    batch: &'a Batch<'a>,
    host: &'a H,
    state: State,
    files: Arc<Files>,
}

impl<H: Host> Run<'_, H> {
    /// Compiles a variant unless it is up to date. Returns the outcome and the variant's new entry in the state.
    fn variant(&self, variant: &Variant) -> (Outcome, Option<Entry>) {
        let old = self.state.entries.get(&shown(&variant.output));
        let content = self.files.read(&variant.source);
        let read = vec![variant.source.clone()];
        let bytes = match content.bytes() {
            Ok(bytes) => bytes,
            Err(message) => {
                let text = format!("cannot read {}: {message}", variant.source.display());
                return (Outcome::environment(&text, read), old.cloned());
            }
        };
        let source = content.digest();
        let Variant { name, include, options, .. } = variant;
        // The `Debug` form of the options contains all of them.
        let key = format!("{name}\0{:?}\0{include:?}\0{options:?}\0{source:?}", variant.source);
        let key = Digest::of(key.as_bytes());
        let includes = Includes::new(&self.files, include);
        match old {
            Some(entry)
                if !self.batch.force && entry.key == key && self.is_current(variant, entry, &includes) =>
            {
                (Outcome::unchanged(entry, read), Some(entry.clone()))
            }
            _ => {
                let (outcome, entry) = self.compile(variant, bytes, key, &includes);
                (outcome, entry.or_else(|| old.cloned()))
            }
        }
    }

    /// Returns whether the includes and the outputs are unchanged, and any stored messages have the requested style.
    fn is_current(&self, variant: &Variant, entry: &Entry, includes: &Includes) -> bool {
        let has = |path: &Path, digest: Digest| {
            std::fs::read(self.batch.folder.join(path)).is_ok_and(|bytes| Digest::of(&bytes) == digest)
        };
        let has_reflection = match (variant.reflection(), entry.reflection) {
            (Some(path), Some(digest)) => has(&path, digest),
            (None, None) => true,
            _ => false,
        };
        (entry.messages.is_empty() || entry.style == self.style())
            && entry.requests.iter().all(|request| includes.is_current(request))
            && has(&variant.output, entry.output)
            && has_reflection
    }

    fn style(&self) -> String {
        format!("{:?}", self.batch.style)
    }

    fn compile(
        &self,
        variant: &Variant,
        bytes: &[u8],
        key: Digest,
        includes: &Includes,
    ) -> (Outcome, Option<Entry>) {
        let options = match variant.is_code() {
            // Generated code is named after the variant, not after the source, so `write` generates it from
            // the SPIR-V and the reflection.
            true => variant.options.clone().with_emit(Emit::Spirv).with_reflect(true),
            false => variant.options.clone(),
        };
        let compiler = Compiler::new(options).with_loader(includes.clone());
        let result = self.host.compile(&compiler, &shown(&variant.source), bytes);
        let report = match &result {
            Ok((compiled, _)) => &compiled.report,
            Err(Failure::Errors(error)) => error.report(),
            Err(Failure::Fault(text)) => {
                let outcome = Outcome::new(Status::Fault, text.clone(), vec![variant.source.clone()]);
                return (Outcome { errors: 1, ..outcome }, None);
            }
        };
        let (mut read, mut messages) = (Vec::new(), report.messages(self.batch.style));
        read.push(variant.source.clone());
        read.extend(report.dependencies().skip(1).map(PathBuf::from));
        let warnings = report.diagnostics.iter().filter(|d| d.severity == Severity::Warning).count();
        let outcome = Outcome { warnings, ..Outcome::new(Status::Failed, String::new(), read) };
        let Ok((compiled, validated)) = result else {
            let errors = report.diagnostics.len() - warnings;
            return (Outcome { messages, errors, ..outcome }, None);
        };
        let written = self.write(variant, &compiled);
        let (output, reflection) = match written {
            Ok(digests) => digests,
            Err(error) => {
                messages.push_str(&line(&error.to_string()));
                return (Outcome { status: Status::Unreadable, messages, errors: 1, ..outcome }, None);
            }
        };
        let entry = Entry {
            key,
            output,
            reflection,
            validated,
            warnings,
            style: self.style(),
            messages: messages.clone(),
            requests: includes.requests(),
        };
        (Outcome { status: Status::Compiled, messages, validated, ..outcome }, Some(entry))
    }

    /// Writes the outputs and returns their digests.
    fn write(&self, variant: &Variant, compiled: &Compiled) -> io::Result<(Digest, Option<Digest>)> {
        let put = |path: &Path, bytes: &[u8]| {
            let path = self.batch.folder.join(path);
            let failed = |error| io::Error::other(format!("cannot write {}: {error}", path.display()));
            replace::write(&path, bytes).map(|()| Digest::of(bytes)).map_err(failed)
        };
        let interface = compiled.reflection.as_deref();
        let bytes = match (variant.is_code(), compiled.artifact.words(), interface) {
            (true, Some(words), Some(interface)) => {
                let source = shown(&variant.source);
                let shader = Shader::new(&variant.name, &source, words, interface);
                let is_rust = variant.options.emit() == Emit::Rust;
                let code = if is_rust { codegen::rust(&shader) } else { codegen::c(&shader) };
                code.into_bytes()
            }
            _ => compiled.artifact.to_bytes(),
        };
        let output = put(&variant.output, &bytes)?;
        let reflection = match (variant.reflection(), interface) {
            (Some(path), Some(interface)) => {
                let json = interface.to_json().map_err(io::Error::other)?;
                Some(put(&path, json.as_bytes())?)
            }
            _ => None,
        };
        Ok((output, reflection))
    }
}

impl Outcome {
    fn new(status: Status, messages: String, read: Vec<PathBuf>) -> Self {
        Outcome { status, messages, warnings: 0, errors: 0, read, validated: true }
    }

    fn unchanged(entry: &Entry, mut read: Vec<PathBuf>) -> Self {
        for request in &entry.requests {
            let path = PathBuf::from(&request.name);
            if !read.contains(&path) {
                read.push(path);
            }
        }
        Outcome {
            warnings: entry.warnings,
            validated: entry.validated,
            ..Outcome::new(Status::Unchanged, entry.messages.clone(), read)
        }
    }

    /// The outcome of a variant whose source cannot be read.
    fn environment(text: &str, read: Vec<PathBuf>) -> Self {
        Outcome { errors: 1, ..Outcome::new(Status::Unreadable, line(text), read) }
    }
}

/// Formats a message without a source position on one line. File names may contain control characters, which
/// are escaped.
fn line(text: &str) -> String {
    let mut line = "error: ".to_owned();
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_unicode()) } else { line.push(c) }
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests;
