//! Bit sets of operations, used for the operations that trigger a pass.

use nvc_ir::{Module, Op};

const WORDS: usize = Op::ALL.len().div_ceil(u64::BITS as usize);

/// A set of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpSet([u64; WORDS]);

impl OpSet {
    /// All operations.
    pub const ALL: OpSet = OpSet([u64::MAX; WORDS]);

    /// The set of the given operations.
    pub const fn of(ops: &[Op]) -> OpSet {
        let mut words = [0; WORDS];
        let mut index = 0;
        while index < ops.len() {
            let (word, bit) = OpSet::position(ops[index]);
            words[word] |= bit;
            index += 1;
        }
        OpSet(words)
    }

    /// The index of the word that contains an operation's bit, and the bit.
    const fn position(op: Op) -> (usize, u64) {
        (op as usize / u64::BITS as usize, 1 << (op as u32 % u64::BITS))
    }

    /// The union of two sets.
    pub const fn with(mut self, other: OpSet) -> OpSet {
        let mut index = 0;
        while index < WORDS {
            self.0[index] |= other.0[index];
            index += 1;
        }
        self
    }

    /// Whether an operation is in the set.
    pub const fn contains(&self, op: Op) -> bool {
        let (word, bit) = OpSet::position(op);
        self.0[word] & bit != 0
    }

    /// The operations that a module contains.
    pub fn in_module(module: &Module) -> OpSet {
        let mut words = [0; WORDS];
        for func in module.functions.values() {
            for (_, block) in func.blocks_in_order() {
                for &inst in &block.insts {
                    let (word, bit) = OpSet::position(func.insts[inst].op);
                    words[word] |= bit;
                }
            }
        }
        OpSet(words)
    }

    /// Whether the sets have an operation in common.
    pub fn intersects(&self, other: &OpSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contains_its_operations_and_no_others() {
        let ops = [Op::IAdd, Op::Select, Op::Call];
        let set = OpSet::of(&ops);
        for &op in Op::ALL {
            assert_eq!(set.contains(op), ops.contains(&op), "{op:?}");
            assert!(OpSet::ALL.contains(op));
        }
    }
}
