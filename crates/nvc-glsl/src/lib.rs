//! The GLSL front end: lowers compute shaders with NVIDIA's extensions to the IR.
//!
//! The front end has four stages: [`preprocess`] produces tokens, [`parse`] a syntax tree ([`ast`]),
//! [`check`] a typed tree ([`tree`]), and [`lower`] the IR. `docs/glsl-frontend.md` describes the design.
//!
//! Arenas, image dimensions, operators, and math, relational, derivative and subgroup functions use naga's types.
//! Other definitions are this crate's own, except image formats, which are those of the IR.
#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

pub mod analysis;
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

/// Compiles a source to the IR. Included files are added to `sources`.
///
/// # Errors
/// If the source has an error. The error has been reported to `diags`.
pub fn compile(
    sources: &mut SourceMap,
    main: FileId,
    options: &Options,
    bindings: &BindingMap,
    loader: &dyn Loader,
    diags: &mut Diagnostics,
) -> Result<Module, Reported> {
    link(sources, main, &[], options, bindings, loader, diags)
}

/// Compiles several compilation units to one module: `first`, and then `others`.
///
/// # Errors
/// Like [`compile`], and if the units cannot be linked.
pub fn link(
    sources: &mut SourceMap,
    first: FileId,
    others: &[FileId],
    options: &Options,
    bindings: &BindingMap,
    loader: &dyn Loader,
    diags: &mut Diagnostics,
) -> Result<Module, Reported> {
    let mut names = Names::new();
    let mut tokens = |file, names: &mut Names, diags: &mut Diagnostics| {
        let (output, ended) = preprocess::run(sources, file, options, loader, names, diags);
        ended.map(|()| output)
    };
    let output = tokens(first, &mut names, diags);
    let rest: Vec<_> = others.iter().map(|&file| tokens(file, &mut names, diags)).collect();
    let (output, rest) = (output?, rest.into_iter().collect::<Result<Vec<_>, _>>()?);
    let unit = parse::parse(&output, &mut names, sources, diags);
    let units: Vec<_> = rest.iter().map(|output| parse::parse(output, &mut names, sources, diags)).collect();
    let others: Vec<_> = units.iter().zip(&rest).collect();
    let program = check::check_all((&unit, &output), &others, &mut names, options, diags)?;
    // Lowering reuses the memory of the tokens and syntax trees.
    drop((output, unit, rest, units));
    lower::lower(&program, &names, options, bindings, diags)
}

/// Preprocesses a source and prints the result (`-E`).
///
/// # Errors
/// If the source has an error. The error has been reported to `diags`.
pub fn preprocessed(
    sources: &mut SourceMap,
    main: FileId,
    options: &Options,
    loader: &dyn Loader,
    diags: &mut Diagnostics,
) -> Result<String, Reported> {
    let mut names = Names::new();
    let (output, ended) = preprocess::run(sources, main, options, loader, &mut names, diags);
    ended?;
    diags.check()?;
    Ok(preprocess::print(&output, &names, sources))
}

/// Runs the examples in the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
