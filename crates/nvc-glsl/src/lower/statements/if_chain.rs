//! `if` statements and chains of `else if`.

use super::hint;
use crate::limits::CHAIN_PART;
use crate::lower::context::Lowerer;
use crate::tree::Stmt;
use crate::tree::stmt::Arm;
use naga::Handle;
use nvc_ir::Types;
use nvc_ir::ssa::Variable;

type S = Handle<Stmt>;

/// What runs if no condition of a segment holds.
#[derive(Clone, Copy)]
enum ElseBranch<'p> {
    Statements(&'p [S]),
    /// The next segment, which tests this variable.
    Rest(Variable),
}

impl<'p> Lowerer<'_, 'p> {
    /// An `else if` chain. Each condition is nested in the else branch of the one before it; to bound the nesting,
    /// long chains are cut into segments, each of which runs if no earlier condition held.
    pub(in crate::lower) fn selection(&mut self, arms: &'p [Arm], reject: &'p [S]) {
        let mut parts = arms.chunks(CHAIN_PART).peekable();
        let mut rest = None;
        while let Some(part) = parts.next() {
            let Some(before) = rest else {
                rest = self.first_segment(part, parts.peek().is_some(), reject);
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
                self.chain_segment(part, ElseBranch::Rest(before));
            } else {
                self.chain_segment(part, ElseBranch::Statements(reject));
            }
            self.jump_if_alive(merge);
            self.enter_sealed(merge);
        }
    }

    /// Lowers the first segment, which runs unconditionally; returns the variable that guards the next one.
    fn first_segment(&mut self, part: &'p [Arm], is_cut: bool, reject: &'p [S]) -> Option<Variable> {
        if !is_cut {
            self.chain_segment(part, ElseBranch::Statements(reject));
            return None;
        }
        let rest = self.ssa.declare(Types::BOOL);
        let no = self.b.bool(false);
        self.write_variable(rest, no);
        self.chain_segment(part, ElseBranch::Rest(rest));
        Some(rest)
    }

    fn chain_segment(&mut self, arms: &'p [Arm], otherwise: ElseBranch<'p>) {
        let mut merges = Vec::with_capacity(arms.len());
        let is_empty = matches!(otherwise, ElseBranch::Statements([]));
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
            ElseBranch::Statements([]) => {
                // The last condition branches to its merge block.
                if let Some(merge) = merges.pop() {
                    self.enter_sealed(merge);
                }
            }
            ElseBranch::Statements(reject) => self.statements(reject),
            ElseBranch::Rest(rest) => {
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
