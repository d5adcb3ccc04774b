//! Compiles each shader of a build to a Rust module in its own file, so that only changed shaders are
//! recompiled.

use crate::Error;
use nvc::{Emit, Options};
use nvc_batch::{Batch, Outcome, Status, Variant};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Returns the variant that compiles a file to a Rust module.
pub(crate) fn module(name: String, source: &Path, include: Vec<PathBuf>, options: Options) -> Variant {
    let output = format!("{name}.rs");
    Variant::new(name, source, output, include, options.with_emit(Emit::Rust).with_reflect(false))
}

/// Reads a manifest and returns its variants, changed to compile to Rust modules.
pub(crate) fn of_manifest(path: &Path) -> Result<Vec<Variant>, Error> {
    let read = nvc_batch::read(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
    let variants =
        read.map_err(|error| Error::Shaders { report: error.messages(nvc::render::Style::default()) })?;
    let modules = variants.into_iter().map(|variant| {
        module(nvc::codegen::module_name(&variant.name), &variant.source, variant.include, variant.options)
    });
    Ok(modules.collect())
}

/// Fails if two variants have the same name, or a source does not exist.
pub(crate) fn check_names(variants: &[Variant]) -> Result<(), Error> {
    let mut owners: BTreeMap<&str, &Path> = BTreeMap::new();
    for Variant { name, source, .. } in variants {
        if let Some(first) = owners.insert(name, source) {
            let (first, second) = (first.to_owned(), source.clone());
            return Err(Error::SameModule { name: name.clone(), first, second });
        }
        if let Err(error) = std::fs::metadata(source) {
            return Err(Error::Read { path: source.clone(), source: error });
        }
    }
    Ok(())
}

/// Compiles the variants into a folder, with at most `threads` threads.
pub(crate) fn compile(variants: &[Variant], folder: &Path, threads: usize) -> Result<Vec<Outcome>, Error> {
    let batch = Batch {
        variants,
        folder,
        state: &folder.join(".nvc-state"),
        threads,
        style: nvc::render::Style::default(),
        force: false,
        partial: false,
    };
    let failed = |source| Error::Run { folder: folder.to_owned(), source };
    nvc_batch::run(&batch, &nvc_batch::Library).map_err(failed)
}

/// Returns whether the module of a variant was written or is up to date.
pub(crate) fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome.status, Status::Compiled | Status::Unchanged)
}

/// Concatenates the modules of all variants.
pub(crate) fn collect(variants: &[Variant], folder: &Path) -> Result<String, Error> {
    let mut text = String::new();
    for variant in variants {
        let path = folder.join(&variant.output);
        let module = std::fs::read_to_string(&path).map_err(|source| Error::Read { path, source })?;
        text.push_str(&module);
        text.push('\n');
    }
    Ok(text)
}
