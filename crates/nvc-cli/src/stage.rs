//! Shader stages: their names in options, and their file name extensions.

use std::ffi::OsStr;
use std::path::Path;

/// A shader stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// Names in options; the first is the long one.
    names: &'static [&'static str],
    /// File name extension.
    extension: &'static str,
}

const fn stage(names: &'static [&'static str], extension: &'static str) -> Stage {
    Stage { names, extension }
}

/// The only stage that nvc compiles.
const COMPUTE: Stage = stage(&["compute", "comp"], "comp");

const STAGES: &[Stage] = &[
    COMPUTE,
    stage(&["vertex", "vert"], "vert"),
    stage(&["fragment", "frag"], "frag"),
    stage(&["tesscontrol", "tesc"], "tesc"),
    stage(&["tesseval", "tese"], "tese"),
    stage(&["geometry", "geom"], "geom"),
    stage(&["raygen", "rgen"], "rgen"),
    stage(&["anyhit", "rahit"], "rahit"),
    stage(&["closest", "rchit"], "rchit"),
    stage(&["miss", "rmiss"], "rmiss"),
    stage(&["intersect", "rint"], "rint"),
    stage(&["callable", "rcall"], "rcall"),
    stage(&["task"], "task"),
    stage(&["mesh"], "mesh"),
];

/// Extensions of shader files that do not determine the stage; an option or the source must name it.
const OTHER_EXTENSIONS: [&str; 2] = ["glsl", "hlsl"];

impl Stage {
    /// Returns the stage with this name.
    pub fn named(name: &str) -> Option<Stage> {
        STAGES.iter().find(|stage| stage.names.contains(&name)).copied()
    }

    /// Returns the stage of a file, by its extension.
    pub fn of_file(path: &Path) -> Option<Stage> {
        let extension = path.extension().and_then(OsStr::to_str)?;
        STAGES.iter().find(|stage| stage.extension == extension).copied()
    }

    /// Returns the stage named in `#pragma shader_stage(NAME)` in the source.
    pub fn of_source(source: &[u8]) -> Option<Stage> {
        source.split(|&byte| byte == b'\n').find_map(|line| {
            let rest = str::from_utf8(line).ok()?.trim_start().strip_prefix('#')?.trim_start();
            let rest = rest.strip_prefix("pragma")?.trim_start().strip_prefix("shader_stage")?;
            let (name, _) = rest.trim_start().strip_prefix('(')?.split_once(')')?;
            Stage::named(name.trim())
        })
    }

    /// Returns whether this is the compute stage, the only one that nvc compiles.
    pub fn is_compute(self) -> bool {
        self == COMPUTE
    }

    /// Returns the long name.
    pub fn name(self) -> &'static str {
        self.names.first().copied().unwrap_or(self.extension)
    }
}

/// Returns whether a file has an extension of GLSL or HLSL shaders.
pub(crate) fn has_shader_extension(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    Stage::of_file(path).is_some() || extension.is_some_and(|extension| OTHER_EXTENSIONS.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions() {
        let of_file = |path: &str| Stage::of_file(Path::new(path)).map(Stage::name);
        assert_eq!(of_file("a.b/x.comp"), Some("compute"));
        assert_eq!(of_file("x.rchit"), Some("closest"));
        assert_eq!(of_file("x.glsl"), None);
        assert_eq!(of_file("comp"), None);
        assert_eq!(Stage::named("tese").map(Stage::name), Some("tesseval"));
        assert_eq!(Stage::named(""), None);
        assert!(has_shader_extension(Path::new("x.glsl")) && !has_shader_extension(Path::new("x.nvcp")));
    }

    #[test]
    fn pragmas() {
        let of_source = |text: &str| Stage::of_source(text.as_bytes()).map(Stage::name);
        assert_eq!(of_source("#version 450\n # pragma  shader_stage ( compute )\n"), Some("compute"));
        assert_eq!(of_source("#pragma shader_stage(vertex)"), Some("vertex"));
        assert_eq!(of_source("#pragma shader_stage(none)\n#pragma once"), None);
    }
}
