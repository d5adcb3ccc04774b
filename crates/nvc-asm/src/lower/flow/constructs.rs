//! Lowers IF and REP to selection and loop constructs, and BRK and CONT to branches out of them
//! (NV_gpu_program4 §2.X.5).

use crate::lower::Lowerer;
use crate::modifier::BaseType;
use crate::resolve::{Inst, Src};
use nvc_ir::imm::Imm;
use nvc_ir::ssa::Variable;
use nvc_ir::structured::{If, Loop};
use nvc_ir::types::Types;
use nvc_ir::{Block, Op, Value};

/// An open IF or REP.
#[derive(Debug)]
pub(in crate::lower) enum Frame {
    /// An open IF.
    If(If),
    /// An open REP.
    Rep {
        /// The loop.
        construct: Loop,
        /// The number of completed iterations; `None` for a REP without a count.
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
        let count = inst.srcs.first().map(|src| self.rep_count(src));
        let counter = count.map(|count| self.start_counter(count));
        let construct = self.b.begin_loop();
        if let (Some(counter), Some(count)) = (counter, count) {
            self.leave_when_done(counter, count, construct.merge());
        }
        self.frames.push(Frame::Rep { construct, counter, returns: false });
    }

    /// Reads the iteration count: the operand's x, rounded down if it is a float.
    fn rep_count(&mut self, src: &Src) -> Value {
        let value = self.read(src, 0);
        match src.ty.base {
            BaseType::Float => {
                let floor = self.b.op(Op::Floor, &[value]);
                self.b.inst_with_type(Op::FToSSat, Imm::None, &[floor], Types::int(src.ty.bits.max(32)))
            }
            BaseType::Signed | BaseType::Unsigned => value,
        }
    }

    /// Declares the counter of a loop, which counts upwards from 0, like the variables of most sources: `cse` merges the two.
    fn start_counter(&mut self, count: Value) -> Variable {
        let ty = self.b.func.ty(count);
        let counter = self.b.declare(ty);
        let zero = self.b.bits(ty, 0);
        self.b.write(counter, zero);
        counter
    }

    /// Leaves a counted loop when the counter reaches the count. A 32-bit count is signed whatever its type; a 64-bit
    /// count is unsigned (docs/hardware.md, A20).
    fn leave_when_done(&mut self, counter: Variable, count: Value, merge: Block) {
        let completed = self.b.read(counter);
        let done = match self.b.func.ty(count) {
            Types::I64 => self.b.op(Op::IEq, &[completed, count]),
            _ => self.b.op(Op::SLe, &[count, completed]),
        };
        self.b.leave_if(done, merge);
    }

    /// Lowers ENDREP. Returns whether a RET in the loop leaves the loop.
    pub(super) fn close_rep(&mut self) -> bool {
        let Some(Frame::Rep { construct, counter, returns }) = self.frames.pop() else { return false };
        if self.b.begin_continue(&construct)
            && let Some(counter) = counter
        {
            let completed = self.b.read(counter);
            let ty = self.b.func.ty(completed);
            let one = self.b.bits(ty, 1);
            let more = self.b.op(Op::IAdd, &[completed, one]);
            self.b.write(counter, more);
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
