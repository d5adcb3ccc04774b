//! The settings of the server: from the command line, from `initializationOptions`, and from
//! `workspace/didChangeConfiguration`. A later one overrides an earlier one.

use nvc::Options;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// How documents are compiled.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Where includes are searched, besides the folder of the including file.
    pub include: Vec<PathBuf>,
    /// The options that diagnostics are for.
    pub options: Options,
    /// The address of the book, to which codes of diagnostics are linked; none if empty.
    pub book: String,
}

impl Settings {
    /// Applies the client's settings, a JSON object: `includeFolders`, `targetEnv`, `defines`, `bookUrl`. Others, and
    /// values that are not valid, are left out: their descriptions are returned. `root` is the folder of the workspace.
    pub fn apply(&mut self, settings: &Value, root: Option<&Path>) -> Vec<String> {
        let mut wrong = Vec::new();
        // Clients send the section's content, or an object with the section.
        let settings = settings.get("nvc").unwrap_or(settings);
        let strings = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        if let Some(folders) = settings.get("includeFolders").filter(|value| value.is_array()) {
            let absolute = |folder: String| match root {
                Some(root) => crate::uri::normal(&root.join(folder)),
                None => PathBuf::from(folder),
            };
            self.include = strings(folders).into_iter().map(absolute).collect();
        }
        if let Some(name) = settings.get("targetEnv").and_then(Value::as_str).filter(|name| !name.is_empty())
            && let Err(error) = self.options.set("target-env", name)
        {
            wrong.push(format!("nvc.targetEnv is `{name}`: {error}"));
        }
        if let Some(defines) = settings.get("defines").filter(|value| value.is_array()) {
            let mut options = self.options.clone().with_macros(Vec::new());
            for define in strings(defines) {
                let (name, value) = define.split_once('=').unwrap_or((&define, "1"));
                options = options.define(name, value);
            }
            self.options = options;
        }
        if let Some(book) = settings.get("bookUrl").and_then(Value::as_str) {
            self.book = book.trim_end_matches('/').to_owned();
        }
        wrong
    }
}
