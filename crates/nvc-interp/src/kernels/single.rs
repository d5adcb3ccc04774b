//! Floating-point operations on the bits of one scalar rather than a column, for atomics, reductions, matrices and
//! exactness checks.

use super::Kind;
use super::real::{maximum, minimum};
use super::scalar::{Half, Real, Scalar};
use nvc_ir::Overflow;

macro_rules! by_width {
    ($bits:expr, $x:expr, $y:expr, $f:expr) => {
        match $bits {
            16 => apply::<Half>($x, $y, $f),
            32 => apply::<f32>($x, $y, $f),
            _ => apply::<f64>($x, $y, $f),
        }
    };
}

fn apply<T: Real>(x: u64, y: u64, f: fn(T, T) -> T) -> u64 {
    f(T::of(x), T::of(y)).bits()
}

/// Returns the sum of two floats.
pub(crate) fn sum(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, Real::plus)
}

/// Returns the product of two floats.
pub(crate) fn product(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, Real::times)
}

/// Rounds a number to a float of a width and returns its bits.
pub(crate) fn near(bits: u32, x: f64) -> u64 {
    match bits {
        16 => Half::near(x).bits(),
        32 => f32::near(x).bits(),
        _ => x.to_bits(),
    }
}

/// Returns the value of a float of a width.
pub(crate) fn wide(bits: u32, x: u64) -> f64 {
    match bits {
        16 => Half::of(x).wide(),
        32 => f32::of(x).wide(),
        _ => f64::from_bits(x),
    }
}

/// Returns the value of a float of any encoding; 0 for kinds that are not floats.
pub(crate) fn value(kind: Kind, bits: u64) -> f64 {
    match kind {
        Kind::Float(width) => wide(width.into(), bits),
        Kind::Encoded(encoding) => encoding.to_f64(bits),
        Kind::Bool | Kind::Int(_) => 0.0,
    }
}

/// Rounds a number to a float of any encoding and returns its bits; 0 for kinds that are not floats.
pub(crate) fn rounded(kind: Kind, x: f64) -> u64 {
    match kind {
        Kind::Float(width) => near(width.into(), x),
        Kind::Encoded(encoding) => encoding.from_f64(x, Overflow::Special),
        Kind::Bool | Kind::Int(_) => 0,
    }
}

/// Returns the minimum of two floats.
pub(crate) fn min(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, minimum)
}

/// Returns the maximum of two floats.
pub(crate) fn max(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, maximum)
}
