//! Semantic analysis: resolves names, types, overloads, constants and layouts, and builds the typed
//! tree ([`crate::tree`]) from the syntax tree ([`crate::ast`]).
//!
//! `Checker` visits the declarations in source order; its methods are spread over these modules:
//!
//! | module | checks |
//! |---|---|
//! | `types` | type specifiers, implicit conversions, type names in diagnostics |
//! | `declarations` | variables, constants, functions, qualifiers |
//! | `interface` | blocks, uniforms, the workgroup size, conflicts between declarations |
//! | `expressions` | operators, calls, constructors, lvalues, constant folding |
//! | `statements` | branches, loops, `switch` |
//! | `scope` | the symbol table |
//! | `features` | the language version and the enabled extensions |
//! | `finish` | whole-program rules: `main`, recursion, functions without a body |
//! | `record` | the index of names for editors |
//! | `link` | several compilation units become one program |
//! | `pragmas` | `#pragma`s that change the program |
//!
//! There are no cyclic imports between them: `interface` and `expressions` use `declarations`, these three use `types`, and
//! `types` uses `scope` and `features`. Methods of `Checker` call each other freely, as the grammar is recursive.
//!
//! Non-constant initializers at file scope are built in a separate body, which becomes the prologue of `main`. An
//! invalid expression has the type [`TypeKind::Error`], which is compatible with everything, so that each error is
//! reported once.

mod declarations;
mod expressions;
mod features;
mod finish;
mod interface;
mod link;
mod pragmas;
mod record;
mod scope;
mod statements;
mod types;

use crate::ast;
use crate::layout::Layouts;
use crate::name::{Name, Names};
use crate::options::Options;
use crate::preprocess::notes;
use crate::preprocess::token::{Directive, Output};
use crate::tree::{self, Program};
use crate::types::constant::Const;
use crate::types::{Type, TypeKind, scalar};
use naga::{Arena, Handle};
use nvc_diag::index::Index;
use nvc_diag::{Code, Diagnostic, Diagnostics, Limit, Reported, Span};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Handle of an expression in the typed tree.
type ExprId = Handle<tree::Expr>;

/// Checks a translation unit.
///
/// # Errors
/// Fails if the program has an error. All errors are reported to `diags`.
pub fn check(
    unit: &ast::Unit,
    input: &Output,
    names: &mut Names,
    options: &Options,
    diags: &mut Diagnostics,
) -> Result<Program, Reported> {
    check_all((unit, input), &[], names, options, diags)
}

/// Checks several translation units and links them into one program.
///
/// # Errors
/// Like [`check`]; also fails if the units cannot be linked.
pub fn check_all<'a>(
    first: (&'a ast::Unit, &'a Output),
    others: &[(&'a ast::Unit, &'a Output)],
    names: &mut Names,
    options: &Options,
    diags: &mut Diagnostics,
) -> Result<Program, Reported> {
    let before = diags.len();
    let mut checker = Checker::new(first.0, first.1, names, options, diags);
    checker.items();
    for (unit, input) in others {
        checker.next_unit(unit, input);
        checker.items();
    }
    checker.finish();
    let program = checker.program;
    // Each file belongs to one unit, so a diagnostic gets the notes of one unit only.
    for (_, input) in std::iter::once(&first).chain(others) {
        notes::decorate(diags, before, input, names);
    }
    diags.check()?;
    Ok(program)
}

/// Checks a translation unit and builds the index of its names. Errors are reported to `diags`; names that cannot be
/// resolved are not in the index.
pub fn index(
    unit: &ast::Unit,
    input: &Output,
    names: &mut Names,
    options: &Options,
    diags: &mut Diagnostics,
) -> Index {
    let mut checker = Checker::new(unit, input, names, options, diags);
    checker.recorder = Some(Box::default());
    checker.items();
    checker.finish();
    checker.recorder.map(|recorder| recorder.index).unwrap_or_default()
}

/// Types used throughout the checker, interned once.
#[derive(Clone, Copy, Debug)]
struct CommonTypes {
    void: Type,
    error: Type,
    bool: Type,
    int: Type,
    uint: Type,
    u64: Type,
}

/// An expression of more components counts as several instructions, because constants list and folding visits each component.
const FREE_COMPONENTS: u16 = 1024;

/// The number of components that count as an instruction.
const COUNTED_COMPONENTS: u16 = 128;

/// A function body being built.
#[derive(Debug)]
struct Body {
    exprs: Arena<tree::Expr>,
    stmts: Arena<tree::Stmt>,
    locals: Vec<tree::Local>,
    /// Why each local is read-only, for diagnostics; `None` if it is writable.
    read_only: Vec<Option<&'static str>>,
    /// The memory qualifiers of the first locals: of all parameters, and of local variables with buffer references.
    /// Later locals have none.
    memory: Vec<crate::types::Memory>,
    /// The expressions that name a split variable ([`declarations::opaque_structs`]).
    split_exprs: FxHashMap<ExprId, scope::SplitId>,
    /// Whether a local array declared without a size was redeclared with one.
    resized: bool,
    /// Result type of the function.
    result: Type,
    /// Index in [`Checker::functions`]; `None` at file scope.
    function: Option<usize>,
    /// Number of loops around the current statement.
    loops: u32,
    /// Number of `switch` statements around the current statement.
    switches: u32,
}

impl Body {
    fn new(result: Type, function: Option<usize>) -> Self {
        Body {
            exprs: Arena::new(),
            stmts: Arena::new(),
            locals: Vec::new(),
            read_only: Vec::new(),
            memory: Vec::new(),
            split_exprs: FxHashMap::default(),
            resized: false,
            result,
            function,
            loops: 0,
            switches: 0,
        }
    }
}

/// The checker's state.
struct Checker<'a> {
    unit: &'a ast::Unit,
    input: &'a Output,
    names: &'a mut Names,
    options: &'a Options,
    diags: &'a mut Diagnostics,
    program: Program,
    layouts: Layouts,
    features: features::Features,
    scopes: scope::Scopes,
    functions: Vec<declarations::functions::FunctionEntry>,
    overloads: FxHashMap<Name, Vec<usize>>,
    /// Calls: caller (`None` at file scope), callee, source location.
    calls: Vec<(Option<usize>, usize, Span)>,
    /// Callbacks: functions that cooperative-matrix built-ins call for each element, and the locations of their uses.
    callbacks: Vec<(usize, Span)>,
    /// Calls of built-in functions that callbacks must not contain: the calling function and the location of the call.
    tangled: Vec<(usize, Span)>,
    body: Body,
    /// Assignments to globals that run before `main`.
    prologue: Vec<Handle<tree::Stmt>>,
    common: CommonTypes,
    workgroup_size: interface::workgroup_size::WorkgroupSize,
    defaults: interface::blocks::LayoutDefaults,
    /// Arrays declared without a size, and the largest constant index used with each.
    implicit: declarations::implicit_sizes::ImplicitSizes,
    /// Buffer references that are declared but not yet defined.
    forward: FxHashMap<crate::types::StructId, Span>,
    reservations: interface::conflicts::Reservations,
    /// Variables of structs with opaque members, which are split into one variable per part.
    splits: declarations::opaque_structs::Splits,
    precisions: declarations::precision::Precisions,
    /// The first specialization constant with each id.
    spec_ids: FxHashMap<u32, Handle<crate::types::constant::SpecConstant>>,
    /// The next free offset of each atomic-counter binding.
    counters: FxHashMap<u32, u32>,
    /// The size of each struct as a tree.
    trees: FxHashMap<crate::types::StructId, types::specifier::Tree>,
    /// Whether the expression being checked must be a constant expression.
    in_constant_expr: bool,
    /// The size of all expressions whose type is a vector of more than [`FREE_COMPONENTS`] components, in multiples of
    /// [`COUNTED_COMPONENTS`]. It is bounded by the limit of instructions.
    long_vectors: usize,
    /// Results of `contains_cached` for structs: whether a struct contains an opaque type. The key has the flag
    /// `bindless` of that function.
    opaque_structs: RefCell<FxHashMap<(crate::types::StructId, bool), bool>>,
    /// The compilation units before this one.
    units: link::Units,
    /// The index of names under construction; `None` unless an editor requested it.
    recorder: Option<Box<record::Recorder>>,
}

impl<'a> Checker<'a> {
    fn new(
        unit: &'a ast::Unit,
        input: &'a Output,
        names: &'a mut Names,
        options: &'a Options,
        diags: &'a mut Diagnostics,
    ) -> Self {
        let mut program = Program::default();
        let types = &mut program.types;
        let common = CommonTypes {
            void: types.intern(TypeKind::Void),
            error: types.intern(TypeKind::Error),
            bool: types.scalar(scalar::BOOL),
            int: types.scalar(scalar::I32),
            uint: types.scalar(scalar::U32),
            u64: types.scalar(scalar::U64),
        };
        Checker {
            unit,
            input,
            names,
            options,
            diags,
            program,
            layouts: Layouts::new(),
            features: features::Features::new(input.version, &input.directives),
            scopes: scope::Scopes::new(),
            functions: Vec::new(),
            overloads: FxHashMap::default(),
            calls: Vec::new(),
            callbacks: Vec::new(),
            tangled: Vec::new(),
            body: Body::new(common.void, None),
            prologue: Vec::new(),
            common,
            workgroup_size: interface::workgroup_size::WorkgroupSize::default(),
            defaults: interface::blocks::LayoutDefaults::default(),
            implicit: declarations::implicit_sizes::ImplicitSizes::default(),
            forward: FxHashMap::default(),
            reservations: interface::conflicts::Reservations::default(),
            splits: declarations::opaque_structs::Splits::default(),
            precisions: declarations::precision::Precisions::default(),
            spec_ids: FxHashMap::default(),
            counters: FxHashMap::default(),
            trees: FxHashMap::default(),
            in_constant_expr: false,
            long_vectors: 0,
            opaque_structs: RefCell::default(),
            units: link::Units::default(),
            recorder: None,
        }
    }

    /// Checks the declarations of a unit.
    fn items(&mut self) {
        for item in &self.unit.items {
            if self.diags.is_full() {
                break;
            }
            self.item(item);
        }
    }

    /// Checks one declaration at file scope.
    fn item(&mut self, item: &'a ast::Item) {
        self.record_item(item.span);
        match &item.kind {
            ast::ItemKind::Declaration(declaration) => self.global_declaration(declaration),
            ast::ItemKind::Function(function) => self.function(function),
            ast::ItemKind::Block(block) => self.block(block),
            ast::ItemKind::Qualify(qualifiers, idents) => self.qualify(qualifiers, idents, item.span),
            ast::ItemKind::Directive(number) => match self.input.directives.get(*number as usize) {
                Some(Directive::Pragma(text, _)) => self.pragma(text),
                Some(directive) => self.features.directive(directive),
                None => {}
            },
            ast::ItemKind::Precision(qualifiers, ty) => self.precision_statement(qualifiers, ty),
            ast::ItemKind::Empty | ast::ItemKind::Error => {}
        }
    }

    /// Reports an error.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diags.report(diagnostic);
    }

    /// Reports an error that is a single message.
    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Returns the text of a name.
    fn text(&self, name: Name) -> String {
        self.names.text(name).to_string()
    }

    /// Adds an expression to the current body. An invalid expression replaces it if vectors take too much space.
    fn push(&mut self, kind: tree::ExprKind, ty: Type, span: Span) -> ExprId {
        if let TypeKind::Vector(size, _) = *self.program.types.kind(ty)
            && size > FREE_COMPONENTS
        {
            let most = self.diags.limit(Limit::Instructions);
            let was_exceeded = self.long_vectors > most;
            self.long_vectors += usize::from(size / COUNTED_COMPONENTS);
            if self.long_vectors > most {
                if !was_exceeded {
                    let message = "the program has too many expressions of long vectors";
                    self.diags.exceeds(Limit::Instructions, span, message);
                }
                return self.poison(span);
            }
        }
        self.body.exprs.append(tree::Expr { kind, ty, span }, naga::Span::UNDEFINED)
    }

    /// Adds an invalid expression, whose type is the error type.
    fn poison(&mut self, span: Span) -> ExprId {
        let null = self.constant(Const::Null(self.common.error));
        self.push(tree::ExprKind::Const(null), self.common.error, span)
    }

    /// Reports an error and returns an invalid expression in place of the erroneous one.
    fn error_expr(&mut self, diagnostic: Diagnostic, span: Span) -> ExprId {
        self.report(diagnostic);
        self.poison(span)
    }

    fn ty(&self, e: ExprId) -> Type {
        self.body.exprs[e].ty
    }

    fn span(&self, e: ExprId) -> Span {
        self.body.exprs[e].span
    }

    /// Returns the [`TypeKind`] of an expression.
    fn kind(&self, e: ExprId) -> &TypeKind {
        self.program.types.kind(self.ty(e))
    }

    fn is_error(&self, e: ExprId) -> bool {
        self.ty(e) == self.common.error
    }
}
