//! Packed halves: `f16vec2` and `f16vec4` stored as 32- and 64-bit integers, so that integer atomics can
//! access them.

use crate::builtins::operation::Operation;
use crate::layout::Rules;
use crate::tree::{self, Expr, ExprKind, GlobalKind, Program};
use crate::types::{Layout, TypeKind, scalar};
use naga::Handle;
use nvc_ir::{Type as IrType, Types};
use rustc_hash::FxHashSet;

/// Returns the integer type that a vector of two or four halves is packed into; `None` for other types.
pub(in crate::lower) fn packed_type(kind: &TypeKind) -> Option<IrType> {
    match *kind {
        TypeKind::Vector(2, scalar::F16) => Some(Types::I32),
        TypeKind::Vector(4, scalar::F16) => Some(Types::I64),
        _ => None,
    }
}

/// Returns the shared variables with atomics on vectors of halves.
pub(in crate::lower) fn packed_shared_variables(program: &Program) -> FxHashSet<Handle<tree::Global>> {
    let mut found = FxHashSet::default();
    for (_, function) in program.functions.iter() {
        for (_, expr) in function.exprs.iter() {
            if let ExprKind::Builtin(builtin, args) = &expr.kind
                && let (Operation::Atomic(..), Some(&lvalue)) = (builtin.operation, args.first())
                && packed_type(program.types.kind(function.exprs[lvalue].ty)).is_some()
                && let Some(global) = root(function, lvalue)
                && matches!(program.globals[global].kind, GlobalKind::Shared { .. })
            {
                found.insert(global);
            }
        }
    }
    found
}

/// Returns the global variable that an lvalue is part of; `None` if it is not part of one, for example if it is
/// accessed through a buffer reference.
pub(in crate::lower) fn root(
    function: &tree::Function,
    mut lvalue: Handle<Expr>,
) -> Option<Handle<tree::Global>> {
    loop {
        match function.exprs[lvalue].kind {
            ExprKind::Global(global) => return Some(global),
            ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::NonUniform(base) => {
                lvalue = base
            }
            _ => return None,
        }
    }
}

/// Layout rules for memory without explicit layout in which vectors of halves are packed.
pub(in crate::lower) const PACKED_RULES: Rules = Rules { layout: Layout::PackedHalf, row_major: false };
