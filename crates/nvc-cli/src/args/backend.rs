//! Code generation options: debug information, warp operations, SPIR-V extensions and driver workarounds.

use clap::Args;
use nvc::{Warp, Workarounds};

#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct Backend {
    /// Emit source-level debug information
    #[arg(short = 'g')]
    debug: bool,

    /// Replace the path prefix OLD with NEW in debug information
    #[arg(long, value_name = "OLD=NEW", value_parser = rule)]
    remap_path_prefix: Vec<(String, String)>,

    /// How to emit warp operations: native, intel (SPV_INTEL_subgroups), or emulate (shared memory, for
    /// subgroups that are not 32 wide)
    #[arg(long, value_name = "MODE", default_value = "native", value_parser = warp)]
    warp: Warp,

    /// Do not use a SPIR-V extension, even if it is core: its instructions are expanded, or reported if they
    /// cannot be
    #[arg(long, value_name = "NAME", value_parser = extension)]
    deny_extension: Vec<String>,

    /// Prefer the instructions of an optional SPIR-V extension: SPV_KHR_fma (OpFmaKHR). Extensions that the source
    /// requires are always used
    #[arg(long, value_name = "NAME", value_parser = extension)]
    allow_extension: Vec<String>,

    /// Which driver workarounds to apply: default (cheap, or preventing a crash), all, none, nvidia or mesa (adds all
    /// of a driver), ID or -ID (adds or removes one), separated by commas
    #[arg(
        long,
        value_name = "LIST",
        default_value = "default",
        value_parser = workarounds,
        allow_hyphen_values = true
    )]
    workarounds: Workarounds,
}

impl Backend {
    /// Applies these options to the library's options.
    pub fn apply(&self, options: nvc::Options) -> nvc::Options {
        options
            .with_debug(self.debug)
            .with_remap(self.remap_path_prefix.clone())
            .with_warp(self.warp)
            .with_denied_extensions(self.deny_extension.clone())
            .with_allowed_extensions(self.allow_extension.clone())
            .with_workarounds(self.workarounds)
    }
}

/// Parses the value of `--remap-path-prefix`.
fn rule(text: &str) -> Result<(String, String), &'static str> {
    let (old, new) = text.split_once('=').ok_or("expected OLD=NEW")?;
    Ok((old.to_owned(), new.to_owned()))
}

/// Parses the name of an extension that nvc can use without being required to.
fn extension(name: &str) -> Result<String, String> {
    let names = nvc::extension_names();
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("nvc never uses this extension; it uses {}", names.join(", ")))
}

fn workarounds(list: &str) -> Result<Workarounds, nvc::UnknownWorkaround> {
    list.parse()
}

fn warp(name: &str) -> Result<Warp, String> {
    Warp::ALL.into_iter().find(|warp| warp.name() == name).ok_or_else(|| {
        let names = Warp::ALL.map(Warp::name).join(", ");
        format!("expected one of {names}")
    })
}
