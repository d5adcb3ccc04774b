//! Parses the engine names of `--on`.

use nvc_vulkan::Selector;
use std::fmt;
use std::str::FromStr;

/// The name of an engine that runs programs. The syntax is that of `nvc run --device`, plus `opengl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineName {
    /// The interpreter, on the module as built and after all passes.
    Interpreter,
    /// The Vulkan device that `NVC_VULKAN_DEVICE` selects, or else the first CPU device. Runs the program compiled with -O
    /// and with -O0.
    Vulkan,
    /// The Vulkan device selected by index or by part of its name. Contains the selector parsed and as
    /// typed.
    VulkanDevice(Selector, String),
    /// An OpenGL driver with its own GLSL compiler and assembler.
    OpenGl,
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineName::Interpreter => f.write_str("interp"),
            EngineName::Vulkan => f.write_str("vulkan"),
            EngineName::VulkanDevice(_, selector) => write!(f, "vulkan:{selector}"),
            EngineName::OpenGl => f.write_str("opengl"),
        }
    }
}

impl FromStr for EngineName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "interp" => Ok(EngineName::Interpreter),
            None if text == "vulkan" => Ok(EngineName::Vulkan),
            None if text == "opengl" => Ok(EngineName::OpenGl),
            Some(("vulkan", text)) => match text.parse() {
                Ok(selector) => Ok(EngineName::VulkanDevice(selector, text.to_owned())),
                Err(error @ nvc_vulkan::InvalidSelector) => Err(error.to_string()),
            },
            _ => Err("the engines are interp, vulkan, vulkan:INDEX, vulkan:NAME and opengl".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in ["interp", "vulkan", "vulkan:1", "vulkan:llvmpipe", "opengl"] {
            assert_eq!(name.parse::<EngineName>().map(|name| name.to_string()), Ok(name.to_owned()));
        }
        for invalid in ["", "vulkan:", "interp:1", "opengl:0"] {
            assert!(invalid.parse::<EngineName>().is_err(), "{invalid}");
        }
    }
}
