//! `lower-atomics`: atomics that SPIR-V lacks become compare-exchange loops.
//!
//! SPIR-V has no `IWRAP` and `DWRAP` (NV_gpu_program5; CUDA's `atomicInc` and `atomicDec`), and pairs
//! of halves only by an extension that few devices have; a loop over their word runs on all. The block
//! is split in front of the atomic, and a loop goes between the parts:
//!
//! ```text
//! before:  start = atomic.load p; jump header(start)
//! header(expected): loop body, merge after, continue again
//! body:    old = atomic.compare_exchange p, expected, next(expected)
//!          if old = expected: after, else: retry
//! retry:   jump again
//! again:   jump header(old)
//! after:   ...
//! ```

use crate::{Context, Pass};
use nvc_ir::function::{Target, Terminator};
use nvc_ir::imm::{AtomicOp, Imm, Scope};
use nvc_ir::{Block, Builder, Function, InstData, Module, Op, Types, Value};

/// The pass.
pub(crate) const PASS: Pass =
    Pass { name: "lower-atomics", doc: "Turns atomics that SPIR-V lacks into compare-exchange loops.", run };

fn run(module: &mut Module, _: &mut Context<'_>) {
    for (_, func) in module.functions.iter_mut() {
        let mut at = 0;
        let mut any = false;
        while let Some(&block) = func.layout.get(at) {
            let found = func.blocks[block].insts.iter().position(|&inst| looped(&func.insts[inst]).is_some());
            if let Some(position) = found {
                expand(func, &mut module.types, at, position);
                any = true;
            }
            at += 1;
        }
        if any {
            func.resolve_aliases();
        }
    }
}

/// Operation, scope, pointer and operand of an atomic that needs a loop.
fn looped(data: &InstData) -> Option<(AtomicOp, Scope, Value, Value)> {
    match (data.op, data.imm, &data.args[..]) {
        (Op::Atomic, Imm::Atomic(op, scope), &[pointer, operand]) if op.needs_loop() => {
            Some((op, scope, pointer, operand))
        }
        _ => None,
    }
}

/// Expands the atomic at a position of the block at a place of the layout.
fn expand(func: &mut Function, types: &mut Types, at: usize, position: usize) {
    let block = func.layout[at];
    let rest = func.blocks[block].insts.split_off(position);
    let Some((&inst, rest)) = rest.split_first() else { return };
    let data = func.insts[inst].clone();
    let (Some((op, scope, pointer, operand)), Some(result)) = (looped(&data), data.result) else { return };
    let ty = func.ty(result);

    let [header, body, retry, again, after] = [(); 5].map(|()| func.new_block());
    let mut layout = vec![header, body, retry, again, after];
    func.blocks[after].insts = rest.to_vec();
    let before = end_block(func, block, after, &mut layout);
    func.layout.splice(at + 1..at + 1, layout);

    let expected = func.add_param(header, ty);
    let mut b = Builder::new(func, types);
    b.loc = data.loc;
    b.resume(before);
    let start = b.stated(Op::Atomic, Imm::Atomic(AtomicOp::Load, scope), &[pointer], ty);
    b.terminate(jump_with(header, start));
    b.resume(header);
    b.terminate(Terminator::Loop { body: Target::new(body), merge: after, cont: again });
    b.resume(body);
    let next = next_value(&mut b, op, expected, operand);
    let exchange = Imm::Atomic(AtomicOp::CompareExchange, scope);
    let old = b.stated(Op::Atomic, exchange, &[pointer, expected, next], ty);
    let done = b.op(Op::IEq, &[old, expected]);
    b.terminate(Terminator::Branch {
        cond: done,
        then: Target::new(after),
        otherwise: Target::new(retry),
        merge: retry,
    });
    b.resume(retry);
    b.jump(again);
    b.resume(again);
    b.terminate(jump_with(header, old));
    func.replace(result, old);
}

/// Moves the terminator of `block` behind the loop and gives the block that leads into it. A block
/// that heads a loop stays its header, since the back edge leads there; the atomic then moves to
/// the start of the loop's body.
fn end_block(func: &mut Function, block: Block, after: Block, layout: &mut Vec<Block>) -> Block {
    let loc = func.blocks[block].term_loc;
    let term = std::mem::replace(&mut func.blocks[block].term, Terminator::Unreachable);
    let (before, rest) = match term {
        Terminator::Loop { body, merge, cont } => {
            let first = func.new_block();
            layout.insert(0, first);
            func.blocks[block].term = Terminator::Loop { body: Target::new(first), merge, cont };
            (first, Terminator::Jump(body))
        }
        term => {
            func.blocks[after].hint = std::mem::take(&mut func.blocks[block].hint);
            (block, term)
        }
    };
    func.blocks[after].term = rest;
    func.blocks[after].term_loc = loc;
    before
}

/// What memory becomes.
fn next_value(b: &mut Builder<'_>, op: AtomicOp, old: Value, operand: Value) -> Value {
    match op {
        AtomicOp::IncWrap => increment(b, old, operand),
        AtomicOp::DecWrap => decrement(b, old, operand),
        AtomicOp::HalfMin => halves(b, Op::FMin, old, operand),
        AtomicOp::HalfMax => halves(b, Op::FMax, old, operand),
        _ => halves(b, Op::FAdd, old, operand),
    }
}

/// 0 at the limit or above, else one more (NV_gpu_program5, ATOM).
fn increment(b: &mut Builder<'_>, old: Value, limit: Value) -> Value {
    let ty = b.func.ty(old);
    let (zero, one) = (b.bits(ty, 0), b.bits(ty, 1));
    let wraps = b.op(Op::ULe, &[limit, old]);
    let more = b.op(Op::IAdd, &[old, one]);
    b.op(Op::Select, &[wraps, zero, more])
}

/// The limit at 0 or above the limit, else one less.
fn decrement(b: &mut Builder<'_>, old: Value, limit: Value) -> Value {
    let ty = b.func.ty(old);
    let (zero, one) = (b.bits(ty, 0), b.bits(ty, 1));
    let at_zero = b.op(Op::IEq, &[old, zero]);
    let above = b.op(Op::ULt, &[limit, old]);
    let wraps = b.op(Op::Or, &[at_zero, above]);
    let less = b.op(Op::ISub, &[old, one]);
    b.op(Op::Select, &[wraps, limit, less])
}

/// An operation on each half of one word or two. Computed as 32-bit floats and rounded once more, a sum of
/// halves is what a sum in half precision would be: 24 bits are enough for that (2 * 11 + 2).
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
    let [old, operand] = [old, operand].map(|word| b.stated(Op::UnpackHalf, Imm::None, &[word], pair));
    let next = b.op(op, &[old, operand]);
    b.op(Op::PackHalf, &[next])
}

fn jump_with(block: Block, value: Value) -> Terminator {
    let mut target = Target::new(block);
    target.args.push(value);
    Terminator::Jump(target)
}
