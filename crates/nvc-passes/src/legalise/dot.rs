//! `legalise-dot`: expands integer dot products into products and sums.
//!
//! Runs if the instructions must not be used (`--deny-extension SPV_KHR_integer_dot_product`), or if the module will be
//! translated to another shading language: naga reads none of them. Otherwise they are emitted, since GPUs
//! have such instructions.

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{OpSet, Pass};
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Op, Type, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "legalise-dot",
    doc: "Expands integer dot products into products and sums.",
    ops: DOTS,
    run: |module, _| {
        rewrite_insts(module, DOTS, |b, _, data| match (signs(data.op), data.result, &data.args[..]) {
            (Some(signs), Some(result), &[x, y, ref rest @ ..]) => {
                let ty = b.func.ty(result);
                let sum = product(b, [x, y], signs, ty);
                Rewrite::Replace(match rest.first() {
                    Some(&addend) if signs[0] => add_signed(b, sum, addend),
                    Some(&addend) => add_unsigned(b, sum, addend),
                    None => sum,
                })
            }
            _ => Rewrite::Keep,
        });
    },
};

const DOTS: OpSet =
    OpSet::of(&[Op::SDot, Op::UDot, Op::SUDot, Op::SDotAccSat, Op::UDotAccSat, Op::SUDotAccSat]);

/// Whether each factor of a dot product is signed.
pub(crate) fn signs(op: Op) -> Option<[bool; 2]> {
    match op {
        Op::SDot | Op::SDotAccSat => Some([true, true]),
        Op::UDot | Op::UDotAccSat => Some([false, false]),
        Op::SUDot | Op::SUDotAccSat => Some([true, false]),
        _ => None,
    }
}

/// The sum of the products of components, modulo the width of the result.
fn product(b: &mut Builder<'_>, factors: [Value; 2], signs: [bool; 2], ty: Type) -> Value {
    let [x, y] = factors;
    let (x, y) = (components(b, x, signs[0], ty), components(b, y, signs[1], ty));
    let mut sum = None;
    for (x, y) in x.into_iter().zip(y) {
        let product = b.op(Op::IMul, &[x, y]);
        sum = Some(match sum {
            Some(sum) => b.op(Op::IAdd, &[sum, product]),
            None => product,
        });
    }
    sum.unwrap_or_else(|| b.splat_bits(ty, 0))
}

/// The components of a vector, or the bytes of a 32-bit integer, extended to type `ty`.
fn components(b: &mut Builder<'_>, value: Value, signed: bool, ty: Type) -> Vec<Value> {
    let parts: Vec<Value> = if b.func.ty(value) == Types::I32 {
        let op = if signed { Op::SBfe } else { Op::UBfe };
        let byte = |k: u32| {
            let (offset, count) = (b.i32(8 * k), b.i32(8));
            b.op(op, &[value, offset, count])
        };
        (0..4).map(byte).collect()
    } else {
        let count = u32::from(b.types.components(b.func.ty(value)));
        (0..count).map(|k| b.extract(value, k)).collect()
    };
    let extend = if signed { Op::SExt } else { Op::ZExt };
    let extended = parts.into_iter().map(|part| {
        let same = b.func.ty(part) == ty;
        if same { part } else { b.inst_with_type(extend, Imm::None, &[part], ty) }
    });
    extended.collect()
}

/// A saturating unsigned sum. Overflow: the sum is less than an addend.
fn add_unsigned(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let sum = b.op(Op::IAdd, &[x, y]);
    let over = b.op(Op::ULt, &[sum, x]);
    let max = b.splat_bits(b.func.ty(x), u64::MAX);
    b.op(Op::Select, &[over, max, sum])
}

/// A saturating signed sum. Overflow: the sign of the sum differs from that of both addends, whose sign selects the limit.
fn add_signed(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let ty = b.func.ty(x);
    let bits = u32::from(b.types.scalar_bits(ty).unwrap_or(32));
    let sum = b.op(Op::IAdd, &[x, y]);
    let differs = [x, y].map(|addend| b.op(Op::Xor, &[sum, addend]));
    let both = b.op(Op::And, &differs);
    let zero = b.splat_bits(ty, 0);
    let over = b.op(Op::SLt, &[both, zero]);
    let shift = b.splat_bits(ty, u64::from(bits - 1));
    let sign = b.op(Op::AShr, &[x, shift]);
    let max = b.splat_bits(ty, u64::MAX >> (65 - bits));
    let end = b.op(Op::Xor, &[sign, max]);
    b.op(Op::Select, &[over, end, sum])
}
