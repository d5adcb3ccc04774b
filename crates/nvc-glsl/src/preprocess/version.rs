//! Handles `#version` (GLSL §3.3).

use super::Preprocessor;
use super::cursor::Reach;
use super::lexeme::Kind;
use crate::version::{ES_VERSIONS, Profile, VERSIONS, profile_allowed};
use nvc_diag::{Code, Diagnostic, Span};

impl Preprocessor<'_> {
    pub(super) fn version(&mut self, at: Span) {
        if self.started || self.output.version.span.is_some() {
            let message = "`#version` is not at the beginning of the program";
            let finding = Diagnostic::new(Code::N1107, at, message);
            self.diags.report(finding.help("make it the first line of the main file"));
            return;
        }
        let number = self.scan(Reach::Line);
        let profile = self.scan(Reach::Line);
        // A malformed line still counts as `#version`, so that only one error is reported.
        self.output.version.span =
            Some(at.to(if profile.kind == Kind::End { number.span } else { profile.span }));
        let Kind::Number(text) = number.kind else {
            self.diags.report(Diagnostic::new(Code::N1107, at, "`#version` needs a number").help(HELP));
            return;
        };
        let text = self.names.text(text);
        let value = text.parse::<u16>().unwrap_or(0);
        let word = match profile.kind {
            Kind::Name(word) => Some(self.names.text(word)),
            _ => None,
        };
        let known = if word == Some("es") { ES_VERSIONS } else { VERSIONS };
        let profile_of = |word| match word {
            None | Some("core") => Some(Profile::Core),
            Some("compatibility") => Some(Profile::Compatibility),
            Some("es") => Some(Profile::Es),
            Some(_) => None,
        };
        let mistake = match profile_of(word) {
            _ if profile.kind != Kind::End && word.is_none() => {
                Some(("unexpected profile after the version".to_owned(), profile.span))
            }
            None => Some((format!("`{}` is not a profile", word.unwrap_or_default()), profile.span)),
            Some(_) if word.is_some() && known.contains(&value) && !profile_allowed(value) => {
                Some((format!("version {value} has no profiles"), profile.span))
            }
            Some(profile) if known.contains(&value) => {
                self.set_version(value, profile, at.to(number.span));
                None
            }
            Some(_) if ES_VERSIONS.contains(&value) => {
                Some((format!("version {value} needs the profile `es`"), number.span))
            }
            Some(_) => Some((format!("version {text} is not supported"), number.span)),
        };
        if let Some((message, span)) = mistake {
            self.diags.report(Diagnostic::new(Code::N1107, span, message).help(HELP));
        }
        self.table.forget_predefined();
        self.finish_line();
    }

    /// Sets the version, unless the option `-std` does. Warns if that option selects another version.
    fn set_version(&mut self, number: u16, profile: Profile, span: Span) {
        let Some(forced) = self.options.version else {
            (self.output.version.number, self.output.version.profile) = (number, profile);
            return;
        };
        if (forced.number, forced.profile) != (number, profile) {
            let message = format!("`-std` overrides the version: compiled as version {}", forced.number);
            self.diags.add(
                Diagnostic::new(Code::W1101, span, message).help("remove the option or change this line"),
            );
        }
    }

    /// Called at the first token that is not part of `#version`. Reports a missing `#version`.
    pub(super) fn start(&mut self, at: Span) {
        if self.started {
            return;
        }
        self.started = true;
        if self.options.version.is_some() || self.output.version.span.is_some() {
            return;
        }
        let note = "without it the language is GLSL 1.10, which has no compute shaders";
        self.diags.report(Diagnostic::new(Code::N1107, at, "`#version` is missing").note(note).help(HELP));
    }
}

/// The help text for a missing or malformed version.
const HELP: &str = "begin with `#version 460`; 140 to 460, `310 es` and `320 es` are supported";
