//! Parses attributes: `[[...]]` (GL_EXT_control_flow_attributes, GL_EXT_function_control_attributes).

use super::{Parsed, Parser};
use crate::ast::{Attribute, Ident};
use crate::preprocess::token::{Punct, TokenKind};

impl Parser<'_> {
    /// Parses a list of attributes, which may be empty: `[[a, b(1)]] [[c]]`.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut list = Vec::new();
        while self.is(Punct::LeftBracket) && self.is_at(1, Punct::LeftBracket) {
            let opened = self.here();
            self.at += 2;
            loop {
                // Keywords are accepted as names, because the attribute `inline` is a reserved word.
                let span = self.here();
                let Some(TokenKind::Name(name)) = self.peek() else {
                    return Err(self.expected("an attribute"));
                };
                self.at += 1;
                let name = Ident { name, span };
                let args = if self.is(Punct::LeftParen) { self.arguments()? } else { Vec::new() };
                list.push(Attribute { name, args });
                if !self.accept(Punct::Comma) {
                    break;
                }
            }
            self.close(Punct::RightBracket, opened)?;
            self.close(Punct::RightBracket, opened)?;
        }
        Ok(list)
    }
}
