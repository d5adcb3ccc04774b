//! Parses declarators: names with dimensions and initialisers.

use super::recover::NAME;
use super::{Parsed, Parser};
use crate::ast::{Declaration, Declarator, Expr, ExprKind, Ident, Qualifiers};
use crate::preprocess::token::Punct;
use naga::Handle;
use nvc_diag::{Code, Diagnostic};

impl Parser<'_> {
    /// Parses one or more declarators: `a, b[2], c = 1`. `may_initialize` is whether initialisers are allowed.
    pub(super) fn declarators(&mut self, may_initialize: bool) -> Parsed<Vec<Declarator>> {
        let mut list = Vec::new();
        loop {
            let name = self.ident(NAME)?;
            list.push(self.declarator(name, may_initialize)?);
            if !self.accept(Punct::Comma) {
                return Ok(list);
            }
        }
    }

    /// Parses the dimensions and initialiser after a declared name. `may_initialize` is whether an initialiser
    /// is allowed.
    pub(super) fn declarator(&mut self, name: Ident, may_initialize: bool) -> Parsed<Declarator> {
        let dimensions = self.dimensions()?;
        let mut initializer = None;
        if self.is(Punct::Assign) {
            if !may_initialize {
                let message = "members, parameters and block instances cannot have initialisers";
                self.diags.report(Diagnostic::new(Code::N1201, self.here(), message));
            }
            self.at += 1;
            initializer = Some(self.initializer()?).filter(|_| may_initialize);
        }
        Ok(Declarator { name, dimensions, initializer })
    }

    /// Parses an initialiser: an expression or `{a, b}`.
    fn initializer(&mut self) -> Parsed<Handle<Expr>> {
        if !self.is(Punct::LeftBrace) {
            return self.assignment();
        }
        self.nested(|p| {
            let (start, opened) = (p.at, p.here());
            p.at += 1;
            let mut list = Vec::new();
            while !p.accept(Punct::RightBrace) {
                list.push(p.initializer()?);
                if !p.accept(Punct::Comma) {
                    p.close(Punct::RightBrace, opened)?;
                    break;
                }
            }
            let span = p.span_from(start);
            p.expr(ExprKind::List(list), span)
        })
    }

    /// Parses a variable declaration after its qualifiers, up to but excluding the `;`.
    pub(super) fn declaration(&mut self, qualifiers: Qualifiers) -> Parsed<Declaration> {
        let ty = self.type_spec()?;
        let names = if self.is(Punct::Semicolon) { Vec::new() } else { self.declarators(true)? };
        Ok(Declaration { qualifiers, ty, names })
    }
}
