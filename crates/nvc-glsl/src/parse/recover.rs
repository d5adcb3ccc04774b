//! Reports syntax errors and recovers from them: skips to the end of the statement, member or declaration.

use super::keywords::{self, Keyword, KeywordTable, Role};
use super::{Parsed, Parser};
use crate::name::Name;
use crate::preprocess::token::{Punct, TokenKind};
use nvc_diag::{Code, Diagnostic, Reported, Span};

impl Parser<'_> {
    /// Reports what was expected at the next token, once per token.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        self.expected_at(self.here(), what, None)
    }

    /// Reports what was expected, at `span`. `opened` is the bracket whose closing bracket is missing, if any.
    fn expected_at(&mut self, span: Span, what: &str, opened: Option<Span>) -> Reported {
        // Malformed tokens have been reported by the preprocessor.
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map(|token| token.kind);
        let near_error = before == Some(TokenKind::Error) || self.peek() == Some(TokenKind::Error);
        let known = self.failed_at == Some(self.at) || near_error;
        if known && let Err(reported) = self.diags.check() {
            return reported;
        }
        self.failed_at = Some(self.at);
        let message = format!("expected {what}, found {}", self.found());
        let mut finding = Diagnostic::new(Code::N1201, span, message);
        if let Some(opened) = opened {
            finding = finding.secondary(opened, "opened here");
        }
        finding.help = self.misspelt();
        self.diags.report(finding)
    }

    /// Returns the next token as it appears in messages.
    fn found(&self) -> String {
        match self.peek() {
            Some(TokenKind::Name(name)) => format!("`{}`", self.names.text(name)),
            Some(TokenKind::Number(id)) => {
                let number = self.output.numbers.get(id.0 as usize);
                number.map_or_else(String::new, |number| format!("`{}`", self.names.text(number.text)))
            }
            Some(TokenKind::String(_)) => "a string".to_owned(),
            Some(TokenKind::Punct(punct)) => format!("`{}`", punct.text()),
            Some(TokenKind::Directive(_) | TokenKind::Error) => "an invalid token".to_owned(),
            None => "the end of the file".to_owned(),
        }
    }

    /// Suggests the keyword that the first name of the statement may be a misspelling of.
    fn misspelt(&self) -> Option<String> {
        let first = self.tokens.get(self.begin)?;
        let TokenKind::Name(name) = first.kind else { return None };
        if self.keywords.get(name).is_some() || self.begin >= self.at {
            return None;
        }
        // Statement keywords can be followed by a block, qualifiers by a name.
        let statements = match self.peek()? {
            TokenKind::Punct(Punct::LeftBrace) => true,
            TokenKind::Name(_) => self.tokens.get(self.begin + 1)?.kind == TokenKind::Punct(Punct::LeftParen),
            _ => return None,
        };
        let close = nvc_diag::suggest::nearest(self.names.text(name), keywords::candidates(statements))?;
        Some(format!("did you mean `{close}`?"))
    }

    /// Reports a keyword where a name, type or expression was expected.
    pub(super) fn keyword_as_name(&mut self, name: Name, role: Role, what: &str) -> Reported {
        if role != Role::Reserved && !matches!(what, NAME | MEMBER) {
            return self.expected(what);
        }
        let span = self.here();
        self.failed_at = Some(self.at);
        let text = self.names.text(name);
        let message = match role {
            Role::Reserved => format!("`{text}` is reserved for future versions of GLSL"),
            Role::Type => format!("`{text}` is a type, not a name"),
            _ => format!("`{text}` is a keyword, not a name"),
        };
        let help = self.misspelt().unwrap_or_else(|| "choose another name".to_owned());
        self.diags.report(Diagnostic::new(Code::N1203, span, message).help(help))
    }

    /// Consumes an operator, separator or bracket, or reports that it is missing.
    pub(super) fn expect(&mut self, punct: Punct) -> Parsed<()> {
        if self.accept(punct) {
            return Ok(());
        }
        Err(self.expected(&format!("`{}`", punct.text())))
    }

    /// Consumes the bracket that closes the one at `opened`.
    pub(super) fn close(&mut self, punct: Punct, opened: Span) -> Parsed<()> {
        if self.accept(punct) {
            return Ok(());
        }
        if self.peek().is_none() {
            return Err(self.not_closed(opened));
        }
        Err(self.expected_at(self.here(), &format!("`{}`", punct.text()), Some(opened)))
    }

    /// Reports a bracket that is still open at the end of the input.
    pub(super) fn not_closed(&mut self, opened: Span) -> Reported {
        if self.failed_at == Some(self.at)
            && let Err(reported) = self.diags.check()
        {
            return reported;
        }
        self.failed_at = Some(self.at);
        let text = self.sources.source(opened.file).text.get(opened.range()).unwrap_or_default();
        let message = if text.len() == 1 { format!("unclosed `{text}`") } else { "unclosed bracket".into() };
        self.diags.report(Diagnostic::new(Code::N1202, opened, message))
    }

    /// Consumes a `;`. A `;` that is missing at the end of a line or of the file, or before a `}`, is reported, and
    /// parsing continues as if it were present.
    pub(super) fn semicolon(&mut self) -> Parsed<()> {
        if self.accept(Punct::Semicolon) {
            return Ok(());
        }
        let ends = self.is(Punct::RightBrace) || self.peek().is_none() || self.on_new_line();
        let span = if ends { self.last().after() } else { self.here() };
        let reported = self.expected_at(span, "`;`", None);
        if ends { Ok(()) } else { Err(reported) }
    }

    /// Returns whether the next token is on a new line.
    fn on_new_line(&self) -> bool {
        let (last, here) = (self.last(), self.here());
        let line = |span: Span, offset: u32| self.sources.position(span.file, offset).line;
        last.file != here.file || line(last, last.end) != line(here, here.start)
    }

    /// Skips the rest of a statement or member that began at token `start`: past its `;`, to the `{` of a
    /// block, or to the `}` of the enclosing construct.
    pub(super) fn skip_statement(&mut self, start: usize) {
        let is_for = |kind: TokenKind, keywords: &KeywordTable| match kind {
            TokenKind::Name(name) => keywords.get(name) == Some(Role::Statement(Keyword::For)),
            _ => false,
        };
        // A `;` within the parentheses of a `for` does not end the statement.
        let mut in_for = self.tokens.get(start).is_some_and(|token| is_for(token.kind, &self.keywords));
        let (mut parens, mut braces) = self.open_brackets(start);
        while let Some(kind) = self.peek() {
            match kind {
                TokenKind::Punct(Punct::Semicolon) if braces == 0 && !(in_for && parens > 0) => {
                    self.at += 1;
                    return;
                }
                TokenKind::Punct(Punct::RightBrace) if braces == 0 => return,
                TokenKind::Punct(Punct::RightBrace) => braces -= 1,
                // A block is left to be parsed, so that errors in it are reported. An initialiser list is
                // part of the statement.
                TokenKind::Punct(Punct::LeftBrace) if braces == 0 && !self.begins_list() => return,
                TokenKind::Punct(Punct::LeftBrace) => braces += 1,
                TokenKind::Punct(Punct::LeftParen) => parens += 1,
                TokenKind::Punct(Punct::RightParen) => parens = parens.saturating_sub(1),
                _ => in_for |= is_for(kind, &self.keywords),
            }
            self.at += 1;
        }
    }

    /// Skips the rest of a malformed statement head that began at token `start`: past its parentheses, or to
    /// the `{` of the body. Returns `false` if neither is found. `semicolons` is whether the head may contain
    /// semicolons.
    pub(super) fn skip_head(&mut self, start: usize, semicolons: bool) -> bool {
        let (mut parens, _) = self.open_brackets(start);
        while let Some(kind) = self.peek() {
            match kind {
                TokenKind::Punct(Punct::LeftBrace) => return true,
                TokenKind::Punct(Punct::RightBrace) => return false,
                TokenKind::Punct(Punct::Semicolon) if !semicolons => return false,
                TokenKind::Punct(Punct::LeftParen) => parens += 1,
                TokenKind::Punct(Punct::RightParen) if parens <= 1 => {
                    self.at += 1;
                    return true;
                }
                TokenKind::Punct(Punct::RightParen) => parens -= 1,
                _ => {}
            }
            self.at += 1;
        }
        false
    }

    /// Skips the rest of a declaration at file scope that began at token `start`.
    pub(super) fn skip_item(&mut self, start: usize) {
        let (_, mut braces) = self.open_brackets(start);
        while let Some(kind) = self.peek() {
            let function = self.at > start
                && self
                    .tokens
                    .get(self.at - 1)
                    .is_some_and(|token| token.kind == TokenKind::Punct(Punct::RightParen));
            match kind {
                TokenKind::Punct(Punct::Semicolon) if braces == 0 => {
                    self.at += 1;
                    return;
                }
                TokenKind::Punct(Punct::LeftBrace) if braces == 0 && function => {
                    // The body of a function with a malformed head is parsed, so that errors in it are
                    // reported.
                    _ = self.block();
                    return;
                }
                TokenKind::Punct(Punct::LeftBrace) => braces += 1,
                TokenKind::Punct(Punct::RightBrace) => {
                    self.at += 1;
                    if braces <= 1 {
                        self.accept(Punct::Semicolon);
                        return;
                    }
                    braces -= 1;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Returns whether the next brace begins an initialiser list.
    fn begins_list(&self) -> bool {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map(|token| token.kind);
        matches!(last, Some(TokenKind::Punct(Punct::Assign | Punct::Comma | Punct::LeftBrace)))
    }

    /// Returns the number of parentheses and braces that were opened since token `start` and are still open.
    fn open_brackets(&self, start: usize) -> (u32, u32) {
        let (mut parens, mut braces) = (0u32, 0u32);
        for token in self.tokens.get(start..self.at).unwrap_or_default() {
            match token.kind {
                TokenKind::Punct(Punct::LeftParen) => parens += 1,
                TokenKind::Punct(Punct::RightParen) => parens = parens.saturating_sub(1),
                TokenKind::Punct(Punct::LeftBrace) => braces += 1,
                TokenKind::Punct(Punct::RightBrace) => braces = braces.saturating_sub(1),
                _ => {}
            }
        }
        (parens, braces)
    }
}

/// The argument of [`Parser::expected`] where a type is missing.
pub(super) const TYPE: &str = "a type";
/// The argument of [`Parser::expected`] where a name is missing.
pub(super) const NAME: &str = "a name";
/// The argument of [`Parser::expected`] after a `.`.
pub(super) const MEMBER: &str = "a member name";
