//! Constant folding of componentwise functions (GLSL §8.1 to §8.3, §8.8), and dispatch to the other rules.
//!
//! Transcendental functions are those of the crate `libm`: the platform's may differ in the last bit, and the same source must give
//! the same module everywhere.

use super::super::operation::Arithmetic;
use super::{Rule, Typed, geometry, integer, matrix, packing};
use crate::fold::{float, float_bits, signed};
use crate::types::{Scalar, ScalarKind};
use naga::MathFunction as M;

/// Returns the folding rule of `min3`, `max3` or `mid3`.
pub(super) const fn of_three(function: Arithmetic) -> Rule {
    match function {
        Arithmetic::Min3 => {
            Rule::Number(|[x, y, z]| x.min(y).min(z), |ty, [x, y, z, _]| lesser(ty, lesser(ty, x, y), z))
        }
        Arithmetic::Max3 => {
            Rule::Number(|[x, y, z]| x.max(y).max(z), |ty, [x, y, z, _]| greater(ty, greater(ty, x, y), z))
        }
        _ => Rule::Number(
            |[x, y, z]| x.min(y).max(x.max(y).min(z)),
            |ty, [x, y, z, _]| greater(ty, lesser(ty, x, y), lesser(ty, greater(ty, x, y), z)),
        ),
    }
}

/// Returns the folding rule of a function, which is identified as in naga; `None` if calls cannot be folded.
pub(super) const fn rule(function: M) -> Option<Rule> {
    use Rule::{Component, Float, Floats, Integer, Number, Whole};
    Some(match function {
        M::Radians => Float(|[x, ..]| x.to_radians()),
        M::Degrees => Float(|[x, ..]| x.to_degrees()),
        M::Sin => Float(|[x, ..]| libm::sin(x)),
        M::Cos => Float(|[x, ..]| libm::cos(x)),
        M::Tan => Float(|[x, ..]| libm::tan(x)),
        M::Asin => Float(|[x, ..]| libm::asin(x)),
        M::Acos => Float(|[x, ..]| libm::acos(x)),
        M::Atan => Float(|[x, ..]| libm::atan(x)),
        M::Atan2 => Float(|[y, x, _]| libm::atan2(y, x)),
        M::Sinh => Float(|[x, ..]| libm::sinh(x)),
        M::Cosh => Float(|[x, ..]| libm::cosh(x)),
        M::Tanh => Float(|[x, ..]| libm::tanh(x)),
        M::Asinh => Float(|[x, ..]| libm::asinh(x)),
        M::Acosh => Float(|[x, ..]| libm::acosh(x)),
        M::Atanh => Float(|[x, ..]| libm::atanh(x)),
        M::Pow => Float(|[x, y, _]| libm::pow(x, y)),
        M::Exp => Float(|[x, ..]| libm::exp(x)),
        M::Log => Float(|[x, ..]| libm::log(x)),
        M::Exp2 => Float(|[x, ..]| libm::exp2(x)),
        M::Log2 => Float(|[x, ..]| libm::log2(x)),
        M::Sqrt => Float(|[x, ..]| x.sqrt()),
        M::InverseSqrt => Float(|[x, ..]| 1.0 / x.sqrt()),
        M::Floor => Float(|[x, ..]| x.floor()),
        M::Ceil => Float(|[x, ..]| x.ceil()),
        M::Trunc => Float(|[x, ..]| x.trunc()),
        M::Round => Float(|[x, ..]| x.round_ties_even()),
        M::Fract => Float(|[x, ..]| x - x.floor()),
        M::Mix => Float(|[x, y, a]| x * (1.0 - a) + y * a),
        M::Step => Float(|[edge, x, _]| if x < edge { 0.0 } else { 1.0 }),
        M::SmoothStep => Float(|[low, high, x]| {
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }),
        M::Fma => Float(|[a, b, c]| a.mul_add(b, c)),
        M::Abs => Number(|[x, ..]| x.abs(), |ty, [x, ..]| signed(ty, x).unsigned_abs()),
        M::Sign => Number(
            |[x, ..]| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0)),
            |ty, [x, ..]| signed(ty, x).signum() as u64,
        ),
        M::Min => Number(|[x, y, _]| if y < x { y } else { x }, |ty, [x, y, ..]| lesser(ty, x, y)),
        M::Max => Number(|[x, y, _]| if x < y { y } else { x }, |ty, [x, y, ..]| greater(ty, x, y)),
        M::Clamp => Number(
            |[x, low, high]| x.max(low).min(high),
            |ty, [x, low, high, _]| lesser(ty, greater(ty, x, low), high),
        ),
        M::Ldexp => Component(ldexp),
        M::ExtractBits => Integer(integer::extract),
        M::InsertBits => Integer(integer::insert),
        M::ReverseBits => Integer(|ty, [x, ..]| Some(x.reverse_bits() >> (64 - integer::bits(ty)))),
        M::CountOneBits => Integer(|_, [x, ..]| Some(u64::from(x.count_ones()))),
        M::FirstTrailingBit => Integer(integer::first),
        M::FirstLeadingBit => Integer(integer::last),
        M::Length => Floats(geometry::length),
        M::Distance => Floats(geometry::distance),
        M::Dot => Floats(geometry::dot),
        M::Cross => Floats(geometry::cross),
        M::Normalize => Floats(geometry::normalize),
        M::FaceForward => Floats(geometry::face_forward),
        M::Reflect => Floats(geometry::reflect),
        M::Refract => Floats(geometry::refract),
        M::Outer => Floats(matrix::outer),
        M::Transpose => Floats(matrix::transpose),
        M::Determinant => Floats(matrix::determinant),
        M::Inverse => Floats(matrix::inverse),
        M::Pack4x8snorm => Whole(packing::snorm::<8>),
        M::Pack4x8unorm => Whole(packing::unorm::<8>),
        M::Pack2x16snorm => Whole(packing::snorm::<16>),
        M::Pack2x16unorm => Whole(packing::unorm::<16>),
        M::Pack2x16float => Whole(packing::halves),
        M::Unpack4x8snorm => Whole(packing::from_snorm::<8>),
        M::Unpack4x8unorm => Whole(packing::from_unorm::<8>),
        M::Unpack2x16snorm => Whole(packing::from_snorm::<16>),
        M::Unpack2x16unorm => Whole(packing::from_unorm::<16>),
        M::Unpack2x16float => Whole(packing::from_halves),
        // Functions that write to an argument, and naga's functions that GLSL lacks.
        _ => return None,
    })
}

fn less(ty: Scalar, x: u64, y: u64) -> bool {
    if ty.kind == ScalarKind::Sint { signed(ty, x) < signed(ty, y) } else { x < y }
}

fn lesser(ty: Scalar, x: u64, y: u64) -> u64 {
    if less(ty, y, x) { y } else { x }
}

fn greater(ty: Scalar, x: u64, y: u64) -> u64 {
    if less(ty, x, y) { y } else { x }
}

/// `x * 2^exponent`.
fn ldexp(args: &[Typed], result: Scalar) -> Option<u64> {
    /// Exceeds the exponent range of all floats, including subnormal numbers.
    const FAR: i64 = 2200;
    let &[(ty, x), (exponent_ty, exponent)] = args else { return None };
    let exponent = signed(exponent_ty, exponent).clamp(-FAR, FAR) as i32;
    // In two steps, so that the intermediate result stays in range.
    let half = exponent / 2;
    let scaled = float(ty, x) * f64::powi(2.0, half) * f64::powi(2.0, exponent - half);
    Some(float_bits(result, scaled))
}
