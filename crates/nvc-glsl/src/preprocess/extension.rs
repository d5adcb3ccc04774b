//! Handles `#extension` (GLSL §3.3).

use super::cursor::Reach;
use super::lexeme::{Kind, Lexeme};
use super::token::{Directive, Punct};
use super::{Preprocessor, include};
use crate::extensions::{self, Behavior, Extension};
use nvc_diag::{Code, Diagnostic, Span};

/// Behaviors by name.
const BEHAVIORS: &[(&str, Behavior)] = &[
    ("require", Behavior::Require),
    ("enable", Behavior::Enable),
    ("warn", Behavior::Warn),
    ("disable", Behavior::Disable),
];

/// The message for a directive without a name, `:` or behavior.
const MISSING: &str = "`#extension` needs a name and a behavior";

impl Preprocessor<'_> {
    pub(super) fn extension(&mut self, at: Span) {
        let name = self.scan(Reach::Line);
        let colon = self.scan(Reach::Line);
        let behavior = self.scan(Reach::Line);
        let (Kind::Name(word), true) = (name.kind, colon.is(Punct::Colon)) else {
            let span = if name.kind == Kind::End { at } else { name.span };
            return self.malformed(span, MISSING);
        };
        let Some(how) = self.behavior(behavior) else {
            let unknown = matches!(behavior.kind, Kind::Name(_));
            let message = if unknown { "unknown behavior of `#extension`" } else { MISSING };
            let span = if behavior.kind == Kind::End { colon.span } else { behavior.span };
            return self.malformed(span, message);
        };
        self.finish_line();
        let span = at.to(behavior.span);
        let text = self.names.text(word);
        let extension = Extension::find(text);
        if text == "all" {
            if matches!(how, Behavior::Require | Behavior::Enable) {
                let finding = Diagnostic::new(
                    Code::N1102,
                    span,
                    "`all` can only have the behavior `warn` or `disable`",
                );
                self.diags.report(finding.help("name each extension that the shader needs"));
                return;
            }
        } else if extension.is_none_or(|extension| !extension.is_available(self.output.version)) {
            return self.unknown(name.span, word, how);
        }
        let late = self.output.tokens.len() > self.output.directives.len();
        if late {
            let message = "`#extension` after declarations";
            let note = "GLSL requires it before all tokens that are not directives";
            self.diags.add(Diagnostic::new(Code::W1103, span, message).note(note));
        }
        let includes = include::EXTENSIONS
            .iter()
            .any(|has| extension.is_some_and(|e| e.name() == *has || e.implies().contains(has)));
        if includes || extension.is_none() {
            self.includes_enabled = how != Behavior::Disable && (includes || self.includes_enabled);
        }
        self.push_directive(
            Directive::Extension(extensions::Directive { extension, behavior: how, span }),
            at,
        );
    }

    fn behavior(&self, word: Lexeme) -> Option<Behavior> {
        let Kind::Name(word) = word.kind else { return None };
        let text = self.names.text(word);
        BEHAVIORS.iter().find(|(name, _)| *name == text).map(|(_, behavior)| *behavior)
    }

    fn malformed(&mut self, span: Span, message: &str) {
        let finding = Diagnostic::new(Code::N1102, span, message);
        self.diags.report(finding.help("write `#extension NAME : require` (or `enable`, `warn`, `disable`)"));
    }

    /// Reports an extension that is unknown or not available in this version: an error if it is required,
    /// else a warning.
    fn unknown(&mut self, span: Span, name: crate::name::Name, how: Behavior) {
        let text = self.names.text(name);
        let code = if how == Behavior::Require { Code::N1502 } else { Code::W1501 };
        let mut finding = Diagnostic::new(code, span, format!("extension not supported: {text}"));
        if Extension::find(text).is_some() {
            finding = finding.note("it is not available in GLSL ES").help("begin with `#version 460`");
        } else if let Some(close) = nvc_diag::suggest::nearest(text, Extension::all().map(Extension::name)) {
            finding = finding.did_you_mean(close);
        }
        self.diags.add(finding);
    }
}
