//! `locals`: variables in function storage get the type that their contents are used with.
//!
//! Arrays of registers are arrays of words, and a float is cast on its way in and on its way out. As
//! with block parameters ([`crate::params`]), a variable changes its type where that takes more casts
//! away than it adds.

use crate::rewrite::resolve_uses;
use crate::{OpSet, Pass};
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{Function, Imm, Inst, InstData, Local, Module, Op, Type, TypeKind, Types, Value};
use smallvec::SmallVec;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "locals",
    doc: "Gives variables in function storage the types that their contents are used with.",
    ops: OpSet::of(&[Op::LocalAddr]),
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        if func.locals.is_empty() {
            continue;
        }
        let survey = Survey::of(func);
        let forms: Vec<Option<Type>> = survey.tallies.iter().map(Tally::form).collect();
        if forms.iter().any(Option::is_some) {
            change(func, types, &survey, &forms);
            resolve_uses(func);
        }
    }
}

/// What is known of a variable.
#[derive(Clone, Default)]
struct Tally {
    /// Casts that a type would save.
    casts: SmallVec<[(Type, i32); 2]>,
    /// Loads that something else than a cast uses, and stores of values that are no casts.
    cost: i32,
    /// Something else than loads and stores sees its address.
    escapes: bool,
}

impl Tally {
    /// Floats alone: vectors made of words are no gain in memory.
    fn vote(&mut self, ty: Type, casts: i32) {
        if ![Types::F32, Types::F64].contains(&ty) {
            return;
        }
        match self.casts.iter_mut().find(|(t, _)| *t == ty) {
            Some((_, count)) => *count += casts,
            None => self.casts.push((ty, casts)),
        }
    }

    /// The type that saves most, if it saves more than it costs; the first of equals.
    fn form(&self) -> Option<Type> {
        let best = self.casts.iter().rev().max_by_key(|(_, saved)| *saved)?;
        (!self.escapes && best.1 > self.cost).then_some(best.0)
    }
}

/// The variables of a function and how they are used.
struct Survey {
    /// The variable that each pointer points into, by the value's index.
    pointer: Vec<Option<Local>>,
    /// The variable that each value was loaded from.
    loaded: Vec<Option<Local>>,
    /// Whether something else than a cast uses each value.
    uncast: Vec<bool>,
    tallies: Vec<Tally>,
}

impl Survey {
    fn of(func: &Function) -> Self {
        let count = func.values.len();
        let mut survey = Survey {
            pointer: vec![None; count],
            loaded: vec![None; count],
            uncast: vec![false; count],
            tallies: vec![Tally::default(); func.locals.len()],
        };
        // Blocks stand behind their dominators, so definitions are seen before uses.
        for (_, block) in func.blocks_in_order() {
            for &inst in &block.insts {
                survey.inst(func, &func.insts[inst]);
            }
            block.term.clone().for_each_value(|value| survey.other_use(func.resolve(*value)));
        }
        for (index, from) in survey.loaded.iter().enumerate() {
            if let Some(local) = from.filter(|_| survey.uncast[index]) {
                survey.tallies[local.index()].cost += 1;
            }
        }
        survey
    }

    fn inst(&mut self, func: &Function, data: &InstData) {
        let first = data.args.first().map(|&arg| func.resolve(arg));
        let local = first.and_then(|arg| self.pointer[arg.index()]);
        let rest = data.args.iter().skip(1).map(|&arg| func.resolve(arg));
        match (data.op, data.imm, local) {
            (Op::LocalAddr, Imm::Local(local), _) => self.define(data.result, |s| &mut s.pointer, local),
            (Op::AccessChain, _, Some(local)) => {
                self.define(data.result, |s| &mut s.pointer, local);
                rest.for_each(|arg| self.other_use(arg));
            }
            (Op::Load, _, Some(local)) => self.define(data.result, |s| &mut s.loaded, local),
            (Op::Store, _, Some(local)) => rest.for_each(|value| self.store(func, local, value)),
            (Op::Bitcast, _, None) => {
                let from = first.and_then(|arg| self.loaded[arg.index()]);
                if let (Some(local), Some(result)) = (from, data.result) {
                    self.tallies[local.index()].vote(func.ty(result), 1);
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
        let tally = &mut self.tallies[local.index()];
        if func.as_const(value).is_some() {
            return;
        }
        tally.cost += 1;
        if let Some(InstData { op: Op::Bitcast, args, .. }) = func.def(value)
            && let [inner] = args[..]
        {
            // It saves this cast, and need not add one.
            tally.vote(func.ty(inner), 2);
        }
    }

    fn other_use(&mut self, value: Value) {
        self.uncast[value.index()] = true;
        if let Some(local) = self.pointer[value.index()] {
            self.tallies[local.index()].escapes = true;
        }
    }
}

/// A type with another scalar at its core: of a variable, or of its elements.
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

fn change(func: &mut Function, types: &mut Types, survey: &Survey, forms: &[Option<Type>]) {
    for (local, data) in func.locals.iter_mut() {
        if let Some(scalar) = forms[local.index()] {
            data.ty = with_scalar(types, data.ty, scalar);
        }
    }
    for (index, local) in survey.pointer.iter().enumerate() {
        if let Some(scalar) = local.and_then(|local| forms[local.index()]) {
            let value = Value::from_index(index);
            func.values[value].ty = with_scalar(types, func.ty(value), scalar);
        }
    }
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut changed = Vec::with_capacity(insts.len());
        for inst in insts {
            access(func, survey, forms, inst, &mut changed);
        }
        func.blocks[block].insts = changed;
    }
}

/// Casts what a load gives and a store takes, if its variable has changed.
fn access(func: &mut Function, survey: &Survey, forms: &[Option<Type>], inst: Inst, out: &mut Vec<Inst>) {
    let data = &func.insts[inst];
    let (op, imm, loc) = (data.op, data.imm, data.loc);
    let pointer = data.args.first().map(|&arg| func.resolve(arg));
    let local = pointer.and_then(|pointer| survey.pointer.get(pointer.index()).copied().flatten());
    let form = local.and_then(|local| forms[local.index()]);
    let (Some(pointer), Some(scalar)) = (pointer, form) else { return out.push(inst) };
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
