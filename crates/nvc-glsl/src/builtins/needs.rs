//! Requirements, and sets of component types, that many rows of the built-in tables share.

use super::signature::{Choice, Needs};
use crate::types::Scalar;
use crate::types::scalar;

/// No requirement. Also used for functions that GLSL 1.40 lacks and 3.30 has: they are accepted in all versions.
pub(super) const NOTHING: Needs = Needs::NOTHING;
pub(super) const COMPUTE: Needs = Needs::version(430, 310, &["GL_ARB_compute_shader"]);
pub(super) const GPU_SHADER5: Needs = Needs::version(
    400,
    320,
    &["GL_ARB_gpu_shader5", "GL_NV_gpu_shader5", "GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"],
);
/// Like [`GPU_SHADER5`], but available in GLSL ES 3.10 and later.
pub(super) const GPU_SHADER5_ES310: Needs =
    Needs::version(400, 310, &["GL_ARB_gpu_shader5", "GL_NV_gpu_shader5"]);
pub(super) const SHADING_LANGUAGE_PACKING: Needs =
    Needs::version(420, 300, &["GL_ARB_shading_language_packing"]);
/// Derivatives in compute shaders.
pub(super) const DERIVATIVES: Needs =
    Needs::extensions(&["GL_NV_compute_shader_derivatives", "GL_KHR_compute_shader_derivatives"]);
pub(super) const HALF: Needs =
    Needs::extensions(&["GL_EXT_shader_explicit_arithmetic_types_float16", "GL_AMD_gpu_shader_half_float"]);
pub(super) const DOUBLE: Needs =
    Needs::version(400, 0, &["GL_ARB_gpu_shader_fp64", "GL_EXT_shader_explicit_arithmetic_types_float64"]);
pub(super) const INT8: Needs = Needs::extensions(&["GL_EXT_shader_explicit_arithmetic_types_int8"]);
pub(super) const INT16: Needs =
    Needs::extensions(&["GL_EXT_shader_explicit_arithmetic_types_int16", "GL_AMD_gpu_shader_int16"]);
pub(super) const INT64: Needs = Needs::extensions(&[
    "GL_ARB_gpu_shader_int64",
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_AMD_gpu_shader_int64",
]);
/// Requirement of the functions that pack and bit-cast 64-bit integers.
pub(super) const INT64_BITS: Needs = Needs::extensions(&[
    "GL_ARB_gpu_shader_int64",
    "GL_NV_gpu_shader5",
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_AMD_gpu_shader_int64",
    // `ballotARB` returns a `uint64_t`, which programs split with these functions.
    "GL_ARB_shader_ballot",
]);

/// Returns a choice of the type variable `T` (see `signature.rs`) without a requirement of its own.
pub(super) const fn free(scalar: Scalar) -> Choice {
    Choice { scalar, needs: NOTHING }
}

/// Returns a choice of `T` with a requirement.
pub(super) const fn with(scalar: Scalar, needs: Needs) -> Choice {
    Choice { scalar, needs }
}

pub(super) const NONE: &[Choice] = &[];
/// `genFType`, and half floats if an extension provides half arithmetic.
pub(super) const FLOAT: &[Choice] = &[free(scalar::F32), with(scalar::F16, HALF)];
/// `genFType` and `genDType`, and half floats if an extension provides half arithmetic.
pub(super) const FLOATS: &[Choice] = &[free(scalar::F32), with(scalar::F64, DOUBLE), with(scalar::F16, HALF)];
pub(super) const SIGNED: &[Choice] =
    &[free(scalar::I32), with(scalar::I64, INT64), with(scalar::I16, INT16), with(scalar::I8, INT8)];
/// Signed and unsigned integers.
pub(super) const INTEGERS: &[Choice] = &[
    free(scalar::I32),
    free(scalar::U32),
    with(scalar::I64, INT64),
    with(scalar::U64, INT64),
    with(scalar::I16, INT16),
    with(scalar::U16, INT16),
    with(scalar::I8, INT8),
    with(scalar::U8, INT8),
];
/// Ordered types. A comparison requires only the extension that provides the type.
pub(super) const ORDERED: &[Choice] = &[
    free(scalar::F32),
    free(scalar::F64),
    free(scalar::F16),
    free(scalar::I32),
    free(scalar::U32),
    free(scalar::I64),
    free(scalar::U64),
    free(scalar::I16),
    free(scalar::U16),
    free(scalar::I8),
    free(scalar::U8),
];
/// Component types of cooperative matrices and of the arrays that they are loaded from.
pub(super) const MATRIX: &[Choice] = &[
    free(scalar::F32),
    free(scalar::F64),
    free(scalar::F16),
    free(scalar::I32),
    free(scalar::U32),
    free(scalar::I64),
    free(scalar::U64),
    free(scalar::I16),
    free(scalar::U16),
    free(scalar::I8),
    free(scalar::U8),
    free(scalar::BF16),
    free(scalar::E4M3),
    free(scalar::E5M2),
];
pub(super) const BOOL: &[Choice] = &[free(scalar::BOOL)];
pub(super) const INTS: &[Choice] = &[free(scalar::I32), free(scalar::U32)];
/// Component types of texels.
pub(super) const TEXELS: &[Choice] = &[free(scalar::F32), free(scalar::I32), free(scalar::U32)];
