//! A program on a Vulkan device, compiled by nvc with and without optimisation.

use super::job::{Job, Ran};
use anyhow::{Result, bail};
use nvc::{OptLevel, Options};
use nvc_fuzz::outcome::{Outcome, compile_with};
use nvc_vulkan::{Device, Module};

/// The capability WorkgroupMemoryExplicitLayoutKHR. Without it a driver gives each view of shared
/// memory a memory of its own.
const EXPLICIT_LAYOUT: u32 = 4428;

pub(crate) fn run(device: &Device, job: &Job) -> Result<Ran> {
    let mut left = Vec::new();
    for (name, level) in [("with -O", OptLevel::Full), ("with -O0", OptLevel::None)] {
        let options: Options = job.options.clone().opt_level(level);
        let bytes = match compile_with(&job.text, &options) {
            Outcome::Module { bytes, .. } => bytes,
            Outcome::Unsupported(words) | Outcome::Refused(words) | Outcome::Fault(words) => {
                bail!("the program is not compiled: {words}")
            }
        };
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
        let explicit = Module::reflect(&words)?.capabilities.contains(&EXPLICIT_LAYOUT);
        if explicit && !device.facts().has("workgroupMemoryExplicitLayout") {
            return Ok(Ran::Lacks("workgroupMemoryExplicitLayout".to_owned()));
        }
        left.push((name, nvc_vulkan_tests::run(device, &job.inputs, &words, &job.mapping)?));
    }
    Ok(Ran::Left(left))
}
