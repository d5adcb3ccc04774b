//! Parses primary and postfix expressions: members, indices, calls, `++` and `--`.

use super::keywords::Role;
use super::recover::MEMBER;
use super::{Parsed, Parser, join};
use crate::ast::{Callee, Dimension, Expr, ExprKind, Ident, Literal, TypeBase, TypeSpec};
use crate::name::Name;
use crate::preprocess::token::{Punct, TokenKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};

impl Parser<'_> {
    pub(super) fn postfix(&mut self) -> Parsed<Handle<Expr>> {
        let start = self.at;
        let mut base = self.primary()?;
        loop {
            let span = self.here();
            let kind = match self.peek() {
                Some(TokenKind::Punct(Punct::Dot)) => {
                    self.at += 1;
                    self.member(base)?
                }
                Some(TokenKind::Punct(Punct::Minus)) if self.is_arrow() => {
                    self.at += 2;
                    let pointer = join(self.expr_span(base), self.last());
                    let pointee = self.expr(ExprKind::Deref(base), pointer)?;
                    self.member(pointee)?
                }
                Some(TokenKind::Punct(Punct::LeftBracket)) => {
                    self.at += 1;
                    let index = self.expression()?;
                    self.close(Punct::RightBracket, span)?;
                    ExprKind::Index { base, index }
                }
                Some(TokenKind::Punct(punct @ (Punct::Increment | Punct::Decrement))) => {
                    self.at += 1;
                    ExprKind::Step { increment: punct == Punct::Increment, prefix: false, operand: base }
                }
                Some(TokenKind::Punct(Punct::LeftParen)) => {
                    let message = "only names can be called";
                    return Err(self.diags.report(Diagnostic::new(Code::N1201, span, message)));
                }
                _ => return Ok(base),
            };
            let span = join(self.expr_span(base), self.span_from(start));
            base = self.expr(kind, span)?;
        }
    }

    /// Returns whether the next two tokens form `->`, which the scanner does not produce as one token.
    fn is_arrow(&self) -> bool {
        let (Some(minus), Some(greater)) = (self.tokens.get(self.at), self.tokens.get(self.at + 1)) else {
            return false;
        };
        let adjacent = minus.span.end == greater.span.start || minus.expansion.is_some();
        greater.kind == TokenKind::Punct(Punct::Greater) && adjacent
    }

    /// Parses a member or method after a `.`.
    fn member(&mut self, base: Handle<Expr>) -> Parsed<ExprKind> {
        let member = self.ident(MEMBER)?;
        if self.is(Punct::LeftParen) {
            let args = self.arguments()?;
            return Ok(ExprKind::Method { base, method: member, args });
        }
        Ok(ExprKind::Member { base, member })
    }

    fn primary(&mut self) -> Parsed<Handle<Expr>> {
        let span = self.here();
        let kind = match self.peek() {
            Some(TokenKind::Name(name)) => return self.named(name),
            Some(TokenKind::Number(id)) => {
                let number = self.output.numbers.get(id.0 as usize);
                number.map_or(ExprKind::Error, |number| ExprKind::Literal(number.value))
            }
            Some(TokenKind::String(content)) => ExprKind::String(content),
            Some(TokenKind::Error) => ExprKind::Error,
            Some(TokenKind::Punct(Punct::LeftParen)) => {
                self.at += 1;
                let inner = self.expression()?;
                self.close(Punct::RightParen, span)?;
                return Ok(inner);
            }
            _ => return Err(self.expected("an expression")),
        };
        self.at += 1;
        self.expr(kind, span)
    }

    /// Parses a name, with the arguments or dimensions after it.
    fn named(&mut self, name: Name) -> Parsed<Handle<Expr>> {
        let span = self.here();
        match self.keywords.get(name) {
            Some(Role::Bool(value)) => {
                self.at += 1;
                return self.expr(ExprKind::Literal(Literal::Bool(value)), span);
            }
            Some(Role::Template)
                if self.is_at(1, Punct::Less) && self.is_template() && self.constructs_template() =>
            {
                let ty = self.type_spec()?;
                return self.construct(ty);
            }
            None | Some(Role::SoftQualifier | Role::Template | Role::Type) => {}
            Some(role) => return Err(self.keyword_as_name(name, role, "an expression")),
        }
        let ident = Ident { name, span };
        self.at += 1;
        if self.is(Punct::LeftParen) {
            let args = self.arguments()?;
            let span = join(span, self.last());
            return self.expr(ExprKind::Call { callee: Callee::Name(ident), args }, span);
        }
        if self.is(Punct::LeftBracket) {
            return self.indexed(ident);
        }
        self.expr(ExprKind::Ident(name), span)
    }

    /// Parses `a[i]` or `T[n](args)`, which differ only after the brackets.
    fn indexed(&mut self, ident: Ident) -> Parsed<Handle<Expr>> {
        let dimensions = self.dimensions()?;
        if self.is(Punct::LeftParen) {
            let span = join(ident.span, self.last());
            let base = TypeBase::Name(ident);
            return self.construct(TypeSpec { base, parameters: Vec::new(), dimensions, pointers: 0, span });
        }
        let mut base = self.expr(ExprKind::Ident(ident.name), ident.span)?;
        for Dimension { length, span } in dimensions {
            let Some(index) = length else {
                let message = "expected an index between `[` and `]`";
                return Err(self.diags.report(Diagnostic::new(Code::N1201, span, message)));
            };
            base = self.expr(ExprKind::Index { base, index }, join(ident.span, span))?;
        }
        Ok(base)
    }

    fn construct(&mut self, ty: TypeSpec) -> Parsed<Handle<Expr>> {
        let start = ty.span;
        if !self.is(Punct::LeftParen) {
            return Err(self.expected("`(` after the type"));
        }
        let args = self.arguments()?;
        let span = join(start, self.last());
        self.expr(ExprKind::Call { callee: Callee::Type(Box::new(ty)), args }, span)
    }

    /// Parses arguments: `(a, b)`, `()` or `(void)`.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Handle<Expr>>> {
        let opened = self.here();
        self.expect(Punct::LeftParen)?;
        let mut list = Vec::new();
        if self.is_void() {
            self.at += 1;
        }
        if self.accept(Punct::RightParen) {
            return Ok(list);
        }
        loop {
            list.push(self.assignment()?);
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        if self.accept(Punct::RightParen) {
            return Ok(list);
        }
        if self.peek().is_none() {
            return Err(self.not_closed(opened));
        }
        Err(self.expected("`,` or `)`"))
    }

    /// Returns whether `void` follows as the only token before a `)`.
    pub(super) fn is_void(&self) -> bool {
        let void = match self.peek() {
            Some(TokenKind::Name(name)) => self.names.text(name) == "void",
            _ => false,
        };
        void && self.is_at(1, Punct::RightParen)
    }
}
