//! Compiles the programs of the cases: the only use of the compiler in this suite.
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
    // All workarounds: the suite is about the compiler, and `testdata/run/driver-*` show costly ones.
    let options = nvc::Options::new().with_workarounds(nvc::Workarounds::ALL);
    let options = options
        .with_warp(warp)
        .with_opt_level(level)
        .with_quirks(quirks)
        .with_bindings(nvc::BindingScheme::Classes);
    let compiled = nvc::Compiler::new(options).compile_bytes(&name, &bytes);
    let compiled = compiled.map_err(|error| error.messages(nvc::render::Style::default()))?;
    Ok(compiled.artifact.to_bytes())
}
