//! Checks and folds unary and binary operators (GLSL §5.9).

use crate::ast::operator;
use crate::check::types::conversion;
use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::operator::operation;
use crate::tree::ExprKind;
use crate::type_names;
use crate::types::constant::Const;
use crate::types::{Scalar, ScalarKind, Type, TypeKind, scalar};
use naga::{BinaryOperator, Handle, UnaryOperator};
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::Op;

impl Checker<'_> {
    /// Checks `left op right`.
    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        if self.is_error(left) || self.is_error(right) {
            return self.poison(span);
        }
        let typed = match op {
            BinaryOperator::Equal | BinaryOperator::NotEqual => self.equality(left, right),
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                let bools = self.ty(left) == self.common.bool && self.ty(right) == self.common.bool;
                bools.then_some((left, right, self.common.bool))
            }
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => self.shift(left, right),
            _ => {
                if let Some(result) = self.address_operator(op, left, right, span) {
                    return result;
                }
                if self.is_cooperative(left) || self.is_cooperative(right) {
                    self.cooperative_operator(op, left, right)
                } else {
                    self.arithmetic(op, left, right)
                }
            }
        };
        let Some((left, right, ty)) = typed else {
            return self.no_operator(operator(op), op_span, left, right, span);
        };
        if let Some(folded) = self.fold_binary(op, op_span, left, right, ty, span) {
            return folded;
        }
        if op == BinaryOperator::Modulo {
            self.warn_of_vector_operator(ty, "%", op_span);
        }
        self.push(ExprKind::Binary(op, left, right), ty, span)
    }

    /// Reports operands that an operator does not accept.
    fn no_operator(&mut self, op: &str, op_span: Span, left: ExprId, right: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.show(self.ty(left)), self.show(self.ty(right)));
        let mut diagnostic = Diagnostic::new(
            Code::N0304,
            op_span,
            format!("the operator `{op}` does not apply to {a} and {b}"),
        )
        .secondary(self.span(left), a)
        .secondary(self.span(right), b);
        if let Some((note, help)) = self.vector_operands(op, left, right) {
            diagnostic = diagnostic.note(note).help(help);
        }
        if let (Some((x, from)), Some((y, to))) = (self.shape(self.ty(left)), self.shape(self.ty(right))) {
            if from.encoding().or(to.encoding()).is_some() {
                diagnostic = diagnostic
                    .note("non-IEEE float types such as `bfloat16_t` have no operators")
                    .help("convert to a larger float first, such as `float(x)`");
            } else if x == y && from != to && conversion::common_scalar(&self.features, from, to).is_none() {
                diagnostic = diagnostic.note("neither type converts implicitly to the other");
            } else if matches!((op, x, y), ("&&" | "||" | "^^", ..)) {
                diagnostic = diagnostic.note("logical operators require scalar `bool` operands");
            } else if x == y
                && matches!(x, Shape::Vector(_) | Shape::SpecVector(_))
                && matches!(op, "<" | "<=" | ">" | ">=")
            {
                diagnostic = diagnostic
                    .note("relational operators require scalar operands")
                    .help("use `lessThan`, `greaterThan` and so on for vectors");
            }
        }
        self.error_expr(diagnostic, span)
    }

    /// Checks arithmetic, bitwise and relational operators on scalars, vectors and matrices. Returns the converted operands
    /// and the result type; `None` if the operator does not apply.
    fn arithmetic(
        &mut self,
        op: BinaryOperator,
        left: ExprId,
        right: ExprId,
    ) -> Option<(ExprId, ExprId, Type)> {
        use BinaryOperator as B;
        let (x, a) = self.shape(self.ty(left))?;
        let (y, b) = self.shape(self.ty(right))?;
        // The extensions for floats in other encodings, such as GL_EXT_bfloat16, define no operators.
        if a.encoding().or(b.encoding()).is_some() {
            return None;
        }
        let scalar = conversion::common_scalar(&self.features, a, b)?;
        let integers = a.kind != ScalarKind::Float && b.kind != ScalarKind::Float;
        let relational = matches!(op, B::Less | B::LessEqual | B::Greater | B::GreaterEqual);
        let integer_only = matches!(op, B::Modulo | B::And | B::ExclusiveOr | B::InclusiveOr);
        if scalar.kind == ScalarKind::Bool || (integer_only && !integers) {
            return None;
        }
        let shape = match (x, y) {
            _ if relational => (x == Shape::Scalar && y == Shape::Scalar).then_some(Shape::Scalar)?,
            (Shape::Matrix(..), _) | (_, Shape::Matrix(..)) if integer_only => return None,
            (Shape::Matrix(columns, rows), Shape::Vector(size)) if op == B::Multiply => {
                (columns == size).then_some(Shape::Vector(rows))?
            }
            (Shape::Vector(size), Shape::Matrix(columns, rows)) if op == B::Multiply => {
                (rows == size).then_some(Shape::Vector(columns))?
            }
            (Shape::Matrix(inner, rows), Shape::Matrix(columns, other)) if op == B::Multiply => {
                (inner == other).then_some(Shape::Matrix(columns, rows))?
            }
            (Shape::Scalar, other) | (other, Shape::Scalar) => other,
            _ => (x == y).then_some(x)?,
        };
        let (to_left, to_right) = (self.shaped(x, scalar), self.shaped(y, scalar));
        let (left, right) = (self.convert_to(left, to_left), self.convert_to(right, to_right));
        let result = if relational { self.common.bool } else { self.shaped(shape, scalar) };
        Some((left, right, result))
    }

    /// Checks shifts. The operands are not converted: they may differ in sign and width, except for cooperative vectors.
    fn shift(&mut self, left: ExprId, right: ExprId) -> Option<(ExprId, ExprId, Type)> {
        if let TypeKind::CoopVector(vector) = self.kind(left) {
            let fits = vector.scalar.is_integer() && self.ty(left) == self.ty(right);
            return fits.then_some((left, right, self.ty(left)));
        }
        let (x, a) = self.shape(self.ty(left))?;
        let (y, b) = self.shape(self.ty(right))?;
        let integer = |s: Scalar| matches!(s.kind, ScalarKind::Sint | ScalarKind::Uint);
        let fits = match (x, y) {
            (Shape::Matrix(..), _) | (_, Shape::Matrix(..)) => false,
            (_, Shape::Scalar) => true,
            _ => x == y,
        };
        (fits && integer(a) && integer(b)).then_some((left, right, self.ty(left)))
    }

    /// Checks `==` and `!=`. The converted operands have one type, which contains no opaque type.
    fn equality(&mut self, left: ExprId, right: ExprId) -> Option<(ExprId, ExprId, Type)> {
        let (a, b) = (self.ty(left), self.ty(right));
        let result = self.common.bool;
        if let (Some((x, from)), Some((y, to))) = (self.shape(a), self.shape(b)) {
            if x != y || from.encoding().or(to.encoding()).is_some() {
                return None;
            }
            let ty = self.shaped(x, conversion::common_scalar(&self.features, from, to)?);
            return Some((self.convert_to(left, ty), self.convert_to(right, ty), result));
        }
        if let (TypeKind::Pointer(x), TypeKind::Pointer(y)) =
            (self.program.types.kind(a), self.program.types.kind(b))
        {
            let void = self.common.void;
            if x != y && *x != void && *y != void {
                return None;
            }
            let ty = self.common.u64;
            return Some((self.convert_to(left, ty), self.convert_to(right, ty), result));
        }
        (a == b && self.is_comparable(a)).then_some((left, right, result))
    }

    /// Returns whether `==` applies to a type: it contains no opaque types, references, cooperative matrices or
    /// vectors, unsized arrays, or floats of other encodings.
    fn is_comparable(&self, ty: Type) -> bool {
        !self.contains(ty, &|kind| match kind {
            TypeKind::Scalar(scalar) | TypeKind::Vector(_, scalar) | TypeKind::SpecVector(_, scalar)
                if scalar.encoding().is_some() =>
            {
                true
            }
            TypeKind::Scalar(_)
            | TypeKind::Vector(..)
            | TypeKind::SpecVector(..)
            | TypeKind::Matrix { .. } => false,
            TypeKind::Array(_, length) => *length == crate::types::Length::Unsized,
            TypeKind::Struct(_) | TypeKind::Pointer(_) => false,
            _ => true,
        })
    }

    /// Returns a note and a help if one of the operands is a cooperative vector.
    fn vector_operands(&self, op: &str, left: ExprId, right: ExprId) -> Option<(&'static str, String)> {
        let vector = |e| match *self.kind(e) {
            TypeKind::CoopVector(vector) => Some(vector),
            _ => None,
        };
        let both = [vector(left), vector(right)];
        let first = both.into_iter().flatten().next()?;
        let show = |e| self.show_plain(self.ty(e));
        if both.into_iter().flatten().any(|vector| vector.scalar.encoding().is_some()) {
            let help = "convert the components to a larger float first".to_owned();
            return Some(("non-IEEE float types such as `bfloat16_t` have no operators", help));
        }
        Some(match op {
            "==" | "!=" | "<" | "<=" | ">" | ">=" => {
                let help = "compare components, or use the function `step`".to_owned();
                ("cooperative vectors have no comparisons", help)
            }
            "&&" | "||" | "^^" => {
                ("logical operators require scalar `bool` operands", "compare components".to_owned())
            }
            "&" | "|" | "^" | "<<" | ">>" | "%" if !first.scalar.is_integer() => {
                let help = "convert to a vector of integers first".to_owned();
                ("bitwise operators, shifts and remainders are for integers", help)
            }
            "*" if both.contains(&None) => {
                let help =
                    format!("convert the scalar, for example `{}(x)`", type_names::of_scalar(first.scalar));
                ("the scalar must convert implicitly to the component type", help)
            }
            _ => {
                let at = if both[0].is_some() { left } else { right };
                ("both operands must have the same type", format!("write `{}(x)`", show(at)))
            }
        })
    }

    /// Warns about an operator that GL_NV_cooperative_vector does not list but that other compilers accept.
    pub(super) fn warn_of_vector_operator(&mut self, ty: Type, op: &str, span: Span) {
        if let TypeKind::CoopVector(_) = self.program.types.kind(ty) {
            let message = format!("GL_NV_cooperative_vector has no operator `{op}` for {}", self.show(ty));
            self.diags.add(Diagnostic::new(Code::W1103, span, message));
        }
    }

    fn is_cooperative(&self, e: ExprId) -> bool {
        matches!(self.kind(e), TypeKind::CoopMatrix(_) | TypeKind::CoopVector(_))
    }

    /// Checks operators on cooperative matrices and vectors: `+ - /` on equal types, the component-wise `*` of KHR matrices
    /// and of vectors, `%` and the bitwise operators on vectors of integers, and `*` by a scalar that converts to the component
    /// type.
    fn cooperative_operator(
        &mut self,
        op: BinaryOperator,
        left: ExprId,
        right: ExprId,
    ) -> Option<(ExprId, ExprId, Type)> {
        use BinaryOperator as B;
        let (a, b) = (self.ty(left), self.ty(right));
        // For floats in other encodings, only loads, stores, conversions and products of matrices are defined.
        let components = |e: ExprId| match *self.kind(e) {
            TypeKind::CoopMatrix(matrix) => Some(matrix.scalar),
            TypeKind::CoopVector(vector) => Some(vector.scalar),
            _ => None,
        };
        if [left, right].into_iter().filter_map(components).any(|scalar| scalar.encoding().is_some()) {
            return None;
        }
        if let (TypeKind::CoopVector(vector), TypeKind::CoopVector(_)) = (self.kind(left), self.kind(right)) {
            let fits = match op {
                B::Add | B::Subtract | B::Multiply | B::Divide => true,
                B::And | B::ExclusiveOr | B::InclusiveOr | B::Modulo => vector.scalar.is_integer(),
                _ => false,
            };
            return (a == b && fits).then_some((left, right, a));
        }
        if let (TypeKind::CoopMatrix(x), TypeKind::CoopMatrix(_)) = (self.kind(left), self.kind(right)) {
            let product = op == B::Multiply && x.usage.is_some();
            let fits = matches!(op, B::Add | B::Subtract | B::Divide) || product;
            return (a == b && fits).then_some((left, right, a));
        }
        if op != B::Multiply {
            return None;
        }
        let (scalar, other) = match (components(left), components(right)) {
            (Some(scalar), None) => (scalar, right),
            (None, Some(scalar)) => (scalar, left),
            _ => return None,
        };
        let component = self.program.types.scalar(scalar);
        if !matches!(self.kind(other), TypeKind::Scalar(_)) || !self.converts(self.ty(other), component) {
            return None;
        }
        let other_converted = self.convert_to(other, component);
        let ty = if other == right { a } else { b };
        Some(if other == right { (left, other_converted, ty) } else { (other_converted, right, ty) })
    }

    /// Folds a binary operator on constants; `None` if it cannot be folded.
    fn fold_binary(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        left: ExprId,
        right: ExprId,
        ty: Type,
        span: Span,
    ) -> Option<ExprId> {
        if let Some(decided) = self.short_circuited(op, left, right) {
            return Some(self.const_expr(decided, ty, span));
        }
        let (a, b) = (self.const_of(left)?, self.const_of(right)?);
        let (x, scalar) = self.shape(self.ty(left))?;
        let (y, _) = self.shape(self.ty(right))?;
        let (a, b) = (self.components(a, self.ty(left))?, self.components(b, self.ty(right))?);
        if matches!(op, BinaryOperator::Divide | BinaryOperator::Modulo)
            && scalar.kind != ScalarKind::Float
            && b.iter().any(|&part| self.scalar_bits(part).is_some_and(|(_, bits)| bits == 0))
        {
            // A division by zero makes only the quotient undefined (GLSL §5.9), so it is an error only in a constant
            // expression.
            if !self.in_constant_expr {
                return None;
            }
            let message = "division by zero in a constant expression";
            return Some(self.error_expr(Diagnostic::new(Code::N1304, op_span, message), span));
        }
        let product = op == BinaryOperator::Multiply && x != Shape::Scalar && y != Shape::Scalar;
        let constant = if product && (matches!(x, Shape::Matrix(..)) || matches!(y, Shape::Matrix(..))) {
            self.fold_product(x, y, scalar, &a, &b)?
        } else {
            self.fold_components(op, scalar, &a, &b, ty)?
        };
        Some(self.const_expr(constant, ty, span))
    }

    /// Folds `false && b` and `true || b`, where `b` depends on constants only.
    fn short_circuited(&self, op: BinaryOperator, left: ExprId, right: ExprId) -> Option<Handle<Const>> {
        let truth = self.known_bool(left)?;
        let decided = match op {
            BinaryOperator::LogicalAnd => !truth,
            BinaryOperator::LogicalOr => truth,
            _ => false,
        };
        (decided && self.is_constant_tree(right)).then(|| self.const_of(left)).flatten()
    }

    /// Returns the value of a condition; `None` if it is not constant or depends on a specialization constant.
    pub(super) fn known_bool(&self, condition: ExprId) -> Option<bool> {
        let (scalar, bits) = self.scalar_bits(self.const_of(condition)?)?;
        (scalar.kind == ScalarKind::Bool).then_some(bits != 0)
    }

    fn fold_components(
        &mut self,
        op: BinaryOperator,
        scalar: Scalar,
        a: &[Handle<Const>],
        b: &[Handle<Const>],
        ty: Type,
    ) -> Option<Handle<Const>> {
        let (operation, swapped) = operation(op, scalar.kind)?;
        let (shape, result) = self.shape(ty)?;
        let count = a.len().max(b.len());
        let mut parts = Vec::with_capacity(count);
        for index in 0..count {
            let (mut x, mut y) = (*a.get(index).or(a.first())?, *b.get(index).or(b.first())?);
            if swapped {
                (x, y) = (y, x);
            }
            parts.push(self.scalar_op(operation, result, &[x, y])?);
        }
        match op {
            // Values are equal if all components are.
            BinaryOperator::Equal => self.reduce(Op::And, &parts),
            BinaryOperator::NotEqual => self.reduce(Op::Or, &parts),
            _ => self.compose(shape, result, &parts),
        }
    }

    fn reduce(&mut self, op: Op, parts: &[Handle<Const>]) -> Option<Handle<Const>> {
        let (&first, rest) = parts.split_first()?;
        rest.iter().try_fold(first, |sum, &part| self.scalar_op(op, scalar::BOOL, &[sum, part]))
    }

    /// Folds a linear-algebraic product. A vector is a column on the right and a row on the left.
    fn fold_product(
        &mut self,
        x: Shape,
        y: Shape,
        scalar: Scalar,
        a: &[Handle<Const>],
        b: &[Handle<Const>],
    ) -> Option<Handle<Const>> {
        let (inner, rows) = match x {
            Shape::Matrix(columns, rows) => (columns as usize, rows as usize),
            Shape::Vector(size) => (size as usize, 1),
            Shape::Scalar | Shape::SpecVector(_) => return None,
        };
        let columns = match y {
            Shape::Matrix(columns, _) => columns as usize,
            _ => 1,
        };
        let mut parts = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                let mut sum = None;
                for k in 0..inner {
                    let factors = [*a.get(k * rows + row)?, *b.get(column * inner + k)?];
                    let product = self.scalar_op(Op::FMul, scalar, &factors)?;
                    sum = Some(match sum {
                        None => product,
                        Some(sum) => self.scalar_op(Op::FAdd, scalar, &[sum, product])?,
                    });
                }
                parts.push(sum?);
            }
        }
        let shape = match (x, y) {
            (Shape::Matrix(_, rows), Shape::Matrix(columns, _)) => Shape::Matrix(columns, rows),
            (Shape::Matrix(_, rows), _) => Shape::Vector(rows),
            (_, Shape::Matrix(columns, _)) => Shape::Vector(columns),
            _ => return None,
        };
        self.compose(shape, scalar, &parts)
    }

    /// Checks `a ^^ b`.
    pub(super) fn logical_xor(&mut self, left: ExprId, right: ExprId, span: Span) -> ExprId {
        if self.is_error(left) || self.is_error(right) {
            return self.poison(span);
        }
        let bool = self.common.bool;
        if self.ty(left) != bool || self.ty(right) != bool {
            return self.no_operator("^^", span, left, right, span);
        }
        if let (Some(a), Some(b)) = (self.const_of(left), self.const_of(right))
            && let Some(constant) = self.scalar_op(Op::Xor, scalar::BOOL, &[a, b])
        {
            return self.const_expr(constant, bool, span);
        }
        self.push(ExprKind::LogicalXor(left, right), bool, span)
    }

    /// Checks `-a`, `!a` and `~a`.
    pub(super) fn unary(&mut self, op: UnaryOperator, operand: ExprId, span: Span) -> ExprId {
        if self.is_error(operand) {
            return operand;
        }
        let ty = self.ty(operand);
        let shape = self.shape(ty);
        let fits = match (op, shape, self.kind(operand)) {
            (UnaryOperator::Negate, _, TypeKind::CoopMatrix(matrix)) => matrix.scalar.encoding().is_none(),
            (UnaryOperator::Negate, _, TypeKind::CoopVector(vector)) => vector.scalar.encoding().is_none(),
            (UnaryOperator::BitwiseNot, _, TypeKind::CoopVector(vector)) => vector.scalar.is_integer(),
            (UnaryOperator::Negate, Some((_, scalar)), _) => {
                scalar.kind != ScalarKind::Bool && scalar.encoding().is_none()
            }
            (UnaryOperator::LogicalNot, ..) => ty == self.common.bool,
            (UnaryOperator::BitwiseNot, Some((_, scalar)), _) => {
                matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint)
            }
            _ => false,
        };
        if !fits {
            let sign = match op {
                UnaryOperator::Negate => "-",
                UnaryOperator::LogicalNot => "!",
                UnaryOperator::BitwiseNot => "~",
            };
            let message = format!("the operator `{sign}` does not apply to {}", self.show(ty));
            let mut diagnostic = Diagnostic::new(Code::N0304, span, message);
            if shape.is_some_and(|(_, scalar)| scalar.encoding().is_some()) {
                diagnostic = diagnostic.help("convert to a larger float first, such as `float(x)`");
            }
            return self.error_expr(diagnostic, span);
        }
        if let (Some(constant), Some((shape, scalar))) = (self.const_of(operand), shape)
            && let Some(parts) = self.components(constant, ty)
        {
            let operation = match op {
                UnaryOperator::Negate if scalar.kind == ScalarKind::Float => Op::FNeg,
                UnaryOperator::Negate => Op::INeg,
                _ => Op::Not,
            };
            let parts: Option<Vec<_>> =
                parts.into_iter().map(|part| self.scalar_op(operation, scalar, &[part])).collect();
            if let Some(parts) = parts
                && let Some(constant) = self.compose(shape, scalar, &parts)
            {
                return self.const_expr(constant, ty, span);
            }
        }
        self.push(ExprKind::Unary(op, operand), ty, span)
    }
}
