//! Converts between `file:` URIs and paths (RFC 8089).

use std::path::{Component, Path, PathBuf};

/// Returns the path of a URI that starts with `file://`; `None` for other schemes and hosts, and if the path is not UTF-8.
pub(crate) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // In `file://host/path`, an empty host or `localhost` means this machine. Others are not supported.
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let text = decode(rest.split(['?', '#']).next().unwrap_or_default())?;
    let text = match text.as_bytes() {
        [b'/', drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => text.get(1..)?,
        [b'/', ..] => &text,
        _ => return None,
    };
    Some(normal(Path::new(text)))
}

/// Returns the name of a document for the compiler: its path, or the URI itself if it is not a file.
pub(crate) fn name(uri: &str) -> String {
    match path(uri) {
        Some(path) => path.to_string_lossy().into_owned(),
        None => uri.to_owned(),
    }
}

/// Returns the URI of a file; `None` if the path is relative or not Unicode.
pub(crate) fn of_path(path: &Path) -> Option<String> {
    if !path.is_absolute() {
        return None;
    }
    let text = path.to_str()?.replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    let mut uri = format!("file://{slash}");
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte.into())
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(uri)
}

/// Removes `.` and `..` from a path, so that different spellings denote the same document. Symbolic links
/// are not resolved.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if parts.file_name().is_some() => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let digits =
            tail.get(..2).filter(|_| first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = tail.get(2..)?;
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn uris_and_paths() {
        let shown = |uri: &str| path(uri).map(|path| path.display().to_string());
        assert_eq!(shown("file:///a%20b/gr%C3%B6%C3%9Fe.nvcp").as_deref(), Some("/a b/größe.nvcp"));
        assert_eq!(shown("file:///a/./b/../c.comp").as_deref(), Some("/a/c.comp"));
        assert_eq!(shown("untitled:Untitled-1"), None);
        assert_eq!(shown("file:///100%"), Some("/100%".into()));
        assert_eq!(of_path(Path::new("/a b/größe#1")).as_deref(), Some("file:///a%20b/gr%C3%B6%C3%9Fe%231"));
        assert_eq!(of_path(Path::new("a")), None);
        assert_eq!(name("untitled:x"), "untitled:x");
    }
}
