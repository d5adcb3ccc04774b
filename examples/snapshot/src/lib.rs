//! Shaders with snapshot tests of their SPIR-V and reflection (`tests/snapshots.rs`): if a change of a
//! shader, an option or the compiler changes them, the test shows the difference, to be reviewed and
//! accepted.

use nvc::{CompileError, Compiled, Compiler, Emit, LoadError, Loader, Options, Source};

/// A shader with the name of its snapshots.
pub struct Shader {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The shaders of this crate.
pub const SHADERS: [Shader; 2] = [
    Shader { name: "saxpy", file: "saxpy.nvcp", text: include_str!("../shaders/saxpy.nvcp") },
    Shader {
        name: "segment_sums",
        file: "segment_sums.comp",
        text: include_str!("../shaders/segment_sums.comp"),
    },
];

/// The included files, by name; they are compiled in, so nothing is read at run time.
const INCLUDED: [(&str, &str); 1] = [("segments.glsl", include_str!("../shaders/include/segments.glsl"))];

/// Loads includes from [`INCLUDED`].
struct Embedded;

impl Loader for Embedded {
    fn load(&self, path: &str, _: bool, _: &str) -> Result<Source, LoadError> {
        let found = INCLUDED.iter().find(|(name, _)| *name == path);
        let missing = || LoadError::Other("this crate has no such file".to_owned());
        found.map(|(name, text)| Source::new(*name, *text)).ok_or_else(missing)
    }
}

/// Compiles a shader to an output form, with its reflection.
///
/// # Errors
/// The diagnostics of a shader that does not compile.
pub fn compile(shader: &Shader, emit: Emit) -> Result<Compiled, CompileError> {
    let options = Options::new().with_emit(emit).with_reflect(true).define("GROUP", "64");
    Compiler::new(options).with_loader(Embedded).compile(&Source::new(shader.file, shader.text))
}
