//! `init`: what a buffer or image holds before the dispatch.
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use serde::Deserialize;
use std::str::FromStr;

/// A recipe for the bytes of a buffer.
#[derive(Deserialize, Debug, Clone, Default, PartialEq)]
#[serde(try_from = "String")]
pub enum Init {
    /// All zero.
    #[default]
    Zeros,
    /// The 32-bit words 0, 1, 2 and on.
    Iota,
    /// These bytes, then zeros.
    Bytes(Vec<u8>),
    /// The addresses of these `[[memory]]` buffers, then zeros.
    Addresses(Vec<u32>),
    /// Random words, of `low` to below `high` where a range is given.
    RandU32 {
        /// Seed of the generator.
        seed: u64,
        /// Lowest value and the value past the highest.
        range: Option<(u32, u32)>,
    },
    /// Random 64-bit words.
    RandU64 {
        /// Seed of the generator.
        seed: u64,
    },
    /// Random single-precision numbers.
    RandF32 {
        /// Seed of the generator.
        seed: u64,
        /// Lowest value and the value past the highest.
        range: (f64, f64),
    },
    /// Random double-precision numbers.
    RandF64 {
        /// Seed of the generator.
        seed: u64,
        /// Lowest value and the value past the highest.
        range: (f64, f64),
    },
}

impl Init {
    /// The bytes of a buffer of this length, where `[[memory]]` has these addresses.
    pub fn bytes(&self, len: usize, addresses: &[u64]) -> Vec<u8> {
        match self {
            Self::Zeros => vec![0; len],
            Self::Iota => {
                let mut next = 0u32;
                repeat(len, || {
                    let word = next.to_le_bytes();
                    next = next.wrapping_add(1);
                    word
                })
            }
            Self::Bytes(bytes) => {
                let mut out = bytes.clone();
                out.resize(len, 0);
                out
            }
            Self::Addresses(numbers) => {
                let address = |n: &u32| addresses.get(*n as usize).copied().unwrap_or(0);
                let mut out: Vec<u8> = numbers.iter().flat_map(|n| address(n).to_le_bytes()).collect();
                out.resize(len, 0);
                out
            }
            Self::RandU32 { seed, range } => {
                let mut rng = ChaCha8Rng::seed_from_u64(*seed);
                let (low, span) = range.map_or((0, 0), |(low, high)| (low, high.saturating_sub(low)));
                repeat(len, || {
                    let word = rng.next_u32();
                    let word = word.checked_rem(span).map_or(word, |r| low.wrapping_add(r));
                    word.to_le_bytes()
                })
            }
            Self::RandU64 { seed } => {
                let mut rng = ChaCha8Rng::seed_from_u64(*seed);
                repeat(len, || rng.next_u64().to_le_bytes())
            }
            Self::RandF32 { seed, range } => {
                let mut rng = ChaCha8Rng::seed_from_u64(*seed);
                repeat(len, || {
                    let unit = f64::from(rng.next_u32() >> 8) / 16_777_216.0; // 2^24
                    (lerp(*range, unit) as f32).to_le_bytes()
                })
            }
            Self::RandF64 { seed, range } => {
                let mut rng = ChaCha8Rng::seed_from_u64(*seed);
                repeat(len, || {
                    let unit = (rng.next_u64() >> 11) as f64 / 9_007_199_254_740_992.0; // 2^53
                    lerp(*range, unit).to_le_bytes()
                })
            }
        }
    }
}

fn lerp((low, high): (f64, f64), unit: f64) -> f64 {
    low + unit * (high - low)
}

/// Whole elements up to `len` bytes; a rest shorter than an element stays zero.
fn repeat<const N: usize>(len: usize, mut element: impl FnMut() -> [u8; N]) -> Vec<u8> {
    let mut out = vec![0; len];
    for chunk in out.chunks_exact_mut(N) {
        chunk.copy_from_slice(&element());
    }
    out
}

impl TryFrom<String> for Init {
    type Error = String;

    fn try_from(recipe: String) -> Result<Self, String> {
        parse(&recipe).ok_or_else(|| format!("unknown init recipe {recipe:?}"))
    }
}

fn parse(recipe: &str) -> Option<Init> {
    let (kind, rest) = recipe.split_once(':').unwrap_or((recipe, ""));
    let fields: Vec<&str> = rest.split(':').map(str::trim).collect();
    let seed = || fields.first()?.parse::<u64>().ok();
    Some(match kind {
        "zeros" => Init::Zeros,
        "iota_u32" => Init::Iota,
        "u32" => Init::Bytes(values::<u32, 4>(rest, u32::to_le_bytes)?),
        "i32" => Init::Bytes(values::<i32, 4>(rest, i32::to_le_bytes)?),
        "f32" => Init::Bytes(values::<f32, 4>(rest, f32::to_le_bytes)?),
        "u64" => Init::Bytes(values::<u64, 8>(rest, u64::to_le_bytes)?),
        "i64" => Init::Bytes(values::<i64, 8>(rest, i64::to_le_bytes)?),
        "f64" => Init::Bytes(values::<f64, 8>(rest, f64::to_le_bytes)?),
        "addr" => Init::Addresses(rest.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?),
        "rand_u32" if fields.len() == 1 => Init::RandU32 { seed: seed()?, range: None },
        "rand_u32" => Init::RandU32 { seed: seed()?, range: Some(range(&fields)?) },
        "rand_u64" => Init::RandU64 { seed: seed()? },
        "rand_f32" => Init::RandF32 { seed: seed()?, range: range(&fields)? },
        "rand_f64" => Init::RandF64 { seed: seed()?, range: range(&fields)? },
        _ => return None,
    })
}

fn range<T: FromStr + PartialOrd>(fields: &[&str]) -> Option<(T, T)> {
    let [_, low, high] = fields else { return None };
    let (low, high) = (low.parse().ok()?, high.parse().ok()?);
    (low < high).then_some((low, high))
}

fn values<T: FromStr, const N: usize>(list: &str, bytes: fn(T) -> [u8; N]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    for item in list.split(',') {
        out.extend(bytes(item.trim().parse().ok()?));
    }
    Some(out)
}

#[cfg(test)]
#[path = "fill_tests.rs"]
mod tests;
