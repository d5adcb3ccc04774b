//! `if` and its chains of `else if`.

use super::hint;
use crate::limits::CHAIN_PART;
use crate::lower::context::Lowerer;
use crate::tree::Stmt;
use crate::tree::stmt::Arm;
use naga::Handle;
use nvc_ir::Types;
use nvc_ir::ssa::Variable;

type S = Handle<Stmt>;

/// What runs where no condition of a part of a chain holds.
#[derive(Clone, Copy)]
enum Otherwise<'p> {
    Statements(&'p [S]),
    /// The next part, behind this one.
    Rest(Variable),
}

impl<'p> Lowerer<'_, 'p> {
    /// A chain. A condition stands in the block that the one before it leads to, so chains nest; a long
    /// one is cut in parts, each of which runs if none of the conditions before it held.
    pub(in crate::lower) fn selection(&mut self, arms: &'p [Arm], reject: &'p [S]) {
        let mut parts = arms.chunks(CHAIN_PART).peekable();
        let mut rest = None;
        while let Some(part) = parts.next() {
            let Some(before) = rest else {
                rest = self.first_part(part, parts.peek().is_some(), reject);
                continue;
            };
            let block = self.b.block();
            let none = self.ssa.read(self.b.func, before, block);
            let (then, merge) = (self.block(), self.block());
            self.branch(none, then, merge, merge);
            self.enter_sealed(then);
            if parts.peek().is_some() {
                let no = self.b.bool(false);
                self.write_variable(before, no);
                self.chain_part(part, Otherwise::Rest(before));
            } else {
                self.chain_part(part, Otherwise::Statements(reject));
            }
            self.jump_if_alive(merge);
            self.enter_sealed(merge);
        }
    }

    /// The part that runs anyway; the variable that says whether the next one does.
    fn first_part(&mut self, part: &'p [Arm], is_cut: bool, reject: &'p [S]) -> Option<Variable> {
        if !is_cut {
            self.chain_part(part, Otherwise::Statements(reject));
            return None;
        }
        let rest = self.ssa.declare(Types::BOOL);
        let no = self.b.bool(false);
        self.write_variable(rest, no);
        self.chain_part(part, Otherwise::Rest(rest));
        Some(rest)
    }

    fn chain_part(&mut self, arms: &'p [Arm], otherwise: Otherwise<'p>) {
        let mut merges = Vec::with_capacity(arms.len());
        let is_empty = matches!(otherwise, Otherwise::Statements([]));
        for (number, arm) in arms.iter().enumerate() {
            self.b.loc = Some(arm.span);
            let condition = self.value(arm.condition);
            self.hint(hint(arm.hints));
            let (then, merge) = (self.block(), self.block());
            let ends = number + 1 == arms.len() && is_empty;
            let next = if ends { merge } else { self.block() };
            self.branch(condition, then, next, merge);
            self.enter_sealed(then);
            self.statements(&arm.body);
            self.jump_if_alive(merge);
            merges.push(merge);
            if !ends {
                self.enter_sealed(next);
            }
        }
        match otherwise {
            Otherwise::Statements([]) => {
                // The last condition leads to its merge block itself.
                if let Some(merge) = merges.pop() {
                    self.enter_sealed(merge);
                }
            }
            Otherwise::Statements(reject) => self.statements(reject),
            Otherwise::Rest(rest) => {
                let yes = self.b.bool(true);
                self.write_variable(rest, yes);
            }
        }
        while let Some(merge) = merges.pop() {
            self.jump_if_alive(merge);
            self.enter_sealed(merge);
        }
    }
}
