//! Kernels: functions that compute a whole column, one per operation and width.
//!
//! The kernel is selected once, during decoding. Executing an operation then costs one indirect call for all
//! lanes of a warp.

mod bits;
mod compare;
mod convert;
mod encoded;
mod exact;
mod flags;
mod integer;
mod math;
mod real;
mod scalar;
pub(crate) mod single;

use crate::column::{Mask, Registers, Slot, lanes};
use nvc_ir::{FpEncoding, Op, TypeKind, Types};

/// Computes a column from up to four others, in the active lanes.
pub(crate) type Kernel = fn(&mut Registers, Mask, Slot, &[Slot; 4]);

/// Scalar types, as far as kernels distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A bool.
    Bool,
    /// An integer of a width.
    Int(u8),
    /// An IEEE float of a width.
    Float(u8),
    /// A float of a non-IEEE encoding.
    Encoded(FpEncoding),
}

impl Kind {
    /// Returns the kind of a type's scalars; `None` if the type has no single scalar type.
    pub fn of(types: &Types, ty: nvc_ir::Type) -> Option<Kind> {
        match *types.kind(types.scalar(ty)) {
            TypeKind::Bool => Some(Kind::Bool),
            TypeKind::Int(bits) => Some(Kind::Int(bits)),
            TypeKind::Float(bits) => Some(Kind::Float(bits)),
            TypeKind::EncodedFloat(encoding) => Some(Kind::Encoded(encoding)),
            _ => None,
        }
    }

    /// Returns whether the kind is a float of any encoding.
    pub fn is_float(self) -> bool {
        matches!(self, Kind::Float(_) | Kind::Encoded(_))
    }

    /// Returns the width in bits; 1 for a bool.
    pub fn bits(self) -> u8 {
        match self {
            Kind::Bool => 1,
            Kind::Int(bits) | Kind::Float(bits) => bits,
            Kind::Encoded(encoding) => encoding.bits(),
        }
    }
}

/// Returns the kernel of an elementwise operation. `from` is the kind of the first operand, `to` the kind of
/// the result.
pub(crate) fn elementwise(op: Op, from: Kind, to: Kind) -> Option<Kernel> {
    integer::kernel(op, from)
        .or_else(|| bits::kernel(op, from))
        .or_else(|| compare::kernel(op, from))
        .or_else(|| real::kernel(op, from))
        .or_else(|| math::kernel(op, from))
        .or_else(|| convert::kernel(op, from, to))
        .or_else(|| encoded::kernel(op, from, to))
        .or_else(|| flags::kernel(op, from))
}

pub(crate) use convert::rounded;
pub(crate) use exact::is_exact;
pub(crate) use flags::test;
pub(crate) use integer::saturating_add;

/// Returns the kernel of `base + index * stride` with a signed index, for address computations.
pub(crate) fn scaled(index_bits: u8) -> Kernel {
    match index_bits {
        8 => |r, m, d, a| map3(r, m, d, a, |x, i, s| x.wrapping_add((i as i8 as u64).wrapping_mul(s))),
        16 => |r, m, d, a| map3(r, m, d, a, |x, i, s| x.wrapping_add((i as i16 as u64).wrapping_mul(s))),
        32 => |r, m, d, a| map3(r, m, d, a, |x, i, s| x.wrapping_add((i as i32 as u64).wrapping_mul(s))),
        _ => |r, m, d, a| map3(r, m, d, a, |x, i, s| x.wrapping_add(i.wrapping_mul(s))),
    }
}

/// Applies a function to one column, in the active lanes.
pub(crate) fn map1(r: &mut Registers, mask: Mask, dst: Slot, args: &[Slot; 4], f: impl Fn(u64) -> u64) {
    let x = *r.column(args[0]);
    let out = r.column_mut(dst);
    if mask == Mask::MAX {
        for (out, x) in out.iter_mut().zip(x) {
            *out = f(x);
        }
    } else {
        lanes(mask).for_each(|lane| out[lane] = f(x[lane]));
    }
}

/// Applies a function to two columns, in the active lanes.
pub(crate) fn map2(r: &mut Registers, mask: Mask, dst: Slot, args: &[Slot; 4], f: impl Fn(u64, u64) -> u64) {
    let (x, y) = (*r.column(args[0]), *r.column(args[1]));
    let out = r.column_mut(dst);
    if mask == Mask::MAX {
        for ((out, x), y) in out.iter_mut().zip(x).zip(y) {
            *out = f(x, y);
        }
    } else {
        lanes(mask).for_each(|lane| out[lane] = f(x[lane], y[lane]));
    }
}

/// Applies a function to three columns, in the active lanes.
pub(crate) fn map3(
    r: &mut Registers,
    mask: Mask,
    dst: Slot,
    args: &[Slot; 4],
    f: impl Fn(u64, u64, u64) -> u64,
) {
    let (x, y, z) = (*r.column(args[0]), *r.column(args[1]), *r.column(args[2]));
    let out = r.column_mut(dst);
    lanes(mask).for_each(|lane| out[lane] = f(x[lane], y[lane], z[lane]));
}

/// Applies a function to four columns, in the active lanes.
pub(crate) fn map4(
    r: &mut Registers,
    mask: Mask,
    dst: Slot,
    args: &[Slot; 4],
    f: impl Fn(u64, u64, u64, u64) -> u64,
) {
    let [x, y, z, w] = args.map(|slot| *r.column(slot));
    let out = r.column_mut(dst);
    lanes(mask).for_each(|lane| out[lane] = f(x[lane], y[lane], z[lane], w[lane]));
}

/// Defines the kernel of a formula, as in `kernel!(u32, |x, y| x.wrapping_add(y))`.
macro_rules! kernel {
    ($ty:ty, |$x:ident| $body:expr) => {{
        let kernel: crate::kernels::Kernel = |r, m, d, a| {
            crate::kernels::map1(r, m, d, a, |x| {
                let $x = <$ty as crate::kernels::scalar::Scalar>::of(x);
                crate::kernels::scalar::Scalar::bits($body)
            })
        };
        kernel
    }};
    ($ty:ty, |$x:ident, $y:ident| $body:expr) => {{
        let kernel: crate::kernels::Kernel = |r, m, d, a| {
            crate::kernels::map2(r, m, d, a, |x, y| {
                let $x = <$ty as crate::kernels::scalar::Scalar>::of(x);
                let $y = <$ty as crate::kernels::scalar::Scalar>::of(y);
                crate::kernels::scalar::Scalar::bits($body)
            })
        };
        kernel
    }};
    ($ty:ty, |$x:ident, $y:ident, $z:ident| $body:expr) => {{
        let kernel: crate::kernels::Kernel = |r, m, d, a| {
            crate::kernels::map3(r, m, d, a, |x, y, z| {
                let $x = <$ty as crate::kernels::scalar::Scalar>::of(x);
                let $y = <$ty as crate::kernels::scalar::Scalar>::of(y);
                let $z = <$ty as crate::kernels::scalar::Scalar>::of(z);
                crate::kernels::scalar::Scalar::bits($body)
            })
        };
        kernel
    }};
}

/// Defines the kernel of a formula on unsigned integers of a width.
macro_rules! unsigned {
    ($bits:expr, $($formula:tt)*) => {
        match $bits {
            8 => crate::kernels::kernel!(u8, $($formula)*),
            16 => crate::kernels::kernel!(u16, $($formula)*),
            32 => crate::kernels::kernel!(u32, $($formula)*),
            _ => crate::kernels::kernel!(u64, $($formula)*),
        }
    };
}

/// Defines the kernel of a formula on signed integers of a width.
macro_rules! signed {
    ($bits:expr, $($formula:tt)*) => {
        match $bits {
            8 => crate::kernels::kernel!(i8, $($formula)*),
            16 => crate::kernels::kernel!(i16, $($formula)*),
            32 => crate::kernels::kernel!(i32, $($formula)*),
            _ => crate::kernels::kernel!(i64, $($formula)*),
        }
    };
}

/// Defines the kernel of a formula on IEEE floats of a width.
macro_rules! float {
    ($bits:expr, $($formula:tt)*) => {
        match $bits {
            16 => crate::kernels::kernel!(crate::kernels::scalar::Half, $($formula)*),
            32 => crate::kernels::kernel!(f32, $($formula)*),
            _ => crate::kernels::kernel!(f64, $($formula)*),
        }
    };
}

pub(crate) use {float, kernel, signed, unsigned};
