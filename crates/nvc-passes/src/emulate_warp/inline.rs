//! Both halves where the operation stood: for operations that the whole work group reaches together.

use super::shared::{Warps, is_published};
use super::{collect, communicates};
use crate::OpSet;
use crate::rewrite::{Rewrite, rewrite_insts};
use nvc_ir::imm::{Imm, Scope};
use nvc_ir::{Builder, InstData, Module};

/// Rewrites all operations of a module.
pub(super) fn run(module: &mut Module, warps: &mut Warps) {
    rewrite_insts(module, OpSet::ALL, |b, _, data| {
        if let Imm::Barrier(barrier) = data.imm
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

/// An exchange between all lanes of the work group's warps. The second barrier keeps the slots as they
/// are until all have read them.
fn exchange(warps: &mut Warps, b: &mut Builder<'_>, data: &InstData) -> Option<nvc_ir::Value> {
    let published = is_published(b.func, data);
    if published {
        warps.publish(b, data);
        warps.wait(b);
    }
    let active = warps.existing(b);
    let result = collect::result(warps, b, data, active)?;
    if published {
        warps.wait(b);
    }
    Some(result)
}
