//! `narrow-loads`: scalarises vector loads whose only use is the extraction of one component.
//!
//! ```text
//! v = load p; x = extract[2] v     =>     q = access p, 2:i32; x = load q
//! ```
//!
//! Front ends load read-only memory as 16-byte vectors, and other passes often leave one component in use. A vector with two or
//! more uses stays one load.

use crate::analysis::Uses;
use crate::rewrite::resolve_uses;
use crate::{OpSet, Pass};
use nvc_ir::function::{Args, ValueDef};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::{Const, Function, Inst, Module, Op, Types};
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "narrow-loads",
    doc: "Replaces vector loads with one used component by scalar loads.",
    ops: OpSet::of(&[Op::Extract]),
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        let uses = Uses::of(func);
        let singles = singles(func, types, &uses);
        if !singles.is_empty() {
            narrow(func, types, &uses, &singles);
        }
    }
}

/// The only use of a loaded vector.
struct Single {
    extract: Inst,
    component: u32,
}

/// The vector loads whose only use is an `extract`.
///
/// Skips loads with access flags: `volatile` and `coherent` loads, and loads from physical addresses, which have an
/// alignment.
fn singles(func: &Function, types: &Types, uses: &Uses) -> FxHashMap<Inst, Single> {
    let mut singles = FxHashMap::default();
    let mut loads = FxHashMap::default();
    for (inst, data) in func.insts() {
        match (data.op, data.imm(), data.result, &data.args[..]) {
            (Op::Load, Imm::Access(access), Some(result), _)
                if access == Access::default()
                    && types.components(func.ty(result)) > 1
                    && uses.count(result) == Some(1) =>
            {
                loads.insert(result, inst);
            }
            (Op::Extract, Imm::Index(component), ..) => {
                if let Some(&load) = data.args.first().and_then(|vector| loads.get(vector)) {
                    singles.insert(load, Single { extract: inst, component });
                }
            }
            _ => {}
        }
    }
    singles
}

/// Turns vector loads into scalar loads and removes the `extract` instructions.
fn narrow(func: &mut Function, types: &mut Types, uses: &Uses, singles: &FxHashMap<Inst, Single>) {
    let extracts: FxHashSet<Inst> = singles.values().map(|single| single.extract).collect();
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        for inst in std::mem::take(&mut func.blocks[block].insts) {
            if extracts.contains(&inst) {
                continue;
            }
            if let Some(single) = singles.get(&inst) {
                let chain = scalarise(func, types, uses, inst, single);
                func.blocks[block].insts.extend(chain);
            }
            func.blocks[block].insts.push(inst);
        }
    }
    resolve_uses(func);
}

/// Turns a vector load into a scalar load. Extends the vector's access chain if the load is its only use; otherwise returns
/// a new access chain to insert before the load.
fn scalarise(
    func: &mut Function,
    types: &mut Types,
    uses: &Uses,
    load: Inst,
    single: &Single,
) -> Option<Inst> {
    let data = func.inst(load);
    let (pointer, loc) = (data.args.first().copied()?, data.loc());
    let (vector, part) = (data.result?, func.insts[single.extract].result?);
    let (space, _) = types.pointee(func.ty(pointer))?;
    let scalar = func.ty(part);
    let ty = types.pointer(space, scalar);
    let index = func.constant(Types::I32, Const::Bits(u64::from(single.component)));

    func.values[vector].ty = scalar;
    func.replace(part, vector);
    if let Some(name) = func.value_names.remove(&part) {
        func.value_names.insert(vector, name);
    }
    match func.values[pointer].def {
        ValueDef::Inst(chain)
            if uses.count(pointer) == Some(1) && func.insts[chain].op == Op::AccessChain =>
        {
            func.insts[chain].args.push(index);
            func.values[pointer].ty = ty;
            None
        }
        _ => {
            let args = Args::from_slice(&[pointer, index]);
            let chain = func.new_inst(Op::AccessChain, Imm::None, args, Some(ty), loc);
            let to = func.insts[chain].result?;
            func.insts[load].args[0] = to;
            Some(chain)
        }
    }
}
