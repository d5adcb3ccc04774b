//! Emits a module: entry point, header and the state that its parts share.

mod blocks;
mod constants;
mod function;
mod globals;
mod heaps;
mod image_types;
mod limits;
mod lines;
mod opaque;
mod ops;
pub(crate) use ops::tensor::DECODE_VECTOR;
mod specialization;
mod types;
mod writer;

use crate::capabilities::{
    Extension, KHR_DERIVATIVES, MAXIMAL_RECONVERGENCE, Requirement, Requirements, UNIFORM_CONTROL_FLOW,
};
use crate::debug::Source;
use crate::{Binary, Declared};
use nvc_diag::{Code, Diagnostic, Diagnostics, Reported};
use nvc_ir::function::Loc;
use nvc_ir::limits::IDS;
use nvc_ir::{Environment, ExecutionMode, FuncId, Module, Phase};
use rspirv::dr::{self, Operand};
use spirv::{Capability, Op, Word};
use types::TypeTable;
use writer::{Writer, literal};

/// The result of emitting a part; the error is proof that a diagnostic was reported.
type Emit<T> = Result<T, Reported>;

/// Options of the back end.
#[derive(Clone, Debug)]
pub struct Options {
    /// The Vulkan and SPIR-V versions that the module targets.
    pub target_env: Environment,
    /// Whether to emit `OpName` for resources, functions and values.
    pub debug_names: bool,
    /// SPIR-V extensions whose constructs must not be emitted, even if they are core in the target
    /// environment.
    pub denied_extensions: Vec<String>,
    /// SPIR-V extensions whose constructs are preferred to others with the same meaning: `OpFmaKHR` of SPV_KHR_fma.
    pub allowed_extensions: Vec<String>,
    /// Whether to emit shuffles as the instructions of SPV_INTEL_subgroups.
    pub intel_shuffles: bool,
    /// Whether a read-only buffer may have the struct type of a buffer that is written. NVIDIA's driver
    /// applies `NonWritable` to the type (workaround `nonwritable-struct`).
    pub shared_struct_types: bool,
    /// Whether write-only buffers are decorated with `NonReadable`, which NVIDIA's driver applies to the
    /// struct type (workaround `nonreadable-struct`).
    pub nonreadable_buffers: bool,
    /// Whether signed operations use signed integer types, for consumers that read signedness from
    /// the types.
    pub signed_types: bool,
    /// The source to embed and to refer to with `OpLine`, if any.
    pub source: Option<Source>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            target_env: Environment::default(),
            debug_names: true,
            denied_extensions: Vec::new(),
            allowed_extensions: Vec::new(),
            intel_shuffles: false,
            shared_struct_types: false,
            nonreadable_buffers: false,
            signed_types: false,
            source: None,
        }
    }
}

/// Emits a module in phase `legal` as SPIR-V. Fails with a diagnostic if the target environment
/// lacks a capability that the module requires, or if a universal limit of SPIR-V is exceeded.
pub fn emit(module: &Module, options: &Options, diags: &mut Diagnostics) -> Result<Binary, Reported> {
    let mut emitter = Emitter::new(module, options, diags);
    emitter.module()?;
    emitter.check_bound();
    emitter.failed.map_or(Ok(()), Err)?;
    Ok(emitter.finish())
}

/// Module-wide state of an emission.
struct Emitter<'a> {
    ir: &'a Module,
    env: Environment,
    diags: &'a mut Diagnostics,
    writer: Writer,
    requirements: Requirements,
    types: TypeTable,
    constants: constants::Constants,
    globals: globals::Globals,
    heaps: heaps::Heaps,
    functions: Vec<Option<Word>>,
    /// The import of GLSL.std.450, once used.
    glsl: Option<Word>,
    /// The import of NonSemantic.DebugPrintf, once used.
    printf: Option<Word>,
    /// The imports of other sets, in the order of their first use.
    sets: Vec<(String, Word)>,
    /// Whether to use the Vulkan memory model, which cooperative matrices and vectors require.
    vulkan_memory: bool,
    intel_shuffles: bool,
    shared_struct_types: bool,
    nonreadable_buffers: bool,
    signed_types: bool,
    /// Source-line state, if debug information is emitted.
    lines: Option<lines::Lines>,
    /// Source location of what is being emitted.
    loc: Loc,
    /// Set if an error was reported after which emission continued.
    failed: Option<Reported>,
}

impl<'a> Emitter<'a> {
    fn new(ir: &'a Module, options: &Options, diags: &'a mut Diagnostics) -> Self {
        Emitter {
            ir,
            env: options.target_env,
            diags,
            writer: Writer::new(options.debug_names),
            requirements: Requirements::new(options.target_env, &options.denied_extensions)
                .allow(&options.allowed_extensions),
            types: TypeTable::new(ir),
            constants: constants::Constants::default(),
            globals: globals::Globals::new(ir),
            heaps: heaps::Heaps::default(),
            functions: vec![None; ir.functions.len()],
            glsl: None,
            printf: None,
            sets: Vec::new(),
            vulkan_memory: ir.types.iter().any(|(ty, _)| ir.types.is_cooperative(ty)),
            intel_shuffles: options.intel_shuffles,
            shared_struct_types: options.shared_struct_types,
            nonreadable_buffers: options.nonreadable_buffers,
            signed_types: options.signed_types,
            lines: options.source.clone().map(lines::Lines::new),
            loc: None,
            failed: None,
        }
    }

    fn module(&mut self) -> Emit<()> {
        if self.ir.phase != Phase::Legal {
            return Err(
                self.fault(format!("the back end was given a module in phase `{}`", self.ir.phase.name()))
            );
        }
        let ir = self.ir;
        let Some(entry) = &ir.entry else {
            return Err(self.fault("the module has no entry point"));
        };
        // Before all types: a driver lays out matrices of work groups by the size that it has read so far.
        let size = self.local_size()?;
        self.shared_variables()?;
        let main = self.function_id(entry.function)?;
        for (id, function) in ir.functions.iter() {
            if !function.layout.is_empty() {
                self.function(id, function)?;
            }
        }
        self.loc = None;
        self.require_small_conversions();
        if self.vulkan_memory {
            self.require(Requirement::VulkanMemoryModel);
        }
        self.entry_point(main, &entry.name, size);
        // `OpEntryPoint` lists the variables; if there are too many, that was reported already.
        if self.failed.is_none() {
            self.check_limits();
        }
        if let Some(group) = entry.derivatives {
            let (requirement, mode) = ops::derivative::grouping(group);
            if entry.khr_derivatives {
                self.requirements.require_through(requirement, KHR_DERIVATIVES);
            } else {
                self.require(requirement);
            }
            self.execution_mode(main, mode);
        }
        for &mode in &entry.modes {
            self.promise(main, mode);
        }
        self.opaque_modes(main)
    }

    /// A promise about control flow, as an execution mode.
    fn promise(&mut self, main: Word, mode: ExecutionMode) {
        let (spirv_mode, extension) = match mode {
            ExecutionMode::SubgroupUniformControlFlow => {
                (spirv::ExecutionMode::SubgroupUniformControlFlowKHR, UNIFORM_CONTROL_FLOW)
            }
            ExecutionMode::MaximallyReconverges => {
                (spirv::ExecutionMode::MaximallyReconvergesKHR, MAXIMAL_RECONVERGENCE)
            }
        };
        // The device extensions depend on Vulkan 1.1, but take modules of every version.
        self.requirements.extension(extension);
        self.execution_mode(main, spirv_mode);
    }

    /// An execution mode without operands.
    fn execution_mode(&mut self, main: Word, mode: spirv::ExecutionMode) {
        let operands = vec![Operand::IdRef(main), Operand::ExecutionMode(mode)];
        let inst = self.writer.instruction(Op::ExecutionMode, None, None, operands);
        self.writer.module.execution_modes.push(inst);
    }

    fn entry_point(&mut self, main: Word, name: &str, size: [u32; 3]) {
        let mut operands = vec![
            Operand::ExecutionModel(spirv::ExecutionModel::GLCompute),
            Operand::IdRef(main),
            literal(name),
        ];
        operands.extend(self.globals.interface(self.version()).map(Operand::IdRef));
        let inst = self.writer.instruction(Op::EntryPoint, None, None, operands);
        self.writer.module.entry_points.push(inst);

        let mut operands =
            vec![Operand::IdRef(main), Operand::ExecutionMode(spirv::ExecutionMode::LocalSize)];
        operands.extend(size.map(Operand::LiteralBit32));
        let inst = self.writer.instruction(Op::ExecutionMode, None, None, operands);
        self.writer.module.execution_modes.push(inst);
    }

    /// Emits the memory model, capabilities, extensions and source, then assembles the module.
    fn finish(mut self) -> Binary {
        let physical = self.types.uses_physical_addresses;
        let addressing = if physical {
            spirv::AddressingModel::PhysicalStorageBuffer64
        } else {
            spirv::AddressingModel::Logical
        };
        let memory =
            if self.vulkan_memory { spirv::MemoryModel::Vulkan } else { spirv::MemoryModel::GLSL450 };
        let model = vec![Operand::AddressingModel(addressing), Operand::MemoryModel(memory)];
        self.writer.module.memory_model = Some(self.writer.instruction(Op::MemoryModel, None, None, model));

        let capabilities = self.requirements.capability_names().collect();
        for capability in self.requirements.capabilities() {
            let known = Capability::from_u32(capability);
            let operand = known.map_or(Operand::LiteralBit32(capability), Operand::Capability);
            let inst = self.writer.instruction(Op::Capability, None, None, vec![operand]);
            self.writer.module.capabilities.push(inst);
        }
        let mut extensions = Vec::new();
        for name in self.requirements.extensions() {
            extensions.push(name.clone().into_owned());
            let inst = self.writer.instruction(Op::Extension, None, None, vec![literal(name)]);
            self.writer.module.extensions.push(inst);
        }
        if let Some(lines) = self.lines.take() {
            lines.finish(&mut self.writer);
        }
        let declared = self.declared();
        let mut header = dr::ModuleHeader::new(self.writer.bound());
        let (major, minor) = self.version();
        header.set_version(major, minor);
        // 0 is registered as "unknown"; rspirv would use its own number.
        header.generator = 0;
        self.writer.module.header = Some(header);
        Binary::new(self.writer.module, capabilities, extensions, declared)
    }

    /// The IR entities that were declared.
    fn declared(&self) -> Declared {
        let ir = self.ir;
        let globals = ir.globals.iter().map(|(global, _)| global);
        let specs = ir.spec_constants.iter().map(|(spec, _)| spec);
        let types = ir.types.iter().map(|(ty, _)| ty);
        Declared {
            globals: globals.filter(|&global| self.globals.is_declared(global)).collect(),
            spec_constants: specs.filter(|&spec| self.constants.is_declared(spec)).collect(),
            types: types.filter(|&ty| self.types.is_declared(ty)).collect(),
        }
    }

    fn version(&self) -> (u8, u8) {
        self.env.spirv_version()
    }

    /// The id of a function, which need not be defined yet.
    fn function_id(&mut self, function: FuncId) -> Emit<Word> {
        use nvc_ir::entity::Entity;
        let writer = &mut self.writer;
        match self.functions.get_mut(function.index()) {
            Some(slot) => Ok(*slot.get_or_insert_with(|| writer.id())),
            None => Err(self.fault(format!("function {function} does not exist"))),
        }
    }

    /// The import of GLSL.std.450.
    fn glsl(&mut self) -> Word {
        if let Some(id) = self.glsl {
            return id;
        }
        let id = self.writer.id();
        let inst = self.writer.instruction(Op::ExtInstImport, None, Some(id), vec![literal("GLSL.std.450")]);
        self.writer.module.ext_inst_imports.push(inst);
        self.glsl = Some(id);
        id
    }

    /// The import of NonSemantic.DebugPrintf.
    fn printf(&mut self) -> Word {
        if let Some(id) = self.printf {
            return id;
        }
        self.extension(crate::capabilities::NON_SEMANTIC);
        let id = self.writer.id();
        let name = vec![literal("NonSemantic.DebugPrintf")];
        let inst = self.writer.instruction(Op::ExtInstImport, None, Some(id), name);
        self.writer.module.ext_inst_imports.push(inst);
        self.printf = Some(id);
        id
    }

    /// Requires a capability at the current location. Emission continues if it is unavailable, so
    /// that one run reports every missing capability.
    fn require(&mut self, requirement: Requirement) {
        if let Some(unavailable) = self.requirements.require(requirement, self.loc) {
            self.failed = Some(self.diags.report(unavailable));
        }
    }

    /// Reports a module that exceeds SPIR-V's limit on ids.
    fn check_bound(&mut self) {
        if let Some(finding) = IDS.check(self.writer.last_id(), None) {
            self.failed = Some(self.diags.report(finding));
        }
    }

    /// Reports the first limit exceeded since the last call. Emission continues.
    fn check_limits(&mut self) {
        let exceeded = self.writer.exceeded().and_then(|(limit, found)| limit.check(found, self.loc));
        if let Some(finding) = exceeded {
            self.failed = Some(self.diags.report(finding));
        }
    }

    fn extension(&mut self, extension: Extension) {
        self.requirements.extension(extension);
    }

    /// Reports an internal error (`N0901`) at the current location.
    fn fault(&mut self, what: impl Into<String>) -> Reported {
        self.diags.report(Diagnostic::new(Code::N0901, self.loc, what))
    }
}
