//! Limits of the language. Each is at least as large as in any known implementation. The reference page and
//! diagnostics quote them.

/// Recursion depths, tried in this order until the program stays within the limits `called-instructions` and `blocks`. The
/// first is the depth of NVIDIA's hardware (crates/lab/logs/hardware.md, A44), the last is the minimum that programs can rely
/// on (MAX_PROGRAM_CALL_DEPTH_NV).
pub const DEPTHS: [u32; 4] = [32, 16, 8, 4];
/// Maximum of each number in GROUP_SIZE.
pub const MAX_GROUP_SIZE: u64 = 2048;
/// Maximum product of the numbers in GROUP_SIZE.
pub const MAX_INVOCATIONS: u64 = 2048;
/// Maximum of SHARED_MEMORY in bytes.
pub const MAX_SHARED_MEMORY: u64 = 1 << 20;
/// Maximum number of elements of all TEMP variables together.
pub const MAX_TEMPORARIES: u64 = 1 << 16;
/// Maximum number of elements of all PARAM variables together.
pub const MAX_PARAMETERS: usize = 1024;
/// Number of registers of program.local and of program.env each.
pub const MAX_PROGRAM_PARAMETERS: u64 = 1024;
/// Number of binding points of parameter buffers, storage buffers and counters each.
pub const MAX_BINDING_POINTS: u64 = 1024;
/// Number of texture units and of image units.
pub const MAX_UNITS: u64 = 1024;
/// Number of elements of program.subroutine.
pub const MAX_SUBROUTINE_PARAMETERS: u64 = 4096;
/// One more than the maximum SUBROUTINENUM.
pub const MAX_SUBROUTINE_NUM: u64 = 4096;
/// Maximum byte or element number in a buffer binding.
pub const MAX_BUFFER_ELEMENT: u64 = (1 << 31) - 1;
