//! Vectors of halves that lie in memory as integers.

use crate::builtins::operation::Operation;
use crate::layout::Rules;
use crate::tree::{self, Expr, ExprKind, GlobalKind, Program};
use crate::types::{Layout, TypeKind, scalar};
use naga::{Handle, VectorSize};
use nvc_ir::{Type as IrType, Types};
use rustc_hash::FxHashSet;

/// The integer that a vector of two or four halves is.
pub(in crate::lower) fn word_of(kind: &TypeKind) -> Option<IrType> {
    match *kind {
        TypeKind::Vector(VectorSize::Bi, scalar::F16) => Some(Types::I32),
        TypeKind::Vector(VectorSize::Quad, scalar::F16) => Some(Types::I64),
        _ => None,
    }
}

/// The shared variables that atomics on vectors of halves work on.
pub(in crate::lower) fn shared_words(program: &Program) -> FxHashSet<Handle<tree::Global>> {
    let mut found = FxHashSet::default();
    for (_, function) in program.functions.iter() {
        for (_, expr) in function.exprs.iter() {
            if let ExprKind::Builtin(builtin, args) = &expr.kind
                && let (Operation::Atomic(..), Some(&place)) = (builtin.operation, args.first())
                && word_of(program.types.kind(function.exprs[place].ty)).is_some()
                && let Some(global) = root(function, place)
                && matches!(program.globals[global].kind, GlobalKind::Shared { .. })
            {
                found.insert(global);
            }
        }
    }
    found
}

/// The variable that a place is a part of.
pub(in crate::lower) fn root(
    function: &tree::Function,
    mut place: Handle<Expr>,
) -> Option<Handle<tree::Global>> {
    loop {
        match function.exprs[place].kind {
            ExprKind::Global(global) => return Some(global),
            ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::NonUniform(base) => place = base,
            _ => return None,
        }
    }
}

/// The rules of memory of values whose vectors of halves are words.
pub(in crate::lower) const WORDS: Rules = Rules { layout: Layout::Words, row_major: false };
