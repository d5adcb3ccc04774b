//! `nvc explain`: prints the explanation of a diagnostic code, or lists all codes and warnings.

use crate::pager;
use crate::status::Status;
use anyhow::Result;
use nvc::{Code, warnings};

/// Prints the explanation of a code or of the name of one warning. Without one, lists all codes and all names that `-W`
/// accepts, including groups, which have no explanation.
pub(crate) fn explain(code: Option<&str>) -> Result<Status> {
    let text = match code {
        Some(name) => {
            let named = || Code::ALL.iter().copied().find(|code| code.warning_name() == Some(name));
            let known = name.parse::<Code>().or_else(|e| named().ok_or(e));
            known
                .map_err(|_| {
                    anyhow::anyhow!(
                        "no diagnostic has this code or warning name: {name} (`nvc explain` lists them; groups of warnings \
                         have no explanation)"
                    )
                })?
                .explanation()
                .to_owned()
        }
        None => {
            let codes: String = Code::ALL.iter().map(|c| format!("{c}  {}\n", c.title())).collect();
            format!("{codes}\n{}", names())
        }
    };
    pager::show(text.as_bytes())?;
    Ok(Status::Done)
}

/// Returns the `-W` options, one per line, each with its code if it has one.
fn names() -> String {
    let code = |name: &str| Code::ALL.iter().find(|code| code.warning_name() == Some(name));
    let line = |name: &str| match code(name) {
        Some(code) => format!("-W{name}  {code}\n"),
        None => format!("-W{name}\n"),
    };
    warnings::names().map(line).collect()
}
