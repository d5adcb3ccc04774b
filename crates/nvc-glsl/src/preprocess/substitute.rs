//! A macro's body with its parameters replaced and its `##` done (C++ 15.6.2 and 15.6.4).

use super::lexeme::{Flags, Kind, Lexeme};
use super::macros::Macro;
use super::scan::{self, Sink};
use super::{Preprocessor, limits};
use nvc_diag::{Code, Diagnostic};

/// An argument: as given, and expanded once that is asked for.
struct Argument {
    raw: Vec<Lexeme>,
    expanded: Option<Vec<Lexeme>>,
}

impl Preprocessor<'_> {
    /// The tokens that an invocation stands for. `at` is the macro's name, with the new expansion.
    pub(super) fn substitute(
        &mut self,
        found: &Macro,
        arguments: Vec<Vec<Lexeme>>,
        at: Lexeme,
    ) -> Vec<Lexeme> {
        let mut arguments: Vec<Argument> =
            arguments.into_iter().map(|raw| Argument { raw, expanded: None }).collect();
        let mut out: Vec<Lexeme> = Vec::with_capacity(found.body.len());
        // Whether `##` stands before the piece, and whether there is anything on its left.
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

    /// An argument with its macros replaced, which happens once however often it is used.
    fn expanded<'b>(&mut self, argument: &'b mut Argument, at: Lexeme) -> &'b [Lexeme] {
        if argument.expanded.is_none() {
            self.nesting += 1;
            let list = if self.nesting > limits::MACRO_NESTING {
                let message =
                    format!("macros are nested more than {} deep in arguments", limits::MACRO_NESTING);
                self.fail(Diagnostic::new(Code::N0501, at.span, message));
                Vec::new()
            } else {
                self.expand_list(argument.raw.clone())
            };
            self.nesting -= 1;
            argument.expanded = Some(list);
        }
        argument.expanded.as_deref().unwrap_or_default()
    }

    /// Joins two tokens to one.
    fn paste(&mut self, left: Lexeme, right: Lexeme, at: Lexeme, out: &mut Vec<Lexeme>) {
        let text = [self.spelling(left.kind), self.spelling(right.kind)].concat();
        let sink = &mut Sink { names: self.names, diags: self.diags };
        let flags = Flags { space: left.flags.space, ..Flags::default() };
        if let Some(kind) = scan::single(&text, at.span, sink) {
            out.push(Lexeme { kind, flags, span: at.span, expansion: at.expansion });
            return;
        }
        if left.kind != Kind::Invalid && right.kind != Kind::Invalid {
            let message = format!("`##` makes `{text}`, which is not one token");
            self.diags.report(Diagnostic::new(Code::N1103, at.span, message));
        }
        out.push(Lexeme { kind: Kind::Invalid, flags, span: at.span, expansion: at.expansion });
    }

    /// A token as written.
    pub(super) fn spelling(&self, kind: Kind) -> String {
        match kind {
            Kind::Name(name) | Kind::Number(name) => self.names.text(name).to_owned(),
            Kind::String(content) => format!("\"{}\"", self.names.text(content)),
            Kind::Punct(punct) => punct.text().to_owned(),
            Kind::Invalid | Kind::End => String::new(),
        }
    }
}
