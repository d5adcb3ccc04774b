//! Which truth values a loop carries round though they were computed before it, and which are carried from one
//! case of a switch on to the next.

use super::new_type::NewType;
use super::webs::Webs;
use nvc_ir::entity::Entity;
use nvc_ir::{Function, Terminator, Types};

/// Numbers for the webs of truth values of which a loop carries one round that was computed before it, or that
/// a case takes both from the switch and from the case before it.
pub(super) fn forms(func: &Function, webs: &Webs) -> Vec<Option<NewType>> {
    let places = places(func);
    let mut forms = vec![None; webs.params.len()];
    for (place, (_, block)) in func.blocks_in_order().enumerate() {
        if let Terminator::Switch { merge, .. } = block.term {
            for target in block.term.targets().filter(|target| target.block != merge) {
                // A case has parameters only if another falls through to it.
                for &param in &func.blocks[target.block].params {
                    if let Some(web) = webs.of(param).filter(|_| func.ty(param) == Types::BOOL) {
                        forms[web] = Some(NewType::Int);
                    }
                }
            }
        }
        for target in block.term.targets() {
            let header = &func.blocks[target.block];
            let is_loop = matches!(header.term, Terminator::Loop { .. });
            for (&param, &arg) in header.params.iter().zip(&target.args) {
                let truth = func.ty(param) == Types::BOOL && func.as_const(arg).is_none();
                let Some(web) = webs.of(param).filter(|_| is_loop && truth) else { continue };
                let start = places[param.index()];
                let arg = func.resolve(arg);
                // Another value of this round is not computed in it either.
                let passed = arg != param && header.params.contains(&arg);
                // The edge of the next round comes from behind the header.
                if start <= place && (passed || places[arg.index()] < start) {
                    forms[web] = Some(NewType::Int);
                }
            }
        }
    }
    forms
}

/// The place in the layout of the block that defines each value.
fn places(func: &Function) -> Vec<usize> {
    let mut places = vec![0; func.values.len()];
    for (place, (_, block)) in func.blocks_in_order().enumerate() {
        let results = block.insts.iter().filter_map(|&inst| func.insts[inst].result);
        for value in results.chain(block.params.iter().copied()) {
            places[value.index()] = place;
        }
    }
    places
}
