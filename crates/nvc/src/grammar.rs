//! Computes a summary and a digest of the assembly grammar, which distinguish versions of nvc.

use nvc_asm::table::Opcode;

/// The size and the digest of the assembly grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grammar {
    /// Number of instructions.
    pub instructions: usize,
    /// Number of options.
    pub options: usize,
    /// Digest of the instruction table and the options, which changes when either of them changes.
    pub digest: u64,
}

/// Returns the grammar summary of this version.
pub fn grammar() -> Grammar {
    let forms: Vec<String> = Opcode::all().map(|row| format!("{row:?}")).collect();
    let options: Vec<&str> = nvc_asm::options::option_names().collect();
    let lines = forms.iter().map(String::as_str).chain(options.iter().copied());
    Grammar { instructions: forms.len(), options: options.len(), digest: digest(lines) }
}

/// Computes the FNV-1a hash of the lines, which need not be cryptographic.
fn digest<'t>(lines: impl Iterator<Item = &'t str>) -> u64 {
    let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_distinguishes_tables() {
        assert_eq!(grammar(), grammar());
        assert!(grammar().instructions > 50 && grammar().options > 10);
        assert_ne!(digest(["a", "b"].into_iter()), digest(["ab"].into_iter()));
    }
}
