//! Verifies ids in functions and the shape of functions (invariants 1 and 7). All later checks rely on both.

use super::data::{can_be_block_param, is_data};
use super::error::{Check, Errors, Invariant, fault};
use crate::entity::{Block, Entity, FuncId, Inst, Type, Value};
use crate::function::{BlockData, Function, Terminator, ValueDef};
use crate::module::Module;
use crate::text::{Place, print_type};
use crate::types::Types;

/// Checks the ids and the shape of a function.
pub(super) fn check(module: &Module, id: FuncId, func: &Function, errors: &mut Errors) {
    let types = &module.types;
    errors.check(Place::Function(id), check_signature(types, func));
    for (local, data) in func.locals.iter() {
        errors.check(Place::Local(id, local), check_storable(types, data.ty));
    }
    let bad_type = func.values.iter().find(|(_, data)| !types.contains(data.ty));
    if let Some((value, data)) = bad_type {
        errors.add(
            Invariant::Ids,
            Place::Function(id),
            format!("{value} has type {}, which does not exist", data.ty),
        );
        return;
    }
    let mut shape = Shape {
        func,
        types,
        in_layout: vec![false; func.blocks.len()],
        insts_seen: vec![false; func.insts.len()],
        params_seen: vec![false; func.values.len()],
    };
    for &block in &func.layout {
        match shape.in_layout.get_mut(block.index()) {
            None => errors.add(Invariant::Ids, Place::Function(id), format!("there is no block {block}")),
            Some(seen) if *seen => {
                errors.add(Invariant::Shape, Place::Block(id, block), "the block occurs twice")
            }
            Some(seen) => *seen = true,
        }
    }
    for (block, data) in func.layout.iter().filter_map(|&block| Some((block, func.blocks.get(block)?))) {
        errors.check(Place::Block(id, block), shape.check_params(block, data));
    }
    for (block, data) in func.layout.iter().filter_map(|&block| Some((block, func.blocks.get(block)?))) {
        for &inst in &data.insts {
            errors.check(Place::Inst(id, inst), shape.check_inst(inst));
        }
        errors.check(Place::Terminator(id, block), shape.check_terminator(data));
    }
}

fn check_signature(types: &Types, func: &Function) -> Check {
    let parts = func.params.iter().chain(&func.result);
    parts.copied().try_for_each(|ty| check_storable(types, ty))?;
    let Some(entry) = func.layout.first().and_then(|&entry| func.blocks.get(entry)) else {
        return fault(Invariant::Shape, "the function has no blocks");
    };
    let given = entry.params.iter().map(|&v| func.values.get(v).map(|data| data.ty));
    if !given.eq(func.params.iter().map(|&ty| Some(ty))) {
        return fault(Invariant::Shape, "the parameters of the entry block are not the function's");
    }
    Ok(())
}

fn check_storable(types: &Types, ty: Type) -> Check {
    if !types.contains(ty) {
        return fault(Invariant::Ids, format!("there is no type {ty}"));
    }
    if is_data(types, ty) {
        Ok(())
    } else {
        fault(Invariant::Shape, format!("{} cannot be stored", print_type(types, ty)))
    }
}

/// The function being checked, and the blocks, instructions and block parameters that have been found in its layout.
struct Shape<'a> {
    func: &'a Function,
    types: &'a Types,
    in_layout: Vec<bool>,
    insts_seen: Vec<bool>,
    params_seen: Vec<bool>,
}

impl Shape<'_> {
    fn check_params(&mut self, block: Block, data: &BlockData) -> Check {
        let is_entry = self.func.layout.first() == Some(&block);
        for (i, &param) in data.params.iter().enumerate() {
            let Some(value) = self.func.values.get(param) else {
                return fault(Invariant::Ids, format!("there is no value {param}"));
            };
            if value.def != ValueDef::Param(block) {
                return fault(Invariant::Shape, format!("parameter {} belongs to another block", i + 1));
            }
            let fits = if is_entry { is_data } else { can_be_block_param };
            if !fits(self.types, value.ty) {
                let ty = print_type(self.types, value.ty);
                return fault(Invariant::Shape, format!("parameter {} cannot be of type {ty}", i + 1));
            }
            if std::mem::replace(&mut self.params_seen[param.index()], true) {
                return fault(Invariant::Shape, format!("parameter {} occurs twice", i + 1));
            }
        }
        Ok(())
    }

    fn check_inst(&mut self, inst: Inst) -> Check {
        let Some(data) = self.func.get_inst(inst) else {
            return fault(Invariant::Ids, format!("there is no instruction {inst}"));
        };
        if std::mem::replace(&mut self.insts_seen[inst.index()], true) {
            return fault(Invariant::Shape, "the instruction occurs twice");
        }
        data.args.iter().try_for_each(|&arg| self.check_use(arg))?;
        let Some(result) = data.result else { return Ok(()) };
        match self.func.values.get(result) {
            None => fault(Invariant::Ids, format!("there is no value {result}")),
            // A replaced result may remain until its instruction is removed as dead.
            Some(value) if !matches!(value.def, ValueDef::Alias(_)) && value.def != ValueDef::Inst(inst) => {
                fault(Invariant::Shape, "the result is defined by something else")
            }
            Some(value) if value.ty == Types::VOID => fault(Invariant::Shape, "the result is void"),
            Some(_) => Ok(()),
        }
    }

    /// Checks that a used value exists, is not an alias, and is defined in this function.
    fn check_use(&self, value: Value) -> Check {
        let Some(data) = self.func.values.get(value) else {
            return fault(Invariant::Ids, format!("there is no value {value}"));
        };
        let defined = match data.def {
            ValueDef::Alias(_) => return fault(Invariant::Ids, format!("{value} is an alias")),
            ValueDef::Const(_) => self.func.as_const(value).is_some(),
            ValueDef::Inst(inst) => self.func.insts.get(inst).is_some_and(|data| data.result == Some(value)),
            ValueDef::Param(_) => self.params_seen[value.index()],
            ValueDef::Undefined => false,
        };
        if defined { Ok(()) } else { fault(Invariant::Ids, format!("nothing defines {value}")) }
    }

    fn check_terminator(&self, data: &BlockData) -> Check {
        let cont = match data.term {
            Terminator::Loop { cont, .. } => Some(cont),
            _ => None,
        };
        let named = data.term.targets().map(|t| t.block).chain(data.term.merge()).chain(cont);
        for block in named {
            if self.in_layout.get(block.index()) != Some(&true) {
                return fault(Invariant::Ids, format!("{block} is not in the layout"));
            }
            if self.func.layout.first() == Some(&block) {
                return fault(
                    Invariant::Shape,
                    "the entry block is a branch target or a merge or continue block",
                );
            }
        }
        match &data.term {
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { selector: value, .. }
            | Terminator::Return(Some(value)) => self.check_use(*value)?,
            _ => {}
        }
        data.term.targets().flat_map(|t| &t.args).try_for_each(|&arg| self.check_use(arg))
    }
}
