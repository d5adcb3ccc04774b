//! Emits subgroup shuffles, with core SPIR-V or with SPV_INTEL_subgroups.

use super::{operands, result, sync};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::Op;
use nvc_ir::function::InstRef;
use spirv::Op as S;

/// The two encodings of a shuffle.
struct ShuffleEncoding {
    native: S,
    requirement: Requirement,
    intel: S,
    /// Whether the Intel instruction is a relative shuffle, which shuffles the concatenation of two values.
    /// Lanes without a source in the first value read from the second. The IR leaves their result undefined,
    /// so the same value is passed twice.
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

/// Emits a shuffle, or a broadcast from a non-constant lane.
pub(super) fn shuffle(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
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
