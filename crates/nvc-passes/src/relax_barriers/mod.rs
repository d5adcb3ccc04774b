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
use nvc_ir::{Block, Function, Inst, InstRef, Module, Op};
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
    let has_ordering = |func: &Function| func.insts().any(|(_, data)| is_ordering(data));
    for (id, func) in module.functions.iter_mut().filter(|(_, func)| has_ordering(func)) {
        let is_entry = entry == Some(id);
        let events = Events::new(func, &accesses.ordered_in(id, func));
        let edges = Edges::new(func);
        for forward in [true, false] {
            let flow = Flow { func, events: &events, edges: &edges, is_entry, forward };
            let redundant = flow.redundant();
            relax(func, &events, &redundant, accesses);
        }
    }
}

/// Whether a barrier orders outer memory.
fn is_outer(barrier: Barrier) -> bool {
    barrier.kinds.buffer || barrier.kinds.image
}

/// Whether an instruction is an *ordering barrier*: an execution barrier of the work group that orders outer memory
/// within the work group.
fn is_ordering(data: InstRef<'_>) -> bool {
    matches!(data.imm(), Imm::Barrier(barrier)
        if barrier.execution == Some(Scope::Workgroup) && barrier.memory == Scope::Workgroup && is_outer(barrier))
}

/// What matters to the data-flow problem in a block, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// One or more accesses to outer memory that have to be ordered, or instructions that count as such.
    Access,
    /// Any barrier.
    Barrier(Inst),
}

/// The events of each block, in compressed sparse rows by position in the layout.
struct Events {
    /// The index in `list` of each block's first event, with one extra entry at the end.
    start: Vec<u32>,
    list: Vec<Event>,
}

impl Events {
    /// Collects the events of a function. `ordered` says which instructions are accesses that have to be ordered.
    fn new(func: &Function, ordered: &[bool]) -> Self {
        let (mut start, mut list) = (Vec::with_capacity(func.layout.len() + 1), Vec::new());
        for (_, block) in func.blocks_in_order() {
            start.push(list.len() as u32);
            for &inst in &block.insts {
                let data = func.inst(inst);
                let opaque = || data.op == Op::Spirv || data.imm().functions().next().is_some();
                if matches!(data.imm(), Imm::Barrier(_)) {
                    list.push(Event::Barrier(inst));
                } else if (ordered[inst.index()] || opaque())
                    && list.last().filter(|_| list.len() > start[start.len() - 1] as usize)
                        != Some(&Event::Access)
                {
                    list.push(Event::Access);
                }
            }
        }
        start.push(list.len() as u32);
        Events { start, list }
    }

    /// The events of the block at a position of the layout.
    fn at(&self, position: usize) -> &[Event] {
        &self.list[self.start[position] as usize..self.start[position + 1] as usize]
    }
}

/// The data-flow problem: whether an outer access may lie between a point and the previous ordering barrier (forward)
/// or the next one (backward).
struct Flow<'a> {
    func: &'a Function,
    events: &'a Events,
    edges: &'a Edges,
    /// Whether the function is the entry point: no accesses precede or follow it.
    is_entry: bool,
    forward: bool,
}

impl Flow<'_> {
    /// The ordering barriers with no outer access between them and the previous (forward) or next (backward) one.
    fn redundant(&self) -> Vec<Inst> {
        // The bit at the end of each block, in the direction of the walk.
        let mut out = vec![false; self.func.blocks.len()];
        let mut redundant = Vec::new();
        loop {
            let mut changed = false;
            redundant.clear();
            for at in 0..self.func.layout.len() {
                let at = if self.forward { at } else { self.func.layout.len() - 1 - at };
                let block = self.func.layout[at];
                let start = self.start(&out, block, at == 0);
                let end = self.through(at, start, &mut redundant);
                changed |= end != std::mem::replace(&mut out[block.index()], end);
            }
            if !changed {
                return redundant;
            }
        }
    }

    /// The bit at the start of a block, in the direction of the walk. A caller may have accesses before and after its call.
    fn start(&self, out: &[bool], block: Block, first: bool) -> bool {
        if self.forward {
            let called = first && !self.is_entry;
            return called || self.edges.predecessors(block).iter().any(|from| out[from.index()]);
        }
        let mut targets = self.func.blocks[block].term.targets().peekable();
        let called = targets.peek().is_none() && !self.is_entry;
        called || targets.any(|target| out[target.block.index()])
    }

    /// The transfer function of the block at a position of the layout. Returns the bit at its end, and appends its redundant
    /// barriers to `redundant`.
    fn through(&self, position: usize, mut dirty: bool, redundant: &mut Vec<Inst>) -> bool {
        let events = self.events.at(position);
        for at in 0..events.len() {
            match events[if self.forward { at } else { events.len() - 1 - at }] {
                Event::Access => dirty = true,
                Event::Barrier(inst) => {
                    let data = self.func.inst(inst);
                    if is_ordering(data) {
                        if !dirty {
                            redundant.push(inst);
                        }
                        dirty = false;
                    } else if let Imm::Barrier(barrier) = data.imm() {
                        dirty |= is_outer(barrier);
                    }
                }
            }
        }
        dirty
    }
}

/// Removes outer memory from redundant barriers, and memory without ordered accesses from all barriers.
fn relax(func: &mut Function, events: &Events, redundant: &[Inst], accesses: &Accesses) {
    let redundant: FxHashSet<Inst> = redundant.iter().copied().collect();
    for event in &events.list {
        let Event::Barrier(inst) = *event else { continue };
        if is_ordering(func.inst(inst))
            && let Imm::Barrier(mut barrier) = func.imm(inst)
        {
            let keeps = !redundant.contains(&inst);
            barrier.kinds.buffer &= keeps && accesses.ordered_buffers;
            barrier.kinds.image &= keeps && accesses.ordered_images;
            func.set_imm(inst, Imm::Barrier(barrier));
        }
    }
}
