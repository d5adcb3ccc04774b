//! Parses type specifiers (names with parameters, dimensions and stars) and struct definitions.

use super::keywords::Role;
use super::recover::{NAME, TYPE};
use super::{Parsed, Parser};
use crate::ast::{Dimension, MemberDecl, StructDef, TypeBase, TypeSpec};
use crate::preprocess::token::Punct;

impl Parser<'_> {
    pub(super) fn type_spec(&mut self) -> Parsed<TypeSpec> {
        let start = self.at;
        let template = self.is_template();
        let base = if self.role() == Some(Role::Struct) {
            TypeBase::Struct(Box::new(self.struct_def()?))
        } else if self.role() == Some(Role::SpirvType) {
            let (ident, args) = self.spirv_request(TYPE)?;
            TypeBase::Spirv(ident, args)
        } else {
            TypeBase::Name(self.ident(TYPE)?)
        };
        let mut parameters = Vec::new();
        if template && self.accept(Punct::Less) {
            loop {
                parameters.push(self.type_parameter()?);
                if !self.accept(Punct::Comma) {
                    break;
                }
            }
            self.expect(Punct::Greater)?;
        }
        let dimensions = self.dimensions()?;
        let mut pointers = 0;
        while self.accept(Punct::Star) {
            pointers += 1;
        }
        Ok(TypeSpec { base, parameters, dimensions, pointers, span: self.span_from(start) })
    }

    /// Parses dimensions: any number of `[n]` and `[]`.
    pub(super) fn dimensions(&mut self) -> Parsed<Vec<Dimension>> {
        let mut list = Vec::new();
        while self.is(Punct::LeftBracket) && !self.is_at(1, Punct::LeftBracket) {
            let (start, opened) = (self.at, self.here());
            self.at += 1;
            let length = if self.is(Punct::RightBracket) { None } else { Some(self.expression()?) };
            self.close(Punct::RightBracket, opened)?;
            list.push(Dimension { length, span: self.span_from(start) });
        }
        Ok(list)
    }

    fn struct_def(&mut self) -> Parsed<StructDef> {
        let start = self.at;
        self.at += 1;
        let name = if self.is(Punct::LeftBrace) { None } else { Some(self.ident(NAME)?) };
        let members = self.members()?;
        Ok(StructDef { name, members, span: self.span_from(start) })
    }

    /// Parses the members of a struct or block. Malformed members are reported and omitted.
    pub(super) fn members(&mut self) -> Parsed<Vec<MemberDecl>> {
        let opened = self.here();
        self.expect(Punct::LeftBrace)?;
        if self.is(Punct::RightBrace) {
            self.diags.report(nvc_diag::Diagnostic::new(
                nvc_diag::Code::N1305,
                opened,
                "a struct or block needs at least one member",
            ));
        }
        let mut list = Vec::new();
        let outer = self.begin;
        while !self.accept(Punct::RightBrace) {
            if self.peek().is_none() {
                return Err(self.not_closed(opened));
            }
            let start = self.at;
            self.begin = start;
            match self.nested(Self::member_decl) {
                Ok(member) => list.push(member),
                Err(_) => {
                    self.skip_statement(start);
                    // Blocks are not allowed as members.
                    if self.is(Punct::LeftBrace) || self.at == start {
                        self.at += 1;
                    }
                }
            }
        }
        self.begin = outer;
        Ok(list)
    }

    fn member_decl(&mut self) -> Parsed<MemberDecl> {
        let qualifiers = self.qualifiers()?;
        let ty = self.type_spec()?;
        let names = self.declarators(false)?;
        self.semicolon()?;
        Ok(MemberDecl { qualifiers, ty, names })
    }
}
