//! Which extensions the front ends know, for programs that ask before they compile.

use nvc_glsl::extensions::{Extension, State};

/// How much of an extension there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// All that concerns compute programs.
    Complete,
    /// All but this.
    Partial(&'static str),
}

/// Extensions that make up assembly itself: no `OPTION` names them.
const ASSEMBLY: [&str; 4] =
    ["NV_compute_program5", "NV_gpu_program5", "NV_gpu_program4", "NV_gpu_program5_mem_extended"];

/// What OpenGL's extension string puts in front of the names.
const PREFIX: &str = "GL_";

/// How much there is of an extension: of GLSL, by its name in `#extension`; of assembly, by its name in
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

/// Every name, GLSL's first.
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
    fn both_front_ends_answer() {
        for name in
            ["GL_NV_shader_thread_shuffle", "NV_gpu_program5", "GL_NV_gpu_program5", "NV_shader_thread_group"]
        {
            assert_eq!(find(name), Some(Support::Complete), "{name}");
        }
        assert_eq!(find("GL_EXT_ray_tracing"), None);
        assert_eq!(nearest("GL_NV_shader_thread_shufle"), Some("GL_NV_shader_thread_shuffle"));
        assert!(names().all(|name| find(name).is_some()));
    }
}
