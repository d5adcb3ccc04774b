//! Lowers IF and REP to selection and loop constructs, and BRK and CONT to branches out of them
//! (NV_gpu_program4 §2.X.5).

use crate::lower::Lowerer;
use crate::modifier::BaseType;
use crate::resolve::Inst;
use nvc_ir::imm::Imm;
use nvc_ir::ssa::Variable;
use nvc_ir::structured::{If, Loop};
use nvc_ir::types::Types;
use nvc_ir::{Block, Op};

/// An open IF or REP.
#[derive(Debug)]
pub(in crate::lower) enum Frame {
    /// An open IF.
    If(If),
    /// An open REP.
    Rep {
        /// The loop.
        construct: Loop,
        /// The number of remaining iterations; `None` for a REP without a count.
        counter: Option<Variable>,
        /// Whether a RET of a subroutine leaves the loop.
        returns: bool,
    },
}

impl Frame {
    /// Returns the loop construct; `None` for an IF.
    pub(super) fn construct(&self) -> Option<&Loop> {
        match self {
            Frame::Rep { construct, .. } => Some(construct),
            Frame::If(_) => None,
        }
    }
}

impl Lowerer<'_> {
    /// Lowers IF.
    pub(super) fn open_if(&mut self, inst: &Inst) {
        let Some(test) = &inst.test else { return };
        let cond = self.test_any(test);
        let construct = self.b.begin_if_else(cond);
        self.frames.push(Frame::If(construct));
    }

    /// Lowers ELSE.
    pub(super) fn open_else(&mut self) {
        if let Some(Frame::If(construct)) = self.frames.last_mut() {
            self.b.begin_else(construct);
        }
    }

    /// Lowers ENDIF.
    pub(super) fn close_if(&mut self) {
        if let Some(Frame::If(construct)) = self.frames.pop() {
            self.b.end_if(construct);
        }
    }

    /// Lowers REP.
    pub(super) fn open_rep(&mut self, inst: &Inst) {
        let counter = inst.srcs.first().map(|_| self.rep_count(inst));
        let construct = self.b.begin_loop();
        if let Some(counter) = counter {
            self.leave_when_done(counter, construct.merge());
        }
        self.frames.push(Frame::Rep { construct, counter, returns: false });
    }

    /// Stores the iteration count (the operand's x, rounded down if it is a float) in a new SSA variable.
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
        let ty = self.b.func.ty(count);
        let variable = self.b.declare(ty);
        self.b.write(variable, count);
        variable
    }

    /// Leaves a counted loop when the count reaches 0. A 32-bit count is signed whatever its type; a 64-bit
    /// count is unsigned (docs/hardware.md, A20).
    fn leave_when_done(&mut self, counter: Variable, merge: Block) {
        let count = self.b.read(counter);
        let ty = self.b.func.ty(count);
        let zero = self.b.bits(ty, 0);
        let done = self.b.op(if ty == Types::I64 { Op::IEq } else { Op::SLe }, &[count, zero]);
        self.b.leave_if(done, merge);
    }

    /// Lowers ENDREP. Returns whether a RET in the loop leaves the loop.
    pub(super) fn close_rep(&mut self) -> bool {
        let Some(Frame::Rep { construct, counter, returns }) = self.frames.pop() else { return false };
        if self.b.begin_continue(&construct)
            && let Some(counter) = counter
        {
            let count = self.b.read(counter);
            let ty = self.b.func.ty(count);
            let one = self.b.bits(ty, 1);
            let less = self.b.op(Op::ISub, &[count, one]);
            self.b.write(counter, less);
        }
        self.b.end_loop(construct);
        returns
    }

    /// Lowers BRK.
    pub(super) fn break_loop(&mut self, inst: &Inst) {
        self.leave(inst, Loop::merge);
    }

    /// Lowers CONT.
    pub(super) fn continue_loop(&mut self, inst: &Inst) {
        self.leave(inst, Loop::continue_block);
    }

    /// Branches to a block of the innermost REP if the condition is true.
    fn leave(&mut self, inst: &Inst, target: impl Fn(&Loop) -> Block) {
        let Some(target) = self.frames.iter().rev().find_map(Frame::construct).map(target) else { return };
        match &inst.test {
            None => self.b.leave(target),
            Some(test) => {
                let cond = self.test_any(test);
                self.b.leave_if(cond, target);
            }
        }
    }
}
