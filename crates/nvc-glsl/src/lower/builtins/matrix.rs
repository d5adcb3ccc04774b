//! Lowers matrix functions (GLSL §8.6).

use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::types::Type;
use naga::MathFunction as M;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Type as IrType, Types, Value};

impl Lowerer<'_, '_> {
    pub(super) fn matrix_function(&mut self, function: M, args: &[ExprHandle], ty: Type) -> Rvalue {
        if function == M::Outer {
            let [column, row] = self.values(args);
            let factors = self.components(row);
            let columns: Vec<Value> =
                factors.into_iter().map(|factor| self.op2(Op::FMul, column, factor)).collect();
            return Self::matrix(columns);
        }
        let Some(&arg) = args.first() else { return Rvalue::void() };
        let (columns, rows) = self.matrix_size(self.body.exprs[arg].ty);
        let value = self.expr(arg);
        let columns = self.columns(&value, columns);
        let elements: Vec<Vec<Value>> = columns.iter().map(|&column| self.components(column)).collect();
        match function {
            M::Transpose => {
                let rows = self.transpose(&columns, rows);
                Self::matrix(rows)
            }
            M::Determinant | M::Inverse => {
                let Some(&first) = elements.first().and_then(|column| column.first()) else {
                    return Rvalue::void();
                };
                let ty = self.b.func.ty(first);
                let wide = self.widen(elements);
                match function {
                    M::Determinant => {
                        let determinant = self.minor(&wide, &[], &[]);
                        self.narrow(determinant, ty).into()
                    }
                    _ => self.inverse(&wide, ty),
                }
            }
            _ => {
                self.internal_error("a matrix function is not lowered");
                let ty = self.value_type(ty);
                self.b.undef(ty).into()
            }
        }
    }

    /// Converts halves to single precision; other elements are unchanged. The products of a cofactor
    /// expansion would lose precision in half, so the result is rounded once at the end.
    fn widen(&mut self, elements: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
        let mut widen = |value| match self.b.func.ty(value) == Types::F16 {
            true => self.b.inst_with_type(Op::FConvert, Imm::None, &[value], Types::F32),
            false => value,
        };
        elements.into_iter().map(|column| column.into_iter().map(&mut widen).collect()).collect()
    }

    /// Converts a scalar or vector that was computed from widened elements back to components of type
    /// `scalar`.
    fn narrow(&mut self, value: Value, scalar: IrType) -> Value {
        let wide = self.b.func.ty(value);
        if self.b.types.scalar(wide) == scalar {
            return value;
        }
        let count = self.b.types.components(wide);
        let ty = self.b.types.vector(scalar, count);
        self.b.inst_with_type(Op::FConvert, Imm::None, &[value], ty)
    }

    /// Computes a minor: the determinant without the given columns and rows, by cofactor expansion along the
    /// first remaining column.
    fn minor(&mut self, elements: &[Vec<Value>], columns: &[usize], rows: &[usize]) -> Value {
        let left = |without: &[usize]| {
            let without = without.to_vec();
            (0..elements.len()).filter(move |index| !without.contains(index)).collect::<Vec<_>>()
        };
        let (kept_columns, kept_rows) = (left(columns), left(rows));
        let at = |column: usize, row: usize| elements.get(column).and_then(|c| c.get(row)).copied();
        match (&kept_columns[..], &kept_rows[..]) {
            (&[column], &[row]) => match at(column, row) {
                Some(value) => value,
                None => self.b.f32(0.0),
            },
            (&[column, ..], _) => {
                let mut sum: Option<Value> = None;
                for (index, &row) in kept_rows.iter().enumerate() {
                    let Some(element) = at(column, row) else { continue };
                    let rest = self.minor(elements, &[columns, &[column]].concat(), &[rows, &[row]].concat());
                    let term = self.b.op(Op::FMul, &[element, rest]);
                    sum = Some(match sum {
                        None => term,
                        Some(sum) => {
                            self.b.op(if index % 2 == 0 { Op::FAdd } else { Op::FSub }, &[sum, term])
                        }
                    });
                }
                sum.unwrap_or_else(|| self.b.f32(0.0))
            }
            _ => self.b.f32(1.0),
        }
    }

    /// Lowers `inverse` to the adjugate divided by the determinant, with components of type `scalar`.
    /// SPIR-V's `MatrixInverse` takes matrix types, which the IR does not have; drivers expand it to the same
    /// products.
    fn inverse(&mut self, elements: &[Vec<Value>], scalar: IrType) -> Rvalue {
        let size = elements.len();
        // The cofactor of column i and row j is the element of the adjugate in column j and row i.
        let cofactors: Vec<Vec<Value>> = (0..size)
            .map(|row| {
                (0..size)
                    .map(|column| {
                        let minor = self.minor(elements, &[column], &[row]);
                        if (row + column) % 2 == 0 { minor } else { self.b.op(Op::FNeg, &[minor]) }
                    })
                    .collect()
            })
            .collect();
        // Cofactor expansion along the first row.
        let mut determinant: Option<Value> = None;
        for (column, &cofactor) in elements.iter().zip(cofactors.first().into_iter().flatten()) {
            let Some(&element) = column.first() else { continue };
            let term = self.b.op(Op::FMul, &[element, cofactor]);
            determinant = Some(match determinant {
                None => term,
                Some(sum) => self.b.op(Op::FAdd, &[sum, term]),
            });
        }
        let Some(determinant) = determinant else { return Rvalue::void() };
        let one = self.float_of(self.b.func.ty(determinant), 1.0);
        let scale = self.b.op(Op::FDiv, &[one, determinant]);
        let columns: Vec<Value> = cofactors
            .into_iter()
            .map(|column| {
                let column = self.vector(&column);
                let column = self.op2(Op::FMul, column, scale);
                self.narrow(column, scalar)
            })
            .collect();
        Self::matrix(columns)
    }
}
