//! Warning options: `-W` and `-w`.

use clap::Args;
use nvc::{UnknownWarning, Warnings};

#[derive(Args, Debug)]
#[command(next_help_heading = "Messages")]
pub(crate) struct WarningArgs {
    /// Enable or disable a warning; error, error=NAME and no-error=NAME control which are errors (`nvc
    /// explain` lists the names)
    #[arg(short = 'W', value_name = "[no-]NAME")]
    settings: Vec<String>,

    /// Disable all warnings
    #[arg(short = 'w')]
    silent: bool,
}

impl WarningArgs {
    /// Returns the warning settings, and the names that are not warnings.
    pub fn warnings(&self) -> (Warnings, Vec<UnknownWarning>) {
        let mut warnings = Warnings::new();
        if self.silent {
            warnings.silence();
        }
        let unknown = self.settings.iter().filter_map(|setting| warnings.set(setting).err()).collect();
        (warnings, unknown)
    }
}
