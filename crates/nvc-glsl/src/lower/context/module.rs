//! The state of lowering one module.

use super::{Cache, Description, Key, Known};
use crate::layout::{Context, Layouts};
use crate::lower::analysis::block_length::miscounted;
use crate::name::Names;
use crate::options::Options;
use crate::tree::{self, Program};
use crate::types::constant::Const;
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Diagnostics, Span};
use nvc_ir::{Arena, BindingMap, FuncId, Function, Global, GlobalData, SpecConst, SpecConstData};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// What belongs to the module.
pub(in crate::lower) struct Shared<'p> {
    pub program: &'p Program,
    pub names: &'p Names,
    pub options: &'p Options,
    pub bindings: &'p BindingMap,
    pub diags: &'p mut Diagnostics,
    pub layouts: Layouts,
    /// IR types of values and of memory, made so far.
    pub types: Cache,
    pub spec_constants: Arena<SpecConst, SpecConstData>,
    /// Specialization constants and operations on them.
    pub specs: FxHashMap<Handle<Const>, SpecConst>,
    pub strings: Vec<String>,
    pub globals: Arena<Global, GlobalData>,
    /// Globals of the program that have a global of the IR.
    pub known: Known,
    /// Arrays of storage blocks whose lengths the driver takes from other blocks, if it is followed.
    pub miscounted: FxHashSet<Handle<tree::Global>>,
    /// What reflection tells of them.
    pub description: Description,
    pub functions: Arena<FuncId, Function>,
    /// Functions by what they were made for.
    pub instances: FxHashMap<Key, FuncId>,
    /// Functions that have an id and no body yet, and where each is called first.
    pub queue: VecDeque<(FuncId, Key, Option<Span>)>,
}

impl<'p> Shared<'p> {
    pub(in crate::lower) fn new(
        program: &'p Program,
        names: &'p Names,
        options: &'p Options,
        bindings: &'p BindingMap,
        diags: &'p mut Diagnostics,
    ) -> Self {
        let known = Known::new(program);
        Shared {
            program,
            names,
            options,
            bindings,
            diags,
            layouts: Layouts::new(),
            types: Cache::default(),
            spec_constants: Arena::new(),
            specs: FxHashMap::default(),
            strings: Vec::new(),
            globals: Arena::new(),
            known,
            miscounted: miscounted(program, options.quirks),
            description: Description::default(),
            functions: Arena::new(),
            instances: FxHashMap::default(),
            queue: VecDeque::new(),
        }
    }

    /// What layouts are computed of.
    pub(in crate::lower) fn layout_context(&self) -> Context<'p> {
        Context {
            types: &self.program.types,
            constants: &self.program.constants,
            spec_constants: &self.program.spec_constants,
        }
    }

    /// Reports a construct that has no lowering; once for each place.
    pub(in crate::lower) fn unsupported(&mut self, span: Option<Span>, what: &str, help: &str) {
        let message = format!("{what} is not supported");
        let repeated = |d: &Diagnostic| d.span == span && d.message == message;
        if !self.diags.iter().any(repeated) {
            self.diags.report(Diagnostic::new(Code::N0701, span, message).help(help));
        }
    }

    /// Reports what checking should have refused: an internal fault.
    pub(in crate::lower) fn fault(&mut self, span: Option<Span>, what: &str) {
        self.diags.report(
            Diagnostic::new(Code::N0901, span, format!("internal fault: {what}"))
                .help("this is a bug in nvc; please report it with the program"),
        );
    }
}
