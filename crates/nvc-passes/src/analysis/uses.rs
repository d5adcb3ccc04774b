//! Uses of values.

use nvc_ir::entity::Entity;
use nvc_ir::{Function, Inst, Value};

/// The uses of each value of a function, branch arguments included.
pub(crate) struct Uses {
    /// The number of uses, by the value's index.
    counts: Vec<u32>,
    /// The last use by an instruction, by the value's index.
    users: Vec<Option<Inst>>,
}

impl Uses {
    pub(crate) fn of(func: &Function) -> Self {
        let mut counts = vec![0u32; func.values.len()];
        let mut users = vec![None; func.values.len()];
        for (_, block) in func.blocks_in_order() {
            for &inst in &block.insts {
                for value in &func.insts[inst].args {
                    counts[value.index()] += 1;
                    users[value.index()] = Some(inst);
                }
            }
            block.term.values().for_each(|value| counts[value.index()] += 1);
        }
        Uses { counts, users }
    }

    /// The number of uses of a value; `None` if the value was created since.
    pub(crate) fn count(&self, value: Value) -> Option<u32> {
        self.counts.get(value.index()).copied()
    }

    /// The instruction that uses a value, if there is exactly one use.
    pub(crate) fn only_user(&self, value: Value) -> Option<Inst> {
        if self.count(value) == Some(1) { self.users[value.index()] } else { None }
    }
}
