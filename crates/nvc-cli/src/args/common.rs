//! The options that `compile`, `check`, `reflect` and `run` share.

use super::backend::Backend;
use super::compatibility::Compatibility;
use super::limits::LimitArgs;
use super::messages::Messages;
use super::source::Reading;
use super::target::Target;
use super::warnings::WarningArgs;
use crate::coopmat::Coopmat;
use crate::status::Status;
use crate::{foreign, report};
use anyhow::Result;
use clap::Args;
use nvc::{Code, Diagnostic, Diagnostics, SourceMap, render};
use std::path::PathBuf;

/// The shared options.
#[derive(Args, Debug)]
pub(crate) struct Common {
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub backend: Backend,
    #[command(flatten)]
    pub messages: Messages,
    #[command(flatten)]
    warnings: WarningArgs,
    #[command(flatten)]
    compatibility: Compatibility,
    #[command(flatten)]
    coopmat: Coopmat,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Common {
    /// Returns the library's options. The caller sets those that are not shared, such as `emit`.
    pub fn options(&self) -> nvc::Options {
        let options = nvc::Options::new()
            .with_language(self.reading.lang)
            .with_target_env(self.target.environment())
            .with_limits(self.limits.limits())
            .with_warnings(self.warnings.warnings().0)
            .with_opt_level(self.target.opt_level())
            .with_bindings(self.target.bindings())
            .with_bind_rules(self.target.bind.clone())
            .with_coopmat(self.coopmat.matrices())
            .with_validate(!self.target.no_validate)
            .with_quirks(self.reading.quirks())
            .with_macros(self.reading.macros())
            .with_glsl_flavour(self.reading.flavour())
            .with_glsl_version(self.compatibility.glsl_version);
        self.backend.apply(options)
    }

    /// Fails if the name of an input indicates another shader stage or language, unless an option overrides
    /// the name.
    pub fn refuse_foreign(&self, inputs: &[PathBuf]) -> Result<()> {
        match self.reading.lang.is_some() || self.compatibility.is_compute() {
            true => Ok(()),
            false => inputs.iter().try_for_each(|input| foreign::refuse(input)),
        }
    }

    /// Reports unknown warning names before any input is read.
    pub fn check(&self) -> Status {
        let (warnings, unknown) = self.warnings.warnings();
        let mut found = Diagnostics::with(warnings);
        for warning in unknown {
            let finding = Diagnostic::new(Code::W0001, None, warning.to_string());
            found.add(match warning.near {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help("run `nvc explain` for a list of warnings"),
            });
        }
        report::print(&render::all(&found, &SourceMap::new(), self.style()));
        if found.has_errors() { Status::Environment } else { Status::Done }
    }

    /// Returns the style in which diagnostics are rendered.
    pub fn style(&self) -> render::Style {
        self.messages.style()
    }
}
