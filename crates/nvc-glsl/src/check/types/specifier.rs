//! Resolves type specifiers: names, arrays, structs, pointers, SPIR-V types, and types with parameters such as
//! cooperative matrices (GLSL §4.1).

use crate::ast::{self, Dimension, StructDef, TypeBase, TypeSpec};
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::check::scope::Symbol;
use crate::type_names;
use crate::types::constant::{Const, scalar_of};
use crate::types::{Length, Member, Scalar, ScalarKind, Struct, StructId, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::limits::MEMBERS;

/// Whether `[]` is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Unsized {
    Allowed,
    Forbidden,
}

/// Exclusive limit on the size of a type in bytes.
const MAX_BYTES: u64 = 1 << 31;
/// Maximum nesting depth of structs and arrays.
const MAX_DEPTH: u32 = 64;
/// Maximum number of members of a struct, with those of the structs in it. SPIRV-Tools visits each of them, for each variable.
const MAX_MEMBERS: u32 = 1 << 16;

/// The size of a type as a tree, in which an array has one element.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::check) struct Tree {
    /// The nesting depth of structs and arrays.
    depth: u32,
    /// The number of members.
    members: u32,
}

impl Checker<'_> {
    /// Returns whether textures and images are values in this program, through bindless handles.
    pub(in crate::check) fn bindless(&self) -> bool {
        self.features.bindless
    }

    /// Returns the type that a specifier denotes.
    pub(in crate::check) fn type_spec(&mut self, spec: &TypeSpec, lengths: Unsized) -> Type {
        let mut ty = match &spec.base {
            TypeBase::Name(name) => self.named_type(*name, &spec.parameters, spec.span),
            TypeBase::Struct(def) => self.struct_def(def),
            TypeBase::Spirv(ident, args) => self.spirv_type(*ident, args),
        };
        if spec.pointers > 0 {
            let needs = Needs::extensions(&["GL_NV_shader_buffer_load"]);
            self.require(&needs, "a pointer", spec.span);
            if self.contains_opaque(ty) || self.contains(ty, &TypeKind::has_no_layout) {
                let message = format!("a pointer cannot point to {}", self.show(ty));
                self.error(Code::N1305, spec.span, message);
                return self.common.error;
            }
            for _ in 0..spec.pointers.min(MAX_DEPTH) {
                ty = self.program.types.intern(TypeKind::Pointer(ty));
            }
        }
        self.dimensions(ty, &spec.dimensions, lengths)
    }

    fn named_type(&mut self, name: ast::Ident, parameters: &[Handle<ast::Expr>], span: Span) -> Type {
        if let Some(entry) = self.scopes.find(name.name) {
            self.record_use(name.span, entry.span);
            return match entry.symbol {
                Symbol::Type(ty) => ty,
                Symbol::Error => self.common.error,
                _ => {
                    let message = format!("`{}` is not a type", self.names.text(name.name));
                    self.report(
                        Diagnostic::new(Code::N1305, name.span, message)
                            .secondary(entry.span, "declared here"),
                    );
                    self.common.error
                }
            };
        }
        if let Some(ty) = self.cooperative_type(name.name, parameters, span) {
            return ty;
        }
        if let Some(ty) = self.cooperative_vector_type(name.name, parameters, span) {
            return ty;
        }
        if self.names.text(name.name) == "vector" {
            return self.long_vector_type(name.name, parameters, span);
        }
        if let Some(ty) = self.tensor_type(name.name, parameters, span) {
            return ty;
        }
        if !parameters.is_empty() {
            let message = format!("`{}` takes no parameters", self.names.text(name.name));
            self.error(Code::N1305, span, message);
            return self.common.error;
        }
        let Some((kind, needs)) = type_names::find(self.names.text(name.name)) else {
            let text = self.text(name.name);
            let mut diagnostic =
                Diagnostic::new(Code::N0201, name.span, format!("the type `{text}` is not declared"));
            let mut own: Vec<&str> = self.scopes.names().map(|name| self.names.text(name)).collect();
            own.sort_unstable();
            let common =
                ["vec2", "vec3", "vec4", "uint", "float", "double", "uvec2", "uvec3", "uvec4", "bool", "int"];
            if let Some(near) = nvc_diag::suggest::nearest(&text, own.into_iter().chain(common)) {
                diagnostic = diagnostic.did_you_mean(near);
            }
            self.report(diagnostic);
            return self.common.error;
        };
        self.require_named(needs, "the type", name.name, name.span);
        self.program.types.intern(kind)
    }

    /// Returns the array type with these dimensions, outermost first.
    pub(in crate::check) fn dimensions(
        &mut self,
        mut ty: Type,
        dimensions: &[Dimension],
        lengths: Unsized,
    ) -> Type {
        for (index, dimension) in dimensions.iter().enumerate().rev() {
            if *self.program.types.kind(ty) == TypeKind::Void {
                self.error(Code::N1305, dimension.span, "an array element cannot be void");
                return self.common.error;
            }
            let length = match dimension.length {
                Some(length) => self.array_size(length),
                None if lengths == Unsized::Allowed && index == 0 => Some(Length::Unsized),
                // The sizes of `T[][](...)` and `T a[][] = ...` are inferred from the elements.
                None if lengths == Unsized::Allowed => Some(Length::Unsized),
                None => {
                    self.error(Code::N1305, dimension.span, "the array needs a size here");
                    None
                }
            };
            let Some(length) = length else { return self.common.error };
            if ty == self.common.error {
                return ty;
            }
            ty = self.program.types.intern(TypeKind::Array(ty, length));
            if !self.check_size(ty, dimension.span) {
                return self.common.error;
            }
        }
        ty
    }

    fn array_size(&mut self, length: Handle<ast::Expr>) -> Option<Length> {
        let e = self.constant_expr_context(|this| this.value(length));
        if self.is_error(e) {
            return None;
        }
        let span = self.span(e);
        let integer = matches!(
            self.kind(e),
            TypeKind::Scalar(Scalar { kind: ScalarKind::Sint | ScalarKind::Uint, .. })
        );
        let constant = self.const_of(e).filter(|_| integer);
        let Some(constant) = constant else {
            let message = if integer {
                "the size of an array must be a constant expression"
            } else {
                "the size of an array must be an integer"
            };
            let mut diagnostic = Diagnostic::new(Code::N1303, span, message);
            if integer && self.uses_cooperative_length(e) {
                diagnostic = diagnostic
                    .note(
                        "the length of a `coopmat` is not a constant expression (GL_KHR_cooperative_matrix)",
                    )
                    .help("use the maximum length as the size, or a matrix type of GL_NV_cooperative_matrix");
            }
            self.report(diagnostic);
            return None;
        };
        if self.is_spec(constant) {
            // Valid even if its default value is 0: only the value at pipeline creation matters.
            let constant = self.array_length_type(constant);
            return Some(Length::Spec(constant));
        }
        match self.integer(constant) {
            Some(count @ 1..) => match u32::try_from(count) {
                Ok(count) => Some(Length::Fixed(count)),
                Err(_) => {
                    self.error(Code::N0501, span, format!("an array of {count} elements is too long"));
                    None
                }
            },
            count => {
                let message = format!("the size of an array must be positive, not {}", count.unwrap_or(0));
                let mut diagnostic = Diagnostic::new(Code::N0308, span, message);
                if self.options.specialization.freeze && !self.program.spec_constants.is_empty() {
                    diagnostic = diagnostic
                        .note("specialization constants have their final values here")
                        .help("set the constants with `--spec`");
                }
                self.report(diagnostic);
                None
            }
        }
    }

    /// Converts an array length to 32 bits, the only width in the IR.
    fn array_length_type(&mut self, length: Handle<Const>) -> Handle<Const> {
        match scalar_of(&self.program.constants, &self.program.spec_constants, length) {
            Some(Scalar { width: 4, .. }) | None => length,
            Some(Scalar { kind, .. }) => {
                self.convert_scalar(length, Scalar { kind, width: 4 }).unwrap_or(length)
            }
        }
    }

    /// Checks that a type is not too large or nested too deeply; reports an error if it is.
    pub(in crate::check) fn check_size(&mut self, ty: Type, span: Span) -> bool {
        let rules = crate::layout::Rules { layout: crate::types::Layout::Std430, row_major: false };
        if !self.check_tree(ty, span) {
            return false;
        }
        let cx = crate::layout::Context {
            types: &self.program.types,
            constants: &self.program.constants,
            spec_constants: &self.program.spec_constants,
        };
        let size = self.layouts.extent(cx, ty, rules).size;
        if size >= MAX_BYTES {
            let message = format!("{} is too large: {size} bytes", self.show(ty));
            self.report(
                Diagnostic::new(Code::N0501, span, message)
                    .note(format!("a type must be smaller than {MAX_BYTES} bytes")),
            );
            return false;
        }
        true
    }

    /// Checks that a type does not have too many members and is not nested too deeply; reports an error if it is.
    pub(in crate::check) fn check_tree(&mut self, ty: Type, span: Span) -> bool {
        let tree = self.tree(ty);
        if tree.depth > MAX_DEPTH {
            self.error(Code::N0501, span, format!("types are nested more than {MAX_DEPTH} levels deep"));
            return false;
        }
        if tree.members > MAX_MEMBERS {
            let message =
                format!("a struct or block with {} members, with those of the structs in it", tree.members);
            let note = format!("the limit is {MAX_MEMBERS} members, with those of the structs in it");
            self.report(Diagnostic::new(Code::N0501, span, message).note(note));
            return false;
        }
        true
    }

    /// Returns the size of a type as a tree.
    fn tree(&self, mut ty: Type) -> Tree {
        let mut arrays = 0;
        loop {
            match self.program.types.kind(ty) {
                TypeKind::Array(element, _) => {
                    arrays += 1;
                    ty = *element;
                }
                TypeKind::Struct(id) => {
                    let tree = self.trees.get(id).copied().unwrap_or_default();
                    return Tree { depth: tree.depth + arrays, ..tree };
                }
                _ => return Tree { depth: arrays, members: 0 },
            }
        }
    }

    /// Rejects a struct defined within another type (GLSL §4.1.8).
    pub(in crate::check) fn check_embedded(&mut self, spec: &TypeSpec) {
        if matches!(spec.base, TypeBase::Struct(_)) {
            let diagnostic =
                Diagnostic::new(Code::N1305, spec.span, "a struct cannot be defined within another type");
            self.report(diagnostic.help("define it separately, before this type"));
        }
    }

    /// Checks `struct S { ... }` and declares its name.
    pub(super) fn struct_def(&mut self, def: &StructDef) -> Type {
        let mut members: Vec<Member> = Vec::new();
        for declaration in &def.members {
            for qualifier in &declaration.qualifiers.list {
                self.member_qualifier(qualifier);
            }
            self.check_embedded(&declaration.ty);
            let base = self.type_spec(&declaration.ty, Unsized::Forbidden);
            self.check_precision_qualifier(&declaration.qualifiers, base);
            for declarator in &declaration.names {
                let ty = self.dimensions(base, &declarator.dimensions, Unsized::Forbidden);
                let ty = self.member_type(ty, declarator.name.span);
                self.add_member(
                    &mut members,
                    Member {
                        name: declarator.name.name,
                        ty,
                        offset: 0,
                        row_major: false,
                        memory: Default::default(),
                        span: declarator.name.span,
                    },
                );
            }
        }
        let name = match def.name {
            Some(name) => name.name,
            None => self.names.intern("struct"),
        };
        let id = self.add_struct(Struct { name, members, layout: None, align: 0, span: def.span });
        self.record_members(id);
        let ty = self.program.types.intern(TypeKind::Struct(id));
        let fits = self.check_size(ty, def.span);
        if let Some(name) = def.name {
            let symbol = if fits { Symbol::Type(ty) } else { Symbol::Error };
            self.declare(name.name, symbol, name.span);
        }
        if fits { ty } else { self.common.error }
    }

    /// Adds a struct to the program, or returns the same struct of another compilation unit.
    pub(in crate::check) fn add_struct(&mut self, def: Struct) -> StructId {
        if let Some(id) = self.struct_of_other_unit(&def) {
            return id;
        }
        let id = StructId(u32::try_from(self.program.types.structs.len()).unwrap_or(u32::MAX));
        self.record_tree(id, &def.members);
        self.program.types.structs.push(def);
        id
    }

    /// Records the size of a struct as a tree.
    pub(in crate::check) fn record_tree(&mut self, id: StructId, members: &[Member]) {
        let mut tree = Tree::default();
        for member in members {
            let inside = self.tree(member.ty);
            tree.depth = tree.depth.max(inside.depth);
            tree.members = tree.members.saturating_add(1).saturating_add(inside.members);
        }
        tree.depth = tree.depth.saturating_add(1);
        self.trees.insert(id, tree);
    }

    /// Adds a member unless its name is already used or there are too many members; only the first excess
    /// member is reported.
    pub(in crate::check) fn add_member(&mut self, members: &mut Vec<Member>, member: Member) {
        if members.len() > MEMBERS.max {
            return;
        }
        self.check_reserved(member.name, member.span);
        if let Some(previous) = members.iter().find(|previous| previous.name == member.name) {
            self.redeclared(member.name, member.span, previous.span);
            return;
        }
        if let Some(diagnostic) = MEMBERS.check(members.len() + 1, Some(member.span)) {
            self.report(diagnostic);
        }
        members.push(member);
    }

    /// Checks the type of a struct member. Atomic counters are not allowed, because a member cannot have a binding, and
    /// images are not allowed in GLSL ES, because a member cannot have a format (GLSL §4.1.7.3, GLSL ES §4.1.8).
    fn member_type(&mut self, ty: Type, span: Span) -> Type {
        let is_counter = |kind: &TypeKind| matches!(kind, TypeKind::AtomicCounter);
        let what = match self.program.types.kind(ty) {
            TypeKind::Void => "void",
            _ if self.contains(ty, &is_counter) => "an atomic counter",
            _ if self.features.is_es() && self.contains(ty, &|kind| matches!(kind, TypeKind::Image(_))) => {
                "an image in GLSL ES"
            }
            _ => return ty,
        };
        self.error(Code::N1305, span, format!("a struct member cannot be {what}"));
        self.common.error
    }

    /// Returns whether a type is opaque or contains an opaque type (GLSL §4.1.7).
    pub(in crate::check) fn contains_opaque(&self, ty: Type) -> bool {
        self.contains_cached(ty, false, &TypeKind::is_opaque)
    }

    /// Returns whether a type is or contains an opaque type that is not a value. In a bindless program, textures
    /// and images are values.
    pub(in crate::check) fn contains_bound_opaque(&self, ty: Type) -> bool {
        let bindless = self.bindless();
        self.contains_cached(ty, bindless, &|kind| kind.is_opaque() && !(bindless && kind.has_handles()))
    }

    /// Like [`Self::contains`], but caches the results for structs, because the tests of its two callers run for every
    /// expression and a struct may have thousands of members. `bindless` distinguishes the two tests in the cache.
    fn contains_cached(&self, mut ty: Type, bindless: bool, test: &dyn Fn(&TypeKind) -> bool) -> bool {
        while let TypeKind::Array(element, _) = self.program.types.kind(ty) {
            ty = *element;
        }
        let kind = self.program.types.kind(ty);
        let TypeKind::Struct(id) = *kind else { return test(kind) };
        if let Some(&known) = self.opaque_structs.borrow().get(&(id, bindless)) {
            return known;
        }
        let contains = self.contains(ty, test);
        self.opaque_structs.borrow_mut().insert((id, bindless), contains);
        contains
    }

    /// Returns whether a type, or any type in it, passes a test.
    pub(in crate::check) fn contains(&self, ty: Type, test: &dyn Fn(&TypeKind) -> bool) -> bool {
        self.program.types.contains(ty, test)
    }
}
