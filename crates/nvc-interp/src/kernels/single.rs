//! Float operations on the bits of one scalar, for atomics and reductions.

use super::real::{greater, lesser};
use super::scalar::{Half, Real, Scalar};

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

/// Sum of two floats of a width.
pub(crate) fn sum(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, Real::plus)
}

/// Product of two floats of a width.
pub(crate) fn product(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, Real::times)
}

/// The float of a width that is nearest to a number.
pub(crate) fn near(bits: u32, x: f64) -> u64 {
    match bits {
        16 => Half::near(x).bits(),
        32 => f32::near(x).bits(),
        _ => x.to_bits(),
    }
}

/// The number that a float of a width stands for.
pub(crate) fn wide(bits: u32, x: u64) -> f64 {
    match bits {
        16 => Half::of(x).wide(),
        32 => f32::of(x).wide(),
        _ => f64::from_bits(x),
    }
}

/// Minimum of two floats of a width.
pub(crate) fn least(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, lesser)
}

/// Maximum of two floats of a width.
pub(crate) fn greatest(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, greater)
}
