//! The settings of the server: from the command line, `initializationOptions`, and
//! `workspace/didChangeConfiguration`. Later settings override earlier ones.

use nvc::Options;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The settings with which documents are compiled and diagnostics shown.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Include folders, searched after the folder of the including file.
    pub include: Vec<PathBuf>,
    /// Compiler options for all documents.
    pub options: Options,
    /// Base URL of the book, to which diagnostic codes are linked; no links if empty.
    pub book: String,
}

impl Settings {
    /// Applies the client's settings, a JSON object with `includeFolders`, `targetEnv`, `defines` and `bookUrl`. `root` is
    /// the workspace folder. Unknown settings and values of the wrong type are ignored. So is an unknown target
    /// environment, about which a message is returned.
    pub fn apply(&mut self, settings: &Value, root: Option<&Path>) -> Vec<String> {
        let mut wrong = Vec::new();
        // Clients send either the content of the `nvc` section or an object that contains the section.
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
            wrong.push(format!("unknown value `{name}` of the setting nvc.targetEnv: {error}"));
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
