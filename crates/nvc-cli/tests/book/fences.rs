//! Checks that every fenced block of the book is tested or exempt. Commands must be run, a page with files must have
//! commands, and Rust must be a doc test or have the same text as a file of a page.

use super::page::{Block, Kind, Page};

/// A kind of block that this test does not require to be run.
struct Exempt {
    /// Path prefix of the pages to which the exemption applies.
    pages: &'static str,
    /// Info string of the exempt blocks.
    info: &'static str,
}

const EXEMPT: &[Exempt] = &[
    // Diagrams, command syntax and excerpts cannot be run. The tests of nvc-asm compile most assembly in docs/errors.
    Exempt { pages: "", info: "text" },
    // The README's first commands, run by `cargo xtask ci` (`xtask/src/readme.rs`).
    Exempt { pages: "README.md", info: "sh" },
    // Run by `cargo xtask python`.
    Exempt { pages: "docs/library-python.md", info: "sh" },
    Exempt { pages: "docs/library-python.md", info: "pycon" },
    // Run by `cargo xtask dist --check`.
    Exempt { pages: "docs/releases.md", info: "sh" },
    // Parsed and verified by the tests of nvc-ir.
    Exempt { pages: "docs/ir.md", info: "nvcir" },
    // Configuration of editors, which the tests do not need.
    Exempt { pages: "docs/editors.md", info: "lua" },
    Exempt { pages: "docs/editors.md", info: "toml" },
    Exempt { pages: "docs/editors.md", info: "lisp" },
    // Run by `cargo xtask playground --check` (`crates/nvc-wasm/npm/test`).
    Exempt { pages: "docs/playground.md", info: "sh" },
    Exempt { pages: "docs/playground.md", info: "js" },
    // Compiled by the tests of nvc-glsl.
    Exempt { pages: "docs/errors/", info: "glsl" },
];

/// Libraries whose doc tests include pages of the book, with the source text of their crate roots.
const DOCUMENTATION_TESTS: &[(&str, &str)] = &[("nvc", include_str!("../../../nvc/src/lib.rs"))];

/// Returns the faults of a page's blocks, one line each.
pub fn faults(page: &Page, book: &[Page]) -> Vec<String> {
    let mut faults: Vec<String> =
        page.faults.iter().map(|(line, fault)| format!("{}:{line}: {fault}", page.path)).collect();
    let has_commands = page.blocks.iter().any(|block| block.kind == Kind::Transcript);
    for block in &page.blocks {
        let fault = match &block.kind {
            Kind::Transcript => page.commands(block).err(),
            Kind::File(name) if !has_commands => {
                Some(format!("the page has no commands that could use {name}"))
            }
            Kind::File(name) => (!is_named(page, block, name)).then(|| {
                format!("the paragraph before must name `{name}`, because readers do not see the info string")
            }),
            Kind::Other(info) if is_rust(info) && is_documentation_test(&page.path) => None,
            Kind::Other(info) if is_rust(info) => {
                let text = page.text(block.body.clone());
                (!book.iter().any(|other| has_file(other, &text)))
                    .then(|| "this Rust is neither a doc test nor a file of a page".to_owned())
            }
            Kind::Other(info) => (!is_exempt(&page.path, info)).then(|| {
                format!("blocks of kind `{info}` are not tested on this page; use `text` if it cannot run")
            }),
        };
        faults.extend(fault.map(|fault| format!("{}:{}: {fault}", page.path, block.line)));
    }
    faults
}

/// Returns whether the paragraph before a file block contains the file's name.
fn is_named(page: &Page, block: &Block, name: &str) -> bool {
    let before = page.lines[..block.line - 1].iter().rev().skip_while(|line| line.is_empty());
    let mut paragraph = before.take_while(|line| !line.is_empty());
    paragraph.any(|line| line.contains(&format!("`{name}`")))
}

/// Returns whether a page has a file block with this text.
fn has_file(page: &Page, text: &str) -> bool {
    let mut files = page.blocks.iter().filter(|block| matches!(block.kind, Kind::File(_)));
    files.any(|block| page.text(block.body.clone()) == text)
}

fn is_rust(info: &str) -> bool {
    // `rust,ignore` would not be tested.
    matches!(info, "rust" | "rust,no_run")
}

fn is_documentation_test(path: &str) -> bool {
    let include = format!("include_str!(\"../../../{path}\")");
    DOCUMENTATION_TESTS.iter().any(|(_, source)| source.contains(&include))
}

fn is_exempt(path: &str, info: &str) -> bool {
    EXEMPT.iter().any(|exempt| path.starts_with(exempt.pages) && exempt.info == info)
}
