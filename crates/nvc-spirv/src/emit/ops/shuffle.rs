//! Shuffles: SPIR-V's own, and those of SPV_INTEL_subgroups.

use super::{operands, result, sync};
use crate::capabilities::Need;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::Op;
use nvc_ir::function::InstData;
use rspirv::spirv::Op as S;

/// How an operation is written.
struct Row {
    native: S,
    need: Need,
    intel: S,
    /// The extension's relative shuffles read two values of a lane, as if they lay one behind the other;
    /// what is read of the second is what lanes without a source get, which is undefined.
    twice: bool,
}

fn row(op: Op) -> Row {
    let (absolute, relative) = (Need::GroupNonUniformShuffle, Need::GroupNonUniformShuffleRelative);
    let (native, need, intel, twice) = match op {
        Op::SubgroupShuffleXor => (S::GroupNonUniformShuffleXor, absolute, S::SubgroupShuffleXorINTEL, false),
        Op::SubgroupShuffleUp => (S::GroupNonUniformShuffleUp, relative, S::SubgroupShuffleUpINTEL, true),
        Op::SubgroupShuffleDown => {
            (S::GroupNonUniformShuffleDown, relative, S::SubgroupShuffleDownINTEL, true)
        }
        _ => (S::GroupNonUniformShuffle, absolute, S::SubgroupShuffleINTEL, false),
    };
    Row { native, need, intel, twice }
}

/// A shuffle, or a broadcast that has to be one.
pub(super) fn shuffle(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let row = row(data.op);
    if !f.m.intel_shuffles {
        return sync::subgroup(f, row.native, row.need, data);
    }
    f.m.need(Need::SubgroupShuffleINTEL);
    let mut args = operands(f, &data.args)?;
    if let (true, Some(value)) = (row.twice, args.first().cloned()) {
        args.insert(0, value);
    }
    let (ty, id) = result(f, data)?;
    f.push(row.intel, Some(ty), Some(id), args);
    Ok(())
}
