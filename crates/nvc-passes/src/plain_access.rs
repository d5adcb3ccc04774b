//! Matches loads and stores that are neither volatile nor coherent.

use nvc_ir::imm::{Access, Imm};
use nvc_ir::{InstRef, Op, Value};

/// The pointer of a load that is neither volatile nor coherent.
pub(crate) fn load(data: InstRef<'_>) -> Option<Value> {
    match (data.op, &data.args[..]) {
        (Op::Load, &[pointer]) if is_plain(data.imm()) => Some(pointer),
        _ => None,
    }
}

/// The pointer and the value of a store that is neither volatile nor coherent.
pub(crate) fn store(data: InstRef<'_>) -> Option<(Value, Value)> {
    match (data.op, &data.args[..]) {
        (Op::Store, &[pointer, value]) if is_plain(data.imm()) => Some((pointer, value)),
        _ => None,
    }
}

fn is_plain(imm: Imm) -> bool {
    imm == Imm::Access(Access::default())
}
