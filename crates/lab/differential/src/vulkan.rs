//! Chooses the Vulkan device of a comparison.

#![forbid(unsafe_code)]

use anyhow::Result;
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
