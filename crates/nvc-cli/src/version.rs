//! `nvc --version`; with `-v`, also the versions of the grammar, libraries and validator.

use crate::status::Status;
use crate::{files, validator};
use anyhow::Result;
use nvc::support;

/// Prints the version. Scripts may parse the first line.
pub(crate) fn version(verbose: bool) -> Result<Status> {
    let mut text = concat!(
        "nvc ",
        env!("CARGO_PKG_VERSION"),
        "\nreads NVcp5.0 assembly and GLSL; writes SPIR-V 1.0 to 1.6 for Vulkan 1.0 to 1.4\n"
    )
    .to_owned();
    if verbose {
        let grammar = nvc::grammar();
        text.push_str(&format!(
            "NVcp5.0: {} instructions, {} options, grammar {:016x}\n",
            grammar.instructions, grammar.options, grammar.digest
        ));
        let extensions = support::names().filter(|name| name.starts_with("GL_")).count();
        text.push_str(&format!("GLSL: 140 to 460, 310 es, 320 es; {extensions} extensions\n"));
        text.push_str(&format!("rspirv {}, naga {}\n", env!("NVC_RSPIRV"), env!("NVC_NAGA")));
        text.push_str(&format!("validator: {}\n", validator()));
    }
    files::write_stdout(text.as_bytes())?;
    Ok(Status::Done)
}

/// Describes the SPIR-V validator in use.
fn validator() -> String {
    match nvc::built_in_validator().or_else(validator::installed) {
        Some(validator) => validator.to_string(),
        None => "none (no spirv-val installed)".to_owned(),
    }
}
