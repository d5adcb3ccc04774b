//! Tests the answers at marked positions of small programs: `$0` is the cursor.

use nvc_lsp::answers::{completion, hover, navigation, symbols};
use nvc_lsp::{Analysis, OpenFiles, TokenKind};

/// Analyses a program. Returns the analysis and the offset of `$0`.
fn marked(name: &str, text: &str) -> (Analysis, usize) {
    let offset = text.find("$0").expect("a mark");
    let source = nvc::Source::new(name, text.replacen("$0", "", 1));
    (Analysis::new(&source, &nvc::Options::new(), &OpenFiles::default()), offset)
}

fn assembly(body: &str) -> (Analysis, usize) {
    let head = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 32;\nSTORAGE words[] = { program.storage[0] };\n\
        TEMP R0, R1;\nLONG TEMP D0;\n";
    marked("/x.nvcp", &format!("{head}{body}"))
}

fn glsl(body: &str) -> (Analysis, usize) {
    let head = "#version 460\n#extension GL_NV_shader_thread_shuffle : require\nlayout(local_size_x = 32) in;\n\
        struct Item { float weight; uvec2 at; };\nlayout(std430, binding = 0) buffer Block { uint count; Item items[]; } data;\n\
        layout(std430, binding = 1) buffer Plain { uint total; };\n#define TWICE(x) ((x) * 2)\nconst uint LIMIT = 7;\n\
        uint next(uint at) { return at + 1; }\n";
    marked("/x.comp", &format!("{head}{body}"))
}

/// Analyses a statement in the `main` of a GLSL program.
fn statement(text: &str) -> (Analysis, usize) {
    glsl(&format!("void main() {{ {text} }}\n"))
}

fn hovered((analysis, offset): (Analysis, usize)) -> String {
    hover::hover(&analysis, offset).map(|hover| hover.markdown).unwrap_or_default()
}

/// Returns the text at the definition of the marked name, up to the end of the line.
fn target((analysis, offset): (Analysis, usize)) -> String {
    let span = navigation::definition(&analysis, offset).expect("a definition");
    let text = &analysis.sources.source(span.file).text;
    text[span.start as usize..].lines().next().unwrap_or_default().to_owned()
}

fn proposed((analysis, offset): (Analysis, usize)) -> Vec<String> {
    completion::completion(&analysis, offset).into_iter().map(|proposal| proposal.label).collect()
}

#[test]
fn hover_describes_instructions_and_names() {
    let text = hovered(assembly("AD$0D.U R0.x, R1, R0;\nEND\n"));
    assert!(text.starts_with("```nvcp5\nADD result, a, b;\n```\n\nr = a + b; integers wrap.\n"), "{text}");
    assert!(text.contains("Types: F, F16, F32, F64, S, S32, S64, U, U32, U64; without one F."), "{text}");
    assert!(text.ends_with("Specification: NV_gpu_program4, section 2.X.8 ADD."), "{text}");
    assert_eq!(hovered(assembly("ADD.U R$00.x, R1, R0;\nEND\n")), "```nvcp5\nTEMP R0, R1\n```");
    assert_eq!(
        hovered(assembly("ADD.U.C$0C R0.x, R1, R0;\nEND\n")),
        "`CC`: updates condition code register 0"
    );
    assert_eq!(
        hovered(assembly("MOV.U R0.x, invocation.local$0id.x;\nEND\n")),
        "`localid`: xyz: the position in the work group"
    );
    assert_eq!(
        hovered(assembly("IF N$0E.x;\nENDIF;\nEND\n")),
        "`NE`: SF or not ZF: not equal to zero, or a NaN"
    );
    let option =
        hovered(marked("/x.nvcp", "!!NVcp5.0\nOPTION NV_shader_st$0orage_buffer;\nGROUP_SIZE 1;\nEND\n"));
    assert!(option.starts_with("`NV_shader_storage_buffer`: `STORAGE` variables"), "{option}");
    // Hover also works after and inside a statement with a syntax error.
    let text = hovered(assembly("ADD R0;;\nSH$0FXOR.U R0, R1;\nEND\n"));
    assert!(text.contains("Requires `OPTION NV_shader_thread_shuffle;`."), "{text}");
    assert_eq!(hovered(assembly("ADD.U R0.x, R1, R0; # AD$0D\nEND\n")), "");
}

#[test]
fn hover_describes_builtins_and_names_of_glsl() {
    let text = hovered(statement("data.count = shuffle$0XorNV(1u, 1u, 32u);"));
    assert!(
        text.starts_with("```glsl\ngenType shuffleXorNV(genType, uint, uint, [out bool])\n```"),
        "{text}"
    );
    assert!(
        text.contains("Components: ") && text.ends_with("Specification: GL_NV_shader_thread_shuffle."),
        "{text}"
    );
    let text = hovered(statement("data.items[0].weight = si$0n(1.0);"));
    assert!(
        text.contains("genType sin(genType)") && text.ends_with("Specification: GLSL 4.60, section 8.1."),
        "{text}"
    );
    let text = hovered(statement("data.count = gl_Local$0InvocationIndex;"));
    assert!(text.contains("in uint gl_LocalInvocationIndex"), "{text}");
    assert_eq!(hovered(statement("data.count = LI$0MIT;")), "```glsl\nconst uint LIMIT = 7\n```");
    assert_eq!(hovered(statement("data.count = ne$0xt(1);")), "```glsl\nuint next(uint)\n```");
    assert_eq!(hovered(statement("data.items[0].we$0ight = 1.0;")), "```glsl\nfloat weight\n```");
    assert_eq!(hovered(statement("data.count = TW$0ICE(2);")), "```glsl\n#define TWICE(x) ((x) * 2)\n```");
    let extension =
        hovered(marked("/x.comp", "#version 460\n#extension GL_NV_shader_thread_$0shuffle : enable\n"));
    assert_eq!(extension, "`GL_NV_shader_thread_shuffle`: fully implemented for compute shaders.");
}

#[test]
fn definitions_and_references() {
    assert_eq!(target(assembly("ADD.U R0.x, R1, R$01;\nEND\n")), "R1;");
    assert_eq!(target(assembly("CAL ne$0xt;\nRET;\nnext:\nRET;\nEND\n")), "next:");
    assert_eq!(target(assembly("LDB.U32 R0, wor$0ds[R1.x];\nEND\n")), "words[] = { program.storage[0] };");
    assert_eq!(target(statement("data.count = ne$0xt(1);")), "next(uint at) { return at + 1; }");
    assert_eq!(target(statement("It$0em item; item.weight = 1.0;")), "Item { float weight; uvec2 at; };");
    assert_eq!(target(statement("uint a = 1; { uint a = 2; total = a$0; }")), "a = 2; total = a; } }");
    assert_eq!(
        target(statement("uint a = 1; { uint a = 2; } total = a$0;")),
        "a = 1; { uint a = 2; } total = a; }"
    );
    assert_eq!(target(statement("to$0tal = TWICE(LIMIT);")), "total; };");
    assert_eq!(target(statement("total = TWICE(LIM$0IT);")), "LIMIT = 7;");
    // A call leads to the definition of the function, not to its prototype.
    assert_eq!(
        target(glsl("uint f(int x);\nvoid main() { total = f$0(1); }\nuint f(int x) { return 1; }\n")),
        "f(int x) { return 1; }"
    );
    let (analysis, offset) = assembly("ADD.U R0.x, R1, R1$0;\nMOV R1, R0;\nEND\n");
    assert_eq!(navigation::references(&analysis, offset, false).len(), 3);
    assert_eq!(navigation::references(&analysis, offset, true).len(), 4);
    let (analysis, offset) = statement("total = next(next($0LIMIT));");
    assert_eq!(navigation::references(&analysis, offset, false).len(), 1);
}

#[test]
fn includes_lead_to_files() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("lib")).expect("made");
    let twice = folder.path().join("lib/twice.glsl");
    std::fs::write(&twice, "uint twice(uint x) { return x * 2; }\n").expect("written");
    let text = "#version 460\n#include \"twice.glsl\"\nlayout(local_size_x = 1) in;\n\
        layout(binding = 0) buffer B { uint b; };\nvoid main() { b = twice(2); }\n";
    let name = folder.path().join("main.comp").display().to_string();
    let source = nvc::Source::new(name, text);
    let open = OpenFiles::new([folder.path().join("lib")]);
    let analysis = Analysis::new(&source, &nvc::Options::new(), &open);
    for needle in ["twice.glsl", "twice(2)"] {
        let span =
            navigation::definition(&analysis, text.find(needle).expect("there")).expect("a definition");
        assert_eq!(&*analysis.sources.source(span.file).name, &*twice.to_string_lossy(), "{needle}");
    }
    // An open document takes precedence over the file on disk.
    let mut open = open.clone();
    open.open(twice, "uint other(uint x) { return x; }\n".into());
    let analysis = Analysis::new(&source, &nvc::Options::new(), &open);
    assert!(navigation::definition(&analysis, text.find("twice(2)").expect("there")).is_none());
}

#[test]
fn completion_follows_the_context() {
    let has =
        |list: &[String], names: &[&str]| names.iter().all(|name| list.iter().any(|label| label == name));
    let list = proposed(assembly("S$0"));
    assert!(has(&list, &["SHFXOR", "STB", "TEMP", "END", "OPTION"]), "{list:?}");
    let list = proposed(assembly("SHL.$0 R0, R1, R0;\nEND\n"));
    assert!(has(&list, &["U", "S64", "CC"]) && !has(&list, &["F32"]) && !has(&list, &["R0"]), "{list:?}");
    let list = proposed(assembly("ADD.U R0, $0;\nEND\n"));
    assert!(has(&list, &["R0", "R1", "D0", "words", "invocation"]) && !has(&list, &["ADD"]), "{list:?}");
    assert_eq!(proposed(assembly("next:\nRET;\nCAL $0\nEND\n")), ["next"]);
    let list = proposed(marked("/x.nvcp", "!!NVcp5.0\nOPTION $0"));
    assert!(has(&list, &["NV_bindless_texture"]) && list.len() == 26, "{list:?}");
    let list = proposed(assembly("TEX R0, R0, texture[0], $0;\nEND\n"));
    assert!(has(&list, &["2D", "SHADOWCUBE", "handle"]), "{list:?}");

    let list = proposed(statement("uint local = 1; shu$0"));
    assert!(
        has(&list, &["shuffleXorNV", "data", "next", "LIMIT", "TWICE", "total", "uvec4", "while"]),
        "{list:?}"
    );
    assert!(!has(&list, &["weight"]), "members need a dot");
    assert!(!has(&list, &["at"]), "a parameter of another function is not visible");
    assert_eq!(proposed(statement("data.$0")), ["count", "items"]);
    assert_eq!(proposed(statement("data.items[next(1)].$0")), ["weight", "at"]);
    assert_eq!(proposed(statement("uvec3 v = uvec3(1); v.$0")), ["x", "y", "z"]);
    let list = proposed(marked("/x.comp", "#version 460\n#extension GL_NV$0\n"));
    assert!(
        has(&list, &["GL_NV_shader_thread_shuffle"]) && list.iter().all(|name| name.starts_with("GL_")),
        "{list:?}"
    );
    assert_eq!(proposed(marked("/x.comp", "#version 460\n#extension GL_NV_gpu_shader5 : $0")).len(), 4);
    assert!(has(&proposed(marked("/x.comp", "#ex$0")), &["extension", "include"]));
}

#[test]
fn symbols_are_the_outline() {
    let (analysis, _) = assembly("main:\nCAL next;\nRET;\nnext:\nRET;\nEND\n$0");
    let list = symbols::symbols(&analysis);
    let names: Vec<&str> = list.iter().map(|symbol| &*symbol.name).collect();
    assert_eq!(names, ["words", "R0", "R1", "D0", "main", "next"]);
    let main = &list[4];
    assert!(analysis.text()[main.extent.range()].starts_with("main:\nCAL next;\nRET;"));
    let (analysis, _) = glsl("void main() { uint local; }\n$0");
    let list = symbols::symbols(&analysis);
    let names: Vec<&str> = list.iter().map(|symbol| &*symbol.name).collect();
    assert_eq!(names, ["Item", "Block", "data", "Plain", "TWICE", "LIMIT", "next", "main"]);
    let members: Vec<&str> = list[0].children.iter().map(|symbol| &*symbol.name).collect();
    assert_eq!(members, ["weight", "at"]);
    for symbol in &list {
        assert!(
            symbol.extent.start <= symbol.span.start && symbol.span.end <= symbol.extent.end,
            "{symbol:?}"
        );
    }
}

#[test]
fn hints_have_the_types_that_are_not_written() {
    let (analysis, _) = assembly(
        "MOV R0, R1;\nADD.U R0, R1, R0;\nSHL R0.x, R1, R0.x;\nUP2H R0, R1.x;\nLOAD.F32 R0, D0.x;\n$0END\n",
    );
    let shown: Vec<String> = analysis
        .hints
        .iter()
        .map(|hint| {
            let before = &analysis.text()[..hint.at as usize];
            format!("{}{}", before.rsplit('\n').next().unwrap_or_default(), hint.label)
        })
        .collect();
    assert_eq!(shown, ["MOV.F32", "SHL.S32", "UP2H.F32", "LOAD.F32 R0, D0.x: U64"]);
}

#[test]
fn tokens_have_kinds() {
    let kinds = |analysis: &Analysis| -> Vec<(String, TokenKind)> {
        let all = analysis.tokens.iter();
        all.map(|token| (analysis.text()[token.span.range()].to_owned(), token.kind)).collect()
    };
    let (analysis, _) = assembly("ADD.U R0.x, R1, invocation.localid.x;\nBRK (NE.x);\nEND$0\n");
    let list = kinds(&analysis);
    for (word, kind) in [
        ("ADD", TokenKind::Keyword),
        ("U", TokenKind::Modifier),
        ("localid", TokenKind::Predefined),
        ("NE", TokenKind::Constant),
        ("NV_shader_storage_buffer", TokenKind::Constant),
        ("R1", TokenKind::Name(nvc_diag::index::NameKind::Variable)),
        ("words", TokenKind::Name(nvc_diag::index::NameKind::Resource)),
        ("LONG", TokenKind::Modifier),
        ("END", TokenKind::Keyword),
    ] {
        assert!(list.contains(&(word.to_owned(), kind)), "{word}: {list:?}");
    }
    let (analysis, _) = glsl("void main() { total = TWICE(next(1u)) + gl_LocalInvocationIndex; }$0\n");
    let list = kinds(&analysis);
    for (word, kind) in [
        ("void", TokenKind::Type),
        ("total", TokenKind::Name(nvc_diag::index::NameKind::Member)),
        ("TWICE", TokenKind::Name(nvc_diag::index::NameKind::Macro)),
        ("next", TokenKind::Name(nvc_diag::index::NameKind::Function)),
        ("gl_LocalInvocationIndex", TokenKind::Predefined),
        ("struct", TokenKind::Keyword),
        ("460", TokenKind::Number),
    ] {
        // Directives are not in the token list, so the number in `#version` is not either.
        assert_eq!(list.contains(&(word.to_owned(), kind)), word != "460", "{word}: {list:?}");
    }
}
