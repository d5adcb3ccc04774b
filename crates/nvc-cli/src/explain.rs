//! `nvc explain`: the page of a diagnostic code, and the names of warnings.

use crate::files;
use crate::status::Status;
use anyhow::Result;
use nvc::{Code, warnings};

/// Prints the page of a code, or the list of codes.
pub(crate) fn explain(code: Option<&str>) -> Result<Status> {
    let text = match code {
        Some(word) => {
            let named = || Code::ALL.iter().copied().find(|code| code.warning_name() == Some(word));
            let known = word.parse::<Code>().or_else(|e| named().ok_or(e));
            known
                .map_err(|e| anyhow::anyhow!("{e}: {word} (`nvc explain` lists all codes)"))?
                .explanation()
                .to_owned()
        }
        None => {
            let codes: String = Code::ALL.iter().map(|c| format!("{c}  {}\n", c.title())).collect();
            format!("{codes}\n{}", names())
        }
    };
    files::write_stdout(text.as_bytes())?;
    Ok(Status::Done)
}

/// What `-W` takes.
fn names() -> String {
    let code = |name: &str| Code::ALL.iter().find(|code| code.warning_name() == Some(name));
    let line = |name: &str| match code(name) {
        Some(code) => format!("-W{name}  {code}\n"),
        None => format!("-W{name}\n"),
    };
    warnings::names().map(line).collect()
}
