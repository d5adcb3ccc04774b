//! Checks assignments, increments and decrements (GLSL §5.8).

use crate::ast;
use crate::ast::operator;
use crate::check::types::conversion::converts;
use crate::check::{Checker, ExprId};
use crate::tree::ExprKind;
use crate::types::{Scalar, ScalarKind, Type, TypeKind};
use naga::{BinaryOperator, Handle};
use nvc_diag::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks `target = value` and `target op= value`.
    pub(in crate::check) fn assign(
        &mut self,
        op: Option<BinaryOperator>,
        op_span: Span,
        target: ExprId,
        value: Handle<ast::Expr>,
        span: Span,
    ) -> ExprId {
        let Some(op) = op else {
            let ty = self.ty(target);
            if self.is_error(target) || !self.check_writable(target, "the target") {
                // A list cannot be checked without the target's type.
                if !matches!(self.unit.exprs[value].kind, ast::ExprKind::List(_)) {
                    self.expr(value);
                }
                return self.poison(span);
            }
            let value = self.initializer(value, ty, "the value");
            let value = self.implicit_conversion(value, ty, "the value");
            if self.is_error(value) {
                return self.poison(span);
            }
            return self.push(ExprKind::Assign { op: None, target, value }, ty, span);
        };
        let value = self.value(value);
        if self.is_error(target) || self.is_error(value) || !self.check_writable(target, "the target") {
            return self.poison(span);
        }
        let current = self.read_to_modify(target);
        let value = self.widened_operand(current, value);
        if let Some(result) = self.assign_address(op, op_span, current, value, span) {
            return result;
        }
        // Checked as `target op value`; the assignment then uses the converted right operand.
        let computed = self.binary(op, op_span, current, value, span);
        if self.is_error(computed) {
            return computed;
        }
        let ty = self.ty(target);
        if self.ty(computed) != ty {
            let message = format!(
                "`{}=` yields {}, which cannot be assigned to the target of type {}",
                operator(op),
                self.show(self.ty(computed)),
                self.show(ty)
            );
            return self.error_expr(Diagnostic::new(Code::N0304, op_span, message), span);
        }
        let value = match self.body.exprs[computed].kind {
            ExprKind::Binary(_, left, right) if left == target => right,
            _ => value,
        };
        self.push(ExprKind::Assign { op: Some(op), target, value }, ty, span)
    }

    /// Returns the right operand of `target op= value`. An operand whose float encoding has no operators (such as bfloat16)
    /// is converted to the target's component type if an implicit conversion exists.
    fn widened_operand(&mut self, target: ExprId, value: ExprId) -> ExprId {
        let (Some((_, to)), Some((shape, from))) = (self.shape(self.ty(target)), self.shape(self.ty(value)))
        else {
            return value;
        };
        if from.encoding().is_none() || to.encoding().is_some() || !converts(&self.features, from, to) {
            return value;
        }
        let ty = self.shaped(shape, to);
        self.convert_to(value, ty)
    }

    /// Returns the component type of a scalar, vector, matrix or cooperative vector, for operators that keep the type.
    pub(in crate::check) fn numbers(&self, ty: Type) -> Option<Scalar> {
        match self.program.types.kind(ty) {
            TypeKind::CoopVector(vector) => Some(vector.scalar),
            _ => self.shape(ty).map(|(_, scalar)| scalar),
        }
    }

    /// Checks `++target`, `target++`, `--target` and `target--`.
    pub(in crate::check) fn increment(
        &mut self,
        increment: bool,
        prefix: bool,
        target: ExprId,
        span: Span,
    ) -> ExprId {
        if self.is_error(target) || !self.check_writable(target, "the operand") {
            return self.poison(span);
        }
        let target = self.read_to_modify(target);
        let ty = self.ty(target);
        if matches!(self.kind(target), TypeKind::Pointer(_)) {
            return self.increment_address(increment, prefix, target, span);
        }
        let number = self.numbers(ty).is_some_and(|s| s.kind != ScalarKind::Bool && s.encoding().is_none());
        if !number {
            let sign = if increment { "++" } else { "--" };
            let message = format!("the operator `{sign}` does not apply to {}", self.show(ty));
            return self.error_expr(Diagnostic::new(Code::N0304, span, message), span);
        }
        self.warn_of_vector_operator(ty, if increment { "++" } else { "--" }, span);
        self.push(ExprKind::Step { increment, prefix, target }, ty, span)
    }
}
