//! Structured control flow: blocks, branches, and the blocks of loops.

use crate::lower::context::{Loop, Lowerer};
use nvc_ir::{Block, Target, Terminator, Value};

impl Lowerer<'_, '_> {
    /// Creates a block that is not in the layout yet.
    pub(in crate::lower) fn block(&mut self) -> Block {
        self.b.func.new_block()
    }

    /// Ends the block with a conditional branch. Does not enter its targets or its merge block.
    pub(in crate::lower) fn branch(&mut self, cond: Value, then: Block, otherwise: Block, merge: Block) {
        let from = self.b.block();
        self.ssa.open(merge, from);
        let (then, otherwise) = (Target::new(then), Target::new(otherwise));
        self.ssa.add_predecessor(then.block, from);
        self.ssa.add_predecessor(otherwise.block, from);
        self.b.terminate(Terminator::Branch { cond, then, otherwise, merge });
    }

    /// Ends the block with a jump.
    pub(in crate::lower) fn jump_to(&mut self, block: Block) {
        let from = self.b.block();
        self.b.jump(block);
        self.ssa.add_predecessor(block, from);
    }

    pub(in crate::lower) fn jump_if_alive(&mut self, block: Block) {
        if !self.unreachable {
            self.jump_to(block);
        }
    }

    /// Continues in a block whose predecessors are all known; it is unreachable if it has none.
    pub(in crate::lower) fn enter_sealed(&mut self, block: Block) {
        self.b.enter(block);
        self.unreachable = !self.ssa.has_predecessors(block);
        self.ssa.seal(self.b.func, block);
    }

    /// Jumps to `target` if `cond` equals `when`, continues otherwise.
    pub(in crate::lower) fn branch_out(&mut self, cond: Value, when: bool, target: Block) {
        let (leave, stay) = (self.block(), self.block());
        let from = self.b.block();
        self.ssa.add_predecessor(leave, from);
        self.ssa.add_predecessor(stay, from);
        let (then, otherwise) = if when { (leave, stay) } else { (stay, leave) };
        let (then, otherwise) = (Target::new(then), Target::new(otherwise));
        self.b.terminate(Terminator::Branch { cond, then, otherwise, merge: stay });
        self.enter_sealed(leave);
        self.jump_to(target);
        self.enter_sealed(stay);
    }

    /// Opens a loop and enters its body.
    pub(in crate::lower) fn open_loop(&mut self) -> Loop {
        let (header, body) = (self.block(), self.block());
        let (cont, merge) = (self.block(), self.block());
        let before = self.b.block();
        self.ssa.open(header, before);
        self.ssa.open(merge, before);
        self.jump_to(header);
        self.b.enter(header);
        self.b.terminate(Terminator::Loop { body: Target::new(body), merge, cont });
        self.ssa.add_predecessor(body, header);
        self.enter_sealed(body);
        Loop { header, cont, merge }
    }

    /// Ends a loop's body and enters its continue block; returns whether that is reachable.
    pub(in crate::lower) fn open_continue(&mut self, at: Loop) -> bool {
        self.jump_if_alive(at.cont);
        self.enter_sealed(at.cont);
        !self.unreachable
    }

    /// Ends a loop and continues after it.
    pub(in crate::lower) fn close_loop(&mut self, at: Loop) {
        if self.unreachable {
            // SPIR-V requires a back edge even if it is unreachable; its arguments do not matter.
            self.b.jump(at.header);
            self.unreachable_back_edges.push((self.b.block(), at.header));
        } else {
            self.jump_to(at.header);
        }
        self.ssa.seal(self.b.func, at.header);
        self.enter_sealed(at.merge);
    }

    /// Gives the unreachable back edges undefined arguments.
    pub(in crate::lower) fn finish_back_edges(&mut self) {
        for (cont, header) in std::mem::take(&mut self.unreachable_back_edges) {
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
