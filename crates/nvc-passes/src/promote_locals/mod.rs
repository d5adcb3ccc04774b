//! `promote-locals`: moves variables in function storage to SSA values.
//!
//! Front ends keep a whole variable in memory if any part of it is indexed dynamically, and inlining works on whole
//! variables. Later the indices may be constant, and only some members of a struct may need memory. First, structs and small
//! arrays whose parts are accessed one by one are split into a variable for each part ([`split`]). Then temporary copies are
//! removed ([`copies`]), and scalars and vectors become SSA values ([`ssa`]).
//!
//! Cooperative matrices stay in memory, because their elements can be accessed only there.

mod copies;
mod split;
mod ssa;

use crate::{OpSet, Pass};
use nvc_ir::{Module, Op, TypeKind};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "promote-locals",
    doc: "Splits variables in function storage, removes temporary copies, and replaces scalars and vectors by SSA values.",
    ops: OpSet::of(&[Op::LocalAddr]),
    run: |module, _| run(module),
};

/// Maximum number of rounds of splitting, and so the nesting depth up to which variables are split.
const MAX_ROUNDS: usize = 8;

/// Maximum number of loads and stores of parts that replace those of whole variables in a function.
const MAX_COPIES: usize = 1 << 14;

fn run(module: &mut Module) {
    let types = &mut module.types;
    let matrices = types.containing(|kind| matches!(kind, TypeKind::CoopMatrix(_)));
    for (_, func) in module.functions.iter_mut() {
        let mut copies = MAX_COPIES;
        for _ in 0..MAX_ROUNDS {
            if !split::run(func, types, &matrices, &mut copies) {
                break;
            }
        }
        copies::run(func);
        ssa::run(func, types);
    }
}
