//! Stores the digests of the inputs and outputs of each variant, and its warnings, in a file.
//!
//! The first line identifies the format and the program that wrote the file; a state written by any other program, even by
//! another build of this one, is ignored. A line `variant` contains the digests of a variant; the lines `include` after it
//! list its includes. Fields are separated by tabs. The state is a cache: if it cannot be read, everything is recompiled.

use crate::digest::Digest;
use crate::files::Request;
use std::collections::BTreeMap;
use std::path::Path;

/// The inputs and outputs of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Digest of the variant's name, include folders and options, and of the path and content of its source.
    pub key: Digest,
    pub output: Digest,
    pub reflection: Option<Digest>,
    pub validated: bool,
    pub warnings: usize,
    /// Style in which `messages` are rendered.
    pub style: String,
    /// Rendered warnings, to be shown again if the variant is up to date.
    pub messages: String,
    /// The includes, in order of first use.
    pub requests: Vec<Request>,
}

/// The entries, by path of the output.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub entries: BTreeMap<String, Entry>,
}

impl State {
    /// Reads the state from a file. Returns an empty state if the file cannot be read, is malformed, or was written
    /// by another program.
    pub fn read(path: &Path) -> State {
        let text = std::fs::read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        text.and_then(|text| parse(&text, &header())).unwrap_or_default()
    }

    /// Formats the state for the file.
    pub fn text(&self) -> String {
        self.text_with(&header())
    }

    fn text_with(&self, header: &str) -> String {
        let mut text = format!("{header}\n");
        for (output, entry) in &self.entries {
            let reflection = entry.reflection.map(|digest| digest.to_string()).unwrap_or_default();
            line(
                &mut text,
                &[
                    "variant",
                    output,
                    &entry.key.to_string(),
                    &entry.output.to_string(),
                    &reflection,
                    &entry.validated.to_string(),
                    &entry.warnings.to_string(),
                    &entry.style,
                    &entry.messages,
                ],
            );
            for Request { path, system, from, name, digest } in &entry.requests {
                line(&mut text, &["include", path, &system.to_string(), from, name, &digest.to_string()]);
            }
        }
        text
    }
}

/// Returns the first line of the file. It identifies the format and the program, by version, size and
/// modification time, so that a rebuilt compiler recompiles everything.
fn header() -> String {
    let program = std::env::current_exe().and_then(std::fs::metadata).ok();
    let time = program.as_ref().and_then(|file| file.modified().ok());
    let time = time.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    let size = program.map_or(0, |file| file.len());
    format!("nvc-batch 1 {} {size} {}", env!("CARGO_PKG_VERSION"), time.as_nanos())
}

fn line(text: &mut String, fields: &[&str]) {
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            text.push('\t');
        }
        for c in field.chars() {
            match c {
                '\\' => text.push_str("\\\\"),
                '\t' => text.push_str("\\t"),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                _ => text.push(c),
            }
        }
    }
    text.push('\n');
}

fn field(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => break,
            },
            _ => c,
        });
    }
    out
}

fn parse(text: &str, header: &str) -> Option<State> {
    let mut lines = text.split_terminator('\n');
    if lines.next() != Some(header) {
        return None;
    }
    let mut state = State::default();
    let mut current: Option<(String, Entry)> = None;
    for line in lines {
        let fields: Vec<String> = line.split('\t').map(field).collect();
        match fields.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["variant", output, key, digest, reflection, validated, warnings, style, messages] => {
                let entry = Entry {
                    key: key.parse().ok()?,
                    output: digest.parse().ok()?,
                    reflection: if reflection.is_empty() { None } else { Some(reflection.parse().ok()?) },
                    validated: validated.parse().ok()?,
                    warnings: warnings.parse().ok()?,
                    style: style.to_owned(),
                    messages: messages.to_owned(),
                    requests: Vec::new(),
                };
                state.entries.extend(current.replace((output.to_owned(), entry)));
            }
            ["include", path, system, from, name, digest] => {
                current.as_mut()?.1.requests.push(Request {
                    path: path.to_owned(),
                    system: system.parse().ok()?,
                    from: from.to_owned(),
                    name: name.to_owned(),
                    digest: digest.parse().ok()?,
                });
            }
            _ => return None,
        }
    }
    state.entries.extend(current);
    Some(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_as_they_were_written() {
        let digest = Digest::of(b"a");
        let request =
            Request { path: "a\tb".into(), system: true, from: "x\\t".into(), name: "c\r\n".into(), digest };
        let entry = |requests: Vec<Request>| Entry {
            key: digest,
            output: Digest::of(b""),
            reflection: (!requests.is_empty()).then_some(digest),
            validated: true,
            warnings: 2,
            style: "Human".into(),
            messages: "warning:\n\ttext\n".into(),
            requests,
        };
        let mut state = State::default();
        state.entries.insert("x/y.spv".into(), entry(vec![request.clone(), request]));
        state.entries.insert("z.spv".into(), entry(vec![]));
        let text = state.text_with("head");
        assert_eq!(parse(&text, "head").expect("a state").entries, state.entries);
        assert!(parse(&text, "other").is_none());
        assert!(parse(&text.replace("include", "?"), "head").is_none());
        assert!(parse(&text[..text.len() - 40], "head").is_none());
    }
}
