//! Options for make and ninja dependency files. `aliases.rs` maps the option names of C compilers to these.

use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(next_help_heading = "Dependencies")]
pub(crate) struct Dependencies {
    /// Write a make dependency file OUTPUT.d next to each output (also -MD, -MMD)
    #[arg(long)]
    pub write_depfile: bool,

    /// Write only the dependency rule of one input, to stdout unless -MF or -o is given (also -M, -MM)
    #[arg(long, conflicts_with_all = ["out_dir", "write_depfile"])]
    pub depfile_only: bool,

    /// Write the dependency file to FILE (also -MF FILE)
    #[arg(long, value_name = "FILE", conflicts_with = "out_dir")]
    pub depfile: Option<PathBuf>,

    /// Use TARGET instead of the output as the rule's target; may be repeated (also -MT, -MQ)
    #[arg(long, value_name = "TARGET", conflicts_with = "out_dir", allow_hyphen_values = true)]
    pub depfile_target: Vec<String>,

    /// Add a phony target for each included file, so that deleting one does not break make (also -MP)
    #[arg(long)]
    pub depfile_phony: bool,
}

impl Dependencies {
    /// Returns whether a dependency file is requested.
    pub fn is_wanted(&self) -> bool {
        self.write_depfile || self.depfile_only || self.depfile.is_some()
    }
}
