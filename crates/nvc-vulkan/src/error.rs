//! What can be wrong with a run on a device.

use ash::vk;
use std::time::Duration;

/// How to get a device where there is none.
const HELP: &str =
    "install a Vulkan driver and loader (Debian: apt-get install mesa-vulkan-drivers libvulkan1)";

/// Why a module did not run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The Vulkan loader is not installed.
    #[error("there is no Vulkan loader ({0}): {HELP}")]
    NoLoader(String),
    /// The loader works with no driver.
    #[error("the Vulkan loader finds no driver that works ({0}): {HELP}")]
    NoDriver(vk::Result),
    /// No device is the one that was asked for.
    #[error("no Vulkan device is {wanted}; {}", listed(.found))]
    NoDevice {
        /// What was asked for.
        wanted: String,
        /// The names of those that are there.
        found: Vec<String>,
    },
    /// The device cannot run modules of nvc at all.
    #[error("{device} has no {lacks}")]
    Unfit {
        /// Its name.
        device: String,
        /// What is missing.
        lacks: &'static str,
    },
    /// The module needs features that the device lacks.
    #[error("{device} lacks {}", .features.join(", "))]
    Lacks {
        /// Its name.
        device: String,
        /// Vulkan's names of the features.
        features: Vec<&'static str>,
    },
    /// The dispatch is larger than the device's.
    #[error("{device} has a {limit} of {most}, and the run needs {needed}: {help}")]
    Limit {
        /// Its name.
        device: String,
        /// The limit in `VkPhysicalDeviceLimits`, with the dimension where it is an array.
        limit: String,
        /// Its value.
        most: u64,
        /// What would be needed.
        needed: u64,
        /// What can be done.
        help: &'static str,
    },
    /// The driver gave the device up during the run.
    #[error("the device is lost: the driver gave it up, most often because a program crashed it or ran on")]
    Lost,
    /// The device was still busy when the time was over.
    #[error("the device is not done after {} s", .0.as_secs())]
    Timeout(Duration),
    /// What was given as a module is none that can be run here.
    #[error("the module cannot be run: {0}")]
    Module(String),
    /// A binding of the module to which nothing can be bound.
    #[error("set {set} binding {binding}: {problem}")]
    Binding {
        /// The descriptor set.
        set: u32,
        /// The binding in it.
        binding: u32,
        /// What is wrong.
        problem: String,
    },
    /// Memory that a device cannot hold.
    #[error("{0}")]
    Memory(String),
    /// The driver refuses something.
    #[error("the driver refuses {what} ({code})")]
    Refused {
        /// What it was asked for.
        what: String,
        /// Its answer.
        code: vk::Result,
    },
}

fn listed(found: &[String]) -> String {
    match found {
        [] => format!("there are none: {HELP}"),
        found => format!("there are {}", found.join(", ")),
    }
}

/// Names what the driver was asked for.
pub(crate) trait Asked<T> {
    /// An error says so.
    fn asked_for(self, what: &str) -> Result<T, Error>;
}

impl<T> Asked<T> for Result<T, vk::Result> {
    fn asked_for(self, what: &str) -> Result<T, Error> {
        self.map_err(|code| match code {
            vk::Result::ERROR_DEVICE_LOST => Error::Lost,
            code => Error::Refused { what: what.to_owned(), code },
        })
    }
}
