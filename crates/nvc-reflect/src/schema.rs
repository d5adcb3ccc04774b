//! The JSON Schema of the document.

use crate::Reflection;

/// The JSON Schema (draft 2020-12) of the document, with a final newline.
///
/// # Errors
/// Never.
pub fn json_schema() -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(&schemars::schema_for!(Reflection))?;
    text.push('\n');
    Ok(text)
}
