//! A 128-bit FNV-1a digest that detects changed content. It is not collision-resistant, which is sufficient:
//! anyone who could construct colliding inputs could also change the outputs directly.

use std::fmt;
use std::str::FromStr;

/// A 128-bit FNV-1a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Digest(u128);

const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = (1 << 88) + 0x13b;

impl Digest {
    /// Computes the digest of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Digest(bytes.iter().fold(BASIS, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME)))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Digest)
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn known_values() {
        assert_eq!(Digest::of(b"").to_string(), "6c62272e07bb014262b821756295c58d");
        assert_eq!(Digest::of(b"a").to_string(), "d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(Digest::of(b"a").to_string().parse(), Ok(Digest::of(b"a")));
    }
}
