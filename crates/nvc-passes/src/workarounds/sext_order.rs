//! `sext-order`: in a signed 64-bit comparison of a sign-extended word with a constant that fits a word, lavapipe treats the
//! extension as the greater operand, whatever the values.
//!
//! The rewrite builds the 64-bit value from the word and its sign. It always applies to operands of comparisons. The driver's
//! optimiser also creates comparisons that are not in the module, so other extensions are rewritten, too: with optimisation,
//! those that pass through a block parameter, a select, a minimum or a maximum; without optimisation, all of them.

use super::patterns::{is_i64, join_i64, sign_extended_from};
use super::replace_insts;
use crate::rewrite::{Rewrite, rewrite_in};
use crate::{Context, OpSet, OptLevel, Pass};
use nvc_ir::{Builder, Function, Module, Op, OwnedInst, Type, Types, Value};
use rustc_hash::FxHashSet;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "sext-order",
    doc: "Rebuilds compared 64-bit sign extensions from the low word and its sign.",
    ops: EXTENSIONS,
    run,
};

const COMPARISONS: OpSet = OpSet::of(&[Op::SLt, Op::SLe]);

const EXTENSIONS: OpSet = OpSet::of(&[Op::SExt]);

fn run(module: &mut Module, context: &mut Context<'_>) {
    // Other shading languages cannot bitcast a pair of words to a 64-bit integer.
    if context.options.portable {
        return;
    }
    if context.options.opt_level == OptLevel::None {
        replace_insts(module, EXTENSIONS, extension);
    } else {
        extensions_passed_on(module);
    }
    replace_insts(module, COMPARISONS, compared);
}

/// Rebuilds the sign-extended operands of a comparison; `None` if neither operand is sign-extended.
fn compared(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let &[x, y] = &data.args[..] else { return None };
    match [rebuilt(b, x), rebuilt(b, y)] {
        [None, None] => None,
        [first, second] => Some(b.op(data.op, &[first.unwrap_or(x), second.unwrap_or(y)])),
    }
}

/// Rebuilds the components of a 64-bit value that are sign-extended words; `None` if there are none.
fn rebuilt(b: &mut Builder<'_>, wide: Value) -> Option<Value> {
    let ty = b.func.ty(wide);
    if !is_i64(b.types, ty) {
        return None;
    }
    let is_word = |&(narrow, _): &(Value, u32)| b.types.scalar(b.func.ty(narrow)) == Types::I32;
    let sources: Vec<Option<(Value, u32)>> = (0..u32::from(b.types.components(ty)))
        .map(|index| sign_extended_from(b, wide, index).filter(is_word))
        .collect();
    if sources.iter().all(Option::is_none) {
        return None;
    }
    let mut parts = Vec::with_capacity(sources.len());
    for (index, source) in (0..).zip(sources) {
        parts.push(match source {
            Some((narrow, at)) => {
                let word = b.extract(narrow, at);
                word_and_sign(b, word)
            }
            None => b.extract(wide, index),
        });
    }
    Some(b.construct(&parts))
}

/// Rebuilds a sign extension from 32 to 64 bits; `None` for other widths.
fn extension(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let &[narrow] = &data.args[..] else { return None };
    let (from, to): (Type, Type) = (b.func.ty(narrow), b.func.ty(data.result?));
    if b.types.scalar(from) != Types::I32 || !is_i64(b.types, to) {
        return None;
    }
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(from)) {
        let word = b.extract(narrow, index);
        parts.push(word_and_sign(b, word));
    }
    Some(b.construct(&parts))
}

fn word_and_sign(b: &mut Builder<'_>, word: Value) -> Value {
    let sign = b.i32(31);
    let high = b.op(Op::AShr, &[word, sign]);
    join_i64(b, word, high)
}

/// Rebuilds the extensions that [`passed_on`] finds.
fn extensions_passed_on(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        let found = passed_on(func, types);
        if !found.is_empty() {
            rewrite_in(func, types, EXTENSIONS, &mut |b, _, data| {
                let wanted = data.result.is_some_and(|result| found.contains(&result));
                let new = wanted.then(|| extension(b, data)).flatten();
                new.map_or(Rewrite::Keep, Rewrite::Replace)
            });
        }
    }
}

/// The 64-bit sign extensions that are branch arguments, or operands of a select or of a signed minimum or maximum.
fn passed_on(func: &Function, types: &Types) -> FxHashSet<Value> {
    let is_extension = |value: &Value| {
        is_i64(types, func.ty(*value)) && func.def(*value).is_some_and(|data| data.op == Op::SExt)
    };
    let mut found = FxHashSet::default();
    for (_, block) in func.blocks_in_order() {
        for data in block.insts.iter().map(|&inst| &func.insts[inst]) {
            if matches!(data.op, Op::Select | Op::SMin | Op::SMax) {
                found.extend(data.args.iter().map(|&arg| func.resolve(arg)).filter(is_extension));
            }
        }
        let passed = block.term.targets().flat_map(|target| &target.args);
        found.extend(passed.map(|&arg| func.resolve(arg)).filter(is_extension));
    }
    found
}
