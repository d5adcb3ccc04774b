//! Extended words that come through a loop, or a choice, to an order.

use super::{extension, has_words};
use crate::OpSet;
use crate::rewrite::{Rewrite, rewrite_in};
use nvc_ir::{Function, Module, Op, Types, Value};
use rustc_hash::FxHashSet;

/// Makes of two words each the sign-extended words that a block takes as a parameter, or one of two is chosen
/// from: lavapipe unrolls loops and simplifies choices, and then finds orders of extensions that are none here.
pub(in crate::legalise) fn carried_extensions(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        let carried = carried(func, types);
        if !carried.is_empty() {
            rewrite_in(func, types, OpSet::of(&[Op::SExt]), &mut |b, _, data| {
                let (Some(result), &[narrow]) = (data.result, &data.args[..]) else { return Rewrite::Keep };
                let to = b.func.ty(result);
                let other = carried.contains(&result).then(|| extension(b, narrow, to));
                other.flatten().map_or(Rewrite::Keep, Rewrite::Replace)
            });
        }
    }
}

/// The extensions of a function to 64 bits that go through a block's parameter or a choice.
fn carried(func: &Function, types: &Types) -> FxHashSet<Value> {
    let extended = |value: &Value| {
        has_words(types, func.ty(*value)) && func.def(*value).is_some_and(|data| data.op == Op::SExt)
    };
    let mut carried = FxHashSet::default();
    for (_, block) in func.blocks_in_order() {
        for data in block.insts.iter().map(|&inst| &func.insts[inst]) {
            if matches!(data.op, Op::Select | Op::SMin | Op::SMax) {
                carried.extend(data.args.iter().map(|&arg| func.resolve(arg)).filter(extended));
            }
        }
        let passed = block.term.targets().flat_map(|target| &target.args);
        carried.extend(passed.map(|&arg| func.resolve(arg)).filter(extended));
    }
    carried
}
