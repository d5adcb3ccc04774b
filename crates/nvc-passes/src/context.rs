//! Options of the middle end, and the context that is passed to passes.

use crate::{CoopMatrices, Workarounds};
use nvc_diag::{Diagnostic, Diagnostics, Reported};
use nvc_ir::{BindingMap, Environment};

/// Optimisation level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum OptLevel {
    /// Only the lowerings that code generation requires.
    None,
    /// The whole pipeline, but inlining must not make the program larger, and loops are not unrolled. The output has no names
    /// of values and variables, unless it has debug information.
    Size,
    /// The whole pipeline.
    #[default]
    Full,
}

/// How operations across the lanes of a warp are implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Warp {
    /// With SPIR-V subgroup operations.
    #[default]
    Native,
    /// With SPIR-V subgroup operations, and the shuffles of SPV_INTEL_subgroups.
    Intel,
    /// Through shared memory, for devices whose subgroups do not have 32 lanes.
    Emulate,
}

impl Warp {
    /// All variants, in declaration order.
    pub const ALL: [Warp; 3] = [Warp::Native, Warp::Intel, Warp::Emulate];

    /// The name of the variant on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Warp::Native => "native",
            Warp::Intel => "intel",
            Warp::Emulate => "emulate",
        }
    }
}

/// Options of the middle end.
#[derive(Clone, Debug)]
pub struct Options {
    /// The target environment: a Vulkan and a SPIR-V version.
    pub target_env: Environment,
    /// Descriptor bindings of resources.
    pub bindings: BindingMap,
    /// Optimisation level.
    pub opt_level: OptLevel,
    /// Which cooperative-matrix instructions to emit.
    pub coopmat: CoopMatrices,
    /// How warp operations are implemented.
    pub warp: Warp,
    /// Which driver workarounds to apply.
    pub workarounds: Workarounds,
    /// SPIR-V extensions that must not be used, even if they are core in the target environment.
    pub denied_extensions: Vec<String>,
    /// Whether the SPIR-V module will be translated to another shading language.
    pub portable: bool,
    /// Whether short loops without a hint of the source get the hint to unroll them, as for assembly, which has no hints.
    pub hint_loops: bool,
    /// Whether to verify the module after every pass, which takes about as long as the passes. Debug builds and
    /// tests always verify.
    pub verify: bool,
}

impl Default for Options {
    /// The options for assembly when none are given on the command line.
    fn default() -> Self {
        Options {
            target_env: Environment::default(),
            bindings: BindingMap::classes(),
            opt_level: OptLevel::default(),
            coopmat: CoopMatrices::default(),
            warp: Warp::default(),
            workarounds: Workarounds::default(),
            denied_extensions: Vec::new(),
            portable: false,
            hint_loops: true,
            verify: false,
        }
    }
}

impl Options {
    /// Whether a SPIR-V extension must not be used.
    pub(crate) fn denies(&self, extension: &str) -> bool {
        self.denied_extensions.iter().any(|name| name == extension)
    }
}

/// The context of a pass: options and diagnostics.
pub struct Context<'a> {
    /// Options of the middle end.
    pub options: &'a Options,
    /// The diagnostics to report to.
    pub diags: &'a mut Diagnostics,
}

impl Context<'_> {
    /// Reports an error. The pipeline stops after the current pass.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diags.report(diagnostic)
    }
}
