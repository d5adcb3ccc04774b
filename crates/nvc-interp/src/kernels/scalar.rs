//! Represents IR scalars as Rust types, with a type for half-precision floats.

use nvc_ir::half;

/// A scalar that is stored as bits in a column.
pub(crate) trait Scalar: Copy {
    /// Returns the scalar with the given bits. Bits above the width are ignored.
    fn of(bits: u64) -> Self;
    /// Returns the bits.
    fn bits(self) -> u64;
}

macro_rules! integers {
    ($($ty:ty as $unsigned:ty,)*) => {$(
        impl Scalar for $ty {
            fn of(bits: u64) -> Self {
                bits as $ty
            }
            fn bits(self) -> u64 {
                u64::from(self as $unsigned)
            }
        }
    )*};
}

integers! {
    u8 as u8, u16 as u16, u32 as u32, u64 as u64,
    i8 as u8, i16 as u16, i32 as u32, i64 as u64,
}

impl Scalar for bool {
    fn of(bits: u64) -> Self {
        bits != 0
    }
    fn bits(self) -> u64 {
        u64::from(self)
    }
}

impl Scalar for f32 {
    fn of(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }
}

impl Scalar for f64 {
    fn of(bits: u64) -> Self {
        f64::from_bits(bits)
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

/// A half-precision float during a computation, represented in double precision. Rounding the sum, product,
/// quotient or square root of halves to double precision and then to a half is the same as rounding once.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Half(pub f64);

impl Scalar for Half {
    fn of(bits: u64) -> Self {
        Half(half::to_f64(bits as u16))
    }
    fn bits(self) -> u64 {
        u64::from(half::from_f64(self.0, nvc_ir::imm::Rounding::Nearest))
    }
}

/// Operations on IEEE floats of all widths.
pub(crate) trait Real: Scalar + PartialOrd {
    /// Converts to `f64`, which is exact.
    fn wide(self) -> f64;
    /// Rounds to the nearest number of this type.
    fn near(wide: f64) -> Self;
    /// Returns the sum.
    fn plus(self, y: Self) -> Self;
    /// Returns the difference.
    fn minus(self, y: Self) -> Self;
    /// Returns the product.
    fn times(self, y: Self) -> Self;
    /// Returns the quotient.
    fn over(self, y: Self) -> Self;
    /// Returns the product plus `z`, rounded once.
    fn fused(self, y: Self, z: Self) -> Self;
    /// Returns the square root.
    fn root(self) -> Self;
}

macro_rules! reals {
    ($($ty:ident,)*) => {$(
        impl Real for $ty {
            fn wide(self) -> f64 {
                f64::from(self)
            }
            fn near(wide: f64) -> Self {
                wide as $ty
            }
            fn plus(self, y: Self) -> Self {
                self + y
            }
            fn minus(self, y: Self) -> Self {
                self - y
            }
            fn times(self, y: Self) -> Self {
                self * y
            }
            fn over(self, y: Self) -> Self {
                self / y
            }
            fn fused(self, y: Self, z: Self) -> Self {
                self.mul_add(y, z)
            }
            fn root(self) -> Self {
                self.sqrt()
            }
        }
    )*};
}

reals! { f32, f64, }

impl Real for Half {
    fn wide(self) -> f64 {
        self.0
    }
    fn near(wide: f64) -> Self {
        Half(wide)
    }
    fn plus(self, y: Self) -> Self {
        Half(self.0 + y.0)
    }
    fn minus(self, y: Self) -> Self {
        Half(self.0 - y.0)
    }
    fn times(self, y: Self) -> Self {
        Half(self.0 * y.0)
    }
    fn over(self, y: Self) -> Self {
        Half(self.0 / y.0)
    }
    fn fused(self, y: Self, z: Self) -> Self {
        // The product is exact. If the sum is not, round it to odd: its error (by Knuth's TwoSum) makes the
        // last bit sticky, so that the second rounding breaks ties correctly.
        let product = self.0 * y.0;
        let sum = product + z.0;
        let other = sum - product;
        let lost = (product - (sum - other)) + (z.0 - other);
        if lost == 0.0 || !sum.is_finite() || sum.to_bits() & 1 == 1 {
            return Half(sum);
        }
        let outward = (lost > 0.0) == (sum > 0.0);
        Half(f64::from_bits(if outward { sum.to_bits() + 1 } else { sum.to_bits() - 1 }))
    }
    fn root(self) -> Self {
        Half(self.0.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::{Half, Real, Scalar};
    use nvc_ir::half;

    #[test]
    fn fused_sums_round_once() {
        // 2048 * (1 + 2^-10) + 2^-24 is just above a tie, which rounding to even would round down.
        let (a, b, c) = (Half(2048.0), Half(1.0 + 2f64.powi(-10)), Half(2f64.powi(-24)));
        assert_eq!(half::to_f64(a.fused(b, c).bits() as u16), 2050.0);
    }
}
