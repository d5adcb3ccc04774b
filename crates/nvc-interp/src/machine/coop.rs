//! Cooperative matrix multiply-add.

use super::Machine;
use super::frame::Warp;
use crate::code::{CoopOperand, CoopStep};
use crate::column::Registers;
use crate::kernels::{Kind, single};

impl Machine<'_> {
    /// Runs a multiply-add, whose operands are divided between the lanes of the warp.
    pub(super) fn product(&mut self, warp: &mut Warp, step: &CoopStep) {
        let lanes = self.lanes() as usize;
        let mut results = Vec::with_capacity(step.rows * step.columns);
        for row in 0..step.rows {
            for column in 0..step.columns {
                let registers = &warp.registers;
                let pairs = (0..step.common).map(|k| {
                    let left = element(registers, &step.left, row * step.common + k, lanes);
                    (left, element(registers, &step.right, k * step.columns + column, lanes))
                });
                let sum = element(registers, &step.sum, row * step.columns + column, lanes);
                results.push(match step.sum.kind {
                    kind if kind.is_float() => floats(step, kind, pairs, sum),
                    kind if step.saturates => saturated(step, kind, pairs, sum),
                    kind => integers(step, kind, pairs, sum),
                });
            }
        }
        // Count the products of elements as steps.
        let products = results.len() as u64 * step.common as u64;
        self.steps = self.steps.saturating_add(products / lanes as u64);
        for (n, value) in results.into_iter().enumerate() {
            if let Some(&slot) = step.dst.get(n / lanes) {
                warp.registers.set(slot, n % lanes, value);
            }
        }
    }
}

/// An element by its row-major index.
fn element(registers: &Registers, matrix: &CoopOperand, number: usize, lanes: usize) -> u64 {
    matrix.slots.get(number / lanes).map_or(0, |&slot| registers.get(slot, number % lanes))
}

/// Sums products in 64 bits and rounds once: the order of sums is implementation-defined.
fn floats(step: &CoopStep, kind: Kind, pairs: impl Iterator<Item = (u64, u64)>, sum: u64) -> u64 {
    let value = single::value;
    let products = pairs.map(|(x, y)| value(step.left.kind, x) * value(step.right.kind, y));
    single::rounded(kind, products.fold(value(kind, sum), |sum, product| sum + product))
}

/// Sums products with wrapping.
fn integers(step: &CoopStep, kind: Kind, pairs: impl Iterator<Item = (u64, u64)>, sum: u64) -> u64 {
    let products = pairs.map(|(x, y)| extended(&step.left, x).wrapping_mul(extended(&step.right, y)));
    let all = u64::MAX >> (64 - u32::from(kind.bits().clamp(1, 64)));
    products.fold(sum, u64::wrapping_add) & all
}

/// Sums exact products and saturates once.
fn saturated(step: &CoopStep, kind: Kind, pairs: impl Iterator<Item = (u64, u64)>, sum: u64) -> u64 {
    let number = |matrix: &CoopOperand, x| match matrix.signed {
        true => i128::from(extended(matrix, x) as i64),
        false => i128::from(extended(matrix, x)),
    };
    let products = pairs.map(|(x, y)| number(&step.left, x).wrapping_mul(number(&step.right, y)));
    let exact = products.fold(number(&step.sum, sum), i128::wrapping_add);
    let bits = u32::from(kind.bits().clamp(1, 64));
    let (min, max) = match step.sum.signed {
        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    };
    exact.clamp(min, max) as u64 & (u64::MAX >> (64 - bits))
}

/// An element, sign- or zero-extended by its matrix's signedness.
fn extended(matrix: &CoopOperand, bits: u64) -> u64 {
    let unused = 64 - u32::from(matrix.kind.bits().clamp(1, 64));
    if matrix.signed { ((bits << unused) as i64 >> unused) as u64 } else { bits }
}
