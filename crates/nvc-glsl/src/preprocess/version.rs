//! `#version` (GLSL 3.3).

use super::Preprocessor;
use super::lexeme::Kind;
use super::scan::Reach;
use super::token::{Profile, Version};
use nvc_diag::{Code, Diagnostic, Span};

/// Versions that have compute shaders, alone or by extension.
const VERSIONS: &[u16] = &[330, 400, 410, 420, 430, 440, 450, 460];
/// Those of the ES language.
const ES_VERSIONS: &[u16] = &[310, 320];

impl Preprocessor<'_> {
    pub(super) fn version(&mut self, at: Span) {
        if self.started || self.output.version.span.is_some() {
            let message = "`#version` stands behind something else";
            let finding = Diagnostic::new(Code::N1107, at, message);
            self.diags.report(finding.help("make it the first line of the main file"));
            return;
        }
        let number = self.scan(Reach::Line);
        let profile = self.scan(Reach::Line);
        // The line counts as there even if it is wrong: one mistake, one error.
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
                Some(("a profile stands behind the version".to_owned(), profile.span))
            }
            None => Some((format!("`{}` is not a profile", word.unwrap_or_default()), profile.span)),
            Some(profile) if known.contains(&value) => {
                self.output.version.number = value;
                self.output.version.profile = profile;
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

    /// Something other than `#version` is read: now it is known whether there is one.
    pub(super) fn start(&mut self, at: Span) {
        if self.started {
            return;
        }
        self.started = true;
        let Version { span: None, .. } = self.output.version else { return };
        let note = "without it a text is GLSL 1.10, which has no compute shaders";
        self.diags.report(Diagnostic::new(Code::N1107, at, "`#version` is missing").note(note).help(HELP));
    }
}

/// What to write.
const HELP: &str = "begin with `#version 460`; 330 to 460, `310 es` and `320 es` are supported";
