//! Shaders with snapshot tests of their SPIR-V and reflection (`tests/snapshots.rs`). If a change of a
//! shader, an option or the compiler changes the output, the test shows the difference for review.

use nvc::{CompileError, Compiled, Compiler, Emit, LoadError, Loader, Options, Source};

/// A shader to test.
pub struct Shader {
    /// Name of the shader and of its snapshots.
    pub name: &'static str,
    /// Name of the source file.
    pub file: &'static str,
    /// Source text.
    pub text: &'static str,
}

/// All shaders of this crate.
pub const SHADERS: [Shader; 2] = [
    Shader { name: "saxpy", file: "saxpy.nvcp", text: include_str!("../shaders/saxpy.nvcp") },
    Shader {
        name: "segment_sums",
        file: "segment_sums.comp",
        text: include_str!("../shaders/segment_sums.comp"),
    },
];

/// The include files, by name. They are compiled in, so that nothing is read at run time.
const INCLUDED: [(&str, &str); 1] = [("segments.glsl", include_str!("../shaders/include/segments.glsl"))];

/// A loader that finds includes in [`INCLUDED`].
struct Embedded;

impl Loader for Embedded {
    fn load(&self, path: &str, _: bool, _: &str) -> Result<Source, LoadError> {
        let found = INCLUDED.iter().find(|(name, _)| *name == path);
        let missing = || LoadError::Other("this crate has no such file".to_owned());
        found.map(|(name, text)| Source::new(*name, *text)).ok_or_else(missing)
    }
}

/// Compiles a shader to an output format, with its reflection.
///
/// # Errors
/// If the shader does not compile. The error contains the diagnostics.
pub fn compile(shader: &Shader, emit: Emit) -> Result<Compiled, CompileError> {
    let options = Options::new().with_emit(emit).with_reflect(true).define("GROUP", "64");
    Compiler::new(options).with_loader(Embedded).compile(&Source::new(shader.file, shader.text))
}
