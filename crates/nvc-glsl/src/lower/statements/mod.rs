//! Lowers statements: dispatch by kind, `switch` and loops.

mod if_chain;

use crate::lower::context::{ControlFrame, ExprHandle, Lowerer, SsaTree, Storage};
use crate::tree::stmt::{Case, Hints};
use crate::tree::{LocalId, Stmt, StmtKind};
use naga::Handle;
use nvc_diag::Limit;
use nvc_ir::{Block, Hint, Op, Types, Value};

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
    /// Lowers statements up to the first one after which control flow cannot continue.
    pub(in crate::lower) fn statements(&mut self, statements: &'p [S]) {
        for &statement in statements {
            if self.b.is_unreachable() || self.stopped() {
                return;
            }
            self.statement(statement);
        }
    }

    /// Returns whether lowering must stop, because the program has too many instructions, or because the compilation
    /// was cancelled or exceeds its time limit. Reports the reason once.
    pub(in crate::lower) fn stopped(&mut self) -> bool {
        let module = &mut *self.module;
        let most = module.diags.limit(Limit::Instructions);
        let count = module.lowered.saturating_add(self.b.size());
        if count > most && !std::mem::replace(&mut module.too_large, true) {
            let message = format!("the program has more than {most} IR instructions");
            module.diags.exceeds(Limit::Instructions, self.b.loc, message);
        }
        module.too_large || module.diags.poll().is_err()
    }

    fn statement(&mut self, statement: S) {
        let body = self.body;
        let statement = &body.stmts[statement];
        self.b.loc = Some(statement.span);
        match &statement.kind {
            StmtKind::Block(inner) => self.statements(inner),
            StmtKind::Declare(local, Some(value)) => {
                let value = self.expr(*value);
                self.initialise(*local, &value);
            }
            StmtKind::Declare(local, None) => {
                if let Storage::Ssa(tree) = self.storage(*local) {
                    self.forget_matrices(&tree);
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
            StmtKind::Continue => self.jump_out(|frame| frame.continue_block),
            StmtKind::Return(value) => self.return_(*value),
        }
    }

    /// Initialises a variable. The value is named after the variable.
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

    /// Makes the cooperative matrices of a variable undefined, as a declaration without an initialiser does.
    /// Otherwise a matrix that is declared and loaded in a loop would stay live across iterations and occupy
    /// registers, because a load through a tensor layout takes the old elements as an operand.
    fn forget_matrices(&mut self, tree: &SsaTree) {
        match tree {
            SsaTree::Leaf(variable) => {
                let ty = self.b.variable_type(*variable);
                if self.b.types.is_coop_matrix(ty) {
                    let undefined = self.b.undef(ty);
                    self.b.write(*variable, undefined);
                }
            }
            SsaTree::Composite(parts) => parts.iter().for_each(|part| self.forget_matrices(part)),
        }
    }

    /// Sets the unrolling or flattening hint of the construct that starts in the current block.
    pub(in crate::lower) fn hint(&mut self, hint: Hint) {
        let block = self.b.block();
        self.b.func.blocks[block].hint = hint;
    }

    fn switch(&mut self, selector: ExprHandle, cases: &'p [Case], hint: Hint) {
        let selector = self.value(selector);
        let wide = self.b.func.ty(selector) == Types::I64;
        let selector = if wide { self.case_index(selector, cases) } else { selector };
        self.hint(hint);
        let mut numbers = 1u64..;
        let literals = cases.iter().map(|case| {
            let number = |&value| if wide { numbers.next().unwrap_or(0) } else { value };
            case.values.iter().map(number).collect::<Vec<_>>()
        });
        let default = cases.iter().rposition(|case| case.default);
        let mut construct = self.b.begin_switch(selector, literals, default);
        self.frames.push(ControlFrame { merge: construct.merge(), continue_block: None, step: None });
        for case in cases {
            self.b.begin_case(&mut construct);
            self.statements(&case.body);
        }
        self.frames.pop();
        self.b.end_switch(construct);
    }

    /// Maps a 64-bit selector to the position of the matching label, counted from 1; 0 if no label matches.
    /// IR switches have 32-bit selectors.
    fn case_index(&mut self, selector: Value, cases: &[Case]) -> Value {
        let mut number = self.b.i32(0);
        for (index, &value) in (1u32..).zip(cases.iter().flat_map(|case| &case.values)) {
            let label = self.b.bits(Types::I64, value);
            let matches = self.b.op(Op::IEq, &[selector, label]);
            let index = self.b.i32(index);
            number = self.b.op(Op::Select, &[matches, index, number]);
        }
        number
    }

    fn while_loop(&mut self, statement: &'p StmtKind) {
        let &StmtKind::Loop { condition, ref head, ref body, step, hints, .. } = statement else { return };
        let construct = self.b.begin_loop();
        self.b.func.blocks[construct.header()].hint = hint(hints);
        self.statements(head);
        if let Some(condition) = condition
            && !self.b.is_unreachable()
        {
            let condition = self.value(condition);
            if self.b.func.as_bits(condition) != Some(1) {
                self.b.leave_unless(condition, construct.merge());
            }
        }
        self.frames.push(ControlFrame::of_loop(&construct, step));
        self.statements(body);
        self.frames.pop();
        if self.b.begin_continue(&construct)
            && let Some(step) = step
        {
            self.expr(step);
        }
        self.b.end_loop(construct);
    }

    /// Lowers `do ... while`. The test is part of the loop body, because in SPIR-V a continue construct may
    /// be left only by the back edge. If the body contains a `continue`, the test moves to the start of the
    /// next iteration.
    fn do_loop(&mut self, statement: &'p StmtKind) {
        let StmtKind::Loop { condition, body, hints, .. } = statement else { return };
        let Some(condition) = *condition else { return };
        let again = self.continues(body).then(|| {
            let again = self.b.declare(Types::BOOL);
            let no = self.b.bool(false);
            self.b.write(again, no);
            again
        });
        let construct = self.b.begin_loop();
        self.b.func.blocks[construct.header()].hint = hint(*hints);
        if let Some(again) = again {
            let again = self.b.read(again);
            let test = self.b.begin_if(again);
            let condition = self.value(condition);
            self.b.leave_unless(condition, construct.merge());
            self.b.end_if(test);
        }
        self.frames.push(ControlFrame::of_loop(&construct, None));
        self.statements(body);
        self.frames.pop();
        if again.is_none() && !self.b.is_unreachable() {
            let condition = self.value(condition);
            self.b.leave_unless(condition, construct.merge());
        }
        if self.b.begin_continue(&construct)
            && let Some(again) = again
        {
            let yes = self.b.bool(true);
            self.b.write(again, yes);
        }
        self.b.end_loop(construct);
    }

    /// Returns whether statements contain a `continue` of the enclosing loop.
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

    /// Lowers `break` and `continue`.
    fn jump_out(&mut self, target: impl Fn(&ControlFrame) -> Option<Block>) {
        match self.frames.iter().rev().find_map(target) {
            Some(target) => self.b.leave(target),
            None => self.internal_error("a `break` or `continue` outside of a loop or switch"),
        }
    }
}
