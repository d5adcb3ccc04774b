//! SMT-LIB definitions of operations on IEEE floats.

use super::Row;
use crate::lane::Lane;
use crate::solver::Term;

/// `fneg` or `fabs`, which changes only the sign bit, also of a NaN. `on_bits` is `bvxor` or `bvand`.
pub fn sign(row: &mut Row<'_, '_>, function: &str, on_bits: &str) -> Lane {
    let number = row.app(function, &[row.number(0)]);
    let width = row.width();
    let bits = match row.args[0] {
        Lane::Real { bits: None, .. } => None,
        _ => {
            let x = row.bits(0);
            let top = row.literal(width, 1 << (width - 1));
            let mask = if on_bits == "bvand" { row.app("bvnot", &[top]) } else { top };
            Some(row.app(on_bits, &[x, mask]))
        }
    };
    Lane::Real { number, bits, positive: on_bits == "bvand", width }
}

/// Minimum or maximum: if one operand is a NaN, the other; of two zeros, either.
pub fn pick(row: &mut Row<'_, '_>, predicate: &str) -> Lane {
    let (x, y) = (row.number(0), row.number(1));
    let either = free(row);
    let zeros = row.app("and", &[row.app("fp.isZero", &[x]), row.app("fp.isZero", &[y])]);
    let ordered = row.if_else(row.app(predicate, &[x, y]), x, y);
    let ordered = row.if_else(zeros, row.if_else(either, x, y), ordered);
    let no_second = row.if_else(row.app("fp.isNaN", &[y]), x, ordered);
    row.real(row.if_else(row.app("fp.isNaN", &[x]), y, no_second))
}

/// An unconstrained bool.
fn free(row: &mut Row<'_, '_>) -> Term {
    let choice = row.encoder.choose(1);
    row.app("=", &[choice, row.literal(1, 1)])
}

/// Clamps to the range 0 to 1. A NaN becomes 0; a negative zero becomes a zero of either sign.
pub fn saturate(row: &mut Row<'_, '_>) -> Lane {
    let (x, width) = (row.number(0), row.width());
    let (zero, one) = (row.float(width, 0.0), row.float(width, 1.0));
    let either = free(row);
    let low = row.if_else(row.app("and", &[row.app("fp.isZero", &[x]), either]), x, zero);
    let inside = row.if_else(row.app("fp.gt", &[x, zero]), x, low);
    row.real(row.if_else(row.app("fp.geq", &[x, one]), one, inside))
}

/// Rounds to an integral number in the direction `mode`.
pub fn integral(row: &mut Row<'_, '_>, mode: &str) -> Lane {
    let args = [row.app(mode, &[]), row.number(0)];
    row.real(row.app("fp.roundToIntegral", &args))
}

/// The operand minus its floor. If the difference rounds to 1, the result is 1 or the largest number below 1.
pub fn fraction(row: &mut Row<'_, '_>) -> Lane {
    let (x, width) = (row.number(0), row.width());
    let floor = row.app("fp.roundToIntegral", &[row.app("RTN", &[]), x]);
    let difference = row.app("fp.sub", &[row.app("RNE", &[]), x, floor]);
    let below = match width {
        16 => 0x3bff,
        32 => 0x3f7f_ffff,
        _ => 0x3fef_ffff_ffff_ffff,
    };
    let below = row.app_indexed("to_fp", &crate::lane::float_format(width), &[row.literal(width, below)]);
    let either = free(row);
    let is_one = row.app("fp.eq", &[difference, row.float(width, 1.0)]);
    let clamps = row.app("and", &[is_one, either]);
    row.real(row.if_else(clamps, below, difference))
}

/// 0 if the second operand is less than the first, else 1.
pub fn step(row: &mut Row<'_, '_>) -> Lane {
    let width = row.width();
    let less = row.app("fp.lt", &[row.number(1), row.number(0)]);
    row.real(row.if_else(less, row.float(width, 0.0), row.float(width, 1.0)))
}

/// Whether `predicate` holds for the operands, or one of them is a NaN.
pub fn unordered_or(row: &Row<'_, '_>, predicate: &str) -> Lane {
    let nan = [0, 1].map(|index| row.app("fp.isNaN", &[row.number(index)]));
    let holds = row.app(predicate, &[row.number(0), row.number(1)]);
    row.truth(row.app("or", &[nan[0], nan[1], holds]))
}

/// Whether the operands are different and neither is a NaN.
pub fn ordered_not_equal(row: &Row<'_, '_>) -> Lane {
    let (x, y) = (row.number(0), row.number(1));
    row.truth(row.app("or", &[row.app("fp.lt", &[x, y]), row.app("fp.gt", &[x, y])]))
}

/// Applies a predicate to a float.
pub fn is(row: &Row<'_, '_>, predicate: &str) -> Lane {
    row.truth(row.app(predicate, &[row.number(0)]))
}

/// Condition-code flag SF: whether a float is below zero or a NaN, or an integer is negative.
pub fn sign_flag(row: &mut Row<'_, '_>) -> Lane {
    let width = row.width();
    match row.args[0] {
        Lane::Bits { term, .. } => row.truth(row.app("bvslt", &[term, row.literal(width, 0)])),
        Lane::Real { number, .. } => {
            let below = row.app("fp.lt", &[number, row.float(width, 0.0)]);
            row.truth(row.app("or", &[below, row.app("fp.isNaN", &[number])]))
        }
    }
}

/// Condition-code flag ZF: whether a float is a zero or a NaN, or an integer is 0.
pub fn zero_flag(row: &mut Row<'_, '_>) -> Lane {
    let width = row.width();
    match row.args[0] {
        Lane::Bits { term, .. } => row.truth(row.app("=", &[term, row.literal(width, 0)])),
        Lane::Real { number, .. } => {
            let tests = [row.app("fp.isZero", &[number]), row.app("fp.isNaN", &[number])];
            row.truth(row.app("or", &tests))
        }
    }
}
