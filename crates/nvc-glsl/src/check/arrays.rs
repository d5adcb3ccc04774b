//! Arrays without a size: those that a buffer sizes, and those whose greatest constant index or later
//! declaration does (GLSL 4.1.9).

use super::{Checker, E};
use crate::tree::{ExprKind, Global, GlobalKind};
use crate::types::{Length, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use rustc_hash::FxHashMap;

/// The greatest constant index of each array without size.
#[derive(Debug, Default)]
pub(super) struct Implicit {
    greatest: FxHashMap<Handle<Global>, u32>,
}

impl Checker<'_> {
    /// How many elements an array that is indexed has, if that is known; notes what the index says of
    /// an array without size.
    pub(super) fn array_bound(
        &mut self,
        base: E,
        length: Length,
        known: Option<i128>,
        index: E,
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
        let ExprKind::Global(global) = self.body.exprs[base].kind else { return None };
        match known.map(u32::try_from) {
            Some(Ok(known)) => {
                let greatest = self.implicit.greatest.entry(global).or_insert(0);
                *greatest = (*greatest).max(known);
                None
            }
            Some(Err(_)) => Some(0),
            None => {
                let name = self.text(self.program.globals[global].name);
                let message = format!("`{name}` has no size, so only constants can index it");
                let span = self.span(index);
                let declared = self.program.globals[global].span;
                self.report(
                    Diagnostic::new(Code::N0305, span, message)
                        .secondary(declared, "declared without size")
                        .help("declare it with a size"),
                );
                None
            }
        }
    }

    /// Whether an array without size gets it from a buffer: it is a member of a block, or an element
    /// of an array of descriptors.
    pub(super) fn is_runtime_array(&self, place: E) -> bool {
        match self.body.exprs[place].kind {
            ExprKind::Member(base, _) => self.in_buffer(base),
            ExprKind::Global(global) => matches!(
                self.program.globals[global].kind,
                GlobalKind::Texture(_)
                    | GlobalKind::Image(..)
                    | GlobalKind::Storage(_)
                    | GlobalKind::Uniform(_)
            ),
            _ => false,
        }
    }

    /// Whether a place lies in a buffer.
    pub(super) fn in_buffer(&self, mut place: E) -> bool {
        loop {
            place = match self.body.exprs[place].kind {
                ExprKind::Global(global) => {
                    return matches!(
                        self.program.globals[global].kind,
                        GlobalKind::Storage(_) | GlobalKind::Uniform(_)
                    );
                }
                ExprKind::Deref(_) => return true,
                ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } => base,
                _ => return false,
            };
        }
    }

    /// Whether a place lies behind a buffer reference or pointer.
    pub(super) fn behind_reference(&self, mut place: E) -> bool {
        loop {
            place = match self.body.exprs[place].kind {
                ExprKind::Deref(_) => return true,
                ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } => base,
                _ => return false,
            };
        }
    }

    /// Gives the arrays without size the one that their uses ask for.
    pub(super) fn size_implicit_arrays(&mut self) {
        let mut globals = Vec::new();
        for (handle, global) in self.program.globals.iter() {
            let sized_by_uses = matches!(
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
            let count = self.implicit.greatest.get(&handle).map_or(1, |greatest| greatest.saturating_add(1));
            let ty = self.program.types.intern(TypeKind::Array(element, Length::Fixed(count)));
            let span = self.program.globals[handle].span;
            self.check_size(ty, span);
            self.program.globals[handle].ty = ty;
        }
        // What was typed before the size was known.
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
