//! Tests the grammar on every program of `testdata`: a program that nvc parses has no error node, and a program that is not a
//! sequence of statements has one.

use nvc_asm::ast::StatementKind;
use nvc_diag::{Code, Diagnostics, FileId};
use std::path::{Path, PathBuf};
use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator, Tree};

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_nvcp5::LANGUAGE.into()).expect("the versions fit");
    parser
}

fn parse(text: &str) -> Tree {
    parser().parse(text, None).expect("a language is set")
}

/// The assembly programs below a folder.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            programs(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "nvcp") {
            found.push(entry);
        }
    }
}

/// All programs of `testdata` that are text, with their paths.
fn all() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    programs(&nvc_goldens::root("testdata"), &mut paths);
    paths.sort();
    let read = |path: PathBuf| Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?));
    paths.into_iter().filter_map(read).collect()
}

/// Whether nvc parses a program without syntax errors.
fn is_parsed(text: &str) -> bool {
    let mut diags = Diagnostics::new();
    nvc_asm::parse(FileId::new(0), text, &mut diags).reported.is_none()
}

#[test]
fn programs_that_nvc_parses_have_no_error_node() {
    let mut listings = 0;
    for (path, text) in all() {
        if !is_parsed(&text) {
            continue;
        }
        let tree = parse(&text);
        assert!(!tree.root_node().has_error(), "{path}: {}", tree.root_node().to_sexp());
        listings += usize::from(path.contains("/corpus/"));
    }
    assert!(listings >= 70, "only {listings} listings of the corpus");
}

/// Both parsers find the same statements at the same positions.
#[test]
fn statements_are_those_of_nvc() {
    for (path, text) in all() {
        let mut diags = Diagnostics::new();
        let parsed = nvc_asm::parse(FileId::new(0), &text, &mut diags);
        if parsed.reported.is_some() {
            continue;
        }
        let tree = parse(&text);
        let root = tree.root_node();
        let mut cursor = root.walk();
        let nodes: Vec<(&str, usize)> = root
            .children(&mut cursor)
            .filter(|node| matches!(node.kind(), "declaration" | "label" | "instruction"))
            .map(|node| (node.kind(), node.start_byte()))
            .collect();
        let statements: Vec<(&str, usize)> = (parsed.program.statements.iter())
            .map(|statement| {
                let kind = match statement.kind {
                    StatementKind::Label { .. } => "label",
                    StatementKind::Declaration(_) => "declaration",
                    _ => "instruction",
                };
                (kind, statement.span.start as usize)
            })
            .collect();
        assert_eq!(nodes, statements, "{path}");
    }
}

/// Programs that nvc's parser rejects have an error node, unless the reason is the instruction table or a lexical rule.
#[test]
fn programs_that_nvc_rejects_have_an_error_node() {
    let mut broken = 0;
    for (path, text) in all() {
        let mut diags = Diagnostics::new();
        nvc_asm::parse(FileId::new(0), &text, &mut diags);
        let rejected = |message: &str| message.starts_with("expected ") && !message.contains("operand");
        if diags.iter().any(|found| found.code == Code::N0102 && rejected(&found.message)) {
            assert!(parse(&text).root_node().has_error(), "{path}");
            broken += 1;
        }
    }
    assert!(broken >= 5, "only {broken} programs");
}

/// A listing of the corpus that is cut inside a statement, has an extra token or lacks a semicolon has an error node.
#[test]
fn broken_listings_have_errors() {
    for (path, text) in all().into_iter().filter(|(path, _)| path.contains("/corpus/")) {
        let semicolons: Vec<usize> = text.match_indices(';').map(|(at, _)| at).collect();
        for at in semicolons.iter().copied().step_by(semicolons.len() / 8 + 1) {
            assert!(parse(&text[..at]).root_node().has_error(), "{path}: cut at {at}");
            let doubled = format!("{} ] {}", &text[..at], &text[at..]);
            assert!(parse(&doubled).root_node().has_error(), "{path}: a bracket at {at}");
            // `ELSE BAR;` could be an instruction with an operand: the grammar does not know instructions.
            let next = text[at + 1..].split(';').next().unwrap_or_default();
            if !next.contains(',') {
                continue;
            }
            let missing = format!("{}{}", &text[..at], &text[at + 1..]);
            assert!(parse(&missing).root_node().has_error(), "{path}: no semicolon at {at}");
        }
    }
}

/// After an edit, incremental parsing gives the same tree as parsing the whole text.
#[test]
fn edits_are_incremental() {
    let (_, text) = all().into_iter().find(|(path, _)| path.contains("/corpus/")).expect("a listing");
    let mut parser = parser();
    let mut tree = parser.parse(&text, None).expect("parsed");
    let at = text.find("TEMP").expect("a declaration");
    let edited = format!("{}# a comment\n{}", &text[..at], &text[at..]);
    let row = text[..at].matches('\n').count();
    tree.edit(&tree_sitter::InputEdit {
        start_byte: at,
        old_end_byte: at,
        new_end_byte: at + "# a comment\n".len(),
        start_position: tree_sitter::Point { row, column: 0 },
        old_end_position: tree_sitter::Point { row, column: 0 },
        new_end_position: tree_sitter::Point { row: row + 1, column: 0 },
    });
    let again = parser.parse(&edited, Some(&tree)).expect("parsed");
    assert_eq!(again.root_node().to_sexp(), parse(&edited).root_node().to_sexp());
}

#[test]
fn queries_fit_the_grammar() {
    let language = tree_sitter_nvcp5::LANGUAGE.into();
    for text in [tree_sitter_nvcp5::HIGHLIGHTS_QUERY, tree_sitter_nvcp5::LOCALS_QUERY] {
        let query = Query::new(&language, text).expect("the nodes exist");
        let source = "!!NVcp5.0\nTEMP R0;\nmain:\nADD.U R0, R0, 1;\nEND\n";
        let tree = parse(source);
        let mut cursor = QueryCursor::new();
        let mut found = cursor.matches(&query, tree.root_node(), source.as_bytes());
        let mut count = 0;
        while found.next().is_some() {
            count += 1;
        }
        assert!(count > 3, "only {count} matches");
    }
}
