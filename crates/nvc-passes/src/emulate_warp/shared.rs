//! Shared memory for emulated warps: arrays with one slot per invocation.

use super::lanes::WIDTH;
use crate::arith::fold_const;
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::{Access, Imm};
use nvc_ir::types::Length;
use nvc_ir::{
    Builder, Extent, Global, GlobalData, GlobalKind, Module, Op, Space, SpecConst, SpecConstData,
    SpecConstKind, SpecOperand, Type, TypeKind, Types, Value,
};

/// An integer that is fixed or a specialization constant.
#[derive(Clone, Copy)]
pub(super) enum Count {
    Fixed(u32),
    Spec(SpecConst),
}

/// An array in shared memory with one slot per invocation of the work group. A slot consists of 32-bit words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slots {
    global: Global,
    ty: Type,
    /// Words per slot.
    pub stride: u32,
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

/// The number of invocations in a work group of this size.
pub(super) fn total(module: &mut Module, size: [Extent; 3]) -> Count {
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
