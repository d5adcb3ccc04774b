//! Tests of the reducer in both languages. The properties are predicates on the text; no program is
//! compiled.

use super::*;

const ASSEMBLY: &str = "!!NVcp5.0\nGROUP_SIZE 64;\nTEMP a, b;\nMOV.U a, {1, 2, 3, 4};\nIF NE.x;\n\
                        ADD.U.CC b.xy (EQ.x), -a.wzyx, |b|;\nELSE;\nMOV b, a;\nENDIF;\nREP; BRK; ENDREP;\nEND\n";

const GLSL: &str = "#version 450\n// made\nlayout(local_size_x = 4) in;\nuint f(uint p, uint q) { return p; }\n\
                    void main() {\n  uint x = (3u + /* four */ f(4u, 5u));\n  if (x > 2u) {\n    x = wanted(x, 7u);\n  \
                    } else x = 1u;\n  for (int i = 0; i < 3; i++) { x += 1u; wanted(x & 1u); }\n  do { x++; } while (x < 3u);\n}\n";

fn reduce_with(text: &str, language: Language, holds: &dyn Fn(&str) -> bool) -> String {
    reduce(text, language, &mut |text| if holds(text) { Answer::Keep } else { Answer::Drop })
}

fn brackets_match(text: &str) -> bool {
    ["()", "{}", "[]"].iter().all(|pair| {
        let (open, close) = pair.split_at(1);
        text.matches(open).count() == text.matches(close).count()
    })
}

#[test]
fn tokens_round_trip() {
    for language in [Language::NvAsm, Language::Glsl] {
        let dialect = Dialect::of(language);
        for text in [ASSEMBLY, GLSL, "no line", "", "  ", "# x", "/* open", "((|)}{", "é\u{feff}§ 1.e+5.x"]
        {
            assert_eq!(Tokens::scan(text, dialect).text(dialect), text);
        }
    }
}

#[test]
fn an_irreducible_text_is_unchanged() {
    assert_eq!(reduce_with(ASSEMBLY, Language::NvAsm, &|_| false), ASSEMBLY);
    assert_eq!(reduce_with(GLSL, Language::Glsl, &|_| false), GLSL);
}

#[test]
fn assembly_is_minimal() {
    let holds = |text: &str| {
        text.starts_with("!!NVcp5.0\n")
            && text.matches("IF ").count() == text.matches("ENDIF").count()
            && text.contains("ADD.U.CC b")
    };
    assert_eq!(reduce_with(ASSEMBLY, Language::NvAsm, &holds), "!!NVcp5.0\nADD.U.CC b;\n");
}

#[test]
fn glsl_is_minimal() {
    let holds =
        |text: &str| text.starts_with("#version 450\n") && brackets_match(text) && text.contains("wanted(x");
    assert_eq!(reduce_with(GLSL, Language::Glsl, &holds), "#version 450\nwanted(x);\n");
}

#[test]
fn blocks_are_replaced_by_their_contents() {
    let text = "void f() {\n  if (a) { b(); } else { c(); }\n  switch (x) { case 1: d(); default: e(); }\n  do g(); while (h);\n}\n";
    let stays = |words: &'static [&str]| {
        reduce_with(text, Language::Glsl, &|text| {
            brackets_match(text) && words.iter().all(|word| text.contains(word))
        })
    };
    assert_eq!(stays(&["b(", "c("]), "b(); c();\n");
    let all = [
        stays(&["if (", "{ c("]),
        stays(&["else {", "c("]),
        stays(&["case 1:", "e("]),
        stays(&["do ", "while (h"]),
    ];
    assert_eq!(all, ["if (0) { } { c(); }\n", "else { c(); }\n", "case 1: e();\n", "do while (h)\n"]);
}

#[test]
fn block_heads_and_labels_are_removed() {
    let text = "void f() {\n  for (int i = 0; i < 3; i++) { use(i); }\n  switch (x) { case 1: d(); default: e(); }\n}\n";
    let stays = |words: &'static [&str]| {
        let holds = |text: &str| text.starts_with("void") && words.iter().all(|word| text.contains(word));
        reduce_with(text, Language::Glsl, &|text| brackets_match(text) && holds(text))
    };
    assert_eq!(stays(&["int i = 0;", "use(i"]), "void {\n  int i = 0; use(i);\n}\n");
    assert_eq!(stays(&["d(", "e("]), "void {\n  d(); e();\n}\n");
}

#[test]
fn expressions_are_replaced_by_their_operands() {
    let reduced = |text: &str, word: &'static str| {
        let holds = |text: &str| text.starts_with("r = ") && brackets_match(text) && text.contains(word);
        reduce_with(text, Language::Glsl, &holds)
    };
    assert_eq!(reduced("r = (a + f(-b[i] * 2u, c ? d.xy : e));", "b"), "r = b;");
    assert_eq!(reduced("r = (a + f(-b[i] * 2u, c ? d.xy : u));", "? d"), "r = 0 ? d;");
    assert_eq!(reduced("r = (a + f(b[i] * 2u, c));", "c)"), "r = f(c);");
    assert_eq!(reduced("r = (a + f(b));", "r"), "r = 0;");
    assert_eq!(reduced("r = a + b + c;", "+ b"), "r = 0 + b;");
    let called = |text: &str| text.contains("f(");
    assert_eq!(reduce_with("uint r = f(a);", Language::Glsl, &called), "f(0);");
}

#[test]
fn fixed_words_and_suffixes_are_kept() {
    let text = "layout(binding = 3, std430) buffer B { uint a, b[2]; };\n";
    let holds = |text: &str| brackets_match(text) && text.contains("B {") && text.contains("b[");
    assert_eq!(reduce_with(text, Language::Glsl, &holds), "layout(binding = 3, std430) B { b[2]; };\n");
    let text = "!!NVcp5.0\nMUL.U32.CC a.x, b, {2, 0, 0, 0}.x;\n";
    let holds = |text: &str| text.starts_with("!!NVcp5.0\n") && text.contains("MUL") && text.contains("a");
    assert_eq!(reduce_with(text, Language::NvAsm, &holds), "!!NVcp5.0\nMUL.U32 a;\n");
}

#[test]
fn reduction_stops_at_the_first_stop() {
    let mut asked = 0;
    let text = reduce(GLSL, Language::Glsl, &mut |_| {
        asked += 1;
        if asked < 3 { Answer::Drop } else { Answer::Stop }
    });
    assert_eq!((text.as_str(), asked), (GLSL, 3));
}

#[test]
fn no_text_is_tried_twice() {
    for (text, language) in [(GLSL, Language::Glsl), (ASSEMBLY, Language::NvAsm)] {
        let mut seen = HashSet::from([text.to_owned()]);
        reduce(text, language, &mut |text| {
            assert!(seen.insert(text.to_owned()), "{text}");
            if hash(text).is_multiple_of(3) { Answer::Keep } else { Answer::Drop }
        });
    }
}

#[test]
fn reduction_terminates_on_any_text() {
    let mut rng = crate::fuzz::Rng::new(7);
    let deep = format!("{}x;{}", "{ if (a) ".repeat(100), "} else b(c".repeat(100));
    for text in
        [GLSL, ASSEMBLY, &deep, "REP; REP; ENDIF; IF", "do", "if", "else", "case", "do if (", "[)(]|;|"]
    {
        for language in Language::ALL {
            let mutated = String::from_utf8_lossy(&crate::fuzz::mutate::mutate(text, &mut rng)).into_owned();
            for text in [text, &mutated] {
                let mut left = 300;
                reduce(text, language, &mut |text| {
                    left -= 1;
                    match hash(text) % 8 {
                        _ if left == 0 => Answer::Stop,
                        0 => Answer::Keep,
                        _ => Answer::Drop,
                    }
                });
                assert_eq!(reduce_with(text, language, &|_| true).trim(), "");
            }
        }
    }
}
