//! Substitution of macro parameters and token pasting (C++23 §15.6.2 and §15.6.4).

use super::Preprocessor;
use super::lexeme::{Flags, Kind, Lexeme};
use super::macros::Macro;
use super::scan::{self, Sink};
use nvc_diag::{Code, Diagnostic, Limit};
use std::borrow::Cow;

/// A macro argument, with its expansion once that has been computed.
struct Argument {
    raw: Vec<Lexeme>,
    expanded: Option<Vec<Lexeme>>,
}

impl Preprocessor<'_> {
    /// Returns the tokens that replace an invocation. `at` is the macro's name, with the id of the new
    /// expansion.
    pub(super) fn substitute(
        &mut self,
        found: &Macro,
        arguments: Vec<Vec<Lexeme>>,
        at: Lexeme,
    ) -> Vec<Lexeme> {
        let mut arguments: Vec<Argument> =
            arguments.into_iter().map(|raw| Argument { raw, expanded: None }).collect();
        let mut out: Vec<Lexeme> = Vec::with_capacity(found.body.len());
        // `pastes`: whether `##` precedes the piece. `left`: whether that `##` has a non-empty left operand.
        let (mut pastes, mut left) = (false, false);
        for (index, piece) in found.body.iter().enumerate() {
            let space = if index == 0 { at.flags.space } else { piece.lexeme.flags.space };
            let own = [Lexeme { span: at.span, expansion: at.expansion, ..piece.lexeme }];
            let operand = match piece.param.and_then(|number| arguments.get_mut(number)) {
                Some(argument) if pastes || piece.pastes => &argument.raw[..],
                Some(argument) => self.expanded(argument, at),
                None => &own,
            };
            let mut operand = operand.iter().copied();
            let count = operand.len();
            if let Some(first) = operand.next() {
                let first = Lexeme { flags: Flags { space, ..first.flags }, ..first };
                match out.pop_if(|_| pastes && left) {
                    Some(before) => self.paste(before, first, at, &mut out),
                    None => out.push(first),
                }
                out.extend(operand);
            }
            self.charge(count, at.span);
            if self.failed.is_some() {
                return Vec::new();
            }
            left = count > 0 || (pastes && left);
            pastes = piece.pastes;
        }
        out
    }

    /// Returns the expanded argument, which is computed once.
    fn expanded<'b>(&mut self, argument: &'b mut Argument, at: Lexeme) -> &'b [Lexeme] {
        if argument.expanded.is_none() {
            self.nesting += 1;
            let most = self.diags.limit(Limit::MacroDepth);
            let list = if self.nesting as usize > most {
                let message = format!("macros are nested more than {most} deep in arguments");
                self.fail_limit(Limit::MacroDepth, at.span, message);
                Vec::new()
            } else {
                self.expand_list(argument.raw.clone())
            };
            self.nesting -= 1;
            argument.expanded = Some(list);
        }
        argument.expanded.as_deref().unwrap_or_default()
    }

    /// Pastes two tokens. Repeated pasting can double the length each time, so the length is checked before
    /// the text is built.
    fn paste(&mut self, left: Lexeme, right: Lexeme, at: Lexeme, out: &mut Vec<Lexeme>) {
        let length = self.spelling(left.kind).len().saturating_add(self.spelling(right.kind).len());
        self.pasted = self.pasted.saturating_add(length);
        if length > self.diags.limit(Limit::NameBytes) || self.pasted > self.diags.limit(Limit::PastedBytes) {
            return self.pasted_too_much(length, at);
        }
        let text = [self.spelling(left.kind), self.spelling(right.kind)].concat();
        let sink = &mut Sink { names: self.names, diags: self.diags };
        let flags = Flags { space: left.flags.space, ..Flags::default() };
        if let Some(kind) = scan::single(&text, at.span, sink) {
            out.push(Lexeme { kind, flags, span: at.span, expansion: at.expansion });
            return;
        }
        if left.kind != Kind::Invalid && right.kind != Kind::Invalid {
            let message = format!("`##` produces `{text}`, which is not a single token");
            self.diags.report(Diagnostic::new(Code::N1103, at.span, message));
        }
        out.push(Lexeme { kind: Kind::Invalid, flags, span: at.span, expansion: at.expansion });
    }

    /// Ends preprocessing because pasted tokens exceed a limit.
    fn pasted_too_much(&mut self, length: usize, at: Lexeme) {
        if self.failed.is_some() {
            return;
        }
        if length > self.diags.limit(Limit::NameBytes) {
            let message = format!("`##` produces a token of {length} characters");
            return self.fail_limit(Limit::NameBytes, at.span, message);
        }
        let most = self.diags.limit(Limit::PastedBytes);
        let message = format!("`##` produces more than {most} characters in total");
        let finding = self.diags.limits().exceeded(Limit::PastedBytes, at.span, message);
        self.fail(finding.note("tokens that are pasted again count each time"));
    }

    /// Returns the spelling of a token.
    pub(super) fn spelling(&self, kind: Kind) -> Cow<'_, str> {
        match kind {
            Kind::Name(name) | Kind::Number(name) => Cow::Borrowed(self.names.text(name)),
            Kind::String(content) => Cow::Owned(format!("\"{}\"", self.names.text(content))),
            Kind::Punct(punct) => Cow::Borrowed(punct.text()),
            Kind::Invalid | Kind::End => Cow::Borrowed(""),
        }
    }
}
