//! Selects the Vulkan device of the tests and of the command `nvc-vk-run`. Both run compiled cases on it and compare the
//! resulting memory with the expected memory.
//!
//! A *case* is a folder of test data, such as those under `testdata/corpus`: inputs, dispatch dimensions, and the expected
//! memory, which was recorded on real hardware or computed. [`nvc_vulkan::case::run`] runs a case;
//! `nvc_exec::case::compare` then reports the differences from the expected memory.

#![forbid(unsafe_code)]

use anyhow::Result;
use nvc_vulkan::{Device, Selector};

/// Opens the device that the environment variable `NVC_VULKAN_DEVICE` selects, by index or by part of its
/// name. If the variable is not set or empty, opens the first CPU device, so that results do not depend on
/// the machine's graphics card.
pub fn open() -> Result<Device> {
    let chosen = std::env::var("NVC_VULKAN_DEVICE").unwrap_or_default();
    Ok(Device::open(&chosen.parse().unwrap_or(Selector::FirstCpu))?)
}
