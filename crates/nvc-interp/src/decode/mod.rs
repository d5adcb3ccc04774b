//! Decodes IR to the bytecode that the interpreter executes ([`crate::code`]).
//!
//! Each value of a function has one column (register) per scalar. Every computation writes columns of its own, so
//! SSA form needs copies only for block parameters and calls.

mod context;
mod coop;
mod coop_vector;
mod decoder;
mod error;
mod flow;
mod function;
mod image;
mod memory;
mod ops;
mod resources;
mod spec;
mod tensor;
mod vector;

use crate::code::{Code, Program};
use crate::config::Config;
use crate::layout::Layouts;
use context::{Columns, ModuleContext};
use error::{Result, fault, limit};
use nvc_exec::Dispatch;
use nvc_ir::entity::Entity;
use nvc_ir::{Extent, Module, Op};
use resources::Globals;
use spec::Holders;

/// Maximum number of invocations in a work group.
const MAX_GROUP: u64 = 2048;

/// Decodes a module for a dispatch.
pub(crate) fn decode(module: &Module, dispatch: &Dispatch, config: &Config) -> Result<Program> {
    let Some(entry) = &module.entry else { return Err(fault("the module has no entry point")) };
    let group_size = group_size(module, dispatch, config, entry.workgroup_size)?;
    let invocations = group_size.iter().fold(1, |n: u64, &m| n.saturating_mul(m.into()));
    if !(1..=MAX_GROUP).contains(&invocations) {
        let message = format!("a workgroup of {invocations} invocations cannot run");
        return Err(limit(message, &format!("workgroups have 1 to {MAX_GROUP} invocations")));
    }
    let invocations = invocations as u32;
    let spec = spec::values(module, dispatch, Holders { lanes: config.lanes, invocations })?;
    let layouts = Layouts::new(module, spec, config.lanes, invocations);
    check_quads(&layouts)?;
    let globals = Globals::new(&layouts, config)?;
    let lane_bytes = globals.private_bytes;
    let mut context = ModuleContext { layouts, config, globals, columns: Columns::default(), lane_bytes };
    let mut functions: Vec<Code> = Vec::with_capacity(module.functions.len());
    context.check_size()?;
    coop::check(&context)?;
    coop_vector::check(&context)?;
    let interfaces = function::interfaces(&mut context)?;
    for (id, _) in module.functions.iter() {
        functions.push(function::decode(&mut context, &interfaces, id)?);
    }
    Ok(Program {
        columns: context.columns.initial,
        functions,
        entry: entry.function.index(),
        group_size,
        derivatives: entry.derivatives,
        shared: context.globals.shared,
        lane_bytes: context.lane_bytes,
        regions: context.globals.regions,
        tables: context.globals.tables,
    })
}

/// Returns the size of the work group. It must not depend on the number of elements of a matrix that its invocations share.
fn group_size(
    module: &Module,
    dispatch: &Dispatch,
    config: &Config,
    extents: [Extent; 3],
) -> Result<[u32; 3]> {
    let spec = spec::values(module, dispatch, Holders { lanes: config.lanes, invocations: 1 })?;
    Ok(extents.map(|extent| match extent {
        Extent::Fixed(n) => n,
        Extent::Spec(id) => spec.get(id.index()).map_or(1, |&n| n as u32),
    }))
}

/// Checks that warps consist of whole quads if the module has derivatives, which are computed within quads.
fn check_quads(layouts: &Layouts<'_>) -> Result<()> {
    let is_derivative = |op| {
        use Op::{Ddx, DdxCoarse, DdxFine, Ddy, DdyCoarse, DdyFine, TexQueryLod};
        matches!(op, Ddx | DdxCoarse | DdxFine | Ddy | DdyCoarse | DdyFine | TexQueryLod)
    };
    let lanes = layouts.lanes();
    let mut insts = layouts.module.functions.values().flat_map(|func| func.insts.values());
    if !lanes.is_multiple_of(4) && insts.any(|inst| is_derivative(inst.op)) {
        let message = format!("derivatives cannot be computed in warps of {lanes} lanes");
        return Err(limit(
            message,
            "a quad is four lanes of a warp: the number of lanes must be a multiple of four",
        ));
    }
    Ok(())
}
