//! The table of built-in variables and constants.

use super::index::Index;
use super::signature::{Needs, VariableRow, VariableValue};
use crate::types::Scalar;
use crate::types::scalar;
use naga::BinaryOperator;
use nvc_ir::imm::Builtin;

/// The meaning of a built-in variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// A built-in input of the IR, with the type of the expression.
    Input(Builtin),
    /// The mask of the lanes `l` of NVIDIA's warp for which `l <operator> current lane` is true.
    WarpMask(BinaryOperator),
    /// The low 64 bits of an IR lane mask, as a 64-bit integer.
    LowLanes(Builtin),
}

/// Returns the row with this name.
pub fn named(name: &str) -> Option<&'static VariableRow> {
    INDEX.find(name).filter_map(|number| ROWS.get(number)).find(|row| row.name == name)
}

/// Returns all names, for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

/// Returns all rows.
pub fn rows() -> &'static [VariableRow] {
    ROWS
}

const COMPUTE: Needs = Needs::version(430, 310, &["GL_ARB_compute_shader"]);
const VARIABLE_SIZE: Needs = Needs::extensions(&["GL_ARB_compute_variable_group_size"]);
const BASIC: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_basic"]);
const BALLOT: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_ballot"]);
const BALLOT_ARB: Needs = Needs::extensions(&["GL_ARB_shader_ballot"]);
const THREAD_GROUP: Needs = Needs::extensions(&["GL_NV_shader_thread_group"]);
const SM: Needs = Needs::extensions(&["GL_NV_shader_thread_group", "GL_NV_shader_sm_builtins"]);
const SCOPE: Needs = Needs::extensions(&["GL_KHR_memory_scope_semantics"]);
const COOPERATIVE_2: Needs = Needs::extensions(&["GL_NV_cooperative_matrix2"]);
const MAINTENANCE: Needs = Needs::extensions(&["GL_EXT_cooperative_matrix_maintenance1"]);
const COOPERATIVE: Needs = Needs::extensions(&["GL_KHR_cooperative_matrix"]);
const COOPERATIVE_VECTOR: Needs = Needs::extensions(&["GL_NV_cooperative_vector"]);
const RAYS: Needs = Needs::extensions(&["GL_EXT_ray_query"]);
const PRIMITIVES: Needs = Needs::extensions(&["GL_EXT_ray_flags_primitive_culling"]);
const GCN: Needs = Needs::extensions(&["GL_AMD_gcn_shader"]);
const DEVICE_GROUP: Needs = Needs::extensions(&["GL_EXT_device_group"]);
const MICROMAP: Needs = Needs::extensions(&["GL_EXT_opacity_micromap"]);
const MICROMAP_MODE: Needs = Needs::extensions(&["GL_EXT_opacity_micromap_ray_query_mode"]);
const SPHERES: Needs = Needs::extensions(&["GL_NV_linear_swept_spheres"]);
const CLUSTERS: Needs = Needs::extensions(&["GL_NV_cluster_acceleration_structure"]);
const VULKAN: Needs = Needs::version(140, 310, &[]);

/// Lanes in a warp.
const WARP_SIZE: u64 = 32;

/// Returns the row of an input, such as `in uint`.
const fn input(name: &'static str, scalar: Scalar, size: u8, builtin: Builtin, needs: Needs) -> VariableRow {
    variable(name, scalar, size, Variable::Input(builtin), needs)
}

const fn variable(
    name: &'static str,
    scalar: Scalar,
    size: u8,
    variable: Variable,
    needs: Needs,
) -> VariableRow {
    VariableRow { name, scalar, size, value: VariableValue::Input(variable), needs }
}

const fn uint(name: &'static str, builtin: Builtin, needs: Needs) -> VariableRow {
    input(name, scalar::U32, 1, builtin, needs)
}

const fn uvec3(name: &'static str, builtin: Builtin, needs: Needs) -> VariableRow {
    input(name, scalar::U32, 3, builtin, needs)
}

/// Returns the row of a lane mask with NVIDIA's name; [`arb_mask`] and [`khr_mask`] are for the names of ARB and KHR.
const fn warp_mask(name: &'static str, operator: BinaryOperator) -> VariableRow {
    variable(name, scalar::U32, 1, Variable::WarpMask(operator), THREAD_GROUP)
}

const fn arb_mask(name: &'static str, mask: Builtin) -> VariableRow {
    variable(name, scalar::U64, 1, Variable::LowLanes(mask), BALLOT_ARB)
}

const fn khr_mask(name: &'static str, mask: Builtin) -> VariableRow {
    input(name, scalar::U32, 4, mask, BALLOT)
}

/// Returns the row of a `const int` or a vector of them, from the bits of its components.
const fn constant(name: &'static str, bits: &'static [u64], needs: Needs) -> VariableRow {
    VariableRow {
        name,
        scalar: scalar::I32,
        size: bits.len() as u8,
        value: VariableValue::Constant(bits),
        needs,
    }
}

/// Returns the row of a `const uint` or a vector of them, from the bits of its components.
const fn unsigned(name: &'static str, bits: &'static [u64], needs: Needs) -> VariableRow {
    VariableRow { scalar: scalar::U32, ..constant(name, bits, needs) }
}

/// Returns the row of an implementation limit. The value is the minimum that the specification requires.
const fn limit(name: &'static str, bits: &'static [u64]) -> VariableRow {
    constant(name, bits, Needs::NOTHING)
}

static INDEX: Index<COUNT, 256> = {
    let mut names = [""; COUNT];
    let mut row = 0;
    while row < COUNT {
        names[row] = ALL[row].name;
        row += 1;
    }
    Index::new(&names)
};

const COUNT: usize = ALL.len();
static ROWS: &[VariableRow] = ALL;

const ALL: &[VariableRow] = &[
    // GLSL §7.1.6: compute shaders; ARB_compute_variable_group_size, EXT_device_group.
    uvec3("gl_NumWorkGroups", Builtin::GroupCount, COMPUTE),
    uvec3("gl_WorkGroupID", Builtin::GroupId, COMPUTE),
    uvec3("gl_LocalInvocationID", Builtin::LocalId, COMPUTE),
    uvec3("gl_GlobalInvocationID", Builtin::GlobalId, COMPUTE),
    uint("gl_LocalInvocationIndex", Builtin::LocalIndex, COMPUTE),
    VariableRow {
        name: "gl_WorkGroupSize",
        scalar: scalar::U32,
        size: 3,
        value: VariableValue::WorkGroupSize,
        needs: COMPUTE,
    },
    uvec3("gl_LocalGroupSizeARB", Builtin::GroupSize, VARIABLE_SIZE),
    input("gl_DeviceIndex", scalar::I32, 1, Builtin::DeviceIndex, DEVICE_GROUP),
    // KHR_shader_subgroup.
    uint("gl_NumSubgroups", Builtin::SubgroupCount, BASIC),
    uint("gl_SubgroupID", Builtin::SubgroupId, BASIC),
    uint("gl_SubgroupSize", Builtin::SubgroupSize, BASIC),
    uint("gl_SubgroupInvocationID", Builtin::SubgroupLane, BASIC),
    khr_mask("gl_SubgroupEqMask", Builtin::SubgroupEqMask),
    khr_mask("gl_SubgroupGeMask", Builtin::SubgroupGeMask),
    khr_mask("gl_SubgroupGtMask", Builtin::SubgroupGtMask),
    khr_mask("gl_SubgroupLeMask", Builtin::SubgroupLeMask),
    khr_mask("gl_SubgroupLtMask", Builtin::SubgroupLtMask),
    // ARB_shader_ballot.
    uint("gl_SubGroupSizeARB", Builtin::SubgroupSize, BALLOT_ARB),
    uint("gl_SubGroupInvocationARB", Builtin::SubgroupLane, BALLOT_ARB),
    arb_mask("gl_SubGroupEqMaskARB", Builtin::SubgroupEqMask),
    arb_mask("gl_SubGroupGeMaskARB", Builtin::SubgroupGeMask),
    arb_mask("gl_SubGroupGtMaskARB", Builtin::SubgroupGtMask),
    arb_mask("gl_SubGroupLeMaskARB", Builtin::SubgroupLeMask),
    arb_mask("gl_SubGroupLtMaskARB", Builtin::SubgroupLtMask),
    // NV_shader_thread_group, NV_shader_sm_builtins.
    VariableRow {
        name: "gl_WarpSizeNV",
        scalar: scalar::U32,
        size: 1,
        value: VariableValue::Constant(&[WARP_SIZE]),
        needs: THREAD_GROUP,
    },
    uint("gl_ThreadInWarpNV", Builtin::WarpLane, THREAD_GROUP),
    warp_mask("gl_ThreadEqMaskNV", BinaryOperator::Equal),
    warp_mask("gl_ThreadGeMaskNV", BinaryOperator::GreaterEqual),
    warp_mask("gl_ThreadGtMaskNV", BinaryOperator::Greater),
    warp_mask("gl_ThreadLeMaskNV", BinaryOperator::LessEqual),
    warp_mask("gl_ThreadLtMaskNV", BinaryOperator::Less),
    uint("gl_WarpIDNV", Builtin::WarpId, SM),
    uint("gl_SMIDNV", Builtin::SmId, SM),
    uint("gl_WarpsPerSMNV", Builtin::WarpsPerSm, SM),
    uint("gl_SMCountNV", Builtin::SmCount, SM),
    // KHR_memory_scope_semantics.
    constant("gl_ScopeDevice", &[1], SCOPE),
    constant("gl_ScopeWorkgroup", &[2], SCOPE),
    constant("gl_ScopeSubgroup", &[3], SCOPE),
    constant("gl_ScopeInvocation", &[4], SCOPE),
    constant("gl_ScopeQueueFamily", &[5], SCOPE),
    constant("gl_SemanticsRelaxed", &[0x0], SCOPE),
    constant("gl_SemanticsAcquire", &[0x2], SCOPE),
    constant("gl_SemanticsRelease", &[0x4], SCOPE),
    constant("gl_SemanticsAcquireRelease", &[0x8], SCOPE),
    constant("gl_SemanticsMakeAvailable", &[0x2000], SCOPE),
    constant("gl_SemanticsMakeVisible", &[0x4000], SCOPE),
    constant("gl_SemanticsVolatile", &[0x8000], SCOPE),
    constant("gl_StorageSemanticsNone", &[0x0], SCOPE),
    constant("gl_StorageSemanticsBuffer", &[0x40], SCOPE),
    constant("gl_StorageSemanticsShared", &[0x100], SCOPE),
    constant("gl_StorageSemanticsImage", &[0x800], SCOPE),
    constant("gl_StorageSemanticsOutput", &[0x1000], SCOPE),
    // KHR_cooperative_matrix.
    constant("gl_MatrixUseA", &[0], COOPERATIVE),
    constant("gl_MatrixUseB", &[1], COOPERATIVE),
    constant("gl_MatrixUseAccumulator", &[2], COOPERATIVE),
    constant("gl_MatrixOperandsSaturatingAccumulation", &[0x10], COOPERATIVE),
    constant("gl_CooperativeMatrixLayoutRowMajor", &[0], COOPERATIVE),
    constant("gl_CooperativeMatrixLayoutColumnMajor", &[1], COOPERATIVE),
    // NV_cooperative_matrix2, EXT_cooperative_matrix_maintenance1.
    constant("gl_CooperativeMatrixReduceRowNV", &[1], COOPERATIVE_2),
    constant("gl_CooperativeMatrixReduceColumnNV", &[2], COOPERATIVE_2),
    constant("gl_CooperativeMatrixReduceRowAndColumnNV", &[3], COOPERATIVE_2),
    constant("gl_CooperativeMatrixReduce2x2NV", &[4], COOPERATIVE_2),
    constant("gl_CooperativeMatrixReduceRowEXT", &[1], MAINTENANCE),
    constant("gl_CooperativeMatrixReduceColumnEXT", &[2], MAINTENANCE),
    constant("gl_CooperativeMatrixReduceRowAndColumnEXT", &[3], MAINTENANCE),
    constant("gl_CooperativeMatrixReduce2x2EXT", &[4], MAINTENANCE),
    constant("gl_CooperativeMatrixClampModeUndefinedNV", &[0], COOPERATIVE_2),
    constant("gl_CooperativeMatrixClampModeConstantNV", &[1], COOPERATIVE_2),
    constant("gl_CooperativeMatrixClampModeClampToEdgeNV", &[2], COOPERATIVE_2),
    constant("gl_CooperativeMatrixClampModeRepeatNV", &[3], COOPERATIVE_2),
    constant("gl_CooperativeMatrixClampModeMirrorRepeatNV", &[4], COOPERATIVE_2),
    // NV_cooperative_vector.
    constant("gl_ComponentTypeFloat16NV", &[0], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeFloat32NV", &[1], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeFloat64NV", &[2], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeSignedInt8NV", &[3], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeSignedInt16NV", &[4], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeSignedInt32NV", &[5], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeSignedInt64NV", &[6], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeUnsignedInt8NV", &[7], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeUnsignedInt16NV", &[8], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeUnsignedInt32NV", &[9], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeUnsignedInt64NV", &[10], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeSignedInt8PackedNV", &[1_000_491_000], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeUnsignedInt8PackedNV", &[1_000_491_001], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeFloatE4M3NV", &[1_000_491_002], COOPERATIVE_VECTOR),
    constant("gl_ComponentTypeFloatE5M2NV", &[1_000_491_003], COOPERATIVE_VECTOR),
    constant("gl_CooperativeVectorMatrixLayoutRowMajorNV", &[0], COOPERATIVE_VECTOR),
    constant("gl_CooperativeVectorMatrixLayoutColumnMajorNV", &[1], COOPERATIVE_VECTOR),
    constant("gl_CooperativeVectorMatrixLayoutInferencingOptimalNV", &[2], COOPERATIVE_VECTOR),
    constant("gl_CooperativeVectorMatrixLayoutTrainingOptimalNV", &[3], COOPERATIVE_VECTOR),
    // EXT_ray_query and the extensions that add flags and kinds of geometry.
    unsigned("gl_RayFlagsNoneEXT", &[0], RAYS),
    unsigned("gl_RayFlagsOpaqueEXT", &[1], RAYS),
    unsigned("gl_RayFlagsNoOpaqueEXT", &[2], RAYS),
    unsigned("gl_RayFlagsTerminateOnFirstHitEXT", &[4], RAYS),
    unsigned("gl_RayFlagsSkipClosestHitShaderEXT", &[8], RAYS),
    unsigned("gl_RayFlagsCullBackFacingTrianglesEXT", &[16], RAYS),
    unsigned("gl_RayFlagsCullFrontFacingTrianglesEXT", &[32], RAYS),
    unsigned("gl_RayFlagsCullOpaqueEXT", &[64], RAYS),
    unsigned("gl_RayFlagsCullNoOpaqueEXT", &[128], RAYS),
    unsigned("gl_RayFlagsSkipTrianglesEXT", &[0x100], PRIMITIVES),
    unsigned("gl_RayFlagsSkipAABBEXT", &[0x200], PRIMITIVES),
    unsigned("gl_RayFlagsForceOpacityMicromap2StateEXT", &[1024], MICROMAP),
    VariableRow { scalar: scalar::BOOL, ..constant("gl_EnableOpacityMicromapEXT", &[0], MICROMAP_MODE) },
    unsigned("gl_RayFlagsSkipBuiltinPrimitivesNV", &[256], SPHERES),
    constant("gl_ClusterIDNoneNV", &[0xffff_ffff], CLUSTERS),
    unsigned("gl_HitKindFrontFacingTriangleEXT", &[254], RAYS),
    unsigned("gl_HitKindBackFacingTriangleEXT", &[255], RAYS),
    unsigned("gl_RayQueryCandidateIntersectionEXT", &[0], RAYS),
    unsigned("gl_RayQueryCommittedIntersectionEXT", &[1], RAYS),
    unsigned("gl_RayQueryCommittedIntersectionNoneEXT", &[0], RAYS),
    unsigned("gl_RayQueryCommittedIntersectionTriangleEXT", &[1], RAYS),
    unsigned("gl_RayQueryCommittedIntersectionGeneratedEXT", &[2], RAYS),
    unsigned("gl_RayQueryCandidateIntersectionTriangleEXT", &[0], RAYS),
    unsigned("gl_RayQueryCandidateIntersectionAABBEXT", &[1], RAYS),
    // AMD_gcn_shader.
    input("gl_SIMDGroupSizeAMD", scalar::I32, 1, Builtin::SubgroupSize, GCN),
    // GLSL §7.3: limits.
    limit("gl_MaxVertexAttribs", &[16]),
    limit("gl_MaxVertexUniformVectors", &[256]),
    limit("gl_MaxVertexUniformComponents", &[1024]),
    limit("gl_MaxVertexOutputComponents", &[64]),
    limit("gl_MaxVaryingComponents", &[60]),
    limit("gl_MaxVaryingVectors", &[15]),
    limit("gl_MaxVertexTextureImageUnits", &[16]),
    limit("gl_MaxVertexImageUniforms", &[0]),
    limit("gl_MaxVertexAtomicCounters", &[0]),
    limit("gl_MaxVertexAtomicCounterBuffers", &[0]),
    limit("gl_MaxTessPatchComponents", &[120]),
    limit("gl_MaxPatchVertices", &[32]),
    limit("gl_MaxTessGenLevel", &[64]),
    limit("gl_MaxTessControlInputComponents", &[128]),
    limit("gl_MaxTessControlOutputComponents", &[128]),
    limit("gl_MaxTessControlTextureImageUnits", &[16]),
    limit("gl_MaxTessControlUniformComponents", &[1024]),
    limit("gl_MaxTessControlTotalOutputComponents", &[4096]),
    limit("gl_MaxTessControlImageUniforms", &[0]),
    limit("gl_MaxTessControlAtomicCounters", &[0]),
    limit("gl_MaxTessControlAtomicCounterBuffers", &[0]),
    limit("gl_MaxTessEvaluationInputComponents", &[128]),
    limit("gl_MaxTessEvaluationOutputComponents", &[128]),
    limit("gl_MaxTessEvaluationTextureImageUnits", &[16]),
    limit("gl_MaxTessEvaluationUniformComponents", &[1024]),
    limit("gl_MaxTessEvaluationImageUniforms", &[0]),
    limit("gl_MaxTessEvaluationAtomicCounters", &[0]),
    limit("gl_MaxTessEvaluationAtomicCounterBuffers", &[0]),
    limit("gl_MaxGeometryInputComponents", &[64]),
    limit("gl_MaxGeometryOutputComponents", &[128]),
    limit("gl_MaxGeometryImageUniforms", &[0]),
    limit("gl_MaxGeometryTextureImageUnits", &[16]),
    limit("gl_MaxGeometryOutputVertices", &[256]),
    limit("gl_MaxGeometryTotalOutputComponents", &[1024]),
    limit("gl_MaxGeometryUniformComponents", &[1024]),
    limit("gl_MaxGeometryVaryingComponents", &[64]),
    limit("gl_MaxGeometryAtomicCounters", &[0]),
    limit("gl_MaxGeometryAtomicCounterBuffers", &[0]),
    limit("gl_MaxFragmentImageUniforms", &[8]),
    limit("gl_MaxFragmentInputComponents", &[128]),
    limit("gl_MaxFragmentUniformVectors", &[256]),
    limit("gl_MaxFragmentUniformComponents", &[1024]),
    limit("gl_MaxFragmentAtomicCounters", &[8]),
    limit("gl_MaxFragmentAtomicCounterBuffers", &[1]),
    limit("gl_MaxDrawBuffers", &[8]),
    limit("gl_MaxTextureImageUnits", &[16]),
    limit("gl_MinProgramTexelOffset", &[0xfffffff8]),
    limit("gl_MaxProgramTexelOffset", &[7]),
    limit("gl_MaxImageUnits", &[8]),
    limit("gl_MaxSamples", &[4]),
    limit("gl_MaxImageSamples", &[0]),
    limit("gl_MaxClipDistances", &[8]),
    limit("gl_MaxCullDistances", &[8]),
    limit("gl_MaxViewports", &[16]),
    limit("gl_MaxComputeImageUniforms", &[8]),
    limit("gl_MaxComputeWorkGroupCount", &[65535, 65535, 65535]),
    limit("gl_MaxComputeWorkGroupSize", &[1024, 1024, 64]),
    limit("gl_MaxComputeUniformComponents", &[1024]),
    limit("gl_MaxComputeTextureImageUnits", &[16]),
    limit("gl_MaxComputeAtomicCounters", &[8]),
    limit("gl_MaxComputeAtomicCounterBuffers", &[8]),
    limit("gl_MaxCombinedTextureImageUnits", &[96]),
    limit("gl_MaxCombinedImageUniforms", &[48]),
    limit("gl_MaxCombinedImageUnitsAndFragmentOutputs", &[8]),
    limit("gl_MaxCombinedShaderOutputResources", &[16]),
    limit("gl_MaxCombinedAtomicCounters", &[8]),
    limit("gl_MaxCombinedAtomicCounterBuffers", &[1]),
    limit("gl_MaxCombinedClipAndCullDistances", &[8]),
    limit("gl_MaxAtomicCounterBindings", &[1]),
    limit("gl_MaxAtomicCounterBufferSize", &[32]),
    limit("gl_MaxTransformFeedbackBuffers", &[4]),
    limit("gl_MaxTransformFeedbackInterleavedComponents", &[64]),
    constant("gl_MaxInputAttachments", &[1], VULKAN),
];

#[cfg(test)]
mod tests {
    use super::{ROWS, named};
    use crate::extensions::Extension;

    #[test]
    fn every_name_is_found_once() {
        for row in ROWS {
            assert!(named(row.name).is_some_and(|found| std::ptr::eq(found, row)), "{}", row.name);
        }
        assert!(named("gl_Position").is_none());
    }

    #[test]
    fn needed_extensions_are_in_the_table() {
        for name in ROWS.iter().flat_map(|row| row.needs.extensions) {
            assert!(Extension::find(name).is_some(), "{name}");
        }
    }
}
