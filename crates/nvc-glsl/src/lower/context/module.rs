//! [`ModuleLowerer`]: the state of lowering one module.

use super::{DeclaredGlobals, InstanceKey, Reflection, TypeCache};
use crate::layout::{Context, Layouts};
use crate::lower::analysis::block_length::miscounted_arrays;
use crate::name::Names;
use crate::options::Options;
use crate::tree::{self, Program};
use crate::types::constant::Const;
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Diagnostics, Span};
use nvc_ir::{Arena, BindingMap, FuncId, Function, Global, GlobalData, SpecConst, SpecConstData, SpirvInst};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Lowers a module. The methods are in the sibling folders, grouped by the construct that they lower.
pub(in crate::lower) struct ModuleLowerer<'p> {
    pub program: &'p Program,
    pub names: &'p Names,
    pub options: &'p Options,
    pub bindings: &'p BindingMap,
    pub diags: &'p mut Diagnostics,
    pub layouts: Layouts,
    pub types: TypeCache,
    pub spec_constants: Arena<SpecConst, SpecConstData>,
    /// The IR specialization constant for each GLSL specialization constant, and for each operation on
    /// specialization constants.
    pub specs: FxHashMap<Handle<Const>, SpecConst>,
    /// Format strings of `debugPrintfEXT` and messages of `abortEXT`.
    pub strings: Vec<String>,
    /// Opaque SPIR-V instructions. `spirv_numbers` maps each to its index in `spirv`.
    pub spirv: Vec<SpirvInst>,
    pub spirv_numbers: FxHashMap<SpirvInst, u32>,
    pub globals: Arena<Global, GlobalData>,
    /// IR globals for the program's globals.
    pub declared: DeclaredGlobals,
    /// Arrays of storage blocks for which NVIDIA's driver computes a wrong `.length()`; empty unless the
    /// driver's quirks are requested.
    pub miscounted_arrays: FxHashSet<Handle<tree::Global>>,
    pub reflection: Reflection,
    pub functions: Arena<FuncId, Function>,
    /// The number of instructions of the finished functions.
    pub lowered: usize,
    /// Whether the program has too many instructions, which was reported.
    pub too_large: bool,
    /// The IR function of each instance.
    pub instances: FxHashMap<InstanceKey, FuncId>,
    /// Functions that have an id but no body yet, each with the span of its first call.
    pub queue: VecDeque<(FuncId, InstanceKey, Option<Span>)>,
}

impl<'p> ModuleLowerer<'p> {
    pub(in crate::lower) fn new(
        program: &'p Program,
        names: &'p Names,
        options: &'p Options,
        bindings: &'p BindingMap,
        diags: &'p mut Diagnostics,
    ) -> Self {
        let declared = DeclaredGlobals::new(program, bindings);
        ModuleLowerer {
            program,
            names,
            options,
            bindings,
            diags,
            layouts: Layouts::new(),
            types: TypeCache::default(),
            spec_constants: Arena::new(),
            specs: FxHashMap::default(),
            strings: Vec::new(),
            spirv: Vec::new(),
            spirv_numbers: FxHashMap::default(),
            globals: Arena::new(),
            declared,
            miscounted_arrays: miscounted_arrays(program, options.quirks),
            reflection: Reflection::default(),
            functions: Arena::new(),
            lowered: 0,
            too_large: false,
            instances: FxHashMap::default(),
            queue: VecDeque::new(),
        }
    }

    /// Returns the inputs of layout computation.
    pub(in crate::lower) fn layout_context(&self) -> Context<'p> {
        Context {
            types: &self.program.types,
            constants: &self.program.constants,
            spec_constants: &self.program.spec_constants,
        }
    }

    /// Reports a construct that cannot be lowered, once for each source location.
    pub(in crate::lower) fn unsupported(&mut self, span: Option<Span>, what: &str, help: &str) {
        let message = format!("{what} is not supported");
        let repeated = |d: &Diagnostic| d.span == span && d.message == message;
        if !self.diags.iter().any(repeated) {
            self.diags.report(Diagnostic::new(Code::N0701, span, message).help(help));
        }
    }

    /// Reports an internal error: the typed tree violates an invariant that checking ensures.
    pub(in crate::lower) fn internal_error(&mut self, span: Option<Span>, what: &str) {
        self.diags.report(
            Diagnostic::new(Code::N0901, span, format!("internal error: {what}"))
                .help("this is a bug in nvc; please report it with the program"),
        );
    }
}
