//! In-place expansion of warp operations in uniform control flow: publish, barrier, collect, barrier.

use super::warps::{Warps, needs_publishing};
use super::{collect, communicates};
use crate::OpSet;
use crate::rewrite::{Rewrite, rewrite_insts};
use nvc_ir::imm::{Imm, Scope};
use nvc_ir::{Builder, Module, OwnedInst};

/// Expands all exchanges and warp barriers of a module.
pub(super) fn run(module: &mut Module, warps: &mut Warps) {
    rewrite_insts(module, OpSet::ALL, |b, _, data| {
        if let Imm::Barrier(barrier) = data.imm()
            && barrier.execution == Some(Scope::Subgroup)
        {
            warps.wait(b);
            return Rewrite::Remove;
        }
        if !communicates(data) {
            return Rewrite::Keep;
        }
        exchange(warps, b, data).map_or(Rewrite::Keep, Rewrite::Replace)
    });
}

/// Expands an operation. The second barrier keeps the slots unchanged until all lanes have read them.
fn exchange(warps: &mut Warps, b: &mut Builder<'_>, data: &OwnedInst) -> Option<nvc_ir::Value> {
    let publish = needs_publishing(b.func, data);
    if publish {
        warps.publish(b, data);
        warps.wait(b);
    }
    let active = warps.existing_lanes(b);
    let result = collect::result(warps, b, data, active)?;
    if publish {
        warps.wait(b);
    }
    Some(result)
}
