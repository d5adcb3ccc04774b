//! GLSL implementation limits (`-flimit`), which shaders see as constants such as
//! `gl_MaxComputeWorkGroupSize`.

use nvc::GlslLimits;
use std::fmt::Write as _;

/// Names and default values, as `--show-limits` prints them.
const LIMITS: &[(&str, i32)] = &[
    ("MaxLights", 8),
    ("MaxClipPlanes", 6),
    ("MaxTextureUnits", 2),
    ("MaxTextureCoords", 8),
    ("MaxVertexAttribs", 16),
    ("MaxVertexUniformComponents", 4096),
    ("MaxVaryingFloats", 60),
    ("MaxVertexTextureImageUnits", 16),
    ("MaxCombinedTextureImageUnits", 80),
    ("MaxTextureImageUnits", 16),
    ("MaxFragmentUniformComponents", 1024),
    ("MaxDrawBuffers", 8),
    ("MaxVertexUniformVectors", 256),
    ("MaxVaryingVectors", 15),
    ("MaxFragmentUniformVectors", 256),
    ("MaxVertexOutputVectors", 16),
    ("MaxFragmentInputVectors", 15),
    ("MinProgramTexelOffset", -8),
    ("MaxProgramTexelOffset", 7),
    ("MaxClipDistances", 8),
    ("MaxComputeWorkGroupCountX", 65535),
    ("MaxComputeWorkGroupCountY", 65535),
    ("MaxComputeWorkGroupCountZ", 65535),
    ("MaxComputeWorkGroupSizeX", 1024),
    ("MaxComputeWorkGroupSizeY", 1024),
    ("MaxComputeWorkGroupSizeZ", 64),
    ("MaxComputeUniformComponents", 512),
    ("MaxComputeTextureImageUnits", 16),
    ("MaxComputeImageUniforms", 8),
    ("MaxComputeAtomicCounters", 8),
    ("MaxComputeAtomicCounterBuffers", 1),
    ("MaxVaryingComponents", 60),
    ("MaxVertexOutputComponents", 64),
    ("MaxGeometryInputComponents", 64),
    ("MaxGeometryOutputComponents", 128),
    ("MaxFragmentInputComponents", 128),
    ("MaxImageUnits", 8),
    ("MaxCombinedImageUnitsAndFragmentOutputs", 8),
    ("MaxCombinedShaderOutputResources", 8),
    ("MaxImageSamples", 0),
    ("MaxVertexImageUniforms", 0),
    ("MaxTessControlImageUniforms", 0),
    ("MaxTessEvaluationImageUniforms", 0),
    ("MaxGeometryImageUniforms", 0),
    ("MaxFragmentImageUniforms", 8),
    ("MaxCombinedImageUniforms", 8),
    ("MaxGeometryTextureImageUnits", 16),
    ("MaxGeometryOutputVertices", 256),
    ("MaxGeometryTotalOutputComponents", 1024),
    ("MaxGeometryUniformComponents", 512),
    ("MaxGeometryVaryingComponents", 60),
    ("MaxTessControlInputComponents", 128),
    ("MaxTessControlOutputComponents", 128),
    ("MaxTessControlTextureImageUnits", 16),
    ("MaxTessControlUniformComponents", 1024),
    ("MaxTessControlTotalOutputComponents", 4096),
    ("MaxTessEvaluationInputComponents", 128),
    ("MaxTessEvaluationOutputComponents", 128),
    ("MaxTessEvaluationTextureImageUnits", 16),
    ("MaxTessEvaluationUniformComponents", 1024),
    ("MaxTessPatchComponents", 120),
    ("MaxPatchVertices", 32),
    ("MaxTessGenLevel", 64),
    ("MaxViewports", 16),
    ("MaxVertexAtomicCounters", 0),
    ("MaxTessControlAtomicCounters", 0),
    ("MaxTessEvaluationAtomicCounters", 0),
    ("MaxGeometryAtomicCounters", 0),
    ("MaxFragmentAtomicCounters", 8),
    ("MaxCombinedAtomicCounters", 8),
    ("MaxAtomicCounterBindings", 1),
    ("MaxVertexAtomicCounterBuffers", 0),
    ("MaxTessControlAtomicCounterBuffers", 0),
    ("MaxTessEvaluationAtomicCounterBuffers", 0),
    ("MaxGeometryAtomicCounterBuffers", 0),
    ("MaxFragmentAtomicCounterBuffers", 0),
    ("MaxCombinedAtomicCounterBuffers", 1),
    ("MaxAtomicCounterBufferSize", 32),
    ("MaxTransformFeedbackBuffers", 4),
    ("MaxTransformFeedbackInterleavedComponents", 64),
    ("MaxCullDistances", 8),
    ("MaxCombinedClipAndCullDistances", 8),
    ("MaxSamples", 4),
    ("MaxMeshOutputVerticesNV", 256),
    ("MaxMeshOutputPrimitivesNV", 512),
    ("MaxMeshWorkGroupSizeX_NV", 32),
    ("MaxMeshWorkGroupSizeY_NV", 1),
    ("MaxMeshWorkGroupSizeZ_NV", 1),
    ("MaxTaskWorkGroupSizeX_NV", 32),
    ("MaxTaskWorkGroupSizeY_NV", 1),
    ("MaxTaskWorkGroupSizeZ_NV", 1),
    ("MaxMeshViewCountNV", 4),
    ("MaxMeshOutputVerticesEXT", 256),
    ("MaxMeshOutputPrimitivesEXT", 256),
    ("MaxMeshWorkGroupSizeX_EXT", 128),
    ("MaxMeshWorkGroupSizeY_EXT", 128),
    ("MaxMeshWorkGroupSizeZ_EXT", 128),
    ("MaxTaskWorkGroupSizeX_EXT", 128),
    ("MaxTaskWorkGroupSizeY_EXT", 128),
    ("MaxTaskWorkGroupSizeZ_EXT", 128),
    ("MaxMeshViewCountEXT", 4),
    ("MaxDualSourceDrawBuffersEXT", 1),
];

/// Suffixes of limits that are components of a vector, with the component index.
const COMPONENTS: [(&str, usize); 3] = [("X", 0), ("Y", 1), ("Z", 2)];

/// Returns glslc's default limits.
pub(super) fn defaults() -> GlslLimits {
    let mut limits = GlslLimits::default();
    for (name, value) in LIMITS {
        put(&mut limits, name, *value);
    }
    limits
}

/// Returns the output of `--show-limits`.
pub(super) fn show() -> String {
    let mut text = String::new();
    for (name, value) in LIMITS {
        // Writing to a string cannot fail.
        _ = writeln!(text, "{name} {value}");
    }
    text
}

/// Sets limits from a list of names and values, separated by white space.
///
/// # Errors
/// If a name is unknown, or a value is missing or not an integer.
pub(super) fn set(limits: &mut GlslLimits, settings: &str) -> Result<(), String> {
    let mut words = settings.split_ascii_whitespace();
    while let Some(name) = words.next() {
        if !LIMITS.iter().any(|(known, _)| *known == name) {
            return Err(format!("invalid resource limit: {name}"));
        }
        let value = words.next().ok_or_else(|| format!("missing value after limit: {name}"))?;
        put(limits, name, value.parse().map_err(|_| format!("invalid integer: {value}"))?);
    }
    Ok(())
}

fn put(limits: &mut GlslLimits, name: &str, value: i32) {
    let of_vector = COMPONENTS.into_iter().find_map(|(letter, component)| {
        let vector = name.strip_suffix(letter)?;
        vector.starts_with("MaxComputeWorkGroup").then_some((vector, component))
    });
    let (name, component) = of_vector.unwrap_or((name, 0));
    limits.set(format!("gl_{name}"), component, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_constants_of_glsl() {
        let mut limits = defaults();
        assert_eq!(limits.get("gl_MaxComputeUniformComponents", 0), Some(512));
        assert_eq!(limits.get("gl_MaxComputeWorkGroupSize", 2), Some(64));
        set(&mut limits, " MaxComputeWorkGroupSizeZ 8\n\tMinProgramTexelOffset -9 MaxLights 1 MaxLights 2 ")
            .expect("they are limits");
        assert_eq!(limits.get("gl_MaxComputeWorkGroupSize", 2), Some(8));
        assert_eq!(limits.get("gl_MinProgramTexelOffset", 0), Some(-9));
        assert_eq!(limits.get("gl_MaxLights", 0), Some(2));
        assert_eq!(limits.get("gl_MaxComputeWorkGroupSize", 0), Some(1024));
    }

    #[test]
    fn invalid_settings() {
        let wrong = |settings| set(&mut GlslLimits::default(), settings).expect_err("it is wrong");
        assert_eq!(wrong("MaxNothing 1"), "invalid resource limit: MaxNothing");
        assert_eq!(wrong("MaxLights"), "missing value after limit: MaxLights");
        assert_eq!(wrong("MaxLights 0x1"), "invalid integer: 0x1");
    }
}
