//! The JSON Schema of the reflection document.

use crate::{Reflection, WriteError};

/// Returns the JSON Schema (draft 2020-12) of the reflection document, with a final newline.
///
/// # Errors
/// Never.
pub fn json_schema() -> Result<String, WriteError> {
    let mut text = serde_json::to_string_pretty(&schemars::schema_for!(Reflection)).map_err(WriteError)?;
    text.push('\n');
    Ok(text)
}
