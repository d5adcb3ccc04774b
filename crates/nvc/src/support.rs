//! Queries which extensions the front ends support.

use nvc_glsl::extensions::{Extension, State};

/// How much of an extension is supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Support {
    /// Everything that concerns compute programs.
    Complete,
    /// Everything except this.
    Partial(&'static str),
}

/// Extensions that define the assembly language; programs do not name them in an `OPTION`.
const ASSEMBLY: [&str; 4] =
    ["NV_compute_program5", "NV_gpu_program5", "NV_gpu_program4", "NV_gpu_program5_mem_extended"];

/// The prefix of extension names in OpenGL.
const PREFIX: &str = "GL_";

/// The support for a GLSL extension, by its name in `#extension`, or an assembly extension, by its name in
/// `OPTION`, with or without `GL_`.
pub fn find(name: &str) -> Option<Support> {
    if let Some(row) = Extension::find(name).and_then(Extension::row) {
        return Some(match row.state {
            State::Complete | State::NameOnly(_) => Support::Complete,
            State::Partial(missing) => Support::Partial(missing),
        });
    }
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    let known = ASSEMBLY.contains(&name) || nvc_asm::options::option(name).is_some();
    known.then_some(Support::Complete)
}

/// The names of all supported extensions, GLSL's first.
pub fn names() -> impl Iterator<Item = &'static str> {
    let options = nvc_asm::options::option_names().filter(|name| !ASSEMBLY.contains(name));
    Extension::all().map(Extension::name).chain(ASSEMBLY).chain(options)
}

/// The extension name closest to a misspelt one, if one is close.
pub fn nearest(name: &str) -> Option<&'static str> {
    nvc_diag::suggest::nearest(name, names())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_of_both_languages_are_found() {
        for name in
            ["GL_NV_shader_thread_shuffle", "NV_gpu_program5", "GL_NV_gpu_program5", "NV_shader_thread_group"]
        {
            assert_eq!(find(name), Some(Support::Complete), "{name}");
        }
        assert_eq!(find("GL_QCOM_tile_shading"), None);
        assert_eq!(nearest("GL_NV_shader_thread_shufle"), Some("GL_NV_shader_thread_shuffle"));
        assert!(names().all(|name| find(name).is_some()));
    }
}
