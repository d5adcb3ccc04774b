//! Tests the output formats. Hostile input must not make the output large or slow.

use super::*;
use crate::{Code, FileId, Source};
use std::time::{Duration, Instant};

const HUMAN: Style = Style { format: Format::Human, color: false };
const SHORT: Style = Style { format: Format::Short, color: false };
const JSON: Style = Style { format: Format::Json, color: false };
const GLSLC: Style = Style { format: Format::Glslc, color: false };

const PROGRAM: &str = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nADD.F R0.x, R1.y, {1, 0, 0, 0}.x;\nEND\n";

fn map(name: &str, text: &str) -> SourceMap {
    let mut sources = SourceMap::new();
    sources.add(Source::new(name, text));
    sources
}

fn at(text: &str, part: &str) -> Span {
    let start = text.find(part).expect("the part is in the text");
    Span::new(FileId::new(0), start, start + part.len())
}

fn undeclared() -> Diagnostic {
    Diagnostic::new(Code::N0201, at(PROGRAM, "R1.y"), "undeclared variable `R1`")
        .label("not declared")
        .secondary(at(PROGRAM, "TEMP R0"), "only `R0` is declared here")
        .note("a variable is declared before the statement that uses it")
        .help("write `TEMP R0, R1;`")
}

#[test]
fn human() {
    let shown = diagnostic(&undeclared(), &map("a/add.nvcp", PROGRAM), HUMAN);
    assert_eq!(shown, include_str!("fixtures/human.txt"));
}

#[test]
fn glslc() {
    let shown = diagnostic(&undeclared(), &map("a/add.nvcp", PROGRAM), GLSLC);
    assert_eq!(
        shown,
        "a/add.nvcp:4: error: undeclared variable `R1` [N0201]\n\
         a/add.nvcp:4: note: a variable is declared before the statement that uses it\n"
    );
    let semicolon = Diagnostic::new(Code::N0201, None, "a; b").help("write `c`");
    assert_eq!(diagnostic(&semicolon, &map("x", ""), GLSLC), "x: error: a, b [N0201]\nx: note: write `c`\n");
    let nowhere = Diagnostic::new(Code::W0101, None, "unknown option");
    assert_eq!(
        diagnostic(&nowhere, &map("x", PROGRAM), GLSLC),
        "x: warning: unknown option [-Wunknown-option]\n"
    );
    let lists = |diagnostics: &[Diagnostic]| {
        let mut list = Diagnostics::new();
        diagnostics.iter().for_each(|diagnostic| list.add(diagnostic.clone()));
        generated([&list])
    };
    assert_eq!(lists(&[]), "");
    assert_eq!(lists(std::slice::from_ref(&nowhere)), "1 warning generated.\n");
    assert_eq!(lists(&[nowhere, undeclared(), undeclared()]), "1 warning and 2 errors generated.\n");
}

#[test]
fn human_in_color() {
    let style = Style { color: true, ..HUMAN };
    let shown = diagnostic(&undeclared(), &map("a/add.nvcp", PROGRAM), style);
    assert!(shown.contains("\u{1b}["), "{shown}");
    assert!(!diagnostic(&undeclared(), &map("a", PROGRAM), HUMAN).contains('\u{1b}'));
}

#[test]
fn human_folds_lines_but_not_a_single_one() {
    let text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
    let finding = Diagnostic::new(Code::N0401, at(text, "three"), "crossed")
        .secondary(at(text, "one"), "opened")
        .secondary(at(text, "seven"), "closed");
    let shown = diagnostic(&finding, &map("x", text), HUMAN);
    assert_eq!(shown, include_str!("fixtures/fold.txt"));
}

#[test]
fn human_without_a_location() {
    let finding = Diagnostic::new(Code::N0601, None, "vulkan1.0 has no subgroup operations")
        .help("pass `--target-env vulkan1.1` or later");
    let shown = diagnostic(&finding, &map("x.nvcp", PROGRAM), HUMAN);
    assert_eq!(shown, include_str!("fixtures/placeless.txt"));
}

#[test]
fn short() {
    let sources = map("a/add.nvcp", PROGRAM);
    let shown = diagnostic(&undeclared(), &sources, SHORT);
    assert_eq!(shown, "a/add.nvcp:4:13: error[N0201]: undeclared variable `R1`\n");
    let placeless = Diagnostic::new(Code::N0601, None, "no float64");
    assert_eq!(diagnostic(&placeless, &sources, SHORT), "a/add.nvcp: error[N0601]: no float64\n");
    let nowhere = diagnostic(&placeless, &SourceMap::new(), SHORT);
    assert_eq!(nowhere, "error[N0601]: no float64\n");
    let warning = Diagnostic::new(Code::W0101, None, "x");
    assert_eq!(diagnostic(&warning, &SourceMap::new(), SHORT), "warning[W0101]: x\n");
}

#[test]
fn json() {
    let shown = diagnostic(&undeclared(), &map("a/add.nvcp", PROGRAM), JSON);
    assert_eq!(shown, include_str!("fixtures/finding.json"));
    assert_eq!(shown.lines().count(), 1);
    let placeless = diagnostic(&Diagnostic::new(Code::N0901, None, "x"), &SourceMap::new(), JSON);
    let value: serde_json::Value = serde_json::from_str(&placeless).expect("it is JSON");
    assert_eq!(value["severity"], "bug");
    assert!(value["line"].is_null() && value["file"].is_null());
}

#[test]
fn warnings_show_their_option() {
    let warning = Diagnostic::new(Code::W0101, None, "x").note("a fact");
    let shown = diagnostic(&warning, &SourceMap::new(), HUMAN);
    assert_eq!(shown, "warning[W0101]: x\n |\n = note: a fact\n = note: [-Wunknown-option]\n");
    let mut raised = Diagnostics::with(crate::Warnings::default());
    raised.add(warning.clone());
    assert!(!raised.has_errors());
    let mut warnings = crate::Warnings::default();
    warnings.set("error").expect("it is known");
    let mut raised = Diagnostics::with(warnings);
    raised.add(warning);
    assert!(raised.has_errors());
    let shown = all(&raised, &SourceMap::new(), HUMAN);
    assert!(shown.starts_with("error[W0101]: x\n") && shown.contains("[-Werror=unknown-option]"), "{shown}");
    let value: serde_json::Value =
        serde_json::from_str(&all(&raised, &SourceMap::new(), JSON)).expect("it is JSON");
    assert_eq!((&value["name"], &value["severity"]), (&"unknown-option".into(), &"error".into()));
}

#[test]
fn control_characters_are_escaped() {
    let text = "MOV R0,\u{1b}[31m\0 R1\u{202e};\r\nEND";
    let finding = Diagnostic::new(Code::N0102, at(text, "R1"), "near `\u{1b}[31m\n`").note("a\nb");
    for style in [HUMAN, SHORT, JSON] {
        let shown = diagnostic(&finding, &map("x\u{7}y", text), style);
        assert!(shown.chars().all(|c| c == '\n' || !text::is_disturbing(c)), "{shown:?}");
    }
    let shown = diagnostic(&finding, &map("x", text), HUMAN);
    assert!(shown.contains(r"MOV R0,\u{1b}[31m\u{0} R1\u{202e};"), "{shown}");
}

#[test]
fn long_lines_are_shown_through_a_window() {
    let mut text = "MOV R0.x, R0.y; ".repeat(10);
    text.push_str("MOV R9, R0; ");
    text.push_str(&"MOV R0.x, R0.y; ".repeat(10));
    let finding = Diagnostic::new(Code::N0201, at(&text, "R9"), "undeclared variable `R9`")
        .secondary(Span::new(FileId::new(0), 0, 3), "far to the left");
    let shown = diagnostic(&finding, &map("x.nvcp", &text), HUMAN);
    assert_eq!(shown, include_str!("fixtures/window.txt"));
}

#[test]
fn hostile_input_stays_small_and_quick() {
    let line = "MOV R0, R1; ".repeat(450_000);
    let binary = "\u{0}\u{1}\u{fffd}\u{7f}\t".repeat(600_000);
    let lines = "IF\n".repeat(2_000_000);
    for text in [&line, &binary, &lines] {
        let sources = map("x", text);
        let mut found = Diagnostics::new();
        for n in 0..200 {
            let span = Span::new(FileId::new(0), text.len() / 200 * n + 1, text.len());
            // Only one diagnostic quotes the whole text in all its parts. If all 200 did, the test would mostly
            // measure memory allocation.
            let quote = if n == 100 { text.as_str() } else { "q" };
            found.report(
                Diagnostic::new(Code::N0102, span, quote)
                    .label(quote)
                    .secondary(Span::new(FileId::new(0), 0, text.len()), quote)
                    .note(quote),
            );
        }
        for style in [HUMAN, SHORT, JSON] {
            let start = Instant::now();
            let size = all(&found, &sources, style).len();
            assert!(size < 200 * 8192, "{size} bytes");
            assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        }
    }
}

#[test]
fn invalid_spans_do_not_panic() {
    let text = "é\r\n\u{1f600}\n";
    let sources = map("x", text);
    let spans = (0..12).flat_map(|a| (0..12).map(move |b| Span::new(FileId::new(0), a, b)));
    for span in spans.chain([Span::new(FileId::new(7), 0, 1)]) {
        let finding = Diagnostic::new(Code::N0102, span, "m").label("l").secondary(span, "s");
        for style in [HUMAN, SHORT, JSON] {
            assert!(diagnostic(&finding, &sources, style).contains('m'));
        }
    }
}

#[test]
fn summaries() {
    let mut one = Diagnostics::new();
    one.report(Diagnostic::new(Code::N0201, None, "x"));
    assert_eq!(summary([&one]), "1 error");
    let mut many = Diagnostics::new();
    for _ in 0..203 {
        many.add(Diagnostic::new(Code::W0101, None, "x"));
    }
    assert_eq!(summary([&one, &many, &one]), "2 errors, 200 warnings, 3 more not shown");
    assert_eq!(summary([]), "");
}

#[test]
fn line_directives_change_locations() {
    let text = "a\n#line 70 x\nb\nc\n";
    let mut sources = map("file", text);
    sources.renumber(FileId::new(0), 13, 70, Some("gen.comp".into()));
    let finding = Diagnostic::new(Code::N0401, at(text, "c"), "wrong")
        .secondary(at(text, "b"), "near")
        .secondary(at(text, "a"), "before the directive");
    assert_eq!(diagnostic(&finding, &sources, SHORT), "gen.comp:71:1: error[N0401]: wrong\n");
    assert!(diagnostic(&finding, &sources, JSON).contains(r#""file":"gen.comp","line":71"#));
    let shown = diagnostic(&finding, &sources, HUMAN);
    assert!(shown.contains("gen.comp:71:1") && shown.contains("70 | b"), "{shown}");
    assert!(shown.contains("before the directive (file:1:1)"), "{shown}");
}

#[test]
fn large_line_numbers_are_harmless() {
    let text = "a\nb\nc\n";
    for line in [0, u32::MAX - 1, u32::MAX] {
        let mut sources = map("file", text);
        sources.renumber(FileId::new(0), 1, line, None);
        let finding = Diagnostic::new(Code::N0401, at(text, "c"), "wrong").secondary(at(text, "b"), "b");
        for style in [HUMAN, SHORT, JSON] {
            assert!(diagnostic(&finding, &sources, style).contains("wrong"));
        }
    }
}
