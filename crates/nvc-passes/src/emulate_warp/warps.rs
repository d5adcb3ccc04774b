//! State that the emulated operations of a module share: operand slots, helper functions, and the barrier between
//! publishing and collecting.

use super::helpers::Helpers;
use super::lanes::{self, WIDTH};
use super::shared::{Count, Slots, total};
use super::{communicates, instructions, words};
use nvc_ir::imm::{Barrier, Imm, MemoryKinds, Scope};
use nvc_ir::{Builder, Const, Extent, InstData, Module, Op, OwnedInst, Types, Value};

/// State that all operations of a module share.
pub(super) struct Warps {
    /// The number of invocations in a work group.
    pub total: Count,
    /// The slots that operands are published in.
    pub values: Slots,
    /// Helper functions generated so far.
    pub helpers: Helpers,
    /// The barrier between publishing and collecting.
    barrier: Barrier,
}

impl Warps {
    /// Declares the slots for the operations of a module.
    pub fn declare(module: &mut Module) -> Self {
        let size = module.entry.as_ref().map_or([Extent::Fixed(1); 3], |entry| entry.workgroup_size);
        let total = total(module, size);
        let stride = stride(module);
        let values = Slots::declare(module, "warp_values", total, stride);
        Warps { total, values, helpers: Helpers::new(module), barrier: barrier(module) }
    }

    /// Emits a barrier of the work group.
    pub fn wait(&self, b: &mut Builder<'_>) {
        b.effect(Op::Barrier, Imm::Barrier(self.barrier), &[]);
    }

    /// The mask of the warp's lanes that have an invocation: the last warp may be partial.
    pub fn existing_lanes(&self, b: &mut Builder<'_>) -> Value {
        let total = match self.total {
            Count::Fixed(total) if total % WIDTH == 0 => return b.i32(u32::MAX),
            Count::Fixed(total @ 0..WIDTH) => return b.i32((1 << total) - 1),
            Count::Fixed(total) => b.i32(total),
            Count::Spec(spec) => b.func.constant(Types::I32, Const::Spec(spec)),
        };
        let base = lanes::base(b);
        let width = b.i32(WIDTH);
        let rest = b.op(Op::ISub, &[total, base]);
        let count = b.op(Op::UMin, &[rest, width]);
        let missing = b.op(Op::ISub, &[width, count]);
        let all = b.i32(u32::MAX);
        b.op(Op::LShr, &[all, missing])
    }

    /// The number of invocations of a work group.
    pub fn total_value(&self, b: &mut Builder<'_>) -> Value {
        match self.total {
            Count::Fixed(total) => b.i32(total),
            Count::Spec(spec) => b.func.constant(Types::I32, Const::Spec(spec)),
        }
    }

    /// Writes an operation's operand to the invocation's slot.
    pub fn publish(&self, b: &mut Builder<'_>, data: &OwnedInst) {
        let Some(&operand) = data.args.first() else { return };
        for (index, word) in (0..).zip(words::of(b, operand)) {
            let index_in_group = lanes::local_index(b);
            self.values.store(b, index_in_group, index, word);
        }
    }

    /// Appends the helper functions to the module.
    pub fn add_helpers(self, module: &mut Module) {
        self.helpers.add_to(module);
    }
}

/// Whether an operation must publish its operand. A vote on a constant depends only on which lanes are active.
pub(super) fn needs_publishing(func: &nvc_ir::Function, data: &InstData) -> bool {
    match (data.op, data.args.first()) {
        (Op::SubgroupBallot | Op::SubgroupAll | Op::SubgroupAny, Some(&x)) => func.as_bits(x).is_none(),
        (_, operand) => operand.is_some(),
    }
}

/// The size of the widest exchanged operand, in 32-bit words.
fn stride(module: &Module) -> u32 {
    let insts = module.functions.values().flat_map(|func| func.insts().map(move |(_, data)| (func, data)));
    let counts = insts.filter(|(_, data)| communicates(data)).filter_map(|(func, data)| {
        data.args.first().map(|&operand| words::count(&module.types, func.ty(operand)))
    });
    counts.max().unwrap_or(1).max(1)
}

/// The barrier of the work group. It orders shared memory and all memory that any execution barrier of the module orders.
fn barrier(module: &Module) -> Barrier {
    let mut all = Barrier {
        execution: Some(Scope::Workgroup),
        memory: Scope::Workgroup,
        kinds: MemoryKinds { workgroup: true, ..MemoryKinds::default() },
    };
    for data in instructions(module) {
        if let Imm::Barrier(barrier) = data.imm()
            && barrier.execution.is_some()
        {
            if barrier.memory == Scope::Device {
                all.memory = Scope::Device;
            }
            all.kinds.buffer |= barrier.kinds.buffer;
            all.kinds.image |= barrier.kinds.image;
        }
    }
    all
}
