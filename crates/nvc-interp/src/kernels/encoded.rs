//! Kernels of conversions from and to floats of non-IEEE encodings, and of `bitcast.extract`.

use super::scalar::{Half, Real, Scalar};
use super::{Kernel, Kind, map1, map2};
use nvc_ir::{FpEncoding, Op, Overflow};

/// The encoding with an index in [`FpEncoding::ALL`], as a type. Kernels are plain functions, so the encoding
/// must be a type parameter.
struct Encoded<const INDEX: usize>;

/// Like [`Encoded`], but conversions to it saturate.
struct Saturated<const INDEX: usize>;

/// A float type, with conversions from and to `f64`. `f64` represents all its numbers exactly.
trait Number {
    fn wide(bits: u64) -> f64;
    fn near(wide: f64) -> u64;
}

macro_rules! ieee {
    ($($ty:ident,)*) => {$(
        impl Number for $ty {
            fn wide(bits: u64) -> f64 {
                Real::wide(<$ty as Scalar>::of(bits))
            }
            fn near(wide: f64) -> u64 {
                <$ty as Real>::near(wide).bits()
            }
        }
    )*};
}

ieee! { Half, f32, f64, }

impl<const INDEX: usize> Number for Encoded<INDEX> {
    fn wide(bits: u64) -> f64 {
        FpEncoding::ALL[INDEX].to_f64(bits)
    }
    fn near(wide: f64) -> u64 {
        FpEncoding::ALL[INDEX].from_f64(wide, Overflow::Special)
    }
}

impl<const INDEX: usize> Number for Saturated<INDEX> {
    fn wide(bits: u64) -> f64 {
        FpEncoding::ALL[INDEX].to_f64(bits)
    }
    fn near(wide: f64) -> u64 {
        FpEncoding::ALL[INDEX].from_f64(wide, Overflow::Saturate)
    }
}

/// Calls a generic function, with the type of an encoding as its first type argument.
macro_rules! by_encoding {
    ($encoding:expr, $ty:ident => $f:ident::<$($with:ident),*>($($arg:expr),*)) => {
        match $encoding {
            FpEncoding::BFloat16 => $f::<$ty<0>, $($with),*>($($arg),*),
            FpEncoding::Float8E4M3 => $f::<$ty<1>, $($with),*>($($arg),*),
            FpEncoding::Float8E5M2 => $f::<$ty<2>, $($with),*>($($arg),*),
            FpEncoding::Float6E2M3 => $f::<$ty<3>, $($with),*>($($arg),*),
            FpEncoding::Float6E3M2 => $f::<$ty<4>, $($with),*>($($arg),*),
            FpEncoding::Float4E2M1 => $f::<$ty<5>, $($with),*>($($arg),*),
            FpEncoding::Float8UnsignedE8M0 => $f::<$ty<6>, $($with),*>($($arg),*),
            FpEncoding::MxInt8 => $f::<$ty<7>, $($with),*>($($arg),*),
        }
    };
}

/// Returns the kernel of a conversion from or to a non-IEEE float, or of `bitcast.extract`.
pub(super) fn kernel(op: Op, from: Kind, to: Kind) -> Option<Kernel> {
    match (op, to) {
        (Op::BitcastExtract, _) => Some(extract(to.bits())),
        (Op::FConvert | Op::SToF | Op::UToF, Kind::Encoded(encoding)) => {
            by_encoding!(encoding, Encoded => to_encoded::<>(op, from))
        }
        (Op::FConvertSat | Op::SToFSat | Op::UToFSat, Kind::Encoded(encoding)) => {
            by_encoding!(encoding, Saturated => to_encoded::<>(op, from))
        }
        (Op::FConvert, Kind::Float(16)) => from_float::<Half>(from),
        (Op::FConvert, Kind::Float(32)) => from_float::<f32>(from),
        (Op::FConvert, Kind::Float(_)) => from_float::<f64>(from),
        (Op::FToS | Op::FToU, Kind::Int(bits)) => {
            let Kind::Encoded(encoding) = from else { return None };
            Some(by_encoding!(encoding, Encoded => to_integer::<>(op == Op::FToS, bits)))
        }
        _ => None,
    }
}

fn to_encoded<To: Number>(op: Op, from: Kind) -> Option<Kernel> {
    match (op, from) {
        (Op::FConvert | Op::FConvertSat, _) => from_float::<To>(from),
        (Op::SToF | Op::SToFSat, Kind::Int(bits)) => Some(from_integer::<To>(true, bits)),
        (_, Kind::Int(bits)) => Some(from_integer::<To>(false, bits)),
        _ => None,
    }
}

fn from_float<To: Number>(from: Kind) -> Option<Kernel> {
    Some(match from {
        Kind::Float(16) => convert::<Half, To>(),
        Kind::Float(32) => convert::<f32, To>(),
        Kind::Float(_) => convert::<f64, To>(),
        Kind::Encoded(encoding) => by_encoding!(encoding, Encoded => convert::<To>()),
        _ => return None,
    })
}

fn convert<From: Number, To: Number>() -> Kernel {
    |r, m, d, a| map1(r, m, d, a, |x| To::near(From::wide(x)))
}

/// Returns a conversion from integers, which goes through single precision. SPV_KHR_bfloat16 requires this
/// for bfloat16. For the formats E4M3 and E5M2 it makes no difference, because integers within their range are
/// exact in single precision.
fn from_integer<To: Number>(signed: bool, bits: u8) -> Kernel {
    macro_rules! through_single {
        ($($ty:ty),*) => {
            [$(|r, m, d, a| map1(r, m, d, a, |x| To::near(f64::from(<$ty>::of(x) as f32)))),*]
        };
    }
    let kernels: [Kernel; 8] = through_single!(i8, i16, i32, i64, u8, u16, u32, u64);
    let [a, b, c, d, e, f, g, h] = kernels;
    match (signed, bits) {
        (true, 8) => a,
        (true, 16) => b,
        (true, 32) => c,
        (true, _) => d,
        (false, 8) => e,
        (false, 16) => f,
        (false, 32) => g,
        (false, _) => h,
    }
}

/// Returns a conversion to integers. Rust's casts saturate and convert NaNs to 0.
fn to_integer<From: Number>(signed: bool, bits: u8) -> Kernel {
    macro_rules! cast {
        ($ty:ty) => {
            |r, m, d, a| map1(r, m, d, a, |x| (From::wide(x) as $ty).bits())
        };
    }
    match (signed, bits) {
        (true, 8) => cast!(i8),
        (true, 16) => cast!(i16),
        (true, 32) => cast!(i32),
        (true, _) => cast!(i64),
        (false, 8) => cast!(u8),
        (false, 16) => cast!(u16),
        (false, 32) => cast!(u32),
        (false, _) => cast!(u64),
    }
}

/// Returns the kernel that extracts a field of the given width at an offset.
fn extract(bits: u8) -> Kernel {
    match bits {
        4 => |r, m, d, a| map2(r, m, d, a, |x, offset| field(x, offset, 4)),
        6 => |r, m, d, a| map2(r, m, d, a, |x, offset| field(x, offset, 6)),
        8 => |r, m, d, a| map2(r, m, d, a, |x, offset| field(x, offset, 8)),
        16 => |r, m, d, a| map2(r, m, d, a, |x, offset| field(x, offset, 16)),
        _ => |r, m, d, a| map2(r, m, d, a, |x, offset| field(x, offset, 32)),
    }
}

fn field(x: u64, offset: u64, bits: u32) -> u64 {
    x.checked_shr(offset as u32).unwrap_or(0) & ((1 << bits) - 1)
}
