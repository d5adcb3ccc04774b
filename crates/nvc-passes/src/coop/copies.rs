//! Function cloning: one clone for each combination of matrix uses (left factor, right factor or accumulator) that a
//! function is called with. A *web* is a set of matrices that must have the same use ([`super::webs`]).

use super::infer::{self, Call, Uses};
use super::webs::Web;
use nvc_ir::imm::Imm;
use nvc_ir::{FuncId, Module};
use rustc_hash::FxHashMap;

/// Maximum number of functions in a module. Conflicts that would need more clones are reported.
const MAX_FUNCTIONS: usize = 4096;

/// The number of clones created so far, which makes their names unique.
#[derive(Default)]
pub(super) struct Copies {
    count: usize,
}

/// The use of each matrix among a call's operands and result; `None` if the use is not determined.
type Signature = Vec<Option<u8>>;

/// Clones functions whose calls need different matrix uses. Returns whether any function was cloned.
pub(super) fn run(module: &mut Module, uses: &Uses, copies: &mut Copies) -> bool {
    let conflicting: Vec<FuncId> = module.functions.keys().filter(|&id| is_conflicting(uses, id)).collect();
    if conflicting.is_empty() {
        return false;
    }
    // First, isolate all calls of conflicting functions, so that no call affects another. If that leads to no clone,
    // isolate the calls of one function at a time.
    let isolated = infer::uses(module, &conflicting);
    let mut any = false;
    for &id in &conflicting {
        any |= copy(module, id, &isolated, copies);
    }
    any || conflicting.iter().any(|&id| {
        let isolated = infer::uses(module, &[id]);
        copy(module, id, &isolated, copies)
    })
}

/// Clones a function once for each group of calls with compatible signatures, except the first, which keeps the original.
/// Returns whether calls have different signatures and all of them were handled: false if the module would have too many
/// functions.
fn copy(module: &mut Module, id: FuncId, isolated: &Uses, copies: &mut Copies) -> bool {
    // The calls of the first group keep calling the original.
    let mut groups: Vec<(Signature, FuncId)> = Vec::new();
    for call in isolated.calls.iter().filter(|call| call.to == id) {
        let signature = signature(isolated, call);
        let known = groups.iter_mut().find(|(other, _)| is_compatible(other, &signature));
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
        module.functions[call.from].set_imm(call.inst, Imm::Function(group));
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

/// The uses of a call's matrices. A use is determined by the caller, by the callee, or by another operand or the
/// result if the callee ties the two together, for example by returning a parameter.
fn signature(uses: &Uses, call: &Call) -> Signature {
    let mut outside = Vec::new();
    call.shapes.iter().for_each(|shape| shape.leaves(&mut outside));
    let mut inside = Vec::new();
    let params = uses.params.get(&call.to).into_iter().flatten();
    params.chain(uses.results.get(&call.to)).for_each(|shape| shape.leaves(&mut inside));
    // A web that conflicts within a single call gets the conflict from another function, so it determines no use.
    let role = |web: Web| uses.webs.claimed(web).filter(|_| !uses.webs.conflicting(web));
    let mut tied: FxHashMap<Web, u8> = FxHashMap::default();
    for (&outer, &inner) in outside.iter().zip(&inside) {
        if let Some(role) = role(outer).or_else(|| role(inner)) {
            tied.entry(uses.webs.find(inner)).or_insert(role);
        }
    }
    let inner = |number: usize| tied.get(&uses.webs.find(*inside.get(number)?)).copied();
    outside.iter().enumerate().map(|(number, &web)| role(web).or_else(|| inner(number))).collect()
}

/// Whether two signatures agree wherever both determine a use.
fn is_compatible(a: &[Option<u8>], b: &[Option<u8>]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
}
