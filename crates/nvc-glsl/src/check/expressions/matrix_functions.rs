//! Checks the arguments of the functions of GL_NV_cooperative_matrix2, GL_NV_cooperative_matrix_decode_vector and
//! GL_EXT_cooperative_matrix_maintenance1: uses, scopes, sizes and component types of matrices, and dimensions of
//! tensors.

use super::callbacks::Expected;
use crate::builtins::Operation;
use crate::builtins::operation::CooperativeFunction as F;
use crate::builtins::signature::Row;
use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::tree::{ExprKind, GlobalKind};
use crate::types::{CoopMatrix, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::Op;
use nvc_ir::tensor::Reduction;

/// Alignment in bytes of the start of a tensor.
const TENSOR_ALIGN: i128 = 16;

impl Checker<'_> {
    /// Checks the arguments of a function on matrices or tensors, and replaces names of functions by the overloads that
    /// are called.
    pub(super) fn check_matrix_function(
        &mut self,
        row: &'static Row,
        args: &mut [ExprId],
        span: Span,
    ) -> bool {
        match row.operation {
            Operation::Tensor(op) => self.check_tensor_numbers(row.name, op, args, span),
            Operation::Cooperative(F::LoadTensor) => {
                self.warn_of_tensor_offset(args);
                self.check_tensor_load(args, span)
            }
            Operation::Cooperative(F::StoreTensor) => {
                self.warn_of_tensor_offset(args);
                true
            }
            Operation::Cooperative(F::Reduce) => self.check_reduction(row.name, args, span),
            Operation::Cooperative(F::PerElement) => self.check_per_element(args, span),
            Operation::Cooperative(F::Transpose) => self.check_transpose(row.name, args, span),
            _ => true,
        }
    }

    fn matrix_of(&self, e: ExprId) -> Option<CoopMatrix> {
        match *self.kind(e) {
            TypeKind::CoopMatrix(matrix) => Some(matrix),
            _ => None,
        }
    }

    /// Checks that a function that sets a property of a layout or view receives one or two numbers for each dimension.
    fn check_tensor_numbers(&mut self, name: &str, op: Op, args: &[ExprId], span: Span) -> bool {
        let each = match op {
            Op::TensorLayoutBlock | Op::TensorLayoutDimensions | Op::TensorLayoutStrides => 1,
            Op::TensorViewDimensions | Op::TensorViewStrides => 1,
            Op::TensorLayoutSlice => 2,
            _ => return true,
        };
        let Some((&tensor, numbers)) = args.split_first() else { return true };
        let dimensions = match self.kind(tensor) {
            TypeKind::TensorLayout(layout) => layout.dimensions,
            TypeKind::TensorView(view) => view.dimensions,
            _ => return true,
        };
        let given = numbers.len();
        match self.integer(dimensions) {
            None if given.is_multiple_of(each) => true,
            Some(count) if count * each as i128 == given as i128 => true,
            count => {
                let numbers = nvc_diag::counted(given, "number");
                let message = format!("`{name}` has {numbers} after its first argument");
                let mut finding = Diagnostic::new(Code::N1301, span, message);
                if let Some(count) = count {
                    let needed = count * each as i128;
                    finding = finding.note(format!("{} takes {needed}", self.show(self.ty(tensor))));
                } else {
                    finding = finding.note("it takes an offset and a size for each dimension");
                }
                self.report(finding);
                false
            }
        }
    }

    /// Warns about a constant offset of a tensor that is not aligned to 16 bytes. The behaviour is undefined, but all
    /// compilers accept it.
    fn warn_of_tensor_offset(&mut self, args: &[ExprId]) {
        let [_, memory, offset, ..] = *args else { return };
        let TypeKind::Array(element, _) = *self.kind(memory) else { return };
        let Some((shape, scalar)) = self.shape(element) else { return };
        let components = match shape {
            Shape::Scalar => 1,
            Shape::Vector(size) => size,
            Shape::SpecVector(_) | Shape::Matrix(..) => return,
        };
        let known = self.const_of(offset).and_then(|offset| self.integer(offset));
        let Some(known) = known else { return };
        let bytes = known * i128::from(components) * i128::from(scalar.width);
        if bytes % TENSOR_ALIGN != 0 {
            let message =
                format!("a tensor must start at a multiple of {TENSOR_ALIGN} bytes, not at byte {bytes}");
            let span = self.span(offset);
            let finding = Diagnostic::new(Code::W1103, span, message);
            self.diags.add(finding.note("GL_NV_cooperative_matrix2 requires it"));
        }
    }

    /// Checks a load through a tensor layout. Elements can be decoded only from buffers.
    fn check_tensor_load(&mut self, args: &mut [ExprId], span: Span) -> bool {
        let [matrix, memory, _, layout, ..] = *args else { return true };
        let (Some(matrix), TypeKind::TensorLayout(layout)) = (self.matrix_of(matrix), self.kind(layout))
        else {
            return true;
        };
        let dimensions = layout.dimensions;
        let mut vector = false;
        for at in 4..args.len() {
            let Some(&arg) = args.get(at) else { break };
            if !matches!(self.kind(arg), TypeKind::Function) {
                continue;
            }
            if !vector && self.is_shared(memory) {
                let message = "a matrix can be decoded only from a buffer, not from shared memory";
                self.error(Code::N1301, span, message);
                return false;
            }
            let expected = Expected::Decoder { scalar: matrix.scalar, dimensions, vector };
            let Some(callback) = self.callback(arg, &expected) else { return false };
            if let Some(slot) = args.get_mut(at) {
                *slot = callback;
            }
            vector = true;
        }
        true
    }

    /// Returns whether an lvalue is in shared memory.
    pub(super) fn is_shared(&self, mut lvalue: ExprId) -> bool {
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Global(global) => {
                    let kind = &self.program.globals[global].kind;
                    return matches!(kind, GlobalKind::Shared { .. } | GlobalKind::SharedBlock);
                }
                ExprKind::Member(base, _) | ExprKind::Index(base, _) => base,
                _ => return false,
            };
        }
    }

    /// Checks `coopMatReduce...(result, matrix, mask, function)`.
    fn check_reduction(&mut self, name: &str, args: &mut [ExprId], span: Span) -> bool {
        let [result, from, mask, function] = *args else { return true };
        let (Some(to), Some(m)) = (self.matrix_of(result), self.matrix_of(from)) else { return true };
        let mask_span = self.span(mask);
        let bits = self.const_of(mask).and_then(|mask| self.integer(mask));
        let reduction = bits.and_then(|bits| Reduction::from_mask(u32::try_from(bits).ok()?));
        let Some(reduction) = reduction else {
            let message = "the mask of a reduction must select rows, columns, both, or squares of 2x2";
            let ext = if name.ends_with("EXT") { "EXT" } else { "NV" };
            let help = format!("write one of the constants `gl_CooperativeMatrixReduce...{ext}`");
            self.report(Diagnostic::new(Code::N1301, mask_span, message).help(help));
            return false;
        };
        let mut notes = Vec::new();
        for (matrix, what) in [(m, "the matrix"), (to, "the result")] {
            if self.matrix_use(matrix).is_some_and(|usage| usage != 2) || matrix.usage.is_none() {
                notes.push(format!("{what} is not an accumulator"));
            }
        }
        if !m.scalar.is_float() && name.ends_with("NV") {
            notes.push("the components are not floats".to_owned());
        }
        let sizes: &[(Handle<_>, Handle<_>, &str, i128)] = &[
            (m.rows, to.rows, "rows", i128::from(reduction == Reduction::Row)),
            (m.columns, to.columns, "columns", i128::from(reduction == Reduction::Column)),
            (m.rows, to.rows, "rows", 2 * i128::from(reduction == Reduction::Square)),
            (m.columns, to.columns, "columns", 2 * i128::from(reduction == Reduction::Square)),
        ];
        for &(from, to, what, factor) in sizes.iter().filter(|(.., factor)| *factor != 0) {
            if let (Some(from), Some(to)) = (self.integer(from), self.integer(to))
                && from != to * factor
            {
                let half = if factor == 2 { "half of " } else { "" };
                notes.push(format!("the result has {to} {what}, not {half}{from}"));
            }
        }
        self.compare_matrices(m, to, &mut notes);
        if !self.matches(notes, "the result does not fit the reduction of the matrix", span) {
            return false;
        }
        self.set_callback(args, 3, function, &Expected::Combine { scalar: m.scalar })
    }

    /// Checks `coopMatPerElement...(result, matrix, function, ...)`.
    fn check_per_element(&mut self, args: &mut [ExprId], span: Span) -> bool {
        let [result, from, function, ref others @ ..] = *args else { return true };
        let (Some(_), Some(m)) = (self.matrix_of(result), self.matrix_of(from)) else { return true };
        if self.ty(result) != self.ty(from) {
            let (to, from) = (self.show(self.ty(result)), self.show(self.ty(from)));
            let message = "the result and the matrix must have the same type";
            self.report(
                Diagnostic::new(Code::N1301, span, message).note(format!("they are {to} and {from}")),
            );
            return false;
        }
        let mut types = Vec::new();
        for &other in others {
            let ty = self.ty(other);
            types.push(match self.matrix_of(other) {
                None => ty,
                Some(_) if ty == self.ty(from) => self.program.types.scalar(m.scalar),
                Some(_) => {
                    let at = self.span(other);
                    let message = format!(
                        "a further matrix must have the type of the first, {}",
                        self.show(self.ty(from))
                    );
                    self.error(Code::N1301, at, message);
                    return false;
                }
            });
        }
        self.set_callback(args, 2, function, &Expected::Element { scalar: m.scalar, others: types })
    }

    /// Checks `coopMatTranspose...(result, matrix)`.
    fn check_transpose(&mut self, name: &str, args: &[ExprId], span: Span) -> bool {
        let [result, from] = *args else { return true };
        let (Some(to), Some(m)) = (self.matrix_of(result), self.matrix_of(from)) else { return true };
        let mut notes = Vec::new();
        if self.matrix_use(m) != Some(2) {
            notes.push("the matrix is not an accumulator".to_owned());
        }
        let factor = self.matrix_use(to);
        if factor != Some(1) && (factor != Some(0) || name.ends_with("NV")) {
            let wanted = if name.ends_with("NV") { "B" } else { "A or B" };
            notes.push(format!("the use of the result is not {wanted}"));
        }
        for (from, to, what, into) in
            [(m.rows, to.columns, "rows", "columns"), (m.columns, to.rows, "columns", "rows")]
        {
            if let Some((from, to)) = self.known_difference(from, to) {
                notes.push(format!("the matrix has {from} {what}, the result {to} {into}"));
            }
        }
        self.compare_matrices(m, to, &mut notes);
        self.matches(notes, "the result does not fit the transpose of the matrix", span)
    }

    /// Compares the scopes and component types of two matrices, and adds their differences to `notes`.
    fn compare_matrices(&self, from: CoopMatrix, to: CoopMatrix, notes: &mut Vec<String>) {
        if let Some((from, to)) = self.known_difference(from.scope, to.scope) {
            notes.push(format!("the scopes are {from} and {to}"));
        }
        if from.scalar != to.scalar {
            let name = crate::type_names::of_scalar;
            notes.push(format!("the component types are `{}` and `{}`", name(from.scalar), name(to.scalar)));
        }
    }

    /// Reports an error with these notes. Returns true, without an error, if there are no notes.
    pub(super) fn matches(&mut self, notes: Vec<String>, message: &str, span: Span) -> bool {
        if notes.is_empty() {
            return true;
        }
        let finding = Diagnostic::new(Code::N1301, span, message);
        self.report(notes.into_iter().fold(finding, Diagnostic::note));
        false
    }

    /// Replaces the name of a function among the arguments by the overload that is called.
    fn set_callback(&mut self, args: &mut [ExprId], at: usize, name: ExprId, expected: &Expected) -> bool {
        let Some(callback) = self.callback(name, expected) else { return false };
        if let Some(slot) = args.get_mut(at) {
            *slot = callback;
        }
        true
    }
}
