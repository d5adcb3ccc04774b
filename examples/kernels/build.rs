//! Compiles the shaders to the Rust module `shaders.rs`.

fn main() {
    nvc_build::Compiler::new()
        .dir("shaders")
        .include("shaders/include")
        .define("GROUP", "64")
        .emit_rust("shaders.rs")
        .run();
}
