//! `relax-barriers`: removes redundant memory semantics from work-group barriers.
//!
//! `BAR` orders shared memory, buffers and images, since programs rely on it. If a program works in shared memory, most of
//! its barriers have no access to a buffer or image (called *outer memory* below) near them, yet devices spend more time on
//! ordering outer memory than on the execution barrier. This pass removes outer memory from the semantics of barriers that
//! have no outer access to order.
//!
//! Correctness (SPIR-V §2.18, *Memory Model*, and its *Memory Semantics*; Vulkan memory model, *synchronizes-with* and
//! *availability and visibility semantics*): let A and B be accesses by two invocations of a work group that are ordered by
//! barriers. Then some barrier b with semantics for outer memory follows A in one invocation and precedes B in the other.
//! All invocations of a work group execute the same barriers in the same order. Suppose that no path from the previous
//! ordering barrier b' (or from the start) to b has an outer access. Then A precedes b', b' precedes b and hence B, and b'
//! orders A and B without b. The same argument holds if no path from b to the next ordering barrier (or to the end) has an
//! outer access. The pass applies the first rule, then the second to the result, so each barrier that a rule relies on
//! still exists. Both are data-flow analyses with one bit per block, which converge in a few iterations.
//!
//! - Buffers and images count as one kind of memory, since a buffer may be a view of an image's memory.
//! - Memory barriers without an execution barrier, barriers of another scope, calls and opaque instructions count as
//!   accesses: a later work-group barrier must still order what they acquire. Memory barriers that an adjacent barrier
//!   makes redundant are removed first ([`fences`]).
//! - Accesses that conflict with no access of another invocation need no order and do not count ([`outer`]).

mod fences;
mod outer;

use crate::analysis::Edges;
use crate::{OpSet, Pass};
use nvc_ir::entity::Entity;
use nvc_ir::imm::{Barrier, Imm, Scope};
use nvc_ir::types::Types;
use nvc_ir::{Block, Function, Inst, InstData, Module, Op};
use outer::Accesses;
use rustc_hash::FxHashSet;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "relax-barriers",
    doc: "Removes buffer and image memory from barriers that have no such accesses to order.",
    ops: OpSet::of(&[Op::Barrier]),
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        fences::merge(func);
    }
    let accesses = Accesses::of(module);
    let accesses = &accesses;
    let entry = module.entry.as_ref().map(|entry| entry.function);
    let Module { functions, types, .. } = module;
    let has_ordering = |func: &Function| func.insts().any(|(_, data)| is_ordering(data));
    for (id, func) in functions.iter_mut().filter(|(_, func)| has_ordering(func)) {
        let is_entry = entry == Some(id);
        let forward = Flow { func, types, accesses, is_entry, forward: true }.redundant();
        relax(func, &forward, accesses);
        let backward = Flow { func, types, accesses, is_entry, forward: false }.redundant();
        relax(func, &backward, accesses);
    }
}

/// Whether a barrier orders outer memory.
fn is_outer(barrier: Barrier) -> bool {
    barrier.kinds.buffer || barrier.kinds.image
}

/// Whether an instruction is an *ordering barrier*: an execution barrier of the work group that orders outer memory
/// within the work group.
fn is_ordering(data: &InstData) -> bool {
    matches!(data.imm, Imm::Barrier(barrier)
        if barrier.execution == Some(Scope::Workgroup) && barrier.memory == Scope::Workgroup && is_outer(barrier))
}

/// The data-flow problem: whether an outer access may lie between a point and the previous ordering barrier (forward)
/// or the next one (backward).
struct Flow<'a> {
    func: &'a Function,
    types: &'a Types,
    accesses: &'a Accesses,
    /// Whether the function is the entry point: no accesses precede or follow it.
    is_entry: bool,
    forward: bool,
}

impl Flow<'_> {
    /// The ordering barriers with no outer access between them and the previous (forward) or next (backward) one.
    fn redundant(&self) -> Vec<Inst> {
        let edges = Edges::new(self.func);
        // The bit at the end of each block, in the direction of the walk.
        let mut out = vec![false; self.func.blocks.len()];
        let mut redundant = Vec::new();
        loop {
            let mut changed = false;
            redundant.clear();
            for at in 0..self.func.layout.len() {
                let at = if self.forward { at } else { self.func.layout.len() - 1 - at };
                let block = self.func.layout[at];
                let start = self.start(&edges, &out, block, at == 0);
                let end = self.through(block, start, &mut redundant);
                changed |= end != std::mem::replace(&mut out[block.index()], end);
            }
            if !changed {
                return redundant;
            }
        }
    }

    /// The bit at the start of a block, in the direction of the walk. A caller may have accesses before and after its call.
    fn start(&self, edges: &Edges, out: &[bool], block: Block, first: bool) -> bool {
        if self.forward {
            let called = first && !self.is_entry;
            return called || edges.predecessors(block).iter().any(|from| out[from.index()]);
        }
        let mut targets = self.func.blocks[block].term.targets().peekable();
        let called = targets.peek().is_none() && !self.is_entry;
        called || targets.any(|target| out[target.block.index()])
    }

    /// The transfer function of a block. Returns the bit at its end, and appends its redundant barriers to `redundant`.
    fn through(&self, block: Block, mut dirty: bool, redundant: &mut Vec<Inst>) -> bool {
        let insts = &self.func.blocks[block].insts;
        for at in 0..insts.len() {
            let inst = insts[if self.forward { at } else { insts.len() - 1 - at }];
            let data = &self.func.insts[inst];
            if is_ordering(data) {
                if !dirty {
                    redundant.push(inst);
                }
                dirty = false;
            } else {
                dirty |= self.is_access(data);
            }
        }
        dirty
    }

    fn is_access(&self, data: &InstData) -> bool {
        match data.imm {
            Imm::Barrier(barrier) => is_outer(barrier),
            _ => {
                data.op == Op::Spirv
                    || data.imm.functions().next().is_some()
                    || self.accesses.ordered(self.func, self.types, data).is_some()
            }
        }
    }
}

/// Removes outer memory from redundant barriers, and memory without ordered accesses from all barriers.
fn relax(func: &mut Function, redundant: &[Inst], accesses: &Accesses) {
    let redundant: FxHashSet<Inst> = redundant.iter().copied().collect();
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        for k in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[k];
            let keeps = !redundant.contains(&inst);
            let data = &mut func.insts[inst];
            if is_ordering(data)
                && let Imm::Barrier(barrier) = &mut data.imm
            {
                barrier.kinds.buffer &= keeps && accesses.ordered_buffers;
                barrier.kinds.image &= keeps && accesses.ordered_images;
            }
        }
    }
}
