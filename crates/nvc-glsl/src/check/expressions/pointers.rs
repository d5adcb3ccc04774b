//! Checks buffer references (GL_EXT_buffer_reference, GL_EXT_buffer_reference2) and pointers
//! (GL_NV_shader_buffer_load). Pointer arithmetic becomes arithmetic on 64-bit integers.

use crate::ast::operator;
use crate::check::{Checker, ExprId};
use crate::layout::{Rules, align_up};
use crate::tree::ExprKind;
use crate::types::{Length, Memory, Scalar, ScalarKind, StructId, Type, TypeKind, scalar};
use naga::BinaryOperator;
use nvc_diag::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks that a buffer reference is defined, where the program uses its members or size.
    pub(in crate::check) fn check_defined(&mut self, id: StructId, span: Span) -> bool {
        let Some(&declared) = self.forward.get(&id) else { return true };
        let name = self.program.types.get_struct(id).map_or_else(String::new, |def| self.text(def.name));
        let message = format!("`{name}` is declared but not defined yet");
        self.report(Diagnostic::new(Code::N1305, span, message).secondary(declared, "declared here"));
        false
    }

    /// Checks `*pointer`.
    pub(super) fn dereference(&mut self, operand: ExprId, span: Span) -> ExprId {
        match *self.kind(operand) {
            TypeKind::Error => operand,
            TypeKind::Pointer(target) if target != self.common.void => {
                self.push(ExprKind::Deref(operand, Memory::default()), target, span)
            }
            _ => {
                let message = format!("{} cannot be dereferenced", self.show(self.ty(operand)));
                self.error_expr(Diagnostic::new(Code::N0304, span, message), span)
            }
        }
    }

    /// Checks `&lvalue`, for an lvalue reached through an address.
    pub(super) fn address_of(&mut self, operand: ExprId, span: Span) -> ExprId {
        if self.is_error(operand) {
            return operand;
        }
        if !self.is_dereferenced(operand) {
            let message = format!("{} has no address", self.describe(operand));
            let diagnostic = Diagnostic::new(Code::N0304, span, message)
                .note("nvc accepts `&` only on memory reached through a pointer");
            let diagnostic = match self.in_buffer(operand) {
                true => diagnostic
                    .help("declare a uniform pointer, and set it to the buffer's address through the API"),
                false => diagnostic,
            };
            return self.error_expr(diagnostic, span);
        }
        let target = self.ty(operand);
        let ty = self.program.types.intern(TypeKind::Pointer(target));
        self.push(ExprKind::AddressOf(operand), ty, span)
    }

    /// Returns the stride of pointer arithmetic on a type, in bytes; reports a type without a size.
    fn stride(&mut self, ty: Type, span: Span) -> Option<u64> {
        match *self.program.types.kind(ty) {
            TypeKind::Pointer(target) => {
                if target == self.common.void {
                    self.error(Code::N0304, span, "arithmetic on a pointer to `void` is not allowed");
                    return None;
                }
                let cx = crate::layout::Context {
                    types: &self.program.types,
                    constants: &self.program.constants,
                    spec_constants: &self.program.spec_constants,
                };
                Some(self.layouts.array_stride(cx, target, Rules::POINTER))
            }
            TypeKind::Reference(id) => {
                if !self.features.has("GL_EXT_buffer_reference2") {
                    let needs = crate::builtins::signature::Needs::extensions(&["GL_EXT_buffer_reference2"]);
                    self.require(&needs, "arithmetic on buffer references", span);
                    return None;
                }
                if !self.check_defined(id, span) {
                    return None;
                }
                let def = self.program.types.get_struct(id)?;
                let last = def.members.last().map(|member| member.ty);
                let align = def.align;
                if last.is_some_and(|ty| {
                    matches!(self.program.types.kind(ty), TypeKind::Array(_, Length::Unsized))
                }) {
                    let message =
                        "arithmetic on a reference to a block that ends in an unsized array is not allowed";
                    self.error(Code::N0304, span, message);
                    return None;
                }
                Some(align_up(self.struct_end(id), align))
            }
            _ => None,
        }
    }

    /// Builds `address + n` and `address - n`.
    fn add_offset(
        &mut self,
        op: BinaryOperator,
        address: ExprId,
        count: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let ty = self.ty(address);
        let bytes = self.byte_offset(ty, count, span)?;
        let base = self.convert_to(address, self.common.u64);
        let sum = self.binary(op, span, base, bytes, span);
        Some(self.convert_to(sum, ty))
    }

    /// Returns the byte offset of `count` elements, as `uint64_t`.
    fn byte_offset(&mut self, ty: Type, count: ExprId, span: Span) -> Option<ExprId> {
        let stride = self.stride(ty, span)?;
        let signed = matches!(self.kind(count), TypeKind::Scalar(Scalar { kind: ScalarKind::Sint, .. }));
        let wide = self.program.types.scalar(if signed { scalar::I64 } else { scalar::U64 });
        let count = self.convert_to(count, wide);
        let count = self.convert_to(count, self.common.u64);
        let stride = self.scalar_const(scalar::U64, stride);
        let stride = self.const_expr(stride, self.common.u64, span);
        Some(self.binary(BinaryOperator::Multiply, span, count, stride, span))
    }

    fn is_address(&self, e: ExprId) -> bool {
        matches!(self.kind(e), TypeKind::Pointer(_) | TypeKind::Reference(_))
    }

    fn is_integer(&self, e: ExprId) -> bool {
        matches!(self.kind(e), TypeKind::Scalar(Scalar { kind: ScalarKind::Sint | ScalarKind::Uint, .. }))
    }

    /// Checks an operator with an address operand; `None` if no operand is an address or the operator does not apply.
    pub(super) fn address_operator(
        &mut self,
        op: BinaryOperator,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        use BinaryOperator::{Add, Subtract};
        match (self.is_address(left), self.is_address(right), op) {
            (true, false, Add | Subtract) if self.is_integer(right) => {
                Some(self.add_offset(op, left, right, span).unwrap_or_else(|| self.poison(span)))
            }
            (false, true, Add) if self.is_integer(left) => {
                Some(self.add_offset(op, right, left, span).unwrap_or_else(|| self.poison(span)))
            }
            (true, true, Subtract) if self.ty(left) == self.ty(right) => {
                let Some(stride) = self.stride(self.ty(left), span) else { return Some(self.poison(span)) };
                let i64 = self.program.types.scalar(scalar::I64);
                let (a, b) =
                    (self.convert_to(left, self.common.u64), self.convert_to(right, self.common.u64));
                let difference = self.binary(op, span, a, b, span);
                let difference = self.convert_to(difference, i64);
                let stride = self.scalar_const(scalar::I64, stride.max(1));
                let stride = self.const_expr(stride, i64, span);
                Some(self.binary(BinaryOperator::Divide, span, difference, stride, span))
            }
            _ => None,
        }
    }

    /// Checks `address += n` and `address -= n`; `None` if the target is not an address.
    pub(super) fn assign_address(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        target: ExprId,
        value: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        if !self.is_address(target) {
            return None;
        }
        let ty = self.ty(target);
        if !matches!(op, BinaryOperator::Add | BinaryOperator::Subtract) || !self.is_integer(value) {
            let message = format!(
                "the operator `{}=` does not apply to {} and {}",
                operator(op),
                self.show(ty),
                self.show(self.ty(value))
            );
            return Some(self.error_expr(Diagnostic::new(Code::N0304, op_span, message), span));
        }
        Some(match self.byte_offset(ty, value, span) {
            Some(value) => self.push(ExprKind::Assign { op: Some(op), target, value }, ty, span),
            None => self.poison(span),
        })
    }

    /// Checks increments and decrements of addresses. The postfix forms undo the step to yield the old value.
    pub(super) fn increment_address(
        &mut self,
        increment: bool,
        prefix: bool,
        target: ExprId,
        span: Span,
    ) -> ExprId {
        let one = self.int(1, span);
        let op = if increment { BinaryOperator::Add } else { BinaryOperator::Subtract };
        let back = if increment { BinaryOperator::Subtract } else { BinaryOperator::Add };
        let Some(assigned) = self.assign_address(op, span, target, one, span) else {
            return self.poison(span);
        };
        if prefix || self.is_error(assigned) {
            return assigned;
        }
        self.add_offset(back, assigned, one, span).unwrap_or_else(|| self.poison(span))
    }

    /// Checks `address[index]`: the element of a pointer, or the reference to an element.
    pub(super) fn index_address(&mut self, base: ExprId, index: ExprId, span: Span) -> ExprId {
        let base = self.read(base);
        let Some(moved) = self.add_offset(BinaryOperator::Add, base, index, span) else {
            return self.poison(span);
        };
        match self.kind(moved) {
            TypeKind::Pointer(_) => self.dereference(moved, span),
            _ => moved,
        }
    }
}
