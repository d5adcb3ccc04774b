//! Handles `#include` (GL_GOOGLE_include_directive, GL_ARB_shading_language_include).

use super::Preprocessor;
use super::cursor::Reach;
use super::lexeme::Kind;
use super::token::Inclusion;
use nvc_diag::{Code, Diagnostic, Limit, Span};

/// The extensions that define `#include`.
pub(super) const EXTENSIONS: &[&str] = &["GL_GOOGLE_include_directive", "GL_ARB_shading_language_include"];

impl Preprocessor<'_> {
    pub(super) fn include(&mut self, at: Span) {
        if !self.includes_enabled {
            // glslc accepts `#include` without an extension, and build systems rely on that.
            let extension = EXTENSIONS.first().copied().unwrap_or_default();
            self.diags.add(
                Diagnostic::new(Code::W1103, at, format!("`#include` without {extension}"))
                    .help(format!("write `#extension {extension} : require`")),
            );
            self.includes_enabled = true;
        }
        let Some((path, system, span)) = self.path(at) else { return };
        let line = at.to(span);
        let Some(from) = self.frames.last().map(|frame| frame.name.clone()) else { return };
        let deep = self.frames.len() > self.diags.limit(Limit::IncludeDepth);
        if deep || self.output.inclusions.len() >= self.diags.limit(Limit::Inclusions) {
            return self.too_many(deep, line, &path);
        }
        if let Err(stopped) = self.diags.poll() {
            self.failed = Some(stopped);
            return;
        }
        let source = match self.loader.load(&path, system, &from) {
            Ok(source) => source,
            Err(why) => {
                let message = format!("cannot include `{path}`");
                return self.fail(Diagnostic::new(Code::N1106, span, message).note(why.to_string()));
            }
        };
        let first = self.output.includes.iter().position(|&id| self.sources.source(id).name == source.name);
        let file = self.sources.add(source);
        let number = first.unwrap_or_else(|| {
            self.output.includes.push(file);
            self.output.includes.len() - 1
        });
        self.output.inclusions.push(Inclusion { file, at: line });
        self.skip_line();
        if self.enter(file, u32::try_from(number + 1).unwrap_or(u32::MAX))
            && let Some(frame) = self.frames.last_mut()
        {
            frame.entered = false;
        }
    }

    /// Reads the path: `"path"`, `<path>`, or a macro that expands to a string. Returns the path, whether it is in
    /// `<>`, and its span.
    fn path(&mut self, at: Span) -> Option<(String, bool, Span)> {
        if let Some((path, span)) = self.frames.last_mut()?.scanner.angled() {
            let path = path.to_owned();
            self.finish_line();
            return self.not_empty(path, true, span);
        }
        let mut token = self.scan(Reach::Line);
        if let Kind::Name(_) = token.kind {
            let mut tokens = vec![token];
            tokens.extend(self.line_tokens());
            let expanded = self.expand_list(tokens);
            match expanded[..] {
                [only] => token = only,
                _ if self.failed.is_some() => return None,
                _ => {}
            }
        } else if token.kind != Kind::End {
            self.finish_line();
        }
        match token.kind {
            Kind::String(path) => self.not_empty(self.names.text(path).to_owned(), false, token.span),
            Kind::Invalid => None,
            _ => {
                let finding = Diagnostic::new(Code::N1102, at, "`#include` needs a file name");
                self.diags.report(finding.help("write `#include \"name\"` or `#include <name>`"));
                None
            }
        }
    }

    fn not_empty(&mut self, path: String, system: bool, span: Span) -> Option<(String, bool, Span)> {
        if path.is_empty() {
            self.diags.report(Diagnostic::new(Code::N1102, span, "the file name is empty"));
            return None;
        }
        Some((path, system, span))
    }

    fn too_many(&mut self, deep: bool, line: Span, path: &str) {
        let limit = if deep { Limit::IncludeDepth } else { Limit::Inclusions };
        let most = self.diags.limit(limit);
        let message = if deep {
            format!("files are included more than {most} levels deep")
        } else {
            format!("more than {most} files are included")
        };
        let mut finding = self.diags.limits().exceeded(limit, line, message);
        if deep && self.frames.iter().rev().skip(1).any(|frame| frame.name.ends_with(path)) {
            finding = finding
                .note(format!("`{path}` includes itself"))
                .help("add an include guard: `#ifndef NAME`, `#define NAME`, `#endif`");
        }
        self.fail(finding);
    }
}
