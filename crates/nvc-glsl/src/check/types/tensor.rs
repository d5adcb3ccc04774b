//! Resolves tensor layout and view types: `tensorLayoutNV<dimensions, clamp mode>` and `tensorViewNV<dimensions, has
//! dimensions, permutation...>` (GL_NV_cooperative_matrix2).

use crate::ast;
use crate::builtins::signature::Needs;
use crate::check::{Checker, ExprId};
use crate::name::Name;
use crate::types::constant::Const;
use crate::types::{TensorLayout, TensorView, Type, TypeKind, scalar};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::tensor::{ClampMode, MAX_TENSOR_DIMENSIONS};

const NEEDS: Needs = Needs::extensions(&["GL_NV_cooperative_matrix2"]);
const LAYOUT: &str = "tensorLayoutNV";
const VIEW: &str = "tensorViewNV";

/// Returns the requirement under which the name of a tensor type is a keyword; `None` for other names.
pub(in crate::check) fn needs(name: &str) -> Option<&'static Needs> {
    [LAYOUT, VIEW].contains(&name).then_some(&NEEDS)
}

impl Checker<'_> {
    /// Returns the tensor layout or view type with these parameters; the error type if the parameters are invalid or
    /// the extension is not enabled; `None` for other names.
    pub(super) fn tensor_type(
        &mut self,
        name: Name,
        parameters: &[Handle<ast::Expr>],
        span: Span,
    ) -> Option<Type> {
        let text = self.names.text(name);
        let is_layout = text == LAYOUT;
        needs(text)?;
        if !self.require_named(&NEEDS, "the type", name, span) {
            return Some(self.common.error);
        }
        let max = if is_layout { 2 } else { 2 + MAX_TENSOR_DIMENSIONS as usize };
        if !(1..=max).contains(&parameters.len()) {
            let text = if is_layout { LAYOUT } else { VIEW };
            let list =
                if is_layout { "dimensions, clamp mode" } else { "dimensions, has dimensions, permutation" };
            let message = format!("`{text}` takes 1 to {max} parameters, not {}", parameters.len());
            let finding = Diagnostic::new(Code::N1305, span, message);
            self.report(finding.note(format!("the parameters are {list}")));
            return Some(self.common.error);
        }
        let values: Vec<ExprId> = parameters
            .iter()
            .map(|&parameter| self.constant_expr_context(|this| this.value(parameter)))
            .collect();
        Some(match is_layout {
            true => self.tensor_layout_type(&values),
            false => self.tensor_view_type(&values, span),
        })
    }

    /// Returns the layout type with these parameters; the error type if one is invalid.
    pub(in crate::check) fn tensor_layout_type(&mut self, values: &[ExprId]) -> Type {
        let Some((&dimensions, clamp)) = values.split_first() else { return self.common.error };
        let dimensions = self.dimensions_parameter(dimensions);
        let clamp = match clamp.first() {
            Some(&clamp) => {
                self.tensor_parameter(clamp, self.common.int, "the clamp mode", 0, ClampMode::ALL.len() - 1)
            }
            None => Some(self.scalar_const(scalar::I32, 0)),
        };
        let (Some(dimensions), Some(clamp)) = (dimensions, clamp) else { return self.common.error };
        self.program.types.intern(TypeKind::TensorLayout(TensorLayout { dimensions, clamp }))
    }

    /// Returns the view type with these parameters; the error type if one is invalid.
    pub(in crate::check) fn tensor_view_type(&mut self, values: &[ExprId], span: Span) -> Type {
        let Some((&first, rest)) = values.split_first() else { return self.common.error };
        let dimensions = self.dimensions_parameter(first);
        let has_dimensions = match rest.first() {
            Some(&flag) => {
                self.tensor_parameter(flag, self.common.bool, "the second parameter of `tensorViewNV`", 0, 1)
            }
            None => Some(self.scalar_const(scalar::BOOL, 0)),
        };
        let (Some(dimensions), Some(has_dimensions)) = (dimensions, has_dimensions) else {
            return self.common.error;
        };
        let count = self.integer(dimensions).and_then(|count| usize::try_from(count).ok());
        let given = rest.get(1..).unwrap_or_default();
        let mut permutation = Vec::new();
        for &number in given {
            let max = count.unwrap_or(MAX_TENSOR_DIMENSIONS as usize) - 1;
            match self.tensor_parameter(number, self.common.int, "a dimension of the permutation", 0, max) {
                Some(number) => permutation.push(number),
                None => return self.common.error,
            }
        }
        if given.is_empty() {
            // Without a permutation, the dimensions keep their order.
            let Some(count) = count else {
                let message = "a tensor view needs a permutation if its number of dimensions is a specialization constant";
                self.error(Code::N1305, span, message);
                return self.common.error;
            };
            permutation.extend((0..count as u64).map(|at| self.scalar_const(scalar::I32, at)));
        }
        let known: Vec<Option<i128>> = permutation.iter().map(|&number| self.integer(number)).collect();
        let repeated = known
            .iter()
            .enumerate()
            .any(|(at, number)| number.is_some() && known.iter().take(at).any(|other| other == number));
        if count.is_some_and(|count| count != permutation.len()) || repeated {
            let message = "the permutation of a tensor view must have each dimension once";
            let finding = Diagnostic::new(Code::N1305, span, message);
            self.report(match count {
                Some(count) => {
                    finding.note(format!("the view has {}", nvc_diag::counted(count, "dimension")))
                }
                None => finding,
            });
            return self.common.error;
        }
        let view = TensorView { dimensions, has_dimensions, permutation };
        self.program.types.intern(TypeKind::TensorView(view))
    }

    fn dimensions_parameter(&mut self, e: ExprId) -> Option<Handle<Const>> {
        let max = MAX_TENSOR_DIMENSIONS as usize;
        self.tensor_parameter(e, self.common.int, "the number of dimensions of a tensor", 1, max)
    }

    /// Checks that a parameter is a constant from `min` to `max`, and converts it to `ty`, so that equal parameters yield
    /// equal types. The range of a specialization constant is not checked. Reports an error and returns `None` if the
    /// parameter is invalid.
    fn tensor_parameter(
        &mut self,
        e: ExprId,
        ty: Type,
        what: &str,
        min: usize,
        max: usize,
    ) -> Option<Handle<Const>> {
        if self.is_error(e) {
            return None;
        }
        let span = self.span(e);
        let fits = matches!(*self.kind(e), TypeKind::Scalar(scalar) if !scalar.is_float());
        let constant = if fits {
            let e = self.construct(ty, vec![e], span);
            self.const_of(e)
        } else {
            None
        };
        let Some(constant) = constant else {
            self.error(Code::N1303, span, format!("{what} must be an integer or boolean constant"));
            return None;
        };
        if let Some(value) = self.integer(constant)
            && !(min as i128..=max as i128).contains(&value)
        {
            self.error(Code::N1305, span, format!("{what} must be {min} to {max}, not {value}"));
            return None;
        }
        Some(constant)
    }
}
