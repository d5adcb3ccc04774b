//! The GLSL front end: compute shaders with NVIDIA's extensions, to the shared IR.
//!
//! Four stages with data of their own: [`preprocess`] makes tokens of text, [`parse`] a syntax tree
//! ([`ast`]) of tokens, [`check`] a typed tree ([`tree`]) of that, [`lower`] the IR of it.
//! `docs/glsl-frontend.md` says how they fit together.
//!
//! Scalars, vector sizes, image dimensions and formats, operators, math, atomic and subgroup functions
//! are naga's, so that there is one taxonomy; what NVIDIA's dialect needs beyond is added beside them.
#![forbid(unsafe_code)]

pub mod ast;
pub mod builtins;
pub mod check;
mod escape;
pub mod extensions;
pub mod fold;
pub mod layout;
mod limits;
pub mod lower;
pub mod name;
mod operator;
pub mod options;
pub mod parse;
pub mod preprocess;
pub mod tree;
pub mod type_names;
pub mod types;
mod version;

use name::Names;
use nvc_diag::{Diagnostics, FileId, Reported, SourceMap};
use nvc_ir::{BindingMap, Module};
use options::{Loader, Options};

/// Takes a source to the IR: all stages. What it includes joins `sources`.
///
/// # Errors
/// If anything is wrong; it was reported.
pub fn compile(
    sources: &mut SourceMap,
    main: FileId,
    options: &Options,
    bindings: &BindingMap,
    loader: &dyn Loader,
    diags: &mut Diagnostics,
) -> Result<Module, Reported> {
    let mut names = Names::new();
    let output = preprocess::run(sources, main, options, loader, &mut names, diags)?;
    let unit = parse::parse(&output, &mut names, sources, diags);
    let program = check::check(&unit, &output, &mut names, options, diags)?;
    lower::lower(&program, &names, options, bindings, diags)
}

/// The text behind the preprocessor (`-E`).
///
/// # Errors
/// If anything is wrong; it was reported.
pub fn preprocessed(
    sources: &mut SourceMap,
    main: FileId,
    options: &Options,
    loader: &dyn Loader,
    diags: &mut Diagnostics,
) -> Result<String, Reported> {
    let mut names = Names::new();
    let output = preprocess::run(sources, main, options, loader, &mut names, diags)?;
    diags.check()?;
    Ok(preprocess::print(&output, &names, sources))
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
