//! Resolves the type `vector<T, N>` (GL_EXT_long_vector). With 2 to 4 components it is the ordinary vector type. With one
//! component it differs from the scalar type, but lowering represents its values as scalars.

use crate::ast;
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::name::Name;
use crate::type_names;
use crate::types::{Scalar, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::types::MAX_COMPONENTS;

/// The requirement under which `vector` is a keyword.
pub(super) const NEEDS: Needs = Needs::extensions(&["GL_EXT_long_vector"]);

impl Checker<'_> {
    /// Returns the type `vector<...>`.
    pub(super) fn long_vector_type(
        &mut self,
        name: Name,
        parameters: &[Handle<ast::Expr>],
        span: Span,
    ) -> Type {
        if !self.require_named(&NEEDS, "the type", name, span) {
            return self.common.error;
        }
        let &[component, count] = parameters else {
            let message = format!("`vector` takes 2 parameters, not {}", parameters.len());
            self.report(
                Diagnostic::new(Code::N1305, span, message)
                    .note("the parameters are the component type and the number of components"),
            );
            return self.common.error;
        };
        let scalar = self.vector_component(component);
        let length = self.type_parameter(count, "the number of components");
        let (Some(scalar), Some(length)) = (scalar, length) else { return self.common.error };
        let Some(known) = self.integer(length) else {
            let default = self.default_length(length);
            if default > u32::from(MAX_COMPONENTS) {
                let at = self.unit.exprs[count].span;
                let message = format!("a vector has 1 to {MAX_COMPONENTS} components");
                self.report(
                    Diagnostic::new(Code::N1305, at, message)
                        .note("the default value of this specialization constant is outside this range")
                        .help("change the default value"),
                );
                return self.common.error;
            }
            return self.program.types.intern(TypeKind::SpecVector(length, scalar));
        };
        match u16::try_from(known) {
            Ok(count @ 1..=MAX_COMPONENTS) => self.program.types.intern(TypeKind::Vector(count, scalar)),
            _ => {
                let at = self.unit.exprs[count].span;
                let message = format!("a vector has 1 to {MAX_COMPONENTS} components, not {known}");
                self.error(Code::N1305, at, message);
                self.common.error
            }
        }
    }

    fn vector_component(&mut self, parameter: Handle<ast::Expr>) -> Option<Scalar> {
        let unit = self.unit;
        let ast::Expr { kind, span } = &unit.exprs[parameter];
        let ast::ExprKind::Ident(name) = kind else {
            self.error(Code::N1305, *span, "the first parameter must be the component type");
            return None;
        };
        let text = self.text(*name);
        match type_names::find(&text) {
            Some((TypeKind::Scalar(scalar), needs)) => {
                self.require(needs, &format!("the type `{text}`"), *span);
                Some(scalar)
            }
            _ => {
                let message = format!("`{text}` is not a valid component type");
                self.error(Code::N1305, *span, message);
                None
            }
        }
    }
}
