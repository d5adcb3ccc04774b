//! Queries which language extensions the front ends support.

use nvc_glsl::extensions::{Extension, State};

/// How much of an extension is supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Support {
    /// Everything that concerns compute programs is supported.
    Complete,
    /// Everything except the described part is supported.
    Partial(&'static str),
}

/// Extensions that define the assembly language. Of these, programs name only `NV_gpu_program5_mem_extended` in an
/// `OPTION`.
const ASSEMBLY: [&str; 4] =
    ["NV_compute_program5", "NV_gpu_program5", "NV_gpu_program4", "NV_gpu_program5_mem_extended"];

/// The prefix of extension names in OpenGL.
const PREFIX: &str = "GL_";

/// Returns the support level of an extension; `None` if it is not supported. The name is that in `#extension` for
/// GLSL, or that in `OPTION` for assembly, with or without the prefix `GL_`.
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

/// Returns the names of all supported extensions; those of GLSL come first.
pub fn names() -> impl Iterator<Item = &'static str> {
    let options = nvc_asm::options::option_names().filter(|name| !ASSEMBLY.contains(name));
    Extension::all().map(Extension::name).chain(ASSEMBLY).chain(options)
}

/// Returns the extension name that is closest to a misspelled one, if any is close.
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
