//! Statements: dispatch by kind, `switch` and loops.

mod control_flow;
mod if_chain;

use crate::lower::context::ControlFrame;
use crate::lower::context::Lowerer;
use crate::lower::context::Storage;
use crate::tree::stmt::{Case, Hints};
use crate::tree::{LocalId, Stmt, StmtKind};
use naga::Handle;
use nvc_ir::{Block, Hint, Op, Target, Terminator, Types, Value};

type S = Handle<Stmt>;

/// Converts the attributes of a statement to an IR hint.
pub(in crate::lower) fn hint(hints: Hints) -> Hint {
    match hints.unroll {
        None => Hint::None,
        Some(true) => Hint::Expand,
        Some(false) => Hint::Keep,
    }
}

impl<'p> Lowerer<'_, 'p> {
    /// Lowers statements up to the first that makes the rest unreachable.
    pub(in crate::lower) fn statements(&mut self, statements: &'p [S]) {
        for &statement in statements {
            if self.unreachable {
                return;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: S) {
        let body = self.body;
        let statement = &body.stmts[statement];
        self.b.loc = Some(statement.span);
        match &statement.kind {
            StmtKind::Block(inner) => self.statements(inner),
            StmtKind::Declare(local, value) => {
                if let Some(value) = *value {
                    let value = self.expr(value);
                    self.initialise(*local, &value);
                }
            }
            StmtKind::Expr(e) => {
                self.expr(*e);
            }
            StmtKind::If { arms, reject } => self.selection(arms, reject),
            StmtKind::Switch { selector, cases, hints } => self.switch(*selector, cases, hint(*hints)),
            StmtKind::Loop { test_last: true, .. } => self.do_loop(&statement.kind),
            StmtKind::Loop { .. } => self.while_loop(&statement.kind),
            StmtKind::Break => self.jump_out(|frame| Some(frame.merge)),
            StmtKind::Continue => self.jump_out(|frame| frame.cont),
            StmtKind::Return(value) => self.return_(*value),
        }
    }

    /// Initialises a variable, and names the value after it.
    pub(in crate::lower) fn initialise(
        &mut self,
        local: LocalId,
        value: &crate::lower::values::rvalue::Rvalue,
    ) {
        let body = self.body;
        match self.storage(local) {
            Storage::Ssa(tree) => {
                self.write_ssa(&tree, value);
                if let (crate::lower::values::rvalue::Rvalue::Single(value), Some(local)) =
                    (value, body.locals.get(local.0 as usize))
                    && self.b.func.as_const(*value).is_none()
                {
                    let name = self.module.names.text(local.name).to_string();
                    self.b.func.value_names.entry(*value).or_insert(name);
                }
            }
            Storage::Memory(storage) => {
                let Some(local) = body.locals.get(local.0 as usize) else { return };
                let memory = self.local_memory(storage, local.ty);
                self.store(memory, value);
            }
            Storage::Resource(_) => self.internal_error("an assignment to an opaque parameter"),
        }
    }

    /// Sets the hint of the construct that the current block opens.
    pub(in crate::lower) fn hint(&mut self, hint: Hint) {
        let block = self.b.block();
        self.b.func.blocks[block].hint = hint;
    }

    fn switch(&mut self, selector: crate::lower::context::ExprHandle, cases: &'p [Case], hint: Hint) {
        let selector = self.value(selector);
        let wide = self.b.func.ty(selector) == Types::I64;
        let selector = if wide { self.case_index(selector, cases) } else { selector };
        self.hint(hint);
        let merge = self.block();
        let blocks: Vec<Block> = cases.iter().map(|_| self.block()).collect();
        let from = self.b.block();
        self.ssa.open(merge, from);
        let mut targets = Vec::new();
        let mut default = merge;
        let mut numbers = 1u64..;
        for (case, &block) in cases.iter().zip(&blocks) {
            targets.extend(case.values.iter().map(|&value| {
                let literal = if wide { numbers.next().unwrap_or(0) } else { value };
                (literal, Target::new(block))
            }));
            if case.default {
                default = block;
            }
            self.ssa.add_predecessor(block, from);
        }
        if default == merge {
            self.ssa.add_predecessor(merge, from);
        }
        self.b.terminate(Terminator::Switch {
            selector,
            cases: targets,
            default: Target::new(default),
            merge,
        });
        self.frames.push(ControlFrame { merge, cont: None, step: None });
        for (index, (case, &block)) in cases.iter().zip(&blocks).enumerate() {
            self.enter_sealed(block);
            self.statements(&case.body);
            self.jump_if_alive(blocks.get(index + 1).copied().unwrap_or(merge));
        }
        self.frames.pop();
        self.enter_sealed(merge);
    }

    /// Maps a 64-bit selector to the number of the matching label, from 1; 0 if none matches. Switches of the IR
    /// have 32-bit selectors.
    fn case_index(&mut self, selector: Value, cases: &[Case]) -> Value {
        let mut number = self.b.i32(0);
        for (index, &value) in (1u32..).zip(cases.iter().flat_map(|case| &case.values)) {
            let label = self.b.bits(Types::I64, value);
            let is = self.b.op(Op::IEq, &[selector, label]);
            let index = self.b.i32(index);
            number = self.b.op(Op::Select, &[is, index, number]);
        }
        number
    }

    fn while_loop(&mut self, statement: &'p StmtKind) {
        let &StmtKind::Loop { condition, ref head, ref body, step, hints, .. } = statement else { return };
        let at = self.open_loop();
        self.b.func.blocks[at.header].hint = hint(hints);
        self.statements(head);
        if let Some(condition) = condition
            && !self.unreachable
        {
            let condition = self.value(condition);
            if self.b.func.as_bits(condition) != Some(1) {
                self.branch_out(condition, false, at.merge);
            }
        }
        self.frames.push(ControlFrame { merge: at.merge, cont: Some(at.cont), step });
        self.statements(body);
        self.frames.pop();
        if self.open_continue(at)
            && let Some(step) = step
        {
            self.expr(step);
        }
        self.close_loop(at);
    }

    /// `do ... while`. The test belongs to the loop body, because the continue construct may only be left by the
    /// back edge. If the body contains a `continue`, the test moves to the start of the next iteration.
    fn do_loop(&mut self, statement: &'p StmtKind) {
        let StmtKind::Loop { condition, body, hints, .. } = statement else { return };
        let Some(condition) = *condition else { return };
        let again = self.continues(body).then(|| {
            let again = self.ssa.declare(nvc_ir::Types::BOOL);
            let no = self.b.bool(false);
            self.write_variable(again, no);
            again
        });
        let at = self.open_loop();
        self.b.func.blocks[at.header].hint = hint(*hints);
        if let Some(again) = again {
            let block = self.b.block();
            let again = self.ssa.read(self.b.func, again, block);
            let (test, round) = (self.block(), self.block());
            self.branch(again, test, round, round);
            self.enter_sealed(test);
            let condition = self.value(condition);
            self.branch_out(condition, false, at.merge);
            self.jump_to(round);
            self.enter_sealed(round);
        }
        self.frames.push(ControlFrame { merge: at.merge, cont: Some(at.cont), step: None });
        self.statements(body);
        self.frames.pop();
        if again.is_none() && !self.unreachable {
            let condition = self.value(condition);
            self.branch_out(condition, false, at.merge);
        }
        if self.open_continue(at)
            && let Some(again) = again
        {
            let yes = self.b.bool(true);
            self.write_variable(again, yes);
        }
        self.close_loop(at);
    }

    /// Whether statements contain a `continue` of the enclosing loop.
    fn continues(&self, statements: &[S]) -> bool {
        statements.iter().any(|&statement| match &self.body.stmts[statement].kind {
            StmtKind::Continue => true,
            StmtKind::Block(inner) => self.continues(inner),
            StmtKind::If { arms, reject } => {
                arms.iter().any(|arm| self.continues(&arm.body)) || self.continues(reject)
            }
            StmtKind::Switch { cases, .. } => cases.iter().any(|case| self.continues(&case.body)),
            _ => false,
        })
    }

    /// `break` and `continue`.
    fn jump_out(&mut self, target: impl Fn(&ControlFrame) -> Option<Block>) {
        match self.frames.iter().rev().find_map(target) {
            Some(target) => {
                self.jump_to(target);
                self.unreachable = true;
            }
            None => self.internal_error("a `break` or `continue` outside of a loop or switch"),
        }
    }
}
