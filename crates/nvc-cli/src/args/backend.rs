//! Options that say how the result is written.

use clap::Args;
use nvc::Warp;

#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct Backend {
    /// Source-level debug information: the texts, and which line each instruction comes from
    #[arg(short = 'g')]
    debug: bool,

    /// What debug information calls files: names that begin with OLD begin with NEW there
    #[arg(long, value_name = "OLD=NEW", value_parser = rule)]
    remap_path_prefix: Vec<(String, String)>,

    /// How warp operations are emitted: native, intel (SPV_INTEL_subgroups), or emulate, through shared
    /// memory for devices whose subgroups are not 32 wide
    #[arg(long, value_name = "HOW", default_value = "native", value_parser = warp)]
    warp: Warp,
}

impl Backend {
    /// The options with these in them.
    pub fn apply(&self, options: nvc::Options) -> nvc::Options {
        options.with_debug(self.debug).with_remap(self.remap_path_prefix.clone()).with_warp(self.warp)
    }
}

fn rule(text: &str) -> Result<(String, String), &'static str> {
    let (old, new) = text.split_once('=').ok_or("there is no `=`; write OLD=NEW")?;
    Ok((old.to_owned(), new.to_owned()))
}

fn warp(name: &str) -> Result<Warp, String> {
    Warp::ALL.into_iter().find(|warp| warp.name() == name).ok_or_else(|| {
        let names = Warp::ALL.map(Warp::name).join(", ");
        format!("the ways are {names}")
    })
}
