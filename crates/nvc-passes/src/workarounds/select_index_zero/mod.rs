//! `select-index-zero`: in a module with `f64` values or 64-bit integer division, NVIDIA's Vulkan driver accesses element 0
//! of a local array for every index that is selected between 0 and another constant.
//!
//! The workaround adds an element before the first element of such an array, so that no selected index is 0. The driver also
//! hoists sums out of a selection, which can make a selected constant 0, so index arithmetic is moved into the selection.

mod index;

use super::features::has_f64_or_i64_division;
use crate::analysis::Edges;
use crate::rewrite::{resolve_uses, take_insts};
use crate::{Context, OpSet, Pass};
use index::{IndexBuilder, Selection};
use nvc_ir::types::Length;
use nvc_ir::{Builder, Function, Imm, Local, Module, Op, TypeKind, Types, Value};
use rustc_hash::FxHashMap;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "select-index-zero",
    doc: "Pads local arrays so that no selected index is 0, in modules with f64 values or 64-bit division.",
    ops: OpSet::of(&[Op::LocalAddr]),
    run: |module, _: &mut Context<'_>| run(module),
};

fn run(module: &mut Module) {
    if !has_f64_or_i64_division(module) {
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

/// How a local array is indexed.
#[derive(Clone, Copy, Debug, Default)]
struct Array {
    /// Whether any index is computed from a selection among constants.
    computed: bool,
    /// Whether any index is selected among 0 and other constants, so that the array must be padded.
    padded: bool,
    /// Whether the array is loaded, stored or passed as a whole, so that it cannot be padded.
    whole: bool,
}

/// The local arrays that have to be rewritten because of a selected index.
fn arrays(func: &Function, types: &Types, edges: &Edges) -> FxHashMap<Local, Array> {
    let mut arrays: FxHashMap<Local, Array> = FxHashMap::default();
    for (_, data) in func.insts() {
        for (at, &arg) in data.args.iter().enumerate() {
            let Some(local) = variable(func, arg).filter(|&local| is_array(func, types, local)) else {
                continue;
            };
            let array = arrays.entry(local).or_default();
            match (data.op, at, data.args.get(1)) {
                (Op::AccessChain, 0, Some(&index)) => {
                    if let Some(selection) = Selection::of(func, edges, index) {
                        array.computed |= selection.computed;
                        array.padded |= selection.among.contains(&0);
                    }
                }
                _ => array.whole = true,
            }
        }
    }
    arrays.retain(|_, array| {
        array.padded &= !array.whole;
        array.padded || array.computed
    });
    arrays
}

/// The local variable that a value is the address of.
fn variable(func: &Function, value: Value) -> Option<Local> {
    match func.def(value)? {
        data if data.op == Op::LocalAddr => match data.imm() {
            Imm::Local(local) => Some(local),
            _ => None,
        },
        _ => None,
    }
}

fn is_array(func: &Function, types: &Types, local: Local) -> bool {
    matches!(types.kind(func.locals[local].ty), TypeKind::Array { length: Length::Fixed(_), .. })
}

/// Pads the arrays that need it and rewrites the indices of all accesses.
fn rewrite(func: &mut Function, types: &mut Types, edges: Edges, arrays: &FxHashMap<Local, Array>) {
    for (&local, _) in arrays.iter().filter(|(_, array)| array.padded) {
        if let TypeKind::Array { element, length: Length::Fixed(length), .. } =
            *types.kind(func.locals[local].ty)
        {
            func.locals[local].ty = types.array(element, length + 1);
        }
    }
    let indices = indices(func, arrays);
    let mut builder = IndexBuilder::new(Builder::new(func, types), edges);
    for (index, offset) in indices {
        builder.prepare(index, offset);
    }
    let mut insts = Vec::new();
    for index in 0..builder.b.func.layout.len() {
        let block = builder.b.func.layout[index];
        take_insts(builder.b.func, block, &mut insts);
        builder.b.resume(block);
        for &inst in &insts {
            let data = builder.b.func.inst(inst);
            builder.b.loc = data.loc();
            let (op, args) = (data.op, data.args.clone());
            match (op, data.imm(), data.result) {
                (Op::LocalAddr, Imm::Local(local), Some(result)) if arrays.contains_key(&local) => {
                    let ty = builder.b.func.locals[local].ty;
                    builder.b.func.values[result].ty =
                        builder.b.types.pointer(nvc_ir::types::Space::Function, ty);
                }
                _ => {
                    if let Some((index, offset)) = access(builder.b.func, arrays, op, &args) {
                        builder.b.func.insts[inst].args[1] = builder.index(index, offset);
                    }
                }
            }
            builder.b.func.blocks[block].insts.push(inst);
        }
    }
}

/// The index of each access to the arrays, and the offset that padding adds to the index.
fn indices(func: &Function, arrays: &FxHashMap<Local, Array>) -> Vec<(Value, u32)> {
    func.insts().filter_map(|(_, data)| access(func, arrays, data.op, &data.args)).collect()
}

/// The index of an access to one of the arrays, and the offset that padding adds to the index.
fn access(func: &Function, arrays: &FxHashMap<Local, Array>, op: Op, args: &[Value]) -> Option<(Value, u32)> {
    let (&pointer, &index) = (args.first()?, args.get(1)?);
    let array = arrays.get(&variable(func, pointer)?).filter(|_| op == Op::AccessChain)?;
    Some((index, u32::from(array.padded)))
}
