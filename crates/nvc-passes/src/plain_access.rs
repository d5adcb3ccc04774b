//! Matches loads and stores that are neither volatile nor coherent.

use nvc_ir::imm::{Access, Imm};
use nvc_ir::{InstData, Op, Value};

/// The pointer of a load that is neither volatile nor coherent.
pub(crate) fn load(data: &InstData) -> Option<Value> {
    match (data.op, data.imm, &data.args[..]) {
        (Op::Load, Imm::Access(access), &[pointer]) if access == Access::default() => Some(pointer),
        _ => None,
    }
}

/// The pointer and the value of a store that is neither volatile nor coherent.
pub(crate) fn store(data: &InstData) -> Option<(Value, Value)> {
    match (data.op, data.imm, &data.args[..]) {
        (Op::Store, Imm::Access(access), &[pointer, value]) if access == Access::default() => {
            Some((pointer, value))
        }
        _ => None,
    }
}
