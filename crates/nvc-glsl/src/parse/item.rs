//! Parses declarations at file scope (GLSL §9: `external_declaration`).

use super::keywords::Role;
use super::recover::NAME;
use super::{Parsed, Parser};
use crate::ast::{
    Attribute, BlockDecl, Declaration, FunctionDecl, Ident, ItemKind, ParamDecl, QualifierKind, Qualifiers,
    TypeSpec,
};
use crate::preprocess::token::{Punct, TokenKind};
use nvc_diag::{Code, Diagnostic};

impl Parser<'_> {
    pub(super) fn item(&mut self) -> Parsed<ItemKind> {
        if self.accept(Punct::Semicolon) {
            return Ok(ItemKind::Empty);
        }
        if self.is(Punct::RightBrace) {
            let finding = Diagnostic::new(Code::N1202, self.here(), "unmatched `}`");
            return Err(self.diags.report(finding.help("remove it, or add the missing `{` above")));
        }
        if self.accept_role(Role::Precision) {
            let (qualifiers, ty) = (self.qualifiers()?, self.type_spec()?);
            self.semicolon()?;
            return Ok(ItemKind::Precision(qualifiers, ty));
        }
        if let Some(Role::Statement(_)) = self.role() {
            let finding = Diagnostic::new(Code::N1201, self.here(), "a statement outside of a function");
            return Err(self.diags.report(finding.help("move it into a function, such as `main`")));
        }
        let attributes = self.attributes()?;
        let qualifiers = self.qualifiers()?;
        if !attributes.is_empty() {
            // Only functions can have attributes at file scope (GL_EXT_function_control_attributes).
            let ty = self.type_spec()?;
            return self.function(qualifiers, ty, attributes).map(ItemKind::Function);
        }
        if let Some(kind) = self.without_type(&qualifiers)? {
            return Ok(kind(qualifiers));
        }
        let ty = self.type_spec()?;
        if self.is_name_at(0) && self.is_at(1, Punct::LeftParen) {
            return self.function(qualifiers, ty, attributes).map(ItemKind::Function);
        }
        let names = if self.is(Punct::Semicolon) { Vec::new() } else { self.declarators(true)? };
        self.semicolon()?;
        Ok(ItemKind::Declaration(Declaration { qualifiers, ty, names }))
    }

    /// Parses a declaration that begins with qualifiers and has no type: a block, qualifiers alone, or qualifiers
    /// for names that are already declared. Returns `None` if there are no qualifiers or a type follows.
    fn without_type(
        &mut self,
        qualifiers: &Qualifiers,
    ) -> Parsed<Option<impl FnOnce(Qualifiers) -> ItemKind + use<>>> {
        if qualifiers.list.is_empty() {
            return Ok(None);
        }
        let (mut names, mut block) = (Vec::new(), None);
        if self.is(Punct::Semicolon) {
            self.at += 1;
        } else if self.is_name_at(0) && self.is_at(1, Punct::LeftBrace) && self.role().is_none() {
            block = Some(self.block_decl()?);
        } else if self.is_name_at(0) && (self.is_at(1, Punct::Semicolon) || self.is_at(1, Punct::Comma)) {
            names = self.names()?;
            self.semicolon()?;
        } else {
            return Ok(None);
        }
        // `buffer B;` is the forward declaration of a buffer reference.
        let forward = qualifiers.list.iter().any(|qualifier| match qualifier.kind {
            QualifierKind::Word(name) => self.names.text(name) == "buffer",
            _ => false,
        });
        Ok(Some(move |qualifiers| match (block, &names[..]) {
            (Some(block), _) => ItemKind::Block(BlockDecl { qualifiers, ..block }),
            (None, [name]) if forward => {
                ItemKind::Block(BlockDecl { qualifiers, name: *name, members: None, instance: None })
            }
            (None, _) => ItemKind::Qualify(qualifiers, names),
        }))
    }

    /// Parses a list of names: `a, b, c`.
    pub(super) fn names(&mut self) -> Parsed<Vec<Ident>> {
        let mut list = vec![self.ident(NAME)?];
        while self.accept(Punct::Comma) {
            list.push(self.ident(NAME)?);
        }
        Ok(list)
    }

    /// Parses a block after its qualifiers.
    fn block_decl(&mut self) -> Parsed<BlockDecl> {
        let name = self.ident(NAME)?;
        let members = Some(self.members()?);
        let mut instance = None;
        if self.is_name_at(0) {
            let ident = self.ident(NAME)?;
            instance = Some(self.declarator(ident, false)?);
        }
        self.semicolon()?;
        Ok(BlockDecl { qualifiers: Qualifiers::default(), name, members, instance })
    }

    /// Parses a function after its result type.
    fn function(
        &mut self,
        qualifiers: Qualifiers,
        result: TypeSpec,
        mut attributes: Vec<Attribute>,
    ) -> Parsed<FunctionDecl> {
        let name = self.ident(NAME)?;
        let params = self.params()?;
        attributes.extend(self.attributes()?);
        let body = match self.peek() {
            Some(TokenKind::Punct(Punct::LeftBrace)) => Some(self.block()?),
            Some(TokenKind::Punct(Punct::Semicolon)) => {
                self.at += 1;
                None
            }
            _ => return Err(self.expected("`{` or `;` after the parameters")),
        };
        Ok(FunctionDecl { qualifiers, result, name, params, attributes, body })
    }

    /// Parses parameters: `(T a, T b)`, `()` or `(void)`.
    fn params(&mut self) -> Parsed<Vec<ParamDecl>> {
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
            list.push(self.param()?);
            if self.accept(Punct::Comma) {
                continue;
            }
            if self.accept(Punct::RightParen) {
                return Ok(list);
            }
            if self.peek().is_none() {
                return Err(self.not_closed(opened));
            }
            return Err(self.expected("`,` or `)`"));
        }
    }

    fn param(&mut self) -> Parsed<ParamDecl> {
        let start = self.at;
        let qualifiers = self.qualifiers()?;
        let ty = self.type_spec()?;
        let mut name = None;
        if self.is_name_at(0) {
            let ident = self.ident(NAME)?;
            name = Some(self.declarator(ident, false)?);
        }
        Ok(ParamDecl { qualifiers, ty, name, span: self.span_from(start) })
    }
}
