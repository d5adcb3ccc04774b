//! Tests the options for GLSL: includes, macros, preprocessing only (`-E`), and `--flavour`.

use super::Folder;

const PROGRAM: &[u8] = b"#version 460
#extension GL_GOOGLE_include_directive : require
#include \"size.glsl\"
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) buffer B { uint words[]; };
void main() { words[gl_LocalInvocationIndex] = VALUE; }
";

#[test]
fn includes_and_macros() {
    let folder = Folder::with(&[
        ("x.comp", PROGRAM),
        ("size.glsl", b"#define SIZE 32\n"),
        ("inc/other.glsl", b"const uint other = 3u;\n"),
        ("y.comp", b"#version 460\n#include <other.glsl>\nlayout(local_size_x = other) in; void main() {}\n"),
    ]);
    folder.nvc("check -DVALUE=7u x.comp").ends_with(0).quietly();
    folder.nvc("check -D VALUE -U VALUE x.comp").ends_with(1).says("VALUE");
    folder.nvc("check y.comp").ends_with(1).says("N1106");
    folder.nvc("check -I inc y.comp").ends_with(0).quietly();
    folder.nvc("check -I inc -Wpedantic y.comp").ends_with(0).says("W1103");
    let text = folder.nvc("compile -E -DVALUE=SIZE+1u x.comp").ends_with(0).stdout;
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(text.contains("= 32 + 1u"), "{text}");
    folder.nvc("compile -DVALUE=7u x.comp").ends_with(0).quietly();
    assert!(folder.files().contains(&"x.spv".to_owned()));
}

#[test]
fn vulkan_glsl_rejects_uniforms_outside_blocks() {
    let folder = Folder::with(&[("x.comp", b"#version 460\nlayout(local_size_x = 1) in; uniform float f; layout(binding = 0) buffer B { float g; }; void main() { g = f; }\n")]);
    folder.nvc("check x.comp").ends_with(0).quietly();
    folder.nvc("check --flavour vulkan x.comp").ends_with(1);
}
