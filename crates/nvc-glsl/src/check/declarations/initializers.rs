//! Checks initializers: expressions and initializer lists (GLSL §4.1.11, GL_EXT_null_initializer).

use crate::ast;
use crate::builtins::signature::Needs;
use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::types::{Length, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span, counted};

impl Checker<'_> {
    /// Returns the type of an unsized array with the size of its initializer; other types are unchanged.
    pub(in crate::check) fn infer_size(&self, ty: Type, value: Option<ExprId>) -> Type {
        let unsized_array = self.contains(ty, &|kind| matches!(kind, TypeKind::Array(_, Length::Unsized)));
        match value {
            Some(value) if unsized_array && matches!(self.kind(value), TypeKind::Array(..)) => self.ty(value),
            _ => ty,
        }
    }

    /// Checks an initializer or assigned value: an expression or a list of expressions (GLSL §4.1.11).
    pub(in crate::check) fn initializer(&mut self, value: Handle<ast::Expr>, ty: Type, what: &str) -> ExprId {
        let unit = self.unit;
        let ast::Expr { kind, span } = &unit.exprs[value];
        let ast::ExprKind::List(parts) = kind else { return self.value(value) };
        if ty == self.common.error {
            return self.poison(*span);
        }
        if parts.is_empty() {
            let needs = Needs::extensions(&["GL_EXT_null_initializer"]);
            if !self.require(&needs, "the initializer `{}`", *span) || self.contains_bound_opaque(ty) {
                return self.poison(*span);
            }
            let zero = self.zero(ty);
            return self.const_expr(zero, ty, *span);
        }
        if self.part_type(ty, 0).is_none() {
            let message = format!("{} cannot be initialized with a list", self.show(ty));
            let help = "write the value without braces";
            return self.error_expr(Diagnostic::new(Code::N1302, *span, message).help(help), *span);
        }
        let count = parts.len();
        let mut values = Vec::with_capacity(count);
        for (index, &part) in parts.iter().enumerate() {
            let Some(part_ty) = self.part_type(ty, index as u64) else {
                let message = format!("too many initializers for {}", self.show(ty));
                let at = unit.exprs[part].span;
                return self.error_expr(Diagnostic::new(Code::N1302, at, message), at);
            };
            let value = self.initializer(part, part_ty, what);
            let part_ty = self.infer_size(part_ty, Some(value));
            values.push(self.implicit_conversion(value, part_ty, what));
        }
        match self.shape(ty) {
            Some((shape, _)) => self.component_list(ty, shape, values, *span),
            None => self.construct(ty, values, *span),
        }
    }

    /// Builds a vector or matrix from a list with one initializer for each component or column.
    fn component_list(&mut self, ty: Type, shape: Shape, values: Vec<ExprId>, span: Span) -> ExprId {
        let wanted = match shape {
            Shape::Scalar => 1,
            Shape::Vector(size) => size as usize,
            Shape::SpecVector(length) => self.default_length(length) as usize,
            Shape::Matrix(columns, _) => columns as usize,
        };
        if values.len() != wanted {
            let message =
                format!("{} needs {}, not {}", self.show(ty), counted(wanted, "initializer"), values.len());
            return self.error_expr(Diagnostic::new(Code::N1302, span, message), span);
        }
        self.construct(ty, values, span)
    }
}
