//! Removes temporary copies: a variable that is copied from another and back becomes the other one.
//!
//! ```text
//! x = load a              (1)        x = load a
//! ..; store b, x          (2)        ..
//! ..; store b[i], v            =>    ..; store a[i], v
//! y = load b              (3)        y = load a
//! store a, y              (4)
//! ```
//!
//! Inlined functions with `inout` parameters copy whole arrays this way, if a later argument of the call has side effects. All accesses
//! to b must be in one block, from (2) to (3), and nothing may store to a from (1) to (2) or access it from (2) to (4). On an
//! H200, `bytecode-vm-local-stack` takes half the time without its copies.

use crate::analysis::Edges;
use crate::plain_access::{load, store};
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Imm, Inst, Local, Op, Value, ValueDef};
use rustc_hash::FxHashMap;

/// Maximum number of edges and accesses to look at in search of stores, in a function.
const MAX_SEARCHED: usize = 1 << 18;

/// What an instruction does with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Load,
    Store(Value),
    LoadPart,
    StorePart,
}

impl Kind {
    fn is_store(self) -> bool {
        matches!(self, Kind::Store(_) | Kind::StorePart)
    }
}

/// An access to a variable: its block, its position in the block, and its instruction.
#[derive(Clone, Copy, Debug)]
struct Access {
    block: Block,
    at: usize,
    inst: Inst,
    kind: Kind,
}

/// A temporary copy.
struct Copy {
    temporary: Local,
    original: Local,
    /// The instructions (2) and (4).
    insts: [Inst; 2],
}

/// Removes temporary copies. Returns whether there were any.
pub(super) fn run(func: &mut Function) -> bool {
    if func.locals.len() < 2 {
        return false;
    }
    let copies = Uses::new(func).copies(func);
    let mut originals: Vec<Option<Local>> = vec![None; func.locals.len()];
    let mut removed = vec![false; func.insts.len()];
    for copy in &copies {
        originals[copy.temporary.index()] = Some(copy.original);
        for inst in copy.insts {
            removed[inst.index()] = true;
        }
    }
    if copies.is_empty() {
        return false;
    }
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        func.blocks[block].insts.retain(|inst| !removed[inst.index()]);
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            if let Imm::Local(local) = func.imm(inst)
                && let Some(original) = originals[local.index()]
            {
                func.set_imm(inst, Imm::Local(original));
            }
        }
    }
    true
}

/// How a function uses its variables.
struct Uses {
    /// The accesses to each variable in the order of the layout; `None` if its address has other uses.
    accesses: Vec<Option<Vec<Access>>>,
    /// The variable that each load of a whole variable reads.
    loaded: FxHashMap<Inst, Local>,
}

impl Uses {
    fn new(func: &Function) -> Self {
        let mut accesses = vec![Some(Vec::new()); func.locals.len()];
        let mut loaded = FxHashMap::default();
        // The variable that each value points to or into, and whether to the whole, by the value's index.
        let mut places: Vec<Option<(Local, bool)>> = vec![None; func.values.len()];
        for (block, data) in func.blocks_in_order() {
            for (at, &inst) in data.insts.iter().enumerate() {
                let data = func.inst(inst);
                let mut args = data.args.iter().map(|&arg| func.resolve(arg).index());
                let first = args.next().and_then(|arg| places[arg]);
                let others = args.any(|arg| places[arg].is_some());
                let (kind, place) = match (data.op, data.imm(), first, others) {
                    (Op::LocalAddr, Imm::Local(local), ..) => {
                        if let Some(result) = data.result {
                            places[result.index()] = Some((local, true));
                        }
                        continue;
                    }
                    (Op::AccessChain, Imm::None, Some((local, _)), false) => {
                        if let Some(result) = data.result {
                            places[result.index()] = Some((local, false));
                        }
                        continue;
                    }
                    (Op::Load, _, Some(place), false) if load(data).is_some() => {
                        (if place.1 { Kind::Load } else { Kind::LoadPart }, place)
                    }
                    (Op::Store, _, Some(place), false) if let Some((_, value)) = store(data) => {
                        (if place.1 { Kind::Store(func.resolve(value)) } else { Kind::StorePart }, place)
                    }
                    _ => {
                        for (local, _) in
                            data.args.iter().filter_map(|&arg| places[func.resolve(arg).index()])
                        {
                            accesses[local.index()] = None;
                        }
                        continue;
                    }
                };
                if kind == Kind::Load {
                    loaded.insert(inst, place.0);
                }
                if let Some(list) = &mut accesses[place.0.index()] {
                    list.push(Access { block, at, inst, kind });
                }
            }
            for value in data.term.values().map(|value| func.resolve(value)) {
                if let Some((local, _)) = places[value.index()] {
                    accesses[local.index()] = None;
                }
            }
        }
        Uses { accesses, loaded }
    }

    /// Finds the temporary copies. No variable is both a temporary and the original of another.
    fn copies(&self, func: &Function) -> Vec<Copy> {
        let (mut found, mut edges, mut budget) = (Vec::<Copy>::new(), None, MAX_SEARCHED);
        let mut roles: Vec<Option<bool>> = vec![None; func.locals.len()];
        for temporary in func.locals.keys() {
            let Some((copy, start)) = self.copy_of(func, temporary, &mut budget) else { continue };
            let original = copy.original.index();
            if roles[temporary.index()].is_some() || roles[original] == Some(true) {
                continue;
            }
            let edges = edges.get_or_insert_with(|| Edges::new(func));
            if self.is_stored(func, edges, copy.original, start, &mut budget) {
                continue;
            }
            (roles[temporary.index()], roles[original]) = (Some(true), Some(false));
            found.push(copy);
        }
        found
    }

    /// If all accesses to a variable are those of a temporary copy: the copy, and the places (1) and (2) between which nothing may
    /// store to the original.
    fn copy_of(
        &self,
        func: &Function,
        temporary: Local,
        budget: &mut usize,
    ) -> Option<(Copy, [(Block, usize); 2])> {
        let list = self.accesses[temporary.index()].as_ref()?;
        let [first, parts @ .., last] = &list[..] else { return None };
        let (Kind::Store(whole), Kind::Load) = (first.kind, last.kind) else { return None };
        let in_block = |access: &Access| access.block == first.block;
        let is_part = |access: &Access| matches!(access.kind, Kind::LoadPart | Kind::StorePart);
        if !in_block(last) || !parts.iter().all(|access| in_block(access) && is_part(access)) {
            return None;
        }
        let ValueDef::Inst(loading) = func.values[whole].def else { return None };
        let result = func.insts[last.inst].result?;
        let original = *self.loaded.get(&loading).filter(|&&original| original != temporary)?;
        let list = self.accesses[original.index()].as_ref()?;
        *budget = budget.checked_sub(list.len())?;
        let before = list.iter().find(|access| access.inst == loading)?;
        // The first access to the original after (2), in the block, is (4).
        let after = list.iter().find(|access| in_block(access) && access.at > first.at)?;
        if after.kind != Kind::Store(result) || after.at < last.at {
            return None;
        }
        let copy = Copy { temporary, original, insts: [first.inst, after.inst] };
        Some((copy, [(before.block, before.at), (first.block, first.at)]))
    }

    /// Whether anything may store to a variable on a path from one place to another that it dominates.
    fn is_stored(
        &self,
        func: &Function,
        edges: &Edges,
        local: Local,
        [(first, after), (last, before)]: [(Block, usize); 2],
        budget: &mut usize,
    ) -> bool {
        let Some(list) = &self.accesses[local.index()] else { return true };
        let mut stores = list.iter().filter(|access| access.kind.is_store());
        if first == last {
            return stores.any(|store| store.block == first && store.at > after && store.at < before);
        }
        let mut searched = vec![false; func.blocks.len()];
        let mut work = vec![last];
        while let Some(block) = work.pop() {
            let from = edges.predecessors(block);
            let Some(left) = budget.checked_sub(from.len()) else { return true };
            *budget = left;
            for &from in from.iter().filter(|&&from| from != first) {
                if !std::mem::replace(&mut searched[from.index()], true) {
                    work.push(from);
                }
            }
        }
        stores.any(|store| {
            searched[store.block.index()]
                || store.block == first && store.at > after
                || store.block == last && store.at < before
        })
    }
}
