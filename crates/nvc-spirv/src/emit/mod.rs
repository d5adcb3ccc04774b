//! Emits a module as SPIR-V. This file emits the header, the entry point and the declarations of capabilities and extensions,
//! and defines the state that all parts of emission share.

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
use crate::unknown::assemble;
use crate::{Binary, Declared, disassemble};
use nvc_diag::{Code, Diagnostic, Diagnostics, Reported};
use nvc_ir::function::Loc;
use nvc_ir::limits::IDS;
use nvc_ir::{Environment, ExecutionMode, FuncId, Module, Phase, TypeKind};
use rspirv::dr::{self, Operand};
use spirv::{Capability, Op, Word};
use types::TypeTable;
use writer::{Writer, literal};

/// The result of emitting a part of the module. The error proves that a diagnostic was reported.
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
    /// SPIR-V extensions whose instructions are preferred over others with the same meaning: currently SPV_KHR_fma, whose
    /// `OpFmaKHR` replaces `Fma` of GLSL.std.450.
    pub allowed_extensions: Vec<String>,
    /// Whether to emit shuffles with the instructions of SPV_INTEL_subgroups.
    pub intel_shuffles: bool,
    /// Whether a read-only buffer may share its struct type with a writable buffer. If not, it gets its own
    /// type, because NVIDIA's driver applies `NonWritable` to the type (workaround `nonwritable-struct`).
    pub shared_struct_types: bool,
    /// Whether to decorate write-only buffers with `NonReadable`. NVIDIA's driver applies the decoration to
    /// the struct type (workaround `nonreadable-struct`).
    pub nonreadable_buffers: bool,
    /// Whether signed operations use signed integer types, for consumers that derive signedness from types.
    pub signed_types: bool,
    /// The source to embed and to refer to with `OpLine`; `None` for no source-level debug information.
    pub source: Option<Source>,
    /// Whether to write the module as text too, in [`Binary::text`].
    pub text: bool,
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
            text: false,
        }
    }
}

/// Emits a module in phase `legal` as SPIR-V. Fails with a diagnostic if the target environment lacks a
/// capability that the module requires, or if the module exceeds a universal limit of SPIR-V.
pub fn emit(module: &Module, options: &Options, diags: &mut Diagnostics) -> Result<Binary, Reported> {
    let mut emitter = Emitter::new(module, options, diags);
    emitter.module()?;
    emitter.check_bound();
    emitter.failed.map_or(Ok(()), Err)?;
    Ok(emitter.finish())
}

/// Module-wide state of emission.
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
    /// Id of the import of GLSL.std.450, once it is used.
    glsl: Option<Word>,
    /// Id of the import of NonSemantic.DebugPrintf, once it is used.
    printf: Option<Word>,
    /// Names and import ids of other extended instruction sets, in order of first use.
    sets: Vec<(String, Word)>,
    /// Whether to use the Vulkan memory model, which is required by cooperative matrices and vectors.
    vulkan_memory: bool,
    intel_shuffles: bool,
    shared_struct_types: bool,
    nonreadable_buffers: bool,
    signed_types: bool,
    /// Source-line state, if debug information is emitted.
    lines: Option<lines::Lines>,
    /// Source location of the construct that is being emitted.
    loc: Loc,
    /// Set if an error was reported and emission continued to find more.
    failed: Option<Reported>,
}

impl<'a> Emitter<'a> {
    fn new(ir: &'a Module, options: &Options, diags: &'a mut Diagnostics) -> Self {
        Emitter {
            ir,
            env: options.target_env,
            diags,
            writer: Writer::new(options.debug_names, options.text),
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
            vulkan_memory: ir.types.iter().any(|(_, kind)| match kind {
                TypeKind::CoopMatrix(_) => true,
                TypeKind::IdVector(vector) => vector.cooperative,
                _ => false,
            }),
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
        // A specialized size is declared (as `WorkgroupSize`) before the matrix types, because NVIDIA's driver lays out a
        // matrix of scope workgroup by the size that it has read up to the matrix's type.
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
        // `OpEntryPoint` lists the variables, so too many of them make it too long as well. Their number has already been
        // reported then; the length is not reported too.
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
            self.reconvergence_mode(main, mode);
        }
        self.opaque_modes(main)
    }

    /// Emits an execution mode for reconvergence.
    fn reconvergence_mode(&mut self, main: Word, mode: ExecutionMode) {
        let (spirv_mode, extension) = match mode {
            ExecutionMode::SubgroupUniformControlFlow => {
                (spirv::ExecutionMode::SubgroupUniformControlFlowKHR, UNIFORM_CONTROL_FLOW)
            }
            ExecutionMode::MaximallyReconverges => {
                (spirv::ExecutionMode::MaximallyReconvergesKHR, MAXIMAL_RECONVERGENCE)
            }
        };
        // The device extensions require Vulkan 1.1, but accept modules of any SPIR-V version.
        self.requirements.extension(extension);
        self.execution_mode(main, spirv_mode);
    }

    /// Emits an execution mode without operands.
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
        // nvc has no registered generator number. 0 is allowed for such tools; the default is rspirv's own number.
        header.generator = 0;
        self.writer.module.header = Some(header);
        let Writer { module, functions, listing, .. } = self.writer;
        let text = listing.map(|functions| disassemble::text(&module, &functions));
        Binary { words: assemble(&module, &functions), capabilities, extensions, declared, text }
    }

    /// Returns the IR entities that have been declared.
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

    /// Returns the id of a function, which need not be defined yet.
    fn function_id(&mut self, function: FuncId) -> Emit<Word> {
        use nvc_ir::entity::Entity;
        let writer = &mut self.writer;
        match self.functions.get_mut(function.index()) {
            Some(slot) => Ok(*slot.get_or_insert_with(|| writer.id())),
            None => Err(self.fault(format!("function {function} does not exist"))),
        }
    }

    /// Returns the id of the import of GLSL.std.450.
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

    /// Returns the id of the import of NonSemantic.DebugPrintf.
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

    /// Requires a capability at the current location. If it is unavailable, emission continues, so that one
    /// compilation reports every missing capability.
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

    /// Reports the first limit that was exceeded since the last call. Emission continues.
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
    #[cold]
    fn fault(&mut self, what: impl Into<String>) -> Reported {
        self.diags.report(Diagnostic::new(Code::N0901, self.loc, what))
    }
}
