//! A generated assembly program with its inputs, in the format of `testdata/corpus`.

use super::memory::{COMMON, INPUT, OWN, UNIFORM};
use crate::fuzz::Rng;

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Seed of the program; 0 if it was generated from a fuzzer's bytes instead of random numbers.
    pub seed: u64,
    /// Source text.
    pub text: String,
    /// Seed of the input data.
    pub(super) inputs: u64,
    /// Whether the program may use atomic counters.
    pub(super) counters: bool,
}

/// Boundary values of the integer input data.
const WORDS: &[u32] = &[0, 1, 2, 31, 32, 255, 65535, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

impl Case {
    /// Returns the text of `case.toml`: the input data.
    pub fn case_toml(&self) -> String {
        let mut rng = Rng::new(self.inputs);
        let words: Vec<String> = input(&mut rng).iter().map(u32::to_string).collect();
        let bytes: usize = INPUT.iter().map(|(_, length)| length).sum();
        let mut text = format!(
            "about = \"generated, seed {}\"\nfeatures = [\"generated\"]\ndispatch = [1, 1, 1]\n\n\
             [[storage]]\nbinding = 0\nbytes = {bytes}\ninit = \"u32:{}\"\n\n\
             [[storage]]\nbinding = 1\nbytes = {}\ninit = \"zeros\"\n\n\
             [[uniform]]\nbinding = 0\nbytes = {UNIFORM}\ninit = \"rand_u32:{}\"\n",
            self.seed,
            words.join(","),
            COMMON + OWN,
            rng.below(1 << 30),
        );
        if self.counters {
            text.push_str("\n[[counter]]\nbinding = 0\nbytes = 16\ninit = \"iota_u32\"\n");
        }
        for location in 0..4 {
            let values: Vec<String> = (0..4).map(|_| format!("{:?}", f64::from(word(&mut rng)))).collect();
            text.push_str(&format!(
                "\n[[param]]\nlocation = {location}\ntype = \"uvec4\"\nvalues = [{}]\n",
                values.join(", ")
            ));
        }
        text
    }

    /// Returns the text of `map.toml`, which assigns a resource of the case to each resource index in the
    /// program.
    pub fn map_toml(&self) -> String {
        let mut text = "uniform = [0]\nstorage = [0, 1]\n".to_owned();
        for index in 0..4 {
            text.push_str(&format!(
                "\n[[param]]\nindex = {index}\nkind = \"value\"\nunit = -1\nlocation = {index}\nname = \"p{index}\"\n"
            ));
        }
        text
    }
}

/// Returns a random integer, often a boundary value.
fn word(rng: &mut Rng) -> u32 {
    if rng.chance(40) { *rng.pick(WORDS) } else { rng.next_u64() as u32 }
}

/// Generates the contents of the input buffer, laid out as [`INPUT`] describes. The floats are in the range
/// of exact floats that [`super::exact`] defines.
fn input(rng: &mut Rng) -> Vec<u32> {
    let [integers, singles, doubles, halves] = INPUT.map(|(_, length)| length);
    let mut words: Vec<u32> = (0..integers / 4).map(|_| word(rng)).collect();
    let number = |rng: &mut Rng| rng.within(-2048, 2048) as f64 / 16.0;
    words.extend((0..singles / 4).map(|_| (number(rng) as f32).to_bits()));
    for _ in 0..doubles / 8 {
        let bits = number(rng).to_bits();
        words.extend([bits as u32, (bits >> 32) as u32]);
    }
    words.extend((0..halves / 4).map(|_| half(rng.within(-8, 8)) | half(rng.within(-8, 8)) << 16));
    words
}

/// Encodes an integer, whose magnitude must be below 2048, as a half-precision float.
fn half(value: i64) -> u32 {
    let sign = if value < 0 { 0x8000 } else { 0 };
    let magnitude = value.unsigned_abs() as u32;
    match magnitude.checked_ilog2() {
        None => 0,
        Some(exponent) => sign | (15 + exponent) << 10 | (magnitude << (10 - exponent)) & 0x3ff,
    }
}

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn halves() {
        assert_eq!([0, 1, -2, 3, 8].map(half), [0, 0x3c00, 0xc000, 0x4200, 0x4800]);
    }
}
