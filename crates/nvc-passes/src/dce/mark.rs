//! The mark phase of dead-code elimination: finds live values and instructions.

use crate::analysis::Edges;
use nvc_ir::entity::Entity;
use nvc_ir::function::{InstData, ValueDef};
use nvc_ir::imm::Imm;
use nvc_ir::ops::Effect;
use nvc_ir::{Function, Inst, Local, Op, Value};

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

/// Marks everything that side effects, terminators and the function's signature depend on.
pub(super) fn run(func: &Function, edges: &Edges) -> Live {
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
    marker.effects();
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

impl Marker<'_> {
    fn value(&mut self, value: Value) {
        let mark = &mut self.live.values[value.index()];
        if !*mark {
            *mark = true;
            self.work.push(value);
        }
    }

    fn effects(&mut self) {
        let func = self.func;
        for (inst, data) in func.insts().filter(|(_, data)| has_effect(data)) {
            match self.stored_local(data) {
                Some(local) => self.stores[local.index()].push(inst),
                None => self.inst(inst),
            }
        }
    }

    /// The local variable that a non-volatile store writes to.
    fn stored_local(&self, data: &InstData) -> Option<Local> {
        let volatile = matches!(data.imm, Imm::Access(access) if access.volatile);
        if data.op != Op::Store || volatile {
            return None;
        }
        let mut pointer = *data.args.first()?;
        loop {
            let data = self.func.def(pointer)?;
            match (data.op, data.imm) {
                (Op::LocalAddr, Imm::Local(local)) => return Some(local),
                (Op::AccessChain, _) => pointer = *data.args.first()?,
                _ => return None,
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
            ValueDef::Alias(to) => self.value(to),
            ValueDef::Const(_) | ValueDef::Undefined => {}
        }
    }
}
