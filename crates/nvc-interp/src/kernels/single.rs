//! Float operations on the bits of one scalar, for atomics.

use super::real::{greater, lesser};
use super::scalar::{Half, Real};

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

/// Minimum of two floats of a width.
pub(crate) fn least(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, lesser)
}

/// Maximum of two floats of a width.
pub(crate) fn greatest(bits: u32, x: u64, y: u64) -> u64 {
    by_width!(bits, x, y, greater)
}
