//! `cse`: dominator-scoped common-subexpression elimination, and propagation of branch conditions.
//!
//! Walks the dominator tree in preorder with a scoped hash table of the computations that dominate the current block
//! ([`table`]): the dominator-based value numbering of Briggs, Cooper and Simpson. An instruction is replaced by one in the
//! table that computes the same value. Only pure operations and loads from read-only memory take part: other loads
//! may read memory that has changed, and warp operations may run with other lanes active. The walk also replaces values
//! that a dominating branch makes constant ([`known`]), and block parameters by equal ones ([`params`]). Linear in the size
//! of the function, on average.

mod known;
mod params;
mod table;

use crate::analysis::{Edges, dominator_preorder};
use crate::rewrite::resolve_uses;
use crate::{OpSet, Pass};
use known::Known;
use nvc_ir::entity::{Arena, Entity};
use nvc_ir::function::InstRef;
use nvc_ir::ops::Effect;
use nvc_ir::types::{Space, Types};
use nvc_ir::{Block, Function, Global, GlobalData, GlobalKind, Imm, Inst, Module, Op};
use nvc_ir::{ResourceClass, Terminator, Value};
use table::Table;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "cse",
    doc: "Eliminates common subexpressions and equal parameters, and propagates the conditions of dominating branches.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        number(func, &module.types, &module.globals);
    }
}

fn number(func: &mut Function, types: &Types, globals: &Arena<Global, GlobalData>) {
    let edges = Edges::new(func);
    let live = func.blocks_in_order().map(|(_, block)| block.insts.len()).sum();
    let (table, known) = (Table::new(live), Known::new(func.values.len()));
    let mut scope = Scope { types, globals, table, known };
    // The sizes of `table` and `known` on entry to each depth of the current dominator-tree path.
    let mut levels: Vec<(usize, usize)> = Vec::new();
    let order = dominator_preorder(func);
    for &(block, depth) in &order {
        levels.truncate(depth as usize + 1);
        match levels.get(depth as usize) {
            Some(&(table, known)) => {
                scope.table.leave(table);
                scope.known.leave(known);
            }
            None => levels.push((scope.table.level(), scope.known.level())),
        }
        scope.known.enter(func, &edges, block);
        params::run(func, &edges, block);
        scope.number_block(func, block);
    }
    // The walk resolved the uses in reachable blocks, since it visits definitions first.
    if order.len() < func.layout.len() && has_other_uses(func, order.iter().map(|&(block, _)| block)) {
        resolve_uses(func);
    }
}

/// Whether a block of the layout other than the visited ones uses values.
fn has_other_uses(func: &Function, visited: impl Iterator<Item = Block>) -> bool {
    let mut is_visited = vec![false; func.blocks.len()];
    visited.for_each(|block| is_visited[block.index()] = true);
    let mut others = func.blocks_in_order().filter(|(block, _)| !is_visited[block.index()]);
    others.any(|(_, data)| data.has_uses())
}

/// Whether equal operands always give an equal result.
fn is_repeatable(
    func: &Function,
    types: &Types,
    globals: &Arena<Global, GlobalData>,
    data: InstRef<'_>,
) -> bool {
    let immutable = |pointer: &Value| {
        let space = types.pointee(func.ty(*pointer)).map(|(space, _)| space);
        matches!(space, Some(Space::UniformConstant | Space::Uniform | Space::PushConstant))
    };
    match (data.op, data.imm()) {
        (Op::Load, Imm::Access(access)) => !access.volatile && data.args.first().is_some_and(immutable),
        (Op::BytesLoad, Imm::Bytes(bytes)) => {
            let kind = globals.get(bytes.global).map(|global| &global.kind);
            let Some(GlobalKind::Bytes { resource, .. }) = kind else { return false };
            let read_only = matches!(resource.class, ResourceClass::Uniform | ResourceClass::Parameter);
            read_only && !bytes.access.volatile
        }
        _ => data.op.info().effect == Effect::Pure,
    }
}

/// The facts that hold in the current block.
struct Scope<'a> {
    types: &'a Types,
    globals: &'a Arena<Global, GlobalData>,
    table: Table,
    known: Known,
}

impl Scope<'_> {
    fn number_block(&mut self, func: &mut Function, block: Block) {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| self.is_new(func, inst));
        let data = &mut func.blocks[block];
        data.insts = insts;
        let mut term = std::mem::replace(&mut data.term, Terminator::Unreachable);
        term.for_each_value(|value| *value = self.known.get(func.resolve(*value)));
        func.blocks[block].term = term;
    }

    /// Replaces an instruction by a dominating one that computes the same value. Returns whether the instruction stays.
    fn is_new(&mut self, func: &mut Function, inst: Inst) -> bool {
        func.resolve_args(inst);
        if !self.known.is_empty() {
            for arg in &mut func.insts[inst].args {
                *arg = self.known.get(*arg);
            }
        }
        let data = func.inst(inst);
        let precise = data.precise;
        let Some(result) = data.result.filter(|_| is_repeatable(func, self.types, self.globals, data)) else {
            return true;
        };
        let Some(leader) = self.table.find_or_enter(func, inst) else { return true };
        let Some(value) = func.insts[leader].result else { return true };
        // The instruction now serves both uses: it must be precise if either was.
        func.insts[leader].precise |= precise;
        func.replace(result, value);
        false
    }
}
