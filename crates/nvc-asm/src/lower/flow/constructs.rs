//! IF and REP as selection and loop constructs, BRK and CONT as branches out of them (GP4 2.X.5).

use crate::lower::Lowerer;
use crate::modifier::BaseType;
use crate::resolve::Inst;
use nvc_ir::imm::Imm;
use nvc_ir::ssa::Variable;
use nvc_ir::types::Types;
use nvc_ir::{Block, Op, Target, Terminator};

/// An open construct.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum Frame {
    /// IF: its merge block and, until ELSE or ENDIF enters it, the else block.
    If { merge: Block, otherwise: Option<Block> },
    /// REP: its header, the targets of CONT and BRK, and the counter of a counted loop. `returns`: a
    /// RET of a subroutine leaves the loop.
    Rep { header: Block, cont: Block, merge: Block, counter: Option<Variable>, returns: bool },
}

impl Frame {
    /// The target of BRK, if this is a loop.
    pub(super) fn loop_merge(&self) -> Option<Block> {
        match self {
            Frame::Rep { merge, .. } => Some(*merge),
            Frame::If { .. } => None,
        }
    }
}

impl Lowerer<'_> {
    /// IF.
    pub(super) fn open_if(&mut self, inst: &Inst) {
        let Some(test) = &inst.test else { return };
        let cond = self.test_any(test);
        let (then, otherwise, merge) =
            (self.b.func.new_block(), self.b.func.new_block(), self.b.func.new_block());
        self.ssa.open(merge, self.b.block());
        self.branch(cond, then, otherwise, merge);
        self.frames.push(Frame::If { merge, otherwise: Some(otherwise) });
        self.enter_sealed(then);
    }

    /// ELSE.
    pub(super) fn open_else(&mut self) {
        let Some(Frame::If { merge, otherwise }) = self.frames.last_mut() else { return };
        let (merge, Some(otherwise)) = (*merge, otherwise.take()) else { return };
        self.jump_if_alive(merge);
        self.enter_sealed(otherwise);
    }

    /// ENDIF.
    pub(super) fn close_if(&mut self) {
        let Some(Frame::If { merge, otherwise }) = self.frames.pop() else { return };
        self.jump_if_alive(merge);
        if let Some(otherwise) = otherwise {
            self.enter_sealed(otherwise);
            self.jump_if_alive(merge);
        }
        self.enter_sealed(merge);
    }

    /// REP.
    pub(super) fn open_rep(&mut self, inst: &Inst) {
        let counter = inst.srcs.first().map(|_| self.rep_count(inst));
        let (header, body) = (self.b.func.new_block(), self.b.func.new_block());
        let (cont, merge) = (self.b.func.new_block(), self.b.func.new_block());
        let before = self.b.block();
        self.ssa.open(header, before);
        self.ssa.open(merge, before);
        self.jump_to(header);
        self.b.enter(header);
        self.b.terminate(Terminator::Loop { body: Target::new(body), merge, cont });
        self.ssa.add_predecessor(body, header);
        self.frames.push(Frame::Rep { header, cont, merge, counter, returns: false });
        self.enter_sealed(body);
        if let Some(counter) = counter {
            self.leave_when_done(counter, merge);
        }
    }

    /// Stores the iteration count, the floor of the operand's x, in a new SSA variable.
    fn rep_count(&mut self, inst: &Inst) -> Variable {
        let src = &inst.srcs[0];
        let value = self.read(src, 0);
        let count = match src.ty.base {
            BaseType::Float => {
                let floor = self.b.op(Op::Floor, &[value]);
                self.b.inst_with_type(Op::FToSSat, Imm::None, &[floor], Types::int(src.ty.bits.max(32)))
            }
            BaseType::Signed | BaseType::Unsigned => value,
        };
        let variable = self.ssa.declare(self.b.func.ty(count));
        let block = self.b.block();
        self.ssa.write(variable, block, count);
        variable
    }

    /// Leaves a counted loop when the count reaches 0. A 32-bit count is signed whatever its type, a
    /// 64-bit count is unsigned (docs/hardware.md, A20).
    fn leave_when_done(&mut self, counter: Variable, merge: Block) {
        let count = self.ssa.read(self.b.func, counter, self.b.block());
        let ty = self.b.func.ty(count);
        let zero = self.b.bits(ty, 0);
        let done = self.b.op(if ty == Types::I64 { Op::IEq } else { Op::SLe }, &[count, zero]);
        self.exit(done, merge);
    }

    /// ENDREP. Returns whether a RET in the loop leaves it.
    pub(super) fn close_rep(&mut self) -> bool {
        let Some(Frame::Rep { header, cont, merge, counter, returns }) = self.frames.pop() else {
            return false;
        };
        self.jump_if_alive(cont);
        let repeats = self.ssa.has_predecessors(cont);
        self.enter_sealed(cont);
        if repeats {
            if let Some(counter) = counter {
                let count = self.ssa.read(self.b.func, counter, cont);
                let ty = self.b.func.ty(count);
                let one = self.b.bits(ty, 1);
                let less = self.b.op(Op::ISub, &[count, one]);
                self.ssa.write(counter, cont, less);
            }
            self.jump_to(header);
        } else {
            // SPIR-V requires a back edge; its arguments do not matter.
            self.b.jump(header);
            self.idle_back_edges.push((cont, header));
        }
        self.ssa.seal(self.b.func, header);
        self.enter_sealed(merge);
        returns
    }

    /// BRK.
    pub(super) fn break_loop(&mut self, inst: &Inst) {
        self.leave(inst, |frame| frame.loop_merge());
    }

    /// CONT.
    pub(super) fn continue_loop(&mut self, inst: &Inst) {
        self.leave(inst, |frame| match frame {
            Frame::Rep { cont, .. } => Some(cont),
            Frame::If { .. } => None,
        });
    }

    /// Branches to a block of the innermost REP if the test holds.
    fn leave(&mut self, inst: &Inst, target: impl Fn(Frame) -> Option<Block>) {
        let Some(target) = self.frames.iter().rev().find_map(|&frame| target(frame)) else { return };
        match &inst.test {
            None => {
                self.jump_to(target);
                self.dead = true;
            }
            Some(test) => {
                let cond = self.test_any(test);
                self.exit(cond, target);
            }
        }
    }
}
