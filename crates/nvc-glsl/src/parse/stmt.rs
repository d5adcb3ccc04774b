//! Parses statements (GLSL §6).

use super::keywords::{Keyword, Role};
use super::{Parsed, Parser};
use crate::ast::{Arm, Condition, Expr, ExprKind, Qualifiers, Stmt, StmtKind};
use crate::limits::CHAIN_SEGMENT;
use crate::preprocess::token::{Punct, TokenKind};
use naga::Handle;
use nvc_diag::Limit;
use nvc_diag::{Code, Diagnostic};

/// The header of a `for`, as far as it could be parsed.
#[derive(Default)]
struct ForHead {
    init: Option<Handle<Stmt>>,
    condition: Option<Condition>,
    step: Option<Handle<Expr>>,
}

impl Parser<'_> {
    /// Parses a block.
    pub(super) fn block(&mut self) -> Parsed<Handle<Stmt>> {
        let start = self.at;
        let list = self.statements()?;
        Ok(self.stmt(StmtKind::Block(list), start))
    }

    /// Parses the statements of a block. Continues after malformed ones.
    fn statements(&mut self) -> Parsed<Vec<Handle<Stmt>>> {
        let opened = self.here();
        self.expect(Punct::LeftBrace)?;
        let mut list = Vec::new();
        while !self.accept(Punct::RightBrace) {
            if self.peek().is_none() || self.diags.is_full() {
                return Err(self.not_closed(opened));
            }
            let start = self.at;
            match self.statement() {
                Ok(statement) => list.push(statement),
                Err(_) => {
                    self.skip_statement(start);
                    if self.at == start && !self.is(Punct::RightBrace) {
                        self.at += 1;
                    }
                    list.push(self.stmt(StmtKind::Error, start));
                }
            }
        }
        Ok(list)
    }

    fn statement(&mut self) -> Parsed<Handle<Stmt>> {
        self.nested(|p| {
            let start = p.at;
            let attributes = p.attributes()?;
            let outer = std::mem::replace(&mut p.begin, p.at);
            let kind = p.statement_kind();
            p.begin = outer;
            let statement = p.stmt(kind?, start);
            p.unit.stmts.get_mut(statement).attributes = attributes;
            Ok(statement)
        })
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        match self.peek() {
            Some(TokenKind::Punct(Punct::LeftBrace)) => return self.statements().map(StmtKind::Block),
            Some(TokenKind::Punct(Punct::Semicolon)) => {
                self.at += 1;
                return Ok(StmtKind::Empty);
            }
            _ => {}
        }
        if let Some(Role::Statement(keyword)) = self.role() {
            return self.keyword(keyword);
        }
        if self.accept_role(Role::Precision) {
            let (qualifiers, ty) = (self.qualifiers()?, self.type_spec()?);
            self.semicolon()?;
            return Ok(StmtKind::Precision(qualifiers, ty));
        }
        if self.multiplies_or_declares() {
            let start = self.at;
            let declaration = self.declaration(Qualifiers::default())?;
            self.at = start;
            let value = self.expression()?;
            self.semicolon()?;
            return Ok(StmtKind::DeclarationOrExpr(declaration, value));
        }
        if self.begins_declaration() {
            return self.declaration_statement();
        }
        let value = self.expression()?;
        self.semicolon()?;
        Ok(StmtKind::Expr(value))
    }

    fn declaration_statement(&mut self) -> Parsed<StmtKind> {
        let qualifiers = self.qualifiers()?;
        let requalified = self.is_at(1, Punct::Semicolon) || self.is_at(1, Punct::Comma);
        if !qualifiers.list.is_empty() && self.is_name_at(0) && requalified {
            let names = self.names()?;
            self.semicolon()?;
            return Ok(StmtKind::Qualify(qualifiers, names));
        }
        let declaration = self.declaration(qualifiers)?;
        if self.is(Punct::LeftParen) && !declaration.names.is_empty() {
            let finding =
                Diagnostic::new(Code::N1201, self.here(), "a function declaration within a function");
            return Err(self.diags.report(finding.help("move it before the function")));
        }
        self.semicolon()?;
        Ok(StmtKind::Declaration(declaration))
    }

    fn keyword(&mut self, keyword: Keyword) -> Parsed<StmtKind> {
        if keyword == Keyword::Else {
            let finding = Diagnostic::new(Code::N1201, self.here(), "`else` without `if`");
            self.at += 1;
            return Err(self.diags.report(finding));
        }
        self.at += 1;
        let kind = match keyword {
            Keyword::If | Keyword::Else => return self.selection(),
            Keyword::Switch => {
                let selector = self.parenthesized()?;
                return Ok(StmtKind::Switch { selector, body: self.statements()? });
            }
            Keyword::Case => {
                let value = self.expression()?;
                self.expect(Punct::Colon)?;
                return Ok(StmtKind::Case(value));
            }
            Keyword::Default => {
                self.expect(Punct::Colon)?;
                return Ok(StmtKind::Default);
            }
            Keyword::For => return self.for_loop(),
            Keyword::While => {
                let opened = self.here();
                self.expect(Punct::LeftParen)?;
                let condition = self.condition()?;
                self.close(Punct::RightParen, opened)?;
                return Ok(StmtKind::While { condition, body: self.statement()? });
            }
            Keyword::Do => {
                let body = self.statement()?;
                if !self.accept_role(Role::Statement(Keyword::While)) {
                    return Err(self.expected("`while` after the body of `do`"));
                }
                StmtKind::DoWhile { body, condition: self.parenthesized()? }
            }
            Keyword::Break => StmtKind::Break,
            Keyword::Continue => StmtKind::Continue,
            Keyword::Discard => StmtKind::Discard,
            Keyword::Return => {
                let ends = self.is(Punct::Semicolon) || self.is(Punct::RightBrace);
                StmtKind::Return(if ends { None } else { Some(self.expression()?) })
            }
        };
        self.semicolon()?;
        Ok(kind)
    }

    /// Parses an `if` statement after the keyword, with its `else if` chain.
    fn selection(&mut self) -> Parsed<StmtKind> {
        let depth = self.depth;
        let chain = self.chain();
        self.depth = depth;
        chain
    }

    fn chain(&mut self) -> Parsed<StmtKind> {
        let depth = self.depth;
        let mut arms = Vec::new();
        let mut attributes = Vec::new();
        loop {
            let start = self.at.saturating_sub(1);
            let condition = self.parenthesized()?;
            let body = self.statement()?;
            let span = self.span_from(start);
            arms.push(Arm { span, attributes: std::mem::take(&mut attributes), condition, body });
            if !self.accept_role(Role::Statement(Keyword::Else)) {
                return Ok(StmtKind::If { arms, reject: None });
            }
            let before = self.at;
            attributes = self.attributes()?;
            let begin = self.at;
            if !self.accept_role(Role::Statement(Keyword::If)) {
                self.at = before;
                return Ok(StmtKind::If { arms, reject: Some(self.statement()?) });
            }
            if arms.len() >= self.diags.limit(Limit::ElseIfs) {
                return Err(self.too_many_links());
            }
            self.begin = begin;
            // Lowering nests each condition in the else branch of the previous one and starts anew after
            // `CHAIN_SEGMENT` conditions, so the depth grows and is reset here too.
            self.depth = if arms.len() % CHAIN_SEGMENT == 0 { depth } else { self.depth + 1 };
        }
    }

    /// Parses a condition or selector in parentheses. After a malformed one, the statement is still parsed,
    /// so that a following `else` is matched with its `if`.
    fn parenthesized(&mut self) -> Parsed<Handle<Expr>> {
        let start = self.at;
        match self.value_in_parentheses() {
            Err(reported) if !self.skip_head(start, false) => Err(reported),
            Err(_) => {
                let span = self.span_from(start);
                self.expr(ExprKind::Error, span)
            }
            value => value,
        }
    }

    fn value_in_parentheses(&mut self) -> Parsed<Handle<Expr>> {
        let opened = self.here();
        self.expect(Punct::LeftParen)?;
        let value = self.expression()?;
        self.close(Punct::RightParen, opened)?;
        Ok(value)
    }

    /// Parses the condition of a loop, which may declare a variable.
    fn condition(&mut self) -> Parsed<Condition> {
        if !self.begins_declaration() {
            return self.expression().map(Condition::Expr);
        }
        let qualifiers = self.qualifiers()?;
        self.declaration(qualifiers).map(|declaration| Condition::Declaration(Box::new(declaration)))
    }

    fn for_loop(&mut self) -> Parsed<StmtKind> {
        let start = self.at;
        let mut head = ForHead::default();
        if let Err(reported) = self.for_head(&mut head)
            && !self.skip_head(start, true)
        {
            return Err(reported);
        }
        let ForHead { init, condition, step } = head;
        Ok(StmtKind::For { init, condition, step, body: self.statement()? })
    }

    fn for_head(&mut self, head: &mut ForHead) -> Parsed<()> {
        let opened = self.here();
        self.expect(Punct::LeftParen)?;
        let start = self.at;
        if !self.accept(Punct::Semicolon) {
            let kind = if self.begins_declaration() {
                let qualifiers = self.qualifiers()?;
                StmtKind::Declaration(self.declaration(qualifiers)?)
            } else {
                StmtKind::Expr(self.expression()?)
            };
            head.init = Some(self.stmt(kind, start));
            self.expect(Punct::Semicolon)?;
        }
        if !self.is(Punct::Semicolon) {
            head.condition = Some(self.condition()?);
        }
        self.expect(Punct::Semicolon)?;
        if !self.is(Punct::RightParen) {
            head.step = Some(self.expression()?);
        }
        self.close(Punct::RightParen, opened)
    }
}
