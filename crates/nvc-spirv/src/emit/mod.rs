//! The walk over a module.

mod blocks;
mod constants;
mod function;
mod globals;
mod image_types;
mod lines;
mod measure;
mod ops;
mod specialization;
mod types;
mod writer;

use crate::capabilities::{Extension, Need, Requirements};
use crate::debug::Source;
use crate::disassemble::capability_name;
use crate::{Binary, Declared};
use nvc_diag::{Code, Diagnostic, Diagnostics, Reported};
use nvc_ir::function::Loc;
use nvc_ir::limits::IDS;
use nvc_ir::{FuncId, Module, Phase, TargetEnv, TypeKind};
use rspirv::dr::{self, Operand};
use rspirv::spirv::{self, Op, Word};
use types::TypeFacts;
use writer::{Writer, literal};

/// The result of emitting a part: what failed was reported.
type Emit<T> = Result<T, Reported>;

/// Options of the back end.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the module is for.
    pub target_env: TargetEnv,
    /// Whether resources, functions and values keep their names.
    pub debug_names: bool,
    /// Whether shuffles are those of SPV_INTEL_subgroups.
    pub intel_shuffles: bool,
    /// Whether signed operations work on signed types, for readers that go by those.
    pub signed_types: bool,
    /// The source that the module is to carry and to point into, if it is.
    pub source: Option<Source>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            target_env: TargetEnv::default(),
            debug_names: true,
            intel_shuffles: false,
            signed_types: false,
            source: None,
        }
    }
}

/// Writes a module in phase `legal` as SPIR-V. Fails with a diagnostic if the target environment
/// lacks something that the module needs.
pub fn emit(module: &Module, options: &Options, diags: &mut Diagnostics) -> Result<Binary, Reported> {
    let mut emitter = Emitter::new(module, options, diags);
    emitter.module()?;
    emitter.check_bound();
    emitter.failed.map_or(Ok(()), Err)?;
    Ok(emitter.finish())
}

/// State of one emission, module-wide.
struct Emitter<'a> {
    ir: &'a Module,
    env: TargetEnv,
    diags: &'a mut Diagnostics,
    writer: Writer,
    needs: Requirements,
    types: TypeFacts,
    constants: constants::Constants,
    globals: globals::Globals,
    functions: Vec<Option<Word>>,
    /// The import of GLSL.std.450, once something needs it.
    glsl: Option<Word>,
    /// The import of NonSemantic.DebugPrintf, once something needs it.
    printf: Option<Word>,
    /// Whether the Vulkan memory model is used, as cooperative matrices want it.
    vulkan_memory: bool,
    intel_shuffles: bool,
    signed_types: bool,
    /// Where the lines of the source go, if they go anywhere.
    lines: Option<lines::Lines>,
    /// Source location of what is being emitted.
    loc: Loc,
    /// Proof that an error was reported which did not stop the walk.
    failed: Option<Reported>,
}

impl<'a> Emitter<'a> {
    fn new(ir: &'a Module, options: &Options, diags: &'a mut Diagnostics) -> Self {
        Emitter {
            ir,
            env: options.target_env,
            diags,
            writer: Writer::new(options.debug_names),
            needs: Requirements::new(options.target_env),
            types: TypeFacts::new(ir),
            constants: constants::Constants::default(),
            globals: globals::Globals::new(ir),
            functions: vec![None; ir.functions.len()],
            glsl: None,
            printf: None,
            vulkan_memory: ir.types.iter().any(|(_, kind)| matches!(kind, TypeKind::CoopMatrix(_))),
            intel_shuffles: options.intel_shuffles,
            signed_types: options.signed_types,
            lines: options.source.clone().map(lines::Lines::new),
            loc: None,
            failed: None,
        }
    }

    fn module(&mut self) -> Emit<()> {
        if self.ir.phase != Phase::Legal {
            return Err(self.fault(format!("the back end got a module in phase `{}`", self.ir.phase.name())));
        }
        let ir = self.ir;
        let Some(entry) = &ir.entry else {
            return Err(self.fault("the module has no entry point"));
        };
        let main = self.function_id(entry.function)?;
        for (id, function) in ir.functions.iter() {
            if !function.layout.is_empty() {
                self.function(id, function)?;
            }
        }
        self.loc = None;
        self.small_conversions();
        if self.vulkan_memory {
            self.need(Need::VulkanMemoryModel);
        }
        let size = self.local_size()?;
        self.entry_point(main, &entry.name, size);
        // It names the variables, of which there may have been too many already.
        if self.failed.is_none() {
            self.check_limits();
        }
        if let Some(group) = entry.derivatives {
            let (need, mode) = ops::derivative::grouping(group);
            self.need(need);
            let operands = vec![Operand::IdRef(main), Operand::ExecutionMode(mode)];
            let inst = self.writer.instruction(Op::ExecutionMode, None, None, operands);
            self.writer.module.execution_modes.push(inst);
        }
        Ok(())
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

    /// Writes what was collected along the way, and the header.
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

        let mut capabilities = Vec::new();
        for capability in self.needs.capabilities() {
            capabilities.push(capability_name(capability));
            let operand = vec![Operand::Capability(capability)];
            let inst = self.writer.instruction(Op::Capability, None, None, operand);
            self.writer.module.capabilities.push(inst);
        }
        let mut extensions = Vec::new();
        for &name in self.needs.extensions() {
            extensions.push(name.to_owned());
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
        // 0 is the registered number for "unknown"; rspirv would put its own.
        header.generator = 0;
        self.writer.module.header = Some(header);
        Binary::new(self.writer.module, capabilities, extensions, declared)
    }

    /// What of the IR module was declared.
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

    /// The id of a function, defined or not yet.
    fn function_id(&mut self, function: FuncId) -> Emit<Word> {
        use nvc_ir::entity::Entity;
        let writer = &mut self.writer;
        match self.functions.get_mut(function.index()) {
            Some(slot) => Ok(*slot.get_or_insert_with(|| writer.id())),
            None => Err(self.fault(format!("function {function} does not exist"))),
        }
    }

    /// The import of the extended instruction set.
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

    /// The import of the instruction set of messages.
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

    /// Asks for a capability for what is being emitted. Emission goes on without it, so that one
    /// run finds all that is lacking.
    fn need(&mut self, need: Need) {
        if let Some(lacking) = self.needs.need(need, self.loc) {
            self.failed = Some(self.diags.report(lacking));
        }
    }

    /// Reports a module with more ids than SPIR-V has.
    fn check_bound(&mut self) {
        if let Some(finding) = IDS.check(self.writer.last_id(), None) {
            self.failed = Some(self.diags.report(finding));
        }
    }

    /// Reports what was written since the last call that SPIR-V has no room for. Emission goes on.
    fn check_limits(&mut self) {
        let exceeded = self.writer.exceeded().and_then(|(limit, found)| limit.check(found, self.loc));
        if let Some(finding) = exceeded {
            self.failed = Some(self.diags.report(finding));
        }
    }

    fn extension(&mut self, extension: Extension) {
        self.needs.extension(extension);
    }

    /// Reports a fault of nvc at the place that is being emitted.
    fn fault(&mut self, what: impl Into<String>) -> Reported {
        self.diags.report(Diagnostic::new(Code::N0901, self.loc, what))
    }
}
