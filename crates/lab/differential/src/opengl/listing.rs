//! Finds the assembly listing in a program binary of NVIDIA's driver.

const START: &[u8] = b"!!NV";
const END: &[u8] = b"\nEND\n";

/// Returns the first assembly listing in the binary.
pub(crate) fn find(binary: &[u8]) -> Option<String> {
    let start = position(binary, START)?;
    let listing = &binary[start..];
    let end = position(listing, END).map_or(listing.len(), |end| end + END.len());
    Some(String::from_utf8_lossy(&listing[..end]).into_owned())
}

fn position(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn listings_end_with_end() {
        let binary = b"\0\x01!!NVcp5.0\nMOV.U R0, 1;\nEND\n\0!!NVcp5.0\nEND\n";
        assert_eq!(find(binary).as_deref(), Some("!!NVcp5.0\nMOV.U R0, 1;\nEND\n"));
        assert_eq!(find(b"no listing"), None);
    }
}
