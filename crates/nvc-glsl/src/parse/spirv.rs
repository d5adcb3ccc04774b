//! Parses the qualifiers and types of GL_EXT_spirv_intrinsics, which have their own argument syntax, such as
//! `spirv_instruction(capabilities = [1], id = 2)`.

use super::keywords::Role;
use super::{Parsed, Parser};
use crate::ast::{Ident, SpirvArgument, SpirvValue};
use crate::preprocess::token::{Punct, TokenKind};

impl Parser<'_> {
    /// Parses a keyword of the extension with its arguments. `what` describes the keyword in an error
    /// message.
    pub(super) fn spirv_request(&mut self, what: &str) -> Parsed<(Ident, Vec<SpirvArgument>)> {
        let Some(TokenKind::Name(name)) = self.peek() else { return Err(self.expected(what)) };
        let ident = Ident { name, span: self.here() };
        self.at += 1;
        let opened = self.here();
        self.expect(Punct::LeftParen)?;
        let mut list = vec![self.nested(Self::spirv_argument)?];
        while self.accept(Punct::Comma) {
            list.push(self.nested(Self::spirv_argument)?);
        }
        self.close(Punct::RightParen, opened)?;
        Ok((ident, list))
    }

    /// Parses `name = value`, `name = [a, b]`, a value or a type.
    fn spirv_argument(&mut self) -> Parsed<SpirvArgument> {
        let mut name = None;
        if let Some(TokenKind::Name(word)) = self.peek()
            && self.is_at(1, Punct::Assign)
        {
            name = Some(Ident { name: word, span: self.here() });
            self.at += 2;
        }
        let opened = self.here();
        let is_type = match self.role() {
            Some(Role::SpirvType) => true,
            Some(Role::Type | Role::Template) => !self.is_at(1, Punct::LeftParen),
            _ => false,
        };
        let value = if is_type {
            SpirvValue::Type(self.type_spec()?)
        } else if self.accept(Punct::LeftBracket) {
            let mut list = Vec::new();
            while !self.is(Punct::RightBracket) {
                list.push(self.nested(Self::conditional)?);
                if !self.accept(Punct::Comma) {
                    break;
                }
            }
            self.close(Punct::RightBracket, opened)?;
            SpirvValue::List(list)
        } else {
            SpirvValue::Expr(self.nested(Self::conditional)?)
        };
        Ok(SpirvArgument { name, value, span: opened.to(self.last()) })
    }
}
