//! Selects a device by index, name or type.

use ash::vk;
use std::fmt;
use std::str::FromStr;

/// Selects a device.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Selector {
    /// The first device that Vulkan lists.
    #[default]
    First,
    /// The first device that runs on the CPU. Results then do not depend on the machine's GPU.
    FirstCpu,
    /// The device at an index of Vulkan's list, starting at 0.
    Index(usize),
    /// The first device with a name that contains the text, ignoring case. The text must be lower case.
    Name(String),
}

/// The error for an empty selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a Vulkan device is selected by its position or a part of its name")]
pub struct InvalidSelector;

impl Selector {
    pub(crate) fn matches(&self, index: usize, kind: vk::PhysicalDeviceType, name: &str) -> bool {
        match self {
            Self::First => index == 0,
            Self::FirstCpu => kind == vk::PhysicalDeviceType::CPU,
            Self::Index(wanted) => *wanted == index,
            Self::Name(part) => name.to_lowercase().contains(part),
        }
    }
}

impl FromStr for Selector {
    type Err = InvalidSelector;
    /// Parses an index or a part of a name.
    fn from_str(text: &str) -> Result<Self, InvalidSelector> {
        match text.trim() {
            "" => Err(InvalidSelector),
            text => Ok(text.parse().map_or_else(|_| Self::Name(text.to_lowercase()), Self::Index)),
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("the first"),
            Self::FirstCpu => f.write_str("a CPU device"),
            Self::Index(index) => write!(f, "index {index}"),
            Self::Name(part) => write!(f, "`{part}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_are_positions_or_names() {
        assert_eq!(" 2 ".parse(), Ok(Selector::Index(2)));
        assert_eq!("NVIDIA".parse(), Ok(Selector::Name("nvidia".into())));
        assert_eq!(" ".parse::<Selector>(), Err(InvalidSelector));
    }

    #[test]
    fn names_match_in_part_and_in_any_case() {
        let name = Selector::Name("pipe".into());
        assert!(name.matches(3, vk::PhysicalDeviceType::CPU, "LLVMpipe"));
        assert!(!name.matches(0, vk::PhysicalDeviceType::CPU, "NVIDIA"));
        assert!(!Selector::FirstCpu.matches(0, vk::PhysicalDeviceType::DISCRETE_GPU, "NVIDIA"));
    }
}
