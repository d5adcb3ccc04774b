//! Fuzz target: the text format of the IR round-trips.

use nvc_ir::text::{parse, print};
use nvc_ir::verify::verify;

/// Parses an IR listing. If the verifier accepts the module, checks that printing it and parsing the result
/// gives the same listing and a valid module. Ignores other inputs.
pub(super) fn check(data: &[u8]) -> Result<(), String> {
    let Ok(module) = parse(&String::from_utf8_lossy(data)) else { return Ok(()) };
    if verify(&module).is_err() {
        return Ok(());
    }
    let text = print(&module);
    let again =
        parse(&text).map_err(|error| format!("the printed listing does not parse: {error}\n{text}"))?;
    let second = print(&again);
    if second != text {
        return Err(format!("parsing and printing the listing again changes it:\n{text}\nbecomes\n{second}"));
    }
    verify(&again).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(|error| error.render(&again)).collect();
        format!("the printed listing is invalid:\n{}\n{text}", lines.join("\n"))
    })
}
