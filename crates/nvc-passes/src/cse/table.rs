//! The scoped hash table of computations that dominate the current block.

use nvc_ir::function::InstRef;
use nvc_ir::{Function, Inst};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

const NONE: u32 = u32::MAX;

/// Buckets are linked lists, newest entry first, so that leaving a scope pops its entries.
pub(super) struct Table {
    /// The first entry of each bucket.
    heads: Vec<u32>,
    /// The entries in order of insertion, to be removed in reverse.
    entries: Vec<Entry>,
}

/// An instruction in the table.
struct Entry {
    inst: Inst,
    /// The hash of the computation. Its low bits are the bucket; the others save comparisons with instructions, which are far
    /// apart in memory.
    hash: u32,
    /// The next entry of the bucket.
    next: u32,
}

impl Table {
    /// Creates a table for a function with some number of instructions.
    pub(super) fn new(insts: usize) -> Self {
        Table { heads: vec![NONE; insts.next_power_of_two().max(16)], entries: Vec::with_capacity(insts) }
    }

    /// The number of entries.
    pub(super) fn level(&self) -> usize {
        self.entries.len()
    }

    /// Restores the state that the table was in when it had `level` entries.
    pub(super) fn leave(&mut self, level: usize) {
        let mask = self.mask();
        for entry in self.entries.drain(level.min(self.entries.len())..).rev() {
            self.heads[(entry.hash & mask) as usize] = entry.next;
        }
    }

    /// The number of buckets, a power of two, minus 1.
    fn mask(&self) -> u32 {
        self.heads.len() as u32 - 1
    }

    /// Finds an instruction that computes the same value as `inst`; if there is none, adds `inst` and returns `None`.
    pub(super) fn find_or_enter(&mut self, func: &Function, inst: Inst) -> Option<Inst> {
        let data = func.inst(inst);
        let hash = hash(func, data);
        let bucket = (hash & self.mask()) as usize;
        let mut at = self.heads[bucket];
        while at != NONE {
            let other = &self.entries[at as usize];
            if other.hash == hash && same(func, data, func.inst(other.inst)) {
                return Some(other.inst);
            }
            at = other.next;
        }
        let next = std::mem::replace(&mut self.heads[bucket], self.entries.len() as u32);
        self.entries.push(Entry { inst, hash, next });
        None
    }
}

/// The hash of a commutative operation does not depend on the order of its operands.
fn hash(func: &Function, data: InstRef<'_>) -> u32 {
    let mut hasher = FxHasher::default();
    (data.imm_hash() << u8::BITS | u64::from(data.op as u8)).hash(&mut hasher);
    data.result.map(|result| func.ty(result)).hash(&mut hasher);
    match data.args[..] {
        [a, b] if data.op.is_commutative() => (a.min(b), a.max(b)).hash(&mut hasher),
        _ => data.args.hash(&mut hasher),
    }
    // `finish` moves the high bits, which the multiplications mix best, to the low bits, which the caller uses.
    hasher.finish() as u32
}

fn same(func: &Function, a: InstRef<'_>, b: InstRef<'_>) -> bool {
    let ty = |data: InstRef<'_>| data.result.map(|result| func.ty(result));
    let swapped = || match (&a.args[..], &b.args[..]) {
        (&[a0, a1], &[b0, b1]) => a.op.is_commutative() && a0 == b1 && a1 == b0,
        _ => false,
    };
    a.op == b.op && a.has_imm_of(b) && (a.args == b.args || swapped()) && ty(a) == ty(b)
}
