//! Parses the key `init` of a resource in `case.toml`, and generates the initial contents of a buffer or image.

use nvc_ir::half;
use nvc_ir::imm::Rounding;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use serde::Deserialize;
use std::str::FromStr;

/// The initial contents of a buffer or image.
#[derive(Deserialize, Debug, Clone, Default, PartialEq)]
#[serde(try_from = "String")]
pub enum Init {
    /// All zeros.
    #[default]
    Zeros,
    /// The 32-bit words 0, 1, 2, ...
    Iota,
    /// The given bytes, then zeros.
    Bytes(Vec<u8>),
    /// The addresses of these `[[memory]]` buffers (buffers without a binding), given by their indices; then zeros.
    Addresses(Vec<u32>),
    /// Random 32-bit words, optionally within a range.
    RandU32 {
        /// Seed of the generator.
        seed: u64,
        /// Half-open range of the values.
        range: Option<(u32, u32)>,
    },
    /// Random 64-bit words.
    RandU64 {
        /// Seed of the generator.
        seed: u64,
    },
    /// Random half-precision numbers.
    RandF16 {
        /// Seed of the generator.
        seed: u64,
        /// Range of the values. The upper end is excluded, except that rounding to 16 bits may reach it.
        range: (f64, f64),
    },
    /// Random single-precision numbers.
    RandF32 {
        /// Seed of the generator.
        seed: u64,
        /// Range of the values. The upper end is excluded, except that rounding to 32 bits may reach it.
        range: (f64, f64),
    },
    /// Random double-precision numbers.
    RandF64 {
        /// Seed of the generator.
        seed: u64,
        /// Range of the values. The upper end is excluded, except that rounding may reach it.
        range: (f64, f64),
    },
}

impl Init {
    /// Returns the contents of a buffer of `len` bytes, given the addresses of the `[[memory]]` buffers.
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
            Self::RandF16 { seed, range } => {
                let mut rng = ChaCha8Rng::seed_from_u64(*seed);
                repeat(len, || {
                    half::from_f64(lerp(*range, unit24(&mut rng)), Rounding::Nearest).to_le_bytes()
                })
            }
            Self::RandF32 { seed, range } => {
                let mut rng = ChaCha8Rng::seed_from_u64(*seed);
                repeat(len, || (lerp(*range, unit24(&mut rng)) as f32).to_le_bytes())
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

/// Returns a number in [0, 1) from the upper 24 bits of the next word.
fn unit24(rng: &mut ChaCha8Rng) -> f64 {
    f64::from(rng.next_u32() >> 8) / 16_777_216.0 // 2^24
}

fn lerp((low, high): (f64, f64), unit: f64) -> f64 {
    low + unit * (high - low)
}

/// Fills `len` bytes with elements. A remainder shorter than an element stays zero.
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
        parse(&recipe)
    }
}

/// Parses an initializer such as `zeros`, `f32:1,2` or `rand_u32:SEED:LOW:HIGH`.
fn parse(recipe: &str) -> Result<Init, String> {
    let (kind, rest) = recipe.split_once(':').unwrap_or((recipe, ""));
    if let Some(element) = ELEMENTS.iter().find(|element| element.name == kind) {
        return Ok(Init::Bytes(element.values(rest)?));
    }
    let fields: Vec<&str> = rest.split(':').map(str::trim).collect();
    match kind {
        "zeros" => Ok(Init::Zeros),
        "iota_u32" => Ok(Init::Iota),
        "addr" => Ok(Init::Addresses(rest.split(',').map(number).collect::<Result<_, _>>()?)),
        "rand_u32" if fields.len() == 1 => Ok(Init::RandU32 { seed: seed(&fields)?, range: None }),
        "rand_u32" => Ok(Init::RandU32 { seed: seed(&fields)?, range: Some(range(&fields)?) }),
        "rand_u64" => Ok(Init::RandU64 { seed: seed(&fields)? }),
        "rand_f16" => Ok(Init::RandF16 { seed: seed(&fields)?, range: range(&fields)? }),
        "rand_f32" => Ok(Init::RandF32 { seed: seed(&fields)?, range: range(&fields)? }),
        "rand_f64" => Ok(Init::RandF64 { seed: seed(&fields)?, range: range(&fields)? }),
        _ => {
            let names: Vec<&str> = ELEMENTS.iter().map(|element| element.name).collect();
            Err(format!(
                "unknown init {recipe:?}; expected zeros, iota_u32, addr, rand_u32, rand_u64, rand_f16, rand_f32, rand_f64, \
                 or a list of values such as f32:1,2 (types: {})",
                names.join(", ")
            ))
        }
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let text = text.trim();
    text.parse().map_err(|_| format!("`{text}` is not a number that fits here"))
}

fn seed(fields: &[&str]) -> Result<u64, String> {
    fields
        .first()
        .filter(|field| !field.is_empty())
        .map_or(Err("the seed is missing".to_owned()), |f| number(f))
}

fn range<T: FromStr + PartialOrd>(fields: &[&str]) -> Result<(T, T), String> {
    let [_, low, high] = fields else { return Err("expected a range as SEED:LOW:HIGH".to_owned()) };
    let (low, high) = (number(low)?, number(high)?);
    if low < high {
        Ok((low, high))
    } else {
        Err("the range is empty: its second number is exclusive".to_owned())
    }
}

/// An element type of an explicit list of values.
struct Element {
    name: &'static str,
    /// Parses a value and appends its bytes.
    put: fn(&str, &mut Vec<u8>) -> Option<()>,
}

/// The element type for an integer type of Rust.
macro_rules! integer {
    ($ty:ident) => {
        Element {
            name: stringify!($ty),
            put: |text, out| {
                out.extend($ty::try_from(integer(text)?).ok()?.to_le_bytes());
                Some(())
            },
        }
    };
}

/// The element type for a floating-point type of Rust.
macro_rules! float {
    ($ty:ident) => {
        Element {
            name: stringify!($ty),
            put: |text, out| {
                out.extend(text.parse::<$ty>().ok()?.to_le_bytes());
                Some(())
            },
        }
    };
}

const ELEMENTS: &[Element] = &[
    integer!(u8),
    integer!(u16),
    integer!(u32),
    integer!(i32),
    integer!(u64),
    integer!(i64),
    Element {
        name: "f16",
        put: |text, out| {
            out.extend(half::from_f64(text.parse().ok()?, Rounding::Nearest).to_le_bytes());
            Some(())
        },
    },
    float!(f32),
    float!(f64),
];

impl Element {
    /// Returns the bytes of a list of values.
    fn values(&self, list: &str) -> Result<Vec<u8>, String> {
        let mut out = Vec::new();
        for item in list.split(',').map(str::trim) {
            (self.put)(item, &mut out).ok_or_else(|| format!("`{item}` is not a valid {}", self.name))?;
        }
        Ok(out)
    }
}

/// Parses a decimal or hexadecimal (`0x1f`) integer.
fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    // The integer parsers accept a leading `+`: reject it after `-` and after `0x`.
    let value: u64 = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) if hex.starts_with('+') => return None,
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None if negative && digits.starts_with('+') => return None,
        None => digits.parse().ok()?,
    };
    Some(if negative { -i128::from(value) } else { value.into() })
}

#[cfg(test)]
#[path = "fill_tests.rs"]
mod tests;
