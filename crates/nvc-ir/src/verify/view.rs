//! An instruction with the tables needed to check it, and the messages that checks share.

use super::error::{Check, Invariant, fault};
use crate::entity::Type;
use crate::function::{Function, InstData};
use crate::module::Module;
use crate::text::print_type;
use crate::types::Types;

/// An instruction, its function and its module.
pub(super) struct InstView<'a> {
    pub(super) module: &'a Module,
    pub(super) types: &'a Types,
    pub(super) func: &'a Function,
    pub(super) data: &'a InstData,
}

impl InstView<'_> {
    /// The type of an operand; `void` if it is missing.
    pub(super) fn arg(&self, index: usize) -> Type {
        self.data.args.get(index).map_or(Types::VOID, |&arg| self.func.ty(arg))
    }

    /// The type of the result.
    pub(super) fn result(&self) -> Option<Type> {
        self.data.result.map(|result| self.func.ty(result))
    }

    /// A type, for messages.
    pub(super) fn show(&self, ty: Type) -> String {
        print_type(self.types, ty)
    }

    /// Reports the type of an operand, counted from 0.
    pub(super) fn wrong_operand(&self, index: usize, expected: &str) -> Check {
        let given = self.show(self.arg(index));
        fault(Invariant::Operands, format!("operand {} is {given}, not {expected}", index + 1))
    }

    /// Reports the type of the result.
    pub(super) fn wrong_result(&self, expected: &str) -> Check {
        let given = self.result().map_or("none".to_owned(), |ty| self.show(ty));
        fault(Invariant::Results, format!("the result is {given}, not {expected}"))
    }
}
