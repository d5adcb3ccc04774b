//! Two kernels that the build script compiled: one in assembly, one in GLSL with NVIDIA's shuffles. Each comes
//! with inputs and the results of the CPU, for the programs in `src/bin` that run them through a graphics
//! library.

#![forbid(unsafe_code)]

/// The code that `build.rs` generates: a module for each shader.
pub mod shaders {
    include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
}

use shaders::{saxpy, segment_sums};
use std::ffi::CStr;

/// The number of elements of each buffer.
const COUNT: u32 = 1024;

/// The factor of `saxpy.nvcp`.
const A: f32 = 0.5;

/// The number of lanes in a segment of `segment_sums.comp`.
const SEGMENT: u32 = 8;

/// A shader with one dispatch: what to bind, and what it computes.
pub struct Kernel {
    /// Its name.
    pub name: &'static str,
    /// The SPIR-V module.
    pub words: &'static [u32],
    /// Name of the entry point.
    pub entry_point: &'static CStr,
    /// The descriptor set with all of its storage buffers, at bindings from 0.
    pub set: u32,
    /// Push constants.
    pub push: Vec<u8>,
    /// Work groups in x.
    pub groups: u32,
    /// The subgroup size that the shader was compiled for, with full subgroups.
    pub subgroup_size: Option<u32>,
    /// The smallest subgroups that the inputs allow.
    pub min_subgroup_size: u32,
    /// The contents of the buffers.
    pub buffers: Vec<Vec<u8>>,
    /// The contents of the last buffer after the dispatch.
    pub expected: Vec<u8>,
}

impl Kernel {
    /// Both kernels.
    pub fn all() -> [Kernel; 2] {
        [Kernel::saxpy(), Kernel::segment_sums()]
    }

    /// `y = a * x + y` in assembly, with `a` as a push constant.
    fn saxpy() -> Self {
        let x: Vec<f32> = (0..COUNT).map(|i| i as f32).collect();
        let y: Vec<f32> = (0..COUNT).map(|i| 1.0 - i as f32).collect();
        let sums = std::iter::zip(&x, &y).map(|(x, y)| A * x + y);
        // Program parameters in assembly are untyped words.
        let push = saxpy::PushConstants { program_local: [[A.to_bits(), 0, 0, 0]] };
        let bytes = |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        Kernel {
            name: "saxpy",
            words: saxpy::SPIRV,
            entry_point: saxpy::ENTRY_POINT_C,
            set: saxpy::X_SET,
            push: push.to_bytes().to_vec(),
            groups: COUNT / saxpy::WORKGROUP_SIZE[0],
            subgroup_size: saxpy::SUBGROUP_SIZE,
            min_subgroup_size: 1,
            expected: bytes(&sums.collect::<Vec<f32>>()),
            buffers: vec![bytes(&x), bytes(&y)],
        }
    }

    /// Sums over segments of 8 lanes in GLSL, with shuffles. NVIDIA's warps have 32 lanes, so the reflection of
    /// a shader with shuffles requires subgroups of 32. This shader also works with smaller ones, down to 8,
    /// because no lane reads outside its segment.
    fn segment_sums() -> Self {
        let values: Vec<u32> = (0..COUNT).map(|i| i * i + 7).collect();
        let sums = values.chunks(SEGMENT as usize).map(|segment| segment.iter().sum::<u32>());
        let sums: Vec<u32> = sums.flat_map(|sum| [sum; SEGMENT as usize]).collect();
        let bytes = |values: &[u32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        Kernel {
            name: "segment_sums",
            words: segment_sums::SPIRV,
            entry_point: segment_sums::ENTRY_POINT_C,
            set: segment_sums::VALUES_SET,
            push: Vec::new(),
            groups: COUNT / segment_sums::WORKGROUP_SIZE[0],
            subgroup_size: segment_sums::SUBGROUP_SIZE,
            min_subgroup_size: SEGMENT,
            expected: bytes(&sums),
            buffers: vec![bytes(&values), vec![0; values.len() * 4]],
        }
    }
}
