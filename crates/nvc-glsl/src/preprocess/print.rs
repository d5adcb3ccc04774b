//! Prints preprocessed tokens as text (`-E`).

use super::token::{Directive, Output, Token, TokenKind};
use crate::extensions::{Behavior, Extension};
use crate::name::Names;
use crate::version::Profile;
use nvc_diag::{SourceMap, Span};
use std::fmt::Write as _;

/// Maximum number of consecutive line breaks; more are replaced by a `#line`.
const MAX_EMPTY: u32 = 8;

/// Maximum indentation in columns.
const MAX_INDENT: u32 = 80;

/// Prints a program's tokens on their original lines, with `#line` directives. Preprocessing the result again
/// produces the same tokens.
pub fn print(output: &Output, names: &Names, sources: &SourceMap) -> String {
    let mut printer = Printer { output, names, sources, text: String::new(), at: None };
    let version = output.version;
    let profile = match version.profile {
        Profile::Core => "",
        Profile::Compatibility => " compatibility",
        Profile::Es => " es",
    };
    _ = write!(printer.text, "#version {}{profile}", version.number);
    printer.at = version.span.map(|span| printer.place(span)).filter(|at| at.line == 1);
    let mut before: Option<&Token> = None;
    for token in &output.tokens {
        if !printer.go_to(token) {
            printer.indent(token);
        } else if before.is_some_and(|before| printer.apart(before, token)) {
            printer.text.push(' ');
        }
        printer.token(token);
        before = Some(token);
    }
    printer.text.push('\n');
    printer.text
}

/// A presumed location: the file name and line number that diagnostics show.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place<'a> {
    name: &'a str,
    line: u32,
}

struct Printer<'a> {
    output: &'a Output,
    names: &'a Names,
    sources: &'a SourceMap,
    text: String,
    /// The location of the current output line; `None` before the first line.
    at: Option<Place<'a>>,
}

impl<'a> Printer<'a> {
    fn place(&self, span: Span) -> Place<'a> {
        let at = self.sources.presumed(span.file, span.start);
        Place { name: at.name, line: at.line }
    }

    /// Moves to the line of a token. Returns whether the printer was already on that line.
    fn go_to(&mut self, token: &Token) -> bool {
        let directive = matches!(token.kind, TokenKind::Directive(_));
        let target = self.place(token.span);
        if let Some(at) = self.at.filter(|at| at.name == target.name) {
            match target.line.checked_sub(at.line) {
                Some(0) if !directive => return true,
                // Tokens of a macro body have the location of the macro's name, which may be above its
                // arguments.
                None if token.expansion.is_some() => return true,
                Some(lines @ 1..=MAX_EMPTY) => {
                    self.text.extend((0..lines).map(|_| '\n'));
                    self.at = Some(target);
                    return false;
                }
                _ => {}
            }
        }
        let name = match self.at {
            Some(at) if at.name == target.name => String::new(),
            _ => format!(" \"{}\"", target.name.replace(['"', '\\', '\n', '\r'], "_")),
        };
        _ = write!(self.text, "\n#line {}{name}\n", target.line);
        self.at = Some(target);
        false
    }

    /// Indents the first token of a line to its column.
    fn indent(&mut self, token: &Token) {
        let column = self.sources.presumed(token.span.file, token.span.start).column;
        self.text.extend((1..column.min(MAX_INDENT)).map(|_| ' '));
    }

    /// Returns whether to print white space between two tokens on a line. Tokens of a file are separated as in the
    /// source; tokens from macros are separated unless one of them is a parenthesis, square bracket, `,`, `;` or `.`,
    /// and neither is a number.
    fn apart(&self, before: &Token, token: &Token) -> bool {
        if before.span.file == token.span.file && before.expansion.is_none() && token.expansion.is_none() {
            return before.span.end != token.span.start;
        }
        let separator = |kind: TokenKind| match kind {
            TokenKind::Punct(punct) => matches!(punct.text(), "(" | ")" | "[" | "]" | "," | ";" | "."),
            _ => false,
        };
        // `1 .x` and `. 5` would become numbers without the space.
        let number = |kind: TokenKind| matches!(kind, TokenKind::Number(_));
        let close = separator(before.kind) || separator(token.kind);
        !close || number(before.kind) || number(token.kind)
    }

    fn token(&mut self, token: &Token) {
        match token.kind {
            TokenKind::Name(name) => self.text.push_str(self.names.text(name)),
            TokenKind::Number(id) => {
                let number = self.output.numbers.get(id.0 as usize);
                self.text.push_str(number.map_or("0", |number| self.names.text(number.text)));
            }
            TokenKind::String(content) => {
                _ = write!(self.text, "\"{}\"", self.names.text(content));
            }
            TokenKind::Punct(punct) => self.text.push_str(punct.text()),
            TokenKind::Directive(number) => self.directive(number),
            TokenKind::Error => {}
        }
    }

    fn directive(&mut self, number: u32) {
        _ = match self.output.directives.get(number as usize) {
            Some(Directive::Extension(directive)) => {
                let name = directive.extension.map_or("all", Extension::name);
                let behavior = match directive.behavior {
                    Behavior::Disable => "disable",
                    Behavior::Warn => "warn",
                    Behavior::Enable => "enable",
                    Behavior::Require => "require",
                };
                write!(self.text, "#extension {name} : {behavior}")
            }
            Some(Directive::Pragma(text, _)) => write!(self.text, "#pragma {text}"),
            None => Ok(()),
        };
    }
}
