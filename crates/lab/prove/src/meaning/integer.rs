//! SMT-LIB definitions of integer operations, on bit vectors.

use super::ScalarOp;
use crate::lane::Lane;
use crate::solver::Term;

/// The signed or unsigned quotient or remainder: undefined for divisor 0 and for overflow.
pub fn divide(op: &mut ScalarOp<'_, '_>, function: &str, signed: bool) -> Lane {
    let (x, y, width) = (op.bits(0), op.bits(1), op.width());
    let zero = op.literal(width, 0);
    let mut defined = op.app("not", &[op.app("=", &[y, zero])]);
    if signed {
        let overflows =
            [op.app("=", &[x, op.literal(width, 1 << (width - 1))]), op.app("=", &[y, op.ones(width)])];
        let overflows = op.app("and", &overflows);
        defined = op.app("and", &[defined, op.app("not", &[overflows])]);
    }
    let result = op.app(function, &[x, y]);
    op.defined_if(defined, result)
}

/// The high half of a product.
pub fn multiply_high(op: &mut ScalarOp<'_, '_>, extend: &str) -> Lane {
    let (x, y, width) = (op.bits(0), op.bits(1), op.width());
    let wide = [x, y].map(|term| op.app_indexed(extend, &[width], &[term]));
    let product = op.app("bvmul", &wide);
    op.result(op.app_indexed("extract", &[2 * width - 1, width], &[product]))
}

/// The minimum or maximum by a predicate that holds if the first operand is the result.
pub fn pick(op: &mut ScalarOp<'_, '_>, predicate: &str) -> Lane {
    let (x, y) = (op.bits(0), op.bits(1));
    let first = op.app(predicate, &[x, y]);
    op.result(op.if_else(first, x, y))
}

/// The absolute value.
pub fn absolute(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (x, zero) = (op.bits(0), op.literal(op.width(), 0));
    let negative = op.app("bvslt", &[x, zero]);
    op.result(op.if_else(negative, op.app("bvneg", &[x]), x))
}

/// A shift: undefined unless the amount is below the width.
pub fn shift(op: &mut ScalarOp<'_, '_>, function: &str) -> Lane {
    let (x, amount, width) = (op.bits(0), op.bits(1), op.width());
    let defined = op.app("bvult", &[amount, op.literal(width, width.into())]);
    let result = op.app(function, &[x, amount]);
    op.defined_if(defined, result)
}

/// Offset and size of a bit field, converted to the width of the first operand, and whether the field is within that operand.
fn field(op: &mut ScalarOp<'_, '_>, offset: usize) -> (Term, Term, Term) {
    let width = op.width();
    let (offset, count) = (op.bits(offset), op.bits(offset + 1));
    // Wide enough that the sum does not wrap.
    let wide = [offset, count].map(|term| op.app_indexed("zero_extend", &[1], &[term]));
    let end = op.app("bvadd", &wide);
    let defined = op.app("bvule", &[end, op.literal(33, width.into())]);
    let fit = |term| match width {
        64 => op.app_indexed("zero_extend", &[32], &[term]),
        width => op.app_indexed("extract", &[width - 1, 0], &[term]),
    };
    (fit(offset), fit(count), defined)
}

/// A mask of the `count` low bits. If `count` is the width, the shift gives 0 in SMT-LIB, and the mask has all bits.
fn low_mask(op: &ScalarOp<'_, '_>, count: Term) -> Term {
    let one = op.literal(op.width(), 1);
    op.app("bvsub", &[op.app("bvshl", &[one, count]), one])
}

/// A bit field, zero-extended.
pub fn extract_unsigned(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (offset, count, defined) = field(op, 1);
    let x = op.bits(0);
    let low = low_mask(op, count);
    let result = op.app("bvand", &[op.app("bvlshr", &[x, offset]), low]);
    op.defined_if(defined, result)
}

/// A bit field, sign-extended; 0 if it is empty.
pub fn extract_signed(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (offset, count, defined) = field(op, 1);
    let (x, width) = (op.bits(0), op.width());
    let all = op.literal(width, width.into());
    let unused = op.app("bvsub", &[all, count]);
    let top = op.app("bvshl", &[op.app("bvlshr", &[x, offset]), unused]);
    let zero = op.literal(width, 0);
    let empty = op.app("=", &[count, zero]);
    let result = op.if_else(empty, zero, op.app("bvashr", &[top, unused]));
    op.defined_if(defined, result)
}

/// Replaces a bit field of the first operand with the low bits of the second.
pub fn insert(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (offset, count, defined) = field(op, 2);
    let (x, inserted) = (op.bits(0), op.bits(1));
    let mask = op.app("bvshl", &[low_mask(op, count), offset]);
    let kept = op.app("bvand", &[x, op.app("bvnot", &[mask])]);
    let new = op.app("bvand", &[op.app("bvshl", &[inserted, offset]), mask]);
    let result = op.app("bvor", &[kept, new]);
    op.defined_if(defined, result)
}

fn bit(op: &ScalarOp<'_, '_>, x: Term, index: u32) -> Term {
    op.app_indexed("extract", &[index, index], &[x])
}

/// Reverses the order of the bits.
pub fn reverse(op: &mut ScalarOp<'_, '_>) -> Lane {
    let x = op.bits(0);
    let bits: Vec<Term> = (0..op.width()).map(|index| bit(op, x, index)).collect();
    op.result(op.app("concat", &bits))
}

/// The number of set bits.
pub fn count(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (x, width) = (op.bits(0), op.width());
    let mut sum = op.literal(width, 0);
    for index in 0..width {
        let bit = op.app_indexed("zero_extend", &[width - 1], &[bit(op, x, index)]);
        sum = op.app("bvadd", &[sum, bit]);
    }
    op.result(sum)
}

/// The last of `indices` whose bit is set in `x`; all ones if there is none.
fn find(op: &ScalarOp<'_, '_>, x: Term, indices: impl Iterator<Item = u32>) -> Lane {
    let width = op.width();
    let one = op.literal(1, 1);
    let mut result = op.ones(width);
    for index in indices {
        let is_set = op.app("=", &[bit(op, x, index), one]);
        result = op.if_else(is_set, op.literal(width, index.into()), result);
    }
    op.result(result)
}

/// The index of the lowest set bit.
pub fn find_lowest(op: &mut ScalarOp<'_, '_>) -> Lane {
    let x = op.bits(0);
    find(op, x, (0..op.width()).rev())
}

/// The index of the highest set bit.
pub fn find_highest(op: &mut ScalarOp<'_, '_>) -> Lane {
    let x = op.bits(0);
    find(op, x, 0..op.width())
}

/// The index of the highest bit that differs from the sign bit.
pub fn find_highest_signed(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (x, zero) = (op.bits(0), op.literal(op.width(), 0));
    let negative = op.app("bvslt", &[x, zero]);
    let x = op.if_else(negative, op.app("bvnot", &[x]), x);
    let x = op.encoder.name(op.to, x);
    find(op, x, 0..op.width())
}

/// Whether the unsigned sum carries out.
pub fn carry(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (x, y) = (op.bits(0), op.bits(1));
    let sum = op.app("bvadd", &[x, y]);
    op.truth(op.app("bvult", &[sum, x]))
}

/// Whether the signed sum or difference overflows.
pub fn overflow(op: &mut ScalarOp<'_, '_>, function: &str) -> Lane {
    let (x, y, width) = (op.bits(0), op.bits(1), op.width());
    let wide = [x, y].map(|term| op.app_indexed("sign_extend", &[1], &[term]));
    let exact = op.app(function, &wide);
    let wrapped =
        op.app_indexed("sign_extend", &[1], &[op.app_indexed("extract", &[width - 1, 0], &[exact])]);
    op.truth(op.app("not", &[op.app("=", &[exact, wrapped])]))
}
