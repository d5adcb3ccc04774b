//! Descriptions of keywords and options, for the reference page (`docs/nvcp5.md`) and for completion in editors. The
//! parser does not need them. Tests check that they match the parser's tables.
// tidy: table

/// A keyword and its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyword {
    /// The keyword as it is written.
    pub name: &'static str,
    /// The description: a phrase without a full stop.
    pub meaning: &'static str,
}

macro_rules! keywords {
    ($($(#[$doc:meta])* $table:ident { $($name:literal $meaning:literal)* })*) => {
        $($(#[$doc])* pub const $table: &[Keyword] = &[$(Keyword { name: $name, meaning: $meaning },)*];)*
    };
}

keywords! {
    /// The options, and what each of them enables.
    OPTIONS {
        "NV_shader_storage_buffer" "`STORAGE` variables, `program.storagelen`, `LDB`, `STB`, `ATOMB`"
        "NV_shader_thread_group" "`invocation.thread*`, `warpid`, `smid`, `state.thread.*`, `TGBALLOT`"
        "NV_shader_thread_shuffle" "`SHFIDX`, `SHFUP`, `SHFDOWN`, `SHFXOR`"
        "NV_shader_atomic_float" "`ADD` and `EXCH` atomics on `F32`"
        "NV_shader_atomic_float64" "`ADD` and `EXCH` atomics on `F64`"
        "NV_shader_atomic_int64" "atomics on `S64`, and on `U64` other than `ADD`, `EXCH` and `CSWAP`"
        "NV_shader_atomic_fp16_vector" "atomics on `F16X2` and `F16X4`"
        "NV_shader_atomic_counters" "`COUNTER` variables, `ATOMCTR`, `ATOMCTROP`"
        "NV_bindless_texture" "`handle(register.c)` in place of a texture or image"
        "NV_gpu_program5_mem_extended" "8- and 16-bit storage modifiers other than `S8`, `U8`, `S16`, `U16`"
        "EXT_shader_image_load_formatted" "`LOADIM` with a base type"
        "ARB_shader_image_size" "`IMQ`"
        "ARB_shader_texture_image_samples" "`TXQS`, `IMQS`"
        "NV_texture_multisample" "`TXFMS` on `2DMS` and `ARRAY2DMS`"
        "NV_explicit_multisample" "`TXFMS` on `RENDERBUFFER`"
        "ARB_compute_variable_group_size" "a program without `GROUP_SIZE`"
        "NV_internal" "no effect: written by NVIDIA's compiler"
        "NV_gpu_program_fp64" "no effect: 64-bit arithmetic needs no option"
        "NV_parameter_buffer_object2" "no effect: `CBUFFER` needs no option"
        "NV_shader_buffer_load" "no effect: `LOAD` needs no option"
        "NV_shader_buffer_store" "no effect: `STORE` and `ATOM` need no option"
        "NV_unroll_none" "no effect: a hint to the assembler in NVIDIA's OpenGL driver"
        "ARB_derivative_control" "no effect: compute programs have no derivatives"
        "ARB_sparse_texture2" "no effect: `SPARSE` needs no option"
        "EXT_sparse_texture2" "no effect: `SPARSE` needs no option"
        "ARB_sparse_texture_clamp" "no effect: `LODCLAMP` needs no option"
    }

    /// The condition rules except RESIDENT and NONRESIDENT, and when each is true, in terms of the flags of one component.
    CONDITIONS {
        "NE" "SF or not ZF: not equal to zero, or a NaN"
        "EQ" "ZF and not SF: equal to zero"
        "GE" "SF equals OF: greater than or equal to zero"
        "GT" "SF equals OF, and not ZF: greater than zero"
        "LE" "SF differs from (ZF or OF): less than or equal to zero"
        "LT" "(SF and not ZF) differs from OF: less than zero"
        "TR" "always"
        "FL" "never"
        "NAN" "SF and ZF: a NaN"
        "LEG" "not SF or not ZF: less, equal or greater, not a NaN"
        "CF" "CF: carry, or no borrow"
        "NCF" "not CF"
        "OF" "OF: signed overflow"
        "NOF" "not OF"
        "SF" "SF: the sign bit, or a NaN"
        "NSF" "not SF"
        "AB" "CF and not ZF: above, unsigned"
        "BLE" "not CF or ZF: below or equal, unsigned"
    }

    /// The texture and image targets, and the coordinates of each.
    TARGETS {
        "1D" "x"
        "2D" "x, y"
        "3D" "x, y, z"
        "CUBE" "the direction x, y, z"
        "RECT" "x, y in texels"
        "ARRAY1D" "x; layer y (of images z)"
        "ARRAY2D" "x, y; layer z"
        "ARRAYCUBE" "the direction x, y, z; layer w"
        "SHADOW1D" "x; reference z"
        "SHADOW2D" "x, y; reference z"
        "SHADOWRECT" "x, y in texels; reference z"
        "SHADOWCUBE" "the direction x, y, z; reference w"
        "SHADOWARRAY1D" "x; layer y; reference z"
        "SHADOWARRAY2D" "x, y; layer z; reference w"
        "SHADOWARRAYCUBE" "the direction x, y, z; layer w; reference x of the second vector"
        "BUFFER" "the element x"
        "2DMS" "x, y; sample w"
        "ARRAY2DMS" "x, y; layer z; sample w"
        "RENDERBUFFER" "x, y; sample w"
    }

    /// The attributes, that is, the names after `invocation.`.
    ATTRIBUTES {
        "localid" "xyz: the position in the work group"
        "globalid" "xyz: the position in the dispatch"
        "groupid" "xyz: the position of the work group in the dispatch"
        "groupcount" "xyz: the number of work groups of the dispatch"
        "groupsize" "xyz: the size of a work group"
        "localindex" "the index in the work group"
        "threadid" "the index in the warp"
        "threadeqmask" "the bit of this thread"
        "threadltmask" "the bits of the threads below this one"
        "threadlemask" "the bits of this thread and those below"
        "threadgtmask" "the bits of the threads above this one"
        "threadgemask" "the bits of this thread and those above"
        "warpid" "the index of the warp in its multiprocessor"
        "smid" "the index of the multiprocessor"
    }

    /// The device state, that is, the names after `state.thread.`.
    THREAD_STATES {
        "warpsize" "threads in a warp"
        "warpspersm" "warps per multiprocessor"
        "smcount" "multiprocessors of the device"
    }

    /// The program arrays, that is, the names after `program.`.
    PROGRAM_ARRAYS {
        "storage" "`[point][byte]`: storage buffers"
        "local" "`[i]`: parameters of the program"
        "env" "`[i]`: parameters shared between programs"
        "buffer" "`[point][element]`: uniform buffers"
        "storagelen" "`[point]`: the length of a storage buffer in bytes"
        "sharedmem" "`[byte]`: shared memory of the work group"
        "counter" "`[point][counter]`: atomic counters"
        "subroutine" "`[i]`: subroutines selected by the API"
    }

    /// The classes of variables.
    CLASSES {
        "TEMP" "registers"
        "PARAM" "constants, program parameters and state"
        "ATTRIB" "an attribute of the invocation"
        "STORAGE" "a storage buffer, indexed by bytes"
        "SHARED" "shared memory, indexed by bytes"
        "CBUFFER" "a uniform buffer, read by `LDC`"
        "BUFFER" "a uniform buffer, indexed by words"
        "BUFFER4" "a uniform buffer, indexed by vectors of four words"
        "COUNTER" "atomic counters"
        "TEXTURE" "texture units"
        "IMAGE" "image units"
        "ALIAS" "another name for a variable"
        "SUBROUTINETYPE" "a set of labels that a `SUBROUTINE` may select"
        "SUBROUTINE" "elements of `program.subroutine`, whose subroutines `CALI` calls"
    }

    /// The modifiers of declarations.
    VARIABLE_MODIFIERS {
        "SHORT" "at least 16 bits per component (nvc: 32)"
        "LONG" "64 bits per component"
        "INT" "signed integers; instructions of another type may not use it"
        "UINT" "unsigned integers; instructions of another type may not use it"
        "FLOAT" "floats; instructions of another type may not use it"
    }
}

/// The precision of a group of floating-point instructions.
#[derive(Clone, Copy, Debug)]
pub struct Precision {
    /// The mnemonics of the instructions.
    pub mnemonics: &'static [&'static str],
    /// The error bound that Vulkan guarantees for the corresponding SPIR-V instructions, for 32-bit floats.
    pub bound: &'static str,
    /// The tolerance that the tests apply.
    pub tolerance: &'static str,
}

/// The instructions for which Vulkan allows an error (Vulkan, "Precision and Operation of SPIR-V
/// Instructions").
pub const PRECISION: &[Precision] = &[
    Precision {
        mnemonics: &["SIN", "COS", "SCS"],
        bound: "absolute 2^-11 in [-pi, pi]",
        tolerance: "absolute 4.89e-4 in [-pi, pi]",
    },
    Precision {
        mnemonics: &["EX2"],
        bound: "3 + 2 * \\|x\\| ULP",
        tolerance: "relative 3.5e-6 for \\|x\\| up to 16",
    },
    Precision {
        mnemonics: &["LG2"],
        bound: "3 ULP outside [0.5, 2], absolute 2^-21 inside",
        tolerance: "absolute 4.8e-7 and relative 4.2e-7",
    },
    Precision {
        mnemonics: &["POW", "LIT"],
        bound: "the bound of 2 to the power of (b * log2 a)",
        tolerance: "relative 2.5e-6 for results from 2^-5.3 to 2^5.3",
    },
    Precision { mnemonics: &["RSQ"], bound: "2 ULP", tolerance: "relative 3e-7" },
    Precision { mnemonics: &["RCP", "RCC", "DIV"], bound: "2.5 ULP", tolerance: "relative 3.6e-7" },
    Precision {
        mnemonics: &["NRM", "RFL"],
        bound: "the bounds of its products and of its root or quotient",
        tolerance: "relative 3.6e-7 (NRM), absolute 1.8e-6 (RFL)",
    },
    Precision {
        mnemonics: &["MAD", "DP2", "DP2A", "DP3", "DP4", "DPH", "LRP", "X2D", "XPD"],
        bound: "products and sums, each rounded separately or fused with the next",
        tolerance: "0 except for the sign of zeros: the inputs need no rounding",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::option_names;
    use crate::parse::keywords;

    /// Asserts that each name in a table of the parser has a description, in the same order.
    fn same<'a>(parser: impl Iterator<Item = &'a str>, meanings: &[Keyword]) {
        let names: Vec<&str> = meanings.iter().map(|keyword| keyword.name).collect();
        assert_eq!(parser.collect::<Vec<_>>(), names);
    }

    #[test]
    fn every_keyword_has_a_meaning() {
        same(option_names(), OPTIONS);
        same(keywords::CC_RULES.iter().map(|row| row.0), CONDITIONS);
        same(keywords::TARGETS.iter().map(|row| row.0), TARGETS);
        same(keywords::ATTRIBS.iter().map(|row| row.0), ATTRIBUTES);
        same(keywords::THREAD_STATES.iter().map(|row| row.0), THREAD_STATES);
        same(keywords::PROGRAM_ARRAYS.iter().map(|row| row.0), PROGRAM_ARRAYS);
        same(keywords::CLASSES.iter().map(|row| row.0), CLASSES);
        same(keywords::VAR_MODIFIERS.iter().map(|row| row.0), VARIABLE_MODIFIERS);
    }
}
