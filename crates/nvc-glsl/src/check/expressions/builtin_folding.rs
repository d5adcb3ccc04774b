//! Folds calls of built-in functions with constant arguments (GLSL §4.3.3).

use crate::builtins::constant::{Operand, Rule};
use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::types::Type;
use crate::types::constant::Const;
use naga::Handle;
use nvc_diag::Span;

impl Checker<'_> {
    /// Folds a call of a built-in function. `None` if an argument is not constant or depends on a
    /// specialization constant, or if the result is undefined: the call is then evaluated at run time.
    pub(super) fn fold_builtin(
        &mut self,
        rule: Rule,
        args: &[ExprId],
        ty: Type,
        span: Span,
    ) -> Option<ExprId> {
        let (shape, result) = self.shape(ty)?;
        let operands: Vec<Operand> =
            args.iter().map(|&arg| self.operand_numbers(arg)).collect::<Option<_>>()?;
        let bits = rule.apply(&operands, result)?;
        if shape.components().map(|count| count as usize) != Some(bits.len()) {
            return None;
        }
        let parts: Vec<Handle<Const>> =
            bits.into_iter().map(|bits| self.scalar_const(result, bits)).collect();
        let constant = self.compose(shape, result, &parts)?;
        Some(self.const_expr(constant, ty, span))
    }

    /// Returns the components of a constant argument; `None` if it is not constant or depends on a specialization constant.
    fn operand_numbers(&mut self, e: ExprId) -> Option<Operand> {
        let (shape, scalar) = self.shape(self.ty(e))?;
        // The number of parts is that of the components only if the latter is known.
        shape.components()?;
        let parts = self.components(self.const_of(e)?, self.ty(e))?;
        let parts: Vec<u64> = parts
            .into_iter()
            .map(|part| self.scalar_bits(part).map(|(_, bits)| bits))
            .collect::<Option<_>>()?;
        let rows = match shape {
            Shape::Matrix(_, rows) => rows as usize,
            _ => parts.len(),
        };
        Some(Operand { scalar, rows, parts })
    }
}
