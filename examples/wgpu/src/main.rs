//! Runs an assembly kernel and a GLSL kernel with NVIDIA's shuffles through wgpu, on any Vulkan device, and
//! compares the results with those of the CPU.
//!
//! WGSL cannot express either kernel, so the SPIR-V is passed through.

// Passing SPIR-V through is unsafe.
#![allow(unsafe_code)]

mod gpu;

/// The code that `build.rs` generates: a module for each shader.
mod shaders {
    include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
}

use anyhow::{Result, ensure};
use gpu::{Gpu, Kernel};
use shaders::{saxpy, segment_sums};

/// The number of elements of each buffer.
const COUNT: u32 = 1024;

/// The factor of `saxpy.nvcp`.
const A: f32 = 0.5;

/// The number of lanes in a segment of `segment_sums.comp`.
const SEGMENT: usize = 8;

fn main() -> Result<()> {
    let gpu = Gpu::open()?;
    println!("on {}", gpu.name);
    run_saxpy(&gpu)?;
    run_segment_sums(&gpu)
}

/// `y = a * x + y` in assembly, with `a` as a push constant.
fn run_saxpy(gpu: &Gpu) -> Result<()> {
    let x: Vec<f32> = (0..COUNT).map(|i| i as f32).collect();
    let y: Vec<f32> = (0..COUNT).map(|i| 1.0 - i as f32).collect();
    // Program parameters in assembly are untyped words.
    let push = saxpy::PushConstants { program_local: [[A.to_bits(), 0, 0, 0]] };
    let kernel = Kernel {
        words: saxpy::SPIRV,
        entry_point: saxpy::ENTRY_POINT,
        set: saxpy::X_SET,
        push: &push.to_bytes(),
        groups: COUNT / saxpy::WORKGROUP_SIZE[0],
    };
    let bytes = |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let left = gpu.run(&kernel, &[&bytes(&x), &bytes(&y)])?;
    let expected: Vec<f32> = std::iter::zip(&x, &y).map(|(x, y)| A * x + y).collect();
    ensure!(left == bytes(&expected), "saxpy: wrong results");
    println!("saxpy: {COUNT} elements as expected");
    Ok(())
}

/// Sums over segments of 8 lanes in GLSL, with shuffles. NVIDIA's warps have 32 lanes, so the reflection of a
/// shader with shuffles requires subgroups of 32 (`SUBGROUP_SIZE`), which wgpu cannot request. This shader
/// also works with smaller ones, down to 8, because no lane reads outside its segment.
fn run_segment_sums(gpu: &Gpu) -> Result<()> {
    let size = gpu.subgroup_size;
    ensure!(size as usize >= SEGMENT, "subgroups of {size} are too small for segments of {SEGMENT}");
    let values: Vec<u32> = (0..COUNT).map(|i| i * i + 7).collect();
    let kernel = Kernel {
        words: segment_sums::SPIRV,
        entry_point: segment_sums::ENTRY_POINT,
        set: segment_sums::VALUES_SET,
        push: &[],
        groups: COUNT / segment_sums::WORKGROUP_SIZE[0],
    };
    let bytes = |values: &[u32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let left = gpu.run(&kernel, &[&bytes(&values), &vec![0; values.len() * 4]])?;
    let sums = values.chunks(SEGMENT).map(|segment| segment.iter().sum::<u32>());
    let expected: Vec<u32> = sums.flat_map(|sum| [sum; SEGMENT]).collect();
    ensure!(left == bytes(&expected), "segment_sums: wrong results");
    println!("segment_sums: {COUNT} elements as expected");
    Ok(())
}
