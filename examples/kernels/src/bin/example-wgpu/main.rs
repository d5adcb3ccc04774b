//! Runs an assembly kernel and a GLSL kernel with NVIDIA's shuffles through wgpu, on any Vulkan device, and
//! compares the results with results computed on the CPU.
//!
//! The SPIR-V is passed through unchanged, so shaders that WGSL cannot express run, too. A shader with shuffles requires
//! subgroups of 32 (`SUBGROUP_SIZE`), which wgpu cannot request. These kernels also work with smaller subgroups, down to
//! [`Kernel::min_subgroup_size`](example_kernels::Kernel::min_subgroup_size).

// SPIR-V passthrough is unsafe.
#![allow(unsafe_code)]

mod gpu;

use anyhow::{Result, ensure};
use example_kernels::Kernel;
use gpu::Gpu;

fn main() -> Result<()> {
    let gpu = Gpu::open()?;
    println!("on {}", gpu.name);
    for kernel in Kernel::all() {
        let (name, size, needed) = (kernel.name, gpu.subgroup_size, kernel.min_subgroup_size);
        ensure!(size >= needed, "{name}: subgroups of {size} are smaller than {needed}");
        ensure!(gpu.run(&kernel)? == kernel.expected, "{name}: wrong results");
        println!("{name}: as expected");
    }
    Ok(())
}
