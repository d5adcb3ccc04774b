//! `switch` (GLSL 6.2).

use super::statement::StmtList;
use crate::ast;
use crate::check::{Checker, ExprId};
use crate::tree::StmtKind;
use crate::tree::stmt::{Case, Hints};
use crate::types::{Type, TypeKind};
use naga::{Handle, ScalarKind};
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::limits::LABELS;
use rustc_hash::FxHashMap;

impl Checker<'_> {
    /// `switch (selector) { body }`
    pub(super) fn switch(
        &mut self,
        selector: Handle<ast::Expr>,
        body: &[Handle<ast::Stmt>],
        hints: Hints,
        span: Span,
        out: &mut StmtList,
    ) {
        let selector = self.value(selector);
        let selector = self.selector(selector);
        let ty = self.ty(selector);
        let unit = self.unit;
        let mut cases: Vec<Case> = Vec::new();
        let mut seen: FxHashMap<u64, Span> = FxHashMap::default();
        let mut default: Option<Span> = None;
        let mut labels_open = false;
        self.scopes.enter();
        self.body.switches += 1;
        for &statement in body {
            let at = unit.stmts[statement].span;
            let label = match &unit.stmts[statement].kind {
                ast::StmtKind::Case(value) => Some(self.case_value(*value, ty, &mut seen)),
                ast::StmtKind::Default => {
                    if let Some(former) = default {
                        let message = "a switch has two default labels";
                        self.report(
                            Diagnostic::new(Code::N0104, at, message).secondary(former, "the other one"),
                        );
                    }
                    default = Some(at);
                    Some(None)
                }
                _ => None,
            };
            match label {
                Some(value) => {
                    if !labels_open {
                        cases.push(Case { values: Vec::new(), default: false, body: Vec::new() });
                    }
                    labels_open = true;
                    if let Some(case) = cases.last_mut() {
                        case.values.extend(value);
                        case.default |= matches!(unit.stmts[statement].kind, ast::StmtKind::Default);
                    }
                }
                None => {
                    labels_open = false;
                    let mut statements = Vec::new();
                    self.statement(statement, &mut statements);
                    match cases.last_mut() {
                        Some(case) => case.body.extend(statements),
                        None => self.error(
                            Code::N0104,
                            at,
                            "a statement stands before the first label of a switch",
                        ),
                    }
                }
            }
        }
        if let (true, Some(&last)) = (labels_open, body.last()) {
            let message = "no statement stands behind the last label of a switch";
            self.report(Diagnostic::new(Code::N0104, unit.stmts[last].span, message).help("write `break;`"));
        }
        self.body.switches -= 1;
        self.scopes.leave();
        self.emit(StmtKind::Switch { selector, cases, hints }, span, out);
    }

    /// What is looked at: an integer scalar, of 32 bits at least.
    fn selector(&mut self, selector: ExprId) -> ExprId {
        let span = self.span(selector);
        match *self.kind(selector) {
            TypeKind::Error => selector,
            TypeKind::Scalar(s) if matches!(s.kind, ScalarKind::Sint | ScalarKind::Uint) => {
                match (s.width, s.kind) {
                    (4 | 8, _) => selector,
                    (_, ScalarKind::Sint) => self.convert_to(selector, self.common.int),
                    _ => self.convert_to(selector, self.common.uint),
                }
            }
            _ => {
                let message = format!("a switch looks at an integer, not {}", self.show(self.ty(selector)));
                self.error_expr(Diagnostic::new(Code::N0304, span, message), span)
            }
        }
    }

    /// The bits of a label's value.
    fn case_value(
        &mut self,
        value: Handle<ast::Expr>,
        ty: Type,
        seen: &mut FxHashMap<u64, Span>,
    ) -> Option<u64> {
        let value = self.value(value);
        let span = self.span(value);
        if self.is_error(value) || ty == self.common.error {
            return None;
        }
        // Signed and unsigned meet as unsigned. A label is converted as to a wider operand.
        let wide = matches!(self.program.types.kind(ty), TypeKind::Scalar(s) if s.width == 8);
        let fits = match *self.kind(value) {
            TypeKind::Scalar(s) => {
                let widest = if wide { 8 } else { 4 };
                matches!(s.kind, ScalarKind::Sint | ScalarKind::Uint) && s.width <= widest
            }
            _ => false,
        };
        if !fits {
            let message =
                format!("the label has type {}, the switch {}", self.show(self.ty(value)), self.show(ty));
            self.error(Code::N0304, span, message);
            return None;
        }
        let number = self.constant_integer(value, "the label")?;
        let bits = if wide { number as u64 } else { u64::from(number as u32) };
        if let Some(former) = seen.insert(bits, span) {
            let message = format!("two labels have the value {number}");
            self.report(Diagnostic::new(Code::N0202, span, message).secondary(former, "the other one"));
        }
        // Once, whatever follows.
        if seen.len() == LABELS.most + 1
            && let Some(finding) = LABELS.check(seen.len(), Some(span))
        {
            self.report(finding);
        }
        Some(bits)
    }
}
