//! Integer functions (GLSL §8.8) and integer dot products (GL_EXT_integer_dot_product).

use super::prelude::*;
use naga::MathFunction as M;

const DOT: Needs = Needs::extensions(&["GL_EXT_integer_dot_product"]);
const DOT_8: &[Choice] = &[free(scalar::U8)];
const DOT_16: &[Choice] = &[free(scalar::U16)];
const DOT_32: &[Choice] = &[free(scalar::U32)];
const DOT_64: &[Choice] = &[free(scalar::U64)];

/// Integers of 8, 16 and 64 bits (GL_EXT_shader_explicit_arithmetic_types).
const OTHER_WIDTHS: &[Choice] = &[
    with(scalar::I8, INT8),
    with(scalar::U8, INT8),
    with(scalar::I16, INT16_EXPLICIT),
    with(scalar::U16, INT16_EXPLICIT),
    with(scalar::I64, INT64_EXPLICIT),
    with(scalar::U64, INT64_EXPLICIT),
];
const OTHER_SIGNED: &[Choice] =
    &[with(scalar::I8, INT8), with(scalar::I16, INT16_EXPLICIT), with(scalar::I64, INT64_EXPLICIT)];
const OTHER_UNSIGNED: &[Choice] =
    &[with(scalar::U8, INT8), with(scalar::U16, INT16_EXPLICIT), with(scalar::U64, INT64_EXPLICIT)];
const INT16_EXPLICIT: Needs = Needs::extensions(&["GL_EXT_shader_explicit_arithmetic_types_int16"]);
const INT64_EXPLICIT: Needs = Needs::extensions(&["GL_EXT_shader_explicit_arithmetic_types_int64"]);

functions! { INTEGER:
    [INTS; GPU_SHADER5_ES310] {
        genT bitfieldExtract(genT, int, int) = Math(M::ExtractBits);
        genT bitfieldInsert(genT, genT, int, int) = Math(M::InsertBits);
        genT bitfieldReverse(genT) = Math(M::ReverseBits);
        genIType bitCount(genT) = Math(M::CountOneBits);
        genIType findLSB(genT) = Math(M::FirstTrailingBit);
        genIType findMSB(genT) = Math(M::FirstLeadingBit);
    }
    [OTHER_WIDTHS; NOTHING] {
        genSigned findLSB(genT) = Math(M::FirstTrailingBit);
    }
    [NONE; GPU_SHADER5_ES310] {
        genUType uaddCarry(genUType, genUType, out genUType) = Arithmetic(A::AddCarry);
        genUType usubBorrow(genUType, genUType, out genUType) = Arithmetic(A::SubBorrow);
        void umulExtended(genUType, genUType, out genUType, out genUType) = Arithmetic(A::MulExtended);
        void imulExtended(genIType, genIType, out genIType, out genIType) = Arithmetic(A::MulExtended);
    }
    // Of scalars and short vectors, only those of 32 bits have these functions.
    [OTHER_UNSIGNED; NOTHING] {
        longT uaddCarry(longT, longT, out longT) = Arithmetic(A::AddCarry);
        longT usubBorrow(longT, longT, out longT) = Arithmetic(A::SubBorrow);
        void umulExtended(longT, longT, out longT, out longT) = Arithmetic(A::MulExtended);
    }
    [OTHER_SIGNED; NOTHING] {
        void imulExtended(longT, longT, out longT, out longT) = Arithmetic(A::MulExtended);
    }
}

/// Defines dot products in the four combinations of signedness, for components of one width.
macro_rules! dots {
    ($table:ident: $([$scalars:expr] $signed:ident $unsigned:ident;)*) => {
        functions! { $table: $(
            [$scalars; DOT] {
                $unsigned dotEXT(vecUnsigned, vecUnsigned) = Arithmetic(A::Dot);
                $signed dotEXT(vecSigned, vecUnsigned) = Arithmetic(A::Dot);
                $signed dotEXT(vecUnsigned, vecSigned) = Arithmetic(A::Dot);
                $signed dotEXT(vecSigned, vecSigned) = Arithmetic(A::Dot);
                $unsigned dotAccSatEXT(vecUnsigned, vecUnsigned, $unsigned) = Arithmetic(A::Dot);
                $signed dotAccSatEXT(vecSigned, vecUnsigned, $signed) = Arithmetic(A::Dot);
                $signed dotAccSatEXT(vecUnsigned, vecSigned, $signed) = Arithmetic(A::Dot);
                $signed dotAccSatEXT(vecSigned, vecSigned, $signed) = Arithmetic(A::Dot);
            }
        )* }
    };
}

dots! { INTEGER_DOT:
    [DOT_8] int uint;
    [DOT_16] int uint;
    [DOT_32] int uint;
    [DOT_64] int64_t uint64_t;
}

functions! { PACKED_DOT:
    [NONE; DOT] {
        uint dotPacked4x8EXT(uint, uint) = Arithmetic(A::DotPacked);
        int dotPacked4x8EXT(int, uint) = Arithmetic(A::DotPacked);
        int dotPacked4x8EXT(uint, int) = Arithmetic(A::DotPacked);
        int dotPacked4x8EXT(int, int) = Arithmetic(A::DotPacked);
        uint dotPacked4x8AccSatEXT(uint, uint, uint) = Arithmetic(A::DotPacked);
        int dotPacked4x8AccSatEXT(int, uint, int) = Arithmetic(A::DotPacked);
        int dotPacked4x8AccSatEXT(uint, int, int) = Arithmetic(A::DotPacked);
        int dotPacked4x8AccSatEXT(int, int, int) = Arithmetic(A::DotPacked);
    }
}
