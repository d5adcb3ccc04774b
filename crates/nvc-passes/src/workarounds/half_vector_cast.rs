//! `half-vector-cast`: lavapipe drops the last half when it casts a constant vector of halves (16-bit floats) to an
//! integer.

use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, Module, Op, OwnedInst, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "half-vector-cast",
    doc: "Casts vectors of four halves to a 64-bit integer in pairs, and constant pairs at compile time.",
    ops: OPS,
    run: |module, _: &mut Context<'_>| run(module),
};

const OPS: OpSet = OpSet::of(&[Op::Bitcast]);

fn run(module: &mut Module) {
    replace_insts(module, OPS, cast_in_pairs);
}

fn cast_in_pairs(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let (&[halves], to) = (&data.args[..], b.func.ty(data.result?)) else { return None };
    let from = b.func.ty(halves);
    let is_constant = b.func.as_const(halves).is_some();
    let applies = to == Types::I64 || to == Types::I32 && is_constant;
    if b.types.scalar(from) != Types::F16 || b.types.components(from) < 2 || !applies {
        return None;
    }
    let halves: Vec<Value> =
        (0..u32::from(b.types.components(from))).map(|index| component(b, halves, index)).collect();
    let words: Vec<Value> = halves.chunks_exact(2).map(|pair| word(b, pair)).collect();
    let known: Option<Vec<u64>> = words.iter().map(|&word| b.func.as_bits(word)).collect();
    if let Some(known) = known {
        let bits = known.iter().rev().fold(0, |bits, &word| bits << 32 | word);
        return Some(b.bits(to, bits));
    }
    let words = b.construct(&words);
    Some(b.bitcast(words, to))
}

/// A component of a vector; for a constant vector, a constant.
fn component(b: &mut Builder<'_>, vector: Value, index: u32) -> Value {
    match b.func.as_const(vector) {
        Some(nvc_ir::Const::Composite(parts)) => parts[index as usize],
        _ => b.extract(vector, index),
    }
}

/// Two halves packed into a 32-bit word.
fn word(b: &mut Builder<'_>, pair: &[Value]) -> Value {
    let known: Vec<u64> = pair.iter().filter_map(|&half| b.func.as_bits(half)).collect();
    if let [low, high] = known[..] {
        return b.bits(Types::I32, low | high << 16);
    }
    let pair = b.construct(pair);
    b.bitcast(pair, Types::I32)
}
