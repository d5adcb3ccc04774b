//! Handles `#define` and `#undef` (GLSL §3.3).

use super::Preprocessor;
use super::cursor::Reach;
use super::lexeme::{Kind, Lexeme};
use super::macros::{self, Macro, Meaning, Piece};
use super::token::Punct;
use crate::name::Name;
use nvc_diag::{Code, Diagnostic, Limit, Span};
use std::cell::Cell;
use std::rc::Rc;

impl Preprocessor<'_> {
    /// Handles the rest of a `#define` line. Definitions from the command line (`by_option`) may use any name
    /// but `defined`.
    pub(super) fn define(&mut self, by_option: bool) {
        let Some((name, span)) = self.macro_name("#define", by_option) else { return };
        let mut first = self.scan(Reach::Line);
        let mut params = None;
        // Parameters follow only if the parenthesis is adjacent to the name.
        if first.is(Punct::LeftParen) && !first.flags.space {
            let Some(list) = self.parameters() else { return };
            params = Some(list);
            first = self.scan(Reach::Line);
        }
        let Some(body) = self.body(first, params.as_deref()) else { return };
        let definition = (!by_option).then_some(span);
        let new = Macro { name, params, body, definition, active: Cell::new(false) };
        if let Meaning::Macro(old) = self.meaning(name)
            && !by_option
            && !old.same(&new)
        {
            let old = old.definition;
            let message = format!("macro `{}` is redefined differently", self.names.text(name));
            let mut finding = Diagnostic::new(Code::N1103, span, message)
                .help("remove one definition, or write `#undef` before the second");
            if let Some(old) = old {
                finding = finding.secondary(old, "first defined here");
            }
            self.diags.report(finding);
        }
        self.table.set(name, Meaning::Macro(Rc::new(new)));
        if !by_option && self.output.macros.len() < self.diags.limit(Limit::Tokens) {
            self.output.macros.push((name, span));
        }
    }

    /// Handles the rest of an `#undef` line.
    pub(super) fn undefine(&mut self, by_option: bool) {
        if let Some((name, _)) = self.macro_name("#undef", by_option) {
            self.table.set(name, Meaning::Undefined);
        }
    }

    /// Reads the name of a macro to define or undefine.
    fn macro_name(&mut self, directive: &str, by_option: bool) -> Option<(Name, Span)> {
        let lexeme = self.scan(Reach::Line);
        let Kind::Name(name) = lexeme.kind else {
            self.expected_name(directive, lexeme);
            return None;
        };
        let text = self.names.text(name);
        let reserved = !by_option && (text.starts_with("GL_") || macros::is_predefined(text));
        if text == "defined" || reserved {
            let message = format!("`{text}` cannot be defined or undefined");
            let mut finding = Diagnostic::new(Code::N0203, lexeme.span, message);
            if text.starts_with("GL_") {
                finding = finding.note("macros that begin with `GL_` are reserved");
            }
            self.diags.report(finding);
            return None;
        }
        Some((name, lexeme.span))
    }

    /// Reports a directive without a name.
    pub(super) fn expected_name(&mut self, directive: &str, found: Lexeme) {
        if found.kind != Kind::Invalid {
            let message = format!("`{directive}` needs a name");
            self.diags.report(Diagnostic::new(Code::N1102, found.span, message));
        }
    }

    /// Reads the parameters of a function-like macro, after the `(`.
    fn parameters(&mut self) -> Option<Vec<Name>> {
        let mut list: Vec<Name> = Vec::new();
        loop {
            let lexeme = self.scan(Reach::Line);
            let wrong = match lexeme.kind {
                Kind::Punct(Punct::RightParen) if list.is_empty() => return Some(list),
                Kind::Name(name) if list.contains(&name) => {
                    format!("duplicate macro parameter `{}`", self.names.text(name))
                }
                Kind::Name(_) if list.len() >= self.diags.limit(Limit::MacroParameters) => {
                    let message = format!("the macro has more than {} parameters", list.len());
                    self.diags.exceeds(Limit::MacroParameters, lexeme.span, message);
                    return None;
                }
                Kind::Name(name) => {
                    list.push(name);
                    let separator = self.scan(Reach::Line);
                    match separator.kind {
                        Kind::Punct(Punct::RightParen) => return Some(list),
                        Kind::Punct(Punct::Comma) => continue,
                        _ => "the parameters of a macro are separated by `,` and end in `)`".to_owned(),
                    }
                }
                Kind::Punct(Punct::Dot) => "GLSL has no variadic macros".to_owned(),
                _ => "expected the name of a macro parameter".to_owned(),
            };
            self.diags.report(Diagnostic::new(Code::N1103, lexeme.span, wrong));
            return None;
        }
    }

    /// Reads the replacement list, up to the end of the line.
    fn body(&mut self, first: Lexeme, params: Option<&[Name]>) -> Option<Vec<Piece>> {
        let mut body: Vec<Piece> = Vec::new();
        let mut lexeme = first;
        let mut open = None;
        while lexeme.kind != Kind::End {
            if lexeme.is(Punct::Paste) {
                match body.last_mut() {
                    Some(last) => last.pastes = true,
                    None => {
                        self.edge_paste(lexeme.span);
                        return None;
                    }
                }
                open = Some(lexeme.span);
            } else {
                let param = match lexeme.kind {
                    Kind::Name(name) => params.and_then(|list| list.iter().position(|p| *p == name)),
                    _ => None,
                };
                lexeme.flags.line_start = false;
                body.push(Piece { lexeme, param, pastes: false });
                open = None;
            }
            lexeme = self.scan(Reach::Line);
        }
        match open {
            Some(span) => {
                self.edge_paste(span);
                None
            }
            None => Some(body),
        }
    }

    fn edge_paste(&mut self, span: Span) {
        let message = "`##` at the start or end of a macro body";
        self.diags
            .report(Diagnostic::new(Code::N1103, span, message).help("write a token on each side of `##`"));
    }
}
