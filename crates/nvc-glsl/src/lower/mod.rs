//! Typed tree to IR.
//!
//! [`Shared`] holds what belongs to the module; a [`Lowerer`] lowers one function. Functions are lowered
//! in the order in which they are first called, from a queue, so calls cost no stack.

mod address;
mod builtins;
mod call;
mod constant;
mod construct;
mod convert;
mod entry;
mod expr;
mod flow;
mod function;
mod globals;
mod halves;
mod interface;
mod local;
mod loops;
mod matrix;
mod memory;
mod operator;
mod parameters;
mod place;
mod quirks;
mod resource;
mod selection;
mod shape;
mod stmt;
mod types;
mod value;

use crate::layout::{Context, Layouts};
use crate::name::Names;
use crate::options::Options;
use crate::tree::{self, Program};
use crate::types::constant::Const;
use function::Key;
use globals::Known;
use local::Home;
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Diagnostics, Reported, Span};
use nvc_ir::ssa::SsaBuilder;
use nvc_ir::{
    Arena, BindingMap, Block, Builder, FuncId, Function, Global, GlobalData, Local, Module, SpecConst,
    SpecConstData, Types,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Lowers a program to a module in phase `built`. Resources are bound by `bindings`, except where
/// the program says a set.
///
/// # Errors
/// If the program has something that cannot be lowered; it was reported.
pub fn lower(
    program: &Program,
    names: &Names,
    options: &Options,
    bindings: &BindingMap,
    diags: &mut Diagnostics,
) -> Result<Module, Reported> {
    let mut module = Module::new();
    let mut shared = Shared::new(program, names, options, bindings, diags);
    shared.specialization_constants(&mut module.types);
    let entry = shared.entry(&mut module.types);
    while let Some((id, key, call)) = shared.queue.pop_front() {
        if shared.diags.is_full() {
            break;
        }
        shared.instance(&mut module.types, id, &key, call);
    }
    let Shared { spec_constants, strings, globals, functions, description, .. } = shared;
    module.interface = description.interface;
    (module.spec_constants, module.strings) = (spec_constants, strings);
    (module.globals, module.functions, module.entry) = (globals, functions, entry);
    diags.check()?;
    Ok(module)
}

/// An expression of the typed tree.
type E = Handle<tree::Expr>;

/// What belongs to the module.
struct Shared<'p> {
    program: &'p Program,
    names: &'p Names,
    options: &'p Options,
    bindings: &'p BindingMap,
    diags: &'p mut Diagnostics,
    layouts: Layouts,
    /// IR types of values and of memory, made so far.
    types: types::Cache,
    spec_constants: Arena<SpecConst, SpecConstData>,
    /// Specialization constants and operations on them.
    specs: FxHashMap<Handle<Const>, SpecConst>,
    strings: Vec<String>,
    globals: Arena<Global, GlobalData>,
    /// Globals of the program that have a global of the IR.
    known: Known,
    /// Arrays of storage blocks whose lengths the driver takes from other blocks, if it is followed.
    miscounted: FxHashSet<Handle<tree::Global>>,
    /// What reflection tells of them.
    description: interface::Description,
    functions: Arena<FuncId, Function>,
    /// Functions by what they were made for.
    instances: FxHashMap<Key, FuncId>,
    /// Functions that have an id and no body yet, and where each is called first.
    queue: VecDeque<(FuncId, Key, Option<Span>)>,
}

impl<'p> Shared<'p> {
    fn new(
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
            types: types::Cache::default(),
            spec_constants: Arena::new(),
            specs: FxHashMap::default(),
            strings: Vec::new(),
            globals: Arena::new(),
            known,
            miscounted: quirks::miscounted(program, options.quirks),
            description: interface::Description::default(),
            functions: Arena::new(),
            instances: FxHashMap::default(),
            queue: VecDeque::new(),
        }
    }

    /// What layouts are computed of.
    fn layout_context(&self) -> Context<'p> {
        Context {
            types: &self.program.types,
            constants: &self.program.constants,
            spec_constants: &self.program.spec_constants,
        }
    }

    /// Reports a construct that has no lowering; once for each place.
    fn unsupported(&mut self, span: Option<Span>, what: &str, help: &str) {
        let message = format!("{what} is not supported");
        let repeated = |d: &Diagnostic| d.span == span && d.message == message;
        if !self.diags.iter().any(repeated) {
            self.diags.report(Diagnostic::new(Code::N0701, span, message).help(help));
        }
    }

    /// Reports what checking should have refused: an internal fault.
    fn fault(&mut self, span: Option<Span>, what: &str) {
        self.diags.report(
            Diagnostic::new(Code::N0901, span, format!("internal fault: {what}"))
                .help("this is a bug in nvc; please report it with the program"),
        );
    }
}

/// The state of lowering one function.
struct Lowerer<'a, 'p> {
    s: &'a mut Shared<'p>,
    b: Builder<'a>,
    ssa: SsaBuilder,
    /// The function of the tree.
    body: &'p tree::Function,
    /// Where its variables live.
    homes: Vec<Home>,
    /// Where `break` and `continue` lead, innermost last.
    frames: Vec<flow::Frame>,
    /// Back edges that nothing reaches: continue block and header.
    idle_back_edges: Vec<(Block, Block)>,
    /// Constant arrays that are indexed dynamically, in function storage.
    tables: FxHashMap<Handle<Const>, Local>,
    /// Where the function is called first.
    called: Option<Span>,
    /// Nothing reaches the place where instructions would be appended.
    dead: bool,
}

impl<'a, 'p> Lowerer<'a, 'p> {
    fn new(
        s: &'a mut Shared<'p>,
        func: &'a mut Function,
        types: &'a mut Types,
        body: &'p tree::Function,
    ) -> Self {
        let mut b = Builder::new(func, types);
        b.loc = Some(body.span);
        b.precise = body.precise || body.locals.iter().any(|local| local.precise);
        b.precise |= s.program.globals.iter().any(|(_, global)| global.precise);
        Lowerer {
            s,
            b,
            ssa: SsaBuilder::new(),
            body,
            homes: Vec::new(),
            frames: Vec::new(),
            idle_back_edges: Vec::new(),
            tables: FxHashMap::default(),
            called: None,
            dead: false,
        }
    }

    fn unsupported(&mut self, what: &str, help: &str) {
        self.s.unsupported(self.b.loc, what, help);
    }

    fn fault(&mut self, what: &str) {
        self.s.fault(self.b.loc, what);
    }
}
