//! Dead-function elimination.

use nvc_ir::{Arena, FuncId, Module};
use std::collections::BTreeMap;

/// Removes all functions that the entry point does not reach through calls and callbacks. Keeps the order of the rest.
pub(crate) fn run(module: &mut Module) {
    let Some(entry) = module.entry.as_ref().map(|entry| entry.function) else { return };
    let mut reached = vec![entry];
    let mut at = 0;
    while let Some(&id) = reached.get(at) {
        for callee in callees(module, id) {
            if !reached.contains(&callee) {
                reached.push(callee);
            }
        }
        at += 1;
    }
    let mut kept = Arena::new();
    let mut ids: BTreeMap<FuncId, FuncId> = BTreeMap::new();
    for (id, func) in module.functions.iter_mut() {
        if reached.contains(&id) {
            ids.insert(id, kept.push(std::mem::take(func)));
        }
    }
    for (_, func) in kept.iter_mut() {
        for inst in func.insts.keys() {
            let mut imm = func.imm(inst);
            for id in imm.functions_mut() {
                if let Some(&new) = ids.get(id) {
                    *id = new;
                }
            }
            if imm != func.imm(inst) {
                func.set_imm(inst, imm);
            }
        }
    }
    if let Some(point) = &mut module.entry
        && let Some(&new) = ids.get(&entry)
    {
        point.function = new;
    }
    module.functions = kept;
}

fn callees(module: &Module, id: FuncId) -> Vec<FuncId> {
    let Some(func) = module.functions.get(id) else { return Vec::new() };
    func.insts().flat_map(|(_, data)| data.imm().functions()).collect()
}
