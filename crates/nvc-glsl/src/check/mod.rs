//! Syntax tree to typed tree: names, types, overloads, constants, layouts.
//!
//! [`Checker`] walks the declarations in order. Expressions of the file scope are built in a body of
//! their own, which becomes the prologue. An expression that is wrong has the type
//! [`TypeKind::Error`], which fits everything in silence, so that each error is reported once.

mod access;
mod arrays;
mod assign;
mod block_rules;
mod blocks;
mod builtin;
mod call;
mod constants;
mod construct;
mod conversion;
mod cooperative;
mod cooperative_types;
mod declare;
mod derivatives;
mod expr;
mod features;
mod finish;
mod fold_builtin;
mod functions;
mod group_size;
mod initializers;
mod layout_names;
mod named_constants;
mod names;
mod offsets;
mod open_blocks;
mod operands;
mod operators;
mod overload;
mod parts;
mod place;
mod pointers;
mod precision;
mod qualifiers;
mod scope;
mod shape;
mod specifier;
mod split;
mod stmts;
mod switch;
mod synchronization;
mod texels;
mod uniforms;
mod unique;

use crate::ast;
use crate::layout::Layouts;
use crate::name::{Name, Names};
use crate::options::Options;
use crate::preprocess::notes;
use crate::preprocess::token::Output;
use crate::suggest;
use crate::tree::{self, Program};
use crate::types::{Type, TypeKind, scalar};
use naga::{Arena, Handle};
use nvc_diag::{Code, Diagnostic, Diagnostics, Reported, Span};
use rustc_hash::FxHashMap;

/// An expression of the typed tree.
type E = Handle<tree::Expr>;

/// Checks a unit.
///
/// # Errors
/// If anything is wrong; it was reported.
pub fn check(
    unit: &ast::Unit,
    input: &Output,
    names: &mut Names,
    options: &Options,
    diags: &mut Diagnostics,
) -> Result<Program, Reported> {
    let first = diags.len();
    let mut checker = Checker::new(unit, input, names, options, diags);
    for item in &unit.items {
        if checker.diags.is_full() {
            break;
        }
        checker.item(item);
    }
    checker.finish();
    let program = checker.program;
    notes::decorate(diags, first, input, names);
    diags.check()?;
    Ok(program)
}

/// The types that are needed most.
#[derive(Clone, Copy, Debug)]
struct Common {
    void: Type,
    error: Type,
    bool: Type,
    int: Type,
    uint: Type,
    u64: Type,
}

/// A function body under construction.
#[derive(Debug)]
struct Body {
    exprs: Arena<tree::Expr>,
    stmts: Arena<tree::Stmt>,
    locals: Vec<tree::Local>,
    /// For each local, why it cannot be written.
    read_only: Vec<Option<&'static str>>,
    /// Memory qualifiers of the parameters, which are the first locals.
    memory: Vec<crate::types::Memory>,
    /// The variables in parts that expressions name.
    wholes: FxHashMap<E, split::SplitId>,
    /// A local array without size has got one.
    resized: bool,
    result: Type,
    /// Index in [`Checker::functions`]; `None` for the file scope.
    function: Option<usize>,
    loops: u32,
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
            wholes: FxHashMap::default(),
            resized: false,
            result,
            function,
            loops: 0,
            switches: 0,
        }
    }
}

/// The state of checking.
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
    functions: Vec<functions::Entry>,
    overloads: FxHashMap<Name, Vec<usize>>,
    /// Calls: caller, callee, place.
    calls: Vec<(Option<usize>, usize, Span)>,
    body: Body,
    /// Assignments of globals before `main`.
    prologue: Vec<Handle<tree::Stmt>>,
    common: Common,
    group_size: group_size::GroupSize,
    defaults: blocks::Defaults,
    /// Arrays without size, by the greatest constant index used.
    implicit: arrays::Implicit,
    /// Buffer references that are declared, not defined.
    forward: FxHashMap<crate::types::StructId, Span>,
    unique: unique::Unique,
    /// Variables that hold textures or images beside values.
    splits: split::Splits,
    precisions: precision::Precisions,
    /// Next offset of each atomic counter binding.
    counters: FxHashMap<u32, u32>,
    /// The depth of struct nesting, by struct.
    depths: FxHashMap<crate::types::StructId, u32>,
    /// Whether what is checked stands where a constant is wanted.
    wants_constant: bool,
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
        let common = Common {
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
            body: Body::new(common.void, None),
            prologue: Vec::new(),
            common,
            group_size: group_size::GroupSize::default(),
            defaults: blocks::Defaults::default(),
            implicit: arrays::Implicit::default(),
            forward: FxHashMap::default(),
            unique: unique::Unique::default(),
            splits: split::Splits::default(),
            precisions: precision::Precisions::default(),
            counters: FxHashMap::default(),
            depths: FxHashMap::default(),
            wants_constant: false,
        }
    }

    /// One declaration at file scope.
    fn item(&mut self, item: &'a ast::Item) {
        match &item.kind {
            ast::ItemKind::Declaration(declaration) => self.global_declaration(declaration, item.span),
            ast::ItemKind::Function(function) => self.function(function),
            ast::ItemKind::Block(block) => self.block(block),
            ast::ItemKind::Qualify(qualifiers, idents) => self.qualify(qualifiers, idents, item.span),
            ast::ItemKind::Directive(number) => {
                if let Some(directive) = self.input.directives.get(*number as usize) {
                    self.features.directive(directive);
                }
            }
            ast::ItemKind::Precision(qualifiers, ty) => self.precision(qualifiers, ty),
            ast::ItemKind::Empty | ast::ItemKind::Error => {}
        }
    }

    /// Reports an error.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diags.report(diagnostic);
    }

    /// Reports an error of one line.
    fn fail(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// The text of a name.
    fn text(&self, name: Name) -> String {
        self.names.text(name).to_string()
    }

    /// Adds an expression.
    fn push(&mut self, kind: tree::ExprKind, ty: Type, span: Span) -> E {
        self.body.exprs.append(tree::Expr { kind, ty, span }, naga::Span::UNDEFINED)
    }

    /// Stands for an expression that is wrong.
    fn poison(&mut self, span: Span) -> E {
        let null = self.constant(tree::constant::Const::Null(self.common.error));
        self.push(tree::ExprKind::Const(null), self.common.error, span)
    }

    /// Reports an error and stands for what is wrong.
    fn bad(&mut self, diagnostic: Diagnostic, span: Span) -> E {
        self.report(diagnostic);
        self.poison(span)
    }

    fn ty(&self, e: E) -> Type {
        self.body.exprs[e].ty
    }

    fn span(&self, e: E) -> Span {
        self.body.exprs[e].span
    }

    /// What an expression's type is.
    fn kind(&self, e: E) -> &TypeKind {
        self.program.types.kind(self.ty(e))
    }

    fn is_error(&self, e: E) -> bool {
        self.ty(e) == self.common.error
    }
}
