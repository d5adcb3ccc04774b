//! Cooperative matrices (NV_cooperative_matrix, NV_integer_cooperative_matrix, KHR_cooperative_matrix).

use crate::builtins::operation::CooperativeFunction as F;
use crate::lower::context::{E, Lowerer};
use crate::lower::memory::Base;
use crate::lower::values::rvalue::Val;
use crate::types::{CoopMatrix, Type, TypeKind};
use naga::{BinaryOperator, ScalarKind as K};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::types::TypeKind as IrKind;
use nvc_ir::{Op, Type as IrType, Types, Value};

impl Lowerer<'_, '_> {
    pub(super) fn cooperative(&mut self, function: F, args: &[E], ty: Type) -> Val {
        match (function, args) {
            (F::Load, &[matrix, array, element, stride, layout]) => {
                let ty = self.value_type(self.body.exprs[matrix].ty);
                let Some((pointer, access)) = self.matrix_place(array, element) else { return Val::void() };
                let (stride, layout) = (self.stride(stride), self.layout(layout));
                let imm = Imm::Access(access);
                let value = self.b.inst_with_type(Op::CoopLoad, imm, &[pointer, stride, layout], ty);
                self.write_out(matrix, value);
                Val::void()
            }
            (F::Store, &[matrix, array, element, stride, layout]) => {
                let value = self.value(matrix);
                let Some((pointer, access)) = self.matrix_place(array, element) else { return Val::void() };
                let (stride, layout) = (self.stride(stride), self.layout(layout));
                self.b.effect(Op::CoopStore, Imm::Access(access), &[pointer, value, stride, layout]);
                Val::void()
            }
            (F::MulAdd, &[a, b, c, ref options @ ..]) => {
                let saturates = options.first().and_then(|&e| self.known_bits(e)).unwrap_or(0) & 0x10 != 0;
                let (a, b, c) = (self.value(a), self.value(b), self.value(c));
                let ty = self.value_type(ty);
                // Floats have nothing to be clamped to.
                let op =
                    if saturates && self.b.types.is_int(ty) { Op::CoopMulAddSat } else { Op::CoopMulAdd };
                self.b.inst_with_type(op, Imm::None, &[a, b, c], ty).into()
            }
            _ => {
                self.fault("a cooperative matrix function with other arguments");
                Val::void()
            }
        }
    }

    /// A pointer to an element of an array in memory, and how it is accessed.
    fn matrix_place(&mut self, array: E, element: E) -> Option<(Value, Access)> {
        let memory = self.memory_of(array)?;
        let TypeKind::Array(part, _) = *self.kind(memory.ty) else {
            self.fault("a cooperative matrix in what is no array");
            return None;
        };
        let index = self.index(element);
        let place = self.element(memory, index, part);
        let Base::Pointer(pointer) = place.base else { return None };
        let access = Access { align: place.align, volatile: place.volatile, coherent: place.coherent };
        Some((pointer, access))
    }

    fn stride(&mut self, stride: E) -> Value {
        let stride = self.value(stride);
        self.word(stride)
    }

    /// Whether columns are contiguous: a bool, or a number that is 1 for them.
    fn layout(&mut self, layout: E) -> Value {
        let value = self.value(layout);
        let ty = self.b.func.ty(value);
        if ty == Types::BOOL {
            return value;
        }
        match self.b.func.as_bits(value) {
            Some(bits) => self.b.bool(bits & 1 != 0),
            None => {
                let zero = self.b.bits(ty, 0);
                self.b.op(Op::INe, &[value, zero])
            }
        }
    }

    /// An operator on matrices element by element, or a product with a scalar.
    pub(in crate::lower) fn coop_binary(
        &mut self,
        op: BinaryOperator,
        (left, a): (Type, &Val),
        (right, b): (Type, &Val),
    ) -> Value {
        let (a, b) = (self.one(a), self.one(b));
        match (self.kind(left), self.kind(right)) {
            (TypeKind::CoopMatrix(matrix), TypeKind::CoopMatrix(_)) => {
                self.componentwise(op, matrix.scalar.kind, a, b)
            }
            (TypeKind::CoopMatrix(_), _) => self.b.op(Op::CoopScale, &[a, b]),
            _ => self.b.op(Op::CoopScale, &[b, a]),
        }
    }

    /// Conversion of the components. Widths change with the sign that is there; then the sign changes.
    pub(in crate::lower) fn convert_coop(
        &mut self,
        value: Value,
        from: CoopMatrix,
        to: CoopMatrix,
        ty: IrType,
    ) -> Value {
        let integers = from.scalar.kind != K::Float && to.scalar.kind != K::Float;
        if !integers || from.scalar.kind == to.scalar.kind {
            return self.convert_to(value, from.scalar, to.scalar, ty);
        }
        let IrKind::CoopMatrix(mut matrix) = *self.b.types.kind(ty) else { return value };
        matrix.signed = !matrix.signed;
        let widened = self.b.types.intern(IrKind::CoopMatrix(matrix));
        let value = match from.scalar.width == to.scalar.width {
            true => value,
            false => {
                let middle = naga::Scalar { kind: from.scalar.kind, width: to.scalar.width };
                self.convert_to(value, from.scalar, middle, widened)
            }
        };
        self.b.bitcast(value, ty)
    }
}
