//! The limits of nvc, each at least as large as in any known implementation. The reference page and the
//! diagnostics quote them.

/// Nested IF and REP blocks together.
pub const MAX_NESTING: usize = 256;
/// Instructions that the calls of a program expand to when they are inlined.
pub const MAX_EXPANSION: u64 = 1 << 16;
/// Recursion depths, tried in this order until the program stays within [`MAX_EXPANSION`]. The first is
/// that of NVIDIA's hardware (docs/hardware.md, A44), the last the minimum that programs can rely on
/// (MAX_PROGRAM_CALL_DEPTH_NV).
pub const DEPTHS: [u32; 4] = [32, 16, 8, 4];
/// Each number of GROUP_SIZE.
pub const MAX_GROUP_SIZE: u64 = 2048;
/// The product of the numbers of GROUP_SIZE.
pub const MAX_INVOCATIONS: u64 = 2048;
/// SHARED_MEMORY, in bytes.
pub const MAX_SHARED_MEMORY: u64 = 1 << 20;
/// Elements of all TEMP variables together.
pub const MAX_TEMPORARIES: u64 = 1 << 16;
/// Elements of all PARAM variables together.
pub const MAX_PARAMETERS: usize = 1024;
/// Vectors of fixed-function state.
pub const MAX_STATE: usize = 1024;
/// program.local and program.env registers, each.
pub const MAX_PROGRAM_PARAMETERS: u64 = 1024;
/// Binding points of buffers, storage buffers and counters, each.
pub const MAX_BINDING_POINTS: u64 = 1024;
/// Texture and image units, each.
pub const MAX_UNITS: u64 = 1024;
/// Elements of program.subroutine.
pub const MAX_SUBROUTINE_PARAMETERS: u64 = 4096;
/// SUBROUTINENUM numbers.
pub const MAX_SUBROUTINE_NUM: u64 = 4096;
/// The last byte or element that a buffer binding may name.
pub const MAX_BUFFER_ELEMENT: u64 = (1 << 31) - 1;
