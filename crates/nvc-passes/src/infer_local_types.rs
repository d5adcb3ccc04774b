//! `infer-local-types`: type inference for local variables.
//!
//! Arrays of registers are arrays of untyped 32-bit words, so a float is bitcast before each store and after each load.
//! As with block parameters ([`crate::infer_param_types`]), a variable gets another element type if that removes
//! more bitcasts than it adds:
//!
//! ```text
//! i = load p; f = bitcast f32 i; ..              f = load p; ..
//! j = bitcast i32 g; store p, j         =>       store p, g
//! ```

use crate::cast_votes::CastVotes;
use crate::rewrite::resolve_uses;
use crate::{OpSet, Pass};
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{
    Function, Imm, Inst, InstData, InstRef, Local, LocalData, Module, Op, Type, TypeKind, Types, Value,
};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "infer-local-types",
    doc: "Infers the types of local variables from the uses of their contents.",
    ops: OpSet::of(&[Op::LocalAddr]),
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        if func.locals.is_empty() {
            continue;
        }
        let accesses = Accesses::of(func, types);
        let new_types: Vec<Option<Type>> = accesses.costs.iter().map(Cost::new_type).collect();
        if new_types.iter().any(Option::is_some) {
            change(func, types, &accesses, &new_types);
            resolve_uses(func);
        }
    }
}

/// Savings and costs of the candidate types of a variable, in instructions.
#[derive(Clone, Default)]
struct Cost {
    /// Bitcasts saved.
    casts: CastVotes,
    /// Bitcasts that a change would add: one per load with a use that is not a bitcast, and one per store of a value that is
    /// not constant.
    added: i32,
    /// Whether the variable is no scalar or array of scalars, or anything but loads and stores of scalars and access chains uses its
    /// address.
    escapes: bool,
}

impl Cost {
    /// Records saved bitcasts. Only floats are candidates: a vector of words has no advantage over words in memory.
    fn vote(&mut self, old: Type, ty: Type, casts: i32) {
        if [Types::F32, Types::F64].contains(&ty) {
            self.casts.add(old, ty, casts);
        }
    }

    /// The type that saves the most bitcasts, if it saves more than it costs.
    fn new_type(&self) -> Option<Type> {
        self.casts.winner(self.added).filter(|_| !self.escapes)
    }
}

/// How a function accesses its variables.
struct Accesses {
    /// The variable that each pointer points into, by the value's index.
    pointer: Vec<Option<Local>>,
    /// The variable that each value is loaded from, by the value's index.
    loaded: Vec<Option<Local>>,
    /// Whether each value has a use that is not a bitcast, by the value's index. A store counts as such a use.
    uncast: Vec<bool>,
    costs: Vec<Cost>,
}

impl Accesses {
    fn of(func: &Function, types: &Types) -> Self {
        let count = func.values.len();
        let cost = |local: &LocalData| Cost { escapes: !has_scalars(types, local.ty), ..Cost::default() };
        let mut accesses = Accesses {
            pointer: vec![None; count],
            loaded: vec![None; count],
            uncast: vec![false; count],
            costs: func.locals.values().map(cost).collect(),
        };
        // The layout has each block after its dominators, so definitions come before uses.
        for (_, block) in func.blocks_in_order() {
            for &inst in &block.insts {
                accesses.inst(func, types, func.inst(inst));
            }
            block.term.values().for_each(|value| accesses.other_use(func.resolve(value)));
        }
        for (index, from) in accesses.loaded.iter().enumerate() {
            if let Some(local) = from.filter(|_| accesses.uncast[index]) {
                accesses.costs[local.index()].added += 1;
            }
        }
        accesses
    }

    fn inst(&mut self, func: &Function, types: &Types, data: InstRef<'_>) {
        let first = data.args.first().map(|&arg| func.resolve(arg));
        let local = first.and_then(|arg| self.pointer[arg.index()]);
        let rest = data.args.iter().skip(1).map(|&arg| func.resolve(arg));
        match (data.op, data.imm(), local) {
            (Op::LocalAddr, Imm::Local(local), _) => self.define(data.result, |a| &mut a.pointer, local),
            (Op::AccessChain, _, Some(local)) => {
                self.define(data.result, |a| &mut a.pointer, local);
                rest.for_each(|arg| self.other_use(arg));
            }
            (Op::Load, _, Some(local))
                if data.result.is_some_and(|value| is_scalar(types, func.ty(value))) =>
            {
                self.define(data.result, |a| &mut a.loaded, local);
            }
            (Op::Store, _, Some(local)) if rest.clone().all(|value| is_scalar(types, func.ty(value))) => {
                rest.for_each(|value| self.store(func, local, value));
            }
            (Op::Bitcast, _, None) => {
                if let (Some(loaded), Some(result)) = (first, data.result)
                    && let Some(local) = self.loaded[loaded.index()]
                {
                    self.costs[local.index()].vote(func.ty(loaded), func.ty(result), 1);
                }
            }
            _ => data.args.iter().for_each(|&arg| self.other_use(func.resolve(arg))),
        }
    }

    fn define(
        &mut self,
        value: Option<Value>,
        map: impl Fn(&mut Self) -> &mut Vec<Option<Local>>,
        local: Local,
    ) {
        if let Some(value) = value {
            map(self)[value.index()] = Some(local);
        }
    }

    fn store(&mut self, func: &Function, local: Local, value: Value) {
        self.other_use(value);
        let cost = &mut self.costs[local.index()];
        if func.as_const(value).is_some() {
            return;
        }
        cost.added += 1;
        if let Some(InstData { op: Op::Bitcast, args, .. }) = func.def(value).map(InstRef::data)
            && let [inner] = args[..]
        {
            // Saves this bitcast and the one that `added` counts for this store.
            cost.vote(func.ty(value), func.ty(inner), 2);
        }
    }

    fn other_use(&mut self, value: Value) {
        self.uncast[value.index()] = true;
        if let Some(local) = self.pointer[value.index()] {
            self.costs[local.index()].escapes = true;
        }
    }
}

fn is_scalar(types: &Types, ty: Type) -> bool {
    types.scalar(ty) == ty && types.scalar_bits(ty).is_some()
}

/// Whether a type is a scalar or an array of scalars, of any number of dimensions.
fn has_scalars(types: &Types, mut ty: Type) -> bool {
    while let TypeKind::Array { element, .. } = *types.kind(ty) {
        ty = element;
    }
    is_scalar(types, ty)
}

/// A scalar, array or pointer type with its scalar type replaced.
fn with_scalar(types: &mut Types, ty: Type, scalar: Type) -> Type {
    match *types.kind(ty) {
        TypeKind::Array { element, length, stride } => {
            let element = with_scalar(types, element, scalar);
            types.intern(TypeKind::Array { element, length, stride })
        }
        TypeKind::Pointer(space, to) => {
            let to = with_scalar(types, to, scalar);
            types.pointer(space, to)
        }
        _ => scalar,
    }
}

fn change(func: &mut Function, types: &mut Types, accesses: &Accesses, new_types: &[Option<Type>]) {
    for (local, data) in func.locals.iter_mut() {
        if let Some(scalar) = new_types[local.index()] {
            data.ty = with_scalar(types, data.ty, scalar);
        }
    }
    for ((_, value), local) in func.values.iter_mut().zip(&accesses.pointer) {
        if let Some(scalar) = local.and_then(|local| new_types[local.index()]) {
            value.ty = with_scalar(types, value.ty, scalar);
        }
    }
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut changed = Vec::with_capacity(insts.len());
        for inst in insts {
            change_access(func, accesses, new_types, inst, &mut changed);
        }
        func.blocks[block].insts = changed;
    }
}

/// Adds the bitcast of a loaded or stored value if the variable has a new type.
fn change_access(
    func: &mut Function,
    accesses: &Accesses,
    new_types: &[Option<Type>],
    inst: Inst,
    out: &mut Vec<Inst>,
) {
    let data = func.inst(inst);
    let (op, imm, loc) = (data.op, data.imm(), data.loc());
    let pointer = data.args.first().map(|&arg| func.resolve(arg));
    let local = pointer.and_then(|pointer| accesses.pointer.get(pointer.index()).copied().flatten());
    let new_type = local.and_then(|local| new_types[local.index()]);
    let (Some(pointer), Some(scalar)) = (pointer, new_type) else { return out.push(inst) };
    match (op, data.result, data.args.get(1).copied()) {
        (Op::Load, Some(old), _) => {
            let ty = func.ty(old);
            let load = func.new_inst(op, imm, Args::from_slice(&[pointer]), Some(scalar), loc);
            out.push(load);
            let Some(loaded) = func.insts[load].result else { return };
            let cast = func.new_inst(Op::Bitcast, Imm::None, Args::from_slice(&[loaded]), Some(ty), loc);
            out.push(cast);
            if let Some(value) = func.insts[cast].result {
                func.replace(old, value);
            }
        }
        (Op::Store, _, Some(value)) => {
            let value = func.resolve(value);
            let cast = func.new_inst(Op::Bitcast, Imm::None, Args::from_slice(&[value]), Some(scalar), loc);
            out.push(cast);
            if let Some(value) = func.insts[cast].result {
                func.insts[inst].args = Args::from_slice(&[pointer, value]);
            }
            out.push(inst);
        }
        _ => out.push(inst),
    }
}
