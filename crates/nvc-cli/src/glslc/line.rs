//! The parsed command line of glslc.

use super::limits;
use crate::encoding::Encoding;
use crate::stage::Stage;
use nvc::{
    GlslLimits, GlslVersion, MacroOption, OptLevel, ResourceClass, SpirvVersion, TargetEnv, Workarounds,
};
use std::path::PathBuf;

/// The options and inputs of a command line.
#[derive(Debug)]
pub(super) struct Line {
    pub inputs: Vec<Input>,
    pub output: Option<PathBuf>,
    pub emit: Emit,
    /// Whether the output is to be linked to one file, `a.spv`.
    pub linked: bool,
    pub encoding: Option<Encoding>,
    pub dependencies: Dependencies,
    pub depfile: Option<PathBuf>,
    pub depfile_target: Option<String>,
    pub target_env: TargetEnv,
    pub target_spv: Option<SpirvVersion>,
    pub include: Vec<PathBuf>,
    pub macros: Vec<MacroOption>,
    pub version: Option<GlslVersion>,
    pub opt_level: OptLevel,
    pub debug: bool,
    pub silent: bool,
    pub warnings_are_errors: bool,
    pub limits: GlslLimits,
    pub workarounds: Workarounds,
    /// Offsets to add to the binding numbers of resource classes.
    pub binding_bases: Vec<(ResourceClass, u32)>,
    /// Warnings about the command line itself.
    pub warnings: Vec<String>,
    /// Shader stage for the inputs that follow.
    pub stage: Option<Stage>,
    /// Language for the inputs that follow.
    pub language: Option<Language>,
}

/// An input, with the preceding options that apply to it.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub path: PathBuf,
    pub stage: Option<Stage>,
    pub language: Option<Language>,
}

/// The language of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Glsl,
    Hlsl,
}

/// The kind of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Emit {
    /// A SPIR-V module.
    Spirv,
    /// SPIR-V assembly.
    Assembly,
    /// The preprocessed source.
    Preprocessed,
}

/// Whether to write a dependency rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dependencies {
    /// No dependency rule.
    None,
    /// A dependency rule in addition to the output.
    Also,
    /// A dependency rule instead of the output.
    Only,
}

impl Default for Line {
    fn default() -> Self {
        Line {
            inputs: Vec::new(),
            output: None,
            emit: Emit::Spirv,
            linked: true,
            encoding: None,
            dependencies: Dependencies::None,
            depfile: None,
            depfile_target: None,
            target_env: TargetEnv::Vulkan1_0,
            target_spv: None,
            include: Vec::new(),
            macros: Vec::new(),
            version: None,
            opt_level: OptLevel::default(),
            debug: false,
            silent: false,
            warnings_are_errors: false,
            limits: limits::defaults(),
            workarounds: Workarounds::default(),
            binding_bases: Vec::new(),
            warnings: Vec::new(),
            stage: None,
            language: None,
        }
    }
}
