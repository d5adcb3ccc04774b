//! `nvc devices`: what programs can run on.

use crate::files;
use crate::status::Status;
use anyhow::Result;
use std::fmt::Write;

/// Prints a line for each device, first what `nvc run --device` takes. Without Vulkan there is the
/// interpreter, and a line says why there is no more.
pub(crate) fn devices() -> Result<Status> {
    let mut text = "interp    the built-in interpreter, warps of 32\n".to_owned();
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
