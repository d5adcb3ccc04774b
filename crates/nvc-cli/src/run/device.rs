//! Where a program runs: `--device`.

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use nvc_vulkan::Selector;
use std::str::FromStr;
use std::time::Duration;

/// What can be said of the device.
#[derive(ClapArgs, Debug)]
pub(crate) struct DeviceArgs {
    /// Where it runs: interp, the built-in interpreter, or vulkan[:N], the Nth Vulkan device (`nvc
    /// devices` lists them) or the one whose name contains N
    #[arg(long, value_name = "DEVICE", default_value = "interp")]
    pub device: Target,

    /// How long a Vulkan device may take before the run is given up
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
}

impl DeviceArgs {
    /// How long a Vulkan device may take.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    /// Options that only the interpreter knows, by whether they are given.
    pub fn ensure_interpreter(&self, options: &[(&str, bool)]) -> Result<()> {
        for (name, given) in options {
            let known = !given || self.device == Target::Interpreter;
            ensure!(known, "`{name}` needs the interpreter (`--device interp`)");
        }
        Ok(())
    }
}

/// Where a program runs.
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
            _ => Err("the devices are interp, vulkan and vulkan:N".to_owned()),
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
