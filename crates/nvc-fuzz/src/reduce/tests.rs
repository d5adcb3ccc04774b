//! Programs of both languages under properties that need no engine.

use super::*;

const ASSEMBLY: &str = "!!NVcp5.0\nGROUP_SIZE 64;\nTEMP a, b;\nMOV.U a, {1, 2, 3, 4};\nIF NE.x;\n\
                        ADD.U.CC b.xy (EQ.x), -a.wzyx, |b|;\nELSE;\nMOV b, a;\nENDIF;\nREP; BRK; ENDREP;\nEND\n";

const GLSL: &str = "#version 450\n// made\nlayout(local_size_x = 4) in;\nuint f(uint p, uint q) { return p; }\n\
                    void main() {\n  uint x = (3u + /* four */ f(4u, 5u));\n  if (x > 2u) {\n    x = wanted(x, 7u);\n  \
                    } else x = 1u;\n  for (int i = 0; i < 3; i++) { x += 1u; wanted(x & 1u); }\n  do { x++; } while (x < 3u);\n}\n";

fn by(text: &str, language: Language, holds: &dyn Fn(&str) -> bool) -> String {
    reduce(text, language, &mut |text| if holds(text) { Answer::Keep } else { Answer::Drop })
}

fn matched(text: &str) -> bool {
    ["()", "{}", "[]"].iter().all(|pair| {
        let (open, close) = pair.split_at(1);
        text.matches(open).count() == text.matches(close).count()
    })
}

#[test]
fn nothing_is_lost() {
    for language in [Language::NvAsm, Language::Glsl] {
        let dialect = Dialect::of(language);
        for text in [ASSEMBLY, GLSL, "no line", "", "  ", "# x", "/* open", "((|)}{", "é\u{feff}§ 1.e+5.x"]
        {
            assert_eq!(Tokens::scan(text, dialect).text(dialect), text);
        }
    }
}

#[test]
fn a_text_that_must_stay_stays() {
    assert_eq!(by(ASSEMBLY, Language::NvAsm, &|_| false), ASSEMBLY);
    assert_eq!(by(GLSL, Language::Glsl, &|_| false), GLSL);
}

#[test]
fn only_what_matters_stays_of_assembly() {
    let holds = |text: &str| {
        text.starts_with("!!NVcp5.0\n")
            && text.matches("IF ").count() == text.matches("ENDIF").count()
            && text.contains("ADD.U.CC b")
    };
    assert_eq!(by(ASSEMBLY, Language::NvAsm, &holds), "!!NVcp5.0\nADD.U.CC b;\n");
}

#[test]
fn only_what_matters_stays_of_glsl() {
    let holds = |text: &str| text.starts_with("#version 450\n") && matched(text) && text.contains("wanted(x");
    assert_eq!(by(GLSL, Language::Glsl, &holds), "#version 450\nwanted(x);\n");
}
