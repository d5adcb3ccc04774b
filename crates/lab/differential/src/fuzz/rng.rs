//! A deterministic random number generator (SplitMix64), so that a seed always gives the same program.
//! Instead of a seed, it accepts the input bytes of a coverage-guided fuzzer, and returns numbers made from
//! them until they run out.

/// A random number generator.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
    /// Bytes to use before the pseudo-random sequence.
    choices: std::vec::IntoIter<u8>,
}

impl Rng {
    /// Creates a generator with this seed. Neighbouring seeds give unrelated sequences.
    pub fn new(seed: u64) -> Self {
        Rng { state: seed, choices: Vec::new().into_iter() }
    }

    /// Creates a generator whose numbers are made from these bytes and, after the last byte, from seed 0.
    /// Each number uses only as many bytes as its range needs, so that changing a byte changes one choice.
    pub fn of_choices(bytes: &[u8]) -> Self {
        Rng { state: 0, choices: Vec::from(bytes).into_iter() }
    }

    /// Returns the next 64-bit number.
    pub fn next_u64(&mut self) -> u64 {
        self.choose(u64::MAX)
    }

    /// Returns a number with enough bits to choose among `range` values, which must not be 0. The number may
    /// exceed `range`; the caller reduces it.
    fn choose(&mut self, range: u64) -> u64 {
        if self.choices.as_slice().is_empty() {
            return self.sequence();
        }
        let bits = u64::BITS - (range - 1).leading_zeros();
        let bytes = self.choices.by_ref().take(bits.div_ceil(8) as usize);
        bytes.fold(0, |number, byte| number << 8 | u64::from(byte))
    }

    /// Returns the next number of SplitMix64.
    fn sequence(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`, or 0 if `n` is 0. The small modulo bias does not matter here.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        (self.choose(n) % n) as usize
    }

    /// Returns a number between `low` and `high`, inclusive.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        let span = (high.wrapping_sub(low).max(0) as u64).saturating_add(1);
        low.wrapping_add((self.choose(span) % span) as i64)
    }

    /// Returns true with a probability of `percent` %.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a random item. `items` must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Returns a random name. `names` must not be empty.
    pub fn name(&mut self, names: &[&'static str]) -> &'static str {
        names[self.below(names.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    /// Compares with the first numbers published for SplitMix64 with seed 1234567. If the sequence changed,
    /// the seeds in old reports would give other programs.
    #[test]
    fn the_sequence_is_fixed() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn choices_use_as_few_bytes_as_the_range_needs() {
        let mut rng = Rng::of_choices(&[7, 1, 2, 3]);
        assert_eq!((rng.below(1), rng.below(200), rng.below(300)), (0, 7, 0x0102));
        // The next number has only one byte left. After it, the numbers are those of seed 0.
        assert_eq!(rng.below(1 << 40), 3);
        assert_eq!(rng.next_u64(), Rng::new(0).next_u64());
    }

    #[test]
    fn ranges_include_both_ends() {
        let mut rng = Rng::new(1);
        let numbers: Vec<i64> = (0..200).map(|_| rng.within(-2, 2)).collect();
        assert_eq!(numbers.iter().min(), Some(&-2));
        assert_eq!(numbers.iter().max(), Some(&2));
    }
}
