//! Checks a dispatch against the device's limits. Drivers are not required to check them, and may crash.

use crate::reflect::{Extent, Module};
use crate::{DeviceInfo, Error, Result};
use nvc_exec::Dispatch;
use nvc_ir::globals::GROUP_SIZE_SPEC_IDS;

const AXES: [char; 3] = ['x', 'y', 'z'];
const FEWER_GROUPS: &str = "dispatch fewer workgroups";
const SMALLER_GROUPS: &str = "use a smaller workgroup";

/// Fails if a dispatch of the module exceeds a limit on the number or the size of workgroups (Vulkan 1.3,
/// VUID-vkCmdDispatch-groupCountX-00386 and VUID-RuntimeSpirv-x-06429), or if the workgroup size is 0 in a dimension. If
/// [`Module::group_size`] is `None`, only the number of workgroups is checked.
pub(crate) fn check(module: &Module, dispatch: &Dispatch, device: &DeviceInfo) -> Result<()> {
    let limit = |limit: String, max: u64, required: u64, help| match required <= max {
        true => Ok(()),
        false => Err(Error::Limit { device: device.name.clone(), limit, max, required, help }),
    };
    let counts = dispatch.groups.into_iter().zip(device.limits.group_count);
    for ((groups, max), axis) in counts.zip(AXES) {
        limit(format!("maxComputeWorkGroupCount.{axis}"), max.into(), groups.into(), FEWER_GROUPS)?;
    }
    let Some(size) = group_size(module, dispatch) else { return Ok(()) };
    if size.contains(&0) {
        return Err(Error::Module("its workgroup size is 0".to_owned()));
    }
    for ((side, max), axis) in size.into_iter().zip(device.limits.group_size).zip(AXES) {
        limit(format!("maxComputeWorkGroupSize.{axis}"), max.into(), side.into(), SMALLER_GROUPS)?;
    }
    let invocations = size.into_iter().fold(1, |product: u64, side| product.saturating_mul(side.into()));
    let max = device.limits.group_invocations.into();
    limit("maxComputeWorkGroupInvocations".to_owned(), max, invocations, SMALLER_GROUPS)
}

/// The size of the workgroup after specialization, if it is known.
pub(crate) fn group_size(module: &Module, dispatch: &Dispatch) -> Option<[u32; 3]> {
    let size = |extent| match extent {
        Extent::Fixed(size) => size,
        Extent::Spec { id, default } => specialized(id, default, dispatch),
    };
    Some(module.group_size?.map(size))
}

/// The value of a 32-bit specialization constant.
pub(crate) fn specialized(id: u32, default: u32, dispatch: &Dispatch) -> u32 {
    let group_size = || {
        let axis = GROUP_SIZE_SPEC_IDS.iter().position(|&known| known == id)?;
        dispatch.group_size.and_then(|size| size.get(axis).copied())
    };
    dispatch.specialization.get(&id).map(|bits| *bits as u32).or_else(group_size).unwrap_or(default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn message(groups: [u32; 3], group_size: Option<[u32; 3]>, extents: [Extent; 3]) -> String {
        let limits = Limits {
            group_count: [65535; 3],
            group_size: [1024, 1024, 64],
            group_invocations: 1024,
            shared_bytes: 0,
        };
        let device = DeviceInfo { name: "GPU".into(), limits, ..DeviceInfo::default() };
        let module = Module { group_size: Some(extents), ..Module::default() };
        let dispatch = Dispatch { groups, group_size, ..Dispatch::default() };
        check(&module, &dispatch, &device).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn errors_name_the_limit() {
        let fixed = |size: [u32; 3]| size.map(Extent::Fixed);
        assert_eq!(message([65535; 3], None, fixed([1024, 1, 1])), "");
        assert_eq!(
            message([1, 65536, 1], None, fixed([1; 3])),
            "GPU has a maxComputeWorkGroupCount.y of 65535, but the run requires 65536: dispatch fewer workgroups"
        );
        assert!(message([1; 3], None, fixed([1, 1, 65])).contains("maxComputeWorkGroupSize.z of 64"));
        assert!(message([1; 3], None, fixed([64, 32, 1])).contains("maxComputeWorkGroupInvocations of 1024"));
        assert!(message([1; 3], None, fixed([0, 1, 1])).contains("is 0"));
    }

    #[test]
    fn specialized_sizes_are_checked() {
        let [x, y, z] = GROUP_SIZE_SPEC_IDS.map(|id| Extent::Spec { id, default: 1 });
        assert_eq!(message([1; 3], None, [x, y, z]), "");
        assert!(
            message([1; 3], Some([100_000, 1, 1]), [x, y, z]).contains("maxComputeWorkGroupSize.x of 1024")
        );
    }
}
