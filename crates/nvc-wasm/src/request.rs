//! The common part of all requests: compiler options, and the files that the source may include.

use crate::includes::Includes;
use nvc::{Compiler, Options, Report, render};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The common part of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Request {
    /// Name of the source in diagnostics.
    pub name: Option<String>,
    /// Options as pairs of name and value, in order.
    pub options: Vec<(String, String)>,
    /// Contents of the files that the source may include, by path.
    pub includes: BTreeMap<String, String>,
}

impl Request {
    /// Converts the options.
    pub fn options(&self) -> Result<Options, String> {
        let mut options = Options::new();
        for (name, value) in &self.options {
            options.set(name, value).map_err(|error| error.to_string())?;
        }
        Ok(options)
    }

    /// Creates a compiler with these options and the request's include files.
    pub fn compiler(&self, options: Options) -> Compiler {
        Compiler::new(options).with_loader(Includes::new(self.includes.clone()))
    }

    /// Returns the name of the source, `shader` by default.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("shader")
    }
}

/// Returns the diagnostics of a report as objects, in the format of the command's `--message-format json`.
pub(crate) fn diagnostics(report: &Report) -> Vec<Value> {
    lines(&report.messages(style(render::Format::Json)))
}

/// Returns the diagnostics of a report as text with source excerpts.
pub(crate) fn text(report: &Report) -> String {
    report.messages(style(render::Format::Human))
}

/// Parses text with one JSON object per line.
pub(crate) fn lines(text: &str) -> Vec<Value> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

pub(crate) fn style(format: render::Format) -> render::Style {
    render::Style { format, ..render::Style::default() }
}
