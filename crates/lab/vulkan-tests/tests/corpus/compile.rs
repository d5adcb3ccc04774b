//! Compiles the programs of the cases. The rest of the suite does not use the compiler.
use std::path::Path;

/// Compiles an assembly listing or GLSL file to a SPIR-V module.
pub(crate) fn compile(
    source: &Path,
    warp: nvc::Warp,
    level: nvc::OptLevel,
    quirks: nvc::Quirks,
) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(source).map_err(|error| format!("{}: {error}", source.display()))?;
    let name = source.display().to_string();
    // All workarounds are enabled because the suite tests the compiler, not drivers. `testdata/run/driver-*`
    // need workarounds that are off by default.
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
