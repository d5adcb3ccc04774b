//! Integer functions of GL_INTEL_shader_integer_functions2. Each is one SPIR-V instruction.

use super::prelude::*;

const INTEL: Needs = Needs::extensions(&["GL_INTEL_shader_integer_functions2"]);
const SIGNED_INTS: &[Choice] = &[free(scalar::I32), with(scalar::I64, INT64), with(scalar::I16, INT16)];
const UNSIGNED_INTS: &[Choice] = &[free(scalar::U32), with(scalar::U64, INT64), with(scalar::U16, INT16)];
const INT: &[Choice] = &[free(scalar::I32)];
const UINT: &[Choice] = &[free(scalar::U32)];

/// SPIR-V capability `IntegerFunctions2INTEL`.
const CAPABILITY: u32 = 5584;

const fn instruction(number: u32) -> Operation {
    Opaque(OpaqueFunction { set: None, number, capability: Some(CAPABILITY), extension: EXTENSION })
}

const EXTENSION: Option<&str> = Some("SPV_INTEL_shader_integer_functions2");

functions! { INTEGER_INTEL:
    [UINT; INTEL] {
        genT countLeadingZeros(genT) = instruction(5585);
        genT countTrailingZeros(genT) = instruction(5586);
        genT multiply32x16(genT, genT) = instruction(5598);
    }
    [INT; INTEL] {
        genT multiply32x16(genT, genT) = instruction(5597);
    }
    [SIGNED_INTS; INTEL] {
        genUnsigned absoluteDifference(genT, genT) = instruction(5587);
        genT addSaturate(genT, genT) = instruction(5589);
        genT average(genT, genT) = instruction(5591);
        genT averageRounded(genT, genT) = instruction(5593);
        genT subtractSaturate(genT, genT) = instruction(5595);
    }
    [UNSIGNED_INTS; INTEL] {
        genT absoluteDifference(genT, genT) = instruction(5588);
        genT addSaturate(genT, genT) = instruction(5590);
        genT average(genT, genT) = instruction(5592);
        genT averageRounded(genT, genT) = instruction(5594);
        genT subtractSaturate(genT, genT) = instruction(5596);
    }
}
