//! Options that say which findings are wanted.

use clap::Args;
use nvc::{UnknownWarning, Warnings};

#[derive(Args, Debug)]
#[command(next_help_heading = "Messages")]
pub(crate) struct WarningArgs {
    /// NAME shows a warning, no-NAME does not; error makes errors of all, error=NAME of one,
    /// no-error=NAME of all but one. `nvc explain` lists the names
    #[arg(short = 'W', value_name = "[no-]NAME")]
    words: Vec<String>,

    /// Show no warnings
    #[arg(short = 'w')]
    silent: bool,
}

impl WarningArgs {
    /// What becomes of warnings, and which words name none.
    pub fn warnings(&self) -> (Warnings, Vec<UnknownWarning>) {
        let mut warnings = Warnings::new();
        if self.silent {
            warnings.silence();
        }
        let unknown = self.words.iter().filter_map(|word| warnings.set(word).err()).collect();
        (warnings, unknown)
    }
}
