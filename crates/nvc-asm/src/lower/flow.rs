//! Flow control: IF, REP and their parts become structured constructs (GP4 2.X.5).

use super::Lowerer;
use super::call::always;
use crate::modifier::BaseType;
use crate::resolve::{Access, Inst};
use crate::table::Opcode;
use nvc_ir::imm::Imm;
use nvc_ir::ssa::Variable;
use nvc_ir::types::Types;
use nvc_ir::{Block, Op, Target, Terminator, Value};

/// An open construct.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// IF: where it ends, and where the alternative begins until ELSE or ENDIF has taken it.
    If { merge: Block, otherwise: Option<Block> },
    /// REP: its header, the blocks of CONT and BRK, and the counter if it counts. `returns`: a
    /// subroutine's RET leaves it.
    Rep { header: Block, cont: Block, merge: Block, counter: Option<Variable>, returns: bool },
}

impl Frame {
    /// The block of BRK, if it is a loop.
    pub(super) fn loop_merge(&self) -> Option<Block> {
        match self {
            Frame::Rep { merge, .. } => Some(*merge),
            Frame::If { .. } => None,
        }
    }
}

impl Lowerer<'_> {
    /// Lowers a flow instruction and gives the index of the next instruction.
    pub(super) fn flow(&mut self, at: usize, inst: &Inst) -> usize {
        match inst.opcode {
            // A construct that nothing reaches is skipped as a whole.
            Opcode::If | Opcode::Rep if self.dead => return self.end_of(at) + 1,
            Opcode::If => self.open_if(inst),
            Opcode::Else => self.open_else(),
            Opcode::Endif => self.close_if(),
            Opcode::Rep => self.open_rep(inst),
            Opcode::Endrep => self.close_rep(),
            _ if self.dead => {}
            Opcode::Brk => self.leave(inst, |frame| frame.loop_merge()),
            Opcode::Cont => self.leave(inst, |frame| match frame {
                Frame::Rep { cont, .. } => Some(cont),
                Frame::If { .. } => None,
            }),
            Opcode::Ret => self.ret(inst),
            _ => {
                return match inst.access.as_deref() {
                    Some(Access::Call(label)) => self.call(at, inst, *label),
                    Some(Access::CallIndirect(place)) => self.call_indirect(at, inst, place),
                    _ => {
                        self.internal(inst.span, "a call without a subroutine");
                        at + 1
                    }
                };
            }
        }
        at + 1
    }

    /// The index of the ENDIF or ENDREP of the construct that opens at `at`.
    fn end_of(&self, at: usize) -> usize {
        let mut at = at;
        loop {
            match self.program.body.get(at).map(|inst| (inst.opcode, inst.link)) {
                // IF leads to its ELSE or ENDIF, ELSE to its ENDIF, REP to its ENDREP.
                Some((Opcode::If | Opcode::Else | Opcode::Rep, Some(next))) if next > at => at = next,
                _ => return at,
            }
        }
    }

    fn open_if(&mut self, inst: &Inst) {
        let Some(test) = &inst.test else { return };
        let cond = self.test_any(test);
        let (then, otherwise, merge) =
            (self.b.func.new_block(), self.b.func.new_block(), self.b.func.new_block());
        self.ssa.open(merge, self.b.block());
        self.branch(cond, then, otherwise, merge);
        self.frames.push(Frame::If { merge, otherwise: Some(otherwise) });
        self.enter_sealed(then);
    }

    fn open_else(&mut self) {
        let Some(Frame::If { merge, otherwise }) = self.frames.last_mut() else { return };
        let (merge, Some(otherwise)) = (*merge, otherwise.take()) else { return };
        self.jump_if_alive(merge);
        self.enter_sealed(otherwise);
    }

    fn close_if(&mut self) {
        let Some(Frame::If { merge, otherwise }) = self.frames.pop() else { return };
        self.jump_if_alive(merge);
        if let Some(otherwise) = otherwise {
            self.enter_sealed(otherwise);
            self.jump_if_alive(merge);
        }
        self.enter_sealed(merge);
    }

    fn open_rep(&mut self, inst: &Inst) {
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

    /// The iteration count, floor of the operand's x, in a variable of its own.
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

    /// Leaves a counted loop at a count of 0. Counts of 32 bits are signed whatever the type, those
    /// of 64 bits are not (docs/hardware.md, A20).
    fn leave_when_done(&mut self, counter: Variable, merge: Block) {
        let count = self.ssa.read(self.b.func, counter, self.b.block());
        let ty = self.b.func.ty(count);
        let zero = self.b.bits(ty, 0);
        let done = self.b.op(if ty == Types::I64 { Op::IEq } else { Op::SLe }, &[count, zero]);
        self.exit(done, merge);
    }

    fn close_rep(&mut self) {
        let Some(Frame::Rep { header, cont, merge, counter, returns }) = self.frames.pop() else { return };
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
            // SPIR-V wants the back edge all the same; its arguments do not matter.
            self.b.jump(header);
            self.idle_back_edges.push((cont, header));
        }
        self.ssa.seal(self.b.func, header);
        self.enter_sealed(merge);
        if returns && !self.dead {
            self.return_further();
        }
    }

    /// BRK and CONT: to a block of the innermost REP, if the test holds.
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

    fn ret(&mut self, inst: &Inst) {
        let Some(test) = inst.test.as_ref().filter(|test| !always(Some(test))) else {
            self.return_now();
            self.dead = true;
            return;
        };
        let cond = self.test_any(test);
        let (then, merge) = (self.b.func.new_block(), self.b.func.new_block());
        self.branch(cond, then, merge, merge);
        self.enter_sealed(then);
        self.return_now();
        self.enter_sealed(merge);
    }

    /// Leaves to `target` if `cond` holds, goes on otherwise.
    pub(super) fn exit(&mut self, cond: Value, target: Block) {
        let (then, merge) = (self.b.func.new_block(), self.b.func.new_block());
        self.branch(cond, then, merge, merge);
        self.enter_sealed(then);
        self.jump_to(target);
        self.enter_sealed(merge);
    }

    pub(super) fn branch(&mut self, cond: Value, then: Block, otherwise: Block, merge: Block) {
        let from = self.b.block();
        let (then, otherwise) = (Target::new(then), Target::new(otherwise));
        self.ssa.add_predecessor(then.block, from);
        self.ssa.add_predecessor(otherwise.block, from);
        self.b.terminate(Terminator::Branch { cond, then, otherwise, merge });
    }

    pub(super) fn jump_to(&mut self, block: Block) {
        let from = self.b.block();
        self.b.jump(block);
        self.ssa.add_predecessor(block, from);
    }

    pub(super) fn jump_if_alive(&mut self, block: Block) {
        if !self.dead {
            self.jump_to(block);
        }
    }

    /// Goes on in a block whose predecessors are all known. Without any, it is dead.
    pub(super) fn enter_sealed(&mut self, block: Block) {
        self.b.enter(block);
        self.dead = !self.ssa.has_predecessors(block);
        self.ssa.seal(self.b.func, block);
    }

    /// Gives the back edges that are never taken arguments of any value.
    pub(super) fn finish_flow(&mut self) {
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
