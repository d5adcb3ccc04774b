//! Sets of operations: what a pass works on.

use nvc_ir::{Module, Op};

const WORDS: usize = Op::ALL.len().div_ceil(u64::BITS as usize);

/// A set of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpSet([u64; WORDS]);

impl OpSet {
    /// All operations.
    pub const ALL: OpSet = OpSet([u64::MAX; WORDS]);

    /// The set of these operations.
    pub const fn of(ops: &[Op]) -> OpSet {
        let mut words = [0; WORDS];
        let mut index = 0;
        while index < ops.len() {
            let (word, bit) = OpSet::place(ops[index]);
            words[word] |= bit;
            index += 1;
        }
        OpSet(words)
    }

    /// The word that has an operation's bit, and the bit.
    const fn place(op: Op) -> (usize, u64) {
        (op as usize / u64::BITS as usize, 1 << (op as u32 % u64::BITS))
    }

    /// The operations of both sets.
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
        let (word, bit) = OpSet::place(op);
        self.0[word] & bit != 0
    }

    /// Whether a module has any operation of the set.
    pub fn occurs_in(&self, module: &Module) -> bool {
        let holds = |func: &nvc_ir::Function| {
            let mut insts = func.blocks_in_order().flat_map(|(_, block)| &block.insts);
            insts.any(|&inst| self.contains(func.insts[inst].op))
        };
        module.functions.values().any(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_its_operations_and_no_others() {
        let ops = [Op::IAdd, Op::Select, Op::Call];
        let set = OpSet::of(&ops);
        for &op in Op::ALL {
            assert_eq!(set.contains(op), ops.contains(&op), "{op:?}");
            assert!(OpSet::ALL.contains(op));
        }
    }
}
