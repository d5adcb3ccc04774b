//! Compiles the shaders of the examples to the module file `shaders.rs`.

fn main() {
    nvc_build::Compiler::new()
        .dir("../shaders")
        .include("../shaders/include")
        .define("GROUP", "64")
        .emit_rust("shaders.rs")
        .run();
}
