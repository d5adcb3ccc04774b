//! Options for the dependency files of make and ninja. `spelling.rs` makes these names of C compilers'.

use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(next_help_heading = "Dependencies")]
pub(crate) struct Dependencies {
    /// Write a dependency file for make or ninja beside each output: OUTPUT.d (also -MD, -MMD)
    #[arg(long)]
    pub write_depfile: bool,

    /// Write the rule of one input alone, to standard output or where -MF or -o says, and no output
    /// (also -M, -MM)
    #[arg(long, conflicts_with_all = ["out_dir", "write_depfile"])]
    pub depfile_only: bool,

    /// Write the dependency file here (also -MF FILE)
    #[arg(long, value_name = "FILE", conflicts_with = "out_dir")]
    pub depfile: Option<PathBuf>,

    /// Target of the rule, in place of the output; may be repeated (also -MT TARGET, -MQ TARGET)
    #[arg(long, value_name = "TARGET", conflicts_with = "out_dir", allow_hyphen_values = true)]
    pub depfile_target: Vec<String>,

    /// Add a rule without prerequisites for each file that is included, so that make does not stop
    /// where one is deleted (also -MP)
    #[arg(long)]
    pub depfile_phony: bool,
}

impl Dependencies {
    /// Whether any is to be written.
    pub fn wanted(&self) -> bool {
        self.write_depfile || self.depfile_only || self.depfile.is_some()
    }
}
