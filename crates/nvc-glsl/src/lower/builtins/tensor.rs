//! Lowers GL_NV_cooperative_matrix2 and related extensions: tensor layouts and views, loads and stores through
//! them, reductions, transposes, element coordinates, and functions called per matrix element.

use crate::builtins::operation::CooperativeFunction as F;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::tree::ExprKind;
use crate::types::Type;
use nvc_ir::imm::Imm;
use nvc_ir::tensor::{Decode, Reduction};
use nvc_ir::types::{CoopMatrixType, TypeKind as IrKind};
use nvc_ir::{Op, Type as IrType, Value};

impl Lowerer<'_, '_> {
    /// Creates a tensor layout or view, or a copy with one property changed.
    pub(super) fn tensor(&mut self, op: Op, args: &[ExprHandle], ty: Type) -> Rvalue {
        let ty = self.value_type(ty);
        let values = match op {
            // The arguments are already part of the type.
            Op::TensorLayout | Op::TensorView => Vec::new(),
            _ => args.iter().map(|&arg| self.value(arg)).collect(),
        };
        self.b.inst_with_type(op, Imm::None, &values, ty).into()
    }

    /// Lowers a cooperative matrix function that takes a callback, moves elements or returns their coordinates.
    pub(super) fn element_function(&mut self, function: F, args: &[ExprHandle], ty: Type) -> Rvalue {
        match (function, args) {
            (F::LoadTensor, &[matrix, array, element, layout, ref rest @ ..]) => {
                self.load_tensor(matrix, [array, element, layout], rest);
            }
            (F::StoreTensor, &[matrix, array, element, layout, ref rest @ ..]) => {
                let value = self.value(matrix);
                let Some((pointer, access)) = self.matrix_pointer(array, element) else {
                    return Rvalue::void();
                };
                let mut operands = vec![pointer, value, self.value(layout)];
                operands.extend(rest.iter().map(|&view| self.value(view)));
                self.b.effect(Op::CoopStoreTensor, Imm::Access(access), &operands);
            }
            (F::Reduce, &[result, matrix, mask, combine]) => {
                let mask = self.known_bits(mask).and_then(|mask| u32::try_from(mask).ok());
                let (Some(reduction), Some(combine)) =
                    (mask.and_then(Reduction::from_mask), self.callback(combine, false))
                else {
                    self.internal_error("the mask of a reduction is not a constant");
                    return Rvalue::void();
                };
                let value = self.value(matrix);
                let value = self.unsigned_matrix(value);
                let to = self.value_type(self.body.exprs[result].ty);
                let ty = self.unsigned_type(to);
                let reduced =
                    self.b.inst_with_type(Op::CoopReduce, Imm::Reduce(reduction, combine), &[value], ty);
                self.write_matrix(result, reduced, to);
            }
            (F::PerElement, &[result, matrix, callee, ref others @ ..]) => {
                let Some(callee) = self.callback(callee, false) else { return Rvalue::void() };
                let mut values = vec![matrix];
                values.extend(others);
                let values: Vec<Value> = values
                    .into_iter()
                    .map(|value| {
                        let (value, ty) = (self.expr(value), self.body.exprs[value].ty);
                        let ty = self.value_type(ty);
                        let value = self.compose(&value, ty);
                        self.unsigned_matrix(value)
                    })
                    .collect();
                let to = self.value_type(self.body.exprs[result].ty);
                let ty = self.unsigned_type(to);
                let value = self.b.inst_with_type(Op::CoopPerElement, Imm::Function(callee), &values, ty);
                self.write_matrix(result, value, to);
            }
            (F::Transpose, &[result, matrix]) => {
                let value = self.value(matrix);
                let ty = self.value_type(self.body.exprs[result].ty);
                let value = self.b.inst_with_type(Op::CoopTranspose, Imm::None, &[value], ty);
                self.write_out(result, value);
            }
            (F::Coordinate, &[matrix, number]) => {
                let (matrix, number) = (self.value(matrix), self.value(number));
                let ty = self.value_type(ty);
                return self.b.inst_with_type(Op::CoopCoordinate, Imm::None, &[matrix, number], ty).into();
            }
            _ => self.internal_error("unexpected arguments of a cooperative matrix function"),
        }
        Rvalue::void()
    }

    /// Lowers a load through a tensor layout. `rest` may contain a view and functions that decode elements.
    fn load_tensor(
        &mut self,
        matrix: ExprHandle,
        [array, element, layout]: [ExprHandle; 3],
        rest: &[ExprHandle],
    ) {
        let Some((pointer, access)) = self.matrix_pointer(array, element) else { return };
        let lvalue = self.lvalue(matrix);
        let old = self.read_lvalue(&lvalue);
        let old = self.single(&old);
        let to = self.b.func.ty(old);
        let (mut views, mut decoders) = (Vec::new(), Vec::new());
        for &arg in rest {
            match self.body.exprs[arg].kind {
                ExprKind::Callback(_) => decoders.extend(self.callback(arg, true)),
                _ => views.push(self.value(arg)),
            }
        }
        let layout = self.value(layout);
        let value = match decoders[..] {
            [] => {
                let operands: Vec<Value> = [pointer, old, layout].into_iter().chain(views).collect();
                self.b.inst_with_type(Op::CoopLoadTensor, Imm::Access(access), &operands, to)
            }
            [function, ref vector @ ..] => {
                let old = self.unsigned_matrix(old);
                let operands: Vec<Value> = [pointer, old, layout].into_iter().chain(views).collect();
                let imm = Imm::Decode(Decode { access, function, vector: vector.first().copied() });
                let ty = self.b.func.ty(old);
                let value = self.b.inst_with_type(Op::CoopLoadDecoded, imm, &operands, ty);
                self.matrix_as(value, to)
            }
        };
        self.write_lvalue(&lvalue, &value.into());
    }

    fn write_matrix(&mut self, result: ExprHandle, value: Value, ty: IrType) {
        let value = self.matrix_as(value, ty);
        self.write_out(result, value);
    }

    /// Converts a matrix of signed integers to unsigned integers, which callbacks in the IR take. Other
    /// matrices are unchanged.
    fn unsigned_matrix(&mut self, value: Value) -> Value {
        let ty = self.unsigned_type(self.b.func.ty(value));
        self.matrix_as(value, ty)
    }

    fn unsigned_type(&mut self, ty: IrType) -> IrType {
        match *self.b.types.kind(ty) {
            IrKind::CoopMatrix(matrix) => {
                self.b.types.intern(IrKind::CoopMatrix(CoopMatrixType { signed: false, ..matrix }))
            }
            _ => ty,
        }
    }

    fn matrix_as(&mut self, value: Value, ty: IrType) -> Value {
        if self.b.func.ty(value) == ty { value } else { self.b.bitcast(value, ty) }
    }
}
