//! Checks expressions: literals, names and conditions. Dispatches other expressions to their files (GLSL §5).

use crate::ast::{self, Literal};
use crate::builtins::signature::Needs;
use crate::check::scope::Symbol;
use crate::check::{Checker, ExprId};
use crate::name::Name;
use crate::tree::ExprKind;
use crate::types::{Scalar, Type, TypeKind, scalar};
use naga::{BinaryOperator, Handle};
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::Op;

impl Checker<'_> {
    /// Checks an expression whose value is read.
    pub(in crate::check) fn value(&mut self, handle: Handle<ast::Expr>) -> ExprId {
        let e = self.expr(handle);
        let e = self.require_value(e);
        self.read(e)
    }

    /// Checks the operand after `first`. If `first` is invalid, an operand without a value is not reported.
    fn right_operand(&mut self, first: ExprId, handle: Handle<ast::Expr>) -> ExprId {
        let e = self.expr(handle);
        let e = if self.is_error(first) { e } else { self.require_value(e) };
        self.read(e)
    }

    /// Checks an expression, which may be an lvalue or opaque.
    pub(in crate::check) fn expr(&mut self, handle: Handle<ast::Expr>) -> ExprId {
        let unit = self.unit;
        let ast::Expr { kind, span } = &unit.exprs[handle];
        let span = *span;
        match kind {
            ast::ExprKind::Literal(literal) => self.literal(*literal, span),
            ast::ExprKind::String(text) => {
                let needs = Needs::extensions(&["GL_EXT_debug_printf", "GL_EXT_abort"]);
                if !self.require(&needs, "a string", span) {
                    return self.poison(span);
                }
                let ty = self.program.types.intern(TypeKind::String);
                self.push(ExprKind::String(*text), ty, span)
            }
            ast::ExprKind::Ident(name) => self.identifier(*name, span),
            ast::ExprKind::Call { callee, args } => self.call(callee, args, span),
            ast::ExprKind::Member { base, member } => {
                let base = self.expr(*base);
                self.member(base, *member, span)
            }
            ast::ExprKind::Method { base, method, args } => {
                let base = self.expr(*base);
                self.method(base, *method, args.len(), span)
            }
            ast::ExprKind::Index { base, index } => {
                let base = self.expr(*base);
                let index = self.value(*index);
                self.index(base, index, span)
            }
            ast::ExprKind::Plus(operand) => {
                let operand = self.value(*operand);
                if !self.is_error(operand)
                    && self.numbers(self.ty(operand)).is_none_or(|scalar| scalar == scalar::BOOL)
                {
                    let message =
                        format!("the operator `+` does not apply to {}", self.show(self.ty(operand)));
                    return self.error_expr(Diagnostic::new(Code::N0304, span, message), span);
                }
                operand
            }
            ast::ExprKind::Unary(op, operand) => {
                let operand = self.value(*operand);
                self.unary(*op, operand, span)
            }
            ast::ExprKind::Deref(operand) => {
                let operand = self.value(*operand);
                self.dereference(operand, span)
            }
            ast::ExprKind::AddressOf(operand) => {
                let operand = self.expr(*operand);
                self.address_of(operand, span)
            }
            ast::ExprKind::Cast(spec, operand) => {
                let needs = Needs::extensions(&["GL_NV_shader_buffer_load", "GL_NV_explicit_typecast"]);
                self.require(&needs, "a cast", span);
                let ty = self.type_spec(spec, crate::check::types::specifier::Unsized::Forbidden);
                let operand = self.value(*operand);
                self.construct(ty, vec![operand], span)
            }
            ast::ExprKind::Step { increment, prefix, operand } => {
                let target = self.expr(*operand);
                self.increment(*increment, *prefix, target, span)
            }
            ast::ExprKind::Binary { .. } => self.binary_chain(handle),
            ast::ExprKind::LogicalXor(left, right) => {
                let left = self.value(*left);
                let right = self.right_operand(left, *right);
                self.logical_xor(left, right, span)
            }
            ast::ExprKind::Conditional { condition, accept, reject } => {
                let condition = self.condition(*condition);
                let truth = self.known_bool(condition);
                let accept = self.unevaluated_if(truth == Some(false), |this| this.value(*accept));
                let reject =
                    self.unevaluated_if(truth == Some(true), |this| this.right_operand(accept, *reject));
                self.conditional(condition, accept, reject, span)
            }
            ast::ExprKind::Assign { op, op_span, target, value } => {
                let target = self.expr(*target);
                self.assign(*op, *op_span, target, *value, span)
            }
            ast::ExprKind::Comma(first, second) => {
                let first = self.expr(*first);
                let first = self.require_value(first);
                let second = self.right_operand(first, *second);
                if self.is_error(first) {
                    return first;
                }
                let ty = self.ty(second);
                self.push(ExprKind::Comma(first, second), ty, span)
            }
            ast::ExprKind::List(_) => {
                let message = "an initializer list is not allowed here";
                self.error_expr(Diagnostic::new(Code::N0104, span, message), span)
            }
            ast::ExprKind::Error => self.poison(span),
        }
    }

    /// Checks a left-associative chain of binary operators. Iterates over the left operands, as the chain may be long.
    fn binary_chain(&mut self, handle: Handle<ast::Expr>) -> ExprId {
        let unit = self.unit;
        let mut links = Vec::new();
        let mut first = handle;
        while let ast::ExprKind::Binary { op, op_span, left, right } = &unit.exprs[first].kind {
            links.push((*op, *op_span, *right, unit.exprs[first].span));
            first = *left;
        }
        let mut left = self.value(first);
        for (op, op_span, right, span) in links.into_iter().rev() {
            let unevaluated = match op {
                BinaryOperator::LogicalAnd => self.known_bool(left) == Some(false),
                BinaryOperator::LogicalOr => self.known_bool(left) == Some(true),
                _ => false,
            };
            let right = self.unevaluated_if(unevaluated, |this| this.right_operand(left, right));
            left = self.binary(op, op_span, left, right, span);
        }
        left
    }

    /// Checks an operand. If it is not evaluated, it need not be a constant expression (GLSL §5.9).
    fn unevaluated_if(&mut self, unevaluated: bool, check: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        let before = self.in_constant_expr;
        self.in_constant_expr &= !unevaluated;
        let e = check(self);
        self.in_constant_expr = before;
        e
    }

    /// Checks a literal.
    fn literal(&mut self, literal: Literal, span: Span) -> ExprId {
        let (scalar, bits) = match literal {
            Literal::Bool(value) => (scalar::BOOL, u64::from(value)),
            Literal::Int { value, unsigned, bits } => {
                let scalar = match (bits, unsigned) {
                    (16, false) => scalar::I16,
                    (16, true) => scalar::U16,
                    (64, false) => scalar::I64,
                    (64, true) => scalar::U64,
                    (_, false) => scalar::I32,
                    (_, true) => scalar::U32,
                };
                if value > crate::fold::mask(scalar) {
                    let message = format!("the literal does not fit in {} bits", scalar.width * 8);
                    return self.error_expr(Diagnostic::new(Code::N0308, span, message), span);
                }
                (scalar, value)
            }
            Literal::Float { value, bits } => {
                let scalar = match bits {
                    16 => scalar::F16,
                    64 => scalar::F64,
                    _ => scalar::F32,
                };
                (scalar, crate::fold::float_bits(scalar, value))
            }
            Literal::Encoded { value, encoding } => {
                let scalar = Scalar::encoded(encoding);
                (scalar, crate::fold::float_bits(scalar, value))
            }
        };
        let ty = self.program.types.scalar(scalar);
        let needs = crate::type_names::needs(scalar);
        // Most literals have no requirement, and the description is formatted only for a diagnostic.
        if *needs != Needs::NOTHING {
            let what = format!("a literal of type {}", self.show(ty));
            self.require(needs, &what, span);
        }
        let constant = self.scalar_const(scalar, bits);
        self.const_expr(constant, ty, span)
    }

    /// Checks an identifier.
    fn identifier(&mut self, name: Name, span: Span) -> ExprId {
        let Some(entry) = self.scopes.find(name) else {
            return self.builtin_variable(name, span);
        };
        self.record_use(span, entry.span);
        match entry.symbol {
            Symbol::Global(global) => {
                let ty = self.program.globals[global].ty;
                self.push(ExprKind::Global(global), ty, span)
            }
            Symbol::Member(global, index) => {
                let block = self.program.globals[global].ty;
                let base = self.push(ExprKind::Global(global), block, span);
                let ty = self.part_type(block, u64::from(index)).unwrap_or(self.common.error);
                self.push(ExprKind::Member(base, index), ty, span)
            }
            Symbol::Local(local) => {
                let ty = self.body.locals.get(local.0 as usize).map_or(self.common.error, |local| local.ty);
                self.push(ExprKind::Local(local), ty, span)
            }
            Symbol::Split(id) => self.split_variable(id, span),
            Symbol::Const(constant, ty) => self.const_expr(constant, ty, span),
            Symbol::Length(constant, ty, _) if self.in_constant_expr => self.const_expr(constant, ty, span),
            Symbol::Length(_, ty, local) => self.push(ExprKind::Local(local), ty, span),
            Symbol::Type(_) => {
                let message = format!("`{}` is a type, not a value", self.text(name));
                let diagnostic =
                    Diagnostic::new(Code::N1305, span, message).secondary(entry.span, "declared here");
                self.error_expr(diagnostic, span)
            }
            Symbol::Functions => {
                let message = format!("`{}` is a function, not a value", self.text(name));
                let diagnostic = Diagnostic::new(Code::N1305, span, message)
                    .secondary(entry.span, "declared here")
                    .help("call it");
                self.error_expr(diagnostic, span)
            }
            Symbol::Block => {
                let message = format!("`{}` is a block, not a value", self.text(name));
                let diagnostic = Diagnostic::new(Code::N1305, span, message)
                    .secondary(entry.span, "declared here")
                    .help("use its members or its instance name");
                self.error_expr(diagnostic, span)
            }
            Symbol::Error => self.poison(span),
        }
    }

    /// Checks a condition, which must be a bool.
    pub(in crate::check) fn condition(&mut self, handle: Handle<ast::Expr>) -> ExprId {
        let e = self.value(handle);
        let assigns = matches!(self.unit.exprs[handle].kind, ast::ExprKind::Assign { op: None, .. });
        self.check_bool(e, assigns)
    }

    /// Checks that a value used as a condition is a bool.
    pub(in crate::check) fn bool_value(&mut self, e: ExprId) -> ExprId {
        self.check_bool(e, false)
    }

    /// Checks a condition. `assigns` is whether it is an assignment, for the help text.
    fn check_bool(&mut self, e: ExprId, assigns: bool) -> ExprId {
        if self.is_error(e) || self.ty(e) == self.common.bool {
            return e;
        }
        let span = self.span(e);
        let ty = self.ty(e);
        let mut diagnostic =
            Diagnostic::new(Code::N0304, span, format!("a condition must be `bool`, not {}", self.show(ty)));
        if assigns {
            diagnostic = diagnostic.note("`=` is an assignment").help("write `==` to compare");
        } else if let TypeKind::Scalar(_) = self.program.types.kind(ty) {
            diagnostic = diagnostic.help("write a comparison, or `bool(...)`");
        }
        self.error_expr(diagnostic, span)
    }

    /// Checks `condition ? accept : reject` (GLSL §5.9).
    fn conditional(&mut self, condition: ExprId, accept: ExprId, reject: ExprId, span: Span) -> ExprId {
        if self.is_error(condition) || self.is_error(accept) || self.is_error(reject) {
            return self.poison(span);
        }
        let Some(ty) = self.common_type(accept, reject) else {
            let (a, b) = (self.show(self.ty(accept)), self.show(self.ty(reject)));
            let diagnostic = Diagnostic::new(
                Code::N0304,
                span,
                format!("the operands of `?:` have incompatible types {a} and {b}"),
            )
            .secondary(self.span(accept), a)
            .secondary(self.span(reject), b);
            return self.error_expr(diagnostic, span);
        };
        let (accept, reject) = (self.convert_to(accept, ty), self.convert_to(reject, ty));
        if let Some(truth) = self.known_bool(condition) {
            let (chosen, other) = if truth { (accept, reject) } else { (reject, accept) };
            if let Some(constant) = self.const_of(chosen)
                && self.is_constant_tree(other)
            {
                return self.const_expr(constant, ty, span);
            }
        }
        if let (Some(c), Some(a), Some(b)) =
            (self.const_of(condition), self.const_of(accept), self.const_of(reject))
            && let (Some((shape, scalar)), Some(a), Some(b)) =
                (self.shape(ty), self.components(a, ty), self.components(b, ty))
        {
            let count = a.len().max(b.len());
            let parts: Option<Vec<_>> = (0..count)
                .map(|index| {
                    let (a, b) = (*a.get(index).or(a.first())?, *b.get(index).or(b.first())?);
                    self.scalar_op(Op::Select, scalar, &[c, a, b])
                })
                .collect();
            if let Some(parts) = parts
                && let Some(constant) = self.compose(shape, scalar, &parts)
            {
                return self.const_expr(constant, ty, span);
            }
        }
        self.push(ExprKind::Conditional(condition, accept, reject), ty, span)
    }

    /// Returns the type that both values convert to implicitly; `None` if there is none.
    fn common_type(&mut self, a: ExprId, b: ExprId) -> Option<Type> {
        let (x, y) = (self.ty(a), self.ty(b));
        if x == y {
            return Some(x);
        }
        if let (Some((shape, from)), Some((other, to))) = (self.shape(x), self.shape(y)) {
            let scalar = crate::check::types::conversion::common_scalar(&self.features, from, to)?;
            return (shape == other).then(|| self.shaped(shape, scalar));
        }
        if self.converts(x, y) {
            return Some(y);
        }
        self.converts(y, x).then_some(x)
    }
}
