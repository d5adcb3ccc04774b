//! Tests that every combination of atomic operation and type that the extensions allow compiles for global memory,
//! storage buffers and shared memory, and that the other combinations are rejected.

use nvc::{Code, CompileError, Compiled, Compiler};

/// The types allowed for each operation (NV_gpu_program5 §2.X.8 and the atomic extensions).
const ALLOWED: [(&str, &[&str]); 10] = [
    ("ADD", &["U32", "S32", "U64", "S64", "F32", "F64", "F16X2", "F16X4"]),
    ("MIN", &["U32", "S32", "U64", "S64", "F16X2", "F16X4"]),
    ("MAX", &["U32", "S32", "U64", "S64", "F16X2", "F16X4"]),
    ("AND", &["U32", "S32", "U64", "S64"]),
    ("OR", &["U32", "S32", "U64", "S64"]),
    ("XOR", &["U32", "S32", "U64", "S64"]),
    ("IWRAP", &["U32"]),
    ("DWRAP", &["U32"]),
    ("EXCH", &["U32", "S32", "U64", "S64", "F32", "F64", "F16X2", "F16X4"]),
    ("CSWAP", &["U32", "S32", "U64", "S64"]),
];

const TYPES: [&str; 8] = ["U32", "S32", "U64", "S64", "F32", "F64", "F16X2", "F16X4"];

/// The atomic instruction of each kind of memory, and an address operand for it.
const MEMORIES: [(&str, &str); 3] = [("ATOM", "P.x"), ("ATOMB", "ob[16]"), ("ATOMS", "sm[16]")];

fn compile(instruction: &str, place: &str, op: &str, ty: &str) -> Result<Compiled, CompileError> {
    let (result, value) = if ty.ends_with("64") { ("D", "D") } else { ("R", "R") };
    let mask = if ty.starts_with("F16") { "" } else { ".x" };
    let text = format!(
        "!!NVcp5.0
OPTION NV_shader_storage_buffer;
OPTION NV_shader_atomic_float;
OPTION NV_shader_atomic_float64;
OPTION NV_shader_atomic_int64;
OPTION NV_shader_atomic_fp16_vector;
OPTION NV_gpu_program_fp64;
GROUP_SIZE 32;
SHARED_MEMORY 64;
SHARED sm[] = {{ program.sharedmem }};
STORAGE ob[] = {{ program.storage[0] }};
TEMP R;
LONG TEMP D, P;
PK64.U P.x, program.local[0];
LDB.U32X4 R, ob[0];
LDB.U64X2 D, ob[0];
{instruction}.{op}.{ty} {result}{mask}, {value}, {place};
STB.U32X4 R, ob[32];
STB.U64X2 D, ob[48];
END
"
    );
    Compiler::default().compile_bytes("atomic.nvcp", text.as_bytes())
}

#[test]
fn all_pairs_of_operation_and_type() {
    for (instruction, place) in MEMORIES {
        for (op, types) in ALLOWED {
            for ty in TYPES {
                let form = format!("{instruction}.{op}.{ty}");
                match compile(instruction, place, op, ty) {
                    Ok(_) => assert!(types.contains(&ty), "{form} compiles"),
                    Err(error) => {
                        assert!(!types.contains(&ty), "{form}: {error}");
                        assert!(error.diagnostics().iter().any(|d| d.code == Code::N0303), "{form}: {error}");
                    }
                }
            }
        }
    }
}
