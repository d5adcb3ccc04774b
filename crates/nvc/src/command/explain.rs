//! `nvc explain`: the page of a diagnostic code.

use super::{Status, files};
use anyhow::Result;
use nvc::Code;

/// Prints the page of a code, or the list of codes.
pub(crate) fn explain(code: Option<&str>) -> Result<Status> {
    let text = match code {
        Some(code) => {
            let known = code.parse::<Code>();
            known
                .map_err(|e| anyhow::anyhow!("{e}: {code} (`nvc explain` lists all codes)"))?
                .explanation()
                .to_owned()
        }
        None => Code::ALL.iter().map(|c| format!("{c}  {}\n", c.title())).collect(),
    };
    files::write_stdout(text.as_bytes())?;
    Ok(Status::Done)
}
