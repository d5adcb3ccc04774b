//! Families (input generators, see the parent module) for the GLSL preprocessor and lexer: macros, includes, directives,
//! comments, line continuations, long tokens.

use super::{Family, HEAD, Input, extended, fill, glsl, list, program, text};

pub const FAMILIES: &[Family] = &[
    glsl("macro-doubling", |size| {
        let chain = fill(size, |n| match n {
            0 => "#define M0 x+=y;\n".into(),
            _ => format!("#define M{n} M{} M{}\n", n - 1, n - 1),
        });
        let last = chain.lines().count() - 1;
        program(&chain, &format!("M{last}"))
    }),
    glsl("macro-doubling-to-the-limit", |_| {
        let chain = list(19, |n| match n {
            0 => "#define M0 x+=y;\n".into(),
            _ => format!("#define M{n} M{} M{}\n", n - 1, n - 1),
        });
        program(&chain, "M18")
    }),
    glsl("macro-argument-doubling", |_| {
        let chain = list(40, |n| match n {
            0 => "#define F0(a) a a\n".into(),
            _ => format!("#define F{n}(a) F{}(a a)\n", n - 1),
        });
        program(&chain, "F39(x++;)")
    }),
    glsl("macro-nothing", |_| {
        // Expands to nothing, after an exponential number of expansions.
        let chain = list(60, |n| match n {
            0 => "#define E0\n".into(),
            _ => format!("#define E{n} E{} E{}\n", n - 1, n - 1),
        });
        program(&chain, "E59")
    }),
    glsl("macro-nothing-in-arguments", |_| {
        let chain = list(60, |n| match n {
            0 => "#define E0(a)\n".into(),
            _ => format!("#define E{n}(a) E{}(a) E{}(E{}(a))\n", n - 1, n - 1, n - 1),
        });
        program(&chain, "E59(x)")
    }),
    glsl("macro-recursion", |size| {
        let chain = fill(size, |n| format!("#define R{n} R{} x++;\n", n + 1));
        let last = chain.lines().count();
        program(&format!("{chain}#define R{last} R0\n"), "R0")
    }),
    glsl("macro-chain", |size| {
        let chain = fill(size, |n| format!("#define C{n} C{}\n", n + 1));
        let last = chain.lines().count();
        program(&format!("{chain}#define C{last} x++;\n"), "C0")
    }),
    glsl("macro-chain-of-calls", |size| {
        let chain = fill(size, |n| format!("#define C{n}(a) C{}(a)\n", n + 1));
        let last = chain.lines().count();
        program(&format!("{chain}#define C{last}(a) a++;\n"), "C0(x)")
    }),
    glsl("macro-definitions", |size| program(&fill(size, |n| format!("#define NAME{n} {n}\n")), "x+=NAME0;")),
    glsl("macro-redefinitions", |size| program(&fill(size, |n| format!("#define A {n}\n#undef A\n")), "")),
    glsl("macro-uses", |size| {
        program("#define ADD(a,c) ((a)+(c))\n", &fill(size, |_| "x=ADD(ADD(x,y),ADD(y,x));\n".into()))
    }),
    glsl("macro-nested-arguments", |size| {
        program("#define F(a) a\n", &fill(size, |_| format!("x={}x{};\n", "F(".repeat(100), ")".repeat(100))))
    }),
    glsl("macro-nested-doubling-arguments", |size| {
        program("#define F(a) a+a\n", &fill(size, |_| format!("x={}x{};\n", "F(".repeat(12), ")".repeat(12))))
    }),
    glsl("macro-long-argument", |size| {
        program(
            "#define F(a) a\n#define G(a) F(a)\n#define H(a) G(a)\n",
            &format!("H({})", fill(size, |_| "x++;".into())),
        )
    }),
    glsl("macro-many-arguments", |size| {
        let arguments = fill(size, |n| format!("{n},"));
        program("#define F(a) a\n", &format!("F({arguments}x)"))
    }),
    glsl("macro-many-parameters", |size| {
        let parameters = (0..250).map(|n| format!("a{n}")).collect::<Vec<_>>().join(",");
        let arguments = vec!["x"; 250].join(",");
        program(
            &format!("#define F({parameters}) a0+a249\n"),
            &fill(size, |_| format!("x=F({arguments});\n")),
        )
    }),
    glsl("macro-long-body", |size| {
        let body = fill(size / 2, |_| "x++;".into());
        program(&format!("#define L {body}\n"), &fill(size / 2, |_| "L ".into()))
    }),
    glsl("macro-unclosed-call", |size| {
        program("#define F(a) a\n", &format!("F({}", fill(size, |_| "F(".into())))
    }),
    glsl("pasting", |size| {
        program("#define P(a,c) a##c\n", &fill(size, |n| format!("uint P(n,{n})=P(x,);\n")))
    }),
    glsl("pasting-doubling", |_| {
        let chain = list(40, |n| match n {
            0 => "#define P0(a) a##a\n".into(),
            _ => format!("#define P{n}(a) P{}(a##a)\n", n - 1),
        });
        program(&chain, "P39(x)")
    }),
    glsl("include-tree", |size| {
        // Each of 16 files, except the first, includes the previous one `lines` times.
        let lines = (size / 16 / 4).max(1);
        let files = (0..16).map(|n| {
            let line = if n == 0 { "x++;\n".to_owned() } else { format!("#include \"i{}\"\n", n - 1) };
            (format!("i{n}"), line.repeat(lines))
        });
        includes("#include \"i15\"\n", files.collect())
    }),
    glsl("include-large", |size| {
        let files = vec![("i0".to_owned(), format!("/*{}*/", "c".repeat(size / 2)))];
        includes(&"#include \"i0\"\n".repeat(size / 2 / 14), files)
    }),
    glsl("include-circle", |size| {
        includes("#include \"i0\"\n", vec![("i0".to_owned(), "#include \"i0\"\n".repeat(size / 14))])
    }),
    glsl("include-guarded", |size| {
        let guarded = "#ifndef G\n#define G\nx++;\n#endif\n".to_owned();
        includes(&"#include \"i0\"\n".repeat(size / 14), vec![("i0".to_owned(), guarded)])
    }),
    glsl("include-missing", |size| includes(&fill(size, |n| format!("#include \"none{n}\"\n")), Vec::new())),
    glsl("conditions", |size| {
        program("", &fill(size, |n| format!("#if {n} > 3 && defined(A)\nx++;\n#else\ny++;\n#endif\n")))
    }),
    glsl("nested-conditions", |size| {
        program(&format!("{}{}", "#if 1\n".repeat(size / 13), "#endif\n".repeat(size / 13)), "")
    }),
    glsl("nested-skipped-conditions", |size| {
        program(
            &format!("#if 0\n{}{}#endif\n", "#if 1\n".repeat(size / 13), "#endif\n".repeat(size / 13)),
            "",
        )
    }),
    glsl("skipped-words", |size| program(&format!("#if 0\n{}\n#endif\n", "a ".repeat(size / 2)), "")),
    glsl("skipped-backslashes", |size| program(&format!("#if 0\n{}\n#endif\n", "\\ ".repeat(size / 2)), "")),
    glsl("skipped-continuations", |size| {
        program(&format!("#if 0\n{}\n#endif\n", "a\\\n".repeat(size / 3)), "")
    }),
    glsl("elifs", |size| {
        program(&format!("#if 0\n{}#endif\n", fill(size, |n| format!("#elif {n} == -1\n"))), "")
    }),
    glsl("long-condition", |size| program(&format!("#if 1{}\n#endif\n", fill(size, |_| "+1".into())), "")),
    glsl("condition-parentheses", |size| {
        program(&format!("#if {}1{}\n#endif\n", "(".repeat(size / 2), ")".repeat(size / 2)), "")
    }),
    glsl("condition-unary", |size| program(&format!("#if {}1\n#endif\n", "!".repeat(size)), "")),
    glsl("pragmas", |size| program(&fill(size, |_| "#pragma optimize(on)\n".into()), "")),
    glsl("extensions", |size| {
        program(&fill(size, |_| "#extension GL_ARB_gpu_shader_int64 : enable\n".into()), "")
    }),
    glsl("unknown-extensions", |size| {
        program(&fill(size, |n| format!("#extension GL_ARB_x{n} : enable\n")), "")
    }),
    glsl("line-directives", |size| program(&fill(size, |n| format!("#line {n}\n")), "x=undeclared;")),
    glsl("line-directives-with-errors", |size| program("", &fill(size, |n| format!("#line {n}\nx=u{n};\n")))),
    glsl("comment", |size| program(&format!("/*{}*/", "*".repeat(size)), "")),
    glsl("comments", |size| program(&fill(size, |_| "/**/ //\n".into()), "")),
    glsl("unclosed-comment", |size| program("", &fill(size, |_| "/*".into()))),
    glsl("continuations", |size| program("", &format!("x{}++;", "\\\n".repeat(size / 2)))),
    glsl("continued-operators", |size| program("", &fill(size, |_| "x\\\n+\\\n+\\\n;\\\n".into()))),
    glsl("white-space", |size| program("", &" \t\n\r".repeat(size / 4))),
    glsl("semicolons", |size| program("", &";".repeat(size))),
    glsl("long-name", |size| program("", &format!("uint {};", "n".repeat(size)))),
    glsl("long-number", |size| program("", &format!("x={}u;", "1".repeat(size)))),
    glsl("long-float", |size| program("", &format!("float q=0.{}e-5;", "1".repeat(size)))),
    glsl("long-floats", |size| {
        program("", &fill(size, |n| format!("x+=uint(0.{}{n}e-5);\n", "1".repeat(900))))
    }),
    glsl("long-string", |size| {
        let head = "#extension GL_EXT_debug_printf : require\n";
        text(format!("{}{head}void main(){{debugPrintfEXT(\"{}\");}}\n", HEAD, "s".repeat(size)))
    }),
    glsl("prints", |size| {
        let head = "#extension GL_EXT_debug_printf : require\n";
        text(format!(
            "{HEAD}{head}void main(){{{}}}\n",
            fill(size, |n| format!("debugPrintfEXT(\"{n} %u\",b[0]);\n"))
        ))
    }),
    glsl("directives-unknown", |size| program(&fill(size, |n| format!("#directive{n}\n")), "")),
    glsl("errors", |size| program(&fill(size, |n| format!("#error {n}\n")), "")),
    glsl("preprocess-only", |size| Input {
        options: &["-E", "-o", "-"],
        ..program("#define A(x) x x x x\n", &fill(size, |_| "A(A(x++;))\n".into()))
    }),
    glsl("preprocess-only-lines", |size| Input {
        options: &["-E", "-o", "-"],
        ..program("", &format!("x{}++;\n", "\n".repeat(size)))
    }),
];

/// A program whose `main` contains `lines`, which include `files`.
fn includes(lines: &str, files: Vec<(String, String)>) -> Input {
    let head = "#extension GL_GOOGLE_include_directive : require\n";
    Input { files, ..extended(head, program("", lines)) }
}
