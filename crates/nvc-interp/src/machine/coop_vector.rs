//! Executes products of cooperative vectors with matrices in memory, and accumulations of outer products.
//!
//! Elements are accessed one after another, each for all lanes at once. The "optimal" layouts, which are
//! implementation-defined, are dense row-major layouts in the interpreter.

use super::Machine;
use super::frame::Warp;
use crate::code::{CoopVectorStep, MatrixOperand, VectorOperand};
use crate::column::{Mask, WIDTH, lanes};
use crate::kernels::{Kind, single};
use crate::site::Site;
use nvc_ir::coop_vector::ComponentType;

/// The value of an element or component, or of a sum of products. Floats are computed in double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    /// Returns the value of a scalar's bits.
    fn of(kind: Kind, signed: bool, bits: u64) -> Number {
        match kind {
            Kind::Float(_) | Kind::Encoded(_) => Number::Float(single::value(kind, bits)),
            _ => {
                let unused = 64 - u32::from(kind.bits().clamp(1, 64));
                Number::Int(if signed { ((bits << unused) as i64 >> unused).into() } else { bits.into() })
            }
        }
    }

    fn float(self) -> f64 {
        match self {
            Number::Int(n) => n as f64,
            Number::Float(x) => x,
        }
    }

    fn times(self, other: Number) -> Number {
        match (self, other) {
            (Number::Int(x), Number::Int(y)) => Number::Int(x.wrapping_mul(y)),
            _ => Number::Float(self.float() * other.float()),
        }
    }

    fn plus(self, other: Number) -> Number {
        match (self, other) {
            (Number::Int(x), Number::Int(y)) => Number::Int(x.wrapping_add(y)),
            _ => Number::Float(self.float() + other.float()),
        }
    }

    /// Converts to the bits of a kind. Integers wrap when converted to integers. Floats are converted to
    /// integers by rounding to nearest even, with saturation.
    fn bits(self, kind: Kind, signed: bool) -> u64 {
        match (self, kind) {
            (_, Kind::Float(_) | Kind::Encoded(_)) => single::rounded(kind, self.float()),
            (Number::Int(n), _) => n as u64 & all(kind),
            (Number::Float(_), _) => self.saturated(kind, signed),
        }
    }

    /// Returns the bits of the nearest integer of a kind.
    fn saturated(self, kind: Kind, signed: bool) -> u64 {
        let bits = u32::from(kind.bits().clamp(1, 64));
        let (min, max) = match signed {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        let exact = match self {
            Number::Int(n) => n,
            // Rust's cast converts a NaN to 0.
            Number::Float(x) => x.round_ties_even() as i128,
        };
        exact.clamp(min, max) as u64 & all(kind)
    }
}

/// Returns a mask of the bits of a kind.
fn all(kind: Kind) -> u64 {
    u64::MAX >> (64 - u32::from(kind.bits().clamp(1, 64)))
}

/// One number per lane.
type Numbers = [Number; WIDTH];

const ZERO: Numbers = [Number::Int(0); WIDTH];

impl Machine<'_> {
    /// Executes a product or an accumulation.
    pub(super) fn coop_vector(&mut self, warp: &mut Warp, mask: Mask, step: &CoopVectorStep, site: Site) {
        match step {
            CoopVectorStep::Product { input, interpretation, kind, matrix, bias, dst } => {
                let input = |warp: &Warp, k, lane| interpreted(warp, input, (interpretation, *kind), k, lane);
                let mut sums = Vec::with_capacity(matrix.rows.min(dst.slots.len()));
                for row in 0..matrix.rows.min(dst.slots.len()) {
                    let mut sum = ZERO;
                    for column in 0..matrix.columns {
                        let element = self.element_of(warp, mask, matrix, row, column, site);
                        for lane in lanes(mask) {
                            sum[lane] = sum[lane].plus(input(warp, column, lane).times(element[lane]));
                        }
                    }
                    if let Some(bias) = bias {
                        let element = self.element_of(warp, mask, bias, row, 0, site);
                        for lane in lanes(mask) {
                            sum[lane] = sum[lane].plus(element[lane]);
                        }
                    }
                    sums.push(sum);
                }
                // Results are written last, because the result may be in the same registers as the input.
                sums.resize(dst.slots.len(), ZERO);
                for (&slot, sum) in dst.slots.iter().zip(sums) {
                    for lane in lanes(mask) {
                        warp.registers.set(slot, lane, sum[lane].bits(dst.kind, dst.signed));
                    }
                }
            }
            CoopVectorStep::OuterProduct { left, right, matrix, addend } => {
                for row in 0..matrix.rows {
                    for column in 0..matrix.columns {
                        for lane in lanes(mask) {
                            let product =
                                component(warp, left, row, lane).times(component(warp, right, column, lane));
                            let bits = product.bits(matrix.kind, matrix.interpretation.signed);
                            warp.registers.set(*addend, lane, bits);
                        }
                        self.access_element(warp, mask, matrix, row, column, site);
                    }
                }
            }
        }
    }

    /// Loads an element of a matrix in each lane.
    fn element_of(
        &mut self,
        warp: &mut Warp,
        mask: Mask,
        matrix: &MatrixOperand,
        row: usize,
        column: usize,
        site: Site,
    ) -> Numbers {
        self.access_element(warp, mask, matrix, row, column, site);
        let mut numbers = ZERO;
        for lane in lanes(mask) {
            let bits = warp.registers.get(matrix.element, lane);
            numbers[lane] = Number::of(matrix.kind, matrix.interpretation.signed, bits);
        }
        numbers
    }

    /// Executes the access to an element of a matrix.
    fn access_element(
        &mut self,
        warp: &mut Warp,
        mask: Mask,
        matrix: &MatrixOperand,
        row: usize,
        column: usize,
        site: Site,
    ) {
        let (row, column, columns) = match matrix.transposed {
            true => (column, row, matrix.rows),
            false => (row, column, matrix.columns),
        };
        let (line, inner) = if matrix.by_columns { (column, row) } else { (row, column) };
        for lane in lanes(mask) {
            let stride = match matrix.stride {
                Some(stride) => warp.registers.get(stride, lane),
                None => matrix.size.wrapping_mul(columns as u64),
            };
            let start = warp.registers.get(matrix.start, lane);
            let line = start.wrapping_add(stride.wrapping_mul(line as u64));
            let offset = line.wrapping_add(matrix.size.wrapping_mul(inner as u64));
            warp.registers.set(matrix.offset, lane, offset);
        }
        let [first, line_start, other] = &*matrix.accesses;
        let access = match (line, inner) {
            (0, 0) => first,
            (_, 0) => line_start,
            _ => other,
        };
        self.access(warp, mask, access, site);
    }
}

/// Returns a component of a vector.
fn component(warp: &Warp, vector: &VectorOperand, index: usize, lane: usize) -> Number {
    let bits = vector.slots.get(index).map_or(0, |&slot| warp.registers.get(slot, lane));
    Number::of(vector.kind, vector.signed, bits)
}

/// Returns an element of an input vector: part of a packed component, or a converted component.
fn interpreted(
    warp: &Warp,
    vector: &VectorOperand,
    (interpretation, kind): (&ComponentType, Kind),
    index: usize,
    lane: usize,
) -> Number {
    let bits = if interpretation.packed {
        let per_component = interpretation.per_component() as usize;
        let slot = vector.slots.get(index / per_component);
        let bits = slot.map_or(0, |&slot| warp.registers.get(slot, lane));
        bits >> (u32::from(kind.bits()) * (index % per_component) as u32) & all(kind)
    } else {
        let number = component(warp, vector, index, lane);
        match kind {
            Kind::Float(_) | Kind::Encoded(_) => single::rounded(kind, number.float()),
            _ => number.saturated(kind, interpretation.signed),
        }
    };
    Number::of(kind, interpretation.signed, bits)
}
