//! Rejects expressions that have no value as operands: opaque types, whole blocks, strings and names of functions
//! (GLSL §4.1.7, §4.3.9).

use crate::ast;
use crate::check::{Checker, ExprId};
use crate::tree::{ExprKind, GlobalKind};
use crate::types::{TextureType, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};

impl Checker<'_> {
    /// Checks that an operand has a value. The value of a bindless texture or image is its handle
    /// (GL_ARB_bindless_texture).
    pub(in crate::check) fn require_value(&mut self, e: ExprId) -> ExprId {
        if self.is_error(e) || self.has_value(e) {
            return e;
        }
        let span = self.span(e);
        let ty = self.show(self.ty(e));
        let diagnostic = if self.is_block(e) {
            Diagnostic::new(Code::N1305, span, format!("{} is a block, not a value", self.describe(e)))
                .help("use its members")
        } else if matches!(self.kind(e), TypeKind::String) {
            Diagnostic::new(Code::N1305, span, "a string cannot be an operand")
                .help("pass it to `debugPrintfEXT` as the first argument")
        } else if matches!(self.kind(e), TypeKind::Function) {
            Diagnostic::new(Code::N1305, span, "the name of a function cannot be an operand")
                .help("call the function, or pass its name where a built-in function takes one")
        } else if !self.contains_bound_opaque(self.ty(e)) {
            let word = if matches!(self.kind(e), TypeKind::Image(_)) { "image" } else { "sampler" };
            Diagnostic::new(
                Code::N1305,
                span,
                format!("{} is bound to a descriptor, so it has no handle", self.describe(e)),
            )
            .help(format!("declare it with `layout(bindless_{word})`"))
        } else if matches!(self.body.exprs[e].kind, ExprKind::Construct(_)) {
            let message = "a combined texture and sampler can only be a function argument";
            Diagnostic::new(Code::N1305, span, message)
        } else {
            Diagnostic::new(Code::N1305, span, format!("an operand cannot have the opaque type {ty}")).note(
                "opaque types can only be indexed, selected as members, and passed to functions (GLSL §4.1.7)",
            )
        };
        self.error_expr(diagnostic, span)
    }

    fn has_value(&self, e: ExprId) -> bool {
        if matches!(self.kind(e), TypeKind::String | TypeKind::Function) {
            return false;
        }
        let ty = self.ty(e);
        let bound = self.contains_opaque(ty) && self.is_descriptor(e);
        !self.contains_bound_opaque(ty) && !bound && !self.is_block(e)
    }

    /// Returns whether an opaque value is a descriptor that the API binds, or combines a texture and a sampler.
    fn is_descriptor(&self, mut e: ExprId) -> bool {
        loop {
            e = match self.body.exprs[e].kind {
                ExprKind::Global(global) => {
                    return matches!(
                        self.program.globals[global].kind,
                        GlobalKind::Texture(_) | GlobalKind::Image(..) | GlobalKind::Counter { .. }
                    );
                }
                ExprKind::Construct(_) => {
                    return matches!(self.kind(e), TypeKind::Texture(TextureType { combined: true, .. }));
                }
                ExprKind::Index(base, _) | ExprKind::Member(base, _) | ExprKind::NonUniform(base) => base,
                _ => return false,
            };
        }
    }

    /// Returns whether an lvalue is a block or an array of blocks.
    fn is_block(&self, mut e: ExprId) -> bool {
        while let ExprKind::Index(base, _) = self.body.exprs[e].kind {
            e = base;
        }
        // An access to a member of the block would be a `Member` expression.
        match self.body.exprs[e].kind {
            ExprKind::Global(global) => matches!(
                self.program.globals[global].kind,
                GlobalKind::Uniform(_)
                    | GlobalKind::Storage(_)
                    | GlobalKind::PushConstant
                    | GlobalKind::SharedBlock
            ),
            _ => false,
        }
    }

    /// Checks an expression whose value is not used; returns `None` if it is invalid or only names or indexes an opaque
    /// variable without side effects.
    pub(in crate::check) fn side_effects(&mut self, handle: Handle<ast::Expr>) -> Option<ExprId> {
        let e = self.expr(handle);
        if self.is_error(e) {
            return None;
        }
        if !self.contains_opaque(self.ty(e)) && self.has_value(e) {
            return Some(e);
        }
        let (mut lvalue, mut effects) = (e, None);
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Index(base, index) => {
                    effects = self.sequence(index, effects);
                    base
                }
                ExprKind::Member(base, _) | ExprKind::NonUniform(base) => base,
                ExprKind::Global(_) | ExprKind::Local(_) => return effects,
                _ => {
                    let e = self.require_value(e);
                    return (!self.is_error(e)).then_some(e);
                }
            };
        }
    }

    /// Adds the side effects of an index before those in `after`.
    fn sequence(&mut self, index: ExprId, after: Option<ExprId>) -> Option<ExprId> {
        match after {
            _ if self.const_of(index).is_some() => after,
            None => Some(index),
            Some(after) => {
                let (ty, span) = (self.ty(after), self.span(index));
                Some(self.push(ExprKind::Comma(index, after), ty, span))
            }
        }
    }
}
