//! Tests limits, cancellation and deadlines. For each limit of a compilation, one program exceeds it.

use nvc::{Cancellation, Code, Compiler, Emit, Limit, Limits, LoadError, Loader, OptLevel, Options, Source};
use nvc::{Language, Warp};

const HEAD: &str = "#version 460\nlayout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer B { uint b[]; };\n\
                    #extension GL_GOOGLE_include_directive : require\n\
                    #extension GL_KHR_shader_subgroup_shuffle : require\n";

/// Loads the file `self`, which includes itself. Every other file is empty.
struct Endless;

impl Loader for Endless {
    fn load(&self, path: &str, _: bool, _: &str) -> Result<Source, LoadError> {
        let text = if path == "self" { "#include \"self\"\n" } else { "\n" };
        Ok(Source::new(path, text))
    }
}

/// Returns a value for the limit, and a program that exceeds it. Returns `None` for the limits of `nvc run`, which the crate
/// `nvc-run` tests.
fn exceeding(limit: Limit) -> Option<(u64, String)> {
    let glsl = |declarations: &str, statements: &str| {
        format!("{HEAD}{declarations}\nvoid main() {{ uint x = b[0]; {statements} b[0] = x; }}\n")
    };
    let listing = |body: &str| format!("!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\n{body}END\n");
    let calls = "main:\nCAL f;\nCAL f;\nRET;\nf:\nADD.U R0, R0, R0;\nADD.U R0, R0, R0;\nRET;\n";
    Some(match limit {
        Limit::SourceBytes => (100, glsl("", "")),
        Limit::IncludedBytes => (300, glsl("", "\n#include \"a\"\n\n#include \"a\"\n") + &" ".repeat(300)),
        Limit::Inclusions => (1, glsl("", "\n#include \"a\"\n\n#include \"a\"\n")),
        Limit::IncludeDepth => (3, glsl("", "\n#include \"self\"\n")),
        Limit::ConditionDepth => (1, glsl("\n#if 1\n#if 1\n#endif\n#endif\n", "")),
        Limit::Tokens => (20, glsl("", "")),
        Limit::ExpandedTokens => (3, glsl("\n#define A x x x x x;\n", "A")),
        Limit::MacroDepth => (2, glsl("\n#define F(a) a\n", "x = F(F(F(F(x))));")),
        Limit::MacroParameters => (1, glsl("\n#define F(a, b) a\n", "")),
        Limit::PastedBytes => (3, glsl("\n#define P(a, b) a##b\n", "uint P(aaaa, bbbb);")),
        Limit::NameBytes => (40, glsl("", &format!("uint {};", "n".repeat(41)))),
        Limit::Nesting => (8, glsl("", &format!("x = {}x{};", "(".repeat(9), ")".repeat(9)))),
        Limit::Terms => (2, glsl("", "x = x + x + x + x + x;")),
        Limit::ElseIfs => (1, glsl("", "if (x == 1) x++; else if (x == 2) x--; else if (x == 3) x--;")),
        Limit::Overloads => (1, glsl("uint f(uint a) { return a; }\nuint f(vec2 a) { return 1; }\n", "")),
        Limit::Statements => (2, listing("MOV.U R0, 1;\nMOV.U R0, 1;\nMOV.U R0, 1;\n")),
        Limit::StatementBytes => (10, listing("MOV.U R0, 1;\n")),
        Limit::Blocks => (1, listing("MOV.U.CC R0, 1;\nIF NE.x;\nIF NE.x;\nENDIF;\nENDIF;\n")),
        Limit::CalledInstructions => (2, listing(calls)),
        Limit::StateVectors => {
            let rows = "PARAM p[] = { state.matrix.mvp };\n";
            (2, listing(rows))
        }
        Limit::Instructions => (3, glsl("", "x = x * 3 + b[x]; x = x * 3 + b[x];")),
        Limit::Work => (3, glsl("", "x = x * 3 + b[x]; x = x * 3 + b[x];")),
        Limit::Time => (0, glsl("", "")),
        Limit::Segments => {
            let shuffle = "if (x > 3) x = subgroupShuffle(x, x); if (x > 4) x = subgroupShuffle(x, x);";
            (2, glsl("", shuffle))
        }
        Limit::ValidatedWords => (10, glsl("", "")),
        _ => return None,
    })
}

fn compiler(limits: Limits) -> Compiler {
    // Only programs with emulated warps are split into segments.
    let warp = if limits.get(Limit::Segments) == Limit::Segments.default_value() {
        Warp::Native
    } else {
        Warp::Emulate
    };
    let options = Options::new().with_limits(limits).with_warp(warp);
    Compiler::new(options).with_loader(Endless)
}

#[test]
fn every_limit_is_named_by_its_diagnostic() {
    for &limit in Limit::ALL {
        let Some((value, text)) = exceeding(limit) else {
            assert!(limit.name().starts_with("run-"), "{limit} is not tested");
            continue;
        };
        let language = if text.starts_with("!!") { Language::NvAsm } else { Language::Glsl };
        let source = Source::new(format!("x.{}", language.extension()), text);
        let compiler = compiler(Limits::new().with(limit, value));
        let report = match compiler.compile(&source) {
            Ok(compiled) => compiled.report,
            Err(error) => error.into_report(),
        };
        let style = nvc::render::Style { format: nvc::render::Format::Short, color: false };
        let messages = report.messages(style);
        let found = report
            .diagnostics
            .iter()
            .find(|diagnostic| diagnostic.notes.iter().any(|note| note.contains(&format!("`{limit}`"))));
        let found = found.unwrap_or_else(|| panic!("{limit}: {messages}"));
        let code = match limit {
            Limit::Time => Code::N0502,
            Limit::ValidatedWords => Code::W0602,
            _ => Code::N0501,
        };
        assert_eq!(found.code, code, "{limit}");
    }
}

#[test]
fn raised_limits_let_programs_compile() {
    let sum = "x".to_owned() + &" + x".repeat(5000);
    let text = format!("{HEAD}void main() {{ uint x = b[0]; b[1] = {sum}; }}\n");
    let source = Source::new("x.comp", text);
    let limits = |terms| Limits::new().with(Limit::Terms, terms);
    assert!(compiler(limits(4096)).compile(&source).is_err());
    assert!(compiler(limits(8192)).compile(&source).is_ok());
}

/// A program that copies a struct with 32,766 members, those of the structs in it included.
fn copies(count: usize) -> String {
    let levels: String = (1..14).map(|n| format!("struct S{n} {{ S{0} a, b; }};\n", n - 1)).collect();
    let path = ".a".repeat(14);
    format!(
        "{HEAD}struct S0 {{ uint a, b; }};\n{levels}void main() {{\n    S13 s, t;\n    s{path} = b[0];\n    {}\n    \
         b[1] = t{path};\n}}\n",
        "t = s; s = t; ".repeat(count)
    )
}

#[test]
fn members_of_types_count_for_validation() {
    for (count, validated) in [(1, true), (500, false)] {
        let report = compiler(Limits::new())
            .compile(&Source::new("x.comp", copies(count)))
            .expect("it compiles")
            .report;
        let found = report.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::W0602);
        assert_eq!(found, !validated, "{count}");
    }
}

#[test]
fn text_with_too_many_members_is_not_printed() {
    let translated = [Emit::Wgsl, Emit::Glsl].into_iter().filter(|_| cfg!(feature = "translate"));
    for emit in std::iter::once(Emit::Ir).chain(translated) {
        let compiler =
            Compiler::new(Options::new().with_validate(false).with_opt_level(OptLevel::None).with_emit(emit));
        assert!(compiler.compile(&Source::new("x.comp", copies(1))).is_ok(), "{emit:?}");
        let error = compiler.compile(&Source::new("x.comp", copies(500))).expect_err("too many members");
        assert!(error.diagnostics().iter().any(|diagnostic| diagnostic.code == Code::N0501), "{emit:?}");
    }
}

#[test]
fn a_dump_with_too_many_members_is_not_printed() {
    let options = Options::new().with_validate(false).with_opt_level(OptLevel::None);
    let compiler = Compiler::new(options.with_print_after(vec!["lower-cc".to_owned()]));
    for (count, printed) in [(1, true), (500, false)] {
        let compiled = compiler.compile(&Source::new("x.comp", copies(count))).expect("it compiles");
        let [dump] = &compiled.report.dumps[..] else { panic!("one dump") };
        assert_eq!(!dump.text.starts_with("; not printed"), printed, "{count}");
    }
}

#[test]
fn a_compilation_is_cancelled_while_it_runs() {
    // Takes seconds to compile unless it is stopped.
    let body = "x = x * 3 + b[x]; if (x > b[x]) x++;".repeat(15_000);
    let text = format!("{HEAD}void main() {{ uint x = b[0]; {body} b[0] = x; }}\n");
    let source = Source::new("x.comp", text);
    let switch = Cancellation::new();
    let compiler = compiler(Limits::new()).with_cancellation(switch.clone());
    let error = std::thread::scope(|scope| {
        let work = scope.spawn(|| compiler.compile(&source));
        std::thread::sleep(std::time::Duration::from_millis(5));
        switch.cancel();
        work.join().expect("no panic").expect_err("cancelled")
    });
    assert!(error.is_interrupted(), "{error}");
    assert_eq!(error.diagnostics().len(), 1);
}

/// A service compiles many programs at once. The result of one must not depend on the others.
#[test]
fn a_thousand_threads_produce_the_same_output() {
    let texts = [
        format!("{HEAD}void main() {{ b[0] = b[1] * 3; }}\n"),
        format!("{HEAD}void main() {{ b[0] = undeclared; }}\n"),
        "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nMOV.U R0.x, program.local[1].x;\nEND\n".to_owned(),
        "!!NVcp5.0\nGROUP_SIZE 32;\nMOVE R0;\nEND\n".to_owned(),
    ];
    let compiler = Compiler::new(Options::new().with_validate(false).with_reflect(true));
    let made = |text: &String| match compiler.compile(&Source::new("x", text.as_str())) {
        Ok(compiled) => (compiled.artifact.to_bytes(), format!("{:?}", compiled.reflection)),
        Err(error) => (Vec::new(), error.to_string()),
    };
    let expected: Vec<_> = texts.iter().map(made).collect();
    std::thread::scope(|scope| {
        for number in 0..1000 {
            let (text, expected) = (&texts[number % texts.len()], &expected[number % texts.len()]);
            scope.spawn(move || assert_eq!(made(text), *expected));
        }
    });
}
