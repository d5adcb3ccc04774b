//! Checks `switch` statements (GLSL §6.2).

use super::statement::StmtList;
use crate::ast;
use crate::check::{Checker, ExprId};
use crate::tree::StmtKind;
use crate::tree::stmt::{Case, Hints};
use crate::types::{ScalarKind, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::limits::LABELS;
use rustc_hash::FxHashMap;

impl Checker<'_> {
    /// Checks `switch (selector) { body }`.
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
                    if let Some(previous) = default {
                        let message = "the `switch` already has a `default` label";
                        self.report(
                            Diagnostic::new(Code::N0104, at, message).secondary(previous, "first used here"),
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
                        None => self.error(Code::N0104, at, "a `switch` body must start with a label"),
                    }
                }
            }
        }
        if let (true, Some(&last)) = (labels_open, body.last()) {
            let message = "the last label of a `switch` must be followed by a statement";
            self.report(Diagnostic::new(Code::N0104, unit.stmts[last].span, message).help("write `break;`"));
        }
        self.body.switches -= 1;
        self.scopes.leave();
        self.emit(StmtKind::Switch { selector, cases, hints }, span, out);
    }

    /// Checks the selector: an integer scalar, which is converted to at least 32 bits.
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
                let message =
                    format!("the `switch` selector must be an integer, not {}", self.show(self.ty(selector)));
                self.error_expr(Diagnostic::new(Code::N0304, span, message), span)
            }
        }
    }

    /// Returns the value of a case label, as bits of the selector's type.
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
        // Signed and unsigned values are compared as unsigned. A label that is narrower than the selector is converted.
        let wide = matches!(self.program.types.kind(ty), TypeKind::Scalar(s) if s.width == 8);
        let fits = match *self.kind(value) {
            TypeKind::Scalar(s) => {
                let widest = if wide { 8 } else { 4 };
                matches!(s.kind, ScalarKind::Sint | ScalarKind::Uint) && s.width <= widest
            }
            _ => false,
        };
        if !fits {
            let message = format!(
                "the case label has type {}, but the selector has type {}",
                self.show(self.ty(value)),
                self.show(ty)
            );
            self.error(Code::N0304, span, message);
            return None;
        }
        let number = self.constant_integer(value, "the case label")?;
        let bits = if wide { number as u64 } else { u64::from(number as u32) };
        if let Some(previous) = seen.insert(bits, span) {
            let message = format!("duplicate case label {number}");
            self.report(Diagnostic::new(Code::N0202, span, message).secondary(previous, "first used here"));
        }
        // Only the first label over the limit is reported.
        if seen.len() == LABELS.max + 1
            && let Some(diagnostic) = LABELS.check(seen.len(), Some(span))
        {
            self.report(diagnostic);
        }
        Some(bits)
    }
}
