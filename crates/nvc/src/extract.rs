//! Finds assembly listings in OpenGL program binaries.
//!
//! A program binary of NVIDIA's driver (`glGetProgramBinary`) contains the listing of each stage as plain text,
//! from its `!!NV` header to the line `END`, between other data.

use std::ops::Range;

/// Start of a compute listing.
const HEADER: &[u8] = b"!!NVcp";
/// Start of a listing of any stage.
const ANY_HEADER: &[u8] = b"!!NV";
/// Last token of a listing.
const END: &[u8] = b"END";
/// Maximum number of listings to find in a file.
const MAX_LISTINGS: usize = 16;

/// The assembly listings found in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Listings {
    /// Byte ranges of the compute listings, from header to `END`, in order.
    pub compute: Vec<Range<usize>>,
    /// Whether there is a compute header without an `END`.
    pub cut_off: bool,
    /// Whether there is a header of another stage.
    pub other_stage: bool,
}

/// Finds the listings in `bytes`.
pub(crate) fn find(bytes: &[u8]) -> Listings {
    let mut found = Listings { compute: Vec::new(), cut_off: false, other_stage: false };
    let mut at = 0;
    while let Some(start) = position(bytes, at, ANY_HEADER) {
        at = start + ANY_HEADER.len();
        if !bytes[start..].starts_with(HEADER) {
            found.other_stage = true;
            continue;
        }
        match end_of_listing(bytes, at) {
            Some(end) if found.compute.len() < MAX_LISTINGS => {
                found.compute.push(start..end);
                at = end;
            }
            Some(_) => break,
            None => {
                found.cut_off = true;
                break;
            }
        }
    }
    found
}

/// Returns the first position of `needle` at or after `from`.
fn position(bytes: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    let tail = bytes.get(from..)?;
    tail.windows(needle.len()).position(|w| w == needle).map(|i| from + i)
}

/// Returns the position after the token `END`. A listing is text, so a NUL or another header ends the
/// search.
fn end_of_listing(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            0 => return None,
            b'#' => at += bytes[at..].iter().take_while(|&&b| b != b'\n' && b != 0).count(),
            _ if bytes[at..].starts_with(ANY_HEADER) => return None,
            _ if is_word(byte) => {
                let length = bytes[at..].iter().take_while(|&&b| is_word(b)).count();
                if &bytes[at..at + length] == END {
                    return Some(at + length);
                }
                at += length;
            }
            _ => at += 1,
        }
    }
    None
}

/// Returns whether a byte can be part of a word. A dot counts as part, so that `R0.END` does not end a
/// listing.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> Vec<String> {
        let found = find(bytes).compute;
        found.into_iter().map(|r| String::from_utf8_lossy(&bytes[r]).into_owned()).collect()
    }

    #[test]
    fn one_listing_between_other_data() {
        let bytes = b"\x01\xff\0!!NVcp5.0\n# END of story\nIF TR;\nENDIF;\nEND\n\0\xfe!!";
        assert_eq!(texts(bytes), ["!!NVcp5.0\n# END of story\nIF TR;\nENDIF;\nEND"]);
        assert!(!find(bytes).cut_off && !find(bytes).other_stage);
    }

    #[test]
    fn listing_on_one_line_at_the_end_of_the_file() {
        assert_eq!(texts(b"\0!!NVcp5.0 GROUP_SIZE 1; END"), ["!!NVcp5.0 GROUP_SIZE 1; END"]);
    }

    #[test]
    fn several_listings_and_other_stages() {
        let bytes = b"!!NVvp5.0\nEND\n\0!!NVcp5.0\nEND\n\0!!NVcp5.0\nEND\n";
        assert_eq!(texts(bytes).len(), 2);
        assert!(find(bytes).other_stage);
    }

    #[test]
    fn missing_and_truncated_listings() {
        assert_eq!(
            find(b"\0\x01 END !! !!N"),
            Listings { compute: vec![], cut_off: false, other_stage: false }
        );
        assert!(find(b"\0!!NVcp5.0\nMOV R0, R1;\nEN").cut_off);
        assert!(find(b"\0!!NVcp5.0\nMOV R0, \0 END").cut_off);
        assert!(find(b"").compute.is_empty());
    }
}
