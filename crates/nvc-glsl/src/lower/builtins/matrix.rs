//! Matrix functions (GLSL 8.6).

use crate::lower::context::{E, Lowerer};
use crate::lower::values::rvalue::Val;
use crate::types::Type;
use naga::MathFunction as M;
use nvc_ir::{Op, Value};

impl Lowerer<'_, '_> {
    pub(super) fn matrix_function(&mut self, function: M, args: &[E], ty: Type) -> Val {
        if function == M::Outer {
            let [column, row] = self.values(args);
            let factors = self.components(row);
            let columns: Vec<Value> =
                factors.into_iter().map(|factor| self.op2(Op::FMul, column, factor)).collect();
            return Self::matrix(columns);
        }
        let Some(&arg) = args.first() else { return Val::void() };
        let (columns, rows) = self.matrix_size(self.body.exprs[arg].ty);
        let value = self.expr(arg);
        let columns = self.columns(&value, columns);
        let elements: Vec<Vec<Value>> = columns.iter().map(|&column| self.components(column)).collect();
        match function {
            M::Transpose => {
                let rows = self.transpose(&columns, rows);
                Self::matrix(rows)
            }
            M::Determinant => self.minor(&elements, &[], &[]).into(),
            M::Inverse => self.inverse(&elements),
            _ => {
                self.fault("a matrix function without lowering");
                let ty = self.value_type(ty);
                self.b.undef(ty).into()
            }
        }
    }

    /// The determinant without some columns and rows, by cofactors of the first column that is left.
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

    /// The adjugate over the determinant.
    fn inverse(&mut self, elements: &[Vec<Value>]) -> Val {
        let size = elements.len();
        // The cofactor of column i and row j stands in column j and row i of the inverse.
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
        // Along the first row: its elements times their cofactors.
        let mut determinant: Option<Value> = None;
        for (column, &cofactor) in elements.iter().zip(cofactors.first().into_iter().flatten()) {
            let Some(&element) = column.first() else { continue };
            let term = self.b.op(Op::FMul, &[element, cofactor]);
            determinant = Some(match determinant {
                None => term,
                Some(sum) => self.b.op(Op::FAdd, &[sum, term]),
            });
        }
        let Some(determinant) = determinant else { return Val::void() };
        let one = self.float_of(self.b.func.ty(determinant), 1.0);
        let scale = self.b.op(Op::FDiv, &[one, determinant]);
        let columns: Vec<Value> = cofactors
            .into_iter()
            .map(|column| {
                let column = self.vector(&column);
                self.op2(Op::FMul, column, scale)
            })
            .collect();
        Self::matrix(columns)
    }
}
