//! Runs an assembly kernel and a GLSL kernel with NVIDIA's shuffles through ash, on any Vulkan device, and
//! compares the results with those of the CPU.

// Vulkan's functions are unsafe.
#![allow(unsafe_code)]

mod device;
mod kernel;

/// The code that `build.rs` generates: a module for each shader.
mod shaders {
    include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
}

use anyhow::{Result, ensure};
use device::Device;
use kernel::Kernel;
use shaders::{saxpy, segment_sums};

/// The number of elements of each buffer.
const COUNT: u32 = 1024;

/// The factor of `saxpy.nvcp`.
const A: f32 = 0.5;

/// The number of lanes in a segment of `segment_sums.comp`.
const SEGMENT: usize = 8;

fn main() -> Result<()> {
    // The features that both shaders need.
    device::refuse_features(saxpy::DEVICE_FEATURES)?;
    device::refuse_features(segment_sums::DEVICE_FEATURES)?;
    let version = saxpy::VULKAN_VERSION.max(segment_sums::VULKAN_VERSION);
    let extensions = saxpy::DEVICE_EXTENSIONS.iter().chain(segment_sums::DEVICE_EXTENSIONS);
    let device = Device::open(version, extensions.copied().collect())?;
    println!("on {}", device.name);
    run_saxpy(&device)?;
    run_segment_sums(&device)
}

/// `y = a * x + y` in assembly, with `a` as a push constant.
fn run_saxpy(device: &Device) -> Result<()> {
    let x: Vec<f32> = (0..COUNT).map(|i| i as f32).collect();
    let y: Vec<f32> = (0..COUNT).map(|i| 1.0 - i as f32).collect();
    // Program parameters in assembly are untyped words.
    let push = saxpy::PushConstants { program_local: [[A.to_bits(), 0, 0, 0]] };
    let kernel = Kernel {
        words: saxpy::SPIRV,
        entry_point: saxpy::ENTRY_POINT_C,
        set: saxpy::X_SET,
        push: &push.to_bytes(),
        groups: COUNT / saxpy::WORKGROUP_SIZE[0],
        subgroup_size: saxpy::SUBGROUP_SIZE,
    };
    let bytes = |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let left = kernel.run(device, &[&bytes(&x), &bytes(&y)])?;
    let expected: Vec<f32> = std::iter::zip(&x, &y).map(|(x, y)| A * x + y).collect();
    ensure!(left == bytes(&expected), "saxpy: wrong results");
    println!("saxpy: {COUNT} elements as expected");
    Ok(())
}

/// Sums over segments of 8 lanes in GLSL, with shuffles. NVIDIA's warps have 32 lanes, so the reflection of a
/// shader with shuffles requires subgroups of 32. This shader also works with smaller ones, down to 8,
/// because no lane reads outside its segment.
fn run_segment_sums(device: &Device) -> Result<()> {
    let sizes = &device.subgroup_sizes;
    ensure!(
        *sizes.start() as usize >= SEGMENT,
        "subgroups of {sizes:?} are too small for segments of {SEGMENT}"
    );
    let values: Vec<u32> = (0..COUNT).map(|i| i * i + 7).collect();
    let kernel = Kernel {
        words: segment_sums::SPIRV,
        entry_point: segment_sums::ENTRY_POINT_C,
        set: segment_sums::VALUES_SET,
        push: &[],
        groups: COUNT / segment_sums::WORKGROUP_SIZE[0],
        subgroup_size: segment_sums::SUBGROUP_SIZE.filter(|size| sizes.contains(size)),
    };
    let bytes = |values: &[u32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let left = kernel.run(device, &[&bytes(&values), &vec![0; values.len() * 4]])?;
    let sums = values.chunks(SEGMENT).map(|segment| segment.iter().sum::<u32>());
    let expected: Vec<u32> = sums.flat_map(|sum| [sum; SEGMENT]).collect();
    ensure!(left == bytes(&expected), "segment_sums: wrong results");
    println!("segment_sums: {COUNT} elements as expected");
    Ok(())
}
