//! Sizes arrays declared without a size. The buffer or the descriptors that the API binds determine the size of a
//! runtime-sized array; the largest constant index or a redeclaration determines the size of an implicitly sized array
//! (GLSL §4.1.9).

use super::implicit_sizes::ImplicitArray;
use crate::check::{Checker, ExprId};
use crate::tree::{ExprKind, GlobalKind, LocalId};
use crate::types::{Length, TypeKind};
use nvc_diag::{Code, Diagnostic, Span};

/// The extension that makes unsized arrays of resources runtime-sized.
const RUNTIME: &str = "GL_EXT_nonuniform_qualifier";

impl Checker<'_> {
    /// Returns the length of an indexed array, if it is known, for a check of the index. `known` is the value of a
    /// constant index. For an implicitly sized array, records this value, or reports an index that is not constant.
    /// Returns 0, so that the check fails, if the array has no size and the value is negative or, for an implicitly sized
    /// array, exceeds 32 bits.
    pub(in crate::check) fn array_bound(
        &mut self,
        base: ExprId,
        length: Length,
        known: Option<i128>,
        index: ExprId,
    ) -> Option<u32> {
        if length != Length::Unsized {
            return Self::fixed(length);
        }
        if self.is_runtime_array(base) {
            if known.is_some_and(|known| known < 0) {
                return Some(0);
            }
            return None;
        }
        let (variable, declared, resource) = match self.body.exprs[base].kind {
            ExprKind::Member(..) => {
                let (id, index) = self.implicit_member(base)?;
                let member = self.program.types.get_struct(id)?.members.get(index as usize)?;
                (ImplicitArray::Member(id, index), member.span, false)
            }
            ExprKind::Global(handle) => {
                let global = &self.program.globals[handle];
                (ImplicitArray::Global(handle), global.span, is_resource(&global.kind))
            }
            ExprKind::Local(id) => {
                let local = self.body.locals.get(id.0 as usize)?;
                (ImplicitArray::Local(id), local.span, false)
            }
            _ => return None,
        };
        match known.map(u32::try_from) {
            Some(Ok(known)) => {
                let at = self.span(index);
                let largest = self.implicit.max_index.entry(variable).or_insert((known, at));
                if largest.0 < known {
                    *largest = (known, at);
                }
                None
            }
            Some(Err(_)) => Some(0),
            None => {
                let message = format!(
                    "{} has no size, so its index must be a constant expression",
                    self.describe(base)
                );
                let span = self.span(index);
                let mut diagnostic = Diagnostic::new(Code::N0305, span, message)
                    .secondary(declared, "declared without a size")
                    .help("declare it with a size");
                if resource {
                    diagnostic =
                        diagnostic.note(format!("the extension {RUNTIME} makes it a runtime-sized array"));
                }
                self.report(diagnostic);
                None
            }
        }
    }

    /// Returns whether an unsized array is runtime-sized: a member of a buffer or uniform block that is not implicitly sized,
    /// an array of descriptors in a heap or in a program with the extension [`RUNTIME`], or an array in a block in a
    /// descriptor heap.
    pub(in crate::check) fn is_runtime_array(&self, lvalue: ExprId) -> bool {
        if self.is_in_heap_block(lvalue) {
            return true;
        }
        match self.body.exprs[lvalue].kind {
            ExprKind::Member(base, _) => self.in_buffer(base) && self.implicit_member(lvalue).is_none(),
            ExprKind::Global(global) => {
                let kind = &self.program.globals[global].kind;
                matches!(kind, GlobalKind::HeapData(_))
                    || is_resource(kind) && (in_heap(kind) || self.features.ever_enabled.contains(&RUNTIME))
            }
            _ => false,
        }
    }

    /// Checks that the size in a redeclaration exceeds the indices already used.
    pub(in crate::check) fn check_indices_fit(
        &mut self,
        variable: ImplicitArray,
        length: Length,
        span: Span,
    ) {
        if let (Some(&(largest, at)), Length::Fixed(count)) = (self.implicit.max_index.get(&variable), length)
            && largest >= count
        {
            let message = format!("the size {count} is too small for the index {largest} used before");
            self.report(Diagnostic::new(Code::N0305, span, message).secondary(at, "the index is used here"));
        }
    }

    /// Returns whether an lvalue is in a buffer.
    pub(in crate::check) fn in_buffer(&self, mut lvalue: ExprId) -> bool {
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Global(global) => {
                    return matches!(
                        self.program.globals[global].kind,
                        GlobalKind::Storage(_) | GlobalKind::Uniform(_)
                    );
                }
                ExprKind::Deref(..) => return true,
                ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } => base,
                _ => return false,
            };
        }
    }

    /// Returns whether an lvalue is reached through a buffer reference or pointer.
    pub(in crate::check) fn is_dereferenced(&self, mut lvalue: ExprId) -> bool {
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Deref(..) => return true,
                ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } => base,
                _ => return false,
            };
        }
    }

    /// Returns the implicit size of an array: one more than the largest index used, or 1 if no index is used.
    pub(in crate::check) fn implicit_size(&self, variable: ImplicitArray) -> u32 {
        self.implicit.max_index.get(&variable).map_or(1, |largest| largest.0.saturating_add(1))
    }

    /// At the end of a function, gives its unsized local arrays their implicit sizes.
    pub(super) fn size_local_arrays(&mut self) {
        let mut resized = false;
        for index in 0..self.body.locals.len() {
            let Some(local) = self.body.locals.get(index) else { break };
            let span = local.span;
            let TypeKind::Array(element, Length::Unsized) = *self.program.types.kind(local.ty) else {
                continue;
            };
            let count = self.implicit_size(ImplicitArray::Local(LocalId(index as u32)));
            let ty = self.program.types.intern(TypeKind::Array(element, Length::Fixed(count)));
            self.check_size(ty, span);
            if let Some(local) = self.body.locals.get_mut(index) {
                local.ty = ty;
            }
            resized = true;
        }
        if resized || self.body.resized {
            let locals = &self.body.locals;
            for (_, expr) in self.body.exprs.iter_mut() {
                if let ExprKind::Local(id) = expr.kind
                    && let Some(local) = locals.get(id.0 as usize)
                {
                    expr.ty = local.ty;
                }
            }
        }
        self.implicit.max_index.retain(|variable, _| !matches!(variable, ImplicitArray::Local(_)));
    }

    /// Gives the unsized global arrays their implicit sizes.
    pub(in crate::check) fn size_implicit_arrays(&mut self) {
        // An index into a split variable ([`super::opaque_structs`]) is recorded for one part, but applies to all.
        for parts in self.split_globals() {
            let parts = parts.into_iter().map(ImplicitArray::Global);
            let largest = parts.clone().find_map(|part| self.implicit.max_index.get(&part).copied());
            let known = parts.filter_map(|part| Some((part, largest?)));
            self.implicit.max_index.extend(known);
        }
        let mut globals = Vec::new();
        let runtime = self.features.ever_enabled.contains(&RUNTIME);
        for (handle, global) in self.program.globals.iter() {
            let sized_by_uses = (is_resource(&global.kind) && !runtime && !in_heap(&global.kind))
                || matches!(
                    global.kind,
                    GlobalKind::Private(_)
                        | GlobalKind::Shared { .. }
                        | GlobalKind::Loose { .. }
                        | GlobalKind::Counter { .. }
                );
            if sized_by_uses
                && let TypeKind::Array(element, Length::Unsized) = *self.program.types.kind(global.ty)
            {
                globals.push((handle, element));
            }
        }
        for (handle, element) in globals {
            let count = self.implicit_size(ImplicitArray::Global(handle));
            let ty = self.program.types.intern(TypeKind::Array(element, Length::Fixed(count)));
            let span = self.program.globals[handle].span;
            self.check_size(ty, span);
            self.program.globals[handle].ty = ty;
        }
        // Expressions were typed before the sizes were known, so their types are updated.
        let globals = &self.program.globals;
        for (_, function) in self.program.functions.iter_mut() {
            for (_, expr) in function.exprs.iter_mut() {
                if let ExprKind::Global(global) = expr.kind {
                    expr.ty = globals[global].ty;
                }
            }
        }
    }
}

/// Returns whether a resource is in a descriptor heap. The size of the heap determines that of an unsized array in it.
fn in_heap(kind: &GlobalKind) -> bool {
    kind.place().is_some_and(|place| place.heap.is_some())
}

/// Returns whether an array of this kind of global is an array of descriptors.
fn is_resource(kind: &GlobalKind) -> bool {
    matches!(
        kind,
        GlobalKind::Texture(_) | GlobalKind::Image(..) | GlobalKind::Storage(_) | GlobalKind::Uniform(_)
    )
}
