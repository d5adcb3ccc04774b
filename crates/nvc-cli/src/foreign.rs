//! Rejects inputs whose file name indicates another shader stage or an unsupported language.

use crate::stage::Stage;
use anyhow::{Result, bail};
use std::ffi::OsStr;
use std::path::Path;

/// Unsupported languages, by file name extension.
const LANGUAGES: &[(&str, &str)] = &[
    ("hlsl", "HLSL"),
    ("fx", "HLSL"),
    ("slang", "Slang"),
    ("wgsl", "WGSL"),
    ("metal", "Metal"),
    ("cl", "OpenCL C"),
    ("cu", "CUDA"),
    ("spv", "a SPIR-V module"),
    ("spvasm", "SPIR-V assembly"),
];

/// Fails if the name of an input indicates that it is not a compute shader in GLSL or assembly.
pub(crate) fn refuse(input: &Path) -> Result<()> {
    let shown = input.display();
    if let Some(stage) = Stage::of_file(input).filter(|stage| !stage.is_compute()) {
        let name = stage.name();
        bail!(
            "the name {shown} indicates the shader stage `{name}`; nvc compiles only compute shaders \
             (if it is one, use `-S comp`)"
        );
    }
    let extension = input.extension().and_then(OsStr::to_str);
    if let Some((_, language)) = LANGUAGES.iter().find(|(known, _)| extension == Some(known)) {
        bail!(
            "the name {shown} indicates {language}; nvc compiles GLSL and !!NVcp5.0 assembly \
             (if it is one of them, use `--lang`)"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_stages_and_languages() {
        let refused = |name: &str| refuse(Path::new(name)).err().map(|error| error.to_string());
        for name in ["x.comp", "x.glsl", "x.nvcp", "-", "x", "x.bin", "vert"] {
            assert_eq!(refused(name), None, "{name}");
        }
        let vertex = "the name a/x.vert indicates the shader stage `vertex`; nvc compiles only compute shaders \
                      (if it is one, use `-S comp`)";
        assert_eq!(refused("a/x.vert").as_deref(), Some(vertex));
        assert!(refused("x.hlsl").is_some_and(|text| text.starts_with("the name x.hlsl indicates HLSL;")));
    }
}
