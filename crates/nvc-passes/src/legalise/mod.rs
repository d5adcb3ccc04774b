//! `legalise`: what no SPIR-V instruction does becomes a sequence of those that exist.
//!
//! Only what can be emulated is handled here; what a target environment lacks is found by the
//! back end, which knows the capabilities. What a driver gets wrong goes the same way ([`avoid`]).

mod avoid;
pub(crate) mod choices;
pub(crate) mod counts;
pub(crate) mod portable;
pub(crate) mod portable_loops;
pub(crate) mod quotients;
pub(crate) mod rounding;
mod saturate;
pub(crate) mod shuffles;
#[cfg(test)]
mod tests;

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, OptLevel, Pass};
use nvc_ir::constant::Const;
use nvc_ir::{Builder, Module, Op, Type, TypeKind, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "legalise",
    doc: "Emulates what SPIR-V has no instruction for, and what drivers get wrong.",
    ops: OpSet::of(&[
        Op::FToSSat,
        Op::FToUSat,
        Op::SAbs,
        Op::SMin,
        Op::SMax,
        Op::Shl,
        Op::IMul,
        Op::SLt,
        Op::SLe,
        Op::UBfe,
        Op::SBfe,
        Op::SExt,
        Op::ITrunc,
        Op::UnpackHalf,
        Op::SRem,
    ]),
    run,
};

fn run(module: &mut Module, context: &mut Context<'_>) {
    // Drivers find constants that are none here; where optimisation has looked, hardly any.
    let unoptimised = context.options.opt_level == OptLevel::None;
    // Other shading languages have no cast between a pair of words and a number.
    let pairs = !context.options.portable;
    if pairs && !unoptimised {
        avoid::carried_extensions(module);
    }
    rewrite_insts(module, PASS.ops, |b, _, data| {
        let Some(result) = data.result else { return Rewrite::Keep };
        let to = b.func.ty(result);
        let other = match (data.op, &data.args[..]) {
            (Op::FToSSat, &[x]) => Some(saturate::to_signed(b, x, to)),
            (Op::FToUSat, &[x]) => Some(saturate::to_unsigned(b, x, to)),
            (Op::SRem, &[x, y]) => Some(remainder(b, x, y)),
            (Op::SAbs, &[x]) => Some(avoid::abs(b, x)),
            (op @ (Op::SMin | Op::SMax), &[x, y]) => avoid::least_of_negated(b, op, [x, y]),
            (Op::UnpackHalf, &[word]) if unoptimised || b.func.as_const(word).is_some() => {
                Some(avoid::halves(b, word, to))
            }
            (Op::Shl | Op::IMul, _) if pairs => avoid::scaled(b, data),
            (Op::SLt | Op::SLe, _) if pairs => avoid::order(b, data),
            (Op::UBfe | Op::SBfe, _) => avoid::field(b, data),
            (Op::SExt, &[x]) if pairs && unoptimised => avoid::extension(b, x, to),
            (Op::ITrunc, &[x]) if pairs && unoptimised => avoid::low_word(b, x, to),
            _ => None,
        };
        other.map_or(Rewrite::Keep, Rewrite::Replace)
    });
}

/// A signed remainder by way of the quotient: Vulkan leaves SPIR-V's own undefined for negative
/// operands.
fn remainder(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let quotient = b.op(Op::SDiv, &[x, y]);
    let product = b.op(Op::IMul, &[quotient, y]);
    b.op(Op::ISub, &[x, product])
}

/// A scalar constant in every component of a type.
fn splat(b: &mut Builder<'_>, ty: Type, scalar: Value) -> Value {
    match *b.types.kind(ty) {
        TypeKind::Vector(_, count) => b.func.constant(ty, Const::Composite(vec![scalar; usize::from(count)])),
        _ => scalar,
    }
}

/// A float constant in every component of a float type.
fn float(b: &mut Builder<'_>, ty: Type, x: f64) -> Value {
    let scalar = b.float(b.types.scalar(ty), x);
    splat(b, ty, scalar)
}

/// An integer constant in every component of an integer type.
fn int(b: &mut Builder<'_>, ty: Type, bits: u64) -> Value {
    let scalar = b.bits(b.types.scalar(ty), bits);
    splat(b, ty, scalar)
}
