//! Splits functions into segments: the code between suspension points, at which invocations wait for others.

use super::super::{communicates, is_group_barrier, synchronises_warp};
use super::{MAX_DEPTH, limit, too_many_segments};
use nvc_diag::{Diagnostic, Limit, Limits};
use nvc_ir::imm::Imm;
use nvc_ir::{Block, FuncId, Function, Inst, InstRef, Module, Terminator};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// An inlined instance of a function: one for the entry point and one per call.
pub(super) struct Instance {
    /// The function.
    pub func: FuncId,
    /// The return address: the segment after the call, the caller's instance, and the call. `None` for the entry point.
    pub back: Option<(usize, usize, Inst)>,
    /// Where a jump to each block continues.
    pub entry: FxHashMap<Block, Goto>,
}

/// Where execution continues.
#[derive(Clone, Copy)]
pub(super) enum Goto {
    /// At the start of a segment.
    Segment(usize),
    /// At a suspension point.
    Suspension(usize),
}

/// Instructions of a block between two suspension points.
pub(super) struct Segment {
    pub instance: usize,
    pub block: Block,
    /// The instructions.
    pub insts: Vec<Inst>,
    pub end: SegmentEnd,
}

/// How a segment ends.
pub(super) enum SegmentEnd {
    /// With the terminator of the block.
    Block,
    /// At a suspension point.
    Suspension(usize),
    /// At a call of a function that suspends: the call, and the callee's instance.
    Call(Inst, usize),
}

/// A suspension point: a place where invocations wait.
pub(super) struct Suspension {
    pub instance: usize,
    /// What invocations wait for.
    pub kind: SuspensionKind,
    /// The segment after it.
    pub next: usize,
}

/// What invocations wait for at a suspension point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SuspensionKind {
    /// Operands of other lanes, exchanged by a warp operation.
    Operation(Inst),
    /// Other lanes of the warp, which reconverge without an exchange.
    Converge,
    /// The whole work group.
    Barrier,
}

/// A program split into segments.
#[derive(Default)]
pub(super) struct Program {
    pub instances: Vec<Instance>,
    pub segments: Vec<Segment>,
    /// Suspension points in layout order.
    pub suspensions: Vec<Suspension>,
}

/// Splits a function, with the suspending functions that it calls inlined.
pub(super) fn split(module: &Module, entry: FuncId, limits: &Limits) -> Result<Program, Box<Diagnostic>> {
    let suspending = suspending(module);
    let mut splitter = Splitter { module, suspending, limits, program: Program::default() };
    splitter.program.instances.push(Instance { func: entry, back: None, entry: FxHashMap::default() });
    splitter.instance(0, 0)?;
    Ok(splitter.program)
}

/// Whether an instruction is itself a suspension point: an exchange or an execution barrier.
fn ends_segment(data: InstRef<'_>) -> bool {
    synchronises_warp(data) || is_group_barrier(data)
}

/// The functions that suspend: those that contain a suspension point or call a function that suspends.
fn suspending(module: &Module) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (id, func) in module.functions.iter() {
            if func.insts().any(|(_, data)| suspends(data, &found)) {
                found.insert(id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn suspends(data: InstRef<'_>, suspending: &BTreeSet<FuncId>) -> bool {
    ends_segment(data) || matches!(data.imm(), Imm::Function(id) if suspending.contains(&id))
}

struct Splitter<'a> {
    module: &'a Module,
    suspending: BTreeSet<FuncId>,
    limits: &'a Limits,
    program: Program,
}

impl Splitter<'_> {
    /// Whether no segment can be added.
    fn is_full(&self) -> bool {
        self.program.segments.len() as u64 >= self.limits.get(Limit::Segments)
    }

    fn instance(&mut self, instance: usize, depth: usize) -> Result<(), Box<Diagnostic>> {
        if depth > MAX_DEPTH {
            return Err(limit("nested calls", MAX_DEPTH));
        }
        let module = self.module;
        let func = &module.functions[self.program.instances[instance].func];
        let continues = self.loop_suspensions(func);
        for &block in &func.layout {
            let mut goto = Goto::Segment(self.program.segments.len());
            if continues.contains(&block) {
                let next = self.program.segments.len();
                goto = Goto::Suspension(self.suspension(instance, SuspensionKind::Converge, next));
            }
            self.program.instances[instance].entry.insert(block, goto);
            self.block(instance, func, block, depth)?;
        }
        Ok(())
    }

    /// The continue blocks of loops that contain suspension points.
    fn loop_suspensions(&self, func: &Function) -> BTreeSet<Block> {
        let mut position = FxHashMap::default();
        let mut stops_before = vec![0usize];
        for (at, (block, data)) in func.blocks_in_order().enumerate() {
            position.insert(block, at);
            let suspensions =
                data.insts.iter().filter(|&&inst| suspends(func.inst(inst), &self.suspending)).count();
            stops_before.push(stops_before[at] + suspensions);
        }
        let mut points = BTreeSet::new();
        for (block, data) in func.blocks_in_order() {
            if let Terminator::Loop { merge, cont, .. } = data.term {
                let (from, to) = (position.get(&block).copied(), position.get(&merge).copied());
                let from = from.unwrap_or(0);
                let to = to.unwrap_or(func.layout.len());
                if stops_before[to.max(from)] > stops_before[from] {
                    points.insert(cont);
                }
            }
        }
        points
    }

    fn suspension(&mut self, instance: usize, kind: SuspensionKind, next: usize) -> usize {
        self.program.suspensions.push(Suspension { instance, kind, next });
        self.program.suspensions.len() - 1
    }

    fn block(
        &mut self,
        instance: usize,
        func: &Function,
        block: Block,
        depth: usize,
    ) -> Result<(), Box<Diagnostic>> {
        let mut insts = Vec::new();
        for &inst in &func.blocks[block].insts {
            let data = func.inst(inst);
            if !suspends(data, &self.suspending) {
                insts.push(inst);
                continue;
            }
            let ended = std::mem::take(&mut insts);
            let at = self.program.segments.len();
            if self.is_full() {
                return Err(too_many_segments(self.limits));
            }
            self.program.segments.push(Segment { instance, block, insts: ended, end: SegmentEnd::Block });
            if let Imm::Function(callee) = data.imm() {
                let called = self.program.instances.len();
                // Patched below, once the callee's segments are known.
                let back = Some((usize::MAX, instance, inst));
                self.program.instances.push(Instance { func: callee, back, entry: FxHashMap::default() });
                self.instance(called, depth + 1)?;
                let next = self.program.segments.len();
                self.program.instances[called].back = Some((next, instance, inst));
                self.program.segments[at].end = SegmentEnd::Call(inst, called);
                continue;
            }
            let kind = if is_group_barrier(data) {
                SuspensionKind::Barrier
            } else if communicates(&data) {
                SuspensionKind::Operation(inst)
            } else {
                SuspensionKind::Converge
            };
            let suspension = self.suspension(instance, kind, at + 1);
            self.program.segments[at].end = SegmentEnd::Suspension(suspension);
        }
        if self.is_full() {
            return Err(too_many_segments(self.limits));
        }
        self.program.segments.push(Segment { instance, block, insts, end: SegmentEnd::Block });
        Ok(())
    }
}
