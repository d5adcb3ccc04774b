//! Compile-time hash tables of names.

/// A hash index into a list of names, with open addressing. `N` is the number of slots, a power of two
/// greater than the length of the list.
pub(crate) struct NameIndex<const N: usize> {
    /// Index into the list plus one; 0 for a free slot.
    slots: [u8; N],
}

const fn hash(name: &[u8]) -> usize {
    let mut h: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < name.len() {
        h = (h ^ name[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    (h ^ (h >> 15)) as usize
}

impl<const N: usize> NameIndex<N> {
    /// Hashes the names at compile time.
    pub(crate) const fn new(names: &[&str]) -> Self {
        assert!(N.is_power_of_two() && names.len() < N && names.len() < 255);
        let mut slots = [0; N];
        let mut i = 0;
        while i < names.len() {
            let mut slot = hash(names[i].as_bytes()) & (N - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (N - 1);
            }
            slots[slot] = i as u8 + 1;
            i += 1;
        }
        NameIndex { slots }
    }

    /// Returns the position of `name` in `names`, the list that the index was built from.
    pub(crate) fn find(&self, names: &[&str], name: &str) -> Option<usize> {
        let mut slot = hash(name.as_bytes()) & (N - 1);
        loop {
            let i = usize::from(*self.slots.get(slot)?).checked_sub(1)?;
            if names.get(i).copied() == Some(name) {
                return Some(i);
            }
            slot = (slot + 1) & (N - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        const NAMES: &[&str] = &["A", "B", "LONGER", "LONGES"];
        static INDEX: NameIndex<8> = NameIndex::new(NAMES);
        for (i, name) in NAMES.iter().enumerate() {
            assert_eq!(INDEX.find(NAMES, name), Some(i));
        }
        assert_eq!(INDEX.find(NAMES, "C"), None);
    }
}
