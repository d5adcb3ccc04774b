//! Atomic operations: computes the new value of the memory.

use crate::kernels::Kind;
use crate::kernels::single as float;
use nvc_ir::imm::AtomicOp;

/// Returns the new value; `None` if memory does not change.
pub(super) fn apply(op: AtomicOp, kind: Kind, old: u64, [x, y]: [u64; 2]) -> Option<u64> {
    let bits = u32::from(kind.bits().clamp(1, 64));
    let all = u64::MAX >> (64 - bits);
    let signed = |v: u64| (v << (64 - bits)) as i64 >> (64 - bits);
    Some(match op {
        AtomicOp::Load => return None,
        AtomicOp::Add => old.wrapping_add(x) & all,
        AtomicOp::Sub => old.wrapping_sub(x) & all,
        AtomicOp::SMin => signed(old).min(signed(x)) as u64 & all,
        AtomicOp::SMax => signed(old).max(signed(x)) as u64 & all,
        AtomicOp::UMin => old.min(x),
        AtomicOp::UMax => old.max(x),
        AtomicOp::And => old & x,
        AtomicOp::Or => old | x,
        AtomicOp::Xor => old ^ x,
        AtomicOp::Exchange => x,
        AtomicOp::CompareExchange if old == x => y,
        AtomicOp::CompareExchange => return None,
        AtomicOp::FAdd => match kind {
            // Used by accumulations of cooperative vectors. In double precision, the sum of two such floats
            // is exact before it is rounded.
            Kind::Encoded(_) => float::rounded(kind, float::value(kind, old) + float::value(kind, x)),
            _ => float::sum(bits, old, x),
        },
        AtomicOp::FMin => float::min(bits, old, x),
        AtomicOp::FMax => float::max(bits, old, x),
        // NV_gpu_program5, `ATOM`.
        AtomicOp::IncWrap if old >= x => 0,
        AtomicOp::IncWrap => old + 1,
        AtomicOp::DecWrap if old == 0 || old > x => x,
        AtomicOp::DecWrap => old - 1,
        AtomicOp::HalfAdd => each_half(float::sum, bits, old, x),
        AtomicOp::HalfMin => each_half(float::min, bits, old, x),
        AtomicOp::HalfMax => each_half(float::max, bits, old, x),
    })
}

/// Applies a function to each 16-bit part.
fn each_half(f: fn(u32, u64, u64) -> u64, bits: u32, old: u64, x: u64) -> u64 {
    let part = |shift: u32| f(16, old >> shift & 0xffff, x >> shift & 0xffff) << shift;
    (0..bits).step_by(16).fold(0, |halves, shift| halves | part(shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_counts() {
        let word = Kind::Int(32);
        assert_eq!(apply(AtomicOp::IncWrap, word, 4, [5, 0]), Some(5));
        assert_eq!(apply(AtomicOp::IncWrap, word, 5, [5, 0]), Some(0));
        assert_eq!(apply(AtomicOp::DecWrap, word, 0, [5, 0]), Some(5));
        assert_eq!(apply(AtomicOp::DecWrap, word, 9, [5, 0]), Some(5));
        assert_eq!(apply(AtomicOp::DecWrap, word, 5, [5, 0]), Some(4));
    }

    #[test]
    fn widths_and_signs() {
        assert_eq!(apply(AtomicOp::Add, Kind::Int(32), 0xffff_ffff, [2, 0]), Some(1));
        assert_eq!(apply(AtomicOp::Sub, Kind::Int(64), 0, [1, 0]), Some(u64::MAX));
        assert_eq!(apply(AtomicOp::SMin, Kind::Int(32), 1, [0xffff_ffff, 0]), Some(0xffff_ffff));
        assert_eq!(apply(AtomicOp::UMin, Kind::Int(32), 1, [0xffff_ffff, 0]), Some(1));
        assert_eq!(apply(AtomicOp::CompareExchange, Kind::Int(32), 3, [3, 8]), Some(8));
        assert_eq!(apply(AtomicOp::CompareExchange, Kind::Int(32), 4, [3, 8]), None);
        let half = |x: f64| u64::from(nvc_ir::half::from_f64(x, nvc_ir::imm::Rounding::Nearest));
        assert_eq!(apply(AtomicOp::FAdd, Kind::Float(16), half(1.5), [half(2.0), 0]), Some(half(3.5)));
        let halves = |x: f64, y: f64| half(x) | half(y) << 16;
        let apply = |op| apply(op, Kind::Int(32), halves(1.5, -4.0), [halves(2.0, 1.0), 0]);
        assert_eq!(apply(AtomicOp::HalfAdd), Some(halves(3.5, -3.0)));
        assert_eq!(apply(AtomicOp::HalfMin), Some(halves(1.5, -4.0)));
        assert_eq!(apply(AtomicOp::HalfMax), Some(halves(2.0, 1.0)));
        let four = |low: u64, high: u64| low | high << 32;
        let (old, x) = (four(halves(1.5, -4.0), halves(0.5, 8.0)), four(halves(2.0, 1.0), halves(1.0, -8.0)));
        let sum = four(halves(3.5, -3.0), halves(1.5, 0.0));
        assert_eq!(super::apply(AtomicOp::HalfAdd, Kind::Int(64), old, [x, 0]), Some(sum));
    }
}
