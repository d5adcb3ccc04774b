//! Image functions (GLSL §8.12), also with scopes (GL_KHR_memory_scope_semantics), mip levels
//! (GL_AMD_shader_image_load_store_lod) and residency codes (GL_ARB_sparse_texture2), and atomics on floats
//! (GL_NV_shader_atomic_float, GL_EXT_shader_atomic_float, GL_EXT_shader_atomic_float2), halves
//! (GL_NV_shader_atomic_fp16_vector) and 64-bit integers (GL_EXT_shader_image_int64, GL_NV_shader_atomic_int64).

use super::prelude::*;
use AtomicFunction as F;
use Semantics::{Explicit, Relaxed};

const LOAD_STORE: Needs =
    Needs::version(420, 310, &["GL_ARB_shader_image_load_store", "GL_EXT_shader_image_load_store"]);
const SIZE: Needs = Needs::version(430, 310, &["GL_ARB_shader_image_size"]);
const SAMPLES: Needs = Needs::version(450, 0, &["GL_ARB_shader_texture_image_samples"]);
const ATOMIC: Needs = Needs::version(
    420,
    320,
    &["GL_ARB_shader_image_load_store", "GL_EXT_shader_image_load_store", "GL_OES_shader_image_atomic"],
);
const SCOPES: Needs = Needs::extensions(&["GL_KHR_memory_scope_semantics"]);
const HALF_VECTORS: Needs = Needs::extensions(&["GL_NV_shader_atomic_fp16_vector"]);
const IMAGE_64: Needs = Needs::extensions(&["GL_EXT_shader_image_int64", "GL_NV_shader_atomic_int64"]);
const FLOAT_ADD: Needs = Needs::extensions(&["GL_NV_shader_atomic_float", "GL_EXT_shader_atomic_float"]);
const FLOAT_SCOPED: Needs = Needs::extensions(&["GL_EXT_shader_atomic_float"]);
const FLOAT_MIN: Needs = Needs::extensions(&["GL_EXT_shader_atomic_float2"]);

const SPARSE: Needs = Needs::extensions(&["GL_ARB_sparse_texture2"]);
const LEVEL: Needs = Needs::extensions(&["GL_AMD_shader_image_load_store_lod"]);

const I64: Choice = with(scalar::I64, IMAGE_64);
const U64: Choice = with(scalar::U64, IMAGE_64);
const I32: Choice = free(scalar::I32);
const U32: Choice = free(scalar::U32);
const F32: Choice = free(scalar::F32);
const TEXEL: &[Choice] = &[F32, I32, U32, I64, U64];
const WORD: &[Choice] = &[I32, U32, I64, U64];
const ADD: &[Choice] = &[I32, U32, I64, U64, with(scalar::F32, FLOAT_ADD)];
const MINMAX: &[Choice] = &[I32, U32, I64, U64, with(scalar::F32, FLOAT_MIN)];
const LOADED: &[Choice] = &[I32, U32, I64, U64, with(scalar::F32, FLOAT_SCOPED)];

/// Defines image functions for all image types. `IMAGE_PARAMS` expands to the image, the coordinate and, for a
/// multisampled image, the sample.
macro_rules! image_functions {
    ($table:ident: $([$scalars:expr; $needs:expr] { $(
        $result:ident $name:ident (IMAGE_PARAMS $(, $word:ident $($more:ident)?)*) = $operation:expr;
    )* })*) => {
        functions! { $table: $([$scalars; $needs] { $(
            $result $name(gimage1D, int $(, $word $($more)?)*) = $operation;
            $result $name(gimage2D, ivec2 $(, $word $($more)?)*) = $operation;
            $result $name(gimage3D, ivec3 $(, $word $($more)?)*) = $operation;
            $result $name(gimage2DRect, ivec2 $(, $word $($more)?)*) = $operation;
            $result $name(gimageCube, ivec3 $(, $word $($more)?)*) = $operation;
            $result $name(gimageBuffer, int $(, $word $($more)?)*) = $operation;
            $result $name(gimage1DArray, ivec2 $(, $word $($more)?)*) = $operation;
            $result $name(gimage2DArray, ivec3 $(, $word $($more)?)*) = $operation;
            $result $name(gimageCubeArray, ivec3 $(, $word $($more)?)*) = $operation;
            $result $name(gimage2DMS, ivec2, int $(, $word $($more)?)*) = $operation;
            $result $name(gimage2DMSArray, ivec3, int $(, $word $($more)?)*) = $operation;
        )* })* }
    };
}

/// Defines atomics on vectors of half floats, for all float image types.
macro_rules! half_functions {
    ($table:ident: $($ty:ident $name:ident = $function:expr;)*) => {
        functions! { $table: [NONE; HALF_VECTORS] { $(
            $ty $name(image1D, int, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(image2D, ivec2, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(image3D, ivec3, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(image2DRect, ivec2, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(imageCube, ivec3, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(imageBuffer, int, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(image1DArray, ivec2, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(image2DArray, ivec3, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(imageCubeArray, ivec3, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(image2DMS, ivec2, int, $ty) = Image(I::Atomic($function, Relaxed));
            $ty $name(image2DMSArray, ivec3, int, $ty) = Image(I::Atomic($function, Relaxed));
        )* } }
    };
}

/// Like `image_functions`, for the image types with levels (GL_AMD_shader_image_load_store_lod).
macro_rules! level_functions {
    ($table:ident: $([$scalars:expr; $needs:expr] { $(
        $result:ident $name:ident (IMAGE_PARAMS $(, $word:ident $($more:ident)?)*) = $operation:expr;
    )* })*) => {
        functions! { $table: $([$scalars; $needs] { $(
            $result $name(gimage1D, int $(, $word $($more)?)*) = $operation;
            $result $name(gimage2D, ivec2 $(, $word $($more)?)*) = $operation;
            $result $name(gimage3D, ivec3 $(, $word $($more)?)*) = $operation;
            $result $name(gimageCube, ivec3 $(, $word $($more)?)*) = $operation;
            $result $name(gimage1DArray, ivec2 $(, $word $($more)?)*) = $operation;
            $result $name(gimage2DArray, ivec3 $(, $word $($more)?)*) = $operation;
            $result $name(gimageCubeArray, ivec3 $(, $word $($more)?)*) = $operation;
        )* })* }
    };
}

level_functions! { IMAGE_LEVEL:
    [TEXEL; LEVEL] {
        gvec4 imageLoadLodAMD(IMAGE_PARAMS, int) = Image(I::LoadLevel);
        void imageStoreLodAMD(IMAGE_PARAMS, int, gvec4) = Image(I::StoreLevel);
        int sparseImageLoadLodAMD(IMAGE_PARAMS, int, out gvec4) = Image(I::SparseLoadLevel);
    }
}

image_functions! { IMAGE_SPARSE:
    [TEXEL; SPARSE] {
        int sparseImageLoadARB(IMAGE_PARAMS, out gvec4) = Image(I::SparseLoad);
    }
}

functions! { IMAGE_QUERY:
    [TEXEL; SIZE] {
        int imageSize(gimage1D) = Image(I::Size);
        ivec2 imageSize(gimage2D) = Image(I::Size);
        ivec3 imageSize(gimage3D) = Image(I::Size);
        ivec2 imageSize(gimageCube) = Image(I::Size);
        ivec3 imageSize(gimageCubeArray) = Image(I::Size);
        ivec3 imageSize(gimage2DArray) = Image(I::Size);
        ivec2 imageSize(gimage2DRect) = Image(I::Size);
        ivec2 imageSize(gimage1DArray) = Image(I::Size);
        ivec2 imageSize(gimage2DMS) = Image(I::Size);
        ivec3 imageSize(gimage2DMSArray) = Image(I::Size);
        int imageSize(gimageBuffer) = Image(I::Size);
    }
    [TEXEL; SAMPLES] {
        int imageSamples(gimage2DMS) = Image(I::Samples);
        int imageSamples(gimage2DMSArray) = Image(I::Samples);
    }
}

image_functions! { IMAGE:
    [TEXEL; LOAD_STORE] {
        gvec4 imageLoad(IMAGE_PARAMS) = Image(I::Load);
        void imageStore(IMAGE_PARAMS, gvec4) = Image(I::Store);
    }
    [ADD; ATOMIC] {
        T imageAtomicAdd(IMAGE_PARAMS, T) = Image(I::Atomic(F::Add, Relaxed));
    }
    [MINMAX; ATOMIC] {
        T imageAtomicMin(IMAGE_PARAMS, T) = Image(I::Atomic(F::Min, Relaxed));
        T imageAtomicMax(IMAGE_PARAMS, T) = Image(I::Atomic(F::Max, Relaxed));
    }
    [TEXEL; ATOMIC] {
        T imageAtomicExchange(IMAGE_PARAMS, T) = Image(I::Atomic(F::Exchange, Relaxed));
    }
    [WORD; ATOMIC] {
        T imageAtomicAnd(IMAGE_PARAMS, T) = Image(I::Atomic(F::And, Relaxed));
        T imageAtomicOr(IMAGE_PARAMS, T) = Image(I::Atomic(F::InclusiveOr, Relaxed));
        T imageAtomicXor(IMAGE_PARAMS, T) = Image(I::Atomic(F::ExclusiveOr, Relaxed));
        T imageAtomicCompSwap(IMAGE_PARAMS, T, T) = Image(I::Atomic(F::CompareExchange, Relaxed));
    }
}

image_functions! { IMAGE_SCOPED:
    [ADD; SCOPES] {
        T imageAtomicAdd(IMAGE_PARAMS, T, const int, const int, const int) =
            Image(I::Atomic(F::Add, Explicit));
    }
    [MINMAX; SCOPES] {
        T imageAtomicMin(IMAGE_PARAMS, T, const int, const int, const int) =
            Image(I::Atomic(F::Min, Explicit));
        T imageAtomicMax(IMAGE_PARAMS, T, const int, const int, const int) =
            Image(I::Atomic(F::Max, Explicit));
    }
    [WORD; SCOPES] {
        T imageAtomicAnd(IMAGE_PARAMS, T, const int, const int, const int) =
            Image(I::Atomic(F::And, Explicit));
        T imageAtomicOr(IMAGE_PARAMS, T, const int, const int, const int) =
            Image(I::Atomic(F::InclusiveOr, Explicit));
        T imageAtomicXor(IMAGE_PARAMS, T, const int, const int, const int) =
            Image(I::Atomic(F::ExclusiveOr, Explicit));
        T imageAtomicCompSwap(
            IMAGE_PARAMS, T, T, const int, const int, const int, const int, const int
        ) = Image(I::Atomic(F::CompareExchange, Explicit));
    }
    [TEXEL; SCOPES] {
        T imageAtomicExchange(IMAGE_PARAMS, T, const int, const int, const int) =
            Image(I::Atomic(F::Exchange, Explicit));
    }
    [LOADED; SCOPES] {
        T imageAtomicLoad(IMAGE_PARAMS, const int, const int, const int) =
            Image(I::Atomic(F::Load, Explicit));
        void imageAtomicStore(IMAGE_PARAMS, T, const int, const int, const int) =
            Image(I::Atomic(F::Store, Explicit));
    }
}

half_functions! { IMAGE_HALF:
    f16vec2 imageAtomicAdd = F::Add;
    f16vec4 imageAtomicAdd = F::Add;
    f16vec2 imageAtomicMin = F::Min;
    f16vec4 imageAtomicMin = F::Min;
    f16vec2 imageAtomicMax = F::Max;
    f16vec4 imageAtomicMax = F::Max;
    f16vec2 imageAtomicExchange = F::Exchange;
    f16vec4 imageAtomicExchange = F::Exchange;
}
