//! Inlines subroutines at each call (NV_gpu_program4 §2.X.5, ARB_shader_subroutine §2.X.8).
//!
//! Registers and condition codes are global, so a subroutine has neither parameters nor memory of its own.
//! Its instructions, from its label to the next label or to an unconditional RET outside blocks, are lowered
//! again for each call. The resolver has limited the total size and the recursion depth; a call that recurses
//! deeper, which is undefined behaviour, is dropped.
//!
//! A RET at the end needs no code. For any other RET, which is conditional or inside blocks, the inlined body is wrapped in a
//! one-case `switch`, because SPIR-V lets nested selections break out of a switch; a CALI has a switch anyway. A loop can be
//! left only through its own merge block, so a RET in a loop sets a flag, which is tested after each enclosing loop.

use crate::lower::Lowerer;
use crate::lower::flow::constructs::Frame;
use crate::lower::operands::registers::Element;
use crate::resolve::{Inst, Label, LabelId, Place, Program, Recursion, SubroutineTypeId, Units, VarKind};
use crate::table::Opcode;
use nvc_ir::globals::SUBROUTINE_SPEC_ID;
use nvc_ir::ssa::Variable;
use nvc_ir::structured::{If, Loop, Switch};
use nvc_ir::types::Types;
use nvc_ir::{Const, Op, SpecConstData, SpecConstKind, Value};
use smallvec::SmallVec;

/// A call that is being inlined.
pub(in crate::lower) struct Call {
    /// The index after the subroutine's last instruction.
    pub(in crate::lower) end: usize,
    /// The index of the caller's next instruction.
    resume: usize,
    /// The number of open frames (IFs and REPs) when the call began; they belong to the callers.
    base: usize,
    /// The selection on the condition of the call, if it has one.
    condition: Option<If>,
    /// The switch that RET breaks out of; `None` if RET occurs only at the end.
    exit: Option<Switch>,
    /// A flag that is set when a RET inside a loop has been executed; `None` without such a RET.
    returned: Option<Variable>,
    /// The labels that remain to be inlined for a CALI, the next one last.
    members: Vec<LabelId>,
    /// The cycle of recursive calls that the subroutine is part of, if any.
    group: Option<u32>,
}

/// The reachable instructions of a subroutine.
struct Extent {
    /// The index after the last one: that of the next label, or of an unconditional RET outside blocks.
    end: usize,
    /// Whether there is a RET before the end.
    early: bool,
    /// Whether such a RET is in a loop.
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
    /// Lowers CAL. Returns the index of the next instruction to lower: the subroutine's first or, if the recursion is too
    /// deep, the one after the call.
    pub(super) fn call(&mut self, at: usize, inst: &Inst, label: LabelId) -> usize {
        let program = self.program;
        let Some(callee) = program.label(label) else { return at + 1 };
        if let Some(Recursion { group, depth }) = callee.recursion {
            let open = self.calls.iter().filter(|call| call.group == Some(group)).count();
            if open >= depth as usize {
                return at + 1;
            }
        }
        let condition = self.open_condition(inst);
        let extent = Extent::of(program, callee);
        let exit = extent.early.then(|| self.open_exit());
        self.push_call(at + 1, condition, exit, Vec::new());
        self.begin(label).unwrap_or(at + 1)
    }

    /// Lowers CALI to a switch on the subroutine number, with a case for each label of the type. The lowest
    /// number is the default case.
    pub(super) fn call_indirect(&mut self, at: usize, inst: &Inst, place: &Place) -> usize {
        let program = self.program;
        let kind = program.var(place.var).map(|var| &var.kind);
        let Some(&VarKind::Subroutine { ty: Some(ty), units }) = kind else { return at + 1 };
        let members = members(program, ty);
        let lowest = match members.as_slice() {
            // The type has no labels, so there is nothing to call.
            [] => return at + 1,
            // A single label needs no switch.
            [(_, label)] => return self.call(at, inst, *label),
            [(number, _), ..] => *number,
        };
        let condition = self.open_condition(inst);
        let selector = self.subroutine_number(place, units, lowest);
        let literals = members.iter().map(|&(number, _)| (number != lowest).then_some(u64::from(number)));
        let exit = self.b.begin_switch(selector, literals, Some(0));
        let members = members.iter().rev().map(|&(_, label)| label).collect();
        self.push_call(at + 1, condition, Some(exit), members);
        self.next_member().unwrap_or(at + 1)
    }

    fn push_call(
        &mut self,
        resume: usize,
        condition: Option<If>,
        exit: Option<Switch>,
        members: Vec<LabelId>,
    ) {
        let base = self.frames.len();
        let group = None;
        self.calls.push(Call { end: resume, resume, base, condition, exit, returned: None, members, group });
    }

    /// Opens a selection around a conditional call; `None` if the call is unconditional.
    fn open_condition(&mut self, inst: &Inst) -> Option<If> {
        let test = inst.branch_condition()?;
        let cond = self.test_any(test);
        Some(self.b.begin_if(cond))
    }

    /// Opens a one-case switch for RET to break out of.
    fn open_exit(&mut self) -> Switch {
        let selector = self.b.i32(0);
        let mut exit = self.b.begin_switch(selector, [None], Some(0));
        self.b.begin_case(&mut exit);
        exit
    }

    /// Starts inlining a label in the current call. Returns the index of its first instruction.
    fn begin(&mut self, label: LabelId) -> Option<usize> {
        let program = self.program;
        let callee = program.label(label)?;
        let extent = Extent::of(program, callee);
        let call = self.calls.last_mut()?;
        call.end = extent.end;
        call.group = callee.recursion.map(|recursion| recursion.group);
        if extent.in_loop {
            let returned = *call.returned.get_or_insert_with(|| self.b.declare(Types::BOOL));
            let no = self.b.bool(false);
            self.b.write(returned, no);
        }
        Some(callee.at)
    }

    /// Starts inlining the next label of a CALI, if there is one.
    fn next_member(&mut self) -> Option<usize> {
        let call = self.calls.last_mut()?;
        let label = call.members.pop()?;
        self.b.begin_case(call.exit.as_mut()?);
        self.begin(label)
    }

    /// Ends a subroutine. Returns the index of the first instruction of the CALI's next label, or of the caller's next
    /// instruction; `None` if no call is being inlined.
    pub(in crate::lower) fn end_call(&mut self) -> Option<usize> {
        if let Some(exit) = &self.calls.last()?.exit {
            self.b.leave(exit.merge());
        }
        if let Some(next) = self.next_member() {
            return Some(next);
        }
        let call = self.calls.pop()?;
        if let Some(exit) = call.exit {
            self.b.end_switch(exit);
        }
        if let Some(condition) = call.condition {
            self.b.end_if(condition);
        }
        Some(call.resume)
    }

    /// Lowers RET.
    pub(super) fn ret(&mut self, inst: &Inst) {
        let Some(test) = inst.branch_condition() else {
            self.return_now();
            return;
        };
        let cond = self.test_any(test);
        let construct = self.b.begin_if(cond);
        self.return_now();
        self.b.end_if(construct);
    }

    /// Ends the invocation or, in a subroutine, branches out of the innermost loop of the call or, outside loops, to the end
    /// of the call. A RET at the end of a subroutine without other RETs needs no branch.
    fn return_now(&mut self) {
        let Some(call) = self.calls.last() else {
            self.b.return_(None);
            return;
        };
        let Some(exit) = call.exit.as_ref().map(Switch::merge) else { return };
        let returned = call.returned;
        let mut target = exit;
        for frame in self.frames.iter_mut().skip(call.base) {
            if let Frame::Rep { construct, returns, .. } = frame {
                *returns = true;
                target = construct.merge();
            }
        }
        if let Some(returned) = returned.filter(|_| target != exit) {
            let yes = self.b.bool(true);
            self.b.write(returned, yes);
        }
        self.b.leave(target);
    }

    /// Emits the test after a loop that contains a RET. If the RET was executed, branches to the merge block
    /// of the enclosing loop, or to the end of the call.
    pub(super) fn propagate_return(&mut self) {
        let Some(Call { exit: Some(exit), returned: Some(returned), base, .. }) = self.calls.last() else {
            return;
        };
        let around = self.frames.iter().skip(*base).rev().find_map(Frame::construct);
        let target = around.map_or(exit.merge(), Loop::merge);
        let flag = self.b.read(*returned);
        self.b.leave_if(flag, target);
    }

    /// Returns the subroutine number in an element of `program.subroutine`, which the API sets when it
    /// creates the pipeline. An index past the end reads the last element.
    fn subroutine_number(&mut self, place: &Place, units: Units, lowest: u32) -> Value {
        let index = match self.element(place) {
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

    /// Returns the specialization constant of `program.subroutine[n]`.
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

/// Returns the labels of a type in order of their subroutine numbers, without duplicates.
fn members(program: &Program, ty: SubroutineTypeId) -> SmallVec<[(u32, LabelId); 8]> {
    let labels = program.subroutine_types.get(ty.0 as usize).map_or(&[][..], |ty| &ty.labels);
    let numbered = labels.iter().filter_map(|&id| Some((program.label(id)?.number?, id)));
    let mut members: SmallVec<[(u32, LabelId); 8]> = numbered.collect();
    members.sort_unstable_by_key(|&(number, _)| number);
    members.dedup();
    members
}
