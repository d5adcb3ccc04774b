//! Subgroup shuffles: core SPIR-V, or SPV_INTEL_subgroups.

use super::{operands, result, sync};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::Op;
use nvc_ir::function::InstData;
use spirv::Op as S;

/// The encodings of a shuffle.
struct ShuffleEncoding {
    native: S,
    requirement: Requirement,
    intel: S,
    /// Relative shuffles of the Intel extension take two values, concatenated. Lanes without a source
    /// read from the second; their result is undefined here, so both are the same value.
    two_values: bool,
}

fn encoding(op: Op) -> ShuffleEncoding {
    let (absolute, relative) =
        (Requirement::GroupNonUniformShuffle, Requirement::GroupNonUniformShuffleRelative);
    let (native, requirement, intel, two_values) = match op {
        Op::SubgroupShuffleXor => (S::GroupNonUniformShuffleXor, absolute, S::SubgroupShuffleXorINTEL, false),
        Op::SubgroupShuffleUp => (S::GroupNonUniformShuffleUp, relative, S::SubgroupShuffleUpINTEL, true),
        Op::SubgroupShuffleDown => {
            (S::GroupNonUniformShuffleDown, relative, S::SubgroupShuffleDownINTEL, true)
        }
        _ => (S::GroupNonUniformShuffle, absolute, S::SubgroupShuffleINTEL, false),
    };
    ShuffleEncoding { native, requirement, intel, two_values }
}

/// A shuffle, or a broadcast with a non-constant lane.
pub(super) fn shuffle(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let encoding = encoding(data.op);
    if !f.m.intel_shuffles {
        return sync::subgroup(f, encoding.native, encoding.requirement, data);
    }
    f.m.require(Requirement::SubgroupShuffleINTEL);
    let mut args = operands(f, &data.args)?;
    if let (true, Some(value)) = (encoding.two_values, args.first().cloned()) {
        args.insert(0, value);
    }
    let (ty, id) = result(f, data)?;
    f.push(encoding.intel, Some(ty), Some(id), args);
    Ok(())
}
