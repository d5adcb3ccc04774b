//! Determines the order of the variables in shared memory.

use crate::tree::{ExprKind, Function, Global, GlobalKind, Program};
use naga::Handle;
use rustc_hash::FxHashSet;

/// Returns the shared variables that the program uses, in the order of their first use in the source.
///
/// Drivers lay out shared memory in the order of the declarations in the module. A program that writes beyond
/// the end of an array, which is undefined behaviour, therefore depends on which variable follows. One example
/// is llama.cpp's flash attention with quantized keys: an H200 hangs unless another variable follows the array.
/// This function uses glslang's order, because programs with this bug were tested with glslang.
pub(in crate::lower) fn shared_in_order(program: &Program) -> Vec<Handle<Global>> {
    let called = called(program);
    let mut known = FxHashSet::default();
    let functions = program.functions.iter().filter(|(handle, _)| called.contains(handle));
    let exprs = functions.flat_map(|(_, function)| function.exprs.iter());
    let globals = exprs.filter_map(|(_, expr)| match expr.kind {
        ExprKind::Global(global) => Some(global),
        _ => None,
    });
    let is_shared = |global: &Handle<Global>| {
        matches!(program.globals[*global].kind, GlobalKind::Shared { .. } | GlobalKind::SharedBlock)
    };
    globals.filter(is_shared).filter(|global| known.insert(*global)).collect()
}

/// Returns the entry point, the prologue (the function that initialises globals), and all functions that they call
/// directly or indirectly.
fn called(program: &Program) -> FxHashSet<Handle<Function>> {
    let mut open: Vec<Handle<Function>> = program.entry.into_iter().chain(program.prologue).collect();
    let mut called = FxHashSet::default();
    while let Some(function) = open.pop() {
        if called.insert(function) {
            let exprs = program.functions[function].exprs.iter();
            open.extend(exprs.filter_map(|(_, expr)| match expr.kind {
                ExprKind::Call(function, _) | ExprKind::Callback(function) => Some(function),
                _ => None,
            }));
        }
    }
    called
}
