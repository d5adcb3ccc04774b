//! Tests which bindings resources get, and which resources collide.

use nvc::{BindingScheme, Code, Compiler, Options, Source};

const COUNTERS: &str = "#version 460\n\
    layout(local_size_x = 1) in;\n\
    layout(binding = 0, offset = 0) uniform atomic_uint count;\n\
    layout(binding = 0) buffer B { uint words[]; };\n\
    void main() { words[0] = atomicCounterIncrement(count); }\n";

const ASSEMBLY: &str = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 32;\n\
    CBUFFER c[] = { program.buffer[0] };\nSTORAGE a[] = { program.storage[0] };\nTEMP r;\n\
    LDC.U32 r.x, c[0];\nSTB.U32 r, a[0];\nEND\n";

/// Compiles a program. Returns the name, set and binding of each resource, or the codes of the errors.
fn places(
    name: &str,
    text: &str,
    scheme: Option<BindingScheme>,
) -> Result<Vec<(String, u32, u32)>, Vec<Code>> {
    let options = Options::new().with_reflect(true).with_validate(false).with_bindings(scheme);
    match Compiler::new(options).compile(&Source::new(name, text)) {
        Ok(compiled) => {
            let interface = compiled.reflection.expect("a reflection");
            Ok(interface.resources.iter().map(|r| (r.name.clone(), r.set, r.binding)).collect())
        }
        Err(error) => Err(error.diagnostics().iter().map(|finding| finding.code).collect()),
    }
}

fn glsl(text: &str, scheme: Option<BindingScheme>) -> Vec<(String, u32, u32)> {
    let mut found = places("x.comp", text, scheme).unwrap_or_else(|codes| panic!("{codes:?}"));
    found.sort();
    found
}

fn at(name: &str, set: u32, binding: u32) -> (String, u32, u32) {
    (name.to_owned(), set, binding)
}

/// Resources without a binding fill the gaps of their set in declaration order. An array occupies one
/// binding.
#[test]
fn glsl_is_bound_as_written_and_gaps_are_filled() {
    let text = "#version 460\n\
        layout(local_size_x = 1) in;\n\
        layout(binding = 1) uniform sampler2D a[3];\n\
        buffer B { float b; };\n\
        layout(set = 2) buffer C { float c; };\n\
        uniform D { float d; };\n\
        void main() { b = texture(a[0], vec2(0)).x + texture(a[2], vec2(0)).x + c + d; }\n";
    let expected = [at("B", 0, 0), at("C", 2, 0), at("D", 0, 2), at("a", 0, 1)];
    assert_eq!(glsl(text, None), expected);
    assert_eq!(glsl(text, Some(BindingScheme::Vulkan)), expected);
    let classes = [at("B", 1, 0), at("C", 2, 0), at("D", 0, 0), at("a", 2, 1)];
    assert_eq!(glsl(text, Some(BindingScheme::Classes)), classes);
}

#[test]
fn equal_opengl_bindings_of_different_classes_collide() {
    assert_eq!(places("x.comp", COUNTERS, None), Err(vec![Code::N0605]));
    assert_eq!(glsl(COUNTERS, Some(BindingScheme::Classes)), [at("B", 1, 0), at("counter0", 1, 32)]);
}

#[test]
fn assembly_has_a_set_per_class() {
    let expected = Ok(vec![at("c", 0, 0), at("a", 1, 0)]);
    assert_eq!(places("x.nvcp", ASSEMBLY, None), expected);
    assert_eq!(places("x.nvcp", ASSEMBLY, Some(BindingScheme::Vulkan)), Err(vec![Code::N0605]));
}
