//! Checks named constants and specialization constants (GLSL §4.3.3, §4.11).

use super::layout_qualifiers::{LayoutKey, LayoutTarget};
use super::qualifiers::QualifierSet;
use super::variables::CONSTANT;
use crate::ast::Declarator;
use crate::check::scope::Symbol;
use crate::check::{Checker, ExprId};
use crate::name::Name;
use crate::tree::{ExprKind, GlobalKind};
use crate::types::constant::{Const, SpecConstant};
use crate::types::{Memory, Scalar, ScalarKind, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::specialization::default_bits;

impl Checker<'_> {
    /// Declares a specialization constant: `layout(constant_id = n) const T name = value;`.
    pub(super) fn spec_constant(&mut self, quals: &QualifierSet, ty: Type, declarator: &Declarator) {
        let span = declarator.name.span;
        if quals.constant.is_none() {
            self.error(Code::N1402, span, "`constant_id` requires `const`");
        }
        self.check_layout(quals, LayoutTarget::Const);
        let id = quals.number(LayoutKey::ConstantId).unwrap_or(0);
        let TypeKind::Scalar(scalar) = *self.program.types.kind(ty) else {
            let message = format!("a specialization constant must be a scalar, not {}", self.show(ty));
            self.error(Code::N1305, span, message);
            return self.declare(declarator.name.name, Symbol::Error, span);
        };
        if scalar.encoding().is_some_and(|encoding| !encoding.has_byte_size()) {
            let message = format!("a specialization constant cannot have type {}", self.show(ty));
            let note = "the API sets specialization constants by whole bytes";
            self.report(Diagnostic::new(Code::N1305, span, message).note(note));
            return self.declare(declarator.name.name, Symbol::Error, span);
        }
        let Some(value) = declarator.initializer else {
            self.error(Code::N1303, span, "a specialization constant needs a default value");
            return self.declare(declarator.name.name, Symbol::Error, span);
        };
        let value = self.value(value);
        let value = self.implicit_conversion(value, ty, "the default value");
        let Some((_, default)) = self.const_of(value).and_then(|constant| self.scalar_bits(constant)) else {
            if !self.is_error(value) {
                let at = self.span(value);
                self.error(
                    Code::N1303,
                    at,
                    "the default value of a specialization constant must be a constant expression",
                );
            }
            return self.declare(declarator.name.name, Symbol::Error, span);
        };
        let default = self.default_of_spec_constant(id, declarator.name.name, scalar).unwrap_or(default);
        let spec = SpecConstant { name: declarator.name.name, id, scalar, default, span };
        if let Some(handle) = self.spec_constant_of_other_unit(&spec) {
            let constant = self.spec_constant_value(handle);
            return self.declare(declarator.name.name, Symbol::Const(constant, ty), span);
        }
        if let Some(previous) = self.spec_constant_with(id) {
            let at = self.program.spec_constants[previous].span;
            let message = format!("`constant_id = {id}` is already used");
            self.report(Diagnostic::new(Code::N0202, span, message).secondary(at, "first used here"));
        }
        let handle = self.add_spec_constant(spec);
        let constant = self.spec_constant_value(handle);
        self.declare(declarator.name.name, Symbol::Const(constant, ty), span);
    }

    /// Returns the first specialization constant with an id.
    pub(in crate::check) fn spec_constant_with(&self, id: u32) -> Option<Handle<SpecConstant>> {
        self.spec_ids.get(&id).copied()
    }

    /// Adds a specialization constant to the program.
    pub(in crate::check) fn add_spec_constant(&mut self, spec: SpecConstant) -> Handle<SpecConstant> {
        let id = spec.id;
        let handle = self.program.spec_constants.append(spec, naga::Span::UNDEFINED);
        self.spec_ids.entry(id).or_insert(handle);
        handle
    }

    /// Returns the value that the options set for a specialization constant, in place of its default; `None` if
    /// they set none.
    pub(in crate::check) fn default_of_spec_constant(
        &self,
        id: u32,
        name: Name,
        scalar: Scalar,
    ) -> Option<u64> {
        let bits = scalar.width * 8;
        let kind = match scalar.kind {
            ScalarKind::Bool => nvc_ir::TypeKind::Bool,
            ScalarKind::Float => nvc_ir::TypeKind::Float(bits),
            ScalarKind::Encoded(encoding) => nvc_ir::TypeKind::EncodedFloat(encoding),
            ScalarKind::Sint | ScalarKind::Uint => nvc_ir::TypeKind::Int(bits),
        };
        default_bits(&self.options.specialization, id, self.names.text(name), &kind)
    }

    /// Returns the value of a specialization constant: an ordinary constant if the options freeze it.
    pub(in crate::check) fn spec_constant_value(&mut self, handle: Handle<SpecConstant>) -> Handle<Const> {
        let SpecConstant { scalar, default, .. } = self.program.spec_constants[handle];
        match self.options.specialization.freeze {
            true => self.scalar_const(scalar, default),
            false => self.constant(Const::Spec(handle)),
        }
    }

    pub(super) fn global_constant(&mut self, quals: &QualifierSet, ty: Type, declarator: &Declarator) {
        self.check_layout(quals, LayoutTarget::Const);
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
            let message = format!(
                "the initializer of `{}` is not a constant expression",
                self.text(declarator.name.name)
            );
            self.error(Code::N1303, at, message);
            return self.declare(declarator.name.name, Symbol::Error, span);
        }
        // Constant in GLSL but computed at run time: a call that is not folded, or a float that depends on
        // a specialization constant.
        let memory = Memory { readonly: true, ..Memory::default() };
        let handle = self.add_global(declarator.name, GlobalKind::Private(None), ty, memory, false);
        self.assign_before_main(handle, ty, value);
    }

    /// Returns the converted initializer of a constant and its type; `None` if the type is
    /// invalid, or the initializer is invalid or missing.
    pub(super) fn constant_value(&mut self, ty: Type, declarator: &Declarator) -> Option<(ExprId, Type)> {
        let span = declarator.name.span;
        let name = self.text(declarator.name.name);
        let address = self.contains(ty, &|kind| matches!(kind, TypeKind::Reference(_)));
        if self.contains_bound_opaque(ty) || (address && self.scopes.is_global()) {
            let message = format!("a constant cannot have type {}", self.show(ty));
            self.error(Code::N1401, span, message);
            return None;
        }
        let Some(value) = declarator.initializer else {
            self.error(Code::N1303, span, format!("the constant `{name}` has no initializer"));
            return None;
        };
        let value = self.constant_expr_context(|this| this.initializer(value, ty, "the value"));
        let ty = self.infer_size(ty, Some(value));
        let value = self.implicit_conversion(value, ty, "the value");
        (!self.is_error(value)).then_some((value, ty))
    }

    /// Returns whether an expression depends only on constants.
    pub(in crate::check) fn is_constant_tree(&self, e: ExprId) -> bool {
        match &self.body.exprs[e].kind {
            ExprKind::Const(_) => true,
            ExprKind::Convert(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Diagonal(a)
            | ExprKind::Resize(a)
            | ExprKind::Member(a, _)
            | ExprKind::Swizzle { base: a, .. } => self.is_constant_tree(*a),
            // In GLSL ES, every local constant has a constant initializer.
            ExprKind::Local(local) => {
                let why = self.body.read_only.get(local.0 as usize).copied().flatten();
                self.features.is_es() && why == Some(CONSTANT)
            }
            ExprKind::Global(global) => {
                let global = &self.program.globals[*global];
                global.kind == GlobalKind::Private(None) && global.memory.readonly
            }
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) | ExprKind::LogicalXor(a, b) => {
                self.is_constant_tree(*a) && self.is_constant_tree(*b)
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().all(|&e| self.is_constant_tree(e)),
            ExprKind::Builtin(builtin, _) if !builtin.operation.depends_on_arguments_only() => false,
            ExprKind::Construct(parts) | ExprKind::Builtin(_, parts) => {
                parts.iter().all(|&part| self.is_constant_tree(part))
            }
            _ => false,
        }
    }
}
