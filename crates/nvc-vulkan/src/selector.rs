//! Which device is meant.

use ash::vk;
use std::fmt;
use std::str::FromStr;

/// Which device to open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Selector {
    /// The first of Vulkan's list.
    #[default]
    First,
    /// The first that runs on the CPU: its results do not depend on the machine's graphics card.
    FirstCpu,
    /// By position in Vulkan's list.
    Index(usize),
    /// The first whose name contains this text, whatever the case of letters.
    Name(String),
}

/// An empty text, which selects nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a Vulkan device is chosen by its position or a part of its name")]
pub struct InvalidSelector;

impl Selector {
    pub(crate) fn picks(&self, index: usize, kind: vk::PhysicalDeviceType, name: &str) -> bool {
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
    /// A position, or a part of the name.
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
            Self::FirstCpu => f.write_str("one of the CPU"),
            Self::Index(index) => write!(f, "number {index}"),
            Self::Name(part) => write!(f, "called `{part}`"),
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
    fn names_are_parts_in_any_case() {
        let name = Selector::Name("pipe".into());
        assert!(name.picks(3, vk::PhysicalDeviceType::CPU, "LLVMpipe"));
        assert!(!name.picks(0, vk::PhysicalDeviceType::CPU, "NVIDIA"));
        assert!(!Selector::FirstCpu.picks(0, vk::PhysicalDeviceType::DISCRETE_GPU, "NVIDIA"));
    }
}
