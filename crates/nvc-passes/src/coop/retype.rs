//! Changes the matrix types in the types of all values, variables and functions: to types with the inferred uses, or to types
//! without uses.

use super::infer::{Site, Uses};
use super::shape::Shape;
use super::webs::Webs;
use nvc_ir::imm::Imm;
use nvc_ir::types::CoopMatrixType;
use nvc_ir::{Const, FuncId, Function, GlobalKind, Module, Terminator, Type, Types, Value};
use rustc_hash::FxHashMap;

/// Changes every matrix type; `change` maps a type and the inferred use to the new type.
pub(super) fn run(module: &mut Module, uses: &Uses, change: impl Fn(CoopMatrixType, u8) -> CoopMatrixType) {
    let types = &mut module.types;
    let retyped = |shape: &Shape, ty: Type, types: &mut Types| shape.retyped(types, ty, &uses.webs, &change);
    for (global, data) in module.globals.iter_mut() {
        if let (GlobalKind::Variable { ty, .. }, Some(shape)) = (&mut data.kind, uses.globals.get(&global)) {
            *ty = retyped(shape, *ty, types);
        }
    }
    for ((id, value), shape) in sorted(&uses.values) {
        let old = module.functions[id].values[value].ty;
        module.functions[id].values[value].ty = retyped(shape, old, types);
    }
    for ((id, local), shape) in sorted(&uses.locals) {
        let old = module.functions[id].locals[local].ty;
        module.functions[id].locals[local].ty = retyped(shape, old, types);
    }
    for ((id, inst), shape) in sorted(&uses.measured) {
        if let Imm::Type(ty) = module.functions[id].imm(inst) {
            module.functions[id].set_imm(inst, Imm::Type(retyped(shape, ty, types)));
        }
    }
    for (id, func) in module.functions.iter_mut() {
        if let (Some(ty), Some(shape)) = (func.result, uses.results.get(&id)) {
            func.result = Some(retyped(shape, ty, types));
        }
        if let Some(&entry) = func.layout.first() {
            func.params = func.blocks[entry].params.iter().map(|&param| func.values[param].ty).collect();
        }
    }
    constants(module, uses, &change);
}

/// Sorts shapes by key, so that types are interned in a deterministic order.
fn sorted<K: Copy + Ord>(shapes: &FxHashMap<K, Shape>) -> Vec<(K, &Shape)> {
    let mut list: Vec<(K, &Shape)> = shapes.iter().map(|(&key, shape)| (key, shape)).collect();
    list.sort_by_key(|&(key, _)| key);
    list
}

/// Replaces each use of a constant that contains matrices by a constant of the type inferred for that use.
fn constants(module: &mut Module, uses: &Uses, change: &impl Fn(CoopMatrixType, u8) -> CoopMatrixType) {
    for (id, func) in module.functions.iter_mut() {
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            for at in 0..func.blocks[block].insts.len() {
                let inst = func.blocks[block].insts[at];
                for number in 0..func.insts[inst].args.len() {
                    let value = func.insts[inst].args[number];
                    let site = Site::Operand(inst, number);
                    func.insts[inst].args[number] =
                        constant_at(&mut module.types, func, (id, site), uses, value, change);
                }
            }
            let mut term = std::mem::replace(&mut func.blocks[block].term, Terminator::Unreachable);
            let mut position = 0;
            term.for_each_value(|value| {
                let site = Site::Terminator(block, position);
                *value = constant_at(&mut module.types, func, (id, site), uses, *value, change);
                position += 1;
            });
            func.blocks[block].term = term;
        }
    }
}

fn constant_at(
    types: &mut Types,
    func: &mut Function,
    site: (FuncId, Site),
    uses: &Uses,
    value: Value,
    change: &impl Fn(CoopMatrixType, u8) -> CoopMatrixType,
) -> Value {
    match uses.constants.get(&site) {
        Some(shape) => constant(types, func, value, shape, &uses.webs, change),
        None => value,
    }
}

/// A constant with the new type that `shape` determines.
fn constant(
    types: &mut Types,
    func: &mut Function,
    value: Value,
    shape: &Shape,
    webs: &Webs,
    change: &impl Fn(CoopMatrixType, u8) -> CoopMatrixType,
) -> Value {
    let ty = shape.retyped(types, func.ty(value), webs, change);
    let new = match func.as_const(value).cloned() {
        Some(Const::Composite(parts)) => {
            let parts = (0u64..).zip(parts).map(|(number, part)| match shape.part(Some(number)) {
                Shape::None => part,
                shape => constant(types, func, part, &shape, webs, change),
            });
            Const::Composite(parts.collect())
        }
        Some(other) => other,
        None => return value,
    };
    func.constant(ty, new)
}
