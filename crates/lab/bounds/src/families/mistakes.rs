//! Families (input generators, see the parent module) of inputs with mistakes: programs with many errors or warnings, random
//! tokens, and binary data.

use super::{Family, HEAD, fill, glsl, list, listing, program, text};

pub const FAMILIES: &[Family] = &[
    glsl("undeclared-names", |size| program("", &fill(size, |n| format!("x=u{n};\n")))),
    glsl("undeclared-names-on-one-line", |size| program("", &fill(size, |n| format!("x=u{n};")))),
    glsl("misspelt-names", |size| {
        let long = "a".repeat(50);
        let count = size / 2 / 80;
        let declared = list(count, |n| format!("uint {long}{n};\n"));
        program("", &format!("{declared}{}", list(count, |n| format!("x={long}b{n};\n"))))
    }),
    glsl("misspelt-members", |size| {
        let count = size / 2 / 20;
        let declared = list(count, |n| format!("uint member{n};\n"));
        program(
            &format!("struct S{{{declared}}};"),
            &format!("S s;{}", fill(size / 2, |n| format!("x=s.mebmer{n};\n"))),
        )
    }),
    glsl("wrong-types", |size| program("", &fill(size, |_| "x=vec3(1)+mat2(1);".into()))),
    glsl("wrong-arguments", |size| {
        let count = size / 2 / 40;
        let all = list(count, |n| format!("uint f(uint a[{}]){{return 1u;}}\n", n + 1));
        program(&all, &fill(size / 2, |_| "x=f(vec3(1));".into()))
    }),
    glsl("syntax-errors", |size| program("", &fill(size, |_| "x=+;)".into()))),
    glsl("redeclarations", |size| program("", &fill(size, |_| "uint q;".into()))),
    glsl("bindings-that-collide", |size| {
        program(&fill(size, |n| format!("layout(binding=0)uniform sampler2D t{n};\n")), "")
    }),
    glsl("warnings", |size| {
        text(format!(
            "{HEAD}{}void main(){{}}",
            "#pragma foo\n#extension GL_none : enable\n".repeat(size / 43)
        ))
    }),
    glsl("brackets", |size| text(format!("{HEAD}void main(){{{}", "([{".repeat(size / 3)))),
    glsl("closing-brackets", |size| text(format!("{HEAD}void main(){{{}", ")]}".repeat(size / 3)))),
    glsl("angle-brackets", |size| text(format!("{HEAD}void main(){{{}", "<".repeat(size)))),
    glsl("type-soup", |size| text(format!("{HEAD}{}", "uint ".repeat(size / 5)))),
    glsl("token-soup", |size| {
        text(format!(
            "{HEAD}{}",
            soup(
                size,
                &[
                    "if",
                    "(",
                    ")",
                    "{",
                    "}",
                    ";",
                    "x",
                    "=",
                    "1",
                    "for",
                    "struct",
                    "uint",
                    "[",
                    "]",
                    ",",
                    "?",
                    ":",
                    "+",
                    "switch",
                    "case",
                    "return",
                    "layout",
                    "#define x(\n",
                    "\n",
                    "buffer",
                ]
            )
        ))
    }),
    glsl("case-labels", |size| program("", &format!("switch(x){{{}}}", "case 1:".repeat(size / 7)))),
    glsl("labels-nested", |size| program("", &"switch(x){case 1:".repeat(size / 17))),
    glsl("non-ascii", |size| text(format!("{HEAD}void main(){{{}}}", "é€😀".repeat(size / 9)))),
    glsl("binary", |size| text(noise(size))),
    glsl("zeros", |size| text(vec![0; size])),
    glsl("utf8-noise", |size| {
        text(String::from_utf8_lossy(&noise(size / 2)).replace('\0', " ").into_bytes())
    }),
    listing("binary-listing", |size| text([b"!!NVcp5.0\n".to_vec(), noise(size)].concat())),
    listing("many-listings", |size| text([vec![0], b"!!NVcp5.0\nEND\n\0".repeat(size / 16)].concat())),
    listing("headers-in-a-binary", |size| text([vec![0], b"!!NVcp5.0\n\0".repeat(size / 11)].concat())),
    listing("undeclared-registers", |size| assembly(&fill(size, |n| format!("MOV.U R{n}.x,R{n}.x;\n")))),
    listing("undeclared-registers-on-one-line", |size| {
        assembly(&fill(size, |n| format!("MOV.U R{n}.x,R{n}.x;")))
    }),
    listing("unknown-instructions", |size| assembly(&fill(size, |n| format!("MOVE{n} a,a;\n")))),
    listing("missing-semicolons", |size| assembly(&fill(size, |_| "MOV.U a,a\n".into()))),
    listing("one-long-statement", |size| assembly(&fill(size, |_| "a ".into()))),
    listing("open-braces", |size| assembly(&format!("MOV.U a, {};", "{".repeat(size)))),
    listing("open-brackets", |size| assembly(&format!("MOV.U a, {};", "a[".repeat(size / 2)))),
    listing("misspelt-registers", |size| {
        let long = "a".repeat(50);
        let count = size / 2 / 80;
        let declared = list(count, |n| format!("TEMP {long}{n};\n"));
        assembly(&format!("{declared}{}", list(count, |n| format!("MOV.U a,{long}b{n};\n"))))
    }),
    listing("undefined-labels", |size| assembly(&fill(size, |n| format!("CAL l{n};\n")))),
    listing("unmatched-blocks", |size| assembly(&fill(size, |_| "ENDIF;\nELSE;\n".into()))),
    listing("instruction-soup", |size| {
        assembly(&soup(
            size,
            &[
                "MOV", "ADD.U", ";", "a", ",", ".x", "[", "]", "{", "}", "IF", "REP", "CAL", ":", "1", "-",
                "|", "(", ")", "TEMP", "\n",
            ],
        ))
    }),
];

/// An assembly program with the register `a`.
pub fn assembly(statements: &str) -> super::Input {
    text(format!("!!NVcp5.0\nGROUP_SIZE 32;\nTEMP a;\n{statements}\nEND\n"))
}

/// About `size` bytes of words in a pseudo-random order.
fn soup(size: usize, words: &[&str]) -> String {
    let mut state = 1u32;
    fill(size, |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        format!("{} ", words[(state >> 16) as usize % words.len()])
    })
}

/// Pseudo-random bytes.
fn noise(size: usize) -> Vec<u8> {
    (0..size as u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}
