//! Runs a program on a Vulkan device, compiled by nvc with and without optimisation.

use super::job::{Job, Ran};
use anyhow::{Error, Result, bail};
use nvc::{OptLevel, Options};
use nvc_lab::fuzz::outcome::{Outcome, compile_with};
use nvc_vulkan::Device;
use std::cell::Cell;

/// An open Vulkan device, and whether a program lost it (`VK_ERROR_DEVICE_LOST`). A lost device must be
/// reopened.
pub(crate) struct Card {
    device: Device,
    lost: Cell<bool>,
}

impl Card {
    pub(crate) fn new(device: Device) -> Self {
        Card { device, lost: Cell::new(false) }
    }

    pub(crate) fn name(&self) -> String {
        self.device.info().name.clone()
    }

    pub(crate) fn has(&self, feature: &str) -> bool {
        self.device.info().has(feature)
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.lost.get()
    }

    pub(crate) fn run(&self, job: &Job) -> Result<Ran> {
        self.noted(run(&self.device, job))
    }

    /// Returns `ran` unchanged, and records whether that run lost the device.
    pub(super) fn noted(&self, ran: Result<Ran>) -> Result<Ran> {
        if ran.as_ref().is_err_and(loses_the_device) {
            self.lost.set(true);
        }
        ran
    }
}

/// Returns the names of the features that the device lacks, if the error reports missing features.
fn lacking(error: &nvc_vulkan::Error) -> Option<String> {
    match error {
        nvc_vulkan::Error::MissingFeatures { features, .. } => Some(features.join(", ")),
        _ => None,
    }
}

fn loses_the_device(error: &Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref(), Some(nvc_vulkan::Error::Lost)))
}

/// Converts a SPIR-V binary to words.
pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

fn run(device: &Device, job: &Job) -> Result<Ran> {
    if let Some(words) = &job.module {
        return Ok(Ran::Left(vec![(
            "the module",
            nvc_vulkan::case::run(device, &job.inputs, words, &job.mapping)?,
        )]));
    }
    let mut left = Vec::new();
    for (name, level) in [("with -O", OptLevel::Full), ("with -O0", OptLevel::None)] {
        let options: Options = job.options.clone().with_opt_level(level);
        let bytes = match compile_with(&job.text, &options) {
            Outcome::Module { bytes, .. } => bytes,
            Outcome::Unsupported(words) | Outcome::Refused(words) | Outcome::Fault(words) => {
                bail!("the program is not compiled: {words}")
            }
        };
        match nvc_vulkan::case::run(device, &job.inputs, &words(&bytes), &job.mapping) {
            Ok(outputs) => left.push((name, outputs)),
            Err(error) => return lacking(&error).map(Ran::Lacks).ok_or_else(|| error.into()),
        }
    }
    Ok(Ran::Left(left))
}
