//! Checks that the language version or an enabled extension provides each feature that is used.

use super::Checker;
use crate::builtins::signature::Needs;
use crate::extensions::{Behavior, Extension};
use crate::name::Name;
use crate::preprocess::token::Directive;
use crate::version::{Profile, Version};
use nvc_diag::{Code, Diagnostic, Span};

/// Extensions for bindless handles, which make textures and images ordinary values.
pub(super) const BINDLESS: &[&str] = &["GL_ARB_bindless_texture", "GL_NV_bindless_texture"];

/// The language version and the extensions in effect at a point of the source.
#[derive(Debug)]
pub(super) struct Features {
    version: Version,
    enabled: Vec<&'static str>,
    /// Enabled extensions whose uses are reported (behavior `warn`).
    warned: Vec<&'static str>,
    /// Whether the program enables a [`BINDLESS`] extension anywhere; it then applies to the whole program.
    pub(super) bindless: bool,
    /// Every extension enabled so far, including those disabled since.
    pub(super) ever_enabled: Vec<&'static str>,
}

impl Features {
    pub(super) fn new(version: Version, directives: &[Directive]) -> Self {
        let none = || Features {
            version,
            enabled: Vec::new(),
            warned: Vec::new(),
            bindless: false,
            ever_enabled: Vec::new(),
        };
        let mut all = none();
        directives.iter().for_each(|directive| all.directive(directive));
        let bindless = BINDLESS.iter().any(|name| all.ever_enabled.contains(name));
        Features { bindless, ..none() }
    }

    pub(super) fn is_es(&self) -> bool {
        self.version.profile == Profile::Es
    }

    pub(super) fn version(&self) -> u16 {
        self.version.number
    }

    /// Returns the location of the `#version` directive, after which a fix can insert `#extension`.
    pub(super) fn version_line(&self) -> Option<Span> {
        self.version.span
    }

    /// Applies an `#extension` directive.
    pub(super) fn directive(&mut self, directive: &Directive) {
        let Directive::Extension(directive) = directive else { return };
        match directive.extension {
            Some(extension) => self.set(extension, directive.behavior),
            None => {
                let version = self.version;
                for extension in Extension::all().filter(|extension| extension.is_available(version)) {
                    self.set(extension, directive.behavior);
                }
            }
        }
    }

    fn set(&mut self, extension: Extension, behavior: Behavior) {
        if behavior == Behavior::Disable {
            self.enabled.retain(|&name| name != extension.name());
            return;
        }
        for &name in std::iter::once(&extension.name()).chain(extension.implies()) {
            self.warned.retain(|&warned| warned != name);
            if behavior == Behavior::Warn {
                self.warned.push(name);
            }
            if !self.enabled.contains(&name) {
                self.enabled.push(name);
            }
            if !self.ever_enabled.contains(&name) {
                self.ever_enabled.push(name);
            }
        }
    }

    /// Returns whether an extension is enabled.
    pub(super) fn has(&self, extension: &str) -> bool {
        self.enabled.contains(&extension)
    }

    /// Returns whether any of these extensions is enabled.
    pub(super) fn has_any(&self, extensions: &[&str]) -> bool {
        extensions.iter().any(|extension| self.has(extension))
    }

    /// Returns whether the version or the enabled extensions satisfy a requirement.
    pub(super) fn satisfies(&self, needs: &Needs) -> bool {
        self.in_core(needs) || self.has_any(needs.extensions)
    }

    /// Returns whether the version alone satisfies a requirement.
    fn in_core(&self, needs: &Needs) -> bool {
        let first = if self.is_es() { needs.es } else { needs.desktop };
        first != 0 && self.version.number >= first
    }

    /// Returns whether the version, or an extension that was enabled anywhere, satisfies a requirement.
    pub(super) fn ever_satisfied(&self, needs: &Needs) -> bool {
        self.in_core(needs) || needs.extensions.iter().any(|name| self.ever_enabled.contains(name))
    }

    /// Returns the extension to warn about if a feature is used. `None` unless all enabled extensions that satisfy the
    /// requirement have the behavior `warn`.
    fn warned_by(&self, needs: &Needs) -> Option<&'static str> {
        if self.warned.is_empty() || self.in_core(needs) {
            return None;
        }
        let mut enabled = needs.extensions.iter().copied().filter(|name| self.has(name));
        let first = enabled.next().filter(|name| self.warned.contains(name))?;
        enabled.all(|name| self.warned.contains(&name)).then_some(first)
    }
}

impl Checker<'_> {
    /// Checks that a feature is available and reports an error if it is not. `what` is the feature's name in messages.
    pub(super) fn require(&mut self, needs: &Needs, what: &str, span: Span) -> bool {
        if self.features.satisfies(needs) {
            self.warn_of_use(needs, what, span);
            return true;
        }
        let diagnostic = self.missing_feature(needs, what, span);
        self.report(diagnostic);
        false
    }

    /// Like [`require`](Self::require), for a feature with a name; `what` is its kind, such as "the type".
    pub(super) fn require_named(&mut self, needs: &Needs, what: &str, name: Name, span: Span) -> bool {
        // The description is formatted only for a diagnostic.
        (self.features.satisfies(needs) && self.features.warned.is_empty())
            || self.require(needs, &format!("{what} `{}`", self.names.text(name)), span)
    }

    /// Warns about a feature that is enabled by an extension with the behavior `warn` (GLSL §3.3).
    pub(super) fn warn_of_use(&mut self, needs: &Needs, what: &str, span: Span) {
        let Some(extension) = self.features.warned_by(needs) else { return };
        let message = format!("{what} uses the extension {extension}");
        self.diags.add(Diagnostic::new(Code::W1502, span, message));
    }

    /// Returns the diagnostic for a feature that is not available here.
    pub(super) fn missing_feature(&self, needs: &Needs, what: &str, span: Span) -> Diagnostic {
        let es = self.features.is_es();
        let first = if es { needs.es } else { needs.desktop };
        let version = if es { format!("{first} es") } else { first.to_string() };
        match (needs.extensions, first) {
            ([], 0) => {
                Diagnostic::new(Code::N1501, span, format!("{what} is not available in this language")).note(
                    format!("the version is {}{}", self.features.version(), if es { " es" } else { "" }),
                )
            }
            ([], _) => Diagnostic::new(Code::N1501, span, format!("{what} needs version {version}"))
                .help(format!("write `#version {version}` on the first line")),
            ([first_one, rest @ ..], _) => {
                let message = format!("{what} needs the extension {first_one}");
                let mut diagnostic = Diagnostic::new(Code::N1501, span, message)
                    .help(format!("add `#extension {first_one} : require`"));
                if let Some(line) = self.features.version_line() {
                    diagnostic = diagnostic.fix(line.after(), format!("\n#extension {first_one} : require"));
                }
                if !rest.is_empty() {
                    let verb = if rest.len() == 1 { "enables" } else { "enable" };
                    diagnostic = diagnostic.note(format!("{} also {verb} it", rest.join(", ")));
                }
                if first != 0 {
                    diagnostic = diagnostic.note(format!("version {version} needs no extension"));
                }
                diagnostic
            }
        }
    }
}
