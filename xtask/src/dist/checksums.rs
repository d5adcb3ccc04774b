//! Writes the file of SHA-256 checksums, in the format of `sha256sum --check`.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Name of the checksum file.
pub const NAME: &str = "SHA256SUMS";

/// Writes the checksums of all files in a folder to the file [`NAME`] in that folder.
pub fn write(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    let unreadable = || format!("cannot read {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let not_utf8 = || format!("the name of a file in {} is not UTF-8", folder.display());
        let name = entry.file_name().into_string().ok().with_context(not_utf8)?;
        if entry.file_type()?.is_file() && name != NAME {
            let bytes = std::fs::read(entry.path()).with_context(|| format!("cannot read {name}"))?;
            files.push((name, bytes));
        }
    }
    let path = folder.join(NAME);
    std::fs::write(&path, text(files)).with_context(|| format!("cannot write {}", path.display()))
}

/// Formats one line per file, sorted by name.
fn text(mut files: Vec<(String, Vec<u8>)>) -> String {
    files.sort();
    let line = |(name, bytes): &(String, Vec<u8>)| format!("{}  {name}\n", sum(bytes));
    files.iter().map(line).collect()
}

/// Returns the checksum in hexadecimal.
fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_sorted_and_in_the_format_of_sha256sum() {
        // FIPS 180-4's examples: the empty message and "abc".
        let files = vec![("b".to_owned(), b"abc".to_vec()), ("a".to_owned(), Vec::new())];
        let expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
                        ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n";
        assert_eq!(text(files), expected);
    }
}
