//! Functions on cooperative vectors (GL_NV_cooperative_vector).

use super::prelude::*;
use CoopVectorFunction as F;
use naga::MathFunction as M;

const NV: Needs = Needs::extensions(&["GL_NV_cooperative_vector"]);

functions! { VECTORS:
    [MATRIX; NV] {
        void coopVecLoadNV(out anycoopvec, mem anyarray, element) = CoopVector(F::Load);
        void coopVecStoreNV(anycoopvec, mem anyarray, element) = CoopVector(F::Store);
        void coopVecMatMulNV(
            out anycoopvec, anycoopvec, const int, mem anyarray, element, const int, const uint, const uint, const int,
            const bool, uint
        ) = CoopVector(F::MatMul);
        void coopVecMatMulAddNV(
            out anycoopvec, anycoopvec, const int, mem anyarray, element, const int, mem anyarray, element, const int,
            const uint, const uint, const int, const bool, uint
        ) = CoopVector(F::MatMulAdd);
        void coopVecOuterProductAccumulateNV(
            anycoopvec, anycoopvec, mem anyarray, element, uint, const int, const int
        ) = CoopVector(F::OuterProduct);
        void coopVecReduceSumAccumulateNV(anycoopvec, mem anyarray, element) = CoopVector(F::ReduceSum);
    }
    [FLOAT; NV] {
        coopvec exp(coopvec) = Math(M::Exp);
        coopvec log(coopvec) = Math(M::Log);
        coopvec tanh(coopvec) = Math(M::Tanh);
        coopvec atan(coopvec) = Math(M::Atan);
    }
    [FLOATS; NV] {
        coopvec fma(coopvec, coopvec, coopvec) = Math(M::Fma);
        coopvec min(coopvec, coopvec) = Math(M::Min);
        coopvec max(coopvec, coopvec) = Math(M::Max);
        coopvec clamp(coopvec, coopvec, coopvec) = Math(M::Clamp);
        coopvec step(coopvec, coopvec) = Math(M::Step);
    }
    [INTEGERS; NV] {
        coopvec min(coopvec, coopvec) = Math(M::Min);
        coopvec max(coopvec, coopvec) = Math(M::Max);
        coopvec clamp(coopvec, coopvec, coopvec) = Math(M::Clamp);
    }
}
