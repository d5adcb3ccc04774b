//! `barriers`: a work group's barriers order the memory that may be in flight, and no other.
//!
//! `BAR` orders shared memory, buffers and images, for programs rely on it; most barriers of a program
//! that works in shared memory have no access to a buffer near them, and on devices an order of buffers
//! costs more than the waiting. This pass takes buffers and images (*outer* memory here) from barriers
//! that cannot tell.
//!
//! Why that keeps the meaning (SPIR-V 2.18, Memory Model, and its Memory Semantics; Vulkan memory model,
//! *synchronizes-with* and *availability and visibility semantics*): let A and B be accesses of two
//! invocations of a group that barriers order, so that some barrier b with semantics for outer memory
//! stands behind A in the one and before B in the other. All invocations of a group execute the same
//! barriers in the same order. If no path from the last ordering barrier b' (or from the start) to b
//! has an outer access, A stands before b' already, b' stands before b and so before B, and b' orders
//! the two without b. Likewise if no path from b to the next ordering barrier (or to the end) has one.
//! The first rule goes first and the second works on what it left, so each barrier that is named is
//! there.
//!
//! - Buffers and images are one kind, for one may be a view of the other's memory.
//! - A memory barrier without waiting, one of a wider or narrower scope, and a call count as accesses:
//!   what they acquire has to reach the group.
//! - What a module never writes needs no order in it, as long as no barrier of the device's scope brings
//!   others' writes.

use crate::analysis::Edges;
use crate::{OpSet, Pass};
use nvc_ir::entity::Entity;
use nvc_ir::imm::{Barrier, Imm, Scope};
use nvc_ir::types::{Space, TypeKind, Types};
use nvc_ir::{Block, Function, Inst, InstData, Module, Op, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "relax-barriers",
    doc: "Takes buffers and images from barriers that have none to order.",
    ops: OpSet::of(&[Op::Barrier]),
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    let used = Used::of(module);
    let entry = module.entry.as_ref().map(|entry| entry.function);
    let Module { functions, types, .. } = module;
    let waits = |func: &Function| {
        let mut insts = func.blocks_in_order().flat_map(|(_, block)| &block.insts);
        insts.any(|&inst| orders(&func.insts[inst]))
    };
    for (id, func) in functions.iter_mut().filter(|(_, func)| waits(func)) {
        let alone = entry == Some(id);
        let before = Flow { func, types, used, alone, forward: true }.idle();
        narrow(func, &before, used);
        let behind = Flow { func, types, used, alone, forward: false }.idle();
        narrow(func, &behind, used);
    }
}

/// Which outer memory a module touches.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    buffers: bool,
    images: bool,
    written: bool,
}

impl Used {
    fn of(module: &Module) -> Self {
        let mut used = Used::default();
        for (_, func) in module.functions.iter() {
            let insts = func.blocks_in_order().flat_map(|(_, block)| &block.insts);
            for data in insts.map(|&inst| &func.insts[inst]) {
                match (data.op, data.imm) {
                    // Brings what others wrote, wherever.
                    (_, Imm::Barrier(barrier)) if barrier.memory == Scope::Device => {
                        used.buffers |= barrier.kinds.buffer;
                        used.images |= barrier.kinds.image;
                        used.written |= outer(barrier);
                    }
                    _ => used.add(func, &module.types, data),
                }
            }
        }
        used
    }

    fn add(&mut self, func: &Function, types: &Types, data: &InstData) {
        let writes = matches!(data.op, Op::Store | Op::Atomic | Op::CoopStore | Op::ImageWrite);
        match access(func, types, data) {
            Some(Touched::Buffer) => self.buffers = true,
            Some(Touched::Image) => self.images = true,
            None => return,
        }
        self.written |= writes;
    }
}

/// Outer memory that an instruction touches.
enum Touched {
    Buffer,
    Image,
}

fn access(func: &Function, types: &Types, data: &InstData) -> Option<Touched> {
    match data.op {
        Op::TexSample | Op::TexFetch | Op::TexGather | Op::ImageRead | Op::ImageWrite => Some(Touched::Image),
        Op::Load | Op::Store | Op::Atomic | Op::CoopLoad | Op::CoopStore => {
            let pointer: Value = *data.args.first()?;
            match *types.kind(func.ty(pointer)) {
                TypeKind::Pointer(
                    Space::Uniform | Space::StorageBuffer | Space::PhysicalStorageBuffer,
                    _,
                ) => Some(Touched::Buffer),
                TypeKind::Pointer(Space::Image, _) => Some(Touched::Image),
                _ => None,
            }
        }
        _ => None,
    }
}

fn outer(barrier: Barrier) -> bool {
    barrier.kinds.buffer || barrier.kinds.image
}

/// A barrier that the whole group waits at, and that orders outer memory among the group.
fn orders(data: &InstData) -> bool {
    matches!(data.imm, Imm::Barrier(barrier)
        if barrier.execution == Some(Scope::Workgroup) && barrier.memory == Scope::Workgroup && outer(barrier))
}

/// Whether outer accesses may stand between a place and the last ordering barrier before it, or the next
/// behind it.
struct Flow<'a> {
    func: &'a Function,
    types: &'a Types,
    used: Used,
    /// The function is where the program starts and ends.
    alone: bool,
    forward: bool,
}

impl Flow<'_> {
    /// The ordering barriers at which there are none.
    fn idle(&self) -> Vec<Inst> {
        let edges = Edges::new(self.func);
        // Accesses may stand between the nearest barrier and the block's end in flow's direction.
        let mut out = vec![false; self.func.blocks.len()];
        let mut idle = Vec::new();
        loop {
            let mut changed = false;
            idle.clear();
            for at in 0..self.func.layout.len() {
                let at = if self.forward { at } else { self.func.layout.len() - 1 - at };
                let block = self.func.layout[at];
                let start = self.start(&edges, &out, block, at == 0);
                let end = self.through(block, start, &mut idle);
                changed |= end != std::mem::replace(&mut out[block.index()], end);
            }
            if !changed {
                return idle;
            }
        }
    }

    /// What flows into a block. Callers may have accesses on the other side of a function.
    fn start(&self, edges: &Edges, out: &[bool], block: Block, first: bool) -> bool {
        if self.forward {
            let called = first && !self.alone;
            return called || edges.predecessors(block).iter().any(|from| out[from.index()]);
        }
        let mut targets = self.func.blocks[block].term.targets().peekable();
        let called = targets.peek().is_none() && !self.alone;
        called || targets.any(|target| out[target.block.index()])
    }

    /// Through a block's instructions, in flow's direction.
    fn through(&self, block: Block, mut dirty: bool, idle: &mut Vec<Inst>) -> bool {
        let insts = &self.func.blocks[block].insts;
        for at in 0..insts.len() {
            let inst = insts[if self.forward { at } else { insts.len() - 1 - at }];
            let data = &self.func.insts[inst];
            if orders(data) {
                if !dirty || !self.used.written {
                    idle.push(inst);
                }
                dirty = false;
            } else {
                dirty |= self.touches(data);
            }
        }
        dirty
    }

    fn touches(&self, data: &InstData) -> bool {
        match data.imm {
            Imm::Barrier(barrier) => outer(barrier),
            _ => data.op == Op::Call || access(self.func, self.types, data).is_some(),
        }
    }
}

/// Takes outer memory from idle barriers, and from the others the kind that the module has not.
fn narrow(func: &mut Function, idle: &[Inst], used: Used) {
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        for k in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[k];
            let keeps = !idle.contains(&inst);
            let data = &mut func.insts[inst];
            if orders(data)
                && let Imm::Barrier(barrier) = &mut data.imm
            {
                barrier.kinds.buffer &= keeps && used.buffers;
                barrier.kinds.image &= keeps && used.images;
            }
        }
    }
}
