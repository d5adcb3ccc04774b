//! `bool-phi`: NVIDIA's Vulkan driver 580 crashes on an `OpPhi` of bools in a loop header if the value that the back edge
//! passes to it is defined before the loop or is another phi of the same header. It also crashes on an `OpPhi` of bools in a
//! switch case that another case falls through to. Such block parameters become integers.

use crate::analysis::{Edges, Positions};
use crate::infer_param_types::apply;
use crate::infer_param_types::new_type::NewType;
use crate::infer_param_types::webs::Webs;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Function, Module, Terminator, Types};

/// The pass. Must run after all passes that move values out of loops.
pub(crate) const PASS: Pass = Pass {
    name: "bool-phi",
    doc: "Replaces bool phis with integer phis in loop headers, if no iteration computes their value, and in switch cases.",
    ops: OpSet::ALL,
    run: |module, _: &mut Context<'_>| run(module),
};

fn run(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut().filter(|(_, func)| has_bool_phis(func)) {
        let edges = Edges::new(func);
        let webs = Webs::new(func, &edges);
        let new_types = new_types(func, &webs);
        if new_types.iter().any(Option::is_some) {
            apply::run(func, types, &webs, &new_types);
        }
    }
}

/// Whether a block other than the entry block has a bool parameter.
fn has_bool_phis(func: &Function) -> bool {
    let mut params = func.layout.iter().skip(1).flat_map(|&block| &func.blocks[block].params);
    params.any(|&param| func.ty(param) == Types::BOOL)
}

/// The new type of each web (a set of parameters that are passed to each other): an integer if the driver crashes on one of
/// its parameters, or `None` if the type does not change.
fn new_types(func: &Function, webs: &Webs) -> Vec<Option<NewType>> {
    let positions = Positions::new(func);
    let mut new_types = vec![None; webs.params.len()];
    for (position, (_, block)) in (0u32..).zip(func.blocks_in_order()) {
        if let Terminator::Switch { merge, .. } = block.term {
            for target in block.term.targets().filter(|target| target.block != merge) {
                // A case has parameters only if another falls through to it.
                for &param in &func.blocks[target.block].params {
                    if let Some(web) = webs.of(param).filter(|_| func.ty(param) == Types::BOOL) {
                        new_types[web] = Some(NewType::Int);
                    }
                }
            }
        }
        for target in block.term.targets() {
            let header = &func.blocks[target.block];
            let is_loop = matches!(header.term, Terminator::Loop { .. });
            for (&param, &arg) in header.params.iter().zip(&target.args) {
                let is_variable_bool = func.ty(param) == Types::BOOL && func.as_const(arg).is_none();
                let Some(web) = webs.of(param).filter(|_| is_loop && is_variable_bool) else { continue };
                let start = positions.value(func, param);
                let arg = func.resolve(arg);
                // Another parameter of the same header is not computed in the loop either.
                let passed = arg != param && header.params.contains(&arg);
                // Only the back edge comes from a later block.
                if start <= Some(position) && (passed || positions.value(func, arg) < start) {
                    new_types[web] = Some(NewType::Int);
                }
            }
        }
    }
    new_types
}
