//! Verifies constants (invariants 1 and 8).

use super::data::{fits, is_data};
use super::error::{Check, Errors, Invariant, fault};
use crate::constant::Const;
use crate::entity::{Entity, FuncId, Type, Value};
use crate::function::{Function, ValueDef};
use crate::module::Module;
use crate::text::{Place, print_type};
use crate::types::{IdVectorType, Length, TypeKind, Types};

/// Checks every constant of a function.
pub(super) fn check(module: &Module, id: FuncId, func: &Function, errors: &mut Errors) {
    for (value, data) in func.values.iter() {
        if matches!(data.def, ValueDef::Const(_))
            && let Some(constant) = func.as_const(value)
        {
            errors.check(Place::Function(id), check_constant(module, func, value, data.ty, constant));
        }
    }
}

fn check_constant(module: &Module, func: &Function, value: Value, ty: Type, constant: &Const) -> Check {
    let types = &module.types;
    let wrong = |what: &str| {
        fault(Invariant::Constants, format!("{what} is not a constant of type {}", print_type(types, ty)))
    };
    match constant {
        Const::Bits(bits) if !fits(types, ty, *bits) => wrong(&format!("{bits:#x}")),
        Const::Bits(_) => Ok(()),
        Const::Undef if ty == Types::VOID => wrong("undef"),
        Const::Undef => Ok(()),
        Const::Null if !is_data(types, ty) => wrong("null"),
        Const::Null => Ok(()),
        Const::Spec(spec) => match module.spec_constants.get(*spec) {
            None => fault(Invariant::Ids, format!("there is no specialization constant {spec}")),
            Some(data) if data.ty != ty => wrong(&spec.to_string()),
            Some(_) => Ok(()),
        },
        Const::Composite(parts) => {
            for part in parts {
                // Parts precede the composite, which rules out cycles.
                let is_const =
                    func.values.get(*part).is_some_and(|data| matches!(data.def, ValueDef::Const(_)));
                if !is_const || part.index() >= value.index() {
                    return fault(
                        Invariant::Constants,
                        "a part of a composite constant is not an earlier constant",
                    );
                }
            }
            let given = parts.iter().map(|&part| func.ty(part));
            if part_types(types, ty).is_some_and(|expected| given.eq(expected)) {
                Ok(())
            } else {
                wrong(&format!("a composite of these parts ({})", parts.len()))
            }
        }
    }
}

/// Returns the types of the parts of a composite type; `None` for types without a known number of parts.
pub(super) fn part_types(types: &Types, ty: Type) -> Option<Box<dyn Iterator<Item = Type> + '_>> {
    Some(match types.kind(ty) {
        TypeKind::Vector(scalar, count) => Box::new(std::iter::repeat_n(*scalar, usize::from(*count))),
        TypeKind::IdVector(IdVectorType { component, length: Length::Fixed(n), .. }) => {
            Box::new(std::iter::repeat_n(*component, *n as usize))
        }
        TypeKind::Array { element, length: Length::Fixed(n), .. } => {
            Box::new(std::iter::repeat_n(*element, *n as usize))
        }
        TypeKind::Struct { members, .. } => Box::new(members.iter().map(|m| m.ty)),
        _ => return None,
    })
}
