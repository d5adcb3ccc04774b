//! Executes operations on cooperative matrices: those that exchange elements between invocations, memory accesses,
//! calls for each element, and element coordinates.

use super::Machine;
use super::frame::Warp;
use crate::code::{Callback, CoopOperand, CoopStep, MatrixStep, PerElementStep, Spread};
use crate::column::{Mask, Slot, WIDTH, lanes};
use crate::kernels::{Kind, single};
use crate::site::Site;
use nvc_diag::Diagnostic;
use nvc_ir::tensor::Reduction;

impl Machine<'_> {
    /// Returns the number of invocations that a matrix is distributed over.
    fn holders(&self, spread: Spread) -> usize {
        match spread.workgroup {
            true => self.program.group_size.iter().product::<u32>() as usize,
            false => self.lanes() as usize,
        }
    }

    /// Returns the row and column of the element that a lane holds at an index among its own elements; `None`
    /// if there is no such element.
    pub(super) fn row_and_column(
        &self,
        warp: &Warp,
        spread: Spread,
        number: usize,
        lane: usize,
    ) -> Option<(usize, usize)> {
        let first = if spread.workgroup { warp.number as usize * self.lanes() as usize } else { 0 };
        let at = number.checked_mul(self.holders(spread))?.checked_add(first + lane)?;
        (at < spread.rows * spread.columns).then(|| (at / spread.columns, at % spread.columns))
    }

    /// Returns the warp, column and lane that hold an element, given its index in row-major order.
    fn holder(&self, matrix: &CoopOperand, number: usize) -> (usize, Option<Slot>, usize) {
        let holders = self.holders(matrix.spread).max(1);
        let (share, invocation) = (number / holders, number % holders);
        let lanes = self.lanes() as usize;
        (invocation / lanes, matrix.slots.get(share).copied(), invocation % lanes)
    }

    /// Returns an element, given its index in row-major order.
    fn element(&self, warps: &[Warp], matrix: &CoopOperand, number: usize) -> u64 {
        let (warp, slot, lane) = self.holder(matrix, number);
        warps.get(warp).zip(slot).map_or(0, |(warp, slot)| warp.registers.get(slot, lane))
    }

    fn set_element(&self, warps: &mut [Warp], matrix: &CoopOperand, number: usize, value: u64) {
        let (warp, slot, lane) = self.holder(matrix, number);
        if let Some((warp, slot)) = warps.get_mut(warp).zip(slot) {
            warp.registers.set(slot, lane, value);
        }
    }

    /// Executes an operation on matrices. `warps` are those that hold the matrices: all warps of a work
    /// group, or a single one.
    pub(super) fn collective(&mut self, warps: &mut [Warp], step: &CoopStep) -> Result<(), Box<Diagnostic>> {
        match step {
            CoopStep::Product { left, right, sum, saturates, dst } => {
                self.product(warps, [left, right, sum], *saturates, dst);
            }
            CoopStep::Transpose { from, dst } => {
                let Spread { rows, columns, .. } = dst.spread;
                let transposed = |n: usize| n % columns * from.spread.columns + n / columns;
                let all: Vec<u64> =
                    (0..rows * columns).map(|n| self.element(warps, from, transposed(n))).collect();
                for (n, value) in all.into_iter().enumerate() {
                    self.set_element(warps, dst, n, value);
                }
            }
            CoopStep::Reduce { reduction, from, combine, dst } => {
                return self.reduce(warps, *reduction, from, combine, dst);
            }
        }
        Ok(())
    }

    /// Multiplies two matrices and adds a third.
    fn product(
        &mut self,
        warps: &mut [Warp],
        [left, right, sum]: [&CoopOperand; 3],
        saturates: bool,
        dst: &CoopOperand,
    ) {
        let (rows, columns, common) = (left.spread.rows, right.spread.columns, left.spread.columns);
        let mut results = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let pairs = (0..common).map(|k| {
                    let left = self.element(warps, left, row * common + k);
                    (left, self.element(warps, right, k * columns + column))
                });
                let start = self.element(warps, sum, row * columns + column);
                results.push(match sum.kind {
                    kind if kind.is_float() => floats([left.kind, right.kind], kind, pairs, start),
                    kind if saturates => saturated([left, right, sum], kind, pairs, start),
                    kind => integers([left, right], kind, pairs, start),
                });
            }
        }
        for (n, value) in results.into_iter().enumerate() {
            self.set_element(warps, dst, n, value);
        }
    }

    /// Combines the elements of each row, column or square, or of the whole matrix. Computes up to 32 results at a
    /// time, one per lane.
    fn reduce(
        &mut self,
        warps: &mut [Warp],
        reduction: Reduction,
        from: &CoopOperand,
        combine: &Callback,
        dst: &CoopOperand,
    ) -> Result<(), Box<Diagnostic>> {
        let Spread { rows, columns, .. } = from.spread;
        // `count` results, each of which combines `length` elements.
        let (count, length) = match reduction {
            Reduction::Row => (rows, columns),
            Reduction::Column => (columns, rows),
            Reduction::RowAndColumn => (1, rows * columns),
            Reduction::Square => (rows / 2 * (columns / 2), 4),
        };
        let source = |k: usize, j: usize| match reduction {
            Reduction::Row => k * columns + j,
            Reduction::Column => j * columns + k,
            Reduction::RowAndColumn => j,
            Reduction::Square => {
                let (row, column) = (k / (columns / 2) * 2 + j / 2, k % (columns / 2) * 2 + j % 2);
                row * columns + column
            }
        };
        let mut values = vec![0; count];
        let (&[left, right], &[result]) = (&*combine.params, &*combine.results) else { return Ok(()) };
        for first in (0..count).step_by(WIDTH) {
            let batch = WIDTH.min(count - first);
            for lane in 0..batch {
                values[first + lane] = self.element(warps, from, source(first + lane, 0));
            }
            for j in 1..length {
                let next: Vec<u64> =
                    (0..batch).map(|lane| self.element(warps, from, source(first + lane, j))).collect();
                let Some(warp) = warps.first_mut() else { return Ok(()) };
                for (lane, next) in next.into_iter().enumerate() {
                    warp.registers.set(left, lane, values[first + lane]);
                    warp.registers.set(right, lane, next);
                }
                self.call(warp, Mask::MAX >> (WIDTH - batch), combine)?;
                for lane in 0..batch {
                    values[first + lane] = warp.registers.get(result, lane);
                }
            }
        }
        let Spread { rows, columns, .. } = dst.spread;
        for n in 0..rows * columns {
            let value = match reduction {
                Reduction::Row => values.get(n / columns),
                Reduction::Column => values.get(n % columns),
                Reduction::RowAndColumn => values.first(),
                Reduction::Square => values.get(n),
            };
            self.set_element(warps, dst, n, value.copied().unwrap_or(0));
        }
        Ok(())
    }

    /// Executes a load or store of a matrix.
    pub(super) fn matrix(&mut self, warp: &mut Warp, mask: Mask, step: &MatrixStep, site: Site) {
        for (number, access) in step.accesses.iter().enumerate() {
            let mut active = 0;
            for lane in lanes(mask) {
                let Some((row, column)) = self.row_and_column(warp, step.spread, number, lane) else {
                    continue;
                };
                active |= 1 << lane;
                let by_columns = warp.registers.get(step.by_columns, lane) != 0;
                let (outer, inner) = if by_columns { (column, row) } else { (row, column) };
                let stride = (warp.registers.get(step.stride, lane) as i32 as u64).wrapping_mul(step.unit);
                let start = warp.registers.get(step.start, lane);
                let line = start.wrapping_add(stride.wrapping_mul(outer as u64));
                let offset = line.wrapping_add(step.size.wrapping_mul(inner as u64));
                warp.registers.set(step.offset, lane, offset);
            }
            self.access(warp, active, access, site);
        }
    }

    /// Calls a function for each element of a matrix.
    pub(super) fn per_element(
        &mut self,
        warp: &mut Warp,
        mask: Mask,
        step: &PerElementStep,
    ) -> Result<(), Box<Diagnostic>> {
        let [row, column, rest @ ..] = &*step.callback.params else { return Ok(()) };
        for (number, (&element, &dst)) in step.elements.iter().zip(&step.dst).enumerate() {
            let mut active = 0;
            for lane in lanes(mask) {
                let Some(position) = self.row_and_column(warp, step.spread, number, lane) else { continue };
                active |= 1 << lane;
                warp.registers.set(*row, lane, position.0 as u64);
                warp.registers.set(*column, lane, position.1 as u64);
            }
            let others = step.others.iter().flat_map(|(slots, is_matrix)| match is_matrix {
                true => slots.get(number..=number).unwrap_or_default(),
                false => slots,
            });
            for (&param, &from) in rest.iter().zip(std::iter::once(&element).chain(others)) {
                warp.registers.copy(active, param, from);
            }
            self.call(warp, active, &step.callback)?;
            if let Some(&result) = step.callback.results.first() {
                warp.registers.copy(active, dst, result);
            }
        }
        Ok(())
    }

    /// Computes the row and column of an element in each lane.
    pub(super) fn coordinate(
        &self,
        warp: &mut Warp,
        mask: Mask,
        spread: Spread,
        number: Slot,
        dst: [Slot; 2],
    ) {
        for lane in lanes(mask) {
            let number = usize::try_from(warp.registers.get(number, lane)).unwrap_or(usize::MAX);
            let (row, column) = self.row_and_column(warp, spread, number, lane).unwrap_or_default();
            for (slot, value) in dst.into_iter().zip([row, column]) {
                warp.registers.set(slot, lane, value as u64);
            }
        }
    }
}

/// Sums products in double precision and rounds once. This is allowed because the order of summation is
/// implementation-defined.
fn floats(kinds: [Kind; 2], kind: Kind, pairs: impl Iterator<Item = (u64, u64)>, sum: u64) -> u64 {
    let ([left, right], value) = (kinds, single::value);
    let products = pairs.map(|(x, y)| value(left, x) * value(right, y));
    single::rounded(kind, products.fold(value(kind, sum), |sum, product| sum + product))
}

/// Sums products of integers with wrapping.
fn integers(
    [left, right]: [&CoopOperand; 2],
    kind: Kind,
    pairs: impl Iterator<Item = (u64, u64)>,
    sum: u64,
) -> u64 {
    let products = pairs.map(|(x, y)| extended(left, x).wrapping_mul(extended(right, y)));
    let all = u64::MAX >> (64 - u32::from(kind.bits().clamp(1, 64)));
    products.fold(sum, u64::wrapping_add) & all
}

/// Sums products of integers exactly and saturates once.
fn saturated(
    [left, right, result]: [&CoopOperand; 3],
    kind: Kind,
    pairs: impl Iterator<Item = (u64, u64)>,
    sum: u64,
) -> u64 {
    let number = |matrix: &CoopOperand, x| match matrix.signed {
        true => i128::from(extended(matrix, x) as i64),
        false => i128::from(extended(matrix, x)),
    };
    let products = pairs.map(|(x, y)| number(left, x).wrapping_mul(number(right, y)));
    let exact = products.fold(number(result, sum), i128::wrapping_add);
    let bits = u32::from(kind.bits().clamp(1, 64));
    let (min, max) = match result.signed {
        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    };
    exact.clamp(min, max) as u64 & (u64::MAX >> (64 - bits))
}

/// Sign- or zero-extends an element according to the signedness of its matrix.
fn extended(matrix: &CoopOperand, bits: u64) -> u64 {
    let unused = 64 - u32::from(matrix.kind.bits().clamp(1, 64));
    if matrix.signed { ((bits << unused) as i64 >> unused) as u64 } else { bits }
}
