//! Finds private and shared variables that no function reads. Stores to them are dead.

use nvc_ir::entity::Entity;
use nvc_ir::imm::Imm;
use nvc_ir::{Function, Global, GlobalKind, InstData, Module, Op, Space, Value};

/// Returns for each global, by index, whether it is a candidate ([`is_candidate`]) that no function reads.
pub(super) fn variables(module: &Module) -> Vec<bool> {
    let mut unread: Vec<bool> = module.globals.values().map(|global| is_candidate(&global.kind)).collect();
    if unread.contains(&true) {
        module.functions.values().for_each(|func| exclude_read(func, &mut unread));
    }
    unread
}

/// Whether a global is a private or shared variable that is neither aliased, so that all accesses of its memory name it, nor
/// volatile.
fn is_candidate(kind: &GlobalKind) -> bool {
    match kind {
        GlobalKind::Variable { space: Space::Private | Space::Workgroup, access, .. } => {
            !access.aliased && !access.volatile
        }
        _ => false,
    }
}

/// Excludes the variables whose addresses have uses in a function other than as destinations of stores that are not volatile.
fn exclude_read(func: &Function, unread: &mut [bool]) {
    let mut exclude = |pointer: Value| {
        if let Some(global) = variable_of(func, pointer) {
            unread[global.index()] = false;
        }
    };
    for (_, data) in func.insts() {
        let uses = match data.op {
            // The result also points into the variable, and its own uses are checked.
            Op::AccessChain => &data.args[1..],
            Op::Store if !is_volatile(data) => &data.args[1..],
            _ => &data.args[..],
        };
        uses.iter().for_each(|&value| exclude(value));
    }
    for (_, block) in func.blocks_in_order() {
        block.term.values().for_each(&mut exclude);
    }
}

/// The module's variable that a pointer points into, if its address is known.
fn variable_of(func: &Function, pointer: Value) -> Option<Global> {
    match func.def(base(func, pointer))?.imm {
        Imm::Global(global) => Some(global),
        _ => None,
    }
}

/// The pointer that a chain of access chains starts at.
pub(super) fn base(func: &Function, mut pointer: Value) -> Value {
    while let Some(data) = func.def(pointer)
        && data.op == Op::AccessChain
        && let Some(&inner) = data.args.first()
    {
        pointer = inner;
    }
    pointer
}

/// Whether a memory access is volatile.
pub(super) fn is_volatile(data: &InstData) -> bool {
    matches!(data.imm, Imm::Access(access) if access.volatile)
}
