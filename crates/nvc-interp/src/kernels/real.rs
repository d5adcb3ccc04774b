//! Kernels of floating-point arithmetic: IEEE 754, rounding to nearest even. Functions for which SPIR-V
//! requires no exact result are computed in double precision and rounded.

use super::scalar::{Half, Real, Scalar};
use super::{Kernel, Kind, float, kernel};
use nvc_ir::Op;

/// Returns the kernel of a floating-point operation.
pub(super) fn kernel(op: Op, kind: Kind) -> Option<Kernel> {
    let Kind::Float(n) = kind else { return None };
    let sign: u64 = 1 << (n - 1);
    Some(match op {
        Op::FAdd => float!(n, |x, y| x.plus(y)),
        Op::FSub => float!(n, |x, y| x.minus(y)),
        Op::FMul => float!(n, |x, y| x.times(y)),
        Op::FDiv => float!(n, |x, y| x.over(y)),
        Op::Fma => float!(n, |x, y, z| x.fused(y, z)),
        // Operates on bits, so that a NaN keeps its payload.
        Op::FNeg => match sign {
            0x8000 => kernel!(u64, |x| x ^ 0x8000),
            0x8000_0000 => kernel!(u64, |x| x ^ 0x8000_0000),
            _ => kernel!(u64, |x| x ^ 1 << 63),
        },
        Op::FAbs => match sign {
            0x8000 => kernel!(u64, |x| x & 0x7fff),
            0x8000_0000 => kernel!(u64, |x| x & 0x7fff_ffff),
            _ => kernel!(u64, |x| x & !(1 << 63)),
        },
        Op::FMin => float!(n, |x, y| minimum(x, y)),
        Op::FMax => float!(n, |x, y| maximum(x, y)),
        Op::Step => float!(n, |x, y| step(x, y)),
        Op::FSat => float!(n, |x| saturate(x)),
        Op::Sqrt => float!(n, |x| x.root()),
        _ => return unary(op, n),
    })
}

fn unary(op: Op, n: u8) -> Option<Kernel> {
    macro_rules! wide {
        (|$x:ident| $body:expr) => {
            match n {
                16 => kernel!(Half, |v| Half::near({
                    let $x = v.wide();
                    $body
                })),
                32 => kernel!(f32, |v| f32::near({
                    let $x = v.wide();
                    $body
                })),
                _ => kernel!(f64, |v| f64::near({
                    let $x = v.wide();
                    $body
                })),
            }
        };
    }
    Some(match op {
        Op::Floor => wide!(|x| x.floor()),
        Op::Ceil => wide!(|x| x.ceil()),
        Op::Trunc => wide!(|x| x.trunc()),
        Op::RoundEven => wide!(|x| x.round_ties_even()),
        Op::Fract => wide!(|x| x - x.floor()),
        Op::Rsqrt => wide!(|x| 1.0 / x.sqrt()),
        Op::Exp2 => wide!(|x| libm::exp2(x)),
        Op::Log2 => wide!(|x| libm::log2(x)),
        Op::Sin => wide!(|x| libm::sin(x)),
        Op::Cos => wide!(|x| libm::cos(x)),
        _ => return None,
    })
}

fn is_nan<T: Real>(x: T) -> bool {
    x.wide().is_nan()
}

/// Returns the minimum. -0 is less than +0, and a number is preferred to a NaN.
pub(crate) fn minimum<T: Real>(x: T, y: T) -> T {
    let below = x < y || (x == y && x.wide().is_sign_negative());
    if is_nan(y) || below { x } else { y }
}

/// Returns the maximum. +0 is greater than -0, and a number is preferred to a NaN.
pub(crate) fn maximum<T: Real>(x: T, y: T) -> T {
    let above = x > y || (x == y && x.wide().is_sign_positive());
    if is_nan(y) || above { x } else { y }
}

/// Returns 0 if `x` is below the edge, else 1. A NaN is not below the edge.
fn step<T: Real>(edge: T, x: T) -> T {
    T::near(if x < edge { 0.0 } else { 1.0 })
}

fn saturate<T: Real + Scalar>(x: T) -> T {
    let wide = x.wide();
    // Both comparisons are false for a NaN, so its result is 0.
    if wide >= 1.0 {
        T::near(1.0)
    } else if wide > 0.0 {
        x
    } else {
        T::near(0.0)
    }
}
