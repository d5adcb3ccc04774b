//! What a pass is told beside the module.

use crate::CoopMatrices;
use nvc_diag::{Diagnostic, Diagnostics, Reported};
use nvc_ir::{BindingMap, TargetEnv};

/// How much work goes into small and fast output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum OptLevel {
    /// Only what lowering needs.
    None,
    /// The whole pipeline, and of two outputs the smaller: no names of values and variables.
    Size,
    /// The whole pipeline.
    #[default]
    Full,
}

/// How operations between the lanes of a warp are emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Warp {
    /// As SPIR-V's own subgroup operations.
    #[default]
    Native,
    /// Shuffles as those of SPV_INTEL_subgroups.
    Intel,
    /// Through shared memory, for devices whose subgroups are not 32 wide.
    Emulate,
}

impl Warp {
    /// All, in the order of the enum.
    pub const ALL: [Warp; 3] = [Warp::Native, Warp::Intel, Warp::Emulate];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Warp::Native => "native",
            Warp::Intel => "intel",
            Warp::Emulate => "emulate",
        }
    }
}

/// Options of the middle end.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What to compile for.
    pub target_env: TargetEnv,
    /// Where resources are bound.
    pub bindings: BindingMap,
    /// How hard to try.
    pub opt_level: OptLevel,
    /// Whose cooperative matrices are wanted. If not given NVIDIA's, or Khronos's where sums saturate.
    pub coopmat: Option<CoopMatrices>,
    /// How warp operations are to be emitted.
    pub warp: Warp,
    /// Whether the module is to be written in another shading language.
    pub portable: bool,
    /// Verify the module after every pass. Costs about as much as the passes; debug builds and
    /// tests always do.
    pub verify: bool,
}

/// Options and diagnostics, for the pass that runs.
pub struct Context<'a> {
    /// The options of this run.
    pub options: &'a Options,
    /// Where findings go.
    pub diags: &'a mut Diagnostics,
}

impl Context<'_> {
    /// Reports a finding; the pipeline stops behind the pass.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diags.report(diagnostic)
    }
}
