//! Matrix and vector relational functions (GLSL §8.6, §8.7).

use super::prelude::*;
use naga::{BinaryOperator as B, MathFunction as M};

const MATRIX_150: Needs = Needs::version(150, 300, &[]);

functions! { MATRIX:
    [FLOATS; NOTHING] {
        matNM matrixCompMult(matNM, matNM) = Arithmetic(A::MatrixCompMult);
        matMN outerProduct(vecT, vecMT) = Math(M::Outer);
        matNM transpose(matMN) = Math(M::Transpose);
    }
    [FLOATS; MATRIX_150] {
        T determinant(matN) = Math(M::Determinant);
        matN inverse(matN) = Math(M::Inverse);
    }
}

functions! { RELATIONAL:
    [ORDERED; NOTHING] {
        bvec lessThan(vecT, vecT) = Compare(B::Less);
        bvec lessThanEqual(vecT, vecT) = Compare(B::LessEqual);
        bvec greaterThan(vecT, vecT) = Compare(B::Greater);
        bvec greaterThanEqual(vecT, vecT) = Compare(B::GreaterEqual);
        bvec equal(vecT, vecT) = Compare(B::Equal);
        bvec notEqual(vecT, vecT) = Compare(B::NotEqual);
    }
    [BOOL; NOTHING] {
        bvec equal(vecT, vecT) = Compare(B::Equal);
        bvec notEqual(vecT, vecT) = Compare(B::NotEqual);
    }
    [NONE; NOTHING] {
        bool any(bvec) = Relational(R::Any);
        bool all(bvec) = Relational(R::All);
        bvec not(bvec) = Arithmetic(A::Not);
    }
}
