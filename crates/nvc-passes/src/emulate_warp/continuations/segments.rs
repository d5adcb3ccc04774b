//! Cutting functions at their stops.

use super::super::{communicates, is_group_barrier, meets};
use super::{MAX_DEPTH, MAX_PIECES, limit};
use nvc_diag::Diagnostic;
use nvc_ir::imm::Imm;
use nvc_ir::{Block, FuncId, Function, Inst, InstData, Module, Terminator};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A function, or one of its expansions where it is called.
pub(super) struct Instance {
    /// The function.
    pub func: FuncId,
    /// Where its calls return to: the piece, and the call in its caller's instance.
    pub back: Option<(usize, usize, Inst)>,
    /// Where each block is entered.
    pub entry: FxHashMap<Block, Goto>,
}

/// Where the program goes on.
#[derive(Clone, Copy)]
pub(super) enum Goto {
    /// In a piece.
    Piece(usize),
    /// At a stop.
    Stop(usize),
}

/// Instructions of a block that run without waiting.
pub(super) struct Piece {
    pub instance: usize,
    pub block: Block,
    /// The instructions.
    pub insts: Vec<Inst>,
    pub end: End,
}

/// How a piece ends.
pub(super) enum End {
    /// As its block does.
    Block,
    /// At a stop.
    Stop(usize),
    /// At a call of a function that has stops; the instance of that.
    Call(Inst, usize),
}

/// Where invocations wait.
pub(super) struct Stop {
    pub instance: usize,
    /// What they wait for.
    pub kind: Kind,
    /// The piece behind.
    pub next: usize,
}

/// What a stop is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An operation between lanes.
    Operation(Inst),
    /// The lanes of the warp that come here.
    Together,
    /// All of the work group.
    Barrier,
}

/// A program in pieces.
#[derive(Default)]
pub(super) struct Program {
    pub instances: Vec<Instance>,
    pub pieces: Vec<Piece>,
    /// In the order of the blocks.
    pub stops: Vec<Stop>,
}

/// Cuts a function, and what it calls with stops in it.
pub(super) fn cut(module: &Module, entry: FuncId) -> Result<Program, Box<Diagnostic>> {
    let mut cutter = Cutter { module, stopping: stopping(module), program: Program::default() };
    cutter.program.instances.push(Instance { func: entry, back: None, entry: FxHashMap::default() });
    cutter.instance(0, 0)?;
    Ok(cutter.program)
}

/// Whether an instruction ends a piece by itself: operations, and barriers that lanes wait at.
fn ends_piece(data: &InstData) -> bool {
    meets(data) || is_group_barrier(data)
}

/// The functions that have stops, or call one that has.
fn stopping(module: &Module) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (id, func) in module.functions.iter() {
            let mut insts = func.blocks_in_order().flat_map(|(_, block)| &block.insts);
            if insts.any(|&inst| has_stop(&func.insts[inst], &found)) {
                found.insert(id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn has_stop(data: &InstData, stopping: &BTreeSet<FuncId>) -> bool {
    ends_piece(data) || matches!(data.imm, Imm::Function(id) if stopping.contains(&id))
}

struct Cutter<'a> {
    module: &'a Module,
    stopping: BTreeSet<FuncId>,
    program: Program,
}

impl Cutter<'_> {
    fn instance(&mut self, instance: usize, depth: usize) -> Result<(), Box<Diagnostic>> {
        if depth > MAX_DEPTH {
            return Err(limit("nested calls", MAX_DEPTH));
        }
        let module = self.module;
        let func = &module.functions[self.program.instances[instance].func];
        let meeting = self.meeting_points(func);
        for &block in &func.layout {
            let mut goto = Goto::Piece(self.program.pieces.len());
            if meeting.contains(&block) {
                let next = self.program.pieces.len();
                goto = Goto::Stop(self.stop(instance, Kind::Together, next));
            }
            self.program.instances[instance].entry.insert(block, goto);
            self.block(instance, func, block, depth)?;
        }
        Ok(())
    }

    /// The blocks at which loops with stops continue.
    fn meeting_points(&self, func: &Function) -> BTreeSet<Block> {
        let mut place = FxHashMap::default();
        let mut stops_before = vec![0usize];
        for (at, (block, data)) in func.blocks_in_order().enumerate() {
            place.insert(block, at);
            let stops =
                data.insts.iter().filter(|&&inst| has_stop(&func.insts[inst], &self.stopping)).count();
            stops_before.push(stops_before[at] + stops);
        }
        let mut points = BTreeSet::new();
        for (block, data) in func.blocks_in_order() {
            if let Terminator::Loop { merge, cont, .. } = data.term {
                let (from, to) = (place.get(&block).copied(), place.get(&merge).copied());
                let from = from.unwrap_or(0);
                let to = to.unwrap_or(func.layout.len());
                if stops_before[to.max(from)] > stops_before[from] {
                    points.insert(cont);
                }
            }
        }
        points
    }

    fn stop(&mut self, instance: usize, kind: Kind, next: usize) -> usize {
        self.program.stops.push(Stop { instance, kind, next });
        self.program.stops.len() - 1
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
            let data = &func.insts[inst];
            if !has_stop(data, &self.stopping) {
                insts.push(inst);
                continue;
            }
            let ended = std::mem::take(&mut insts);
            let at = self.program.pieces.len();
            if at >= MAX_PIECES {
                return Err(limit("parts", MAX_PIECES));
            }
            self.program.pieces.push(Piece { instance, block, insts: ended, end: End::Block });
            if let Imm::Function(callee) = data.imm {
                let called = self.program.instances.len();
                // Where it returns to is known when it has been cut.
                let back = Some((usize::MAX, instance, inst));
                self.program.instances.push(Instance { func: callee, back, entry: FxHashMap::default() });
                self.instance(called, depth + 1)?;
                let next = self.program.pieces.len();
                self.program.instances[called].back = Some((next, instance, inst));
                self.program.pieces[at].end = End::Call(inst, called);
                continue;
            }
            let kind = if is_group_barrier(data) {
                Kind::Barrier
            } else if communicates(data) {
                Kind::Operation(inst)
            } else {
                Kind::Together
            };
            let stop = self.stop(instance, kind, at + 1);
            self.program.pieces[at].end = End::Stop(stop);
        }
        if self.program.pieces.len() >= MAX_PIECES {
            return Err(limit("parts", MAX_PIECES));
        }
        self.program.pieces.push(Piece { instance, block, insts, end: End::Block });
        Ok(())
    }
}
