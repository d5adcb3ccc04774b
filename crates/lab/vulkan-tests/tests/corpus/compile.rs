//! The one place where the suite meets the compiler.
use std::path::Path;

/// The SPIR-V module of an assembly listing or of GLSL.
pub(crate) fn compile(
    listing: &Path,
    warp: nvc::Warp,
    level: nvc::OptLevel,
    quirks: nvc::Quirks,
) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(listing).map_err(|error| format!("{}: {error}", listing.display()))?;
    let name = listing.display().to_string();
    let mut options = nvc::Options::new().warp(warp).opt_level(level);
    options.quirks = quirks;
    let output = nvc::compile_bytes(&name, &bytes, &options);
    let messages = output.messages(nvc::render::Style::default());
    output.artifact.map(|artifact| artifact.to_bytes()).ok_or(messages)
}
