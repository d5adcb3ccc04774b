//! `legalise-portable`: rewrites operations that other shading languages lack.
//!
//! Runs if the module will be translated to HLSL, MSL, WGSL or GLSL. Some of these languages, or naga, which translates to
//! them, lack the negation of unsigned integers, the NaN test, the high half of a product, the remainder with the sign of the
//! divisor, the election of an invocation, or the all-equal vote.

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use nvc_ir::imm::Builtin;
use nvc_ir::{Builder, Module, Op, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "legalise-portable",
    doc: "Rewrites operations that other shading languages lack.",
    ops: OpSet::ALL,
    run,
};

fn run(module: &mut Module, _: &mut Context<'_>) {
    rewrite_insts(module, PASS.ops, |b, _, data| {
        Rewrite::Replace(match (data.op, &data.args[..]) {
            (Op::INeg, &[x]) if !b.types.is_uncounted(b.func.ty(x)) => {
                let zero = b.splat_bits(b.func.ty(x), 0);
                b.op(Op::ISub, &[zero, x])
            }
            // Only a NaN differs from itself.
            (Op::IsNan, &[x]) => b.op(Op::FNe, &[x, x]),
            (Op::SMod, &[x, y]) => floor_mod(b, x, y),
            (Op::UMulHi, &[x, y]) if is_word(b, x) => high(b, x, y),
            (Op::SMulHi, &[x, y]) if is_word(b, x) => signed_high(b, x, y),
            (Op::SubgroupElect, _) => {
                let lane = b.builtin(Builtin::SubgroupLane, Types::I32);
                let first = b.op(Op::SubgroupBroadcastFirst, &[lane]);
                b.op(Op::IEq, &[lane, first])
            }
            (Op::SubgroupAllEqual, &[x]) => {
                let same = equal_to_first(b, x);
                b.op(Op::SubgroupAll, &[same])
            }
            _ => return Rewrite::Keep,
        })
    });
}

fn is_word(b: &Builder<'_>, x: Value) -> bool {
    b.types.scalar(b.func.ty(x)) == Types::I32
}

/// The remainder with the sign of the divisor: adds the divisor to a nonzero remainder of the opposite sign.
fn floor_mod(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let zero = b.splat_bits(b.func.ty(x), 0);
    let quotient = b.op(Op::SDiv, &[x, y]);
    let product = b.op(Op::IMul, &[quotient, y]);
    let remainder = b.op(Op::ISub, &[x, product]);
    let signs = b.op(Op::Xor, &[remainder, y]);
    let differ = b.op(Op::SLt, &[signs, zero]);
    let inexact = b.op(Op::INe, &[remainder, zero]);
    let sum = b.op(Op::IAdd, &[remainder, y]);
    // Two selects, since naga has no component-wise `and` of bool vectors.
    let adjusted = b.op(Op::Select, &[differ, sum, remainder]);
    b.op(Op::Select, &[inexact, adjusted, remainder])
}

/// The high word of an unsigned product, by schoolbook multiplication of 16-bit halves. No sum overflows.
fn high(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let ty = b.func.ty(x);
    let (mask, half) = (b.splat_bits(ty, 0xffff), b.splat_bits(ty, 16));
    let [x, y] = [x, y].map(|v| [b.op(Op::And, &[v, mask]), b.op(Op::LShr, &[v, half])]);
    let low = b.op(Op::IMul, &[x[0], y[0]]);
    let carry = b.op(Op::LShr, &[low, half]);
    let cross = b.op(Op::IMul, &[x[1], y[0]]);
    let middle = b.op(Op::IAdd, &[cross, carry]);
    let middle_low = b.op(Op::And, &[middle, mask]);
    let middle_high = b.op(Op::LShr, &[middle, half]);
    let cross = b.op(Op::IMul, &[x[0], y[1]]);
    let second = b.op(Op::IAdd, &[cross, middle_low]);
    let second_high = b.op(Op::LShr, &[second, half]);
    let top = b.op(Op::IMul, &[x[1], y[1]]);
    let sum = b.op(Op::IAdd, &[top, middle_high]);
    b.op(Op::IAdd, &[sum, second_high])
}

/// The high word of a signed product: the unsigned one minus y if x is negative, and minus x if y is negative.
fn signed_high(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let unsigned = high(b, x, y);
    let shift = b.splat_bits(b.func.ty(x), 31);
    let [of_x, of_y] = [(x, y), (y, x)].map(|(sign, other)| {
        let sign = b.op(Op::AShr, &[sign, shift]);
        b.op(Op::And, &[sign, other])
    });
    let less = b.op(Op::ISub, &[unsigned, of_x]);
    b.op(Op::ISub, &[less, of_y])
}

/// Whether a value equals that of the first active lane in all components.
fn equal_to_first(b: &mut Builder<'_>, x: Value) -> Value {
    let first = b.op(Op::SubgroupBroadcastFirst, &[x]);
    let op = if b.types.is_float(b.func.ty(x)) { Op::FEq } else { Op::IEq };
    let equal = b.op(op, &[x, first]);
    if b.types.is_uncounted(b.func.ty(equal)) {
        return b.op(Op::All, &[equal]);
    }
    let count = u32::from(b.types.components(b.func.ty(equal)));
    let mut all = b.extract(equal, 0);
    for index in 1..count {
        let part = b.extract(equal, index);
        all = b.op(Op::And, &[all, part]);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::PASS;
    use crate::testing::{apply, evaluate, module_of, ops};
    use nvc_ir::{Op, Types};

    const NUMBERS: [u32; 8] = [0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_0001, 0x1234_5678, u32::MAX];

    #[test]
    fn high_half_matches_wide_product() {
        for op in [Op::UMulHi, Op::SMulHi] {
            let mut module = module_of(&[Types::I32, Types::I32], |b, args| b.op(op, args));
            apply(&PASS, &mut module);
            assert!(!ops(&module).contains(&op));
            for x in NUMBERS {
                for y in NUMBERS {
                    let got = evaluate(&module, |_, param| if param == 0 { x.into() } else { y.into() });
                    let unsigned = (u64::from(x) * u64::from(y)) >> 32;
                    let signed = ((i64::from(x as i32) * i64::from(y as i32)) >> 32) as u32;
                    let expected = if op == Op::UMulHi { unsigned } else { signed.into() };
                    assert_eq!(got[0], Some(expected), "{} {x:#x} {y:#x}", op.info().name);
                }
            }
        }
    }

    #[test]
    fn remainder_has_the_sign_of_the_divisor() {
        let mut module = module_of(&[Types::I32, Types::I32], |b, args| b.op(Op::SMod, args));
        apply(&PASS, &mut module);
        assert!(!ops(&module).contains(&Op::SMod));
        for (x, y, expected) in [(7, 3, 1), (-7, 3, 2), (7, -3, -2), (-7, -3, -1), (-6, 3, 0), (6, -3, 0)] {
            let bits = |x: i32| u64::from(x.cast_unsigned());
            let got = evaluate(&module, |_, param| if param == 0 { bits(x) } else { bits(y) });
            assert_eq!(got[0], Some(bits(expected)), "{x} {y}");
        }
    }

    #[test]
    fn rewrites_negation_and_nan_test() {
        let mut module = module_of(&[Types::I32], |b, args| b.op(Op::INeg, args));
        apply(&PASS, &mut module);
        assert_eq!(ops(&module), [Op::ISub]);
        assert_eq!(evaluate(&module, |_, _| 5)[0], Some(u64::from(5u32.wrapping_neg())));
        let mut module = module_of(&[Types::F32], |b, args| b.op(Op::IsNan, args));
        apply(&PASS, &mut module);
        assert_eq!(evaluate(&module, |_, _| 0x7fc0_0000)[0], Some(1));
        assert_eq!(evaluate(&module, |_, _| 0x3f80_0000)[0], Some(0));
    }
}
