//! Lowers cooperative matrix functions (GL_NV_cooperative_matrix, GL_NV_integer_cooperative_matrix,
//! GL_KHR_cooperative_matrix), operators of cooperative matrices and vectors, and conversions of cooperative matrices.

use crate::builtins::operation::CooperativeFunction as F;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::memory::Base;
use crate::lower::values::rvalue::Rvalue;
use crate::types::{CoopMatrix, Type, TypeKind};
use naga::BinaryOperator;
use nvc_ir::imm::{Access, Imm};
use nvc_ir::types::{CoopMatrixType, TypeKind as IrKind};
use nvc_ir::{Op, Type as IrType, Types, Value};

impl Lowerer<'_, '_> {
    pub(super) fn cooperative(&mut self, function: F, args: &[ExprHandle], ty: Type) -> Rvalue {
        match (function, args) {
            (F::Load, &[matrix, array, element, stride, layout]) => {
                let ty = self.value_type(self.body.exprs[matrix].ty);
                let Some((pointer, access)) = self.matrix_pointer(array, element) else {
                    return Rvalue::void();
                };
                let (stride, layout) = (self.stride(stride), self.layout(layout));
                let imm = Imm::Access(access);
                let value = self.b.inst_with_type(Op::CoopLoad, imm, &[pointer, stride, layout], ty);
                self.write_out(matrix, value);
                Rvalue::void()
            }
            (F::Store, &[matrix, array, element, stride, layout]) => {
                let value = self.value(matrix);
                let Some((pointer, access)) = self.matrix_pointer(array, element) else {
                    return Rvalue::void();
                };
                let (stride, layout) = (self.stride(stride), self.layout(layout));
                self.b.effect(Op::CoopStore, Imm::Access(access), &[pointer, value, stride, layout]);
                Rvalue::void()
            }
            (F::MulAdd, &[a, b, c, ref options @ ..]) => {
                // 0x10 is `gl_MatrixOperandsSaturatingAccumulation`.
                let saturates = options.first().and_then(|&e| self.known_bits(e)).unwrap_or(0) & 0x10 != 0;
                let (a, b, c) = (self.value(a), self.value(b), self.value(c));
                let ty = self.value_type(ty);
                // Only integers saturate.
                let op =
                    if saturates && self.b.types.is_int(ty) { Op::CoopMulAddSat } else { Op::CoopMulAdd };
                self.b.inst_with_type(op, Imm::None, &[a, b, c], ty).into()
            }
            _ => self.element_function(function, args, ty),
        }
    }

    /// Returns a pointer to an array element in memory, and the qualifiers of accesses to the element.
    pub(super) fn matrix_pointer(
        &mut self,
        array: ExprHandle,
        element: ExprHandle,
    ) -> Option<(Value, Access)> {
        let memory = self.memory_of(array)?;
        let TypeKind::Array(part, _) = *self.kind(memory.ty) else {
            self.internal_error("a cooperative matrix in memory that is not an array");
            return None;
        };
        let index = self.index_into(&memory, element);
        let location = self.element(memory, index, part);
        let Base::Pointer(pointer) = location.base else { return None };
        let access =
            Access { align: location.align, volatile: location.volatile, coherent: location.coherent };
        Some((pointer, access))
    }

    fn stride(&mut self, stride: ExprHandle) -> Value {
        let stride = self.value(stride);
        self.convert_to_32_bits(stride)
    }

    /// Returns the layout operand as a bool, true for column-major. GLSL passes either a bool or an integer.
    fn layout(&mut self, layout: ExprHandle) -> Value {
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

    /// Lowers a componentwise operator on cooperative matrices or vectors, or a product with a scalar.
    pub(in crate::lower) fn coop_binary(
        &mut self,
        op: BinaryOperator,
        (left, a): (Type, &Rvalue),
        (right, b): (Type, &Rvalue),
    ) -> Value {
        let (a, b) = (self.single(a), self.single(b));
        match (self.kind(left), self.kind(right)) {
            (TypeKind::CoopMatrix(matrix), TypeKind::CoopMatrix(_)) => {
                self.componentwise(op, matrix.scalar.kind, a, b)
            }
            // SPV_NV_cooperative_vector has division, but no remainder.
            (TypeKind::CoopVector(vector), TypeKind::CoopVector(_)) if op == BinaryOperator::Modulo => {
                let quotient = self.componentwise(BinaryOperator::Divide, vector.scalar.kind, a, b);
                let multiple = self.b.op(Op::IMul, &[quotient, b]);
                self.b.op(Op::ISub, &[a, multiple])
            }
            (TypeKind::CoopVector(vector), TypeKind::CoopVector(_)) => {
                self.componentwise(op, vector.scalar.kind, a, b)
            }
            (TypeKind::CoopMatrix(_) | TypeKind::CoopVector(_), _) => self.b.op(Op::CoopScale, &[a, b]),
            _ => self.b.op(Op::CoopScale, &[b, a]),
        }
    }

    /// Converts a matrix to the matrix use of another type.
    fn convert_use(&mut self, value: Value, ty: IrType) -> Value {
        let kinds = (self.b.types.kind(self.b.func.ty(value)), self.b.types.kind(ty));
        let (&IrKind::CoopMatrix(from), &IrKind::CoopMatrix(to)) = kinds else { return value };
        if from.usage == to.usage {
            return value;
        }
        let ty = self.b.types.intern(IrKind::CoopMatrix(CoopMatrixType { usage: to.usage, ..from }));
        self.b.inst_with_type(Op::CoopConvertUse, Imm::None, &[value], ty)
    }

    /// Converts the components and the use of a matrix. Integer components are first converted to the new width,
    /// extended according to the signedness of the source, and then to the new signedness. The use changes with
    /// the first conversion.
    pub(in crate::lower) fn convert_coop(
        &mut self,
        value: Value,
        from: CoopMatrix,
        to: CoopMatrix,
        ty: IrType,
    ) -> Value {
        let integers = from.scalar.is_integer() && to.scalar.is_integer();
        let value = match from.scalar.width == to.scalar.width && (integers || from.scalar == to.scalar) {
            true => self.convert_use(value, ty),
            false => value,
        };
        if from.scalar == to.scalar {
            return value;
        }
        if !integers || from.scalar.kind == to.scalar.kind {
            return self.convert_to(value, from.scalar, to.scalar, ty);
        }
        let IrKind::CoopMatrix(mut matrix) = *self.b.types.kind(ty) else { return value };
        matrix.signed = !matrix.signed;
        let widened = self.b.types.intern(IrKind::CoopMatrix(matrix));
        let value = match from.scalar.width == to.scalar.width {
            true => value,
            false => {
                let middle = crate::types::Scalar { kind: from.scalar.kind, width: to.scalar.width };
                self.convert_to(value, from.scalar, middle, widened)
            }
        };
        self.b.bitcast(value, ty)
    }
}
