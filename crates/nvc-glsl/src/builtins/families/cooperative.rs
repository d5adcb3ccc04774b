//! Cooperative matrices (GL_NV_cooperative_matrix, GL_NV_integer_cooperative_matrix,
//! GL_KHR_cooperative_matrix).

use super::prelude::*;
use CooperativeFunction as F;

const KHR: Needs = Needs::extensions(&["GL_KHR_cooperative_matrix"]);
const NV: Needs = Needs::extensions(&["GL_NV_cooperative_matrix", "GL_NV_integer_cooperative_matrix"]);

const FLOAT8: Needs = Needs::extensions(&["GL_EXT_float_e4m3", "GL_EXT_float_e5m2"]);

functions! { COOPERATIVE:
    [MATRIX; KHR] {
        void coopMatLoad(out coopmatA, mem array, uint, uint, const int) = Cooperative(F::Load);
        void coopMatStore(coopmatA, mem array, uint, uint, const int) = Cooperative(F::Store);
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
}
