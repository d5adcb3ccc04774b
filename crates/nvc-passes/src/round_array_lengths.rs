//! `round-array-lengths`: rounds up the lengths of arrays of words in function storage to a multiple of four.
//!
//! Nothing uses the additional elements. They are for NVIDIA's driver (580.159, on an H200), which generates slower code for some
//! short arrays: `string-search-kmp` takes 0.81 of the time with an array of 14 to 64 words instead of 13
//! (crates/lab/logs/conformance.md). Only for arrays whose elements are accessed one by one.

use crate::{OpSet, Pass};
use nvc_ir::entity::Entity;
use nvc_ir::types::{Length, Space};
use nvc_ir::{Function, Imm, Inst, Local, Module, Op, Type, TypeKind, Types};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "round-array-lengths",
    doc: "Rounds up the lengths of arrays of words in function storage to a multiple of four.",
    ops: OpSet::of(&[Op::LocalAddr]),
    run: |module, _| run(module),
};

/// The lengths are multiples of this number.
const STEP: u32 = 4;

fn run(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        let mut rounded: Vec<Option<Type>> =
            func.locals.values().map(|local| round(types, local.ty)).collect();
        if rounded.iter().any(Option::is_some) {
            keep_whole(func, &mut rounded);
            change(func, types, &rounded);
        }
    }
}

/// The type of an array of words with a rounded length; `None` for other types, and if the length does not change.
fn round(types: &mut Types, ty: Type) -> Option<Type> {
    let &TypeKind::Array { element, length: Length::Fixed(length), stride: 0 } = types.kind(ty) else {
        return None;
    };
    let longer = length.checked_next_multiple_of(STEP).filter(|&longer| longer != length)?;
    [Types::I32, Types::F32].contains(&element).then(|| types.array(element, longer))
}

/// Keeps the types of arrays whose address has another use than to access an element.
fn keep_whole(func: &Function, rounded: &mut [Option<Type>]) {
    let mut addresses: Vec<Option<Local>> = vec![None; func.values.len()];
    for (_, block) in func.blocks_in_order() {
        for data in block.insts.iter().map(|&inst| func.inst(inst)) {
            if let (Op::LocalAddr, Some(result)) = (data.op, data.result)
                && let Imm::Local(local) = data.imm()
            {
                addresses[result.index()] = Some(local);
            }
            let element = usize::from(data.op == Op::AccessChain);
            for local in
                data.args.iter().skip(element).filter_map(|&arg| addresses[func.resolve(arg).index()])
            {
                rounded[local.index()] = None;
            }
        }
        for local in block.term.values().filter_map(|value| addresses[func.resolve(value).index()]) {
            rounded[local.index()] = None;
        }
    }
}

/// Changes the types of variables and of their addresses.
fn change(func: &mut Function, types: &mut Types, rounded: &[Option<Type>]) {
    for (index, &ty) in (0..).zip(rounded) {
        let local = &mut func.locals[Local::from_index(index)];
        local.ty = ty.unwrap_or(local.ty);
    }
    for index in 0..func.insts.len() as u32 {
        let data = func.inst(Inst::from_index(index));
        if let (Op::LocalAddr, Some(result)) = (data.op, data.result)
            && let Imm::Local(local) = data.imm()
            && let Some(ty) = rounded[local.index()]
        {
            func.values[result].ty = types.pointer(Space::Function, ty);
        }
    }
}
