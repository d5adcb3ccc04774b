//! `nvc supports`: reports by its exit status whether extensions are supported.

use crate::status::Status;
use crate::{files, report};
use anyhow::Result;
use clap::Args;
use nvc::support::{self, Support};

#[derive(Args, Debug)]
pub(crate) struct Supports {
    /// GLSL extensions such as GL_NV_shader_thread_shuffle, or assembly options such as
    /// NV_shader_thread_group; lists all without arguments
    #[arg(value_name = "EXTENSION")]
    pub names: Vec<String>,
}

/// Returns status 0 if all names are supported, at least in part, and 1 otherwise. Without names, lists all extensions.
pub(crate) fn supports(names: &[String]) -> Result<Status> {
    if names.is_empty() {
        let list: String = support::names().map(|name| format!("{name}\n")).collect();
        files::write_stdout(list.as_bytes())?;
        return Ok(Status::Done);
    }
    let mut status = Status::Done;
    for name in names {
        match support::find(name) {
            Some(Support::Partial(missing)) => {
                report::print(&format!("note: {name} is partially supported; missing: {missing}\n"));
            }
            Some(_) => {}
            None => {
                let near = support::nearest(name);
                let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                report::print(&report::line("", &format!("{name} is not supported{near}")));
                status = Status::Input;
            }
        }
    }
    Ok(status)
}
