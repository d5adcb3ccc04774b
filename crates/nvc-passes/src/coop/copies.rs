//! Copies functions that are called with matrices of different uses.

use super::infer::{self, Uses};
use super::shape::Shape;
use super::webs::Web;
use nvc_ir::imm::Imm;
use nvc_ir::{FuncId, Module};

/// A module of more functions than this is refused as it is.
const MAX_FUNCTIONS: usize = 4096;

/// How many copies there are.
#[derive(Default)]
pub(super) struct Copies {
    count: usize,
}

/// What a call says of its matrices.
type Signature = Vec<Option<u8>>;

/// Copies functions whose calls differ. Says whether there was one.
pub(super) fn run(module: &mut Module, uses: &Uses, copies: &mut Copies) -> bool {
    let conflicting: Vec<FuncId> = module.functions.keys().filter(|&id| is_conflicting(uses, id)).collect();
    if conflicting.is_empty() {
        return false;
    }
    // What the calls say by themselves, without any of the others; else, without those of one function.
    let alone = infer::uses(module, &conflicting);
    let mut any = false;
    for &id in &conflicting {
        any |= copy(module, id, &alone, copies);
    }
    any || conflicting.iter().any(|&id| {
        let alone = infer::uses(module, &[id]);
        copy(module, id, &alone, copies)
    })
}

/// Copies a function for each group of calls that agree.
fn copy(module: &mut Module, id: FuncId, alone: &Uses, copies: &mut Copies) -> bool {
    // The function as it is serves the first group.
    let mut groups: Vec<(Signature, FuncId)> = Vec::new();
    for call in alone.calls.iter().filter(|call| call.to == id) {
        let signature = signature(alone, &call.shapes);
        let known = groups.iter_mut().find(|(other, _)| fits(other, &signature));
        let group = if let Some((known, group)) = known {
            for (known, new) in known.iter_mut().zip(&signature) {
                *known = known.or(*new);
            }
            *group
        } else if groups.is_empty() {
            groups.push((signature, id));
            id
        } else if module.functions.len() >= MAX_FUNCTIONS {
            return false;
        } else {
            let mut copy = module.functions[id].clone();
            copies.count += 1;
            copy.name = format!("{}_{}", copy.name, copies.count);
            let copy = module.functions.push(copy);
            groups.push((signature, copy));
            copy
        };
        module.functions[call.from].insts[call.inst].imm = Imm::Function(group);
    }
    groups.len() > 1
}

fn is_conflicting(uses: &Uses, id: FuncId) -> bool {
    let params = uses.params.get(&id).into_iter().flatten();
    params.chain(uses.results.get(&id)).any(|shape| {
        let mut webs: Vec<Web> = Vec::new();
        shape.leaves(&mut webs);
        webs.iter().any(|&web| uses.webs.conflicting(web))
    })
}

fn signature(uses: &Uses, shapes: &[Shape]) -> Signature {
    let mut webs = Vec::new();
    shapes.iter().for_each(|shape| shape.leaves(&mut webs));
    // What has two uses has them of another function.
    webs.into_iter().map(|web| uses.webs.claimed(web).filter(|_| !uses.webs.conflicting(web))).collect()
}

/// Whether nothing that is known differs.
fn fits(a: &[Option<u8>], b: &[Option<u8>]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
}
