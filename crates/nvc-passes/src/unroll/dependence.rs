//! Which values of a loop depend on its iteration.

use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Terminator, Value};
use rustc_hash::FxHashMap;

/// Maximum number of walks over a loop. Each level of loops inside may need another one.
const MAX_WALKS: usize = 8;

/// The values that depend on the iteration of a loop, through operands or through the choice of a branch.
pub(super) struct Dependence<'a> {
    func: &'a Function,
    /// The loop's blocks, header first.
    blocks: &'a [Block],
    /// The header of each loop inside, by its merge block.
    headers: FxHashMap<Block, Block>,
    marked: Vec<bool>,
    /// Whether the current walk marked a value.
    changed: bool,
}

impl<'a> Dependence<'a> {
    /// Finds what differs between iterations: the parameters of the header, and what follows from them. `None` if the walks that this
    /// takes exceed their maximum.
    pub(super) fn on_iteration(func: &'a Function, blocks: &'a [Block]) -> Option<Self> {
        let headers = blocks.iter().skip(1).filter_map(|&block| match func.blocks[block].term {
            Terminator::Loop { merge, .. } => Some((merge, block)),
            _ => None,
        });
        let headers = headers.collect();
        let marked = vec![false; func.values.len()];
        let mut depends = Dependence { func, blocks, headers, marked, changed: false };
        if let Some(&header) = blocks.first() {
            depends.mark_params(header);
        }
        (0..MAX_WALKS).any(|_| !depends.walk()).then_some(depends)
    }

    /// Whether a value depends on the iteration.
    pub(super) fn has(&self, value: Value) -> bool {
        self.marked[self.func.resolve(value).index()]
    }

    fn mark(&mut self, value: Value) {
        let marked = &mut self.marked[value.index()];
        self.changed |= !*marked;
        *marked = true;
    }

    fn mark_params(&mut self, block: Block) {
        let func = self.func;
        func.blocks[block].params.iter().for_each(|&param| self.mark(param));
    }

    /// Marks the values that follow from marked ones. Returns whether there were any new ones.
    fn walk(&mut self) -> bool {
        self.changed = false;
        let func = self.func;
        for &block in self.blocks {
            for &inst in &func.blocks[block].insts {
                let data = &func.insts[inst];
                if let Some(result) = data.result
                    && data.args.iter().any(|&arg| self.has(arg))
                {
                    self.mark(result);
                }
            }
            self.leave(&func.blocks[block].term);
        }
        self.changed
    }

    /// Marks the parameters that a terminator passes marked values to, and those whose values its marked condition chooses.
    fn leave(&mut self, term: &Terminator) {
        let func = self.func;
        for target in term.targets() {
            for (&param, &arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                if self.has(arg) {
                    self.mark(param);
                }
            }
        }
        let (condition, merge) = match *term {
            Terminator::Branch { cond, merge, .. } => (cond, merge),
            Terminator::Switch { selector, merge, .. } => (selector, merge),
            _ => return,
        };
        if self.has(condition) {
            self.mark_params(merge);
            // An exit of a loop inside: its number of iterations depends as well.
            for target in term.targets() {
                if let Some(&header) = self.headers.get(&target.block) {
                    self.mark_params(header);
                }
            }
        }
    }
}
