//! Clocks, compiler hints, `debugPrintfEXT` and `abortEXT`.

use super::prelude::*;
use nvc_ir::imm::Scope;

const CLOCK: Needs = Needs::extensions(&["GL_ARB_shader_clock"]);
const REALTIME: Needs = Needs::extensions(&["GL_EXT_shader_realtime_clock"]);
const NON_UNIFORM: Needs = Needs::extensions(&["GL_EXT_nonuniform_qualifier"]);
const ABORT: Needs = Needs::extensions(&["GL_EXT_abort"]);
const EXPECT: Needs = Needs::extensions(&["GL_EXT_expect_assume"]);
const PRINTF: Needs = Needs::extensions(&["GL_EXT_debug_printf"]);
const EXPECT_TYPES: &[Choice] = &[
    free(scalar::BOOL),
    free(scalar::I32),
    free(scalar::U32),
    free(scalar::I64),
    free(scalar::U64),
    free(scalar::I16),
    free(scalar::U16),
    free(scalar::I8),
    free(scalar::U8),
];

functions! { CLOCK_AND_HINTS:
    [NONE; CLOCK] {
        uvec2 clock2x32ARB() = Clock(Scope::Subgroup);
        uint64_t clockARB() = Clock(Scope::Subgroup);
    }
    [NONE; REALTIME] {
        uvec2 clockRealtime2x32EXT() = Clock(Scope::Device);
        uint64_t clockRealtimeEXT() = Clock(Scope::Device);
    }
    [NONE; NON_UNIFORM] {
        any nonuniformEXT(any) = NonUniform;
    }
    [EXPECT_TYPES; EXPECT] {
        genT expectEXT(genT, genT) = Expect;
    }
    [NONE; EXPECT] {
        void assumeEXT(bool) = Assume;
    }
}

/// `debugPrintfEXT`: takes a format string, followed by values of any types.
pub(super) const PRINT: &[Row] =
    &[Row { variadic: true, ..row!(NONE, PRINTF, void debugPrintfEXT(string) = DebugPrintf) }];

/// `abortEXT`: takes values of any types, optionally preceded by a string.
pub(super) const ABORTS: &[Row] = &[Row { variadic: true, ..row!(NONE, ABORT, void abortEXT() = Abort) }];
