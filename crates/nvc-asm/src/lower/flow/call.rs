//! Subroutines, inlined at each call (GP4 2.X.5, ARB_shader_subroutine 2.X.8).
//!
//! Registers and condition codes are global, so a subroutine has no parameters and no memory of its
//! own: its instructions, from its label to the next, are lowered again for each call. The resolver has
//! bounded the total size and the depth of recursion: a deeper call, whose effect is undefined, does
//! nothing.
//!
//! A RET at the end costs nothing. A RET inside blocks breaks out of a one-case `switch` around the
//! inlined body, since SPIR-V lets nested selections break out of a switch; a CALI has a switch anyway.
//! A loop can be left only through its own merge block: RET sets a flag, which is tested after each
//! enclosing loop.

use crate::lower::Lowerer;
use crate::lower::flow::constructs::Frame;
use crate::lower::operands::registers::Element;
use crate::resolve::{Inst, Label, LabelId, Place, Program, Recursion, SubroutineTypeId, Units, VarKind};
use crate::table::Opcode;
use nvc_ir::globals::SUBROUTINE_SPEC_ID;
use nvc_ir::ssa::Variable;
use nvc_ir::types::Types;
use nvc_ir::{Block, Const, Op, SpecConstData, SpecConstKind, Target, Terminator, Value};
use smallvec::SmallVec;

/// A call that is being inlined.
pub(in crate::lower) struct Call {
    /// The index after the subroutine's last instruction.
    pub(in crate::lower) end: usize,
    /// The caller's next instruction.
    resume: usize,
    /// How many frames belong to the callers.
    base: usize,
    /// The merge block of the selection for the call's condition.
    merge: Option<Block>,
    /// The target of RET; `None` if only the last instruction returns.
    exit: Option<Block>,
    /// Set when a RET inside a loop has been executed; `None` without such a RET.
    returned: Option<Variable>,
    /// CALI: the labels still to inline, with their case blocks, the next one last.
    members: Vec<(Block, LabelId)>,
    /// The cycle of calls that the subroutine is part of.
    group: Option<u32>,
}

/// The reachable instructions of a subroutine.
struct Extent {
    /// The index after the last one: of the next label, or of a RET outside blocks.
    end: usize,
    /// There is a RET before the end.
    early: bool,
    /// One of them is in a loop.
    in_loop: bool,
}

impl Extent {
    fn of(program: &Program, label: &Label) -> Extent {
        let mut extent = Extent { end: label.end, early: false, in_loop: false };
        let (mut blocks, mut loops) = (0u32, 0u32);
        for (at, inst) in program.body.iter().enumerate().take(label.end).skip(label.at) {
            match inst.opcode {
                Opcode::If => blocks += 1,
                Opcode::Endif => blocks = blocks.saturating_sub(1),
                Opcode::Rep => loops += 1,
                Opcode::Endrep => loops = loops.saturating_sub(1),
                Opcode::Ret if blocks + loops == 0 && inst.branch_condition().is_none() => {
                    extent.end = at;
                    break;
                }
                Opcode::Ret => {
                    extent.early = true;
                    extent.in_loop |= loops > 0;
                }
                _ => {}
            }
        }
        extent
    }
}

impl Lowerer<'_> {
    /// CAL. Returns the index of the next instruction to lower: the subroutine's first.
    pub(super) fn call(&mut self, at: usize, inst: &Inst, label: LabelId) -> usize {
        let program = self.program;
        let Some(callee) = program.label(label) else { return at + 1 };
        if let Some(Recursion { group, depth }) = callee.recursion {
            let open = self.calls.iter().filter(|call| call.group == Some(group)).count();
            if open >= depth as usize {
                return at + 1;
            }
        }
        let merge = self.open_condition(inst);
        let extent = Extent::of(program, callee);
        let exit = extent.early.then(|| self.open_exit());
        self.push_call(at + 1, merge, exit, Vec::new());
        self.begin(label).unwrap_or(at + 1)
    }

    /// CALI: a switch on the subroutine number, with a case for each label of the type. The lowest
    /// number is the default.
    pub(super) fn call_indirect(&mut self, at: usize, inst: &Inst, place: &Place) -> usize {
        let program = self.program;
        let kind = program.var(place.var).map(|var| &var.kind);
        let Some(&VarKind::Subroutine { ty: Some(ty), units }) = kind else { return at + 1 };
        let members = members(program, ty);
        let (lowest, others) = match members.as_slice() {
            // A type without labels: there is nothing to call.
            [] => return at + 1,
            // A single label needs no switch.
            [(_, label)] => return self.call(at, inst, *label),
            [(number, _), others @ ..] => (*number, others),
        };
        let merge = self.open_condition(inst);
        let selector = self.subroutine_number(place, units, lowest);
        let mut blocks: Vec<(Block, LabelId)> =
            members.iter().map(|&(_, label)| (self.b.func.new_block(), label)).collect();
        let exit = self.b.func.new_block();
        let from = self.b.block();
        self.ssa.open(exit, from);
        for &(block, _) in &blocks {
            self.ssa.add_predecessor(block, from);
        }
        let default = Target::new(blocks[0].0);
        let cases = others.iter().zip(&blocks[1..]);
        let cases = cases.map(|((number, _), (block, _))| (u64::from(*number), Target::new(*block)));
        let cases = cases.collect();
        self.b.terminate(Terminator::Switch { selector, cases, default, merge: exit });
        blocks.reverse();
        self.push_call(at + 1, merge, Some(exit), blocks);
        self.next_member().unwrap_or(at + 1)
    }

    fn push_call(
        &mut self,
        resume: usize,
        merge: Option<Block>,
        exit: Option<Block>,
        members: Vec<(Block, LabelId)>,
    ) {
        let base = self.frames.len();
        let group = None;
        self.calls.push(Call { end: resume, resume, base, merge, exit, returned: None, members, group });
    }

    /// Opens a selection around a conditional call. Returns its merge block.
    fn open_condition(&mut self, inst: &Inst) -> Option<Block> {
        let test = inst.branch_condition()?;
        let cond = self.test_any(test);
        let (then, merge) = (self.b.func.new_block(), self.b.func.new_block());
        self.ssa.open(merge, self.b.block());
        self.branch(cond, then, merge, merge);
        self.enter_sealed(then);
        Some(merge)
    }

    /// Opens a one-case switch for RET to break out of. Returns its merge block.
    fn open_exit(&mut self) -> Block {
        let (body, exit) = (self.b.func.new_block(), self.b.func.new_block());
        let from = self.b.block();
        self.ssa.open(exit, from);
        self.ssa.add_predecessor(body, from);
        let selector = self.b.i32(0);
        let default = Target::new(body);
        self.b.terminate(Terminator::Switch { selector, cases: Vec::new(), default, merge: exit });
        self.enter_sealed(body);
        exit
    }

    /// Starts to inline a label in the current call. Returns its first instruction.
    fn begin(&mut self, label: LabelId) -> Option<usize> {
        let program = self.program;
        let callee = program.label(label)?;
        let extent = Extent::of(program, callee);
        let call = self.calls.last_mut()?;
        call.end = extent.end;
        call.group = callee.recursion.map(|recursion| recursion.group);
        if extent.in_loop {
            let returned = *call.returned.get_or_insert_with(|| self.ssa.declare(Types::BOOL));
            let (block, no) = (self.b.block(), self.b.bool(false));
            self.ssa.write(returned, block, no);
        }
        Some(callee.at)
    }

    /// Starts to inline the next label of a CALI, if there is one.
    fn next_member(&mut self) -> Option<usize> {
        let (block, label) = self.calls.last_mut()?.members.pop()?;
        self.enter_sealed(block);
        self.begin(label)
    }

    /// Ends a subroutine. Returns the first instruction of the CALI's next label, or the caller's next
    /// instruction.
    pub(in crate::lower) fn end_call(&mut self) -> Option<usize> {
        let exit = self.calls.last()?.exit;
        if let Some(exit) = exit {
            self.jump_if_alive(exit);
        }
        if let Some(next) = self.next_member() {
            return Some(next);
        }
        let call = self.calls.pop()?;
        if let Some(exit) = exit {
            self.enter_sealed(exit);
        }
        if let Some(merge) = call.merge {
            self.jump_if_alive(merge);
            self.enter_sealed(merge);
        }
        Some(call.resume)
    }

    /// RET.
    pub(super) fn ret(&mut self, inst: &Inst) {
        let Some(test) = inst.branch_condition() else {
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

    /// Ends the invocation, or branches to the end of the call.
    fn return_now(&mut self) {
        let Some(call) = self.calls.last() else {
            self.b.terminate(Terminator::Return(None));
            return;
        };
        let Some(exit) = call.exit else { return };
        let returned = call.returned;
        let mut target = exit;
        for frame in self.frames.iter_mut().skip(call.base) {
            if let Frame::Rep { merge, returns, .. } = frame {
                *returns = true;
                target = *merge;
            }
        }
        if let Some(returned) = returned.filter(|_| target != exit) {
            let (block, yes) = (self.b.block(), self.b.bool(true));
            self.ssa.write(returned, block, yes);
        }
        self.jump_to(target);
    }

    /// After a loop with a RET: if the RET was executed, leaves the enclosing loop too, or branches to
    /// the end of the call.
    pub(super) fn propagate_return(&mut self) {
        let Some(Call { exit: Some(exit), returned: Some(returned), base, .. }) = self.calls.last() else {
            return;
        };
        let (returned, exit) = (*returned, *exit);
        let around = self.frames.iter().skip(*base).rev().find_map(Frame::loop_merge);
        let flag = self.ssa.read(self.b.func, returned, self.b.block());
        self.exit(flag, around.unwrap_or(exit));
    }

    /// The subroutine number in an element of `program.subroutine`, which the API sets when it creates
    /// the pipeline. An index past the end reads the last element.
    fn subroutine_number(&mut self, place: &Place, units: Units, lowest: u32) -> Value {
        let index = match self.element(place.index) {
            Element::Fixed(n) => return self.subroutine(units.first.saturating_add(n), lowest),
            Element::Dynamic(index) => index,
        };
        let numbers = (0..units.count).map(|n| self.subroutine(units.first.saturating_add(n), lowest));
        let numbers: Vec<Value> = numbers.collect();
        let mut rest = (0..units.count).zip(numbers).rev();
        let Some((_, mut number)) = rest.next() else { return self.b.i32(lowest) };
        for (n, own) in rest {
            let n = self.b.i32(n);
            let chosen = self.b.op(Op::IEq, &[index, n]);
            number = self.b.op(Op::Select, &[chosen, own, number]);
        }
        number
    }

    /// The specialization constant of `program.subroutine[n]`.
    fn subroutine(&mut self, n: u32, lowest: u32) -> Value {
        let constants = &mut *self.spec_constants;
        let spec = *self.resources.subroutines.entry(n).or_insert_with(|| {
            constants.push(SpecConstData {
                name: format!("subroutine_{n}"),
                ty: Types::I32,
                default: u64::from(lowest),
                kind: SpecConstKind::Id(SUBROUTINE_SPEC_ID.saturating_add(n)),
            })
        });
        self.b.func.constant(Types::I32, Const::Spec(spec))
    }
}

/// The labels of a type in order of their subroutine numbers, without duplicates.
fn members(program: &Program, ty: SubroutineTypeId) -> SmallVec<[(u32, LabelId); 8]> {
    let labels = program.subroutine_types.get(ty.0 as usize).map_or(&[][..], |ty| &ty.labels);
    let numbered = labels.iter().filter_map(|&id| Some((program.label(id)?.number?, id)));
    let mut members: SmallVec<[(u32, LabelId); 8]> = numbered.collect();
    members.sort_unstable_by_key(|&(number, _)| number);
    members.dedup();
    members
}
