//! `simplify`: constant folding and algebraic identities (LLVM's InstSimplify and InstCombine).
//!
//! Tries the rules of each instruction's operation ([`rules`]) in layout order, so that operands are simplified
//! before their users. New instructions are simplified recursively ([`Simplifier::make`]). One walk reaches the
//! fixed point, except for values that flow around loops. Address rules ([`address`]) query value ranges and known low bits.
//!
//! Rules are exact: integers wrap, and no float operation is reassociated or moved.

mod address;
mod bits;
mod cast;
mod compare;
mod context;
mod dot;
mod float;
mod int;
mod rules;
mod select;
mod trace;
mod vector;

use crate::analysis::{Ranges, Uses, innermost_loops};
use crate::rewrite::{UseResolver, take_insts};
use crate::{OpSet, Pass};
use context::{Node, Simplifier};
use nvc_ir::entity::Entity;
use nvc_ir::ops::Effect;
use nvc_ir::{Builder, Function, Inst, Module, Types};
use trace::Trace;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "simplify",
    doc: "Folds constants and applies algebraic identities.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    let ranges = Ranges::of(module);
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        simplify(func, types, ranges);
    }
}

/// Simplifies a function. Returns the rules that fired.
pub(crate) fn simplify(func: &mut Function, types: &mut Types, ranges: Ranges) -> Trace {
    let uses = Uses::of(func);
    let loops = innermost_loops(func);
    let mut resolver = UseResolver::new(func);
    let layout = std::mem::take(&mut func.layout);
    let mut cx = Simplifier::new(Builder::new(func, types), rules::of, uses, ranges);
    let mut changed = false;
    let mut insts = Vec::new();
    for &block in &layout {
        cx.enter(block, loops[block.index()]);
        take_insts(cx.builder.func, block, &mut insts);
        for &inst in &insts {
            if replaced(&mut cx, inst) {
                changed = true;
            } else {
                cx.visit(inst);
                cx.builder.func.blocks[block].insts.push(inst);
            }
        }
        resolver.leave(cx.builder.func, block);
    }
    let trace = cx.trace;
    func.layout = layout;
    if changed {
        resolver.finish(func);
    }
    trace
}

/// The names of the rules of an operation, in the order in which they are tried.
#[cfg(feature = "proofs")]
pub(crate) fn rule_names(op: nvc_ir::Op) -> impl Iterator<Item = &'static str> {
    rules::of(op).iter().map(|rule| rule.name)
}

/// Simplifies an instruction. Returns whether another value replaces it.
fn replaced(cx: &mut Simplifier<'_>, inst: Inst) -> bool {
    let func = &mut *cx.builder.func;
    func.resolve_args(inst);
    let data = &mut func.insts[inst];
    let op = data.op;
    let Some(result) = data.result.filter(|_| op.info().effect == Effect::Pure) else {
        return false;
    };
    let (args, precise) = (std::mem::take(&mut data.args), data.precise);
    let imm = func.imm(inst);
    let loc = func.loc(inst);
    let mut node = Node { op, imm, args, ty: func.ty(result), user: cx.uses.only_user(result) };
    (cx.builder.loc, cx.builder.precise) = (loc, precise);
    let simplified = cx.simplify(&mut node);
    if let Some(simplified) = simplified {
        cx.builder.func.replace(result, simplified);
    }
    // The simplifier may have put the operands into canonical order.
    cx.builder.func.insts[inst].args = node.args;
    simplified.is_some()
}
