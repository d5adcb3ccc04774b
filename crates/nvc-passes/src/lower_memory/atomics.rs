//! `lower-atomics`: turns atomics that SPIR-V lacks into compare-exchange loops.
//!
//! SPIR-V has no `IWRAP` and `DWRAP` (NV_gpu_program5; CUDA's `atomicInc` and `atomicDec`). It has atomics on pairs of
//! halves only in an extension that few devices support; a loop on the containing integer works everywhere. The block is
//! split at the atomic, with the loop between the halves:
//!
//! ```text
//! before:  start = atomic.load p; jump header(start)
//! header(expected): loop body, merge after, continue cont
//! body:    old = atomic.compare_exchange p, expected, next(expected)
//!          if old = expected: after, else: retry
//! retry:   jump cont
//! cont:    jump header(old)
//! after:   ...
//! ```

use crate::split_block::{Split, expand_insts, split_block};
use crate::{Context, OpSet, Pass};
use nvc_ir::function::{Loc, Target, Terminator};
use nvc_ir::imm::{AtomicOp, Imm, Scope};
use nvc_ir::{Block, Builder, Function, InstRef, Module, Op, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "lower-atomics",
    ops: OpSet::of(&[Op::Atomic]),
    doc: "Turns atomics that SPIR-V lacks into compare-exchange loops.",
    run,
};

fn run(module: &mut Module, _: &mut Context<'_>) {
    for (_, func) in module.functions.iter_mut() {
        let types = &mut module.types;
        expand_insts(
            func,
            |func, inst| looped(func.inst(inst)),
            |func, at, position, atomic| expand(func, types, at, position, atomic),
        );
    }
}

/// The operands of an atomic that needs a loop.
struct Looped {
    op: AtomicOp,
    scope: Scope,
    pointer: Value,
    operand: Value,
    result: Value,
    loc: Loc,
}

fn looped(data: InstRef<'_>) -> Option<Looped> {
    match (data.op, data.imm(), &data.args[..]) {
        (Op::Atomic, Imm::Atomic(op, scope), &[pointer, operand]) if op.needs_loop() => {
            Some(Looped { op, scope, pointer, operand, result: data.result?, loc: data.loc() })
        }
        _ => None,
    }
}

/// Expands the atomic at `position` of the block at index `at` of the layout.
fn expand(func: &mut Function, types: &mut Types, at: usize, position: usize, atomic: Looped) {
    let Looped { op, scope, pointer, operand, result, loc } = atomic;
    let ty = func.ty(result);
    let [header, body, retry, cont] = [(); 4].map(|()| func.new_block());
    let between = [header, body, retry, cont];
    let Split { before, after } = split_block(func, at, position, &between);

    let expected = func.add_param(header, ty);
    let mut b = Builder::new(func, types);
    b.loc = loc;
    b.resume(before);
    let start = b.inst_with_type(Op::Atomic, Imm::Atomic(AtomicOp::Load, scope), &[pointer], ty);
    b.terminate(jump_with(header, start));
    b.resume(header);
    b.terminate(Terminator::Loop { body: Target::new(body), merge: after, cont });
    b.resume(body);
    let next = next_value(&mut b, op, expected, operand);
    let exchange = Imm::Atomic(AtomicOp::CompareExchange, scope);
    let old = b.inst_with_type(Op::Atomic, exchange, &[pointer, expected, next], ty);
    let done = b.op(Op::IEq, &[old, expected]);
    b.terminate(Terminator::Branch {
        cond: done,
        then: Target::new(after),
        otherwise: Target::new(retry),
        merge: retry,
    });
    b.resume(retry);
    b.jump(cont);
    b.resume(cont);
    b.terminate(jump_with(header, old));
    func.replace(result, old);
}

/// The value that the atomic writes if memory contains `old`.
fn next_value(b: &mut Builder<'_>, op: AtomicOp, old: Value, operand: Value) -> Value {
    match op {
        AtomicOp::IncWrap => increment(b, old, operand),
        AtomicOp::DecWrap => decrement(b, old, operand),
        AtomicOp::HalfMin => halves(b, Op::FMin, old, operand),
        AtomicOp::HalfMax => halves(b, Op::FMax, old, operand),
        _ => halves(b, Op::FAdd, old, operand),
    }
}

/// `old >= limit ? 0 : old + 1` (NV_gpu_program5, ATOM).
fn increment(b: &mut Builder<'_>, old: Value, limit: Value) -> Value {
    let ty = b.func.ty(old);
    let (zero, one) = (b.bits(ty, 0), b.bits(ty, 1));
    let wraps = b.op(Op::ULe, &[limit, old]);
    let more = b.op(Op::IAdd, &[old, one]);
    b.op(Op::Select, &[wraps, zero, more])
}

/// `old == 0 || old > limit ? limit : old - 1`.
fn decrement(b: &mut Builder<'_>, old: Value, limit: Value) -> Value {
    let ty = b.func.ty(old);
    let (zero, one) = (b.bits(ty, 0), b.bits(ty, 1));
    let at_zero = b.op(Op::IEq, &[old, zero]);
    let above = b.op(Op::ULt, &[limit, old]);
    let wraps = b.op(Op::Or, &[at_zero, above]);
    let less = b.op(Op::ISub, &[old, one]);
    b.op(Op::Select, &[wraps, limit, less])
}

/// Operates on each half of a 32- or 64-bit integer, in single precision. Rounding a sum twice gives the correctly
/// rounded half-precision sum, since 24 bits suffice for that (2 * 11 + 2).
fn halves(b: &mut Builder<'_>, op: Op, old: Value, operand: Value) -> Value {
    if b.func.ty(old) == Types::I64 {
        let pair = b.types.vector(Types::I32, 2);
        let [old, operand] = [old, operand].map(|words| b.bitcast(words, pair));
        let words = [0, 1].map(|k| {
            let [old, operand] = [old, operand].map(|words| b.extract(words, k));
            halves(b, op, old, operand)
        });
        let words = b.construct(&words);
        return b.bitcast(words, Types::I64);
    }
    let pair = b.types.vector(Types::F32, 2);
    let [old, operand] =
        [old, operand].map(|word| b.inst_with_type(Op::UnpackHalf, Imm::None, &[word], pair));
    let next = b.op(op, &[old, operand]);
    b.op(Op::PackHalf, &[next])
}

fn jump_with(block: Block, value: Value) -> Terminator {
    let mut target = Target::new(block);
    target.args.push(value);
    Terminator::Jump(target)
}
