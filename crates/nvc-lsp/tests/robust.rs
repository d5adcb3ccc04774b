//! Robustness tests with incomplete and random programs: the answers are computed at many positions, without a panic or a hang.

use nvc_lsp::answers::{completion, hover, navigation, symbols};
use nvc_lsp::{Analysis, OpenFiles};
use std::time::{Duration, Instant};

/// Returns sample programs of both languages.
fn programs() -> Vec<(&'static str, String)> {
    let read = |path: &str| std::fs::read_to_string(nvc_goldens::root(path)).expect("a program");
    vec![
        ("/a.nvcp", read("testdata/asm/examples/02-groupsize-3d-invocation-attributes.nvcp")),
        ("/b.nvcp", read("testdata/corpus/softmax-layernorm-shared/driver.nvcp")),
        ("/c.comp", read("testdata/corpus/softmax-layernorm-shared/main.comp")),
        ("/d.comp", read("testdata/corpus/shuffle-nv-vectors-valid/main.comp")),
        ("/e.nvcp", "!!NVcp5.0\n# größe 😀\nGROUP_SIZE 1;\nTEMP R0;\nMOV R0, {1, 2}; # ende\nEND\n".into()),
        (
            "/f.comp",
            "#version 460\n// größe 😀\n#define F(x) x\\\n  + 1\nvoid main() { int ö; F(2); }\n".into(),
        ),
    ]
}

/// Computes all answers at an offset.
fn ask(name: &str, text: &str, offset: usize) {
    let source = nvc::Source::new(name, text);
    let analysis = Analysis::new(&source, &nvc::Options::new(), &OpenFiles::default());
    let _ = hover::hover(&analysis, offset);
    let _ = navigation::definition(&analysis, offset);
    let _ = navigation::references(&analysis, offset, true);
    let _ = completion::completion(&analysis, offset);
    for symbol in symbols::symbols(&analysis) {
        assert!(
            symbol.extent.start <= symbol.span.start && symbol.span.end <= symbol.extent.end,
            "{symbol:?}"
        );
    }
    let ordered = analysis.tokens.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
    assert!(ordered, "the tokens overlap");
    for token in &analysis.tokens {
        assert!(text.get(token.span.range()).is_some(), "{token:?} is not in the text");
    }
}

/// Computes all answers, and checks that this took less time than a limit that only a hang exceeds.
fn timely(name: &str, text: &str, offset: usize) {
    let start = Instant::now();
    ask(name, text, offset);
    assert!(start.elapsed() < Duration::from_secs(20), "{name}: {} bytes", text.len());
}

#[test]
fn prefixes_have_answers() {
    for (name, text) in programs() {
        let step = (text.len() / 60).max(1);
        for end in (0..=text.len()).step_by(step).filter(|&end| text.is_char_boundary(end)) {
            timely(name, &text[..end], end);
            timely(name, &text[..end], end / 2);
        }
    }
}

/// A pseudo-random number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or(0)
    }
}

#[test]
fn random_edits_have_answers() {
    const SNIPPETS: &[&str] = &[
        ";",
        "{",
        "}",
        "(",
        ")",
        "[",
        "#",
        "\n",
        ".",
        ",",
        "\"",
        "/*",
        "//",
        "#include \"x\"\n",
        "#define A A(A)\n",
        "#if ",
        "END",
        "IF ",
        "ENDIF;",
        "TEMP ",
        "STORAGE s",
        "OPTION ",
        "struct ",
        "void f(",
        "ö",
        "😀",
        "\r\n",
        "\0",
        "=",
        "|",
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (name, original) in programs() {
        let mut text = original.clone();
        for _ in 0..60 {
            let place =
                |text: &str, at: usize| (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let at = place(&text, random.below(text.len() + 1));
            if random.below(2) == 0 {
                text.insert_str(at, SNIPPETS[random.below(SNIPPETS.len())]);
            } else {
                let end = place(&text, (at + random.below(20)).min(text.len())).max(at);
                text.replace_range(at..end, "");
            }
            timely(name, &text, at.min(text.len()));
            if random.below(12) == 0 {
                text.clone_from(&original);
            }
        }
    }
}

/// The time stays bounded for long and deeply nested programs.
#[test]
fn large_nonsense_has_answers() {
    for (name, text) in [
        ("/a.nvcp", format!("!!NVcp5.0\nGROUP_SIZE 1;\nTEMP R0;\n{}END\n", "IF TR;\n".repeat(5_000))),
        ("/b.nvcp", format!("!!NVcp5.0\n{}", "TEMP R0, ".repeat(20_000))),
        ("/c.comp", format!("#version 460\nvoid main() {{ {} }}", "(".repeat(20_000))),
        ("/d.comp", format!("#version 460\n{}", "#define A B\n#undef A\n".repeat(5_000))),
        ("/e.comp", format!("#version 460\nvoid main() {{ int a; {} }}", "a = a + 1;".repeat(5_000))),
    ] {
        timely(name, &text, text.len() / 2);
    }
}
