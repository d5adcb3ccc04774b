//! Resolves cooperative-matrix types: `fcoopmatNV<bits, scope, rows, columns>`, `coopmat<...>` and so on.

use super::cooperative_vector;
use crate::ast;
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::name::Name;
use crate::type_names;
use crate::types::constant::Const;
use crate::types::{CoopMatrix, Scalar, ScalarKind, Type, TypeKind, scalar};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};

/// Type names: the component kind if the name implies it, the extension, the number of parameters.
static NAMES: &[(&str, Option<ScalarKind>, Needs, usize)] = &[
    ("fcoopmatNV", Some(ScalarKind::Float), Needs::extensions(&["GL_NV_cooperative_matrix"]), 4),
    ("icoopmatNV", Some(ScalarKind::Sint), Needs::extensions(&["GL_NV_integer_cooperative_matrix"]), 4),
    ("ucoopmatNV", Some(ScalarKind::Uint), Needs::extensions(&["GL_NV_integer_cooperative_matrix"]), 4),
    ("coopmat", None, Needs::extensions(&["GL_KHR_cooperative_matrix"]), 5),
];

/// Returns the requirement under which a name is a keyword; `None` unless it is that of a cooperative matrix or
/// vector type, or `vector`.
pub(in crate::check) fn needs(name: &str) -> Option<&'static Needs> {
    let matrix = NAMES.iter().find(|(known, ..)| *known == name).map(|(_, _, needs, _)| needs);
    let matrix = matrix.or((name == cooperative_vector::NAME).then_some(&cooperative_vector::NEEDS));
    matrix.or((name == "vector").then_some(&super::long_vector::NEEDS))
}

impl Checker<'_> {
    /// Returns the cooperative-matrix type with this name and parameters; `None` for other names.
    pub(super) fn cooperative_type(
        &mut self,
        name: Name,
        parameters: &[Handle<ast::Expr>],
        span: Span,
    ) -> Option<Type> {
        let text = self.names.text(name);
        let &(text, kind, ref needs, count) = NAMES.iter().find(|(name, ..)| *name == text)?;
        if !self.require_named(needs, "the type", name, span) {
            return Some(self.common.error);
        }
        if !self.check_cooperative_version(text, span) {
            return Some(self.common.error);
        }
        if parameters.len() != count {
            let given = parameters.len();
            let list =
                if kind.is_some() { "bits, scope, rows, columns" } else { "type, scope, rows, columns, use" };
            let message = format!("`{text}` takes {count} parameters, not {given}");
            self.report(
                Diagnostic::new(Code::N1305, span, message).note(format!("the parameters are {list}")),
            );
            return Some(self.common.error);
        }
        let (&first, rest) = parameters.split_first()?;
        let scalar = match kind {
            Some(kind) => self.component_of_bits(first, kind),
            None => self.component_of_type(first),
        };
        let mut numbers = Vec::new();
        for &parameter in rest {
            numbers.push(self.type_parameter(parameter, "a parameter of a cooperative-matrix type"));
        }
        let numbers: Option<Vec<Handle<Const>>> = numbers.into_iter().collect();
        let (Some(scalar), Some(numbers)) = (scalar, numbers) else { return Some(self.common.error) };
        let [scope, rows, columns, ref usage @ ..] = *numbers else { return Some(self.common.error) };
        if let Some(number) = usage.first().and_then(|&usage| self.integer(usage))
            && !(0..=2).contains(&number)
        {
            let at = parameters.last().map_or(span, |&parameter| self.unit.exprs[parameter].span);
            let message = format!("the use of a cooperative matrix must be 0 to 2, not {number}");
            let help = "write `gl_MatrixUseA`, `gl_MatrixUseB` or `gl_MatrixUseAccumulator`";
            self.report(Diagnostic::new(Code::N1305, at, message).help(help));
            return Some(self.common.error);
        }
        let matrix = CoopMatrix { scalar, scope, rows, columns, usage: usage.first().copied() };
        Some(self.program.types.intern(TypeKind::CoopMatrix(matrix)))
    }

    /// Rejects language versions without cooperative matrices and vectors.
    pub(super) fn check_cooperative_version(&mut self, text: &str, span: Span) -> bool {
        let (first, version) = if self.features.is_es() { (320, "320 es") } else { (450, "450") };
        if self.features.version() < first {
            let message = format!("the type `{text}` needs version {version}");
            let help = format!("write `#version {version}` on the first line");
            self.report(Diagnostic::new(Code::N1501, span, message).help(help));
            return false;
        }
        true
    }

    /// Returns the component type for a width in bits: 16, 32, 64 for floats (GL_NV_cooperative_matrix), 8, 16, 32 for
    /// integers (GL_NV_integer_cooperative_matrix).
    fn component_of_bits(&mut self, parameter: Handle<ast::Expr>, kind: ScalarKind) -> Option<Scalar> {
        let e = self.value(parameter);
        let bits = self.constant_integer(e, "the number of bits")?;
        let width = match (bits, kind) {
            (8, ScalarKind::Sint | ScalarKind::Uint) => 1,
            (16, _) => 2,
            (32, _) => 4,
            (64, ScalarKind::Float) => 8,
            _ => {
                let span = self.span(e);
                let all = if kind == ScalarKind::Float { "16, 32 or 64" } else { "8, 16 or 32" };
                let message = format!("a component cannot have {bits} bits");
                self.report(Diagnostic::new(Code::N1305, span, message).note(format!("the width is {all}")));
                return None;
            }
        };
        Some(Scalar { kind, width })
    }

    /// Returns the component type that a parameter names (GL_KHR_cooperative_matrix).
    pub(super) fn component_of_type(&mut self, parameter: Handle<ast::Expr>) -> Option<Scalar> {
        let unit = self.unit;
        let ast::Expr { kind, span } = &unit.exprs[parameter];
        let ast::ExprKind::Ident(name) = kind else {
            self.error(Code::N1305, *span, "the first parameter must be the component type");
            return None;
        };
        let text = self.text(*name);
        match type_names::find(&text) {
            Some((TypeKind::Scalar(scalar), needs))
                if scalar != scalar::BOOL && scalar.microscaling().is_none() =>
            {
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

    /// Checks a scope, row count, column count, use or component count: an integer constant, which may depend on
    /// specialization constants. It is converted to `int`, so that equal parameters yield equal types.
    pub(super) fn type_parameter(
        &mut self,
        parameter: Handle<ast::Expr>,
        what: &str,
    ) -> Option<Handle<Const>> {
        let e = self.constant_expr_context(|this| this.value(parameter));
        if self.is_error(e) {
            return None;
        }
        let integer = matches!(
            self.kind(e),
            TypeKind::Scalar(Scalar { kind: ScalarKind::Sint | ScalarKind::Uint, .. })
        );
        let e = if integer { self.convert_to(e, self.common.int) } else { e };
        let constant = self.const_of(e).filter(|_| integer);
        if constant.is_none() {
            let span = self.span(e);
            self.error(Code::N1303, span, format!("{what} must be an integer constant"));
        }
        constant
    }
}
