//! Finds arrays of storage blocks for which NVIDIA's driver computes `.length()` from the wrong block.

use crate::tree::{self, Expr, ExprKind, Program};
use naga::Handle;
use nvc_ir::Quirks;
use rustc_hash::FxHashSet;

/// Returns the arrays of storage blocks for which the program contains `array[i].member.length()` with a
/// non-constant `i`. The set is empty unless the driver's quirks are requested.
pub(in crate::lower) fn miscounted_arrays(
    program: &Program,
    quirks: Quirks,
) -> FxHashSet<Handle<tree::Global>> {
    let mut found = FxHashSet::default();
    if quirks == Quirks::Driver {
        for (_, function) in program.functions.iter() {
            for (_, expr) in function.exprs.iter() {
                if let ExprKind::Length(lvalue) = expr.kind
                    && let Some((array, element, _)) = element_of(function, lvalue)
                    && !matches!(function.exprs[element].kind, ExprKind::Const(_))
                {
                    found.insert(array);
                }
            }
        }
    }
    found
}

/// Splits `array[element].member`, where `array` is an array of blocks, into the array, the element index and the
/// index of the member. Returns `None` for other expressions.
pub(in crate::lower) fn element_of(
    function: &tree::Function,
    lvalue: Handle<Expr>,
) -> Option<(Handle<tree::Global>, Handle<Expr>, u32)> {
    let ExprKind::Member(block, member) = function.exprs[lvalue].kind else { return None };
    let ExprKind::Index(base, element) = function.exprs[block].kind else { return None };
    let ExprKind::Global(array) = function.exprs[base].kind else { return None };
    Some((array, element, member))
}
