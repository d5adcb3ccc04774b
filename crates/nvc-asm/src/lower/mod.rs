//! Lowers a resolved program to the IR.
//!
//! Instructions work on registers of four components. Each component is a separate SSA variable, so an instruction becomes
//! scalar operations, one set for each component that it writes. A component of an operation is also called a lane. Vectors
//! occur only where operations of the IR require them, mainly for memory, textures and images. The instruction table assigns
//! each instruction to a family ([`crate::table::Family`]). Each file lowers the families that it is named after:
//!
//! | folder | contents |
//! |---|---|
//! | [`arithmetic`] | arithmetic, float functions, bits, comparison, conversion, packing |
//! | [`flow`] | IF, REP, calls |
//! | [`memory`] | loads, stores, atomics, barriers, and the globals that they access |
//! | [`operands`] | reading operands, writing results, registers, condition codes |
//! | [`texture`] | textures and images |
//! | [`warp`] | votes and shuffles |

mod arithmetic;
mod flow;
mod memory;
mod operands;
mod texture;
mod warp;

use crate::modifier::{BaseType, DataType};
use crate::resolve::{GroupSize, Inst, Program, VarId};
use crate::table::Family;
use flow::call::Call;
use flow::constructs::Frame;
use memory::resources::Resources;
use nvc_diag::{Code, Diagnostic, Diagnostics, Limit, Reported, Span};
use nvc_ir::globals::GROUP_SIZE_SPEC_IDS;
use nvc_ir::interface::Interface;
use nvc_ir::types::Types;
use nvc_ir::{
    Arena, EntryPoint, Extent, Function, Global, GlobalData, Local, Module, Quirks, SpecConst, SpecConstData,
    SpecConstKind, StructuredBuilder, Type,
};
use operands::condition_codes::ConditionCodes;
use operands::registers::Registers;
use rustc_hash::FxHashMap;

/// Options of [`lower`].
#[derive(Clone, Copy, Debug, Default)]
pub struct LowerOptions {
    /// Whether to follow the specification or NVIDIA's driver where they differ.
    pub quirks: Quirks,
    /// Whether 64-bit signed accesses to an image use a separate `R64i` variable. On NVIDIA's Vulkan driver, loads through
    /// the `R64ui` variable do not see stores through the `R64i` variable (workaround `image-r64i`).
    pub r64i_images: bool,
}

/// Lowers a program to a module in phase `built`.
pub fn lower(program: &Program, options: LowerOptions, diags: &mut Diagnostics) -> Result<Module, Reported> {
    let mut module = Module::new();
    let mut func = Function::new("main");
    let workgroup_size = workgroup_size(program, &mut module.spec_constants);
    Lowerer::new(program, options, &mut module, &mut func, workgroup_size, diags).run();
    diags.check()?;
    let function = module.functions.push(func);
    module.entry = Some(EntryPoint {
        name: "main".into(),
        function,
        workgroup_size,
        derivatives: None,
        khr_derivatives: false,
        modes: Vec::new(),
    });
    Ok(module)
}

/// Returns the workgroup size, as specialization constants if it is chosen at dispatch.
fn workgroup_size(program: &Program, constants: &mut Arena<SpecConst, SpecConstData>) -> [Extent; 3] {
    match program.group_size {
        GroupSize::Fixed(size) => size.map(Extent::Fixed),
        GroupSize::Variable => [0, 1, 2].map(|axis| {
            Extent::Spec(constants.push(SpecConstData {
                name: format!("group_size_{}", ["x", "y", "z"][axis]),
                ty: Types::I32,
                default: 1,
                kind: SpecConstKind::Id(GROUP_SIZE_SPEC_IDS[axis]),
            }))
        }),
    }
}

/// The state of lowering a program.
struct Lowerer<'a> {
    program: &'a Program,
    options: LowerOptions,
    diags: &'a mut Diagnostics,
    b: StructuredBuilder<'a>,
    globals: &'a mut Arena<Global, GlobalData>,
    spec_constants: &'a mut Arena<SpecConst, SpecConstData>,
    interface: &'a mut Interface,
    workgroup_size: [Extent; 3],
    registers: Registers,
    resources: Resources,
    cc: ConditionCodes,
    /// PARAM arrays that were copied into function storage.
    array_copies: FxHashMap<VarId, [Local; 4]>,
    frames: Vec<Frame>,
    /// The calls that are being inlined at the current instruction, innermost last.
    calls: Vec<Call>,
}

impl<'a> Lowerer<'a> {
    fn new(
        program: &'a Program,
        options: LowerOptions,
        module: &'a mut Module,
        func: &'a mut Function,
        workgroup_size: [Extent; 3],
        diags: &'a mut Diagnostics,
    ) -> Self {
        let Module { types, globals, spec_constants, interface, .. } = module;
        let mut b = StructuredBuilder::new(func, types);
        // Most small programs have fewer than four instructions for each statement, even after all passes, and large ones fewer
        // than 2.5. Conditions and loops are a small part.
        let statements = program.body.len();
        let few = statements.min(1 << 12);
        b.reserve(4 * few + (statements - few) * 5 / 2, statements / 4);
        let registers = Registers::new(program, &mut b);
        let cc = ConditionCodes::new(&mut b);
        let resources = Resources::new(program);
        Lowerer {
            program,
            options,
            diags,
            b,
            globals,
            spec_constants,
            interface,
            workgroup_size,
            registers,
            resources,
            cc,
            array_copies: FxHashMap::default(),
            frames: Vec::new(),
            calls: Vec::new(),
        }
    }

    /// Lowers the program from its entry to the next label or the end, and inlines calls.
    fn run(mut self) {
        let program = self.program;
        self.copy_long_arrays();
        let end = program.labels.iter().map(|l| l.at).filter(|&at| at > program.entry).min();
        let end = end.unwrap_or(program.body.len()).min(program.body.len());
        let max_size = self.diags.limit(Limit::Instructions);
        self.b.limit_size(max_size);
        let mut at = program.entry;
        loop {
            let end = self.calls.last().map_or(end, |call| call.end);
            if self.b.size() > max_size || self.diags.poll().is_err() {
                break;
            }
            if let Some(inst) = program.body.get(at).filter(|_| at < end) {
                self.b.loc = Some(inst.span);
                self.b.precise = inst.mods.precise;
                at = self.step(at, &inst);
                continue;
            }
            let Some(next) = self.end_call() else { break };
            at = next;
        }
        if !self.b.is_unreachable() {
            self.b.loc = Some(program.end);
            self.b.return_(None);
        }
        if self.b.size() > max_size {
            let message = format!("the program has more than {max_size} IR instructions");
            self.diags.exceeds(Limit::Instructions, self.b.loc, message);
        }
        self.b.finish();
    }

    /// Lowers one instruction. Returns the index of the next one.
    fn step(&mut self, at: usize, inst: &Inst) -> usize {
        let family = inst.opcode.row().family;
        if family == Family::Flow {
            return self.flow(at, inst);
        }
        if self.b.is_unreachable() {
            return at + 1;
        }
        match family {
            Family::Flow => {}
            Family::Move => self.move_(inst),
            Family::Arithmetic => self.arithmetic(inst),
            Family::FloatFunction => self.float_function(inst),
            Family::Round => self.round(inst),
            Family::Convert => self.convert(inst),
            Family::Pack => self.pack(inst),
            Family::Unpack => self.unpack(inst),
            Family::Bit => self.bits(inst),
            Family::Compare => self.compare(inst),
            Family::Load => self.load(inst),
            Family::Store => self.store(inst),
            Family::Atomic => self.atomic(inst),
            Family::Counter => self.counter(inst),
            Family::Texture => self.texture(inst),
            Family::TextureQuery => self.texture_query(inst),
            Family::Image => self.image(inst),
            Family::ImageAtomic => self.image_atomic(inst),
            Family::ImageQuery => self.image_query(inst),
            Family::Vote => self.vote(inst),
            Family::Shuffle => self.shuffle(inst),
            Family::Sync => self.sync(inst),
        }
        at + 1
    }

    /// Reports an internal error: the resolver should have rejected the program.
    fn internal(&mut self, span: Span, what: &str) {
        self.diags.report(
            Diagnostic::new(Code::N0901, span, format!("internal error: {what}"))
                .help("this is a bug in nvc; please report it with the program"),
        );
    }
}

/// Returns the IR type of a data type.
fn ir_type(ty: DataType) -> Type {
    if ty.is_float() { Types::float(ty.bits) } else { Types::int(ty.bits) }
}

/// The 32-bit unsigned integer type.
const U32: DataType = DataType::new(BaseType::Unsigned, 32);
/// The 32-bit signed integer type.
const S32: DataType = DataType::new(BaseType::Signed, 32);
/// The 32-bit float type.
const F32: DataType = DataType::new(BaseType::Float, 32);
