//! Declarations of variables and constants.

use super::layout_names::{FORMATS, Key, Place, format_kind};
use super::qualifiers::{Quals, Storage};
use super::scope::Symbol;
use super::specifier::Unsized;
use super::{Checker, E};
use crate::ast::{self, Declaration, Declarator};
use crate::builtins::signature::Needs;
use crate::options::Flavour;
use crate::tree::constant::{Const, SpecConstant};
use crate::tree::global::Place as Binding;
use crate::tree::{ExprKind, Global, GlobalKind, Local, LocalId, Stmt, StmtKind};
use crate::types::{Length, Memory, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// A declaration at file scope.
    pub(super) fn global_declaration(&mut self, declaration: &Declaration, _span: Span) {
        let quals = self.qualifiers(&declaration.qualifiers);
        let base = self.type_spec(&declaration.ty, Unsized::Allowed);
        for declarator in &declaration.names {
            let ty = self.dimensions(base, &declarator.dimensions, Unsized::Allowed);
            if *self.program.types.kind(ty) == TypeKind::Void {
                self.fail(Code::N1305, declarator.name.span, "a variable cannot be void");
                self.declare(declarator.name.name, Symbol::Error, declarator.name.span);
                continue;
            }
            self.global_variable(&quals, ty, declarator);
        }
    }

    fn global_variable(&mut self, quals: &Quals, ty: Type, declarator: &Declarator) {
        let span = declarator.name.span;
        if quals.get(Key::ConstantId).is_some() {
            return self.spec_constant(quals, ty, declarator);
        }
        if let (Some(at), Some((_, storage))) = (quals.constant, quals.storage) {
            self.report(
                Diagnostic::new(Code::N1401, at, "`const` contradicts the storage qualifier")
                    .secondary(storage, "the storage qualifier"),
            );
            return self.declare(declarator.name.name, Symbol::Error, span);
        }
        if quals.constant.is_some() {
            return self.global_constant(quals, ty, declarator);
        }
        match quals.storage() {
            None if self.is_opaque(ty) && !self.bindless() => {
                let message = format!("{} must be uniform", self.show(ty));
                self.fail(Code::N1401, span, message);
                self.declare(declarator.name.name, Symbol::Error, span);
            }
            None => self.private_variable(quals, ty, declarator),
            Some(Storage::Shared) => self.shared_variable(quals, ty, declarator),
            Some(Storage::Uniform) => self.uniform_variable(quals, ty, declarator),
            Some(Storage::Buffer) => {
                let message = "a buffer variable needs a block around it";
                self.report(Diagnostic::new(Code::N1401, span, message).help("write `buffer Name { ... };`"));
                self.declare(declarator.name.name, Symbol::Error, span);
            }
            Some(Storage::In | Storage::Out | Storage::InOut) => {
                let at = quals.storage.map_or(span, |(_, at)| at);
                self.fail(Code::N1401, at, "a compute shader has no inputs and outputs of its own");
                self.declare(declarator.name.name, Symbol::Error, span);
            }
        }
    }

    /// Adds a global and declares its name.
    pub(super) fn add_global(
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

    fn private_variable(&mut self, quals: &Quals, ty: Type, declarator: &Declarator) {
        self.check_layout(quals, Place::Other);
        self.check_no_memory(quals, "variables that no one shares");
        if self.resized(ty, declarator) {
            return;
        }
        let value = declarator.initializer.map(|value| self.initializer(value, ty, "the initial value"));
        let ty = self.sized_by(ty, value);
        let value = value.map(|value| self.implicit(value, ty, "the initial value"));
        let constant = value.and_then(|value| self.const_of(value));
        let handle = self.add_global(
            declarator.name,
            GlobalKind::Private(constant),
            ty,
            Memory::default(),
            quals.precise,
        );
        if let Some(value) = value
            && constant.is_none()
        {
            self.assign_before_main(handle, ty, value);
        }
    }

    /// Assigns a global in the prologue.
    fn assign_before_main(&mut self, global: Handle<Global>, ty: Type, value: E) {
        let span = self.span(value);
        let target = self.push(ExprKind::Global(global), ty, span);
        let assign = self.push(ExprKind::Assign { op: None, target, value }, ty, span);
        let stmt = self.body.stmts.append(Stmt { kind: StmtKind::Expr(assign), span }, naga::Span::UNDEFINED);
        self.prologue.push(stmt);
    }

    /// `int a[]; int a[5];`: the second gives the size.
    fn resized(&mut self, ty: Type, declarator: &Declarator) -> bool {
        let Some(entry) = self.scopes.find_here(declarator.name.name) else { return false };
        let Symbol::Global(global) = entry.symbol else { return false };
        let before = self.program.globals[global].ty;
        match (self.program.types.kind(before), self.program.types.kind(ty)) {
            (TypeKind::Array(a, Length::Unsized), TypeKind::Array(b, _)) if a == b => {
                self.program.globals[global].ty = ty;
                true
            }
            _ => false,
        }
    }

    /// The type of an array without size, by its initial value.
    fn sized_by(&self, ty: Type, value: Option<E>) -> Type {
        let unsized_array = self.holds(ty, &|kind| matches!(kind, TypeKind::Array(_, Length::Unsized)));
        match value {
            Some(value) if unsized_array && matches!(self.kind(value), TypeKind::Array(..)) => self.ty(value),
            _ => ty,
        }
    }

    fn shared_variable(&mut self, quals: &Quals, ty: Type, declarator: &Declarator) {
        self.check_layout(quals, Place::Other);
        let span = declarator.name.span;
        self.check_memory_type(ty, "shared memory", span);
        if self.resized(ty, declarator) {
            return;
        }
        let zeroed = declarator.initializer.is_some_and(|value| {
            let empty =
                matches!(&self.unit.exprs[value].kind, ast::ExprKind::List(parts) if parts.is_empty());
            let at = self.unit.exprs[value].span;
            if empty {
                let needs = Needs::extensions(&["GL_EXT_null_initializer"]);
                self.require(&needs, "`{}` as initial value of shared memory", at);
            } else {
                self.fail(Code::N1401, at, "shared variables take no initial value");
            }
            true
        });
        self.add_global(declarator.name, GlobalKind::Shared { zeroed }, ty, quals.memory, quals.precise);
    }

    /// Cooperative matrices and opaque types do not lie in memory that invocations share.
    pub(super) fn check_memory_type(&mut self, ty: Type, what: &str, span: Span) {
        let matrix = self.holds(ty, &|kind| matches!(kind, TypeKind::CoopMatrix(_)));
        if matrix || (self.is_opaque(ty) && !self.bindless()) {
            let message = format!("{} cannot be in {what}", self.show(ty));
            self.fail(Code::N1305, span, message);
        }
    }

    fn uniform_variable(&mut self, quals: &Quals, ty: Type, declarator: &Declarator) {
        let span = declarator.name.span;
        let mut element = ty;
        while let TypeKind::Array(inner, _) = *self.program.types.kind(element) {
            element = inner;
        }
        let binding = Binding { set: quals.number(Key::Set), binding: quals.number(Key::Binding) };
        let location = quals.number(Key::Location);
        let bindless = quals.get(Key::Bindless).is_some();
        let kind = match *self.program.types.kind(element) {
            TypeKind::Texture(_) | TypeKind::Sampler(_) => {
                self.check_layout(quals, Place::Texture);
                self.check_no_memory(quals, "textures");
                if bindless {
                    GlobalKind::Loose { location, initial: None }
                } else {
                    GlobalKind::Texture(binding)
                }
            }
            TypeKind::Image(image) => {
                self.check_layout(quals, Place::Image);
                let format = self.image_format(quals, image.scalar.kind, span);
                if bindless {
                    GlobalKind::Loose { location, initial: None }
                } else {
                    GlobalKind::Image(binding, format)
                }
            }
            TypeKind::AtomicCounter => {
                self.check_layout(quals, Place::Counter);
                self.counter(quals, ty, span)
            }
            _ => return self.loose_uniform(quals, ty, declarator),
        };
        if let Some(value) = declarator.initializer {
            let at = self.unit.exprs[value].span;
            let message = format!("{} takes no initial value", self.show(ty));
            self.fail(Code::N1401, at, message);
        }
        self.add_global(declarator.name, kind, ty, quals.memory, false);
    }

    /// The format of an image, which must be of its texels' kind. One that is read needs it.
    fn image_format(&mut self, quals: &Quals, kind: naga::ScalarKind, span: Span) -> crate::types::Format {
        let Some(item) = quals.get(Key::Format) else {
            if !quals.memory.writeonly && quals.get(Key::Nothing).is_none() && !self.bindless() {
                let message = "an image that is read needs a format";
                self.report(
                    Diagnostic::new(Code::N1402, span, message)
                        .help("write `layout(r32f)` or another format, or `writeonly`"),
                );
            }
            return None;
        };
        if format_kind(item.value) != kind {
            let message = format!("the format `{}` is not of the image's kind", self.text(item.name));
            self.fail(Code::N1402, item.span, message);
        }
        usize::try_from(item.value).ok().and_then(|code| FORMATS.get(code).copied())
    }

    /// Atomic counters follow each other in their binding (GLSL 4.4.6.1).
    fn counter(&mut self, quals: &Quals, ty: Type, span: Span) -> GlobalKind {
        let binding = quals.number(Key::Binding).unwrap_or_else(|| {
            self.fail(Code::N1402, span, "an atomic counter needs a binding");
            0
        });
        let next = self.counters.get(&binding).copied().unwrap_or(0);
        let offset = quals.number(Key::Offset).unwrap_or(next);
        if !offset.is_multiple_of(4) {
            let at = quals.get(Key::Offset).map_or(span, |item| item.span);
            self.fail(Code::N1402, at, format!("the offset {offset} is not a multiple of 4"));
        }
        let count = match *self.program.types.kind(ty) {
            TypeKind::Array(_, Length::Fixed(count)) => count,
            _ => 1,
        };
        self.counters.insert(binding, offset.saturating_add(count.saturating_mul(4)));
        GlobalKind::Counter { binding, offset }
    }

    fn loose_uniform(&mut self, quals: &Quals, ty: Type, declarator: &Declarator) {
        self.check_layout(quals, Place::Loose);
        let span = declarator.name.span;
        self.check_no_memory(quals, "uniform variables");
        if self.options.flavour == Flavour::Vulkan && !self.features.has("GL_EXT_vulkan_glsl_relaxed") {
            let message = "Vulkan has no uniform variables outside of blocks";
            self.report(Diagnostic::new(Code::N1401, span, message).help("put it into a uniform block"));
        }
        self.check_memory_type(ty, "a uniform variable", span);
        let value = declarator.initializer.map(|value| self.initializer(value, ty, "the initial value"));
        let value = value.map(|value| self.implicit(value, ty, "the initial value"));
        let initial = value.and_then(|value| {
            let constant = self.const_of(value);
            if constant.is_none() && !self.is_error(value) {
                let at = self.span(value);
                self.fail(Code::N1303, at, "the initial value of a uniform is not constant");
            }
            constant
        });
        let kind = GlobalKind::Loose { location: quals.number(Key::Location), initial };
        self.add_global(declarator.name, kind, ty, Memory::default(), false);
    }

    /// `layout(constant_id = n) const T name = value;`
    fn spec_constant(&mut self, quals: &Quals, ty: Type, declarator: &Declarator) {
        let span = declarator.name.span;
        if quals.constant.is_none() {
            self.fail(Code::N1402, span, "`constant_id` is for constants: add `const`");
        }
        self.check_layout(quals, Place::Const);
        let id = quals.number(Key::ConstantId).unwrap_or(0);
        let TypeKind::Scalar(scalar) = *self.program.types.kind(ty) else {
            let message = format!("a specialization constant is a scalar, not {}", self.show(ty));
            self.fail(Code::N1305, span, message);
            return self.declare(declarator.name.name, Symbol::Error, span);
        };
        let Some(value) = declarator.initializer else {
            self.fail(Code::N1303, span, "a specialization constant needs a default value");
            return self.declare(declarator.name.name, Symbol::Error, span);
        };
        let value = self.value(value);
        let value = self.implicit(value, ty, "the default value");
        let Some((_, default)) = self.const_of(value).and_then(|constant| self.literal(constant)) else {
            if !self.is_error(value) {
                let at = self.span(value);
                self.fail(Code::N1303, at, "the default of a specialization constant is not a constant");
            }
            return self.declare(declarator.name.name, Symbol::Error, span);
        };
        let former = self.program.spec_constants.iter().find(|(_, former)| former.id == id);
        if let Some(at) = former.map(|(_, former)| former.span) {
            let message = format!("two constants have `constant_id = {id}`");
            self.report(Diagnostic::new(Code::N0202, span, message).secondary(at, "the other one"));
        }
        let spec = SpecConstant { name: declarator.name.name, id, scalar, default, span };
        let handle = self.program.spec_constants.append(spec, naga::Span::UNDEFINED);
        let constant = self.constant(Const::Spec(handle));
        self.declare(declarator.name.name, Symbol::Const(constant, ty), span);
    }

    fn global_constant(&mut self, quals: &Quals, ty: Type, declarator: &Declarator) {
        self.check_layout(quals, Place::Const);
        self.check_no_memory(quals, "constants");
        let span = declarator.name.span;
        let Some((value, ty)) = self.constant_value(ty, declarator) else {
            return self.declare(declarator.name.name, Symbol::Error, span);
        };
        if let Some(constant) = self.const_of(value) {
            return self.declare(declarator.name.name, Symbol::Const(constant, ty), span);
        }
        if !self.is_constant_tree(value) {
            let at = self.span(value);
            let message = format!("the value of `{}` is not constant", self.text(declarator.name.name));
            self.fail(Code::N1303, at, message);
            return self.declare(declarator.name.name, Symbol::Error, span);
        }
        // Constant, but computed at run time: a function that is not folded, or a specialization
        // constant in a float.
        let memory = Memory { readonly: true, ..Memory::default() };
        let handle = self.add_global(declarator.name, GlobalKind::Private(None), ty, memory, false);
        self.assign_before_main(handle, ty, value);
    }

    /// The value of a constant, converted; `None` if it is wrong.
    fn constant_value(&mut self, ty: Type, declarator: &Declarator) -> Option<(E, Type)> {
        let span = declarator.name.span;
        let name = self.text(declarator.name.name);
        let address = self.holds(ty, &|kind| matches!(kind, TypeKind::Reference(_)));
        if (self.is_opaque(ty) && !self.bindless()) || (address && self.scopes.is_global()) {
            let message = format!("{} cannot be const", self.show(ty));
            self.fail(Code::N1401, span, message);
            return None;
        }
        let Some(value) = declarator.initializer else {
            self.fail(Code::N1303, span, format!("the constant `{name}` has no value"));
            return None;
        };
        let value = self.initializer(value, ty, "the value");
        let ty = self.sized_by(ty, Some(value));
        let value = self.implicit(value, ty, "the value");
        (!self.is_error(value)).then_some((value, ty))
    }

    /// Whether a value is computed of constants alone.
    fn is_constant_tree(&self, e: E) -> bool {
        match &self.body.exprs[e].kind {
            ExprKind::Const(_) => true,
            ExprKind::Convert(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Diagonal(a)
            | ExprKind::Resize(a)
            | ExprKind::Member(a, _)
            | ExprKind::Swizzle { base: a, .. } => self.is_constant_tree(*a),
            ExprKind::Global(global) => {
                let global = &self.program.globals[*global];
                global.kind == GlobalKind::Private(None) && global.memory.readonly
            }
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) | ExprKind::LogicalXor(a, b) => {
                self.is_constant_tree(*a) && self.is_constant_tree(*b)
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().all(|&e| self.is_constant_tree(e)),
            ExprKind::Construct(parts) | ExprKind::Builtin(_, parts) => {
                parts.iter().all(|&part| self.is_constant_tree(part))
            }
            _ => false,
        }
    }

    /// A declaration in a function: its statements.
    pub(super) fn local_declaration(&mut self, declaration: &Declaration, out: &mut Vec<Handle<Stmt>>) {
        let quals = self.qualifiers(&declaration.qualifiers);
        self.check_layout(&quals, Place::Other);
        self.check_no_memory(&quals, "local variables");
        if let Some((_, at)) = quals.storage {
            self.fail(Code::N1401, at, "a local variable has no storage qualifier");
        }
        let base = self.type_spec(&declaration.ty, Unsized::Allowed);
        for declarator in &declaration.names {
            let ty = self.dimensions(base, &declarator.dimensions, Unsized::Allowed);
            self.local_variable(&quals, ty, declarator, out);
        }
    }

    fn local_variable(
        &mut self,
        quals: &Quals,
        ty: Type,
        declarator: &Declarator,
        out: &mut Vec<Handle<Stmt>>,
    ) {
        let name = declarator.name;
        if *self.program.types.kind(ty) == TypeKind::Void {
            self.fail(Code::N1305, name.span, "a variable cannot be void");
            return self.declare(name.name, Symbol::Error, name.span);
        }
        if self.is_opaque(ty) && !self.bindless() {
            let message = format!("{} must be uniform or a parameter", self.show(ty));
            self.fail(Code::N1401, name.span, message);
            return self.declare(name.name, Symbol::Error, name.span);
        }
        let (value, ty) = if quals.constant.is_some() {
            let Some((value, ty)) = self.constant_value(ty, declarator) else {
                return self.declare(name.name, Symbol::Error, name.span);
            };
            if let Some(constant) = self.const_of(value) {
                return self.declare(name.name, Symbol::Const(constant, ty), name.span);
            }
            (Some(value), ty)
        } else {
            let value = declarator.initializer.map(|value| self.initializer(value, ty, "the initial value"));
            let ty = self.sized_by(ty, value);
            (value.map(|value| self.implicit(value, ty, "the initial value")), ty)
        };
        if value.is_none() && self.holds(ty, &|kind| matches!(kind, TypeKind::Array(_, Length::Unsized))) {
            self.fail(Code::N1305, name.span, "a local array needs a size");
            return self.declare(name.name, Symbol::Error, name.span);
        }
        let read_only = quals.constant.is_some().then_some("a constant");
        let local = self.add_local(name, ty, quals.precise, read_only);
        let kind = StmtKind::Declare(local, value);
        out.push(self.body.stmts.append(Stmt { kind, span: name.span }, naga::Span::UNDEFINED));
    }

    /// Adds a variable to the function and declares its name.
    pub(super) fn add_local(
        &mut self,
        name: ast::Ident,
        ty: Type,
        precise: bool,
        read_only: Option<&'static str>,
    ) -> LocalId {
        let id = LocalId(u32::try_from(self.body.locals.len()).unwrap_or(u32::MAX));
        self.body.locals.push(Local { name: name.name, ty, precise, indexed: false, span: name.span });
        self.body.read_only.push(read_only);
        self.declare(name.name, Symbol::Local(id), name.span);
        id
    }

    /// An initial or assigned value: an expression, or a list of them (GLSL 4.1.13).
    pub(super) fn initializer(&mut self, value: Handle<ast::Expr>, ty: Type, what: &str) -> E {
        let unit = self.unit;
        let ast::Expr { kind, span } = &unit.exprs[value];
        let ast::ExprKind::List(parts) = kind else { return self.value(value) };
        if ty == self.common.error {
            return self.poison(*span);
        }
        if parts.is_empty() {
            let needs = Needs::extensions(&["GL_EXT_null_initializer"]);
            if !self.require(&needs, "`{}` as initial value", *span) || self.is_opaque(ty) {
                return self.poison(*span);
            }
            let zero = self.zero(ty);
            return self.const_expr(zero, ty, *span);
        }
        let count = parts.len();
        let mut values = Vec::with_capacity(count);
        for (index, &part) in parts.iter().enumerate() {
            let Some(part_ty) = self.part_type(ty, index as u64) else {
                let message = format!("{} has no part {} to initialize", self.show(ty), index + 1);
                let at = unit.exprs[part].span;
                return self.bad(Diagnostic::new(Code::N1302, at, message), at);
            };
            let value = self.initializer(part, part_ty, what);
            let part_ty = self.sized_by(part_ty, Some(value));
            values.push(self.implicit(value, part_ty, what));
        }
        match self.shape(ty) {
            Some((shape, scalar)) => self.list_of_components(ty, shape, scalar, values, *span),
            None => self.construct(ty, values, *span),
        }
    }

    /// A list for a vector or matrix names every component or column.
    fn list_of_components(
        &mut self,
        ty: Type,
        shape: super::shape::Shape,
        _scalar: naga::Scalar,
        values: Vec<E>,
        span: Span,
    ) -> E {
        use super::shape::Shape;
        let wanted = match shape {
            Shape::Scalar => 1,
            Shape::Vector(size) => size as usize,
            Shape::Matrix(columns, _) => columns as usize,
        };
        if values.len() != wanted {
            let message = format!("{} takes {wanted} parts, not {}", self.show(ty), values.len());
            return self.bad(Diagnostic::new(Code::N1302, span, message), span);
        }
        self.construct(ty, values, span)
    }
}
