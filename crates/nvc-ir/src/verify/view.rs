//! An instruction together with the tables that its checks need, and error messages that the checks share.

use super::error::{Check, Invariant, fault};
use crate::entity::Type;
use crate::function::{Function, InstRef};
use crate::module::Module;
use crate::text::print_type;
use crate::types::Types;

/// An instruction, its function and its module.
pub(super) struct InstView<'a> {
    pub(super) module: &'a Module,
    pub(super) types: &'a Types,
    pub(super) func: &'a Function,
    pub(super) data: InstRef<'a>,
}

impl InstView<'_> {
    /// Returns the type of an operand; `void` if the operand is missing.
    pub(super) fn arg(&self, index: usize) -> Type {
        self.data.args.get(index).map_or(Types::VOID, |&arg| self.func.ty(arg))
    }

    /// Returns the type of the result, if there is one.
    pub(super) fn result(&self) -> Option<Type> {
        self.data.result.map(|result| self.func.ty(result))
    }

    /// Prints a type for a message.
    pub(super) fn show(&self, ty: Type) -> String {
        print_type(self.types, ty)
    }

    /// Reports an operand of the wrong type. `index` counts from 0.
    pub(super) fn wrong_operand(&self, index: usize, expected: &str) -> Check {
        let given = self.show(self.arg(index));
        fault(Invariant::Operands, format!("operand {} is {given}, not {expected}", index + 1))
    }

    /// Reports a result of the wrong type.
    pub(super) fn wrong_result(&self, expected: &str) -> Check {
        let given = self.result().map_or("none".to_owned(), |ty| self.show(ty));
        fault(Invariant::Results, format!("the result is {given}, not {expected}"))
    }
}
