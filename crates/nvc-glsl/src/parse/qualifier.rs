//! Parses qualifiers (GLSL §4.3 to §4.10).

use super::keywords::Role;
use super::{Parsed, Parser};
use crate::ast::Ident;
use crate::ast::{LayoutItem, Qualifier, QualifierKind, Qualifiers};
use crate::preprocess::token::{Punct, TokenKind};

impl Parser<'_> {
    /// Parses a list of qualifiers, which may be empty.
    pub(super) fn qualifiers(&mut self) -> Parsed<Qualifiers> {
        let mut list = Vec::new();
        while let Some(TokenKind::Name(name)) = self.peek() {
            let start = self.at;
            let ident = Ident { name, span: self.here() };
            // The last token of every qualifier is consumed after the `match`.
            let kind = match self.keywords.get(name) {
                Some(Role::Qualifier) => QualifierKind::Word(name),
                Some(Role::SoftQualifier) if self.is_name_at(1) => QualifierKind::Word(name),
                Some(Role::Call) if self.is_at(1, Punct::LeftParen) => {
                    self.at += 1;
                    let args = self.arguments()?;
                    self.at -= 1;
                    QualifierKind::Call(ident, args)
                }
                Some(Role::Call) => QualifierKind::Word(name),
                Some(Role::Spirv) => {
                    let (ident, args) = self.spirv_request("a qualifier")?;
                    self.at -= 1;
                    QualifierKind::Spirv(ident, args)
                }
                Some(Role::Layout) => {
                    self.at += 1;
                    let items = self.layout()?;
                    self.at -= 1;
                    QualifierKind::Layout(items)
                }
                _ => break,
            };
            self.at += 1;
            list.push(Qualifier { kind, span: self.span_from(start) });
        }
        Ok(Qualifiers { list })
    }

    /// Parses the entries of a layout qualifier: `(name, name = value)`.
    fn layout(&mut self) -> Parsed<Vec<LayoutItem>> {
        let opened = self.here();
        self.expect(Punct::LeftParen)?;
        let mut list = Vec::new();
        loop {
            // `shared` is also a layout qualifier, so keywords are allowed here.
            let span = self.here();
            let Some(TokenKind::Name(name)) = self.peek() else {
                return Err(self.expected("a layout qualifier"));
            };
            self.at += 1;
            let value = if self.accept(Punct::Assign) { Some(self.nested(Self::conditional)?) } else { None };
            list.push(LayoutItem { name: Ident { name, span }, value });
            if self.accept(Punct::Comma) {
                continue;
            }
            self.close(Punct::RightParen, opened)?;
            return Ok(list);
        }
    }
}
