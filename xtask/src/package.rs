//! `cargo xtask package`: whether every crate that is published can be packaged, and builds from its package.

use crate::command;
use anyhow::Result;

/// Options of `cargo xtask package`.
#[derive(clap::Args)]
pub struct Args {
    /// Only package; do not build what was packaged.
    #[arg(long)]
    pub no_verify: bool,
}

/// Runs `cargo package` for all publishable members at once, so that they find each other without being in a
/// registry. The laboratory, the examples and this crate are `publish = false`: cargo cannot package members
/// that depend on unpublished ones.
pub fn run(args: &Args) -> Result<()> {
    // Whatever git says of the working tree: this checks, and uploads nothing.
    let mut package = command::cargo(&["package", "--allow-dirty", "--quiet"]);
    if args.no_verify {
        package.arg("--no-verify");
    }
    for name in published()? {
        package.args(["--package", &name]);
    }
    command::run(&mut package)
}

/// The members that may be published.
fn published() -> Result<Vec<String>> {
    let metadata = cargo_metadata::MetadataCommand::new().current_dir(command::root()).no_deps().exec()?;
    // `publish = false` is an empty list of registries.
    let packages = metadata.packages.iter().filter(|package| package.publish.as_deref() != Some(&[]));
    Ok(packages.map(|package| package.name.to_string()).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_laboratory_is_not_published() {
        let names = super::published().expect("cargo metadata runs");
        assert!(
            names.iter().any(|name| name == "nvc") && names.iter().any(|name| name == "nvc-cli"),
            "{names:?}"
        );
        assert!(!names.iter().any(|name| name == "nvc-lab" || name == "xtask"), "{names:?}");
    }
}
