//! SMT-LIB definitions of conversions.

use super::Row;
use crate::lane::{Lane, float_format};
use crate::solver::Term;
use nvc_ir::Imm;
use nvc_ir::imm::Rounding;

/// The low bits of an integer.
pub fn truncate(row: &mut Row<'_, '_>) -> Lane {
    let x = row.bits(0);
    row.result(row.app_indexed("extract", &[row.to.width() - 1, 0], &[x]))
}

/// Zero or sign extension.
pub fn extend(row: &mut Row<'_, '_>, function: &str) -> Lane {
    let (x, more) = (row.bits(0), row.to.width().saturating_sub(row.width()));
    row.result(row.app_indexed(function, &[more], &[x]))
}

/// Float to float of another width, rounded in the direction `mode`.
pub fn convert(row: &mut Row<'_, '_>, mode: &str) -> Lane {
    let args = [row.app(mode, &[]), row.number(0)];
    row.real(row.app_indexed("to_fp", &float_format(row.to.width()), &args))
}

/// [`convert`] with the rounding mode of the immediate.
pub fn convert_rounded(row: &mut Row<'_, '_>) -> Lane {
    let mode = match row.imm {
        Imm::Rounding(Rounding::Zero) => "RTZ",
        Imm::Rounding(Rounding::Up) => "RTP",
        Imm::Rounding(Rounding::Down) => "RTN",
        _ => "RNE",
    };
    convert(row, mode)
}

/// Integer to float, rounded to nearest even. `function` is `to_fp` for signed and `to_fp_unsigned` for unsigned integers.
pub fn from_integer(row: &mut Row<'_, '_>, function: &str) -> Lane {
    let x = row.bits(0);
    let args = [row.app("RNE", &[]), x];
    row.real(row.app_indexed(function, &float_format(row.to.width()), &args))
}

/// The range of the integer type as floats: its minimum, and the power of two above its maximum.
fn limits(row: &Row<'_, '_>, signed: bool) -> (Term, Term) {
    let (from, to) = (row.width(), row.to.width() as i32);
    let (low, high) = if signed { (-(2f64.powi(to - 1)), 2f64.powi(to - 1)) } else { (0.0, 2f64.powi(to)) };
    (row.float(from, low), row.float(from, high))
}

/// The operand rounded toward zero, and whether that is below or above the range of the integer type.
fn truncated(row: &Row<'_, '_>, signed: bool) -> (Term, Term, Term) {
    let (low, high) = limits(row, signed);
    let whole = row.app("fp.roundToIntegral", &[row.app("RTZ", &[]), row.number(0)]);
    (whole, row.app("fp.lt", &[whole, low]), row.app("fp.geq", &[whole, high]))
}

/// Converts an integral float in the range of the integer type.
fn integer(row: &Row<'_, '_>, signed: bool, whole: Term) -> Term {
    let function = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
    row.app_indexed(function, &[row.to.width()], &[row.app("RTZ", &[]), whole])
}

/// Float to integer; undefined for a NaN and out of range.
pub fn to_integer(row: &mut Row<'_, '_>, signed: bool) -> Lane {
    let (whole, below, above) = truncated(row, signed);
    let outside = [
        below,
        above,
        row.app("fp.isNaN", &[row.number(0)]),
        // As 16-bit floats, the limits of wide integers are infinities, which the comparisons do not exclude.
        row.app("fp.isInfinite", &[row.number(0)]),
    ];
    let defined = row.app("not", &[row.app("or", &outside)]);
    let result = integer(row, signed, whole);
    row.defined_if(defined, result)
}

/// Float to integer, clamped to the range; 0 for a NaN.
pub fn to_integer_saturated(row: &mut Row<'_, '_>, signed: bool) -> Lane {
    let (whole, below, above) = truncated(row, signed);
    let width = row.to.width();
    let zero = row.literal(width, 0);
    let top = row.literal(width, 1 << (width - 1));
    let (min, max) = if signed { (top, row.app("bvnot", &[top])) } else { (zero, row.ones(width)) };
    let infinite = row.app("fp.isInfinite", &[whole]);
    let negative = row.app("fp.isNegative", &[whole]);
    let below = row.app("or", &[below, row.app("and", &[infinite, negative])]);
    let above = row.app("or", &[above, row.app("and", &[infinite, row.app("not", &[negative])])]);
    let inside = integer(row, signed, whole);
    let clamped = row.if_else(below, min, row.if_else(above, max, inside));
    row.result(row.if_else(row.app("fp.isNaN", &[whole]), zero, clamped))
}
