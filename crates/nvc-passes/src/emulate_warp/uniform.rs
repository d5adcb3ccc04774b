//! Uniformity (divergence) analysis: whether the work group reaches every exchange (a warp operation that depends on other
//! lanes) in uniform control flow.
//!
//! Conservative. The result of a pure operation is uniform if all its operands are (`result_varies` has the rules for other
//! operations); every value computed in a divergent block is varying. A branch on a varying value makes the blocks from its
//! header (exclusive) to its merge block (exclusive) divergent, and also the constructs that a branch in them exits; a `return`
//! in them makes the whole function divergent. Both sets only grow, so iterating over the layout reaches a fixed point.

use super::{is_group_uniform, lanes, synchronises_warp};
use nvc_ir::entity::Entity;
use nvc_ir::imm::Imm;
use nvc_ir::{
    Block, Const, Extent, Function, GlobalKind, InstRef, Module, Op, ResourceClass, Space, Terminator, Value,
};
use std::collections::BTreeSet;

/// Whether all exchanges and warp barriers of a module are known to be in uniform control flow.
pub(super) fn is_uniform(module: &Module) -> bool {
    let Some(entry) = &module.entry else { return false };
    let total = entry.workgroup_size.iter().try_fold(1u32, |total, extent| match *extent {
        Extent::Fixed(n) => total.checked_mul(n),
        Extent::Spec(_) => None,
    });
    let one_warp = total.is_some_and(|total| total <= lanes::WIDTH);
    // Functions that are called in divergent control flow.
    let mut divergent = BTreeSet::new();
    loop {
        let before = divergent.len();
        for (id, func) in module.functions.iter() {
            let flow = Flow::new(module, func, id == entry.function, one_warp);
            for (block, data) in func.blocks_in_order() {
                for &inst in &data.insts {
                    let data = func.inst(inst);
                    let uniform = !divergent.contains(&id) && !flow.divergent[block.index()];
                    if !uniform {
                        divergent.extend(data.imm().functions());
                        if synchronises_warp(data) {
                            return false;
                        }
                    }
                }
            }
        }
        if divergent.len() == before {
            return true;
        }
    }
}

/// The uniformity analysis of one function.
struct Flow<'a> {
    module: &'a Module,
    func: &'a Function,
    one_warp: bool,
    /// The index of each block in the layout.
    position: Vec<usize>,
    /// Whether each value is varying.
    varying: Vec<bool>,
    /// Whether each block is divergent.
    divergent: Vec<bool>,
    /// The divergent constructs: index of the first block in the layout, and merge block.
    constructs: BTreeSet<(usize, Block)>,
    changed: bool,
}

impl<'a> Flow<'a> {
    fn new(module: &'a Module, func: &'a Function, is_entry: bool, one_warp: bool) -> Self {
        let mut position = vec![usize::MAX; func.blocks.len()];
        for (at, block) in func.layout.iter().enumerate() {
            position[block.index()] = at;
        }
        let mut flow = Flow {
            module,
            func,
            one_warp,
            position,
            varying: vec![false; func.values.len()],
            divergent: vec![false; func.blocks.len()],
            constructs: BTreeSet::new(),
            changed: true,
        };
        if let (false, Some(&entry)) = (is_entry, func.layout.first()) {
            func.blocks[entry].params.iter().for_each(|&param| flow.vary(param));
        }
        while std::mem::take(&mut flow.changed) {
            for &block in &func.layout {
                flow.block(block);
            }
        }
        flow
    }

    fn vary(&mut self, value: Value) {
        if !std::mem::replace(&mut self.varying[value.index()], true) {
            self.changed = true;
        }
    }

    fn varies(&self, value: Value) -> bool {
        match self.func.as_const(value) {
            Some(constant) => *constant == Const::Undef,
            None => self.varying[self.func.resolve(value).index()],
        }
    }

    fn block(&mut self, block: Block) {
        let func = self.func;
        let data = &func.blocks[block];
        let divergent = self.divergent[block.index()];
        if divergent {
            data.params.iter().for_each(|&param| self.vary(param));
        }
        for &inst in &data.insts {
            let data = func.inst(inst);
            if let Some(result) = data.result
                && (divergent || self.result_varies(data))
            {
                self.vary(result);
            }
        }
        for target in data.term.targets() {
            for (&arg, &param) in target.args.iter().zip(&func.blocks[target.block].params) {
                if self.varies(arg) {
                    self.vary(param);
                }
            }
        }
        match data.term {
            Terminator::Branch { cond: by, merge, .. } | Terminator::Switch { selector: by, merge, .. }
                if self.varies(by) =>
            {
                self.diverge(self.position[block.index()] + 1, merge, Some(block));
            }
            _ => {}
        }
    }

    /// Marks the construct from index `from` of the layout up to `merge` as divergent; `header` is the block whose branch opens
    /// the construct. A branch out of the construct to a block other than `merge` exits further constructs, which become
    /// divergent too.
    fn diverge(&mut self, from: usize, merge: Block, header: Option<Block>) {
        let func = self.func;
        let mut work = vec![(from, merge, header)];
        while let Some((from, merge, header)) = work.pop() {
            if !self.constructs.insert((from, merge)) {
                continue;
            }
            self.changed = true;
            func.blocks[merge].params.iter().for_each(|&param| self.vary(param));
            let end = self.position[merge.index()].min(func.layout.len());
            let inside = func.layout.get(from..end).unwrap_or_default();
            for &block in inside {
                self.divergent[block.index()] = true;
                if matches!(func.blocks[block].term, Terminator::Return(_)) {
                    self.divergent.fill(true);
                }
            }
            for &block in inside.iter().chain(&header) {
                for target in func.blocks[block].term.targets() {
                    let to = self.position[target.block.index()];
                    if target.block != merge && !(from..end).contains(&to) {
                        work.extend(self.left_by(target.block));
                    }
                }
            }
        }
    }

    /// The constructs that a branch to `to` exits: those with `to` as merge or continue block.
    fn left_by(&self, to: Block) -> Vec<(usize, Block, Option<Block>)> {
        let mut left = Vec::new();
        for (at, &header) in self.func.layout.iter().enumerate() {
            let term = &self.func.blocks[header].term;
            let continues = matches!(term, Terminator::Loop { cont, .. } if *cont == to);
            if let Some(merge) = term.merge()
                && (merge == to || continues)
            {
                left.push((at, merge, None));
            }
        }
        left
    }

    fn result_varies(&self, data: InstRef<'_>) -> bool {
        let args = data.args.iter().any(|&arg| self.varies(arg));
        match (data.op, data.imm()) {
            (Op::Builtin, Imm::Builtin(builtin)) => !is_group_uniform(builtin),
            (Op::BytesLoad, Imm::Bytes(access)) => {
                let kind = self.module.globals.get(access.global).map(|global| &global.kind);
                let constant = matches!(kind, Some(GlobalKind::Bytes { resource, .. })
                    if matches!(resource.class, ResourceClass::Uniform | ResourceClass::Parameter));
                !constant || args
            }
            (Op::Load, _) => {
                let space =
                    data.args.first().and_then(|&pointer| self.module.types.pointee(self.func.ty(pointer)));
                !matches!(space, Some((Space::Uniform | Space::PushConstant, _))) || args
            }
            (op, _) if lanes::is_warp_uniform(op) => !self.one_warp,
            (op, _) => op.info().effect != nvc_ir::ops::Effect::Pure || args,
        }
    }
}
