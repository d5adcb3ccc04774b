//! Errors of opening a device and running a module on it.

use ash::vk;
use std::time::Duration;

/// Help for a missing device.
const HELP: &str =
    "install a Vulkan driver and loader (Debian: apt-get install mesa-vulkan-drivers libvulkan1)";

/// An error of opening a device or running a module on it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The Vulkan loader is not installed.
    #[error("no Vulkan loader found ({0}): {HELP}")]
    NoLoader(String),
    /// The loader found no working driver.
    #[error("the Vulkan loader found no working driver ({0}): {HELP}")]
    NoDriver(vk::Result),
    /// No device matches the selector.
    #[error("no Vulkan device is {wanted}; {}", listed(.found))]
    NoDevice {
        /// The selector, in words.
        wanted: String,
        /// The names of the devices that were found.
        found: Vec<String>,
    },
    /// The device lacks something that this crate always requires.
    #[error("{device} does not support {lacks}")]
    Unsuitable {
        /// The device's name.
        device: String,
        /// What is missing.
        lacks: &'static str,
    },
    /// The module requires features that the device lacks.
    #[error("{device} does not support {}", .features.join(", "))]
    MissingFeatures {
        /// The device's name.
        device: String,
        /// The Vulkan names of the features.
        features: Vec<&'static str>,
    },
    /// The dispatch exceeds a device limit.
    #[error("{device} has a {limit} of {max}, but the run requires {required}: {help}")]
    Limit {
        /// The device's name.
        device: String,
        /// The name of the limit in `VkPhysicalDeviceLimits`, with the dimension of an array.
        limit: String,
        /// Its value.
        max: u64,
        /// The value that the run requires.
        required: u64,
        /// What to change.
        help: &'static str,
    },
    /// The device was lost during the run.
    #[error("the device was lost; the usual cause is a program that crashes it or runs too long")]
    Lost,
    /// The run exceeded its time limit.
    #[error("the device did not finish within {} s", .0.as_secs())]
    Timeout(Duration),
    /// The module cannot be read or cannot be run by this crate.
    #[error("the module cannot be run: {0}")]
    Module(String),
    /// Nothing suitable can be bound to a binding of the module.
    #[error("set {set} binding {binding}: {problem}")]
    Binding {
        /// The descriptor set.
        set: u32,
        /// The binding in it.
        binding: u32,
        /// What is wrong.
        problem: String,
    },
    /// The resources of a run do not fit the device.
    #[error("{0}")]
    Memory(String),
    /// A Vulkan call failed.
    #[error("the driver cannot provide {what} ({code})")]
    Driver {
        /// What was requested.
        what: String,
        /// The result code.
        code: vk::Result,
    },
}

fn listed(found: &[String]) -> String {
    match found {
        [] => format!("no device was found: {HELP}"),
        found => format!("found {}", found.join(", ")),
    }
}

/// Adds what was requested to a Vulkan result code.
pub(crate) trait Context<T> {
    /// Converts the error; `what` is a noun phrase that completes "the driver cannot provide".
    fn context(self, what: &str) -> Result<T, Error>;
}

impl<T> Context<T> for Result<T, vk::Result> {
    fn context(self, what: &str) -> Result<T, Error> {
        self.map_err(|code| match code {
            vk::Result::ERROR_DEVICE_LOST => Error::Lost,
            code => Error::Driver { what: what.to_owned(), code },
        })
    }
}
