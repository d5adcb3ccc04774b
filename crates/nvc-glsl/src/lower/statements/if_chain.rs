//! Lowers `if` statements and `else if` chains. Long chains are split into segments of [`CHAIN_SEGMENT`] conditions.

use super::hint;
use crate::limits::CHAIN_SEGMENT;
use crate::lower::context::Lowerer;
use crate::tree::Stmt;
use crate::tree::stmt::Arm;
use naga::Handle;
use nvc_ir::Types;
use nvc_ir::ssa::Variable;

type S = Handle<Stmt>;

/// The branch that runs if no condition of a segment is true.
#[derive(Clone, Copy)]
enum ElseBranch<'p> {
    Statements(&'p [S]),
    /// The next segment. This variable is set to true to make it run.
    Rest(Variable),
}

impl<'p> Lowerer<'_, 'p> {
    /// Lowers an `else if` chain. Each condition is nested in the else branch of the previous one. To bound
    /// the nesting, long chains are split into segments; a segment runs only if no condition of an earlier
    /// segment was true.
    pub(in crate::lower) fn selection(&mut self, arms: &'p [Arm], reject: &'p [S]) {
        let mut parts = arms.chunks(CHAIN_SEGMENT).peekable();
        let mut rest = None;
        while let Some(part) = parts.next() {
            let Some(before) = rest else {
                rest = self.first_segment(part, parts.peek().is_some(), reject);
                continue;
            };
            let none = self.b.read(before);
            let construct = self.b.begin_if(none);
            if parts.peek().is_some() {
                let no = self.b.bool(false);
                self.b.write(before, no);
                self.chain_segment(part, ElseBranch::Rest(before));
            } else {
                self.chain_segment(part, ElseBranch::Statements(reject));
            }
            self.b.end_if(construct);
        }
    }

    /// Lowers the first segment, which runs unconditionally. Returns the variable that guards the next
    /// segment; `None` if there is none.
    fn first_segment(&mut self, part: &'p [Arm], is_cut: bool, reject: &'p [S]) -> Option<Variable> {
        if !is_cut {
            self.chain_segment(part, ElseBranch::Statements(reject));
            return None;
        }
        let rest = self.b.declare(Types::BOOL);
        let no = self.b.bool(false);
        self.b.write(rest, no);
        self.chain_segment(part, ElseBranch::Rest(rest));
        Some(rest)
    }

    /// Lowers the conditions and bodies of a segment, and the branch that runs if no condition is true.
    fn chain_segment(&mut self, arms: &'p [Arm], otherwise: ElseBranch<'p>) {
        let mut open = Vec::with_capacity(arms.len());
        let is_empty = matches!(otherwise, ElseBranch::Statements([]));
        for (number, arm) in arms.iter().enumerate() {
            self.b.loc = Some(arm.span);
            let condition = self.value(arm.condition);
            self.hint(hint(arm.hints));
            let ends = number + 1 == arms.len() && is_empty;
            let mut construct =
                if ends { self.b.begin_if(condition) } else { self.b.begin_if_else(condition) };
            self.statements(&arm.body);
            self.b.begin_else(&mut construct);
            open.push(construct);
        }
        match otherwise {
            ElseBranch::Statements(reject) => self.statements(reject),
            ElseBranch::Rest(rest) => {
                let yes = self.b.bool(true);
                self.b.write(rest, yes);
            }
        }
        while let Some(construct) = open.pop() {
            self.b.end_if(construct);
        }
    }
}
