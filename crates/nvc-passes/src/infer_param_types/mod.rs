//! `infer-param-types`: type inference for block parameters (phis).
//!
//! Assembly registers are untyped words, so a float or bool that is live across blocks becomes a parameter of integer
//! type, bitcast or compared at every use and bitcast or selected at every branch. Example for a float:
//!
//! ```text
//! b0: i = bitcast i32 x; jump b1(i)              b0: jump b1(x)
//! b1(p: i32): f = bitcast f32 p; ..       =>     b1(p: f32): ..
//! ```
//!
//! Parameters that are passed to each other form a *web* and must have one type; webs are found by union-find
//! ([`webs`]). If a new type removes more instructions than it adds ([`cost`]), all parameters of the web get it
//! ([`apply`]). Nearly linear in the size of the function.

pub(crate) mod apply;
mod cost;
pub(crate) mod new_type;
pub(crate) mod webs;

use crate::analysis::{Edges, has_block_params};
use crate::{OpSet, Pass};
use nvc_ir::Module;
use webs::Webs;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "infer-param-types",
    doc: "Infers the types of block parameters from their uses.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

/// The second round finds parameters that can become bools only after the first has turned them from integers into floats.
const ROUNDS: usize = 2;

fn run(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut().filter(|(_, func)| has_block_params(func)) {
        let edges = Edges::new(func);
        for _ in 0..ROUNDS {
            let webs = Webs::new(func, &edges);
            let new_types = cost::new_types(func, types, &webs);
            if new_types.iter().all(Option::is_none) {
                break;
            }
            apply::run(func, types, &webs, &new_types);
        }
    }
}
