//! Kernels of mathematical functions. They are computed in double precision and rounded once. The functions are those of the crate
//! `libm`, so that a program gives the same results on every platform.

use super::scalar::{Half, Real, Scalar};
use super::{Kernel, Kind, map1, map2};
use nvc_ir::Op;

/// Defines the kernel of a formula that is evaluated in double precision.
macro_rules! wide {
    ($n:expr, |$x:ident| $body:expr) => {
        match $n {
            16 => near!(Half, |$x| $body),
            32 => near!(f32, |$x| $body),
            _ => near!(f64, |$x| $body),
        }
    };
    ($n:expr, |$x:ident, $y:ident| $body:expr) => {
        match $n {
            16 => near!(Half, |$x, $y| $body),
            32 => near!(f32, |$x, $y| $body),
            _ => near!(f64, |$x, $y| $body),
        }
    };
}

macro_rules! near {
    ($ty:ty, |$x:ident| $body:expr) => {{
        let kernel: Kernel = |r, m, d, a| {
            map1(r, m, d, a, |x| {
                let $x = <$ty>::of(x).wide();
                <$ty>::near($body).bits()
            })
        };
        kernel
    }};
    ($ty:ty, |$x:ident, $y:ident| $body:expr) => {{
        let kernel: Kernel = |r, m, d, a| {
            map2(r, m, d, a, |x, y| {
                let ($x, $y) = (<$ty>::of(x).wide(), <$ty>::of(y).wide());
                <$ty>::near($body).bits()
            })
        };
        kernel
    }};
}

/// Returns the kernel of a mathematical function.
pub(super) fn kernel(op: Op, kind: Kind) -> Option<Kernel> {
    let Kind::Float(n) = kind else { return None };
    Some(match op {
        Op::Tan => wide!(n, |x| libm::tan(x)),
        Op::Asin => wide!(n, |x| libm::asin(x)),
        Op::Acos => wide!(n, |x| libm::acos(x)),
        Op::Atan => wide!(n, |x| libm::atan(x)),
        Op::Atan2 => wide!(n, |y, x| libm::atan2(y, x)),
        Op::Sinh => wide!(n, |x| libm::sinh(x)),
        Op::Cosh => wide!(n, |x| libm::cosh(x)),
        Op::Tanh => wide!(n, |x| libm::tanh(x)),
        Op::Asinh => wide!(n, |x| libm::asinh(x)),
        Op::Acosh => wide!(n, |x| libm::acosh(x)),
        Op::Atanh => wide!(n, |x| libm::atanh(x)),
        Op::Exp => wide!(n, |x| libm::exp(x)),
        Op::Log => wide!(n, |x| libm::log(x)),
        Op::Pow => wide!(n, |x, y| libm::pow(x, y)),
        Op::FSign => wide!(n, |x| sign(x)),
        Op::FrexpSignificand => wide!(n, |x| frexp(x).0),
        Op::FrexpExponent => match n {
            16 => |r, m, d, a| map1(r, m, d, a, exponent::<Half>),
            32 => |r, m, d, a| map1(r, m, d, a, exponent::<f32>),
            _ => |r, m, d, a| map1(r, m, d, a, exponent::<f64>),
        },
        Op::Ldexp => match n {
            16 => |r, m, d, a| map2(r, m, d, a, ldexp::<Half>),
            32 => |r, m, d, a| map2(r, m, d, a, ldexp::<f32>),
            _ => |r, m, d, a| map2(r, m, d, a, ldexp::<f64>),
        },
        _ => return None,
    })
}

/// Returns the sign of a number. Zeros are returned unchanged; a NaN gives 0.
fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else if x == 0.0 {
        x
    } else {
        0.0
    }
}

/// Splits a number into a significand with magnitude in [0.5, 1) and an exponent, like C's `frexp`. Zeros and
/// non-finite numbers are returned unchanged, with exponent 0.
fn frexp(x: f64) -> (f64, i32) {
    // One less than the bias of `f64`, because the significand is below 1.
    const BIAS: i32 = 1022;
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    // Scale denormals up, so that they have an implicit leading bit.
    let (x, shift) = if x.is_subnormal() { (x * 2f64.powi(64), 64) } else { (x, 0) };
    let biased = (x.to_bits() >> 52 & 0x7ff) as i32;
    let significand = x.to_bits() & !(0x7ff << 52) | (BIAS as u64) << 52;
    (f64::from_bits(significand), biased - BIAS - shift)
}

fn exponent<T: Real>(x: u64) -> u64 {
    u64::from(frexp(T::of(x).wide()).1 as u32)
}

fn ldexp<T: Real>(x: u64, power: u64) -> u64 {
    T::near(times_power(T::of(x).wide(), power as u32 as i32)).bits()
}

/// Multiplies a number by a power of two, rounding once.
fn times_power(mut x: f64, power: i32) -> f64 {
    // Beyond these bounds, every result is an infinity or a zero.
    let mut power = power.clamp(-2200, 2200);
    while power > 1023 {
        x *= 2f64.powi(1023);
        power -= 1023;
    }
    // Scale down in steps that keep all 53 bits of the significand, so that only the last step rounds.
    while power < -1022 {
        x *= 2f64.powi(-1022 + 53);
        power += 1022 - 53;
    }
    x * 2f64.powi(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frexp_and_ldexp_are_inverse() {
        for x in [1.0, -0.75, 1e300, f64::MIN_POSITIVE, 5e-324, -3e-310, 1024.0] {
            let (significand, power) = frexp(x);
            assert!((0.5..1.0).contains(&significand.abs()), "{x}");
            assert_eq!(times_power(significand, power), x);
        }
        assert_eq!(frexp(0.0), (0.0, 0));
        assert_eq!(frexp(8.0), (0.5, 4));
    }

    #[test]
    fn scaling_rounds_once() {
        assert_eq!(times_power(1.0, -1074), 5e-324);
        assert_eq!(times_power(1.5, -1074), 1e-323);
        assert_eq!(times_power(1.0, -1076), 0.0);
        assert_eq!(times_power(1.0, i32::MAX), f64::INFINITY);
        assert_eq!(times_power(5e-324, 2097), 2f64.powi(1023));
        assert_eq!(ldexp::<f32>(u64::from(1f32.to_bits()), u64::from((-149i32) as u32)), 1);
    }
}
