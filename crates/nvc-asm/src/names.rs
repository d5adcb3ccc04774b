//! Name tables hashed at compile time, and the edit distance behind "did you mean".

/// An index into a list of names: open addressing over `N` slots, `N` a power of two and larger
/// than the list.
pub(crate) struct NameIndex<const N: usize> {
    /// Index into the list plus one; 0 marks a free slot.
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
    /// Hashes the names; evaluated by the compiler.
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

    /// The position of `name` in the list that the index was made from.
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

/// The candidate nearest to `name` by edit distance, if it is near enough to be what was meant. The first
/// of several nearest candidates wins.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer names are unlikely to be typing errors, and the distance takes quadratic time.
    const MAX_NAME: usize = 64;
    if name.is_empty() || name.len() > MAX_NAME {
        return None;
    }
    // In a program with a hundred thousand names, each misspelling must stay cheap.
    const MAX_CANDIDATES: usize = 2048;
    let limit = name.len().div_ceil(3).min(3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if candidate.len().abs_diff(name.len()) > limit || candidate == name {
            continue;
        }
        let d = distance(name.as_bytes(), candidate.as_bytes());
        if d <= limit && d < name.len() && best.is_none_or(|(b, _)| d < b) {
            best = Some((d, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Edit distance with transpositions of neighbours (optimal string alignment), ignoring case.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let width = b.len() + 1;
    let mut rows = vec![0usize; width * (a.len() + 1)];
    for i in 0..=a.len() {
        for j in 0..width {
            let at = |i: usize, j: usize| rows[i * width + j];
            rows[i * width + j] = if i == 0 {
                j
            } else if j == 0 {
                i
            } else {
                let same = a[i - 1].eq_ignore_ascii_case(&b[j - 1]);
                let mut d =
                    (at(i - 1, j) + 1).min(at(i, j - 1) + 1).min(at(i - 1, j - 1) + usize::from(!same));
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    d = d.min(at(i - 2, j - 2) + 1);
                }
                d
            };
        }
    }
    rows[width * (a.len() + 1) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_find_their_name() {
        assert_eq!(nearest("MVO", ["ADD", "MOV"]), Some("MOV"));
        assert_eq!(nearest("mov", ["ADD", "MOV"]), Some("MOV"));
        assert_eq!(nearest("TMEP", ["TEMP", "TEX"]), Some("TEMP"));
        assert_eq!(nearest("QUUX", ["ADD", "MOV"]), None);
        assert_eq!(nearest("", ["ADD"]), None);
    }

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
