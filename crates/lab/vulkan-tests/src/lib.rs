//! Runs compiled cases on a Vulkan device and compares the memory they leave with recorded memory.
//!
//! A *case* is a folder under `testdata/corpus`: inputs, a dispatch and the memory that the program left on
//! real hardware. [`nvc_vulkan::case::run`] runs it; `nvc_exec::case::compare` then reports the differences
//! from the record.

#![forbid(unsafe_code)]

use anyhow::Result;
use nvc_vulkan::{Device, Selector};

/// The device that the environment variable `NVC_VULKAN_DEVICE` names by position or part of its name;
/// else the first that runs on the CPU, so that results do not depend on the machine's graphics card.
pub fn open() -> Result<Device> {
    let chosen = std::env::var("NVC_VULKAN_DEVICE").unwrap_or_default();
    Ok(Device::open(&chosen.parse().unwrap_or(Selector::FirstCpu))?)
}
