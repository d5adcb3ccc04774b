//! IEEE floats.

use super::Row;
use crate::lane::Lane;
use crate::solver::Term;

/// An operation on the sign bit alone, which keeps the bits of a NaN.
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

/// The minimum or maximum: a number if one operand is a NaN; of two zeros with different signs either one.
pub fn pick(row: &mut Row<'_, '_>, predicate: &str) -> Lane {
    let (x, y) = (row.number(0), row.number(1));
    let either = free(row);
    let zeros = row.app("and", &[row.app("fp.isZero", &[x]), row.app("fp.isZero", &[y])]);
    let ordered = row.if_else(row.app(predicate, &[x, y]), x, y);
    let ordered = row.if_else(zeros, row.if_else(either, x, y), ordered);
    let no_second = row.if_else(row.app("fp.isNaN", &[y]), x, ordered);
    row.real(row.if_else(row.app("fp.isNaN", &[x]), y, no_second))
}

/// A bool that may be either.
fn free(row: &mut Row<'_, '_>) -> Term {
    let choice = row.encoder.choose(1);
    row.app("=", &[choice, row.literal(1, 1)])
}

/// Clamped to 0 and 1; 0 of either sign for a negative zero.
pub fn saturate(row: &mut Row<'_, '_>) -> Lane {
    let (x, width) = (row.number(0), row.width());
    let (zero, one) = (row.float(width, 0.0), row.float(width, 1.0));
    let either = free(row);
    let low = row.if_else(row.app("and", &[row.app("fp.isZero", &[x]), either]), x, zero);
    let inside = row.if_else(row.app("fp.gt", &[x, zero]), x, low);
    row.real(row.if_else(row.app("fp.geq", &[x, one]), one, inside))
}

/// Rounded to an integer in a direction.
pub fn integral(row: &mut Row<'_, '_>, mode: &str) -> Lane {
    let args = [row.app(mode, &[]), row.number(0)];
    row.real(row.app("fp.roundToIntegral", &args))
}

/// The operand minus its floor. Where that rounds to 1, either 1 or the number below it.
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

/// 0 where the second operand is less than the first, else 1.
pub fn step(row: &mut Row<'_, '_>) -> Lane {
    let width = row.width();
    let less = row.app("fp.lt", &[row.number(1), row.number(0)]);
    row.real(row.if_else(less, row.float(width, 0.0), row.float(width, 1.0)))
}

/// Whether both are ordered and a predicate of them does not hold, or either is a NaN.
pub fn unordered_or(row: &Row<'_, '_>, predicate: &str) -> Lane {
    let nan = [0, 1].map(|index| row.app("fp.isNaN", &[row.number(index)]));
    let holds = row.app(predicate, &[row.number(0), row.number(1)]);
    row.truth(row.app("or", &[nan[0], nan[1], holds]))
}

/// Ordered and not equal.
pub fn ordered_not_equal(row: &Row<'_, '_>) -> Lane {
    let (x, y) = (row.number(0), row.number(1));
    row.truth(row.app("or", &[row.app("fp.lt", &[x, y]), row.app("fp.gt", &[x, y])]))
}

/// A test of a float.
pub fn is(row: &Row<'_, '_>, predicate: &str) -> Lane {
    row.truth(row.app(predicate, &[row.number(0)]))
}

/// Condition code SF: below zero or a NaN; the top bit of an integer.
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

/// Condition code ZF: zero of either sign or a NaN.
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
