//! Branches between basic blocks. Each adds its edge to the SSA construction, which needs to know all
//! predecessors of a block before it seals it.

use crate::lower::Lowerer;
use nvc_ir::{Block, Target, Terminator, Value};

impl Lowerer<'_> {
    /// Branches to `target` if `cond` holds and falls through otherwise.
    pub(super) fn exit(&mut self, cond: Value, target: Block) {
        let (then, merge) = (self.b.func.new_block(), self.b.func.new_block());
        self.branch(cond, then, merge, merge);
        self.enter_sealed(then);
        self.jump_to(target);
        self.enter_sealed(merge);
    }

    /// A two-way branch.
    pub(in crate::lower) fn branch(&mut self, cond: Value, then: Block, otherwise: Block, merge: Block) {
        let from = self.b.block();
        let (then, otherwise) = (Target::new(then), Target::new(otherwise));
        self.ssa.add_predecessor(then.block, from);
        self.ssa.add_predecessor(otherwise.block, from);
        self.b.terminate(Terminator::Branch { cond, then, otherwise, merge });
    }

    /// An unconditional branch.
    pub(in crate::lower) fn jump_to(&mut self, block: Block) {
        let from = self.b.block();
        self.b.jump(block);
        self.ssa.add_predecessor(block, from);
    }

    /// An unconditional branch, unless the current block is unreachable.
    pub(super) fn jump_if_alive(&mut self, block: Block) {
        if !self.dead {
            self.jump_to(block);
        }
    }

    /// Continues in a block whose predecessors are all known. Without predecessors it is unreachable.
    pub(in crate::lower) fn enter_sealed(&mut self, block: Block) {
        self.b.enter(block);
        self.dead = !self.ssa.has_predecessors(block);
        self.ssa.seal(self.b.func, block);
    }

    /// Adds undefined arguments to the back edges that are never taken.
    pub(in crate::lower) fn finish_flow(&mut self) {
        for (cont, header) in std::mem::take(&mut self.idle_back_edges) {
            let params = self.b.func.blocks[header].params.clone();
            let args = params.into_iter().map(|param| {
                let ty = self.b.func.ty(param);
                self.b.undef(ty)
            });
            let args = args.collect();
            self.b.func.blocks[cont].term = Terminator::Jump(Target { block: header, args });
        }
    }
}
