//! `params`: block parameters get the types that they are used with.
//!
//! Registers are untyped words, so a float or a truth value that lives across blocks arrives as a
//! parameter of integer type, cast or compared at every use and cast or selected at every branch.
//! Parameters that feed each other form a *web* ([`webs`]); where that takes more operations away
//! than it adds ([`choose`]), all parameters of a web change their form ([`apply`]).
//!
//! `carried`: truth values that a loop carries round, and that were computed before it, become numbers; so do
//! those with which one case of a switch falls through to the next. NVIDIA's Vulkan driver 580 ends with a
//! fault where an `OpPhi` has them (docs/hardware.md).

mod apply;
mod carried;
mod choose;
mod webs;

use crate::analysis::{Edges, has_joins};
use crate::{OpSet, Pass};
use nvc_ir::{Module, Type, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "params",
    doc: "Gives block parameters the types that they are used with.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

/// The pass behind all others that move values out of loops.
pub(crate) const CARRIED: Pass = Pass {
    name: "carried",
    doc: "Makes numbers of truth values that a loop carries round from before it, or a case on to the next.",
    ops: OpSet::ALL,
    run: |module, _| {
        let types = &mut module.types;
        for (_, func) in module.functions.iter_mut().filter(|(_, func)| has_joins(func)) {
            let edges = Edges::new(func);
            let webs = webs::Webs::new(func, &edges);
            let forms = carried::forms(func, &webs);
            if forms.iter().any(Option::is_some) {
                apply::run(func, types, &webs, &forms);
            }
        }
    },
};

/// What the parameters of a web become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The same bits as this type.
    Cast(Type),
    /// A truth value, for what was one of two constants.
    Truth {
        /// What it was where it is true.
        on: Value,
        /// What it was where it is false.
        off: Value,
    },
    /// 1 or 0 for a truth value.
    Number,
}

/// Words become floats first, then those that are 0 or 1 become truth values.
const ROUNDS: usize = 2;

fn run(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut().filter(|(_, func)| has_joins(func)) {
        let edges = Edges::new(func);
        for _ in 0..ROUNDS {
            let webs = webs::Webs::new(func, &edges);
            let forms = choose::forms(func, types, &webs);
            if forms.iter().all(Option::is_none) {
                break;
            }
            apply::run(func, types, &webs, &forms);
        }
    }
}
