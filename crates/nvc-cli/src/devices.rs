//! `nvc devices`: lists the devices that programs can run on.

use crate::files;
use crate::status::Status;
use anyhow::Result;
use std::fmt::Write;

/// Prints one line per device, which starts with the device's name for `nvc run --device`. Without Vulkan,
/// lists the interpreter only and prints a note with the reason.
pub(crate) fn devices() -> Result<Status> {
    let mut text = "interp    built-in interpreter, 32 lanes per warp\n".to_owned();
    match nvc_vulkan::list() {
        Ok(list) => {
            for (index, device) in list.iter().enumerate() {
                let (major, minor) = device.version;
                let cpu = if device.cpu { ", on the CPU" } else { "" };
                writeln!(text, "vulkan:{index}  {}, Vulkan {major}.{minor}{cpu}", device.name)?;
            }
        }
        Err(error) => crate::report::print(&format!("note: no Vulkan devices: {error}\n")),
    }
    files::write_stdout(text.as_bytes())?;
    Ok(Status::Done)
}
