//! Names that are declared, with dimensions and initial values.

use super::recover::NAME;
use super::{Parsed, Parser};
use crate::ast::{Declaration, Declarator, Expr, ExprKind, Ident, Qualifiers};
use crate::preprocess::token::Punct;
use naga::Handle;
use nvc_diag::{Code, Diagnostic};

impl Parser<'_> {
    /// `a, b[2], c = 1`: at least one.
    pub(super) fn declarators(&mut self, initialized: bool) -> Parsed<Vec<Declarator>> {
        let mut list = Vec::new();
        loop {
            let name = self.ident(NAME)?;
            list.push(self.declarator(name, initialized)?);
            if !self.accept(Punct::Comma) {
                return Ok(list);
            }
        }
    }

    /// What stands behind a declared name.
    pub(super) fn declarator(&mut self, name: Ident, initialized: bool) -> Parsed<Declarator> {
        let dimensions = self.dimensions()?;
        let mut initializer = None;
        if self.is(Punct::Assign) {
            if !initialized {
                let message = "members and parameters have no initial values";
                self.diags.report(Diagnostic::new(Code::N1201, self.here(), message));
            }
            self.at += 1;
            initializer = Some(self.initializer()?).filter(|_| initialized);
        }
        Ok(Declarator { name, dimensions, initializer })
    }

    /// An expression, or `{a, b}`.
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

    /// The rest of a declaration of variables behind its qualifiers, up to the `;`.
    pub(super) fn declaration(&mut self, qualifiers: Qualifiers) -> Parsed<Declaration> {
        let ty = self.type_spec()?;
        let names = if self.is(Punct::Semicolon) { Vec::new() } else { self.declarators(true)? };
        Ok(Declaration { qualifiers, ty, names })
    }
}
