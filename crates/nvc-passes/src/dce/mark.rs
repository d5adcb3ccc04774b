//! The mark phase of dead-code elimination: finds live values and instructions.

use super::unread::is_volatile;
use crate::analysis::{Edges, base};
use nvc_ir::entity::Entity;
use nvc_ir::function::{InstData, ValueDef};
use nvc_ir::imm::Imm;
use nvc_ir::ops::Effect;
use nvc_ir::{Function, Global, Inst, Local, Op, Value};

/// Live values and instructions, by index.
pub(super) struct Live {
    pub(super) values: Vec<bool>,
    pub(super) insts: Vec<bool>,
}

struct Marker<'a> {
    func: &'a Function,
    edges: &'a Edges,
    live: Live,
    /// The position of each parameter among its block's parameters.
    position: Vec<u32>,
    /// Stores to each local variable. They become live when the variable's address has another live use.
    stores: Vec<Vec<Inst>>,
    work: Vec<Value>,
}

/// Marks everything that side effects, terminators and the function's signature depend on. `unread` says which of the
/// module's variables are never read.
pub(super) fn run(func: &Function, edges: &Edges, unread: &[bool]) -> Live {
    let mut roots = Vec::new();
    let mut position = vec![0u32; func.values.len()];
    for (index, &block) in func.layout.iter().enumerate() {
        let data = &func.blocks[block];
        for (at, param) in data.params.iter().enumerate() {
            position[param.index()] = at as u32;
            if index == 0 {
                roots.push(*param);
            }
        }
        // Only the operand is a root: branch arguments are live only if their parameters are.
        roots.extend(data.term.operand());
    }
    let mut marker = Marker {
        func,
        edges,
        live: Live { values: vec![false; func.values.len()], insts: vec![false; func.insts.len()] },
        position,
        stores: vec![Vec::new(); func.locals.len()],
        work: Vec::new(),
    };
    roots.into_iter().for_each(|value| marker.value(value));
    marker.effects(unread);
    while let Some(value) = marker.work.pop() {
        marker.definition(value);
    }
    marker.live
}

/// Whether an instruction has a side effect.
fn has_effect(data: &InstData) -> bool {
    match data.op.info().effect {
        Effect::Pure | Effect::Convergent => false,
        Effect::Write | Effect::Sync => true,
        Effect::Read => match data.imm {
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
fn destination(func: &Function, data: &InstData) -> Option<Destination> {
    if data.op != Op::Store || is_volatile(data) {
        return None;
    }
    let base = func.def(base(func, *data.args.first()?))?;
    match base.imm {
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
        if !*mark {
            *mark = true;
            self.work.push(value);
        }
    }

    fn effects(&mut self, unread: &[bool]) {
        let func = self.func;
        for (inst, data) in func.insts().filter(|(_, data)| has_effect(data)) {
            match destination(func, data) {
                Some(Destination::Local(local)) => self.stores[local.index()].push(inst),
                Some(Destination::Global(global)) if unread.get(global.index()) == Some(&true) => {}
                _ => self.inst(inst),
            }
        }
    }

    fn inst(&mut self, inst: Inst) {
        if std::mem::replace(&mut self.live.insts[inst.index()], true) {
            return;
        }
        let data = &self.func.insts[inst];
        data.args.iter().for_each(|&arg| self.value(arg));
        if let (Op::LocalAddr, Imm::Local(local)) = (data.op, data.imm) {
            // Pending stores do not mark the address, so something else uses it: the stores are live.
            for store in std::mem::take(&mut self.stores[local.index()]) {
                self.inst(store);
            }
        }
    }

    /// Marks the definition of a live value.
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
