//! Lookup of rows by name: a hash table built at compile time.

/// Marks the end of a chain.
const END: u16 = u16::MAX;

/// A chained hash table from names to row indices, which ascend within a chain.
#[derive(Debug)]
pub(super) struct Index<const ROWS: usize, const SLOTS: usize> {
    first: [u16; SLOTS],
    next: [u16; ROWS],
}

impl<const ROWS: usize, const SLOTS: usize> Index<ROWS, SLOTS> {
    /// Builds the table; `names[i]` is the name of row `i`.
    pub(super) const fn new(names: &[&str; ROWS]) -> Self {
        assert!(ROWS < END as usize);
        let mut index = Index { first: [END; SLOTS], next: [END; ROWS] };
        let mut row = ROWS;
        while row > 0 {
            row -= 1;
            let slot = Self::slot(names[row]);
            index.next[row] = index.first[slot];
            index.first[slot] = row as u16;
        }
        index
    }

    /// Returns the rows in the hash slot of `name`: a superset of the rows with this name.
    pub(super) fn find(&self, name: &str) -> impl Iterator<Item = usize> + Clone + use<'_, ROWS, SLOTS> {
        let row = |number: u16| (number != END).then_some(usize::from(number));
        let first = self.first.get(Self::slot(name)).copied().unwrap_or(END);
        std::iter::successors(row(first), move |&at| row(self.next.get(at).copied().unwrap_or(END)))
    }

    /// Computes the hash slot of a name (FNV-1a).
    const fn slot(name: &str) -> usize {
        let bytes = name.as_bytes();
        let mut hash: u32 = 0x811c_9dc5;
        let mut at = 0;
        while at < bytes.len() {
            hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
            at += 1;
        }
        hash as usize % SLOTS
    }
}
