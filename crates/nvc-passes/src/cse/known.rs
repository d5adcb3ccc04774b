//! Values that dominating branches make constant.
//!
//! In a block reached only through the true edge of `branch c`, c is true. If c is a conjunction, both operands are true
//! as well; if c is `x == 5`, then x is 5.

use crate::analysis::Edges;
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Const, Function, Op, Terminator, Types, Value};
use smallvec::{SmallVec, smallvec};

/// The conditions that a branch implies are examined until this many values are known from it.
const MAX_PER_BRANCH: usize = 16;

/// A scoped map from the values that are constant in the current block to the constants.
pub(super) struct Known {
    /// The constant of each value, by the value's index.
    constant: Vec<Option<Value>>,
    /// Known values in order of insertion, to be removed in reverse.
    found: Vec<Value>,
}

impl Known {
    pub(super) fn new(values: usize) -> Self {
        Known { constant: vec![None; values], found: Vec::new() }
    }

    /// Whether no value is known.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The number of known values.
    pub(super) fn level(&self) -> usize {
        self.found.len()
    }

    /// Restores the state in which only the first `level` values were known.
    pub(super) fn leave(&mut self, level: usize) {
        for value in self.found.drain(level.min(self.found.len())..) {
            self.constant[value.index()] = None;
        }
    }

    /// The constant that a value is known to equal, or the value itself.
    pub(super) fn get(&self, value: Value) -> Value {
        self.constant.get(value.index()).copied().flatten().unwrap_or(value)
    }

    /// Adds the facts that follow from the branch to `block`, if the block has a single incoming edge.
    pub(super) fn enter(&mut self, func: &mut Function, edges: &Edges, block: Block) {
        let &[from] = edges.predecessors(block) else { return };
        let Terminator::Branch { cond, then, .. } = &func.blocks[from].term else { return };
        let mut work: SmallVec<[(Value, bool); 4]> = smallvec![(*cond, then.block == block)];
        let limit = self.found.len() + MAX_PER_BRANCH;
        while let Some((cond, holds)) = work.pop() {
            let cond = func.resolve(cond);
            if self.found.len() >= limit || func.as_const(cond).is_some() {
                continue;
            }
            let constant = func.constant(Types::BOOL, Const::Bits(u64::from(holds)));
            self.set(cond, constant);
            let Some((op, args)) = func.def(cond).map(|data| (data.op, data.args.clone())) else { continue };
            match (op, holds, &args[..]) {
                (Op::Not, _, &[a]) => work.push((a, !holds)),
                (Op::And, true, &[a, b]) | (Op::Or, false, &[a, b]) => work.extend([(b, holds), (a, holds)]),
                // Not for floats: 0.0 equals -0.0.
                (Op::IEq, true, &[a, b]) | (Op::INe, false, &[a, b]) => {
                    let (a, b) = (func.resolve(a), func.resolve(b));
                    let is_literal = matches!(func.as_const(b), Some(Const::Bits(_) | Const::Null));
                    // `1 == 2` must not replace 1 by 2, although the block never executes: 1 may be a struct member's index.
                    if is_literal && func.as_const(a).is_none() {
                        self.set(a, b);
                    }
                }
                _ => {}
            }
        }
    }

    fn set(&mut self, value: Value, constant: Value) {
        if let Some(slot @ None) = self.constant.get_mut(value.index()) {
            *slot = Some(constant);
            self.found.push(value);
        }
    }
}
