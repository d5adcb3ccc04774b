//! The tree-sitter grammar of NVcp5.0, the assembly of NVIDIA's compute programs.
//!
//! The parser is generated from `grammar.js` by `tree-sitter generate`, in C. This crate makes it available to the crate
//! `tree-sitter`:
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_nvcp5::LANGUAGE.into())?;
//! let tree = parser.parse("!!NVcp5.0\nGROUP_SIZE 32;\nEND\n", None).expect("a language is set");
//! assert!(!tree.root_node().has_error());
//! # Ok::<(), tree_sitter::LanguageError>(())
//! ```
// The parser is C code.
#![allow(unsafe_code)]

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_nvcp5() -> *const ();
}

// SAFETY: the function returns the language's tables, which are constant, as the type requires.
/// The language.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_nvcp5) };

/// The query for syntax colours.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// The query for definitions and references.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// The description of the nodes, in JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
