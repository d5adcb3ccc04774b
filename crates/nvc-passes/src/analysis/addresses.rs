//! Uses of the addresses of module-level variables.

use nvc_ir::entity::Entity;
use nvc_ir::imm::Imm;
use nvc_ir::{Function, Global, InstRef, Op, Value};

/// Clears the flags of the globals whose addresses have a use in a function other than in access chains and as the address of
/// accesses that `is_allowed` accepts.
pub(crate) fn exclude_used(func: &Function, flags: &mut [bool], is_allowed: impl Fn(InstRef<'_>) -> bool) {
    let mut left = flags.iter().filter(|&&flag| flag).count();
    let mut exclude = |pointer: Value| {
        if let Some(global) = variable_of(func, pointer)
            && std::mem::take(&mut flags[global.index()])
        {
            left -= 1;
        }
        left > 0
    };
    for (_, data) in func.insts() {
        let uses = match data.op {
            // The result also points into the variable, and its own uses are checked.
            Op::AccessChain => &data.args[1..],
            Op::Load | Op::Store if is_allowed(data) => &data.args[1..],
            _ => &data.args[..],
        };
        if !uses.iter().all(|&value| exclude(value)) {
            return;
        }
    }
    for (_, block) in func.blocks_in_order() {
        if !block.term.values().all(&mut exclude) {
            return;
        }
    }
}

/// The module's variable that a pointer points into, if its address is known.
fn variable_of(func: &Function, pointer: Value) -> Option<Global> {
    match func.def(base(func, pointer))?.imm() {
        Imm::Global(global) => Some(global),
        _ => None,
    }
}

/// The pointer that a chain of access chains starts at.
pub(crate) fn base(func: &Function, mut pointer: Value) -> Value {
    while let Some(data) = func.def(pointer)
        && data.op == Op::AccessChain
        && let Some(&inner) = data.args.first()
    {
        pointer = inner;
    }
    pointer
}
