//! Errors from opening a device and from running a module.

use ash::vk;
use std::time::Duration;

/// What to do if no loader or device is found.
const HELP: &str = if cfg!(all(target_env = "musl", target_feature = "crt-static")) {
    "a static program cannot load drivers; use one that is linked with glibc"
} else {
    "install a Vulkan driver and loader (Debian: apt-get install mesa-vulkan-drivers libvulkan1)"
};

/// An error from opening a device or from running a module.
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
    #[error("no such Vulkan device: {wanted}; {}", listed(.found))]
    NoDevice {
        /// The selector, as a phrase for the message.
        wanted: String,
        /// The names of the devices that were found.
        found: Vec<String>,
    },
    /// The device lacks something that this crate requires.
    #[error("{device} does not support {lacks}")]
    Unsuitable {
        /// The device's name.
        device: String,
        /// A noun phrase for what is missing.
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
    /// The module uses a cooperative matrix or vector that the device does not list.
    #[error("{device} does not support {required}; it lists {offered}: {help}")]
    Cooperative {
        /// The device's name.
        device: String,
        /// The combination of types and sizes that the module needs, as a noun phrase.
        required: String,
        /// What the device lists, the most similar combinations first.
        offered: String,
        /// What to change, as an imperative.
        help: &'static str,
    },
    /// The dispatch exceeds a device limit.
    #[error("{device} has a {limit} of {max}, but the run requires {required}: {help}")]
    Limit {
        /// The device's name.
        device: String,
        /// The name of the limit in `VkPhysicalDeviceLimits`, followed by the dimension if the limit is an array.
        limit: String,
        /// The device's value of the limit.
        max: u64,
        /// The value that the run requires.
        required: u64,
        /// What to change, as an imperative.
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
    /// No suitable resource can be bound to a binding of the module.
    #[error("set {set} binding {binding}: {problem}")]
    Binding {
        /// The descriptor set.
        set: u32,
        /// The binding number in the set.
        binding: u32,
        /// A description of the problem.
        problem: String,
    },
    /// The resources of a run cannot be created on the device: they are too large, inconsistent, or of an unsupported
    /// format.
    #[error("{0}")]
    Memory(String),
    /// A Vulkan call failed.
    #[error("the driver cannot provide {what} ({code})")]
    Driver {
        /// A noun phrase for the requested object.
        what: String,
        /// Vulkan's result code.
        code: vk::Result,
    },
}

fn listed(found: &[String]) -> String {
    match found {
        [] => format!("no device was found: {HELP}"),
        found => format!("found {}", found.join(", ")),
    }
}

/// Converts Vulkan result codes to errors that say what was requested.
pub(crate) trait Context<T> {
    /// Converts the error. `what` is a noun phrase that completes "the driver cannot provide".
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
