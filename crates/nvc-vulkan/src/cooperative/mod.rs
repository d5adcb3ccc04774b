//! Checks the cooperative matrices and vectors of a module against the combinations that the device lists.
//!
//! A driver is not required to reject a combination that it does not list (Vulkan, "Runtime SPIR-V Validation",
//! VUID-RuntimeSpirv-OpCooperativeMatrixMulAddKHR-10060 and following), and some crash. [`needed`] reads what the module
//! needs, with the values of its specialization constants; [`query`] reads what the device lists; [`check`] compares the
//! two, which are plain data.

mod check;
mod constants;
mod describe;
mod needed;
mod properties;
mod query;
mod shapes;

use crate::reflect::Module;
use crate::{Device, Error, Result, limits};
use nvc_exec::Dispatch;
use shapes::Extension;
use spirv::Capability;

/// The features whose modules are checked.
const CAPABILITIES: [Capability; 3] =
    [Capability::CooperativeMatrixKHR, Capability::CooperativeMatrixNV, Capability::CooperativeVectorNV];

/// With this feature, a device supports KHR matrices that it lists only in
/// `vkGetPhysicalDeviceCooperativeMatrixProperties2EXT`, which is not read, so KHR matrices are not checked.
const MORE_MATRICES: &str = "cooperativeMatrixProperties2";

/// Fails if the module uses a cooperative matrix or vector that the device does not support.
pub(crate) fn check(module: &Module, words: &[u32], dispatch: &Dispatch, device: &Device) -> Result<()> {
    if !CAPABILITIES.iter().any(|&capability| module.capabilities.contains(&(capability as u32))) {
        return Ok(());
    }
    let mut needed = needed::collect(words, dispatch)?;
    if device.info().has(MORE_MATRICES) {
        needed.products.retain(|(extension, _)| *extension != Extension::Khr);
        needed.matrices.retain(|matrix| matrix.usage.is_none());
    }
    let offered = query::offered(device)?;
    let size = limits::group_size(module, dispatch);
    let invocations = size.map(|size| size.into_iter().fold(1, u32::saturating_mul));
    match check::unsupported(&needed, &offered, invocations) {
        None => Ok(()),
        Some(problem) => Err(Error::Cooperative {
            device: device.info().name.clone(),
            required: problem.required,
            offered: problem.offered,
            help: problem.help,
        }),
    }
}
