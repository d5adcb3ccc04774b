//! Compiles a program with nvc, with and without optimisation, and runs both modules on a Vulkan device. Runs a
//! given module instead if the job has one.

use super::job::{Job, RunOutcome};
use anyhow::{Error, Result, bail};
use nvc::{OptLevel, Options};
use nvc_lab::fuzz::outcome::{Outcome, compile_with};
use nvc_vulkan::Device;
use std::cell::Cell;

/// An open Vulkan device, and whether a program lost it (`VK_ERROR_DEVICE_LOST`). A lost device must be
/// reopened.
pub(crate) struct OpenDevice {
    device: Device,
    lost: Cell<bool>,
}

impl OpenDevice {
    pub(crate) fn new(device: Device) -> Self {
        OpenDevice { device, lost: Cell::new(false) }
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

    pub(crate) fn run(&self, job: &Job) -> Result<RunOutcome> {
        self.record_loss(run(&self.device, job))
    }

    /// Returns `outcome` unchanged, and records whether that run lost the device.
    pub(super) fn record_loss(&self, outcome: Result<RunOutcome>) -> Result<RunOutcome> {
        if outcome.as_ref().is_err_and(loses_the_device) {
            self.lost.set(true);
        }
        outcome
    }
}

/// Returns the features or the cooperative types that the device lacks, if the error reports them.
fn missing_features(error: &nvc_vulkan::Error) -> Option<String> {
    match error {
        nvc_vulkan::Error::MissingFeatures { features, .. } => Some(features.join(", ")),
        nvc_vulkan::Error::Cooperative { required, .. } => Some(required.clone()),
        _ => None,
    }
}

fn loses_the_device(error: &Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref(), Some(nvc_vulkan::Error::Lost)))
}

/// Converts a SPIR-V binary to words.
pub(crate) fn spirv_words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

fn run(device: &Device, job: &Job) -> Result<RunOutcome> {
    if let Some(words) = &job.module {
        return Ok(RunOutcome::Memory(vec![(
            "the module",
            nvc_vulkan::case::run(device, &job.inputs, words, &job.mapping)?,
        )]));
    }
    let mut memory = Vec::new();
    for (name, level) in [("with -O", OptLevel::Full), ("with -O0", OptLevel::None)] {
        let options: Options = job.options.clone().with_opt_level(level);
        let bytes = match compile_with(&job.text, &options) {
            Outcome::Module { bytes, .. } => bytes,
            Outcome::Unsupported(message) | Outcome::Refused(message) | Outcome::Fault(message) => {
                bail!("the program could not be compiled: {message}")
            }
        };
        match nvc_vulkan::case::run(device, &job.inputs, &spirv_words(&bytes), &job.mapping) {
            Ok(outputs) => memory.push((name, outputs)),
            Err(error) => {
                return missing_features(&error).map(RunOutcome::MissingFeature).ok_or_else(|| error.into());
            }
        }
    }
    Ok(RunOutcome::Memory(memory))
}
