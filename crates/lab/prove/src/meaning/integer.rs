//! SMT-LIB definitions of integer operations, on bit vectors.

use super::Row;
use crate::lane::Lane;
use crate::solver::Term;

/// The signed or unsigned quotient or remainder: undefined for divisor 0 and for overflow.
pub fn divide(row: &mut Row<'_, '_>, function: &str, signed: bool) -> Lane {
    let (x, y, width) = (row.bits(0), row.bits(1), row.width());
    let zero = row.literal(width, 0);
    let mut defined = row.app("not", &[row.app("=", &[y, zero])]);
    if signed {
        let overflows =
            [row.app("=", &[x, row.literal(width, 1 << (width - 1))]), row.app("=", &[y, row.ones(width)])];
        let overflows = row.app("and", &overflows);
        defined = row.app("and", &[defined, row.app("not", &[overflows])]);
    }
    let result = row.app(function, &[x, y]);
    row.defined_if(defined, result)
}

/// The high half of a product.
pub fn multiply_high(row: &mut Row<'_, '_>, extend: &str) -> Lane {
    let (x, y, width) = (row.bits(0), row.bits(1), row.width());
    let wide = [x, y].map(|term| row.app_indexed(extend, &[width], &[term]));
    let product = row.app("bvmul", &wide);
    row.result(row.app_indexed("extract", &[2 * width - 1, width], &[product]))
}

/// The minimum or maximum by a predicate that holds if the first operand is the result.
pub fn pick(row: &mut Row<'_, '_>, predicate: &str) -> Lane {
    let (x, y) = (row.bits(0), row.bits(1));
    let first = row.app(predicate, &[x, y]);
    row.result(row.if_else(first, x, y))
}

/// The absolute value.
pub fn absolute(row: &mut Row<'_, '_>) -> Lane {
    let (x, zero) = (row.bits(0), row.literal(row.width(), 0));
    let negative = row.app("bvslt", &[x, zero]);
    row.result(row.if_else(negative, row.app("bvneg", &[x]), x))
}

/// A shift: undefined unless the amount is below the width.
pub fn shift(row: &mut Row<'_, '_>, function: &str) -> Lane {
    let (x, amount, width) = (row.bits(0), row.bits(1), row.width());
    let defined = row.app("bvult", &[amount, row.literal(width, width.into())]);
    let result = row.app(function, &[x, amount]);
    row.defined_if(defined, result)
}

/// Offset and size of a bit field, converted to the width of the first operand, and whether the field is within that operand.
fn field(row: &mut Row<'_, '_>, offset: usize) -> (Term, Term, Term) {
    let width = row.width();
    let (offset, count) = (row.bits(offset), row.bits(offset + 1));
    // Wide enough that the sum does not wrap.
    let wide = [offset, count].map(|term| row.app_indexed("zero_extend", &[1], &[term]));
    let end = row.app("bvadd", &wide);
    let defined = row.app("bvule", &[end, row.literal(33, width.into())]);
    let fit = |term| match width {
        64 => row.app_indexed("zero_extend", &[32], &[term]),
        width => row.app_indexed("extract", &[width - 1, 0], &[term]),
    };
    (fit(offset), fit(count), defined)
}

/// A mask of the `count` low bits. If `count` is the width, the shift gives 0 in SMT-LIB, and the mask has all bits.
fn low_mask(row: &Row<'_, '_>, count: Term) -> Term {
    let one = row.literal(row.width(), 1);
    row.app("bvsub", &[row.app("bvshl", &[one, count]), one])
}

/// A bit field, zero-extended.
pub fn extract_unsigned(row: &mut Row<'_, '_>) -> Lane {
    let (offset, count, defined) = field(row, 1);
    let x = row.bits(0);
    let low = low_mask(row, count);
    let result = row.app("bvand", &[row.app("bvlshr", &[x, offset]), low]);
    row.defined_if(defined, result)
}

/// A bit field, sign-extended; 0 if it is empty.
pub fn extract_signed(row: &mut Row<'_, '_>) -> Lane {
    let (offset, count, defined) = field(row, 1);
    let (x, width) = (row.bits(0), row.width());
    let all = row.literal(width, width.into());
    let unused = row.app("bvsub", &[all, count]);
    let top = row.app("bvshl", &[row.app("bvlshr", &[x, offset]), unused]);
    let zero = row.literal(width, 0);
    let empty = row.app("=", &[count, zero]);
    let result = row.if_else(empty, zero, row.app("bvashr", &[top, unused]));
    row.defined_if(defined, result)
}

/// Replaces a bit field of the first operand with the low bits of the second.
pub fn insert(row: &mut Row<'_, '_>) -> Lane {
    let (offset, count, defined) = field(row, 2);
    let (x, inserted) = (row.bits(0), row.bits(1));
    let mask = row.app("bvshl", &[low_mask(row, count), offset]);
    let kept = row.app("bvand", &[x, row.app("bvnot", &[mask])]);
    let new = row.app("bvand", &[row.app("bvshl", &[inserted, offset]), mask]);
    let result = row.app("bvor", &[kept, new]);
    row.defined_if(defined, result)
}

fn bit(row: &Row<'_, '_>, x: Term, index: u32) -> Term {
    row.app_indexed("extract", &[index, index], &[x])
}

/// Reverses the order of the bits.
pub fn reverse(row: &mut Row<'_, '_>) -> Lane {
    let x = row.bits(0);
    let bits: Vec<Term> = (0..row.width()).map(|index| bit(row, x, index)).collect();
    row.result(row.app("concat", &bits))
}

/// The number of set bits.
pub fn count(row: &mut Row<'_, '_>) -> Lane {
    let (x, width) = (row.bits(0), row.width());
    let mut sum = row.literal(width, 0);
    for index in 0..width {
        let bit = row.app_indexed("zero_extend", &[width - 1], &[bit(row, x, index)]);
        sum = row.app("bvadd", &[sum, bit]);
    }
    row.result(sum)
}

/// The last of `indices` whose bit is set in `x`; all ones if there is none.
fn find(row: &Row<'_, '_>, x: Term, indices: impl Iterator<Item = u32>) -> Lane {
    let width = row.width();
    let one = row.literal(1, 1);
    let mut result = row.ones(width);
    for index in indices {
        let is_set = row.app("=", &[bit(row, x, index), one]);
        result = row.if_else(is_set, row.literal(width, index.into()), result);
    }
    row.result(result)
}

/// The index of the lowest set bit.
pub fn find_lowest(row: &mut Row<'_, '_>) -> Lane {
    let x = row.bits(0);
    find(row, x, (0..row.width()).rev())
}

/// The index of the highest set bit.
pub fn find_highest(row: &mut Row<'_, '_>) -> Lane {
    let x = row.bits(0);
    find(row, x, 0..row.width())
}

/// The index of the highest bit that differs from the sign bit.
pub fn find_highest_signed(row: &mut Row<'_, '_>) -> Lane {
    let (x, zero) = (row.bits(0), row.literal(row.width(), 0));
    let negative = row.app("bvslt", &[x, zero]);
    let x = row.if_else(negative, row.app("bvnot", &[x]), x);
    let x = row.encoder.name(row.to, x);
    find(row, x, 0..row.width())
}

/// Whether the unsigned sum carries out.
pub fn carry(row: &mut Row<'_, '_>) -> Lane {
    let (x, y) = (row.bits(0), row.bits(1));
    let sum = row.app("bvadd", &[x, y]);
    row.truth(row.app("bvult", &[sum, x]))
}

/// Whether the signed sum or difference overflows.
pub fn overflow(row: &mut Row<'_, '_>, function: &str) -> Lane {
    let (x, y, width) = (row.bits(0), row.bits(1), row.width());
    let wide = [x, y].map(|term| row.app_indexed("sign_extend", &[1], &[term]));
    let exact = row.app(function, &wide);
    let wrapped =
        row.app_indexed("sign_extend", &[1], &[row.app_indexed("extract", &[width - 1, 0], &[exact])]);
    row.truth(row.app("not", &[row.app("=", &[exact, wrapped])]))
}
