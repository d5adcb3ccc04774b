//! Opens the Vulkan device on which programs are compared.

#![forbid(unsafe_code)]

use anyhow::Result;
use nvc_vulkan::{Device, Selector};

/// Opens the device that the environment variable `NVC_VULKAN_DEVICE` selects, by index or by part of its
/// name. If the variable is not set or empty, opens the first CPU device, so that results do not depend on the
/// machine's graphics card.
///
/// # Errors
/// If there is no such device, or it cannot be opened.
pub fn open() -> Result<Device> {
    let chosen = std::env::var("NVC_VULKAN_DEVICE").unwrap_or_default();
    Ok(Device::open(&chosen.parse().unwrap_or(Selector::FirstCpu))?)
}
