//! Upper bounds of unsigned integers: value-range analysis with 0 as the lower bound.
//!
//! A query follows operands through the definitions, [`DEPTH`] levels deep, and needs no fixed point: block
//! parameters are unbounded. Invocation indices are bounded by the work-group size.

use crate::fold::mask;
use nvc_ir::imm::Builtin;
use nvc_ir::{Extent, Function, Imm, Module, Op, Types, Value};

/// How many levels of operands are followed.
const DEPTH: u32 = 8;

/// Bounds of built-in inputs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ranges {
    /// The work-group size in each dimension; `None` if it is a specialization constant.
    pub group: [Option<u32>; 3],
    /// The number of lanes in a subgroup, if it is known.
    pub lanes: Option<u32>,
}

impl Ranges {
    /// The ranges that follow from a module's entry point.
    pub(crate) fn of(module: &Module) -> Self {
        let fixed = |extent| match extent {
            Extent::Fixed(size) => Some(size),
            Extent::Spec(_) => None,
        };
        let group = module.entry.as_ref().map_or([None; 3], |entry| entry.workgroup_size.map(fixed));
        Ranges { group, lanes: None }
    }

    /// The maximum of `LocalInvocationIndex`.
    fn max_local_index(&self) -> u64 {
        let size = |axis: Option<u32>| axis.map_or(u64::from(u32::MAX), u64::from);
        let product = self.group.iter().fold(1u64, |product, &axis| product.saturating_mul(size(axis)));
        product.saturating_sub(1).min(u64::from(u32::MAX))
    }

    /// The maximum of a component of `LocalInvocationId`.
    pub(crate) fn max_local_id(&self, axis: u32) -> u64 {
        let size = self.group.get(axis as usize).copied().flatten().unwrap_or(u32::MAX);
        u64::from(size.saturating_sub(1))
    }
}

/// An upper bound of an integer scalar, read as unsigned; the maximum of its type if nothing is known.
pub(crate) fn upper_bound(func: &Function, types: &Types, value: Value, ranges: &Ranges) -> u64 {
    Query { func, types, ranges }.bound(value, DEPTH)
}

/// The smallest mask of low bits that contains all bits of `x`.
pub(crate) fn low_mask(x: u64) -> u64 {
    u64::MAX.checked_shr(x.leading_zeros()).unwrap_or(0)
}

struct Query<'a> {
    func: &'a Function,
    types: &'a Types,
    ranges: &'a Ranges,
}

impl Query<'_> {
    fn bound(&self, value: Value, depth: u32) -> u64 {
        let func = self.func;
        let scalar = self.types.scalar(func.ty(value));
        let width = self.types.scalar_bits(scalar).map_or(1, u32::from);
        let max = mask(width);
        let Some(rest) = depth.checked_sub(1) else { return max };
        if let Some(bits) = func.as_bits(value) {
            return bits & max;
        }
        let Some(data) = func.def(value) else { return max };
        let of = |k: usize| data.args.get(k).map_or(max, |&arg| self.bound(func.resolve(arg), rest));
        let bits = |k: usize| data.args.get(k).and_then(|&arg| func.as_bits(arg));
        let bound = match data.op {
            Op::And | Op::UMin => of(0).min(of(1)),
            Op::Or | Op::Xor => low_mask(of(0) | of(1)),
            Op::UMax => of(0).max(of(1)),
            Op::IAdd => of(0).saturating_add(of(1)),
            Op::IMul => of(0).saturating_mul(of(1)),
            // An undefined result has no bound: shifts by the width or more, and bit fields beyond the width.
            Op::Shl => bits(1).filter(|&n| n < width.into()).map_or(max, |n| of(0).saturating_mul(1 << n)),
            Op::LShr => bits(1).filter(|&n| n < width.into()).map_or(max, |n| of(0) >> n),
            Op::URem => bits(1).filter(|&n| n > 0).map_or(max, |n| of(0).min(n - 1)),
            // For a positive divisor the result is in 0..n.
            Op::SMod => bits(1).filter(|&n| n > 0 && n <= max / 2).map_or(max, |n| n - 1),
            Op::UDiv => bits(1).filter(|&n| n > 0).map_or(max, |n| of(0) / n),
            Op::UBfe => match (bits(1), bits(2)) {
                (Some(offset), Some(count)) if offset.saturating_add(count) <= width.into() => {
                    mask(count as u32)
                }
                _ => max,
            },
            Op::UDot => data.args.first().map_or(max, |&factor| self.dot(factor)),
            Op::Select => of(1).max(of(2)),
            Op::ZExt => of(0),
            Op::Builtin => self.builtin(data.imm()).unwrap_or(max),
            Op::Extract => match (data.imm(), data.args.first().and_then(|&arg| func.def(arg))) {
                (Imm::Index(axis), Some(vector)) if vector.imm() == Imm::Builtin(Builtin::LocalId) => {
                    self.ranges.max_local_id(axis)
                }
                _ => max,
            },
            _ => max,
        };
        // A sum or product above the maximum may have wrapped, so nothing is known.
        if bound > max { max } else { bound }
    }

    /// The maximum of an unsigned dot product whose factors have the type of `factor`.
    fn dot(&self, factor: Value) -> u64 {
        let ty = self.func.ty(factor);
        let (count, width) = match ty {
            Types::I32 => (4, 8),
            ty => (self.types.components(ty), self.types.scalar_bits(self.types.scalar(ty)).unwrap_or(64)),
        };
        let component = mask(u32::from(width));
        component.saturating_mul(component).saturating_mul(u64::from(count))
    }

    fn builtin(&self, imm: Imm) -> Option<u64> {
        match imm {
            Imm::Builtin(Builtin::LocalIndex) => Some(self.ranges.max_local_index()),
            Imm::Builtin(Builtin::SubgroupLane | Builtin::WarpLane) => {
                self.ranges.lanes.map(|lanes| u64::from(lanes.saturating_sub(1)))
            }
            _ => None,
        }
    }
}
