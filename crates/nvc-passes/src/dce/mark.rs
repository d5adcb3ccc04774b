//! The mark phase of dead-code elimination: finds live values and instructions.

use super::unread::is_volatile;
use crate::analysis::{Edges, base};
use nvc_ir::entity::Entity;
use nvc_ir::function::{InstRef, ValueDef};
use nvc_ir::imm::Imm;
use nvc_ir::ops::Effect;
use nvc_ir::{Function, Global, Inst, Local, Op, Value};

/// Live values and instructions, by index.
pub(super) struct Live {
    pub(super) values: Vec<bool>,
    insts: Vec<State>,
}

impl Live {
    /// Whether an instruction is live.
    pub(super) fn inst(&self, inst: Inst) -> bool {
        self.insts[inst.index()] == State::Live
    }
}

/// What is known about an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The walk has not arrived at it.
    Ahead,
    /// The walk has passed it, and has found no live use.
    Passed,
    /// It is live.
    Live,
}

struct Marker<'a> {
    func: &'a Function,
    edges: &'a Edges,
    live: Live,
    /// The position of each parameter among its block's parameters.
    position: Vec<u32>,
    /// Whether the address of each local variable has a live use other than a pending store.
    used: Vec<bool>,
    /// The pending stores to each local variable: they become live when its address has another live use.
    stores: Vec<Vec<Inst>>,
    /// Live parameters, and live values whose definition the walk has passed.
    work: Vec<Value>,
}

/// Marks everything that side effects, terminators and the function's signature depend on. `unread` says which of the
/// module's variables are never read.
///
/// The walk is against the layout, so it sees nearly all uses of a value before the definition. Only what an edge back to a
/// loop header passes may have been passed already.
pub(super) fn run(func: &Function, edges: &Edges, unread: &[bool]) -> Live {
    let mut position = vec![0u32; func.values.len()];
    for &block in &func.layout {
        for (at, param) in (0u32..).zip(&func.blocks[block].params) {
            position[param.index()] = at;
        }
    }
    let mut marker = Marker {
        func,
        edges,
        live: Live { values: vec![false; func.values.len()], insts: vec![State::Ahead; func.insts.len()] },
        position,
        used: vec![false; func.locals.len()],
        stores: vec![Vec::new(); func.locals.len()],
        work: Vec::new(),
    };
    if let Some(&entry) = func.layout.first() {
        func.blocks[entry].params.iter().for_each(|&param| marker.value(param));
    }
    for &block in func.layout.iter().rev() {
        let data = &func.blocks[block];
        // Only the operand is a root: branch arguments are live only if their parameters are.
        data.term.operand().into_iter().for_each(|value| marker.value(value));
        data.insts.iter().rev().for_each(|&inst| marker.pass(inst, unread));
        while let Some(value) = marker.work.pop() {
            marker.definition(value);
        }
    }
    marker.live
}

/// Whether an instruction has a side effect.
fn has_effect(data: InstRef<'_>) -> bool {
    match data.op.info().effect {
        Effect::Pure | Effect::Convergent => false,
        Effect::Write | Effect::Sync => true,
        Effect::Read => match data.imm() {
            Imm::Access(access) => access.volatile,
            Imm::Bytes(bytes) => bytes.access.volatile,
            Imm::Texture(texture) => texture.volatile,
            _ => false,
        },
    }
}

/// A variable that a store writes to.
enum Destination {
    Local(Local),
    Global(Global),
}

/// The variable that a non-volatile store writes to.
fn destination(func: &Function, data: InstRef<'_>) -> Option<Destination> {
    if data.op != Op::Store || is_volatile(data) {
        return None;
    }
    let base = func.def(base(func, *data.args.first()?))?;
    match base.imm() {
        Imm::Local(local) if base.op == Op::LocalAddr => Some(Destination::Local(local)),
        Imm::Global(global) if base.op == Op::GlobalAddr => Some(Destination::Global(global)),
        _ => None,
    }
}

impl Marker<'_> {
    /// Marks a value, or the one that replaced it.
    fn value(&mut self, value: Value) {
        let value = self.func.resolve(value);
        let mark = &mut self.live.values[value.index()];
        if std::mem::replace(mark, true) {
            return;
        }
        match self.func.values[value].def {
            ValueDef::Inst(inst) if self.live.insts[inst.index()] == State::Ahead => {}
            ValueDef::Inst(_) | ValueDef::Param(_) => self.work.push(value),
            ValueDef::Const(_) | ValueDef::Undefined | ValueDef::Alias(_) => {}
        }
    }

    /// Marks an instruction if it has an effect or its result is live.
    fn pass(&mut self, inst: Inst, unread: &[bool]) {
        let data = self.func.inst(inst);
        if data.result.is_some_and(|result| self.live.values[result.index()]) {
            return self.inst(inst);
        }
        self.live.insts[inst.index()] = State::Passed;
        if !has_effect(data) {
            return;
        }
        match destination(self.func, data) {
            Some(Destination::Local(local)) if !self.used[local.index()] => {
                self.stores[local.index()].push(inst);
            }
            Some(Destination::Global(global)) if unread.get(global.index()) == Some(&true) => {}
            _ => self.inst(inst),
        }
    }

    /// Marks a live instruction.
    fn inst(&mut self, inst: Inst) {
        if std::mem::replace(&mut self.live.insts[inst.index()], State::Live) == State::Live {
            return;
        }
        let data = self.func.inst(inst);
        data.args.iter().for_each(|&arg| self.value(arg));
        if data.op == Op::LocalAddr
            && let Imm::Local(local) = data.imm()
        {
            // Pending stores do not mark the address, so something else uses it: the stores are live.
            self.used[local.index()] = true;
            for store in std::mem::take(&mut self.stores[local.index()]) {
                self.inst(store);
            }
        }
    }

    /// Marks the definition of a live value that the walk has passed, or the arguments for a live parameter.
    fn definition(&mut self, value: Value) {
        let func = self.func;
        match func.values[value].def {
            ValueDef::Inst(inst) => self.inst(inst),
            ValueDef::Param(block) => {
                let at = self.position[value.index()] as usize;
                let edges = self.edges;
                for &arg in edges.incoming(func, block).filter_map(|(_, target)| target.args.get(at)) {
                    self.value(arg);
                }
            }
            ValueDef::Const(_) | ValueDef::Undefined | ValueDef::Alias(_) => {}
        }
    }
}
