//! `lower-rounding`: expands float conversions with an explicit rounding mode.
//!
//! `OpFConvert` rounds to nearest even, and Vulkan does not allow the `FPRoundingMode` decoration here. The nearest value
//! is at most one step off in the wrong direction. Converting back shows whether it is. If so, the adjacent float is used:
//! its bits, read as an integer, differ by 1.

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use nvc_ir::imm::{Imm, Rounding};
use nvc_ir::{Builder, Module, Op, Type, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "lower-rounding",
    doc: "Turns float conversions with a rounding mode into conversions to nearest and a correction.",
    ops: OpSet::of(&[Op::FConvertRounded]),
    run,
};

fn run(module: &mut Module, _: &mut Context<'_>) {
    rewrite_insts(module, PASS.ops, |b, _, data| match (data.op, data.imm(), &data.args[..], data.result) {
        (Op::FConvertRounded, Imm::Rounding(rounding), &[x], Some(result)) => {
            let to = b.func.ty(result);
            Rewrite::Replace(convert(b, rounding, x, to))
        }
        _ => Rewrite::Keep,
    });
}

fn convert(b: &mut Builder<'_>, rounding: Rounding, x: Value, to: Type) -> Value {
    let from = b.func.ty(x);
    if from == to {
        return x;
    }
    let nearest = b.inst_with_type(Op::FConvert, Imm::None, &[x], to);
    // Widening is exact.
    if rounding == Rounding::Nearest || b.types.bits(to) > b.types.bits(from) {
        return nearest;
    }
    let width = b.types.scalar_bits(b.types.scalar(to)).unwrap_or(32);
    let bits_type = b.types.with_scalar(to, Types::int(width));
    let bits = b.bitcast(nearest, bits_type);
    let one = b.splat_bits(bits_type, 1);
    let toward_zero = b.op(Op::ISub, &[bits, one]);
    // The comparisons below are false for NaNs and for infinite operands, which need no correction.
    let back = b.inst_with_type(Op::FConvert, Imm::None, &[nearest], from);
    let (wrong, step) = match rounding {
        Rounding::Zero | Rounding::Nearest => {
            let (magnitude, have) = (b.op(Op::FAbs, &[x]), b.op(Op::FAbs, &[back]));
            (b.op(Op::FLt, &[magnitude, have]), toward_zero)
        }
        Rounding::Up | Rounding::Down => {
            let from_zero = b.op(Op::IAdd, &[bits, one]);
            let zero = b.splat_bits(bits_type, 0);
            let negative = b.op(Op::SLt, &[bits, zero]);
            if rounding == Rounding::Up {
                (b.op(Op::FLt, &[back, x]), b.op(Op::Select, &[negative, toward_zero, from_zero]))
            } else {
                (b.op(Op::FLt, &[x, back]), b.op(Op::Select, &[negative, from_zero, toward_zero]))
            }
        }
    };
    let bits = b.op(Op::Select, &[wrong, step, bits]);
    b.bitcast(bits, to)
}
