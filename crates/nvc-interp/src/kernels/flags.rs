//! Kernels of condition codes (NV_gpu_program4 §2.X.4.3).

use super::scalar::Real;
use super::{Kernel, Kind, float, kernel, map4, signed, unsigned};
use nvc_ir::Op;
use nvc_ir::imm::Test;

/// Returns the kernel that computes a condition-code flag.
pub(super) fn kernel(op: Op, kind: Kind) -> Option<Kernel> {
    Some(match (op, kind) {
        (Op::CcSign, Kind::Float(n)) => float!(n, |x| x.wide() < 0.0 || x.wide().is_nan()),
        (Op::CcSign, Kind::Int(n)) => signed!(n, |x| x < 0),
        (Op::CcZero, Kind::Float(n)) => float!(n, |x| x.wide() == 0.0 || x.wide().is_nan()),
        (Op::CcZero, _) => kernel!(u64, |x| x == 0),
        (Op::CcAddCarry, Kind::Int(n)) => unsigned!(n, |x, y| x.overflowing_add(y).1),
        (Op::CcAddOverflow, Kind::Int(n)) => signed!(n, |x, y| x.overflowing_add(y).1),
        (Op::CcSubCarry, Kind::Int(n)) => unsigned!(n, |x, y| x >= y),
        (Op::CcSubOverflow, Kind::Int(n)) => signed!(n, |x, y| x.overflowing_sub(y).1),
        _ => return None,
    })
}

/// Returns the kernel of a test of the flags SF, ZF, OF and CF (NV_gpu_program4, table X.16).
pub(crate) fn test(test: Test) -> Kernel {
    macro_rules! flags {
        (|$s:ident, $z:ident, $o:ident, $c:ident| $body:expr) => {
            |r, m, d, a| {
                map4(r, m, d, a, |$s, $z, $o, $c| {
                    // Each test uses only some of the flags.
                    let [$s, $z, $o, $c] = [$s, $z, $o, $c].map(|flag| flag != 0);
                    let _ = ($s, $z, $o, $c);
                    u64::from($body)
                })
            }
        };
    }
    match test {
        Test::Eq => flags!(|s, z, o, c| !s && z),
        Test::Ne => flags!(|s, z, o, c| s || !z),
        Test::Lt => flags!(|s, z, o, c| (s && !z) != o),
        Test::Le => flags!(|s, z, o, c| s != (z || o)),
        Test::Gt => flags!(|s, z, o, c| s == o && !z),
        Test::Ge => flags!(|s, z, o, c| s == o),
        Test::Nan => flags!(|s, z, o, c| s && z),
        Test::Leg => flags!(|s, z, o, c| !s || !z),
        Test::Cf => flags!(|s, z, o, c| c),
        Test::Ncf => flags!(|s, z, o, c| !c),
        Test::Of => flags!(|s, z, o, c| o),
        Test::Nof => flags!(|s, z, o, c| !o),
        Test::Sf => flags!(|s, z, o, c| s),
        Test::Nsf => flags!(|s, z, o, c| !s),
        Test::Ab => flags!(|s, z, o, c| c && !z),
        Test::Ble => flags!(|s, z, o, c| !c || z),
    }
}
