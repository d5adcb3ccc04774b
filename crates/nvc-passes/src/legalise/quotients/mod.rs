//! `avoid-quotients`: what NVIDIA's Vulkan driver gets wrong in a module that has quotients, or unsigned numbers
//! that become floats, in words that it compiles as they stand (docs/hardware.md has the measurements).

mod field;
mod product;
mod sum;
#[cfg(test)]
mod tests;
mod three_way;

use super::avoid::has_words;
use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use field::field;
use nvc_ir::{Function, InstData, Module, Op, Terminator, Types};
use product::product;
use sum::sum;
use three_way::three_way;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "avoid-quotients",
    doc: "Writes sums, products and fields beside quotients in words that drivers get right.",
    ops: OpSet::of(&[Op::UDiv, Op::URem, Op::SDiv, Op::UToF]),
    run,
};

fn run(module: &mut Module, context: &mut Context<'_>) {
    let met = Met::of(module);
    // Other shading languages have no cast between a pair of words and a number.
    let pairs = met.quotients > 1 && !context.options.portable;
    if met.quotients > 0 {
        let ops = OpSet::of(&[Op::IAdd, Op::ISub, Op::INeg, Op::IMul, Op::Or, Op::Select]);
        rewrite_insts(module, ops, |b, _, data| {
            let other = match data.op {
                Op::IMul => product(b, data),
                Op::IAdd | Op::ISub | Op::INeg if pairs => sum(b, data).or_else(|| three_way(b, data)),
                _ => three_way(b, data),
            };
            other.map_or(Rewrite::Keep, Rewrite::Replace)
        });
    }
    if met.unsigned {
        rewrite_insts(module, OpSet::of(&[Op::SBfe]), |b, _, data| {
            field(b, data).map_or(Rewrite::Keep, Rewrite::Replace)
        });
    }
}

/// What a module has that makes a driver compile other instructions wrongly.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    /// How many quotients and remainders of 64 bits; two for one that runs more than once.
    quotients: usize,
    /// Conversions from unsigned integers to floats, and unsigned quotients, which are made by such.
    unsigned: bool,
}

impl Met {
    /// What all functions of a module have together: drivers inline calls.
    fn of(module: &Module) -> Met {
        let mut met = Met::default();
        let alone = module.functions.len() == 1;
        for (_, func) in module.functions.iter() {
            // Where the loops end that a block is in; a loop's blocks stand before its end.
            let mut ends = Vec::new();
            for (block, data) in func.blocks_in_order() {
                ends.retain(|&end| end != block);
                let once = alone && ends.is_empty();
                data.insts.iter().for_each(|&inst| met.see(func, &module.types, &func.insts[inst], once));
                if let Terminator::Loop { merge, .. } = data.term {
                    ends.push(merge);
                }
            }
        }
        met
    }

    /// Notes an instruction, which runs once, or more often: drivers unroll loops.
    fn see(&mut self, func: &Function, types: &Types, data: &InstData, once: bool) {
        match data.op {
            Op::UDiv | Op::URem | Op::SDiv => {
                self.unsigned |= matches!(data.op, Op::UDiv | Op::URem);
                let wide = data.result.map(|result| func.ty(result)).filter(|&ty| has_words(types, ty));
                self.quotients +=
                    wide.map_or(0, |ty| usize::from(types.components(ty)) * if once { 1 } else { 2 });
            }
            Op::UToF => self.unsigned = true,
            _ => {}
        }
    }
}
