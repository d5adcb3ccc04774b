//! Functions on cooperative matrices, tensor layouts and tensor views (GL_NV_cooperative_matrix,
//! GL_NV_integer_cooperative_matrix, GL_KHR_cooperative_matrix, GL_NV_cooperative_matrix2,
//! GL_NV_cooperative_matrix_decode_vector, GL_EXT_cooperative_matrix_maintenance1, GL_EXT_float_e4m3,
//! GL_EXT_float_e5m2).

use super::prelude::*;
use CooperativeFunction as F;
use nvc_ir::Op;

const KHR: Needs = Needs::extensions(&["GL_KHR_cooperative_matrix"]);
const NV: Needs = Needs::extensions(&["GL_NV_cooperative_matrix", "GL_NV_integer_cooperative_matrix"]);

const FLOAT8: Needs = Needs::extensions(&["GL_EXT_float_e4m3", "GL_EXT_float_e5m2"]);

const NV2: Needs = Needs::extensions(&["GL_NV_cooperative_matrix2"]);
const DECODE_VECTOR: Needs = Needs::extensions(&["GL_NV_cooperative_matrix_decode_vector"]);
const MAINTENANCE: Needs = Needs::extensions(&["GL_EXT_cooperative_matrix_maintenance1"]);

functions! { COOPERATIVE:
    [MATRIX; KHR] {
        void coopMatLoad(out coopmatA, mem array, element, uint, const int) = Cooperative(F::Load);
        void coopMatStore(coopmatA, mem array, element, uint, const int) = Cooperative(F::Store);
        coopmatC coopMatMulAdd(coopmatA, coopmatB, coopmatC, optional const int) =
            Cooperative(F::MulAdd);
    }
    [MATRIX; FLOAT8] {
        void saturatedConvertEXT(out coopmatA, coopmatB) = SaturatedConvert;
    }
    [ORDERED; NV] {
        void coopMatLoadNV(out coopmatA, mem array, uint, uint, const bool) = Cooperative(F::Load);
        void coopMatStoreNV(coopmatA, mem array, uint, uint, const bool) = Cooperative(F::Store);
        coopmatC coopMatMulAddNV(coopmatA, coopmatB, coopmatC) = Cooperative(F::MulAdd);
    }
    [MATRIX; NV2] {
        void coopMatLoadTensorNV(inout coopmatA, mem anyarray, element, tensorLayoutNV) =
            Cooperative(F::LoadTensor);
        void coopMatLoadTensorNV(inout coopmatA, mem anyarray, element, tensorLayoutNV, tensorViewNV) =
            Cooperative(F::LoadTensor);
        void coopMatLoadTensorNV(inout coopmatA, mem anyarray, element, tensorLayoutNV, function) =
            Cooperative(F::LoadTensor);
        void coopMatLoadTensorNV(inout coopmatA, mem anyarray, element, tensorLayoutNV, tensorViewNV, function) =
            Cooperative(F::LoadTensor);
        void coopMatStoreTensorNV(coopmatA, mem anyarray, element, tensorLayoutNV, optional tensorViewNV) =
            Cooperative(F::StoreTensor);
        void coopMatReduceNV(out coopmatA, coopmatB, const int, function) = Cooperative(F::Reduce);
        void coopMatTransposeNV(out coopmatA, coopmatB) = Cooperative(F::Transpose);
    }
    [MATRIX; DECODE_VECTOR] {
        void coopMatLoadTensorNV(inout coopmatA, mem anyarray, element, tensorLayoutNV, function, function) =
            Cooperative(F::LoadTensor);
        void coopMatLoadTensorNV(
            inout coopmatA, mem anyarray, element, tensorLayoutNV, tensorViewNV, function, function
        ) = Cooperative(F::LoadTensor);
    }
    [MATRIX; MAINTENANCE] {
        void coopMatReduceEXT(out coopmatA, coopmatB, const int, function) = Cooperative(F::Reduce);
        void coopMatTransposeEXT(out coopmatA, coopmatB) = Cooperative(F::Transpose);
        uvec2 coopMatGetCoordinateEXT(coopmatA, uint) = Cooperative(F::Coordinate);
    }
}

/// Functions that call a function for each element. They are variadic: the called function may have further parameters.
pub(super) const PER_ELEMENT: &[Row] = &[
    Row {
        variadic: true,
        ..row!(MATRIX, NV2, void coopMatPerElementNV(out coopmatA, coopmatB, function) = Cooperative(F::PerElement))
    },
    Row {
        variadic: true,
        ..row!(MATRIX, MAINTENANCE, void coopMatPerElementEXT(out coopmatA, coopmatB, function) = Cooperative(F::PerElement))
    },
];

functions! { TENSOR:
    [&[]; NV2] {
        newLayout createTensorLayoutNV(const uint, optional const uint) = Tensor(Op::TensorLayout);
        tensorLayoutNV setTensorLayoutBlockSizeNV(
            tensorLayoutNV, uint, optional uint, optional uint, optional uint, optional uint
        ) = Tensor(Op::TensorLayoutBlock);
        tensorLayoutNV setTensorLayoutDimensionNV(
            tensorLayoutNV, uint, optional uint, optional uint, optional uint, optional uint
        ) = Tensor(Op::TensorLayoutDimensions);
        tensorLayoutNV setTensorLayoutStrideNV(
            tensorLayoutNV, uint, optional uint, optional uint, optional uint, optional uint
        ) = Tensor(Op::TensorLayoutStrides);
        tensorLayoutNV sliceTensorLayoutNV(
            tensorLayoutNV, uint, uint, optional uint, optional uint, optional uint, optional uint,
            optional uint, optional uint, optional uint, optional uint
        ) = Tensor(Op::TensorLayoutSlice);
        tensorLayoutNV setTensorLayoutClampValueNV(tensorLayoutNV, uint) = Tensor(Op::TensorLayoutClamp);
        newView createTensorViewNV(
            const uint, optional const bool, optional const uint, optional const uint, optional const uint,
            optional const uint, optional const uint
        ) = Tensor(Op::TensorView);
        tensorViewNV setTensorViewDimensionsNV(
            tensorViewNV, uint, optional uint, optional uint, optional uint, optional uint
        ) = Tensor(Op::TensorViewDimensions);
        tensorViewNV setTensorViewStrideNV(
            tensorViewNV, uint, optional uint, optional uint, optional uint, optional uint
        ) = Tensor(Op::TensorViewStrides);
        tensorViewNV setTensorViewClipNV(tensorViewNV, uint, uint, uint, uint) = Tensor(Op::TensorViewClip);
    }
}
