//! Builds, decomposes and folds constants, component by component.

use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::fold;
use crate::tree::ExprKind;
use crate::types::constant::{Const, default_bits, scalar_of};
use crate::types::{Length, Scalar, ScalarKind, Type, TypeKind, scalar};
use naga::Handle;
use nvc_diag::{Code, Span};
use nvc_ir::Op;

impl Checker<'_> {
    /// Runs a check in a context that requires a constant expression.
    pub(in crate::check) fn constant_expr_context<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.in_constant_expr, true);
        let checked = check(self);
        self.in_constant_expr = before;
        checked
    }

    /// Interns a constant.
    pub(in crate::check) fn constant(&mut self, constant: Const) -> Handle<Const> {
        self.program.constants.insert(constant, naga::Span::UNDEFINED)
    }

    /// Interns a scalar constant.
    pub(in crate::check) fn scalar_const(&mut self, scalar: Scalar, bits: u64) -> Handle<Const> {
        self.constant(Const::Scalar(scalar, bits & fold::mask(scalar)))
    }

    /// Adds a constant as an expression.
    pub(in crate::check) fn const_expr(&mut self, constant: Handle<Const>, ty: Type, span: Span) -> ExprId {
        self.push(ExprKind::Const(constant), ty, span)
    }

    /// Adds an `int` constant as an expression.
    pub(in crate::check) fn int(&mut self, value: i64, span: Span) -> ExprId {
        let constant = self.scalar_const(scalar::I32, value as u64);
        self.const_expr(constant, self.common.int, span)
    }

    /// Returns the constant that an expression was folded to, if it was folded.
    pub(in crate::check) fn const_of(&self, e: ExprId) -> Option<Handle<Const>> {
        match self.body.exprs[e].kind {
            ExprKind::Const(constant) => Some(constant),
            _ => None,
        }
    }

    /// Returns whether the value of a scalar constant is unknown: it depends on specialization constants or on the length of a
    /// cooperative matrix.
    pub(in crate::check) fn is_spec(&self, constant: Handle<Const>) -> bool {
        matches!(
            self.program.constants[constant],
            Const::Spec(_) | Const::Op { .. } | Const::Components { .. }
        )
    }

    /// Returns the type and bits of a scalar constant that does not depend on specialization constants.
    pub(in crate::check) fn scalar_bits(&self, constant: Handle<Const>) -> Option<(Scalar, u64)> {
        match self.program.constants[constant] {
            Const::Scalar(scalar, bits) => Some((scalar, bits)),
            Const::Null(ty) => match self.program.types.kind(ty) {
                TypeKind::Scalar(scalar) => Some((*scalar, 0)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the value of an integer constant that does not depend on specialization constants.
    pub(in crate::check) fn integer(&self, constant: Handle<Const>) -> Option<i128> {
        let (scalar, bits) = self.scalar_bits(constant)?;
        match scalar.kind {
            ScalarKind::Sint => Some(i128::from(fold::signed(scalar, bits))),
            ScalarKind::Uint => Some(i128::from(bits)),
            _ => None,
        }
    }

    /// Returns an element, column, component or member of a constant.
    pub(in crate::check) fn element(
        &mut self,
        constant: Handle<Const>,
        ty: Type,
        index: u64,
    ) -> Option<Handle<Const>> {
        match &self.program.constants[constant] {
            // The single part is the value of all elements of a cooperative matrix.
            Const::Composite(ty, parts)
                if matches!(self.program.types.kind(*ty), TypeKind::CoopMatrix(_)) =>
            {
                parts.first().copied()
            }
            // A single part is the value of all components of a cooperative vector, or of a vector whose length depends on
            // specialization constants.
            Const::Composite(ty, parts)
                if parts.len() == 1
                    && matches!(
                        self.program.types.kind(*ty),
                        TypeKind::CoopVector(_) | TypeKind::SpecVector(..)
                    ) =>
            {
                parts.first().copied()
            }
            Const::Composite(_, parts) => parts.get(usize::try_from(index).ok()?).copied(),
            Const::Null(_) => {
                let part = self.part_type(ty, index)?;
                Some(self.zero(part))
            }
            _ => None,
        }
    }

    /// Returns the type of an element, column, component or member.
    pub(in crate::check) fn part_type(&mut self, ty: Type, index: u64) -> Option<Type> {
        match *self.program.types.kind(ty) {
            TypeKind::Array(element, _) => Some(element),
            TypeKind::Matrix { columns, rows, scalar } if index < columns as u64 => {
                Some(self.shaped(Shape::Vector(rows), scalar))
            }
            TypeKind::Vector(size, scalar) if index < u64::from(size) => {
                Some(self.shaped(Shape::Scalar, scalar))
            }
            TypeKind::SpecVector(_, scalar) => Some(self.shaped(Shape::Scalar, scalar)),
            TypeKind::CoopVector(vector) => Some(self.shaped(Shape::Scalar, vector.scalar)),
            TypeKind::Struct(id) => {
                let member = self.program.types.get_struct(id)?.members.get(usize::try_from(index).ok()?)?;
                Some(member.ty)
            }
            _ => None,
        }
    }

    /// Returns the zero value of a type.
    pub(in crate::check) fn zero(&mut self, ty: Type) -> Handle<Const> {
        match *self.program.types.kind(ty) {
            TypeKind::Scalar(scalar) => self.scalar_const(scalar, 0),
            _ => self.constant(Const::Null(ty)),
        }
    }

    /// Returns the scalar components of a scalar, vector or matrix constant, in order. If the length of the vector depends
    /// on specialization constants, a single part can be the value of all components.
    pub(in crate::check) fn components(
        &mut self,
        constant: Handle<Const>,
        ty: Type,
    ) -> Option<Vec<Handle<Const>>> {
        let (shape, scalar) = self.shape(ty)?;
        match (&self.program.constants[constant], shape) {
            (Const::Composite(_, columns), Shape::Matrix(_, rows)) => {
                let columns = columns.clone();
                let column = self.shaped(Shape::Vector(rows), scalar);
                let mut all = Vec::new();
                for part in columns {
                    all.extend(self.components(part, column)?);
                }
                Some(all)
            }
            (Const::Composite(_, parts), _) => Some(parts.clone()),
            (Const::Null(_), _) => {
                let zero = self.scalar_const(scalar, 0);
                Some(vec![zero; shape.components().unwrap_or(1) as usize])
            }
            _ => Some(vec![constant]),
        }
    }

    /// Builds the constant of this shape from its scalar components, as [`components`](Self::components) returns them.
    pub(super) fn compose(
        &mut self,
        shape: Shape,
        scalar: Scalar,
        parts: &[Handle<Const>],
    ) -> Option<Handle<Const>> {
        let ty = self.shaped(shape, scalar);
        match shape {
            Shape::Scalar => parts.first().copied(),
            Shape::Vector(size) => {
                let parts = parts.get(..size as usize)?.to_vec();
                Some(self.constant(Const::Composite(ty, parts)))
            }
            Shape::SpecVector(length) => {
                let count = if parts.len() == 1 { 1 } else { self.default_length(length) as usize };
                let parts = parts.get(..count)?.to_vec();
                Some(self.constant(Const::Composite(ty, parts)))
            }
            Shape::Matrix(columns, rows) => {
                let mut all = Vec::new();
                for column in parts.chunks(rows as usize).take(columns as usize) {
                    all.push(self.compose(Shape::Vector(rows), scalar, column)?);
                }
                Some(self.constant(Const::Composite(ty, all)))
            }
        }
    }

    /// Folds an operation on scalar constants. `None` if the result is not a constant: specialization
    /// constants allow only integer and bool operations (GLSL §4.3.3), and a division by zero has no value.
    pub(super) fn scalar_op(
        &mut self,
        op: Op,
        result: Scalar,
        operands: &[Handle<Const>],
    ) -> Option<Handle<Const>> {
        let mut values = Vec::with_capacity(operands.len());
        let mut spec = false;
        let mut float = result.is_float();
        for &operand in operands {
            let scalar = scalar_of(&self.program.constants, &self.program.spec_constants, operand)?;
            let bits = default_bits(&self.program.constants, &self.program.spec_constants, operand)?;
            spec |= self.is_spec(operand);
            float |= scalar.is_float();
            values.push((scalar, bits));
        }
        let value = fold::evaluate(op, result, &values);
        if !spec {
            return Some(self.scalar_const(result, value?));
        }
        if float {
            return None;
        }
        let default = value.unwrap_or(0);
        Some(self.constant(Const::Op { scalar: result, op, operands: operands.to_vec(), default }))
    }

    /// Converts a scalar constant to another component type.
    pub(in crate::check) fn convert_scalar(
        &mut self,
        constant: Handle<Const>,
        to: Scalar,
    ) -> Option<Handle<Const>> {
        if let Some((from, bits)) = self.scalar_bits(constant) {
            return Some(self.scalar_const(to, fold::convert(from, bits, to)));
        }
        let from = scalar_of(&self.program.constants, &self.program.spec_constants, constant)?;
        match (from.kind, to.kind) {
            _ if from == to => Some(constant),
            _ if from.is_float() || to.is_float() => None,
            (_, ScalarKind::Bool) => {
                let zero = self.scalar_const(from, 0);
                self.scalar_op(Op::INe, to, &[constant, zero])
            }
            (ScalarKind::Bool, _) => {
                let (one, zero) = (self.scalar_const(to, 1), self.scalar_const(to, 0));
                self.scalar_op(Op::Select, to, &[constant, one, zero])
            }
            _ => {
                let op = match to.width.cmp(&from.width) {
                    std::cmp::Ordering::Less => Op::ITrunc,
                    std::cmp::Ordering::Equal => Op::Bitcast,
                    std::cmp::Ordering::Greater if from.kind == ScalarKind::Sint => Op::SExt,
                    std::cmp::Ordering::Greater => Op::ZExt,
                };
                self.scalar_op(op, to, &[constant])
            }
        }
    }

    /// Converts a value to a type of the same shape, or between address types; folds constants.
    pub(in crate::check) fn convert_to(&mut self, e: ExprId, to: Type) -> ExprId {
        let from = self.ty(e);
        if from == to {
            return e;
        }
        let span = self.span(e);
        if let (Some(constant), Some((shape, scalar))) = (self.const_of(e), self.shape(to))
            && let Some(parts) = self.components(constant, from)
        {
            let parts: Option<Vec<_>> =
                parts.into_iter().map(|part| self.convert_scalar(part, scalar)).collect();
            if let Some(parts) = parts
                && let Some(constant) = self.compose(shape, scalar, &parts)
            {
                return self.const_expr(constant, to, span);
            }
        }
        self.push(ExprKind::Convert(e), to, span)
    }

    /// Returns the value of an integer constant expression that does not depend on a specialization constant; reports an
    /// error for any other expression.
    pub(in crate::check) fn constant_integer(&mut self, e: ExprId, what: &str) -> Option<i128> {
        if self.is_error(e) {
            return None;
        }
        let value = self.const_of(e).and_then(|constant| self.integer(constant));
        if value.is_none() {
            let spec = self.const_of(e).is_some_and(|constant| self.is_spec(constant));
            let span = self.span(e);
            let message = if spec {
                format!("{what} cannot depend on a specialization constant")
            } else if self.const_of(e).is_some() {
                format!("{what} must be an integer, not {}", self.show(self.ty(e)))
            } else {
                format!("{what} must be a constant expression")
            };
            self.error(Code::N1303, span, message);
        }
        value
    }

    /// Returns the element count of an array of fixed length.
    pub(in crate::check) fn fixed(length: Length) -> Option<u32> {
        match length {
            Length::Fixed(count) => Some(count),
            _ => None,
        }
    }
}
