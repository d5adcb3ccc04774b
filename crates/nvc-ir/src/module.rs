//! The module: types, globals, functions and the entry point; and the Vulkan versions to compile for.

use crate::entity::{Arena, FuncId, Global, SpecConst};
use crate::function::Function;
use crate::globals::{GlobalData, SpecConstData, SpecConstKind, SpecOperand};
use crate::interface::Interface;
use crate::phase::Phase;
use crate::spirv::{Spirv, SpirvInst};
use crate::types::Types;
use rustc_hash::FxHashSet;

/// A Vulkan version to compile for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum TargetEnv {
    /// Vulkan 1.0, SPIR-V 1.0.
    Vulkan1_0,
    /// Vulkan 1.1, SPIR-V 1.3.
    Vulkan1_1,
    /// Vulkan 1.2, SPIR-V 1.5.
    #[default]
    Vulkan1_2,
    /// Vulkan 1.3, SPIR-V 1.6.
    Vulkan1_3,
    /// Vulkan 1.4, SPIR-V 1.6.
    Vulkan1_4,
}

impl TargetEnv {
    /// All versions, oldest first.
    pub const ALL: [TargetEnv; 5] = [
        TargetEnv::Vulkan1_0,
        TargetEnv::Vulkan1_1,
        TargetEnv::Vulkan1_2,
        TargetEnv::Vulkan1_3,
        TargetEnv::Vulkan1_4,
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            TargetEnv::Vulkan1_0 => "vulkan1.0",
            TargetEnv::Vulkan1_1 => "vulkan1.1",
            TargetEnv::Vulkan1_2 => "vulkan1.2",
            TargetEnv::Vulkan1_3 => "vulkan1.3",
            TargetEnv::Vulkan1_4 => "vulkan1.4",
        }
    }

    /// Returns the major and minor version of Vulkan.
    pub fn vulkan_version(self) -> (u8, u8) {
        match self {
            TargetEnv::Vulkan1_0 => (1, 0),
            TargetEnv::Vulkan1_1 => (1, 1),
            TargetEnv::Vulkan1_2 => (1, 2),
            TargetEnv::Vulkan1_3 => (1, 3),
            TargetEnv::Vulkan1_4 => (1, 4),
        }
    }

    /// Returns the newest SPIR-V version that the Vulkan version requires drivers to accept.
    pub fn spirv_version(self) -> (u8, u8) {
        match self {
            TargetEnv::Vulkan1_0 => (1, 0),
            TargetEnv::Vulkan1_1 => (1, 3),
            TargetEnv::Vulkan1_2 => (1, 5),
            TargetEnv::Vulkan1_3 | TargetEnv::Vulkan1_4 => (1, 6),
        }
    }
}

/// The work group size in one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// A constant.
    Fixed(u32),
    /// Chosen by the API through a specialization constant.
    Spec(SpecConst),
}

/// How invocations of a compute shader form groups of four for derivatives
/// (SPV_NV_compute_shader_derivatives).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DerivativeGroup {
    /// Two by two invocations, whose x and y ids differ only in the lowest bit.
    Quads,
    /// Four invocations with consecutive indices in the work group.
    Linear,
}

impl DerivativeGroup {
    /// All derivative groups.
    pub const ALL: [DerivativeGroup; 2] = [DerivativeGroup::Quads, DerivativeGroup::Linear];

    /// Returns the name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            DerivativeGroup::Quads => "quads",
            DerivativeGroup::Linear => "linear",
        }
    }
}

/// An execution mode of the entry point that guarantees reconvergence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExecutionMode {
    /// Subgroups reconverge where work groups do (SPV_KHR_subgroup_uniform_control_flow).
    SubgroupUniformControlFlow,
    /// Invocations reconverge as the structure of the source suggests (SPV_KHR_maximal_reconvergence).
    MaximallyReconverges,
}

impl ExecutionMode {
    /// All modes.
    pub const ALL: [ExecutionMode; 2] =
        [ExecutionMode::SubgroupUniformControlFlow, ExecutionMode::MaximallyReconverges];

    /// Returns the name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            ExecutionMode::SubgroupUniformControlFlow => "subgroup_uniform_control_flow",
            ExecutionMode::MaximallyReconverges => "maximally_reconverges",
        }
    }
}

/// The entry point: the function that a dispatch runs.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryPoint {
    /// Name in the API.
    pub name: String,
    /// The function.
    pub function: FuncId,
    /// Work group size: x, y, z.
    pub workgroup_size: [Extent; 3],
    /// The derivative group; `None` if the shader has no derivatives.
    pub derivatives: Option<DerivativeGroup>,
    /// Whether derivatives use SPV_KHR_compute_shader_derivatives rather than
    /// SPV_NV_compute_shader_derivatives.
    pub khr_derivatives: bool,
    /// Execution modes for reconvergence.
    pub modes: Vec<ExecutionMode>,
}

/// A shader in the IR.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Compilation phase, which limits the operations the module may contain.
    pub phase: Phase,
    /// Interned types.
    pub types: Types,
    /// Opaque SPIR-V instructions, which [`crate::Op::Spirv`] and [`crate::Op::SpirvPure`] refer to by index.
    pub spirv: Vec<SpirvInst>,
    /// Additional execution modes that the source specifies by number (GL_EXT_spirv_intrinsics).
    pub execution_modes: Vec<Spirv>,
    /// Additional decorations of variables that the source specifies by number (GL_EXT_spirv_intrinsics).
    pub decorations: Vec<(Global, Spirv)>,
    /// Resources and module-level variables.
    pub globals: Arena<Global, GlobalData>,
    /// Specialization constants.
    pub spec_constants: Arena<SpecConst, SpecConstData>,
    /// String literals that instructions refer to by index, such as formats of `debug.printf`.
    pub strings: Vec<String>,
    /// Functions.
    pub functions: Arena<FuncId, Function>,
    /// Which extension is used for the cooperative matrix operations that two extensions define:
    /// SPV_EXT_cooperative_matrix_maintenance1 if true, SPV_NV_cooperative_matrix2 otherwise.
    pub matrix_maintenance: bool,
    /// The entry point. Front ends always set it.
    pub entry: Option<EntryPoint>,
    /// The source's description of blocks and specialization constants, for reflection.
    pub interface: Interface,
}

impl Module {
    /// Creates an empty module in phase `built`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the specialization constants that depend on the length of a cooperative matrix, the number of components
    /// that each invocation holds. They have no meaningful default value, because the device determines the length.
    pub fn measured_constants(&self) -> FxHashSet<SpecConst> {
        let mut measured = FxHashSet::default();
        // Operands precede their users in the arena.
        for (spec, data) in self.spec_constants.iter() {
            let SpecConstKind::Op(_, operands) = &data.kind else { continue };
            let depends = operands.iter().any(|operand| match operand {
                SpecOperand::Type(_) => true,
                SpecOperand::Spec(other) => measured.contains(other),
                SpecOperand::Bits(..) => false,
            });
            if depends {
                measured.insert(spec);
            }
        }
        measured
    }
}
