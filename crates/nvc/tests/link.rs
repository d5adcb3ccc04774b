//! Tests the linking of several compilation units: what they share, and which declarations must agree.

use nvc::{Compiler, Emit, Options, Source, render};

fn compiler() -> Compiler {
    Compiler::new(Options::new().with_emit(Emit::Ir).with_validate(false))
}

/// Returns the IR of linked units, which are named `0.comp`, `1.comp` and so on.
fn linked(units: &[&str]) -> Result<String, String> {
    let source = |(number, text): (usize, &&str)| Source::new(format!("{number}.comp"), *text);
    let sources: Vec<Source> = units.iter().enumerate().map(source).collect();
    let made = compiler().link(&sources[0], &sources[1..]);
    made.map(|compiled| without_locations(&compiled.artifact.to_bytes()))
        .map_err(|error| error.messages(render::Style::default()))
}

/// Removes the source locations from the text of a module.
fn without_locations(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let line = |line: &str| {
        line.split(' ').filter(|word| !word.starts_with('!')).collect::<Vec<_>>().join(" ") + "\n"
    };
    text.lines().map(line).collect()
}

const DECLARATIONS: &str = "\
struct Pair { uint a; float b; };
layout(std430, binding = 0) buffer Data { uint values[]; } data;
shared uint total[32];
uint seed = 7u;
";
const USES: &str = "\
void main() {
    uint y = gl_LocalInvocationIndex;
    Pair pair = make(mix2(y, y));
    data.values[y] = pair.a + uint(pair.b) + total[y & 31u] + seed;
}
";
const DEFINITIONS: &str = "\
uint mix2(uint x, inout uint y) {
    y += seed;
    seed ^= y;
    total[x] = y;
    return data.values[x] * 3u;
}
Pair make(uint x) { return Pair(x, float(seed)); }
";
const PROTOTYPES: &str = "uint mix2(uint x, inout uint y);\nPair make(uint);\n";
const SIZE: &str = "layout(local_size_x = 32) in;\n";

#[test]
fn linked_units_give_the_same_module_as_one_source() {
    let single = linked(&[&format!("#version 460\n{SIZE}{DECLARATIONS}{DEFINITIONS}{USES}")]);
    let main = format!("#version 460\n{SIZE}{DECLARATIONS}{PROTOTYPES}{USES}");
    // The library has another version, another instance name and no initializer.
    let library = format!("#version 430\n{DECLARATIONS}{DEFINITIONS}")
        .replace("} data", "} words")
        .replace("data.", "words.")
        .replace("seed = 7u", "seed");
    assert_eq!(linked(&[&main, &library]), single);
    assert!(single.is_ok(), "{single:?}");
    // The work-group size may be declared in any unit, or in several.
    let sized = library.replace("#version 430\n", "#version 430\nlayout(local_size_x = 32) in;\n");
    assert_eq!(linked(&[&main.replace(SIZE, ""), &sized]), single);
    assert_eq!(linked(&[&main, &sized]), single);
    // The units may be given in any order.
    assert!(linked(&[&library, &main]).is_ok());
}

#[test]
fn one_unit_is_compiled_like_a_single_source() {
    let text = format!("#version 460\n{SIZE}void main() {{}}\n");
    let source = Source::new("0.comp", text.clone());
    let alone = compiler().compile(&source).expect("it compiles").artifact.to_bytes();
    assert_eq!(linked(&[&text]), Ok(without_locations(&alone)));
}

#[test]
fn initializers_and_resources_are_merged() {
    let main = format!(
        "#version 460\n{SIZE}uint n = gl_WorkGroupSize.x;\nuint m;\nlayout(binding = 3) uniform sampler2D t;\n\
         layout(rgba8, binding = 2) writeonly uniform image2D i;\nvoid f();\nvoid g();\n\
         void main() {{ imageStore(i, ivec2(n, m), textureLod(t, vec2(0), 0.0)); f(); g(); }}\n"
    );
    let f = "#version 460\nuint n;\nuint m = uint(gl_NumWorkGroups.x);\nuniform sampler2D t;\n\
             layout(rgba8) writeonly uniform image2D i;\n\
             void f() { imageStore(i, ivec2(m), textureLod(t, vec2(n), 0.0)); }\n";
    let g = "#version 460\nuint m;\nvoid f();\nvoid g() { f(); m++; }\n";
    let module = linked(&[&main, f, g]).expect("a program");
    assert_eq!(module.matches("= units image(2)").count(), 1, "{module}");
    assert_eq!(module.matches("variable uniform_constant").count(), 2, "{module}");
}

#[test]
fn errors_between_units_are_reported_once() {
    let empty = "void main() {}\n";
    for (first, second, expected, other) in [
        (empty, empty, "error[N0202]: `main` is defined in two compilation units", "the other definition"),
        ("void f();", "void g() {}", "error[N1308]: the program has no `main` function", ""),
        (
            "uint f(int x); void main() { f(1); }",
            "void f(int x) {}",
            "error[N1308]: `f` has different result types in two compilation units",
            "returns `uint`",
        ),
        (
            "void f(inout int x); void main() { int y = 1; f(y); }",
            "void f(int x) {}",
            "error[N1308]: `f` has different parameter qualifiers in two compilation units",
            "the other declaration",
        ),
        (
            "void f(int x); void main() { f(1); }",
            "void f(uint x) {}",
            "error[N1308]: `f` is called but not defined",
            "declared here",
        ),
        (
            "struct S { int a; }; void f(S s); void main() { f(S(1)); }",
            "struct S { uint a; }; void f(S s) {}",
            "error[N1308]: `f` is called but not defined",
            "declared here",
        ),
        (
            "shared int a[4]; void main() { a[0] = 1; }",
            "shared int a[5];",
            "error[N0304]: `a` has different types in two compilation units",
            "of type `int[4]`",
        ),
        (
            "struct S { int a; }; S s; void main() { s.a = 1; }",
            "struct S { float a; }; S s;",
            "error[N0304]: `s` has different types in two compilation units",
            "the other declaration",
        ),
        (
            "shared int a; void main() { a = 1; }",
            "int a;",
            "error[N1401]: `a` has different storage qualifiers in two compilation units",
            "the other declaration",
        ),
        (
            "layout(binding = 1) buffer B { int a[]; } b; void main() { b.a[0] = 1; }",
            "layout(binding = 2) buffer B { int a[]; } c;",
            "error[N1402]: `c` has different bindings in two compilation units",
            "the other declaration",
        ),
        (
            "layout(binding = 1) buffer B { int a[]; } b; void main() { b.a[0] = 1; }",
            "layout(binding = 1) buffer B { uint a[]; } b;",
            "error[N0304]: `b` has different types in two compilation units",
            "the other declaration",
        ),
        (
            "int a = 1; void main() { a++; }",
            "int a = 2;",
            "error[N0202]: `a` has different initializers in two compilation units",
            "the other declaration",
        ),
        (
            "uint a = gl_NumWorkGroups.x; void main() { a++; }",
            "uint a = gl_NumWorkGroups.x;",
            "error[N0202]: `a` has different initializers in two compilation units",
            "the other declaration",
        ),
        (
            "layout(location = 3) uniform int a; void main() { int b = a; }",
            "layout(location = 3) uniform int c;",
            "error[N1402]: two variables overlap",
            "location 3",
        ),
        (
            "layout(location = 3) uniform vec2 a[4]; void main() { vec2 b = a[1]; }",
            "layout(location = 5) uniform struct { int b; float c; } d;",
            "error[N1402]: two variables overlap",
            "locations 3 to 6",
        ),
        (
            "void f(); void g() { f(); } void main() { g(); }",
            "void g(); void f() { g(); }",
            "error[N1309]: `g` is recursive",
            "declared here",
        ),
    ] {
        let first = format!("#version 460\nlayout(local_size_x = 1) in;\n{first}\n");
        let report = linked(&[&first, &format!("#version 460\n{second}\n")]).expect_err(second);
        assert!(report.contains(expected) && report.contains(other), "{expected}:\n{report}");
        assert_eq!(report.matches("error[").count(), 1, "{expected}:\n{report}");
        if other.starts_with("the other") || other.starts_with("of type") {
            assert!(report.contains("0.comp:3:") && report.contains("1.comp:2:"), "{report}");
        }
    }
}

#[test]
fn references_that_refer_to_each_other_are_one_type() {
    const HEAD: &str = "#version 460\n#extension GL_EXT_buffer_reference : require\n";
    const TYPES: &str = "\
layout(buffer_reference) buffer Node;
layout(buffer_reference) buffer Edge { Node from, to; };
struct Walk { Node at[2]; uint steps; };
layout(buffer_reference) buffer Node { Node next; Edge edges[3]; Walk walk; int v; };
layout(push_constant) uniform Start { Walk walk; } start;
";
    const STEP: &str = "Walk follow(Walk walk, Node by) {
    walk.at[0] = by.edges[walk.steps].to.next;
    walk.steps += start.walk.steps;
    return walk;
}
";
    const MAIN: &str = "void main() {
    Walk walk = follow(start.walk, start.walk.at[1]);
    walk.at[0].v = 3;
    start.walk.at[0].walk = walk;
}
";
    let single = linked(&[&format!("{HEAD}{SIZE}{TYPES}{STEP}{MAIN}")]).expect("one text");
    let main = format!("{HEAD}{SIZE}{TYPES}Walk follow(Walk walk, Node by);\n{MAIN}");
    assert_eq!(linked(&[&main, &format!("{HEAD}{TYPES}{STEP}")]).as_ref(), Ok(&single));
    // Also in reverse order, and with a third unit that defines a different type with one of the names.
    let third = "layout(buffer_reference) buffer Node;
layout(buffer_reference) buffer Node { Node next; float other; };
float unused(Node node) { return node.next.other; }
";
    let library = format!("{HEAD}{TYPES}{STEP}");
    linked(&[&library, &format!("{HEAD}{third}"), &main]).expect("three units");
    // Types that differ at any depth are different types.
    let differs = format!("{HEAD}{TYPES}{STEP}").replace("Node next; Edge", "Node previous; Edge");
    let report = linked(&[&main, &differs.replace("next", "previous")]).expect_err("another member");
    assert!(report.contains("`start` has different types in two compilation units"), "{report}");
}

#[test]
fn names_extensions_and_sizes_of_a_unit() {
    let report = |first: &str, second: &str| linked(&[first, second]).expect_err(second);
    let size = "layout(local_size_x = 8) in;";
    // Without a prototype, a function of another unit is not visible.
    let found =
        report(&format!("#version 460\n{size}\nvoid main() {{ f(); }}\n"), "#version 460\nvoid f() {}\n");
    assert!(found.contains("`f`") && found.contains("0.comp:3:15"), "{found}");
    // An extension enabled in one unit is not enabled in another.
    let first =
        format!("#version 460\n#extension GL_ARB_gpu_shader_int64 : require\n{size}\nvoid main() {{}}\n");
    let found = report(&first, "#version 460\nint64_t f() { return 1L; }\n");
    assert!(found.contains("1.comp:2:1"), "{found}");
    let first = format!("#version 460\n{size}\nvoid main() {{}}\n");
    let found = report(&first, "#version 460\nlayout(local_size_x = 16) in;\n");
    assert!(
        found.contains("error[N1403]") && found.contains("0.comp:2:") && found.contains("1.comp:2:"),
        "{found}"
    );
    let found = report(&first, "!!NVcp5.0\nGROUP_SIZE 8;\nEND\n");
    assert!(found.contains("error[N0701]: assembly cannot be linked") && found.contains("1.comp:1:1"));
    // Syntax errors in all units are reported.
    let found = report("#version 460\nvoid main( {}\n", "#version 460\nint f(;\n");
    assert!(found.contains("0.comp:2:") && found.contains("1.comp:2:"), "{found}");
}
