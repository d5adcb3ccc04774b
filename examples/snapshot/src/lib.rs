//! Shaders whose SPIR-V and interface are kept in snapshots (`tests/snapshots.rs`): a change of a
//! shader, of an option or of the compiler shows what it changes, to be read and accepted.

use nvc::{Emit, Loader, MacroOption, Options, Source};

/// A shader with the name that its snapshots have.
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
    Shader { name: "saxpy", file: "saxpy.nvcp", text: include_str!("../../shaders/saxpy.nvcp") },
    Shader {
        name: "segment_sums",
        file: "segment_sums.comp",
        text: include_str!("../../shaders/segment_sums.comp"),
    },
];

/// What the shaders include, by name: nothing is read at run time.
const INCLUDED: [(&str, &str); 1] = [("segments.glsl", include_str!("../../shaders/include/segments.glsl"))];

/// Finds what is compiled in.
struct Compiled;

impl Loader for Compiled {
    fn load(&self, path: &str, _: bool, _: &str) -> Result<Source, String> {
        let found = INCLUDED.iter().find(|(name, _)| *name == path);
        found.map(|(name, text)| Source::new(*name, *text)).ok_or("this crate has no such file".to_owned())
    }
}

/// A shader compiled to a form, with its interface.
pub fn compile(shader: &Shader, emit: Emit) -> nvc::Output {
    let mut options = Options::new().emit(emit).reflect(true);
    options.glsl.macros.push(MacroOption::Define("GROUP".into(), "64".into()));
    nvc::compile_with(&Source::new(shader.file, shader.text), &options, &Compiled)
}
