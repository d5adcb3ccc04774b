//! Functions for bit casts and conversions of floats in encodings other than IEEE 754's (GL_EXT_bfloat16,
//! GL_EXT_float_e4m3, GL_EXT_float_e5m2, and the extensions of the document GL_EXT_ocp_microscaling_types, such as
//! GL_EXT_float_e2m1).

use super::prelude::*;

/// Float types that convert to 8-bit floats with saturation.
const SOURCES: &[Choice] = &[
    free(scalar::F16),
    with(scalar::BF16, Needs::extensions(&["GL_EXT_bfloat16"])),
    free(scalar::F32),
    free(scalar::F64),
];

functions! { ENCODED:
    [NONE; Needs::extensions(&["GL_EXT_bfloat16"])] {
        genI16Type bfloat16BitsToIntEXT(genBF16Type) = Bitcast;
        genU16Type bfloat16BitsToUintEXT(genBF16Type) = Bitcast;
        genBF16Type intBitsToBFloat16EXT(genI16Type) = Bitcast;
        genBF16Type uintBitsToBFloat16EXT(genU16Type) = Bitcast;
    }
    [SOURCES; Needs::extensions(&["GL_EXT_float_e5m2"])] {
        genI8Type floate5m2BitsToIntEXT(genE5M2Type) = Bitcast;
        genU8Type floate5m2BitsToUintEXT(genE5M2Type) = Bitcast;
        genE5M2Type intBitsToFloate5m2EXT(genI8Type) = Bitcast;
        genE5M2Type uintBitsToFloate5m2EXT(genU8Type) = Bitcast;
        void saturatedConvertEXT(out genE5M2Type, genT) = SaturatedConvert;
    }
    [SOURCES; Needs::extensions(&["GL_EXT_float_e4m3"])] {
        genI8Type floate4m3BitsToIntEXT(genE4M3Type) = Bitcast;
        genU8Type floate4m3BitsToUintEXT(genE4M3Type) = Bitcast;
        genE4M3Type intBitsToFloate4m3EXT(genI8Type) = Bitcast;
        genE4M3Type uintBitsToFloate4m3EXT(genU8Type) = Bitcast;
        void saturatedConvertEXT(out genE4M3Type, genT) = SaturatedConvert;
    }
    [NONE; Needs::extensions(&["GL_EXT_float_ue8m0"])] {
        genI8Type floatue8m0BitsToIntEXT(genUE8M0Type) = Bitcast;
        genU8Type floatue8m0BitsToUintEXT(genUE8M0Type) = Bitcast;
        genUE8M0Type intBitsToFloatue8m0EXT(genI8Type) = Bitcast;
        genUE8M0Type uintBitsToFloatue8m0EXT(genU8Type) = Bitcast;
    }
    [NONE; Needs::extensions(&["GL_EXT_float_mxint8"])] {
        genI8Type floatmxint8BitsToIntEXT(genMXINT8Type) = Bitcast;
        genU8Type floatmxint8BitsToUintEXT(genMXINT8Type) = Bitcast;
        genMXINT8Type intBitsToFloatmxint8EXT(genI8Type) = Bitcast;
        genMXINT8Type uintBitsToFloatmxint8EXT(genU8Type) = Bitcast;
    }
    [NONE; Needs::extensions(&["GL_EXT_float_e2m1"])] {
        fe2m1vec2 unpackFloat2xfe2m1EXT(uint8_t) = Bitcast;
        fe2m1vec4 unpackFloat4xfe2m1EXT(uint16_t) = Bitcast;
        uint8_t packFloat2xfe2m1EXT(fe2m1vec2) = Bitcast;
        uint16_t packFloat4xfe2m1EXT(fe2m1vec4) = Bitcast;
        vector_e2m1_8 unpackFloat8xfe2m1EXT(uint) = Bitcast;
        vector_e2m1_16 unpackFloat16xfe2m1EXT(uvec2) = Bitcast;
        uint packFloat8xfe2m1EXT(vector_e2m1_8) = Bitcast;
        uvec2 packFloat16xfe2m1EXT(vector_e2m1_16) = Bitcast;
        genE2M1Type bitcastExtractfe2m1EXT(genU8Type, uint) = BitcastExtract;
    }
    [NONE; Needs::extensions(&["GL_EXT_float_e3m2"])] {
        fe3m2vec4 unpackFloat4xfe3m2EXT(u8vec3) = Bitcast;
        u8vec3 packFloat4xfe3m2EXT(fe3m2vec4) = Bitcast;
        vector_e3m2_8 unpackFloat8xfe3m2EXT(u16vec3) = Bitcast;
        vector_e3m2_16 unpackFloat16xfe3m2EXT(uvec3) = Bitcast;
        u16vec3 packFloat8xfe3m2EXT(vector_e3m2_8) = Bitcast;
        uvec3 packFloat16xfe3m2EXT(vector_e3m2_16) = Bitcast;
        genE3M2Type bitcastExtractfe3m2EXT(genU8Type, uint) = BitcastExtract;
    }
    [NONE; Needs::extensions(&["GL_EXT_float_e2m3"])] {
        fe2m3vec4 unpackFloat4xfe2m3EXT(u8vec3) = Bitcast;
        u8vec3 packFloat4xfe2m3EXT(fe2m3vec4) = Bitcast;
        vector_e2m3_8 unpackFloat8xfe2m3EXT(u16vec3) = Bitcast;
        vector_e2m3_16 unpackFloat16xfe2m3EXT(uvec3) = Bitcast;
        u16vec3 packFloat8xfe2m3EXT(vector_e2m3_8) = Bitcast;
        uvec3 packFloat16xfe2m3EXT(vector_e2m3_16) = Bitcast;
        genE2M3Type bitcastExtractfe2m3EXT(genU8Type, uint) = BitcastExtract;
    }
}
