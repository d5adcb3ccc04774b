//! Finds private and shared variables that no function reads. Stores to them are dead.

use crate::analysis::exclude_used;
use nvc_ir::imm::Imm;
use nvc_ir::{GlobalKind, InstRef, Module, Op, Space};

/// Returns for each global, by index, whether it is a candidate ([`is_candidate`]) that no function reads.
pub(super) fn variables(module: &Module) -> Vec<bool> {
    let mut unread: Vec<bool> = module.globals.values().map(|global| is_candidate(&global.kind)).collect();
    if unread.contains(&true) {
        let is_write = |data: InstRef<'_>| data.op == Op::Store && !is_volatile(data);
        module.functions.values().for_each(|func| exclude_used(func, &mut unread, is_write));
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

/// Whether a memory access is volatile.
pub(super) fn is_volatile(data: InstRef<'_>) -> bool {
    matches!(data.imm(), Imm::Access(access) if access.volatile)
}
