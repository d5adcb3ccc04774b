//! Parses expressions (GLSL §5); binary operators by precedence, with a stack of pending operators.

use super::keywords::Role;
use super::{Parsed, Parser, join};
use crate::ast::{Expr, ExprKind};
use crate::preprocess::token::{Punct, TokenKind};
use naga::{BinaryOperator, Handle, UnaryOperator};
use nvc_diag::{Code, Diagnostic, Span};
use smallvec::SmallVec;

/// A binary operator.
#[derive(Clone, Copy)]
enum Binary {
    Op(BinaryOperator),
    LogicalXor,
}

/// Binary operators with their precedence (GLSL §5.1).
const BINARY: &[(Punct, u8, Binary)] = &[
    (Punct::OrOr, 1, Binary::Op(BinaryOperator::LogicalOr)),
    (Punct::XorXor, 2, Binary::LogicalXor),
    (Punct::AndAnd, 3, Binary::Op(BinaryOperator::LogicalAnd)),
    (Punct::Or, 4, Binary::Op(BinaryOperator::InclusiveOr)),
    (Punct::Xor, 5, Binary::Op(BinaryOperator::ExclusiveOr)),
    (Punct::And, 6, Binary::Op(BinaryOperator::And)),
    (Punct::EqEq, 7, Binary::Op(BinaryOperator::Equal)),
    (Punct::NotEq, 7, Binary::Op(BinaryOperator::NotEqual)),
    (Punct::Less, 8, Binary::Op(BinaryOperator::Less)),
    (Punct::Greater, 8, Binary::Op(BinaryOperator::Greater)),
    (Punct::Le, 8, Binary::Op(BinaryOperator::LessEqual)),
    (Punct::Ge, 8, Binary::Op(BinaryOperator::GreaterEqual)),
    (Punct::Shl, 9, Binary::Op(BinaryOperator::ShiftLeft)),
    (Punct::Shr, 9, Binary::Op(BinaryOperator::ShiftRight)),
    (Punct::Plus, ADDITIVE, Binary::Op(BinaryOperator::Add)),
    (Punct::Minus, ADDITIVE, Binary::Op(BinaryOperator::Subtract)),
    (Punct::Star, 11, Binary::Op(BinaryOperator::Multiply)),
    (Punct::Slash, 11, Binary::Op(BinaryOperator::Divide)),
    (Punct::Percent, 11, Binary::Op(BinaryOperator::Modulo)),
];

/// The lowest precedence: admits all binary operators.
const LOOSEST: u8 = 1;
/// The precedence of `+` and `-`. As a minimum, it excludes operators that contain `<` or `>`.
const ADDITIVE: u8 = 10;

/// Assignment operators.
const ASSIGN: &[(Punct, Option<BinaryOperator>)] = &[
    (Punct::Assign, None),
    (Punct::AddAssign, Some(BinaryOperator::Add)),
    (Punct::SubAssign, Some(BinaryOperator::Subtract)),
    (Punct::MulAssign, Some(BinaryOperator::Multiply)),
    (Punct::DivAssign, Some(BinaryOperator::Divide)),
    (Punct::ModAssign, Some(BinaryOperator::Modulo)),
    (Punct::ShlAssign, Some(BinaryOperator::ShiftLeft)),
    (Punct::ShrAssign, Some(BinaryOperator::ShiftRight)),
    (Punct::AndAssign, Some(BinaryOperator::And)),
    (Punct::XorAssign, Some(BinaryOperator::ExclusiveOr)),
    (Punct::OrAssign, Some(BinaryOperator::InclusiveOr)),
];

/// An operator whose right operand is being parsed.
struct Pending {
    /// Precedence of the operator.
    binds: u8,
    binary: Binary,
    span: Span,
    left: Handle<Expr>,
}

impl Parser<'_> {
    /// Parses a comma expression.
    pub(super) fn expression(&mut self) -> Parsed<Handle<Expr>> {
        let mut left = self.assignment()?;
        while self.accept(Punct::Comma) {
            let right = self.assignment()?;
            let span = join(self.expr_span(left), self.expr_span(right));
            left = self.expr(ExprKind::Comma(left, right), span)?;
        }
        Ok(left)
    }

    /// Parses an assignment expression.
    pub(super) fn assignment(&mut self) -> Parsed<Handle<Expr>> {
        self.nested(|p| {
            let target = p.conditional()?;
            let Some(TokenKind::Punct(punct)) = p.peek() else { return Ok(target) };
            let Some(&(_, op)) = ASSIGN.iter().find(|row| row.0 == punct) else { return Ok(target) };
            let op_span = p.here();
            p.at += 1;
            let value = p.assignment()?;
            let span = join(p.expr_span(target), p.expr_span(value));
            p.expr(ExprKind::Assign { op, op_span, target, value }, span)
        })
    }

    /// Parses a conditional expression, which is also the grammar's constant expression.
    pub(super) fn conditional(&mut self) -> Parsed<Handle<Expr>> {
        let condition = self.binary(LOOSEST)?;
        if !self.accept(Punct::Question) {
            return Ok(condition);
        }
        let accept = self.nested(Self::expression)?;
        self.expect(Punct::Colon)?;
        let reject = self.assignment()?;
        let span = join(self.expr_span(condition), self.expr_span(reject));
        self.expr(ExprKind::Conditional { condition, accept, reject }, span)
    }

    /// Parses a type parameter between `<` and `>`, which is a unary expression (GL_NV_cooperative_matrix and
    /// GL_KHR_cooperative_matrix, §9). Any other operator than the closing `>` is an error. For error
    /// recovery, an expression with `+`, `-` or operators that bind more tightly is still parsed.
    pub(super) fn type_parameter(&mut self) -> Parsed<Handle<Expr>> {
        let start = self.at;
        let operand = self.nested(Self::unary)?;
        let binary = self.binary_operator().map(|row| (row.0, row.1));
        let operator = binary.or(self.is(Punct::Question).then_some((Punct::Question, 0)));
        let Some((punct, binds)) = operator.filter(|row| row.0 != Punct::Greater) else {
            return Ok(operand);
        };
        let message = format!("the operator `{}` is not allowed in a type parameter", punct.text());
        let finding = Diagnostic::new(Code::N1201, self.here(), message);
        let reported = self.diags.report(finding.help("put the expression in parentheses"));
        self.failed_at = Some(self.at);
        if binds < ADDITIVE {
            return Err(reported);
        }
        self.at = start;
        self.nested(|p| p.binary(ADDITIVE))
    }

    /// Parses a binary expression whose operators have a precedence of at least `min`.
    fn binary(&mut self, min: u8) -> Parsed<Handle<Expr>> {
        let mut pending: SmallVec<[Pending; 4]> = SmallVec::new();
        loop {
            let mut operand = self.unary()?;
            let next = self.binary_operator().filter(|row| row.1 >= min);
            let binds = next.map_or(0, |row| row.1);
            // Operators of equal precedence are left-associative.
            while pending.last().is_some_and(|before| before.binds >= binds)
                && let Some(before) = pending.pop()
            {
                operand = self.apply(before, operand)?;
            }
            let Some(&(_, binds, binary)) = next else { return Ok(operand) };
            let span = self.here();
            self.at += 1;
            pending.push(Pending { binds, binary, span, left: operand });
        }
    }

    fn binary_operator(&self) -> Option<&'static (Punct, u8, Binary)> {
        let Some(TokenKind::Punct(punct)) = self.peek() else { return None };
        BINARY.iter().find(|row| row.0 == punct)
    }

    fn apply(&mut self, pending: Pending, right: Handle<Expr>) -> Parsed<Handle<Expr>> {
        let Pending { binary, span: op_span, left, .. } = pending;
        let span = join(self.expr_span(left), self.expr_span(right));
        let kind = match binary {
            Binary::Op(op) => ExprKind::Binary { op, op_span, left, right },
            Binary::LogicalXor => ExprKind::LogicalXor(left, right),
        };
        self.expr(kind, span)
    }

    /// Parses a unary expression: prefix operators and casts.
    fn unary(&mut self) -> Parsed<Handle<Expr>> {
        let Some(TokenKind::Punct(punct)) = self.peek() else { return self.postfix() };
        let step = |increment| move |operand| ExprKind::Step { increment, prefix: true, operand };
        let unary = |op| move |operand| ExprKind::Unary(op, operand);
        match punct {
            Punct::Minus => self.prefix(unary(UnaryOperator::Negate)),
            Punct::Not => self.prefix(unary(UnaryOperator::LogicalNot)),
            Punct::Tilde => self.prefix(unary(UnaryOperator::BitwiseNot)),
            Punct::Plus => self.prefix(ExprKind::Plus),
            Punct::Star => self.prefix(ExprKind::Deref),
            Punct::And => self.prefix(ExprKind::AddressOf),
            Punct::Increment => self.prefix(step(true)),
            Punct::Decrement => self.prefix(step(false)),
            Punct::LeftParen if self.begins_cast() => {
                let start = self.at;
                self.at += 1;
                let ty = self.type_spec()?;
                self.expect(Punct::RightParen)?;
                let operand = self.nested(Self::unary)?;
                let span = self.span_from(start);
                self.expr(ExprKind::Cast(Box::new(ty), operand), span)
            }
            _ => self.postfix(),
        }
    }

    fn prefix(&mut self, kind: impl FnOnce(Handle<Expr>) -> ExprKind) -> Parsed<Handle<Expr>> {
        let start = self.at;
        self.at += 1;
        let operand = self.nested(Self::unary)?;
        let span = self.span_from(start);
        self.expr(kind(operand), span)
    }

    /// Returns whether a cast follows: `(T)` or `(T *)`, then a token that can only start an operand.
    fn begins_cast(&self) -> bool {
        let basic = self.role_at(1) == Some(Role::Type);
        if !self.is_name_at(1) || (self.role_at(1).is_some() && !basic) {
            return false;
        }
        let mut ahead = 2;
        while self.is_at(ahead, Punct::Star) {
            ahead += 1;
        }
        if !self.is_at(ahead, Punct::RightParen) {
            return false;
        }
        match self.peek_at(ahead + 1) {
            Some(TokenKind::Name(_) | TokenKind::Number(_)) => true,
            Some(TokenKind::Punct(Punct::LeftParen | Punct::Not | Punct::Tilde)) => true,
            // `(a) - b` is a subtraction; `(T *) -b` and `(float) -b` are casts.
            Some(TokenKind::Punct(Punct::Star | Punct::And | Punct::Minus | Punct::Plus)) => {
                basic || ahead > 2
            }
            _ => false,
        }
    }
}
