//! `bit-count-sign`: in a module with `f64` values or 64-bit integer division, NVIDIA's compiler counts the bits of a
//! zero-extended 8- or 16-bit integer as if it were sign-extended, even after a complement or a bit reversal.

use super::features::has_f64_or_i64_division;
use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, Imm, Module, Op, OwnedInst, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "bit-count-sign",
    doc: "Replaces zero extensions by bit field extractions if a module counts bits and has f64 values or 64-bit division.",
    ops: OpSet::of(&[Op::BitCount]),
    run: |module, _: &mut Context<'_>| run(module),
};

fn run(module: &mut Module) {
    if has_f64_or_i64_division(module) {
        replace_insts(module, OpSet::of(&[Op::ZExt]), bit_field);
    }
}

fn bit_field(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let (&[narrow], to) = (&data.args[..], b.func.ty(data.result?)) else { return None };
    if b.types.is_uncounted(to) {
        return None;
    }
    let bits = b.types.scalar_bits(b.types.scalar(b.func.ty(narrow))).filter(|&bits| bits < 32)?;
    let count = b.types.components(to);
    let words = b.types.vector(Types::I32, count);
    if b.types.scalar_bits(b.types.scalar(to))? < 32 {
        return None;
    }
    let word = b.inst_with_type(Op::ZExt, Imm::None, &[narrow], words);
    let (offset, count) = (b.i32(0), b.i32(u32::from(bits)));
    let field = b.op(Op::UBfe, &[word, offset, count]);
    Some(if to == words { field } else { b.inst_with_type(Op::ZExt, Imm::None, &[field], to) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simplify;
    use crate::testing::{apply, evaluate, module_of, ops};
    use nvc_ir::Type;

    /// A module that applies an operation to the zero-extended low bits of a word, and uses `f64`.
    fn module(narrow: Type, wide: Type, op: Op) -> Module {
        module_of(&[Types::I32], |b, args| {
            let narrow = b.inst_with_type(Op::ITrunc, Imm::None, &[args[0]], narrow);
            let mut wide = b.inst_with_type(Op::ZExt, Imm::None, &[narrow], wide);
            if b.func.ty(wide) == Types::I64 {
                wide = b.inst_with_type(Op::ITrunc, Imm::None, &[wide], Types::I32);
            }
            let count = b.op(op, &[wide]);
            let (double, one) =
                (b.inst_with_type(Op::UToF, Imm::None, &[count], Types::F64), b.float(Types::F64, 1.0));
            let double = b.op(Op::FMul, &[double, one]);
            b.inst_with_type(Op::FToU, Imm::None, &[double], Types::I32)
        })
    }

    #[test]
    fn bits_are_counted_in_fields() {
        for (narrow, bits) in [(Types::I8, 8), (Types::I16, 16)] {
            for wide in [Types::I32, Types::I64] {
                let mut counted = module(narrow, wide, Op::BitCount);
                for pass in [&PASS, &simplify::PASS] {
                    apply(pass, &mut counted);
                    let field = ops(&counted).iter().any(|op| matches!(op, Op::UBfe | Op::And));
                    assert!(field, "{} undoes it", pass.name);
                }
                for word in [0, 0xff, 0x80, 0xffff, 0x8000, 0xffff_ffff_u32, 0x1234_5678] {
                    let got = evaluate(&counted, |_, _| u64::from(word))[0];
                    let expected = (word & ((1 << bits) - 1)).count_ones();
                    assert_eq!(got, Some(u64::from(expected)), "{word:#x}, {bits} bits");
                }
            }
            let mut other = module(narrow, Types::I32, Op::BitReverse);
            apply(&PASS, &mut other);
            assert!(!ops(&other).contains(&Op::UBfe));
        }
    }
}
