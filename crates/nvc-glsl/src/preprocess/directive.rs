//! Dispatches directives by name; handles `#error` and `#pragma`.

use super::Preprocessor;
use super::cursor::Reach;
use super::lexeme::{Kind, Lexeme};
use super::token::{Directive, Token, TokenKind};
use nvc_diag::{Code, Diagnostic, Span};

/// Handles the rest of a directive's line. The span covers `#` and the name.
type Handler = fn(&mut Preprocessor<'_>, Span);

/// The directives (GLSL §3.3, GL_GOOGLE_include_directive).
const DIRECTIVES: &[(&str, Handler)] = &[
    ("define", |p, _| p.define(false)),
    ("undef", |p, _| p.undefine(false)),
    ("if", |p, at| p.begin_if(at)),
    ("ifdef", |p, at| p.begin_ifdef(at, true)),
    ("ifndef", |p, at| p.begin_ifdef(at, false)),
    ("elif", |p, at| p.end_branch(at, "#elif")),
    ("else", |p, at| p.end_branch(at, "#else")),
    ("endif", |p, at| p.end_if(at)),
    ("error", |p, at| p.error(at)),
    ("pragma", |p, at| p.pragma(at)),
    ("extension", |p, at| p.extension(at)),
    ("version", |p, at| p.version(at)),
    ("line", |p, _| p.line()),
    ("include", |p, at| p.include(at)),
];

impl Preprocessor<'_> {
    /// Handles a directive whose `#` has been read.
    pub(super) fn directive(&mut self, hash: Lexeme) {
        let name = self.scan(Reach::Line);
        let span = hash.span.to(name.span);
        match name.kind {
            // A lone `#` is ignored (GLSL §3.3).
            Kind::End | Kind::Invalid => {}
            Kind::Name(word) => {
                let text = self.names.text(word);
                let handler = DIRECTIVES.iter().find(|(name, _)| *name == text);
                if text != "version" {
                    self.start(hash.span);
                }
                match handler {
                    Some((_, handle)) => handle(self, span),
                    None => self.unknown_directive(span),
                }
            }
            _ => self.unknown_directive(span),
        }
        self.skip_line();
    }

    fn unknown_directive(&mut self, span: Span) {
        let text = self.sources.source(span.file).text.get(span.range()).unwrap_or("#");
        let word = text.trim_start_matches(['#', ' ', '\t']);
        let close = nvc_diag::suggest::nearest(word, DIRECTIVES.iter().map(|(name, _)| *name));
        let mut finding = Diagnostic::new(Code::N1102, span, format!("`#{word}` is not a directive"));
        if let Some(close) = close {
            finding = finding.help(format!("did you mean `#{close}`?"));
        }
        self.diags.report(finding);
    }

    /// Skips the rest of the line.
    pub(super) fn skip_line(&mut self) {
        // After `#include`, the innermost file is the included one, but the rest of the line belongs to the
        // including file.
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.entered {
            frame.scanner.rest_of_line(self.diags);
        }
        frame.entered = true;
    }

    /// Warns about extra tokens after a directive.
    pub(super) fn finish_line(&mut self) {
        let extra = self.scan(Reach::Line);
        if !matches!(extra.kind, Kind::End | Kind::Invalid) {
            let message = "extra tokens after the directive are ignored";
            self.diags.add(Diagnostic::new(Code::W1101, extra.span, message));
        }
    }

    /// Returns the tokens up to the end of the line.
    pub(super) fn line_tokens(&mut self) -> Vec<Lexeme> {
        let mut list = Vec::new();
        loop {
            let mut lexeme = self.scan(Reach::Line);
            if lexeme.kind == Kind::End {
                return list;
            }
            lexeme.flags.line_start = false;
            list.push(lexeme);
        }
    }

    fn error(&mut self, at: Span) {
        let Some(frame) = self.frames.last_mut() else { return };
        let (text, span) = frame.scanner.rest_of_line(self.diags);
        let message = if text.is_empty() { "`#error`".to_owned() } else { format!("#error: {text}") };
        self.diags.report(Diagnostic::new(Code::N1105, at.to(span), message));
    }

    /// Handles `#pragma`. Macros in its line are not expanded (GLSL §3.3).
    fn pragma(&mut self, at: Span) {
        let Some(frame) = self.frames.last_mut() else { return };
        let (text, span) = frame.scanner.rest_of_line(self.diags);
        let directive = Directive::Pragma(text.into_owned(), at.to(span));
        self.push_directive(directive, at);
    }

    /// Adds a directive to the output, for later stages.
    pub(super) fn push_directive(&mut self, directive: Directive, span: Span) {
        let number = u32::try_from(self.output.directives.len()).unwrap_or(u32::MAX);
        self.output.directives.push(directive);
        self.push(Token { kind: TokenKind::Directive(number), span, expansion: None });
    }
}
