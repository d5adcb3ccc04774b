//! Functions for bit casts, packing and unpacking (GLSL §8.3, §8.4, GL_NV_gpu_shader5, GL_ARB_gpu_shader_int64,
//! GL_EXT_shader_explicit_arithmetic_types, GL_NV_shader_buffer_load, and AMD's extensions for 16-bit types).

use super::prelude::*;
use naga::MathFunction as M;

/// Requirement of `packFloat2x16` and `unpackFloat2x16`, which come from GL_NV_gpu_shader5.
const HALF_BITS: Needs = Needs::extensions(&[
    "GL_NV_gpu_shader5",
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_AMD_gpu_shader_half_float",
]);
const HALF_INT16: Needs = Needs::extensions(&[
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_AMD_gpu_shader_int16",
]);
const EXPLICIT: Needs = Needs::extensions(&[
    "GL_EXT_shader_explicit_arithmetic_types_int8",
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types_int32",
    "GL_EXT_shader_explicit_arithmetic_types_int64",
]);
const POINTERS: Needs = Needs::extensions(&["GL_NV_shader_buffer_load"]);

functions! { BIT_ENCODING:
    [NONE; NOTHING] {
        genIType floatBitsToInt(genFType) = Bitcast;
        genUType floatBitsToUint(genFType) = Bitcast;
        genFType intBitsToFloat(genIType) = Bitcast;
        genFType uintBitsToFloat(genUType) = Bitcast;
    }
    [NONE; INT64_BITS] {
        genI64Type doubleBitsToInt64(genDType) = Bitcast;
        genU64Type doubleBitsToUint64(genDType) = Bitcast;
        genDType int64BitsToDouble(genI64Type) = Bitcast;
        genDType uint64BitsToDouble(genU64Type) = Bitcast;
    }
    [NONE; HALF_INT16] {
        genI16Type halfBitsToInt16(genF16Type) = Bitcast;
        genU16Type halfBitsToUint16(genF16Type) = Bitcast;
        genF16Type int16BitsToHalf(genI16Type) = Bitcast;
        genF16Type uint16BitsToHalf(genU16Type) = Bitcast;
        genI16Type float16BitsToInt16(genF16Type) = Bitcast;
        genU16Type float16BitsToUint16(genF16Type) = Bitcast;
        genF16Type int16BitsToFloat16(genI16Type) = Bitcast;
        genF16Type uint16BitsToFloat16(genU16Type) = Bitcast;
    }
}

functions! { PACKING:
    [NONE; Needs::version(400, 300, &["GL_ARB_gpu_shader5", "GL_NV_gpu_shader5", "GL_ARB_shading_language_packing"])] {
        uint packUnorm2x16(vec2) = Math(M::Pack2x16unorm);
        vec2 unpackUnorm2x16(uint) = Math(M::Unpack2x16unorm);
    }
    [NONE; SHADING_LANGUAGE_PACKING] {
        uint packSnorm2x16(vec2) = Math(M::Pack2x16snorm);
        vec2 unpackSnorm2x16(uint) = Math(M::Unpack2x16snorm);
        uint packHalf2x16(vec2) = Math(M::Pack2x16float);
        vec2 unpackHalf2x16(uint) = Math(M::Unpack2x16float);
    }
    [NONE; Needs::version(400, 310, &["GL_ARB_gpu_shader5", "GL_NV_gpu_shader5", "GL_ARB_shading_language_packing"])] {
        uint packUnorm4x8(vec4) = Math(M::Pack4x8unorm);
        uint packSnorm4x8(vec4) = Math(M::Pack4x8snorm);
        vec4 unpackUnorm4x8(uint) = Math(M::Unpack4x8unorm);
        vec4 unpackSnorm4x8(uint) = Math(M::Unpack4x8snorm);
    }
    [NONE; DOUBLE] {
        double packDouble2x32(uvec2) = Bitcast;
        uvec2 unpackDouble2x32(double) = Bitcast;
    }
    [NONE; INT64_BITS] {
        int64_t packInt2x32(ivec2) = Bitcast;
        uint64_t packUint2x32(uvec2) = Bitcast;
        ivec2 unpackInt2x32(int64_t) = Bitcast;
        uvec2 unpackUint2x32(uint64_t) = Bitcast;
    }
    [NONE; HALF_BITS] {
        uint packFloat2x16(f16vec2) = Bitcast;
        f16vec2 unpackFloat2x16(uint) = Bitcast;
    }
    [NONE; INT16] {
        int packInt2x16(i16vec2) = Bitcast;
        int64_t packInt4x16(i16vec4) = Bitcast;
        uint packUint2x16(u16vec2) = Bitcast;
        uint64_t packUint4x16(u16vec4) = Bitcast;
        i16vec2 unpackInt2x16(int) = Bitcast;
        i16vec4 unpackInt4x16(int64_t) = Bitcast;
        u16vec2 unpackUint2x16(uint) = Bitcast;
        u16vec4 unpackUint4x16(uint64_t) = Bitcast;
    }
    [NONE; EXPLICIT] {
        int64_t pack64(ivec2) = Bitcast;
        uint64_t pack64(uvec2) = Bitcast;
        int64_t pack64(i16vec4) = Bitcast;
        uint64_t pack64(u16vec4) = Bitcast;
        int pack32(i16vec2) = Bitcast;
        uint pack32(u16vec2) = Bitcast;
        int pack32(i8vec4) = Bitcast;
        uint pack32(u8vec4) = Bitcast;
        int16_t pack16(i8vec2) = Bitcast;
        uint16_t pack16(u8vec2) = Bitcast;
        ivec2 unpack32(int64_t) = Bitcast;
        uvec2 unpack32(uint64_t) = Bitcast;
        i16vec4 unpack16(int64_t) = Bitcast;
        u16vec4 unpack16(uint64_t) = Bitcast;
        i16vec2 unpack16(int) = Bitcast;
        u16vec2 unpack16(uint) = Bitcast;
        i8vec4 unpack8(int) = Bitcast;
        u8vec4 unpack8(uint) = Bitcast;
        i8vec2 unpack8(int16_t) = Bitcast;
        u8vec2 unpack8(uint16_t) = Bitcast;
    }
    [NONE; POINTERS] {
        ptr_void packPtr(uvec2) = Bitcast;
        uvec2 unpackPtr(ptr_void) = Bitcast;
    }
}
