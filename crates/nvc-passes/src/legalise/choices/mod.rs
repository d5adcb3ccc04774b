//! `avoid-choices`: NVIDIA's Vulkan driver mixes up the elements of an array in function storage where an index is
//! chosen between 0 and another constant, in a module with doubles or quotients of 64 bits (docs/hardware.md has the
//! measurements).
//!
//! Such an array gets an element in front of its first, so that no choice has a 0 left.

mod index;

use super::avoid::has_wide_arithmetic;
use crate::analysis::Edges;
use crate::rewrite::{resolve_uses, take_insts};
use crate::{Context, OpSet, Pass};
use index::{Choice, Chooser};
use nvc_ir::types::Length;
use nvc_ir::{Builder, Function, Imm, Local, Module, Op, TypeKind, Types, Value};
use rustc_hash::FxHashMap;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "avoid-choices",
    doc: "Keeps choices between elements of an array away from its first, which drivers take for chosen.",
    ops: OpSet::of(&[Op::LocalAddr]),
    run: |module, _: &mut Context<'_>| run(module),
};

fn run(module: &mut Module) {
    if !has_wide_arithmetic(module) {
        return;
    }
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut().filter(|(_, func)| !func.locals.is_empty()) {
        let edges = Edges::new(func);
        let arrays = arrays(func, types, &edges);
        if !arrays.is_empty() {
            rewrite(func, types, edges, &arrays);
            resolve_uses(func);
        }
    }
}

/// What is known of an array in function storage.
#[derive(Clone, Copy, Debug, Default)]
struct Array {
    /// Some index is computed from one that is chosen among constants.
    chosen: bool,
    /// Some index is chosen among 0 and other constants: the array begins one element earlier.
    moves: bool,
    /// It is used as a whole, so that it keeps its elements.
    whole: bool,
}

/// The arrays in function storage of which elements are chosen.
fn arrays(func: &Function, types: &Types, edges: &Edges) -> FxHashMap<Local, Array> {
    let mut arrays: FxHashMap<Local, Array> = FxHashMap::default();
    for data in func.blocks_in_order().flat_map(|(_, block)| &block.insts).map(|&inst| &func.insts[inst]) {
        for (at, &arg) in data.args.iter().enumerate() {
            let Some(local) = variable(func, arg).filter(|&local| is_array(func, types, local)) else {
                continue;
            };
            let array = arrays.entry(local).or_default();
            match (data.op, at, data.args.get(1)) {
                (Op::AccessChain, 0, Some(&index)) => {
                    if let Some(choice) = Choice::of(func, edges, index) {
                        array.chosen |= choice.computed;
                        array.moves |= choice.among.contains(&0);
                    }
                }
                _ => array.whole = true,
            }
        }
    }
    arrays.retain(|_, array| {
        array.moves &= !array.whole;
        array.moves || array.chosen
    });
    arrays
}

/// The variable whose address a value is.
fn variable(func: &Function, value: Value) -> Option<Local> {
    match func.def(value)? {
        data if data.op == Op::LocalAddr => match data.imm {
            Imm::Local(local) => Some(local),
            _ => None,
        },
        _ => None,
    }
}

fn is_array(func: &Function, types: &Types, local: Local) -> bool {
    matches!(types.kind(func.locals[local].ty), TypeKind::Array { length: Length::Fixed(_), .. })
}

/// Gives the arrays that begin one element earlier that element, and all accesses other indices.
fn rewrite(func: &mut Function, types: &mut Types, edges: Edges, arrays: &FxHashMap<Local, Array>) {
    for (&local, _) in arrays.iter().filter(|(_, array)| array.moves) {
        if let TypeKind::Array { element, length: Length::Fixed(length), .. } =
            *types.kind(func.locals[local].ty)
        {
            func.locals[local].ty = types.array(element, length + 1);
        }
    }
    let indices = indices(func, arrays);
    let mut chooser = Chooser::new(Builder::new(func, types), edges);
    for (index, offset) in indices {
        chooser.prepare(index, offset);
    }
    for index in 0..chooser.b.func.layout.len() {
        let block = chooser.b.func.layout[index];
        let insts = take_insts(chooser.b.func, block);
        chooser.b.resume(block);
        for inst in insts {
            let data = &chooser.b.func.insts[inst];
            chooser.b.loc = data.loc;
            let (op, args) = (data.op, data.args.clone());
            match (op, data.imm, data.result) {
                (Op::LocalAddr, Imm::Local(local), Some(result)) if arrays.contains_key(&local) => {
                    let ty = chooser.b.func.locals[local].ty;
                    chooser.b.func.values[result].ty =
                        chooser.b.types.pointer(nvc_ir::types::Space::Function, ty);
                }
                _ => {
                    if let Some((index, offset)) = access(chooser.b.func, arrays, op, &args) {
                        chooser.b.func.insts[inst].args[1] = chooser.index(index, offset);
                    }
                }
            }
            chooser.b.func.blocks[block].insts.push(inst);
        }
    }
}

/// The indices of all accesses to the arrays, and what is added to them.
fn indices(func: &Function, arrays: &FxHashMap<Local, Array>) -> Vec<(Value, u32)> {
    let insts = func.blocks_in_order().flat_map(|(_, block)| &block.insts).map(|&inst| &func.insts[inst]);
    insts.filter_map(|data| access(func, arrays, data.op, &data.args)).collect()
}

/// The index of an access to one of the arrays, and what is added to it.
fn access(func: &Function, arrays: &FxHashMap<Local, Array>, op: Op, args: &[Value]) -> Option<(Value, u32)> {
    let (&pointer, &index) = (args.first()?, args.get(1)?);
    let array = arrays.get(&variable(func, pointer)?).filter(|_| op == Op::AccessChain)?;
    Some((index, u32::from(array.moves)))
}
