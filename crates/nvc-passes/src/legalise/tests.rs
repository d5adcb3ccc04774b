//! Compares emulated conversions with Rust's, for boundary values.

use super::{PASS, rounding};
use crate::testing::{LANES, apply, evaluate, module_of};
use nvc_ir::imm::{Imm, Rounding};
use nvc_ir::{Op, Type, Types};

/// Powers of two of both signs, their neighbours, values half a unit away, and special values.
fn floats() -> Vec<f64> {
    let mut list =
        vec![0.0, -0.0, 0.5, 0.99, -0.99, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300];
    for exponent in [0, 7, 8, 15, 16, 24, 31, 32, 53, 63, 64] {
        for x in
            [2f64.powi(exponent), f64::from(2f32.powi(exponent).next_down()), 2f64.powi(exponent).next_up()]
        {
            list.extend([x, -x, x + 0.5, -x - 0.5, x - 1.0]);
        }
    }
    list
}

fn saturate(op: Op, from: Type, to: Type, bits: impl Fn(f64) -> u64, expected: impl Fn(f64) -> u64) {
    let mut module = module_of(&[from], |b, args| b.inst_with_type(op, Imm::None, &[args[0]], to));
    apply(&PASS, &mut module);
    let list = floats();
    for chunk in list.chunks(LANES) {
        let got = evaluate(&module, |lane, _| bits(chunk[lane % chunk.len()]));
        for (lane, &x) in chunk.iter().enumerate() {
            assert_eq!(got[lane], Some(expected(x)), "{} of {x:e} to {to}", op.info().name);
        }
    }
}

#[test]
fn saturating_conversions_match_rust() {
    let single = |x: f64| u64::from((x as f32).to_bits());
    saturate(Op::FToSSat, Types::F32, Types::I32, single, |x| u64::from(x as f32 as i32 as u32));
    saturate(Op::FToUSat, Types::F32, Types::I32, single, |x| u64::from(x as f32 as u32));
    saturate(Op::FToSSat, Types::F32, Types::I64, single, |x| x as f32 as i64 as u64);
    saturate(Op::FToUSat, Types::F32, Types::I64, single, |x| x as f32 as u64);
    saturate(Op::FToSSat, Types::F32, Types::I8, single, |x| u64::from(x as f32 as i8 as u8));
    saturate(Op::FToUSat, Types::F32, Types::I16, single, |x| u64::from(x as f32 as u16));
    saturate(Op::FToSSat, Types::F64, Types::I32, f64::to_bits, |x| u64::from(x as i32 as u32));
    saturate(Op::FToUSat, Types::F64, Types::I32, f64::to_bits, |x| u64::from(x as u32));
    saturate(Op::FToSSat, Types::F64, Types::I64, f64::to_bits, |x| x as i64 as u64);
    saturate(Op::FToUSat, Types::F64, Types::I64, f64::to_bits, |x| x as u64);
}

/// The correct rounding of an `f64` to `f32`, by comparison with both neighbours.
fn rounded(x: f64, rounding: Rounding) -> f32 {
    let nearest = x as f32;
    let (below, above) = (nearest.next_down(), nearest.next_up());
    let candidates = [below, nearest, above];
    let fits = |f: &&f32| match rounding {
        Rounding::Up => f64::from(**f) >= x,
        Rounding::Down => f64::from(**f) <= x,
        _ => f64::from(**f).abs() <= x.abs(),
    };
    let distance = |f: &f32| (f64::from(*f) - x).abs();
    let best = candidates.iter().filter(fits).filter(|f| distance(f).is_finite());
    best.copied().min_by(|p, q| distance(p).total_cmp(&distance(q))).unwrap_or(nearest)
}

#[test]
fn rounding_modes_choose_the_right_neighbour() {
    let mut list: Vec<f64> = floats().into_iter().filter(|x| x.abs() < 1e30).collect();
    list.extend([1.0 + 1e-9, 1.0 - 1e-9, 1.0 / 3.0, 1e-50, -1e-50, 1e-40, 16777217.0, 0.1]);
    for &mode in Rounding::ALL {
        let mut module = module_of(&[Types::F64], |b, args| {
            b.inst_with_type(Op::FConvertRounded, Imm::Rounding(mode), args, Types::F32)
        });
        apply(&rounding::PASS, &mut module);
        for x in list.iter().flat_map(|&x| [x, -x]) {
            let expected = if mode == Rounding::Nearest { x as f32 } else { rounded(x, mode) };
            let got = evaluate(&module, |_, _| x.to_bits())[0];
            assert_eq!(got, Some(u64::from(expected.to_bits())), "{x:e} {}", mode.name());
        }
    }
}

#[test]
fn rounding_modes_at_the_limits_of_the_range() {
    let convert = |mode, x: f64| {
        let mut module = module_of(&[Types::F64], |b, args| {
            b.inst_with_type(Op::FConvertRounded, Imm::Rounding(mode), args, Types::F32)
        });
        apply(&rounding::PASS, &mut module);
        evaluate(&module, |_, _| x.to_bits())[0].map(|bits| f32::from_bits(bits as u32))
    };
    assert_eq!(convert(Rounding::Zero, 1e300), Some(f32::MAX));
    assert_eq!(convert(Rounding::Down, 1e300), Some(f32::MAX));
    assert_eq!(convert(Rounding::Up, 1e300), Some(f32::INFINITY));
    assert_eq!(convert(Rounding::Up, -1e300), Some(f32::MIN));
    assert_eq!(convert(Rounding::Zero, f64::INFINITY), Some(f32::INFINITY));
}
