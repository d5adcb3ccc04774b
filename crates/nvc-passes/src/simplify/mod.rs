//! `simplify`: constant folding and algebraic identities.
//!
//! Every instruction is shown to the rules of its operation, in layout order, so that operands
//! are simple before their users are looked at. What a rule makes goes through the rules as well
//! ([`Simplifier::make`]); one walk reaches the fixed point except around loops.
//!
//! [`range`] bounds what indices can be, from masks, shifts and the size of the work group; [`low`] knows low
//! bits of them.
//!
//! Rules are exact: integers wrap, and no float operation is reassociated or moved.

mod bits;
mod cast;
mod compare;
mod context;
mod float;
mod int;
mod low;
mod range;
mod rules;
mod select;
mod vector;

use crate::analysis::use_counts;
use crate::rewrite::{resolve_uses, take_insts};
use crate::{OpSet, Pass};
use context::{Node, Simplifier};
use nvc_ir::ops::Effect;
use nvc_ir::{Builder, Extent, Function, Inst, Module, Types};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "simplify",
    doc: "Folds constants and applies algebraic identities.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    let group = module.entry.as_ref().map_or([None; 3], |entry| entry.workgroup_size.map(fixed));
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        simplify(func, types, group);
    }
}

/// The number that an extent is known to be.
fn fixed(extent: Extent) -> Option<u32> {
    match extent {
        Extent::Fixed(size) => Some(size),
        Extent::Spec(_) => None,
    }
}

fn simplify(func: &mut Function, types: &mut Types, group: [Option<u32>; 3]) {
    let uses = use_counts(func);
    let layout = std::mem::take(&mut func.layout);
    let mut cx = Simplifier::new(Builder::new(func, types), uses, group);
    let mut changed = false;
    for &block in &layout {
        cx.builder.resume(block);
        for inst in take_insts(cx.builder.func, block) {
            if replaced(&mut cx, inst) {
                changed = true;
            } else {
                cx.builder.func.blocks[block].insts.push(inst);
            }
        }
    }
    func.layout = layout;
    if changed {
        resolve_uses(func);
    }
}

/// Shows an instruction to the rules; whether another value has taken its place.
fn replaced(cx: &mut Simplifier<'_>, inst: Inst) -> bool {
    let func = &mut *cx.builder.func;
    let mut args = std::mem::take(&mut func.insts[inst].args);
    for arg in &mut args {
        *arg = func.resolve(*arg);
    }
    let data = &func.insts[inst];
    cx.builder.loc = data.loc;
    cx.builder.precise = data.precise;
    let (op, imm) = (data.op, data.imm);
    let Some(result) = data.result.filter(|_| op.info().effect == Effect::Pure) else {
        func.insts[inst].args = args;
        return false;
    };
    let mut node = Node { op, imm, args, ty: func.ty(result) };
    let simple = cx.simplify(&mut node);
    if let Some(simple) = simple {
        cx.builder.func.replace(result, simple);
    }
    // With a constant operand behind the other one.
    cx.builder.func.insts[inst].args = node.args;
    simple.is_some()
}
