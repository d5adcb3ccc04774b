//! Orders blocks, and decodes terminators.

use super::decoder::{Decoder, Slots};
use super::error::{Result, fault};
use crate::code::{Edge, End};
use crate::column::Slot;
use nvc_ir::entity::Entity;
use nvc_ir::function::{Target, Terminator};
use nvc_ir::{Block, Function};
use rustc_hash::FxHashSet;

/// Returns the blocks of a function, ordered so that the body of a construct precedes its continue block, and
/// the continue block precedes the merge block. This is a reverse postorder in which successors are visited
/// last to first. The interpreter always runs the first block in this order at which lanes wait, so that
/// diverged lanes reconverge at the end of constructs.
pub(super) fn order(func: &Function) -> Vec<Block> {
    let Some(&entry) = func.layout.first() else { return Vec::new() };
    let mut seen = vec![false; func.blocks.len()];
    let mut order = Vec::with_capacity(func.layout.len());
    let mut stack: Vec<(Block, Vec<Block>)> = vec![(entry, successors(func, entry))];
    seen[entry.index()] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                stack.push((next, successors(func, next)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Returns the successors of a block. The last one is visited first.
fn successors(func: &Function, block: Block) -> Vec<Block> {
    let Some(data) = func.blocks.get(block) else { return Vec::new() };
    // The successor that is visited first comes last in reverse postorder.
    let mut list: Vec<Block> = data.term.targets().map(|target| target.block).collect();
    if let Terminator::Loop { cont, .. } = data.term {
        list.push(cont);
    }
    list.extend(data.term.merge());
    list.retain(|block| func.blocks.get(*block).is_some());
    list
}

impl Decoder<'_, '_> {
    /// Decodes a terminator.
    pub(super) fn terminator(&mut self, term: &Terminator) -> Result<End> {
        Ok(match term {
            Terminator::Jump(target) | Terminator::Loop { body: target, .. } => End::Jump(self.edge(target)?),
            Terminator::Branch { cond, then, otherwise, .. } => End::Branch {
                cond: self.slot(*cond)?,
                then: self.edge(then)?,
                otherwise: self.edge(otherwise)?,
            },
            Terminator::Switch { selector, cases, default, .. } => End::Switch {
                selector: self.slot(*selector)?,
                cases: cases
                    .iter()
                    .map(|(literal, target)| Ok((*literal, self.edge(target)?)))
                    .collect::<Result<_>>()?,
                default: self.edge(default)?,
            },
            Terminator::Return(value) => End::Return(match value {
                Some(value) => self.slots(*value)?,
                None => Slots::new(),
            }),
            Terminator::Unreachable => End::Unreachable,
        })
    }

    fn edge(&mut self, target: &Target) -> Result<Edge> {
        let data = self
            .func
            .blocks
            .get(target.block)
            .ok_or_else(|| fault("a branch to a block that does not exist"))?;
        let (mut to, mut from) = (Slots::new(), Slots::new());
        for (&param, &arg) in data.params.iter().zip(&target.args) {
            to.extend(self.slots(param)?);
            from.extend(self.slots(arg)?);
        }
        let moves = self.sequentialize(&to, &from);
        Ok(Edge { block: self.order[target.block.index()], moves })
    }

    /// Sequentializes parallel copies. If any target is also a source, all values are copied through
    /// temporaries.
    fn sequentialize(&mut self, to: &[Slot], from: &[Slot]) -> Vec<(Slot, Slot)> {
        let moves = || to.iter().copied().zip(from.iter().copied()).filter(|(to, from)| to != from);
        let targets: FxHashSet<Slot> = moves().map(|(to, _)| to).collect();
        if !moves().any(|(_, from)| targets.contains(&from)) {
            return moves().collect();
        }
        let list: Vec<(Slot, Slot)> = moves().collect();
        let saved: Slots = list.iter().map(|_| self.context.columns.fresh()).collect();
        let save = saved.iter().zip(&list).map(|(&saved, &(_, from))| (saved, from));
        let restore = list.iter().zip(&saved).map(|(&(to, _), &saved)| (to, saved));
        save.chain(restore).collect()
    }
}
