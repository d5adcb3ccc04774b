//! Checks variable declarations: globals, shared variables, ray queries, locals.

use super::implicit_sizes::ImplicitArray;
use super::layout_qualifiers::{LayoutKey, LayoutTarget};
use super::qualifiers::{QualifierSet, Storage};
use super::spirv::SpirvTarget;
use crate::ast::{self, Declaration, Declarator};
use crate::builtins::signature::Needs;
use crate::check::scope::Symbol;
use crate::check::types::specifier::Unsized;
use crate::check::{Checker, ExprId};
use crate::tree::{ExprKind, Global, GlobalKind, Local, LocalId, Stmt, StmtKind};
use crate::types::{Length, Memory, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};

/// Why a local constant cannot be written.
pub(super) const CONSTANT: &str = "`const`";

impl Checker<'_> {
    /// Checks a declaration at file scope.
    pub(in crate::check) fn global_declaration(&mut self, declaration: &Declaration) {
        let quals = self.qualifiers(&declaration.qualifiers);
        let base = self.type_spec(&declaration.ty, Unsized::Allowed);
        self.check_precision_qualifier(&declaration.qualifiers, base);
        for declarator in &declaration.names {
            let ty = self.dimensions(base, &declarator.dimensions, Unsized::Allowed);
            if *self.program.types.kind(ty) == TypeKind::Void {
                self.error(Code::N1305, declarator.name.span, "a variable cannot be void");
                self.declare(declarator.name.name, Symbol::Error, declarator.name.span);
                continue;
            }
            if self.contains(ty, &|kind| matches!(kind, TypeKind::Error)) {
                self.invalid_variable(declarator);
                continue;
            }
            let first = self.program.globals.len();
            self.global_variable(&quals, ty, declarator);
            self.decorate_globals(first, &quals);
        }
    }

    /// Declares a variable of an invalid type without further diagnostics.
    fn invalid_variable(&mut self, declarator: &Declarator) {
        if let Some(value) = declarator.initializer
            && !matches!(self.unit.exprs[value].kind, ast::ExprKind::List(_))
        {
            self.expr(value);
        }
        if self.scopes.find_in_current_scope(declarator.name.name).is_none() {
            self.declare(declarator.name.name, Symbol::Error, declarator.name.span);
        }
    }

    fn global_variable(&mut self, quals: &QualifierSet, ty: Type, declarator: &Declarator) {
        let span = declarator.name.span;
        if self.micromap_constant(quals, ty, declarator) {
            return;
        }
        if quals.get(LayoutKey::ConstantId).is_some() {
            return self.spec_constant(quals, ty, declarator);
        }
        if let (Some(at), Some((_, storage))) = (quals.constant, quals.storage) {
            self.report(
                Diagnostic::new(Code::N1401, at, "`const` conflicts with the storage qualifier")
                    .secondary(storage, "this storage qualifier"),
            );
            return self.declare(declarator.name.name, Symbol::Error, span);
        }
        if quals.constant.is_some() {
            return self.global_constant(quals, ty, declarator);
        }
        match quals.storage() {
            None if self.is_ray_query(ty) => self.ray_query(quals, ty, declarator),
            None if self.contains_bound_opaque(ty) => {
                let message = format!("a global variable of type {} must be `uniform`", self.show(ty));
                self.error(Code::N1401, span, message);
                self.declare(declarator.name.name, Symbol::Error, span);
            }
            None => self.private_variable(quals, ty, declarator),
            Some(Storage::Shared) => self.shared_variable(quals, ty, declarator),
            Some(Storage::Uniform) => self.uniform_variable(quals, ty, declarator),
            Some(Storage::Buffer) => {
                let message = "a `buffer` variable must be in a block";
                self.report(Diagnostic::new(Code::N1401, span, message).help("write `buffer Name { ... };`"));
                self.declare(declarator.name.name, Symbol::Error, span);
            }
            Some(Storage::ResourceHeap | Storage::SamplerHeap) => {
                self.error(Code::N1401, span, "only a block can be declared in a descriptor heap");
                self.declare(declarator.name.name, Symbol::Error, span);
            }
            Some(Storage::In | Storage::Out | Storage::InOut) => {
                let at = quals.storage.map_or(span, |(_, at)| at);
                self.error(Code::N1401, at, "a compute shader cannot declare inputs or outputs");
                self.declare(declarator.name.name, Symbol::Error, span);
            }
        }
    }

    /// Adds a global and declares its name.
    pub(in crate::check) fn add_global(
        &mut self,
        name: ast::Ident,
        kind: GlobalKind,
        ty: Type,
        memory: Memory,
        precise: bool,
    ) -> Handle<Global> {
        let global = Global { name: name.name, kind, ty, memory, precise, span: name.span };
        let handle = self.program.globals.append(global, naga::Span::UNDEFINED);
        self.declare(name.name, Symbol::Global(handle), name.span);
        handle
    }

    fn private_variable(&mut self, quals: &QualifierSet, ty: Type, declarator: &Declarator) {
        self.check_layout(quals, LayoutTarget::Other);
        let reference = self.is_reference(ty);
        if !reference {
            self.check_no_memory(quals, "private variables");
        }
        if self.redeclare_with_size(ty, declarator) {
            return;
        }
        let value = declarator.initializer.map(|value| self.initializer(value, ty, "the initializer"));
        let ty = self.infer_size(ty, value);
        let value = value.map(|value| self.implicit_conversion(value, ty, "the initializer"));
        let constant = value.and_then(|value| self.const_of(value));
        self.check_global_initializer(value);
        let handle = self.add_global(
            declarator.name,
            GlobalKind::Private(constant),
            ty,
            if reference { quals.memory } else { Memory::default() },
            quals.precise,
        );
        if let Some(value) = value
            && constant.is_none()
        {
            self.assign_before_main(handle, ty, value);
        }
    }

    /// Rejects non-constant initializers of globals in GLSL ES (GLSL ES §4.3) unless an extension allows them.
    fn check_global_initializer(&mut self, value: Option<ExprId>) {
        let constant = |this: &Self, value| this.is_error(value) || this.is_constant_tree(value);
        if let Some(value) = value.filter(|&value| self.features.is_es() && !constant(self, value)) {
            let needs = Needs::extensions(&["GL_EXT_shader_non_constant_global_initializers"]);
            let span = self.span(value);
            self.require(&needs, "a non-constant initializer of a global variable", span);
        }
    }

    /// Rejects non-constant initializers of local constants in GLSL ES (GLSL ES §4.3.2). Desktop GLSL allows them.
    fn check_local_constant(&mut self, value: ExprId, name: ast::Ident) {
        if self.features.is_es() && !self.is_constant_tree(value) {
            let span = self.span(value);
            let message =
                format!("the initializer of `{}` is not a constant expression", self.text(name.name));
            self.report(Diagnostic::new(Code::N1303, span, message).help("remove `const`"));
        }
    }

    /// Adds an assignment to a global to the prologue, which runs before the body of `main`.
    pub(in crate::check) fn assign_before_main(&mut self, global: Handle<Global>, ty: Type, value: ExprId) {
        let span = self.span(value);
        let target = self.push(ExprKind::Global(global), ty, span);
        let assign = self.push(ExprKind::Assign { op: None, target, value }, ty, span);
        let stmt = self.body.stmts.append(Stmt { kind: StmtKind::Expr(assign), span }, naga::Span::UNDEFINED);
        self.prologue.push(stmt);
    }

    /// Handles the redeclaration of an unsized array: in `int a[]; int a[5];`, the second declaration sets the size. Returns
    /// false for any other declaration.
    fn redeclare_with_size(&mut self, ty: Type, declarator: &Declarator) -> bool {
        let Some(entry) = self.scopes.find_in_current_scope(declarator.name.name) else { return false };
        let (variable, before) = match entry.symbol {
            Symbol::Global(global) => (ImplicitArray::Global(global), self.program.globals[global].ty),
            Symbol::Local(id) => match self.body.locals.get(id.0 as usize) {
                Some(local) => (ImplicitArray::Local(id), local.ty),
                None => return false,
            },
            _ => return false,
        };
        let length = match (self.program.types.kind(before), self.program.types.kind(ty)) {
            (TypeKind::Array(a, Length::Unsized), TypeKind::Array(b, length)) if a == b => *length,
            _ => return false,
        };
        self.check_indices_fit(variable, length, declarator.name.span);
        match variable {
            ImplicitArray::Global(global) => self.program.globals[global].ty = ty,
            ImplicitArray::Local(id) => {
                self.body.resized = true;
                if let Some(local) = self.body.locals.get_mut(id.0 as usize) {
                    local.ty = ty;
                }
            }
            // Members cannot be redeclared.
            ImplicitArray::Member(..) => return false,
        }
        true
    }

    fn shared_variable(&mut self, quals: &QualifierSet, ty: Type, declarator: &Declarator) {
        self.check_layout(quals, LayoutTarget::Other);
        let span = declarator.name.span;
        self.check_memory_type(ty, "shared memory", span);
        self.check_shared_memory(quals);
        if self.redeclare_with_size(ty, declarator) {
            return;
        }
        let zeroed = declarator.initializer.is_some_and(|value| {
            let empty =
                matches!(&self.unit.exprs[value].kind, ast::ExprKind::List(parts) if parts.is_empty());
            let at = self.unit.exprs[value].span;
            if empty {
                let needs = Needs::extensions(&["GL_EXT_null_initializer"]);
                self.require(&needs, "the initializer `{}` of a shared variable", at);
            } else {
                self.error(Code::N1401, at, "a shared variable cannot have an initializer");
            }
            true
        });
        self.add_global(declarator.name, GlobalKind::Shared { zeroed }, ty, quals.memory, quals.precise);
    }

    /// Returns whether a type is `rayQueryEXT` or an array of it.
    fn is_ray_query(&self, mut ty: Type) -> bool {
        while let TypeKind::Array(element, _) = *self.program.types.kind(ty) {
            ty = element;
        }
        *self.program.types.kind(ty) == TypeKind::RayQuery
    }

    /// Declares a variable of ray queries, which is a global in the tree even if its scope is local.
    fn ray_query(&mut self, quals: &QualifierSet, ty: Type, declarator: &Declarator) {
        let span = declarator.name.span;
        if self.contains(ty, &|kind| matches!(kind, TypeKind::Array(_, Length::Unsized))) {
            self.error(Code::N1305, span, "an array of ray queries needs a size");
            return self.declare(declarator.name.name, Symbol::Error, span);
        }
        if let Some(at) = quals.constant.or(declarator.initializer.map(|value| self.unit.exprs[value].span)) {
            let message = "a ray query can be neither `const` nor initialized";
            let help = "initialize it with `rayQueryInitializeEXT`";
            self.report(Diagnostic::new(Code::N1401, at, message).help(help));
        }
        self.add_global(declarator.name, GlobalKind::RayQuery, ty, Memory::default(), false);
    }

    /// Rejects types that cannot be in the memory that `what` names: cooperative matrices and vectors, tensor layouts
    /// and views, SPIR-V types, opaque types, and floats that do not occupy whole bytes.
    pub(in crate::check) fn check_memory_type(&mut self, ty: Type, what: &str, span: Span) {
        if self.contains(ty, &TypeKind::is_only_local) || self.contains_bound_opaque(ty) {
            let message = format!("{} cannot be in {what}", self.show(ty));
            self.error(Code::N1305, span, message);
        } else if self.contains(ty, &is_sub_byte) {
            let message = format!("{} cannot be in {what}", self.show(ty));
            let note = "its components do not occupy whole bytes";
            let help = "store integers, and unpack them with `unpackFloat...EXT` or `bitcastExtract...EXT`";
            self.report(Diagnostic::new(Code::N1305, span, message).note(note).help(help));
        }
    }

    /// Rejects types that cannot be in memory with explicit layout, which `what` names: those that
    /// [`check_memory_type`](Self::check_memory_type) rejects, and vectors whose length depends on specialization constants.
    pub(in crate::check) fn check_layout_type(&mut self, ty: Type, what: &str, span: Span) {
        if !self.contains(ty, &|kind| matches!(kind, TypeKind::SpecVector(..))) {
            return self.check_memory_type(ty, what, span);
        }
        let message = format!("{} cannot be in {what}", self.show(ty));
        let note = "memory with explicit layout has no vectors whose length depends on a specialization constant \
                    (VUID-StandaloneSpirv-Function-12294)";
        let help = "declare an array, such as `float v[N]`";
        self.report(Diagnostic::new(Code::N1305, span, message).note(note).help(help));
    }

    /// Checks a local declaration and adds its statements to `out`.
    pub(in crate::check) fn local_declaration(
        &mut self,
        declaration: &Declaration,
        out: &mut Vec<Handle<Stmt>>,
    ) {
        let quals = self.qualifiers(&declaration.qualifiers);
        self.check_layout(&quals, LayoutTarget::Other);
        self.check_spirv(&quals, SpirvTarget::Other);
        if let Some((_, at)) = quals.storage {
            self.error(Code::N1401, at, "a local variable cannot have a storage qualifier");
        }
        let base = self.type_spec(&declaration.ty, Unsized::Allowed);
        self.check_precision_qualifier(&declaration.qualifiers, base);
        for declarator in &declaration.names {
            let ty = self.dimensions(base, &declarator.dimensions, Unsized::Allowed);
            self.local_variable(&quals, ty, declarator, out);
        }
    }

    fn local_variable(
        &mut self,
        quals: &QualifierSet,
        ty: Type,
        declarator: &Declarator,
        out: &mut Vec<Handle<Stmt>>,
    ) {
        let name = declarator.name;
        if *self.program.types.kind(ty) == TypeKind::Void {
            self.error(Code::N1305, name.span, "a variable cannot be void");
            return self.declare(name.name, Symbol::Error, name.span);
        }
        if self.is_ray_query(ty) {
            return self.ray_query(quals, ty, declarator);
        }
        if self.contains_bound_opaque(ty) {
            let structs = self.contains(ty, &|kind| matches!(kind, TypeKind::Struct(_)));
            let message = match structs {
                true => format!(
                    "a local variable cannot have type {}, which contains textures or images",
                    self.show(ty)
                ),
                false => {
                    format!("a variable of type {} must be `uniform` or a function parameter", self.show(ty))
                }
            };
            self.error(Code::N1401, name.span, message);
            return self.declare(name.name, Symbol::Error, name.span);
        }
        let (value, ty) = if quals.constant.is_some() {
            let Some((value, ty)) = self.constant_value(ty, declarator) else {
                return self.declare(name.name, Symbol::Error, name.span);
            };
            match (self.const_of(value), declarator.initializer) {
                (Some(constant), Some(initializer)) if self.depends_on_length(constant) => {
                    let value = self.initializer(initializer, ty, "the value");
                    let value = self.implicit_conversion(value, ty, "the value");
                    let local = self.new_local(name, ty, quals.precise, Some(CONSTANT));
                    self.declare(name.name, Symbol::Length(constant, ty, local), name.span);
                    let kind = StmtKind::Declare(local, Some(value));
                    return out
                        .push(self.body.stmts.append(Stmt { kind, span: name.span }, naga::Span::UNDEFINED));
                }
                (Some(constant), _) => {
                    return self.declare(name.name, Symbol::Const(constant, ty), name.span);
                }
                (None, _) => {
                    self.check_local_constant(value, name);
                    (Some(value), ty)
                }
            }
        } else {
            let value = declarator.initializer.map(|value| self.initializer(value, ty, "the initializer"));
            let ty = self.infer_size(ty, value);
            (value.map(|value| self.implicit_conversion(value, ty, "the initializer")), ty)
        };
        if value.is_none() && self.redeclare_with_size(ty, declarator) {
            return;
        }
        let element = match *self.program.types.kind(ty) {
            TypeKind::Array(element, Length::Unsized) if !self.features.is_es() => element,
            _ => ty,
        };
        // Without an initializer, the uses of a local array can determine its outermost size, except in GLSL ES.
        let must_have_size = if value.is_some() { ty } else { element };
        if self.contains(must_have_size, &|kind| matches!(kind, TypeKind::Array(_, Length::Unsized))) {
            // If the initializer is unsized, an error was reported.
            if value.is_none() {
                self.error(Code::N1305, name.span, "the local array needs a size");
            }
            return self.declare(name.name, Symbol::Error, name.span);
        }
        let read_only = quals.constant.is_some().then_some(CONSTANT);
        let local = self.add_local(name, ty, quals.precise, read_only);
        self.local_memory(local, quals, ty);
        let kind = StmtKind::Declare(local, value);
        out.push(self.body.stmts.append(Stmt { kind, span: name.span }, naga::Span::UNDEFINED));
    }

    /// Returns whether a type is a buffer reference or an array of buffer references.
    pub(super) fn is_reference(&self, mut ty: Type) -> bool {
        while let TypeKind::Array(element, _) = *self.program.types.kind(ty) {
            ty = element;
        }
        matches!(self.program.types.kind(ty), TypeKind::Reference(_))
    }

    /// Sets the memory qualifiers of a local variable, which have an effect only on buffer references.
    fn local_memory(&mut self, local: LocalId, quals: &QualifierSet, ty: Type) {
        if self.is_reference(ty) {
            self.body.memory.resize(local.0 as usize, Memory::default());
            self.body.memory.push(quals.memory);
        } else {
            self.warn_of_memory(quals, "a local variable that is not a buffer reference");
        }
    }

    /// Adds a local variable and declares its name.
    pub(super) fn add_local(
        &mut self,
        name: ast::Ident,
        ty: Type,
        precise: bool,
        read_only: Option<&'static str>,
    ) -> LocalId {
        let id = self.new_local(name, ty, precise, read_only);
        self.declare(name.name, Symbol::Local(id), name.span);
        id
    }

    fn new_local(
        &mut self,
        name: ast::Ident,
        ty: Type,
        precise: bool,
        read_only: Option<&'static str>,
    ) -> LocalId {
        let id = LocalId(u32::try_from(self.body.locals.len()).unwrap_or(u32::MAX));
        self.body.locals.push(Local { name: name.name, ty, precise, indexed: false, span: name.span });
        self.body.read_only.push(read_only);
        id
    }
}

/// Returns whether a type is a scalar or vector whose components do not occupy whole bytes.
fn is_sub_byte(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Scalar(scalar) | TypeKind::Vector(_, scalar) | TypeKind::SpecVector(_, scalar) => {
            scalar.encoding().is_some_and(|encoding| !encoding.has_byte_size())
        }
        _ => false,
    }
}
