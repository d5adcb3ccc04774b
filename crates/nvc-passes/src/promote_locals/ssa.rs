//! Replaces scalars and vectors in function storage by SSA values.
//!
//! A variable is replaced if it is only loaded and stored, as a whole or by components with constant indices. A variable that is
//! read before it is written is undefined, in memory too.

use crate::plain_access::{load, store};
use crate::rewrite::take_insts;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::ssa::{SsaBuilder, Variable};
use nvc_ir::verify::can_be_block_param;
use nvc_ir::{Block, Function, Imm, Inst, InstRef, Local, Op, Terminator, Type, TypeKind, Types, Value};

/// Maximum product of the number of variables and the sum of the squared numbers of branch targets of each block. It bounds the
/// number of arguments, and the time: to add an argument to a branch, SSA construction walks over all targets of the branch.
const MAX_PRODUCT: usize = 1 << 19;

/// A variable or a component of one.
#[derive(Clone, Copy, Debug)]
struct Place {
    local: Local,
    component: Option<u32>,
}

pub(super) fn run(func: &mut Function, types: &Types) {
    let (places, mut chosen) = choose(func, types);
    let squares = func.blocks_in_order().map(|(_, data)| data.term.targets().count().pow(2));
    let most = MAX_PRODUCT / squares.sum::<usize>().max(1);
    let mut ssa = SsaBuilder::new();
    let mut variables: Vec<Option<Variable>> = vec![None; chosen.len()];
    let mut count = 0;
    for (local, data) in func.locals.iter() {
        let at = local.index();
        chosen[at] &= count < most;
        if chosen[at] {
            variables[at] = Some(ssa.declare(data.ty));
            count += 1;
        }
    }
    if count > 0 {
        Promotion { ssa, variables, places }.run(func, types);
        func.resolve_aliases();
    }
}

/// Returns the variable or component that each value is the address of, and whether each variable can be replaced.
fn choose(func: &Function, types: &Types) -> (Vec<Option<Place>>, Vec<bool>) {
    let mut chosen: Vec<bool> = func.locals.values().map(|local| is_candidate(types, local.ty)).collect();
    if !chosen.contains(&true) {
        return (Vec::new(), chosen);
    }
    let mut places: Vec<Option<Place>> = vec![None; func.values.len()];
    let mut used = vec![false; chosen.len()];
    for (_, block) in func.blocks_in_order() {
        for data in block.insts.iter().map(|&inst| func.inst(inst)) {
            let place = |value: Value| places[func.resolve(value).index()];
            let first = data.args.first().and_then(|&pointer| place(pointer));
            match (data.op, data.imm(), first) {
                (Op::LocalAddr, Imm::Local(local), _) => {
                    if let Some(result) = data.result {
                        places[result.index()] = Some(Place { local, component: None });
                        used[local.index()] = true;
                    }
                }
                (Op::AccessChain, Imm::None, Some(whole)) => match component(func, types, data, whole) {
                    Some(component) => {
                        if let Some(result) = data.result {
                            places[result.index()] = Some(Place { component: Some(component), ..whole });
                        }
                    }
                    None => chosen[whole.local.index()] = false,
                },
                (Op::Load, ..) if load(data).is_some() => {}
                (Op::Store, _, Some(_)) if store(data).is_some_and(|(_, value)| place(value).is_none()) => {}
                _ => {
                    for place in data.args.iter().filter_map(|&arg| place(arg)) {
                        chosen[place.local.index()] = false;
                    }
                }
            }
        }
        for value in block.term.values() {
            if let Some(place) = places[func.resolve(value).index()] {
                chosen[place.local.index()] = false;
            }
        }
    }
    let chosen = chosen.into_iter().zip(used).map(|(chosen, used)| chosen && used).collect();
    (places, chosen)
}

/// Whether a variable of a type can be an SSA value. Values of composite types would be constructed and copied more often than
/// in memory.
fn is_candidate(types: &Types, ty: Type) -> bool {
    let composite = matches!(types.kind(ty), TypeKind::Array { .. } | TypeKind::Struct { .. });
    !composite && !types.is_uncounted(ty) && can_be_block_param(types, ty)
}

/// Returns the component of a vector that an access chain addresses, if the index is constant and in range.
fn component(func: &Function, types: &Types, data: InstRef<'_>, whole: Place) -> Option<u32> {
    let &[_, index] = &data.args[..] else { return None };
    let count = types.components(func.locals[whole.local].ty);
    let index = u32::try_from(func.as_bits(index)?).ok()?;
    (whole.component.is_none() && count > 1 && index < u32::from(count)).then_some(index)
}

/// The replacement of variables, during a walk in layout order.
struct Promotion {
    ssa: SsaBuilder,
    /// The SSA variable of each local variable that is replaced.
    variables: Vec<Option<Variable>>,
    /// The variable or component that each value is the address of, by the value's index.
    places: Vec<Option<Place>>,
}

impl Promotion {
    fn run(&mut self, func: &mut Function, types: &Types) {
        // The number of edges to each block whose source the walk has not left yet.
        let mut missing = vec![0u32; func.blocks.len()];
        for (_, data) in func.blocks_in_order() {
            data.term.targets().for_each(|target| missing[target.block.index()] += 1);
        }
        let mut entered = vec![false; func.blocks.len()];
        let mut insts = Vec::new();
        for at in 0..func.layout.len() {
            let block = func.layout[at];
            entered[block.index()] = true;
            if missing[block.index()] == 0 {
                self.ssa.seal(func, block);
            }
            take_insts(func, block, &mut insts);
            for &inst in &insts {
                func.resolve_args(inst);
                self.inst(func, types, block, inst);
            }
            self.leave(func, block, &missing);
            let targets: Vec<Block> = func.blocks[block].term.targets().map(|target| target.block).collect();
            for to in targets {
                missing[to.index()] -= 1;
                // A loop header, after its back edge.
                if missing[to.index()] == 0 && entered[to.index()] {
                    self.ssa.seal(func, to);
                }
            }
        }
    }

    /// Records the constructs that a block opens, and its edges. `missing` counts the edges to each block that are not recorded
    /// yet.
    fn leave(&mut self, func: &Function, block: Block, missing: &[u32]) {
        let term = &func.blocks[block].term;
        if let Terminator::Branch { merge, .. } | Terminator::Switch { merge, .. } = *term {
            self.ssa.open(merge, block);
        }
        for target in term.targets() {
            // The header may be the merge block of a selection. Then this block does not dominate it.
            let only = missing[target.block.index()] == 2 && !self.ssa.has_predecessors(target.block);
            if let (true, Terminator::Loop { merge, .. }) = (only, &func.blocks[target.block].term) {
                self.ssa.open(target.block, block);
                self.ssa.open(*merge, block);
            }
            self.ssa.add_predecessor(target.block, block);
        }
    }

    /// Returns the place that an address points to, and its SSA variable.
    fn place(&self, address: Value) -> Option<(Place, Variable)> {
        let place = (*self.places.get(address.index())?)?;
        Some((place, self.variables[place.local.index()]?))
    }

    /// Keeps an instruction, or replaces it if it accesses a replaced variable.
    fn inst(&mut self, func: &mut Function, types: &Types, block: Block, inst: Inst) {
        let data = func.inst(inst);
        if let (Op::LocalAddr | Op::AccessChain, Some(result)) = (data.op, data.result)
            && self.place(result).is_some()
        {
            return;
        }
        let value = store(data).map(|(_, value)| value);
        let address = load(data).or_else(|| store(data).map(|(pointer, _)| pointer));
        let Some((place, variable)) = address.and_then(|address| self.place(address)) else {
            return func.blocks[block].insts.push(inst);
        };
        let (result, loc) = (data.result, data.loc());
        let new_inst = |func: &mut Function, op: Op, component: u32, args: &[Value], ty: Type| {
            let made = func.new_inst(op, Imm::Index(component), Args::from_slice(args), Some(ty), loc);
            func.blocks[block].insts.push(made);
            func.insts[made].result
        };
        match (place.component, value, result) {
            (None, Some(value), _) => self.ssa.write(variable, block, value),
            (Some(component), Some(value), _) => {
                let vector = self.ssa.read(func, variable, block);
                let ty = func.ty(vector);
                if let Some(vector) = new_inst(func, Op::Insert, component, &[vector, value], ty) {
                    self.ssa.write(variable, block, vector);
                }
            }
            (None, None, Some(result)) => {
                let value = self.ssa.read(func, variable, block);
                func.replace(result, value);
            }
            (Some(component), None, Some(result)) => {
                let vector = self.ssa.read(func, variable, block);
                let ty = types.scalar(func.ty(vector));
                if let Some(value) = new_inst(func, Op::Extract, component, &[vector], ty) {
                    func.replace(result, value);
                }
            }
            (_, None, None) => {}
        }
    }
}
