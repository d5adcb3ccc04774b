//! Lowers matrix operators (GLSL §5.9, §5.10) and constructors. Matrices are arrays of columns.

use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::types::component;
use crate::lower::values::rvalue::Rvalue;
use crate::types::{ScalarKind, Type, TypeKind};
use naga::BinaryOperator;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Value};

impl Lowerer<'_, '_> {
    /// Applies a function to a scalar or vector, or to each column of a matrix.
    pub(in crate::lower) fn each_column(
        &mut self,
        ty: Type,
        value: &Rvalue,
        apply: &mut dyn FnMut(&mut Self, Value) -> Value,
    ) -> Rvalue {
        match *self.kind(ty) {
            TypeKind::Matrix { columns, .. } => {
                let columns = self.columns(value, columns as u32);
                Rvalue::composite(
                    columns.into_iter().map(|column| Rvalue::Single(apply(self, column))).collect::<Vec<_>>(),
                )
            }
            _ => {
                let value = self.single(value);
                apply(self, value).into()
            }
        }
    }

    /// Returns the columns of a matrix.
    pub(in crate::lower) fn columns(&mut self, matrix: &Rvalue, count: u32) -> Vec<Value> {
        (0..count)
            .map(|index| {
                let column = self.constituent(matrix, index);
                self.single(&column)
            })
            .collect()
    }

    /// Builds a matrix from its columns.
    pub(in crate::lower) fn matrix(columns: impl IntoIterator<Item = Value>) -> Rvalue {
        Rvalue::composite(columns.into_iter().map(Rvalue::Single).collect::<Vec<_>>())
    }

    fn matrix_columns(&mut self, ty: Type, value: &Rvalue) -> Option<Vec<Value>> {
        match *self.kind(ty) {
            TypeKind::Matrix { columns, .. } => Some(self.columns(value, columns as u32)),
            _ => None,
        }
    }

    /// Lowers a binary operator with at least one matrix operand.
    pub(in crate::lower) fn matrix_binary(
        &mut self,
        op: BinaryOperator,
        (left, a): (Type, &Rvalue),
        (right, b): (Type, &Rvalue),
    ) -> Rvalue {
        let multiply = op == BinaryOperator::Multiply;
        match (self.matrix_columns(left, a), self.matrix_columns(right, b)) {
            (Some(a), Some(b)) if multiply => {
                let columns: Vec<Value> = b.into_iter().map(|column| self.transform(&a, column)).collect();
                Self::matrix(columns)
            }
            (Some(a), Some(b)) => {
                let columns: Vec<Value> = a
                    .into_iter()
                    .zip(b)
                    .map(|(a, b)| self.componentwise(op, ScalarKind::Float, a, b))
                    .collect();
                Self::matrix(columns)
            }
            (Some(a), None) => {
                let b = self.single(b);
                if multiply && matches!(self.kind(right), TypeKind::Vector(..)) {
                    return self.transform(&a, b).into();
                }
                let columns: Vec<Value> =
                    a.into_iter().map(|a| self.componentwise(op, ScalarKind::Float, a, b)).collect();
                Self::matrix(columns)
            }
            (None, Some(b)) => {
                let a = self.single(a);
                if multiply && matches!(self.kind(left), TypeKind::Vector(..)) {
                    let parts: Vec<Value> = b.into_iter().map(|column| self.dot(a, column)).collect();
                    return self.vector(&parts).into();
                }
                let columns: Vec<Value> =
                    b.into_iter().map(|b| self.componentwise(op, ScalarKind::Float, a, b)).collect();
                Self::matrix(columns)
            }
            (None, None) => a.clone(),
        }
    }

    /// Multiplies a matrix by a vector: the sum of the columns, each multiplied by a component of the vector.
    fn transform(&mut self, columns: &[Value], vector: Value) -> Value {
        let mut sum = None;
        for (index, &column) in columns.iter().enumerate() {
            let factor = self.component(vector, index as u32);
            let term = self.componentwise(BinaryOperator::Multiply, ScalarKind::Float, column, factor);
            sum = Some(match sum {
                None => term,
                Some(sum) => self.b.op(Op::FAdd, &[sum, term]),
            });
        }
        sum.unwrap_or(vector)
    }

    /// Computes the dot product of two float vectors or scalars.
    pub(in crate::lower) fn dot(&mut self, a: Value, b: Value) -> Value {
        let ty = self.b.func.ty(a);
        if !self.is_vector(ty) {
            return self.b.op(Op::FMul, &[a, b]);
        }
        let scalar = self.b.types.scalar(ty);
        self.b.inst_with_type(Op::FDot, Imm::None, &[a, b], scalar)
    }

    /// Returns the rows of a matrix.
    pub(in crate::lower) fn transpose(&mut self, columns: &[Value], rows: u32) -> Vec<Value> {
        (0..rows)
            .map(|row| {
                let parts: Vec<Value> = columns.iter().map(|&column| self.component(column, row)).collect();
                self.vector(&parts)
            })
            .collect()
    }

    /// Builds a matrix with a scalar on its diagonal.
    pub(in crate::lower) fn diagonal(&mut self, ty: Type, scalar: ExprHandle) -> Rvalue {
        let scalar = self.value(scalar);
        let zero = self.float_of(self.b.func.ty(scalar), 0.0);
        let (columns, rows) = self.matrix_size(ty);
        let columns: Vec<Value> = (0..columns)
            .map(|column| {
                let parts: Vec<Value> =
                    (0..rows).map(|row| if row == column { scalar } else { zero }).collect();
                self.vector(&parts)
            })
            .collect();
        Self::matrix(columns)
    }

    /// Constructs a matrix from another. Elements that the source matrix lacks are taken from the identity
    /// matrix.
    pub(in crate::lower) fn resize(&mut self, ty: Type, matrix: ExprHandle) -> Rvalue {
        let from = self.body.exprs[matrix].ty;
        let (old_columns, old_rows) = self.matrix_size(from);
        let value = self.expr(matrix);
        let old = self.columns(&value, old_columns);
        let (columns, rows) = self.matrix_size(ty);
        let scalar = component(self.kind(ty)).map_or(nvc_ir::Types::F32, crate::lower::types::scalar_type);
        let columns: Vec<Value> = (0..columns)
            .map(|column| {
                let parts: Vec<Value> = (0..rows)
                    .map(|row| match old.get(column as usize) {
                        Some(&column) if row < old_rows => self.component(column, row),
                        _ => self.b.float(scalar, if row == column { 1.0 } else { 0.0 }),
                    })
                    .collect();
                self.vector(&parts)
            })
            .collect();
        Self::matrix(columns)
    }

    /// Returns the number of columns and rows; (1, 1) for types that are not matrices.
    pub(in crate::lower) fn matrix_size(&self, ty: Type) -> (u32, u32) {
        match *self.kind(ty) {
            TypeKind::Matrix { columns, rows, .. } => (columns as u32, rows as u32),
            _ => (1, 1),
        }
    }
}
