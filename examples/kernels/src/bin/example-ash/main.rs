//! Runs an assembly kernel and a GLSL kernel with NVIDIA's shuffles through ash, on any Vulkan device, and
//! compares the results with results computed on the CPU.

// Vulkan functions are unsafe to call.
#![allow(unsafe_code)]

mod device;
mod run;

use anyhow::{Result, ensure};
use device::Device;
use example_kernels::Kernel;
use example_kernels::shaders::{saxpy, segment_sums};

fn main() -> Result<()> {
    // The device must satisfy the requirements of both shaders.
    device::refuse_features(saxpy::DEVICE_FEATURES)?;
    device::refuse_features(segment_sums::DEVICE_FEATURES)?;
    let version = saxpy::VULKAN_VERSION.max(segment_sums::VULKAN_VERSION);
    let extensions = saxpy::DEVICE_EXTENSIONS.iter().chain(segment_sums::DEVICE_EXTENSIONS);
    let device = Device::open(version, extensions.copied().collect())?;
    println!("on {}", device.name);
    for kernel in Kernel::all() {
        let (name, sizes, needed) = (kernel.name, &device.subgroup_sizes, kernel.min_subgroup_size);
        ensure!(*sizes.start() >= needed, "{name}: subgroups of {sizes:?} are smaller than {needed}");
        ensure!(run::run(&device, &kernel)? == kernel.expected, "{name}: wrong results");
        println!("{name}: as expected");
    }
    Ok(())
}
