//! SMT-LIB definitions of conversions.

use super::ScalarOp;
use crate::lane::{Lane, float_format};
use crate::solver::Term;
use nvc_ir::Imm;
use nvc_ir::imm::Rounding;

/// The low bits of an integer.
pub fn truncate(op: &mut ScalarOp<'_, '_>) -> Lane {
    let x = op.bits(0);
    op.result(op.app_indexed("extract", &[op.to.width() - 1, 0], &[x]))
}

/// Zero or sign extension.
pub fn extend(op: &mut ScalarOp<'_, '_>, function: &str) -> Lane {
    let (x, more) = (op.bits(0), op.to.width().saturating_sub(op.width()));
    op.result(op.app_indexed(function, &[more], &[x]))
}

/// Float to float of another width, rounded in the direction `mode`.
pub fn convert(op: &mut ScalarOp<'_, '_>, mode: &str) -> Lane {
    let args = [op.app(mode, &[]), op.number(0)];
    op.real(op.app_indexed("to_fp", &float_format(op.to.width()), &args))
}

/// [`convert`] with the rounding mode of the immediate.
pub fn convert_rounded(op: &mut ScalarOp<'_, '_>) -> Lane {
    let mode = match op.imm {
        Imm::Rounding(Rounding::Zero) => "RTZ",
        Imm::Rounding(Rounding::Up) => "RTP",
        Imm::Rounding(Rounding::Down) => "RTN",
        _ => "RNE",
    };
    convert(op, mode)
}

/// Integer to float, rounded to nearest even. `function` is `to_fp` for signed and `to_fp_unsigned` for unsigned integers.
pub fn from_integer(op: &mut ScalarOp<'_, '_>, function: &str) -> Lane {
    let x = op.bits(0);
    let args = [op.app("RNE", &[]), x];
    op.real(op.app_indexed(function, &float_format(op.to.width()), &args))
}

/// The range of the integer type as floats: its minimum, and the power of two above its maximum.
fn limits(op: &ScalarOp<'_, '_>, signed: bool) -> (Term, Term) {
    let (from, to) = (op.width(), op.to.width() as i32);
    let (low, high) = if signed { (-(2f64.powi(to - 1)), 2f64.powi(to - 1)) } else { (0.0, 2f64.powi(to)) };
    (op.float(from, low), op.float(from, high))
}

/// The operand rounded toward zero, and whether that is below or above the range of the integer type.
fn truncated(op: &ScalarOp<'_, '_>, signed: bool) -> (Term, Term, Term) {
    let (low, high) = limits(op, signed);
    let whole = op.app("fp.roundToIntegral", &[op.app("RTZ", &[]), op.number(0)]);
    (whole, op.app("fp.lt", &[whole, low]), op.app("fp.geq", &[whole, high]))
}

/// Converts an integral float in the range of the integer type.
fn integer(op: &ScalarOp<'_, '_>, signed: bool, whole: Term) -> Term {
    let function = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
    op.app_indexed(function, &[op.to.width()], &[op.app("RTZ", &[]), whole])
}

/// Float to integer; undefined for a NaN and out of range.
pub fn to_integer(op: &mut ScalarOp<'_, '_>, signed: bool) -> Lane {
    let (whole, below, above) = truncated(op, signed);
    let outside = [
        below,
        above,
        op.app("fp.isNaN", &[op.number(0)]),
        // As 16-bit floats, the limits of wide integers are infinities, which the comparisons do not exclude.
        op.app("fp.isInfinite", &[op.number(0)]),
    ];
    let defined = op.app("not", &[op.app("or", &outside)]);
    let result = integer(op, signed, whole);
    op.defined_if(defined, result)
}

/// Float to integer, clamped to the range; 0 for a NaN.
pub fn to_integer_saturated(op: &mut ScalarOp<'_, '_>, signed: bool) -> Lane {
    let (whole, below, above) = truncated(op, signed);
    let width = op.to.width();
    let zero = op.literal(width, 0);
    let top = op.literal(width, 1 << (width - 1));
    let (min, max) = if signed { (top, op.app("bvnot", &[top])) } else { (zero, op.ones(width)) };
    let infinite = op.app("fp.isInfinite", &[whole]);
    let negative = op.app("fp.isNegative", &[whole]);
    let below = op.app("or", &[below, op.app("and", &[infinite, negative])]);
    let above = op.app("or", &[above, op.app("and", &[infinite, op.app("not", &[negative])])]);
    let inside = integer(op, signed, whole);
    let clamped = op.if_else(below, min, op.if_else(above, max, inside));
    op.result(op.if_else(op.app("fp.isNaN", &[whole]), zero, clamped))
}
