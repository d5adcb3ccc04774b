//! `--device`: selects the interpreter or a Vulkan device.

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use nvc_vulkan::Selector;
use std::str::FromStr;
use std::time::Duration;

/// Device options.
#[derive(ClapArgs, Debug)]
pub(crate) struct DeviceArgs {
    /// Device to run on: interp, vulkan, or vulkan:N with an index or part of a name (see `nvc devices`)
    #[arg(long, value_name = "DEVICE", default_value = "interp")]
    pub device: Target,

    /// Time limit for a run on a Vulkan device
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,

    /// Measure the time of the dispatch on a Vulkan device, which runs it repeatedly; each dispatch reads what the one before
    /// left in memory
    #[arg(long, conflicts_with_all = ["dump", "case"])]
    pub time: bool,
}

impl DeviceArgs {
    /// Returns the time limit for a run on a Vulkan device.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    /// Fails if `--time` is given without a Vulkan device.
    pub fn ensure_timed(&self) -> Result<()> {
        ensure!(!self.time || self.device != Target::Interpreter, "`--time` requires `--device vulkan`");
        Ok(())
    }

    /// Fails if an option that only the interpreter supports is given with a Vulkan device.
    pub fn ensure_interpreter(&self, options: &[(&str, bool)]) -> Result<()> {
        for (name, given) in options {
            let supported = !given || self.device == Target::Interpreter;
            ensure!(supported, "`{name}` requires `--device interp`");
        }
        Ok(())
    }
}

/// The device that runs a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The built-in interpreter.
    Interpreter,
    /// A Vulkan device.
    Vulkan(Selector),
}

impl FromStr for Target {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "interp" => Ok(Target::Interpreter),
            None if text == "vulkan" => Ok(Target::Vulkan(Selector::First)),
            Some(("vulkan", which)) => which
                .parse()
                .map(Target::Vulkan)
                .map_err(|error: nvc_vulkan::InvalidSelector| error.to_string()),
            _ => Err("expected interp, vulkan or vulkan:N".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        assert_eq!("interp".parse(), Ok(Target::Interpreter));
        assert_eq!("vulkan".parse(), Ok(Target::Vulkan(Selector::First)));
        assert_eq!("vulkan:2".parse(), Ok(Target::Vulkan(Selector::Index(2))));
        assert_eq!("vulkan:llvm".parse(), Ok(Target::Vulkan(Selector::Name("llvm".into()))));
        for wrong in ["", "gpu", "vulkan:", "interp:1"] {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }
}
