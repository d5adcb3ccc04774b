//! Resolves the type `coopvecNV<T, N>` (GL_NV_cooperative_vector).

use crate::ast;
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::name::Name;
use crate::types::{CoopVector, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};

/// The name of the type.
pub(super) const NAME: &str = "coopvecNV";

/// The requirement under which the name is a keyword.
pub(super) const NEEDS: Needs = Needs::extensions(&["GL_NV_cooperative_vector"]);

impl Checker<'_> {
    /// Returns the cooperative-vector type with these parameters; `None` for other names.
    pub(super) fn cooperative_vector_type(
        &mut self,
        name: Name,
        parameters: &[Handle<ast::Expr>],
        span: Span,
    ) -> Option<Type> {
        if self.names.text(name) != NAME {
            return None;
        }
        let error = Some(self.common.error);
        if !self.require_named(&NEEDS, "the type", name, span) || !self.check_cooperative_version(NAME, span)
        {
            return error;
        }
        let &[component, parameter] = parameters else {
            let message = format!("`{NAME}` takes 2 parameters, not {}", parameters.len());
            self.report(
                Diagnostic::new(Code::N1305, span, message)
                    .note("the parameters are the component type and the number of components"),
            );
            return error;
        };
        let scalar = self.component_of_type(component);
        let length = self.type_parameter(parameter, "the number of components of a cooperative vector");
        let (Some(scalar), Some(length)) = (scalar, length) else { return error };
        if let Some(count) = self.integer(length)
            && count < 1
        {
            let at = self.unit.exprs[parameter].span;
            let message = format!("a cooperative vector needs at least 1 component, not {count}");
            self.error(Code::N1305, at, message);
            return error;
        }
        Some(self.program.types.intern(TypeKind::CoopVector(CoopVector { scalar, length })))
    }

    /// Returns the number of components; `None` if it depends on specialization constants.
    pub(in crate::check) fn vector_length(&self, vector: CoopVector) -> Option<u32> {
        self.integer(vector.length).and_then(|count| u32::try_from(count).ok())
    }
}
