//! Shared memory of emulated warps: slots for operands, and the mask of lanes that exist.

use super::helpers::Helpers;
use super::lanes::{self, WIDTH};
use super::{communicates, instructions, words};
use crate::arith::fold_const;
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::{Access, Barrier, Imm, MemoryKinds, Scope};
use nvc_ir::types::Length;
use nvc_ir::{
    Builder, Const, Extent, Global, GlobalData, GlobalKind, InstData, Module, Op, Space, SpecConst,
    SpecConstData, SpecConstKind, SpecOperand, Type, TypeKind, Types, Value,
};

/// A number that is fixed or a specialization constant.
#[derive(Clone, Copy)]
pub(super) enum Count {
    Fixed(u32),
    Spec(SpecConst),
}

/// An array in shared memory with a slot of words for each invocation of the work group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slots {
    global: Global,
    ty: Type,
    /// Words per slot.
    pub stride: u32,
}

/// State that all operations of a module share.
pub(super) struct Warps {
    /// Invocations of a work group.
    pub total: Count,
    /// The slots for operands.
    pub values: Slots,
    /// Helper functions generated so far.
    pub helpers: Helpers,
    /// The barrier between publishing and collecting.
    barrier: Barrier,
}

impl Warps {
    /// Declares the slots that the operations of a module need.
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

    /// The mask of the lanes that exist in the warp: the last warp may have fewer than 32.
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
    pub fn publish(&self, b: &mut Builder<'_>, data: &InstData) {
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

/// Whether an operation exchanges its operand. A vote on a constant depends only on which lanes are active.
pub(super) fn needs_publishing(func: &nvc_ir::Function, data: &InstData) -> bool {
    match (data.op, data.args.first()) {
        (Op::SubgroupBallot | Op::SubgroupAll | Op::SubgroupAny, Some(&x)) => func.as_bits(x).is_none(),
        (_, operand) => operand.is_some(),
    }
}

impl Slots {
    /// Declares slots for all invocations of a work group, rounded up to whole warps.
    pub fn declare(module: &mut Module, name: &str, total: Count, stride: u32) -> Self {
        let length = match total {
            Count::Fixed(total) => Length::Fixed(total.next_multiple_of(WIDTH).saturating_mul(stride)),
            Count::Spec(spec) => {
                let rounded = spec_op(module, Op::IAdd, SpecOperand::Spec(spec), WIDTH - 1);
                let whole = spec_op(module, Op::And, SpecOperand::Spec(rounded), !(WIDTH - 1));
                Length::Spec(spec_op(module, Op::IMul, SpecOperand::Spec(whole), stride))
            }
        };
        let ty = module.types.intern(TypeKind::Array { element: Types::I32, length, stride: 0 });
        Slots { global: variable(module, name, ty), ty, stride }
    }

    /// A pointer to a word of an invocation's slot.
    fn word(&self, b: &mut Builder<'_>, invocation: Value, index: u32) -> Value {
        let start = fold_const_mul(b, invocation, self.stride);
        let place = fold_const(b, Op::IAdd, start, index);
        word(b, self.global, self.ty, place)
    }

    /// Loads a word of an invocation's slot.
    pub fn load(&self, b: &mut Builder<'_>, invocation: Value, index: u32) -> Value {
        let pointer = self.word(b, invocation, index);
        b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], Types::I32)
    }

    /// Stores a word of an invocation's slot.
    pub fn store(&self, b: &mut Builder<'_>, invocation: Value, index: u32, value: Value) {
        let pointer = self.word(b, invocation, index);
        b.effect(Op::Store, Imm::Access(Access::default()), &[pointer, value]);
    }
}

/// Declares a variable in shared memory.
pub(super) fn variable(module: &mut Module, name: &str, ty: Type) -> Global {
    module.globals.push(GlobalData {
        name: name.into(),
        kind: GlobalKind::Variable {
            space: Space::Workgroup,
            ty,
            binding: None,
            of: None,
            access: VariableAccess::default(),
        },
    })
}

/// A pointer to a word of an array in shared memory.
pub(super) fn word(b: &mut Builder<'_>, global: Global, ty: Type, place: Value) -> Value {
    let array = b.global_addr(global, Space::Workgroup, ty);
    let pointer = b.types.pointer(Space::Workgroup, Types::I32);
    b.inst_with_type(Op::AccessChain, Imm::None, &[array, place], pointer)
}

fn fold_const_mul(b: &mut Builder<'_>, x: Value, factor: u32) -> Value {
    if factor == 1 {
        return x;
    }
    let factor = b.i32(factor);
    b.op(Op::IMul, &[x, factor])
}

/// The size in words of the widest exchanged operand.
fn stride(module: &Module) -> u32 {
    let insts = module.functions.values().flat_map(|func| func.insts().map(move |(_, data)| (func, data)));
    let counts = insts.filter(|(_, data)| communicates(data)).filter_map(|(func, data)| {
        data.args.first().map(|&operand| words::count(&module.types, func.ty(operand)))
    });
    counts.max().unwrap_or(1).max(1)
}

/// The number of invocations in a work group.
fn total(module: &mut Module, size: [Extent; 3]) -> Count {
    let mut total = Count::Fixed(1);
    for extent in size {
        total = match (total, extent) {
            (Count::Fixed(n), Extent::Fixed(m)) => Count::Fixed(n.saturating_mul(m)),
            (Count::Fixed(1), Extent::Spec(spec)) => Count::Spec(spec),
            (Count::Fixed(n), Extent::Spec(spec)) => {
                Count::Spec(spec_op(module, Op::IMul, SpecOperand::Spec(spec), n))
            }
            (Count::Spec(spec), Extent::Fixed(1)) => Count::Spec(spec),
            (Count::Spec(spec), Extent::Fixed(m)) => {
                Count::Spec(spec_op(module, Op::IMul, SpecOperand::Spec(spec), m))
            }
            (Count::Spec(x), Extent::Spec(y)) => {
                let (x, y) = (SpecOperand::Spec(x), SpecOperand::Spec(y));
                Count::Spec(spec_op_of(module, Op::IMul, [x, y]))
            }
        };
    }
    total
}

fn spec_op(module: &mut Module, op: Op, x: SpecOperand, y: u32) -> SpecConst {
    spec_op_of(module, op, [x, SpecOperand::Bits(Types::I32, y.into())])
}

/// A specialization constant that is computed from other constants (`OpSpecConstantOp`).
fn spec_op_of(module: &mut Module, op: Op, operands: [SpecOperand; 2]) -> SpecConst {
    let [x, y] = operands.map(|operand| match operand {
        SpecOperand::Spec(spec) => module.spec_constants[spec].default as u32,
        SpecOperand::Bits(_, bits) => bits as u32,
        SpecOperand::Type(_) => 0,
    });
    let default = match op {
        Op::IAdd => x.wrapping_add(y),
        Op::And => x & y,
        _ => x.wrapping_mul(y),
    };
    module.spec_constants.push(SpecConstData {
        name: String::new(),
        ty: Types::I32,
        default: default.into(),
        kind: SpecConstKind::Op(op, operands.to_vec()),
    })
}

/// A barrier that orders shared memory and everything that any barrier of the module orders.
fn barrier(module: &Module) -> Barrier {
    let mut all = Barrier {
        execution: Some(Scope::Workgroup),
        memory: Scope::Workgroup,
        kinds: MemoryKinds { workgroup: true, ..MemoryKinds::default() },
    };
    for data in instructions(module) {
        if let Imm::Barrier(barrier) = data.imm
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
