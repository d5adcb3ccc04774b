//! Runs recorded test cases ([`nvc_exec::case`]).

use crate::{Device, Result};
use nvc_exec::case::{Case, Mapping, Outputs, dispatch, outputs, resources_at};
use nvc_ir::BindingMap;

/// Dispatches `spirv` with the inputs of `case` and returns all outputs.
///
/// # Errors
/// If the device cannot run the module.
pub fn run(device: &Device, case: &Case, spirv: &[u32], mapping: &Mapping) -> Result<Outputs> {
    let mut session = device.session();
    let lengths: Vec<usize> = case.memory.iter().map(|memory| memory.bytes).collect();
    let addresses = session.reserve(&lengths)?;
    let mut memory = resources_at(case, mapping, &addresses);
    session.run(spirv, &dispatch(case), &BindingMap::classes(), &mut memory)?;
    Ok(outputs(case, &memory))
}
