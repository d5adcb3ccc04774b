//! Evaluates single elementwise operations, for the prover in `crates/lab`. Compiled only with the feature `proofs`.

pub use crate::column::{Column, WIDTH};
use crate::column::{Mask, Registers};
use crate::kernels::{Kind, elementwise, rounded};
use nvc_ir::{Imm, Op, Type, Types};

/// Returns the results of an elementwise operation in all lanes. `from` is the type of the first operand, `to` the type
/// of the result. `None` if the operation has no kernel for these types.
pub fn evaluate(types: &Types, op: Op, imm: Imm, from: Type, to: Type, args: &[Column]) -> Option<Column> {
    let (from, to) = (Kind::of(types, from)?, Kind::of(types, to)?);
    let kernel = match imm {
        Imm::Rounding(rounding) => rounded(rounding, from, to)?,
        _ => elementwise(op, from, to)?,
    };
    let mut columns = vec![[0; WIDTH]; 5];
    columns.iter_mut().zip(args).for_each(|(column, arg)| *column = *arg);
    let mut registers = Registers::new(columns);
    kernel(&mut registers, Mask::MAX, 4, &[0, 1, 2, 3]);
    Some(*registers.column(4))
}
