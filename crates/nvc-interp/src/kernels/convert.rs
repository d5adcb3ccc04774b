//! Kernels of conversions of integers and IEEE floats to each other and to other widths.

use super::scalar::{Half, Real};
use super::{Kernel, Kind, float, kernel, signed, unsigned};
use nvc_ir::Op;
use nvc_ir::half;
use nvc_ir::imm::Rounding;

/// Returns the kernel of a conversion.
pub(super) fn kernel(op: Op, from: Kind, to: Kind) -> Option<Kernel> {
    Some(match (op, from, to) {
        (Op::ITrunc, _, Kind::Int(8)) => kernel!(u8, |x| x),
        (Op::ITrunc, _, Kind::Int(16)) => kernel!(u16, |x| x),
        (Op::ITrunc, _, Kind::Int(32)) => kernel!(u32, |x| x),
        (Op::ITrunc | Op::ZExt, ..) => kernel!(u64, |x| x),
        (Op::SExt, Kind::Int(n), Kind::Int(16)) => signed!(n, |x| x as i16),
        (Op::SExt, Kind::Int(n), Kind::Int(32)) => signed!(n, |x| x as i32),
        (Op::SExt, Kind::Int(n), _) => signed!(n, |x| x as i64),
        // An integer that `f64` rounds is out of the range of a half, so halves are still rounded correctly.
        (Op::SToF, Kind::Int(n), Kind::Float(16)) => signed!(n, |x| Half(x as f64)),
        (Op::SToF, Kind::Int(n), Kind::Float(32)) => signed!(n, |x| x as f32),
        (Op::SToF, Kind::Int(n), Kind::Float(_)) => signed!(n, |x| x as f64),
        (Op::UToF, Kind::Int(n), Kind::Float(16)) => unsigned!(n, |x| Half(x as f64)),
        (Op::UToF, Kind::Int(n), Kind::Float(32)) => unsigned!(n, |x| x as f32),
        (Op::UToF, Kind::Int(n), Kind::Float(_)) => unsigned!(n, |x| x as f64),
        (Op::FConvert, Kind::Float(n), Kind::Float(16)) => float!(n, |x| Half(x.wide())),
        (Op::FConvert, Kind::Float(n), Kind::Float(32)) => float!(n, |x| x.wide() as f32),
        (Op::FConvert, Kind::Float(n), Kind::Float(_)) => float!(n, |x| x.wide()),
        // Rust's casts saturate and convert NaNs to 0, as NVIDIA's hardware does, except for NaNs with 64-bit types.
        (Op::FToS | Op::FToSSat, Kind::Float(n), Kind::Int(8)) => float!(n, |x| x.wide() as i8),
        (Op::FToS | Op::FToSSat, Kind::Float(n), Kind::Int(16)) => float!(n, |x| x.wide() as i16),
        (Op::FToS | Op::FToSSat, Kind::Float(n), Kind::Int(32)) => float!(n, |x| x.wide() as i32),
        (Op::FToS | Op::FToSSat, Kind::Float(n), _) => float!(n, |x| x.wide() as i64),
        (Op::FToU | Op::FToUSat, Kind::Float(n), Kind::Int(8)) => float!(n, |x| x.wide() as u8),
        (Op::FToU | Op::FToUSat, Kind::Float(n), Kind::Int(16)) => float!(n, |x| x.wide() as u16),
        (Op::FToU | Op::FToUSat, Kind::Float(n), Kind::Int(32)) => float!(n, |x| x.wide() as u32),
        (Op::FToU | Op::FToUSat, Kind::Float(n), _) => float!(n, |x| x.wide() as u64),
        _ => return None,
    })
}

/// Returns the kernel of a conversion between floats with an explicit rounding mode.
pub(crate) fn rounded(rounding: Rounding, from: Kind, to: Kind) -> Option<Kernel> {
    let Kind::Float(n) = from else { return None };
    macro_rules! narrow {
        ($rounding:ident) => {
            match to {
                Kind::Float(16) => {
                    float!(n, |x| u32::from(half::from_f64(x.wide(), Rounding::$rounding)))
                }
                Kind::Float(32) => float!(n, |x| single(x.wide(), Rounding::$rounding)),
                _ => float!(n, |x| x.wide()),
            }
        };
    }
    Some(match rounding {
        Rounding::Nearest => narrow!(Nearest),
        Rounding::Zero => narrow!(Zero),
        Rounding::Up => narrow!(Up),
        Rounding::Down => narrow!(Down),
    })
}

/// Rounds a number to single precision.
fn single(x: f64, rounding: Rounding) -> f32 {
    let nearest = x as f32;
    let wide = f64::from(nearest);
    let rounded = match rounding {
        Rounding::Nearest => nearest,
        Rounding::Up => up(nearest, wide < x),
        Rounding::Down => down(nearest, wide > x),
        Rounding::Zero if x > 0.0 => down(nearest, wide > x),
        Rounding::Zero => up(nearest, wide < x),
    };
    if x.is_infinite() { nearest } else { rounded }
}

fn up(x: f32, step: bool) -> f32 {
    if step { x.next_up() } else { x }
}

fn down(x: f32, step: bool) -> f32 {
    if step { x.next_down() } else { x }
}
