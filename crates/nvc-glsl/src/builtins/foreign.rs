//! Built-ins of other shader stages (GLSL §7.1, §8.5, §8.13, §8.14.2, §8.18), so that an error can name the stages
//! that have them.

/// Stages, each with names of built-ins that it has and compute shaders lack.
static NAMES: &[(&str, &[&str])] = &[
    (
        "fragment shaders",
        &[
            "interpolateAtCentroid",
            "interpolateAtSample",
            "interpolateAtOffset",
            "subpassLoad",
            "gl_FragColor",
            "gl_FragData",
            "gl_FragCoord",
            "gl_FragDepth",
            "gl_FrontFacing",
            "gl_PointCoord",
            "gl_SampleID",
            "gl_SamplePosition",
            "gl_SampleMask",
            "gl_SampleMaskIn",
            "gl_HelperInvocation",
        ],
    ),
    (
        "vertex shaders",
        &[
            "gl_VertexID",
            "gl_InstanceID",
            "gl_VertexIndex",
            "gl_InstanceIndex",
            "gl_DrawID",
            "gl_BaseVertex",
            "gl_BaseInstance",
            "gl_Vertex",
            "gl_Normal",
            "gl_MultiTexCoord0",
            "ftransform",
        ],
    ),
    (
        "pre-rasterization stages",
        &[
            "gl_Position",
            "gl_PointSize",
            "gl_ClipDistance",
            "gl_CullDistance",
            "gl_Layer",
            "gl_ViewportIndex",
            "gl_PrimitiveID",
            "gl_PrimitiveIDIn",
            "gl_InvocationID",
            "gl_PatchVerticesIn",
            "gl_TessLevelOuter",
            "gl_TessLevelInner",
            "gl_TessCoord",
            "EmitVertex",
            "EndPrimitive",
            "EmitStreamVertex",
            "EndStreamPrimitive",
        ],
    ),
];

/// Returns the stages that have the built-in `name`; `None` if it is not in the table.
pub(crate) fn stages_of(name: &str) -> Option<&'static str> {
    NAMES.iter().find(|(_, names)| names.contains(&name)).map(|&(stages, _)| stages)
}
