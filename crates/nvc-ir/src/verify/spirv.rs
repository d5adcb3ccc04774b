//! Verifies opaque SPIR-V constructs (invariants 1, 8, 9 and 11). Whether a construct is valid SPIR-V is left to
//! the SPIR-V validator.

use super::data::fits;
use super::error::{Check, Errors, Invariant, fault};
use super::view::InstView;
use crate::entity::Type;
use crate::imm::Imm;
use crate::module::Module;
use crate::spirv::{Spirv, SpirvOperand};
use crate::text::Place;

/// Checks the module's opaque instructions, execution modes and decorations.
pub(super) fn check(module: &Module, errors: &mut Errors) {
    for inst in &module.spirv {
        errors.check(Place::Module, operands(module, &inst.code));
        if inst.set.is_none() && inst.code.number > u32::from(u16::MAX) {
            let message = format!("{} is not an opcode: opcodes have 16 bits", inst.code.number);
            errors.check(Place::Module, fault(Invariant::Immediates, message));
        }
    }
    for mode in &module.execution_modes {
        errors.check(Place::Entry, static_operands(module, mode));
    }
    for (global, decoration) in &module.decorations {
        let missing = || fault(Invariant::Ids, format!("there is no global {global}"));
        let exists = if module.globals.get(*global).is_some() { Ok(()) } else { missing() };
        errors.check(Place::Global(*global), exists);
        errors.check(Place::Global(*global), static_operands(module, decoration));
    }
}

/// Returns the types that a construct refers to.
pub(super) fn types(spirv: &Spirv) -> impl Iterator<Item = Type> {
    spirv.operands.iter().filter_map(|operand| match *operand {
        SpirvOperand::Type(ty) | SpirvOperand::Constant(ty, _) => Some(ty),
        _ => None,
    })
}

/// Checks a construct that is not an instruction, and therefore has no value operands.
pub(super) fn static_operands(module: &Module, spirv: &Spirv) -> Check {
    if spirv.operands.contains(&SpirvOperand::Value) {
        return fault(Invariant::Operands, "only an instruction has operands that are values");
    }
    operands(module, spirv)
}

fn operands(module: &Module, spirv: &Spirv) -> Check {
    for operand in &spirv.operands {
        match *operand {
            SpirvOperand::Type(ty) if !module.types.contains(ty) => {
                return fault(Invariant::Ids, format!("there is no type {ty}"));
            }
            SpirvOperand::Constant(ty, bits)
                if !module.types.contains(ty) || !fits(&module.types, ty, bits) =>
            {
                let message =
                    "the type of a constant operand does not exist, or the constant is not a scalar of it";
                return fault(Invariant::Constants, message);
            }
            SpirvOperand::Spec(spec) if module.spec_constants.get(spec).is_none() => {
                return fault(Invariant::Ids, format!("there is no specialization constant {spec}"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// `spirv` and `spirv.pure`: the instruction exists, and the number of value operands matches.
pub(super) fn inst(view: &InstView<'_>) -> Check {
    let Imm::Index(index) = view.data.imm() else { return Ok(()) };
    let Some(inst) = view.module.spirv.get(index as usize) else {
        return fault(Invariant::Ids, format!("there is no spirv{index}"));
    };
    let values = inst.code.operands.iter().filter(|operand| **operand == SpirvOperand::Value).count();
    match view.data.args.len() {
        given if given == values => Ok(()),
        given => fault(Invariant::Operands, format!("{given} operands, expected {values}")),
    }
}
