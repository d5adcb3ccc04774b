//! What all requests have in common: the options and the files that a source may include.

use crate::includes::Includes;
use nvc::{Compiler, Options, Report, render};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The common part of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Request {
    /// The source's name in diagnostics.
    pub name: Option<String>,
    /// Options by name, in order.
    pub options: Vec<(String, String)>,
    /// Files that the source may include, by path.
    pub includes: BTreeMap<String, String>,
}

impl Request {
    /// The options.
    pub fn options(&self) -> Result<Options, String> {
        let mut options = Options::new();
        for (name, value) in &self.options {
            options.set(name, value).map_err(|error| error.to_string())?;
        }
        Ok(options)
    }

    /// A compiler with these options and the request's includes.
    pub fn compiler(&self, options: Options) -> Compiler {
        Compiler::new(options).with_loader(Includes::new(self.includes.clone()))
    }

    /// The source's name.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("shader")
    }
}

/// The diagnostics of a report: objects of the command's `--message-format json`.
pub(crate) fn diagnostics(report: &Report) -> Vec<Value> {
    lines(&report.messages(style(render::Format::Json)))
}

/// The diagnostics of a report as text with excerpts of the source.
pub(crate) fn text(report: &Report) -> String {
    report.messages(style(render::Format::Human))
}

/// Each line is an object.
pub(crate) fn lines(text: &str) -> Vec<Value> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

pub(crate) fn style(format: render::Format) -> render::Style {
    render::Style { format, ..render::Style::default() }
}
