//! Verifies the types of terminator operands and branch arguments (invariant 13).

use super::data::fits;
use super::error::{Check, Errors, Invariant, fault};
use crate::entity::{FuncId, Type};
use crate::function::{BlockData, Function, Target, Terminator};
use crate::module::Module;
use crate::text::{Place, print_type};
use crate::types::{TypeKind, Types};
use rustc_hash::FxHashSet;

/// Checks the terminators of a function.
pub(super) fn check(module: &Module, id: FuncId, func: &Function, errors: &mut Errors) {
    for (block, data) in func.blocks_in_order() {
        let place = Place::Terminator(id, block);
        errors.check(place, check_terminator(&module.types, func, data));
        for target in data.term.targets() {
            errors.check(place, check_target(&module.types, func, target));
        }
    }
}

fn wrong(message: impl Into<String>) -> Check {
    fault(Invariant::Terminators, message)
}

fn check_terminator(types: &Types, func: &Function, data: &BlockData) -> Check {
    match &data.term {
        Terminator::Branch { cond, .. } if func.ty(*cond) != Types::BOOL => {
            wrong("the condition is not bool")
        }
        Terminator::Switch { selector, cases, .. } => {
            let ty = func.ty(*selector);
            if !matches!(types.kind(ty), TypeKind::Int(_)) {
                return wrong("the selector is not an integer");
            }
            let mut literals = FxHashSet::default();
            for (literal, _) in cases {
                if !fits(types, ty, *literal) {
                    return wrong(format!("literal {literal} does not fit the selector"));
                }
                if !literals.insert(*literal) {
                    return wrong(format!("literal {literal} occurs twice"));
                }
            }
            Ok(())
        }
        Terminator::Return(value) => check_return(types, func.result, value.map(|v| func.ty(v))),
        _ => Ok(()),
    }
}

fn check_return(types: &Types, expected: Option<Type>, given: Option<Type>) -> Check {
    if expected == given {
        return Ok(());
    }
    let show = |ty: Option<Type>| ty.map_or("nothing".to_owned(), |ty| print_type(types, ty));
    wrong(format!("the function returns {}, but its result type is {}", show(given), show(expected)))
}

fn check_target(types: &Types, func: &Function, target: &Target) -> Check {
    let params = &func.blocks[target.block].params;
    if params.len() != target.args.len() {
        return wrong(format!("{} arguments for {} parameters", target.args.len(), params.len()));
    }
    for (i, (&arg, &param)) in target.args.iter().zip(params).enumerate() {
        let (given, expected) = (func.ty(arg), func.ty(param));
        if given != expected {
            let (given, expected) = (print_type(types, given), print_type(types, expected));
            return wrong(format!("argument {} is {given}, but the parameter is {expected}", i + 1));
        }
    }
    Ok(())
}
