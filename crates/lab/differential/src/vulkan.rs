//! Runs compiled cases on a Vulkan device.

#![forbid(unsafe_code)]

use anyhow::{Result, ensure};
use nvc_exec::case::{Case, Mapping, Outputs};
use nvc_ir::BindingMap;
use nvc_vulkan::{Device, Selector};

/// The device that the environment variable `NVC_VULKAN_DEVICE` names by position or part of its name;
/// else the first that runs on the CPU, so that results do not depend on the machine's graphics card.
///
/// # Errors
/// If there is no such device or it does not open.
pub fn open() -> Result<Device> {
    let chosen = std::env::var("NVC_VULKAN_DEVICE").unwrap_or_default();
    Ok(Device::open(&chosen.parse().unwrap_or(Selector::FirstCpu))?)
}

/// Dispatches `spirv` over the inputs of `case` and reads everything back.
///
/// # Errors
/// If the device cannot run the module.
pub fn run(device: &Device, case: &Case, spirv: &[u32], mapping: &Mapping) -> Result<Outputs> {
    let mut session = device.session();
    let lengths: Vec<usize> = case.memory.iter().map(|memory| memory.bytes).collect();
    let addresses = session.reserve(&lengths)?;
    ensure!(addresses.len() == lengths.len(), "memory has no addresses");
    let mut memory = nvc_exec::case::resources_at(case, mapping, &addresses);
    session.run(spirv, &nvc_exec::case::dispatch(case), &BindingMap::classes(), &mut memory)?;
    Ok(nvc_exec::case::outputs(case, &memory))
}
