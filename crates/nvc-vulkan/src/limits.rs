//! Whether a dispatch is within the limits of a device. Drivers need not look: beyond them they may crash.
use crate::{Error, Facts, Module, Result, Side};
use nvc_exec::Dispatch;
use nvc_ir::globals::GROUP_SIZE_SPEC_IDS;

const AXES: [char; 3] = ['x', 'y', 'z'];
const FEWER_GROUPS: &str = "dispatch fewer work groups";
const SMALLER_GROUPS: &str = "give the work group a smaller size";

/// Fails if the dispatch of the module is beyond a limit (Vulkan 1.3, VUID-vkCmdDispatch-groupCountX-00386 and
/// VUID-RuntimeSpirv-x-06429).
pub(crate) fn check(module: &Module, dispatch: &Dispatch, facts: &Facts) -> Result<()> {
    let limit = |limit: String, most: u64, needed: u64, help| match needed <= most {
        true => Ok(()),
        false => Err(Error::Limit { device: facts.name.clone(), limit, most, needed, help }),
    };
    let counts = dispatch.groups.into_iter().zip(facts.limits.group_count);
    for ((groups, most), axis) in counts.zip(AXES) {
        limit(format!("maxComputeWorkGroupCount.{axis}"), most.into(), groups.into(), FEWER_GROUPS)?;
    }
    let Some(sides) = module.group_size else { return Ok(()) };
    let size = sides.map(|side| value(side, dispatch));
    if size.contains(&0) {
        return Err(Error::Module("the size of its work group is 0".to_owned()));
    }
    for ((side, most), axis) in size.into_iter().zip(facts.limits.group_size).zip(AXES) {
        limit(format!("maxComputeWorkGroupSize.{axis}"), most.into(), side.into(), SMALLER_GROUPS)?;
    }
    let invocations = size.into_iter().fold(1, |product: u64, side| product.saturating_mul(side.into()));
    let most = facts.limits.group_invocations.into();
    limit("maxComputeWorkGroupInvocations".to_owned(), most, invocations, SMALLER_GROUPS)
}

/// A side of the work group as the pipeline has it.
fn value(side: Side, dispatch: &Dispatch) -> u32 {
    let Side::Spec { id, default } = side else { return side.default_value() };
    let group = || {
        let axis = GROUP_SIZE_SPEC_IDS.iter().position(|&known| known == id)?;
        dispatch.group_size.and_then(|size| size.get(axis).copied())
    };
    dispatch.specialization.get(&id).map(|bits| *bits as u32).or_else(group).unwrap_or(default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn verdict(groups: [u32; 3], group_size: Option<[u32; 3]>, sides: [Side; 3]) -> String {
        let limits = Limits {
            group_count: [65535; 3],
            group_size: [1024, 1024, 64],
            group_invocations: 1024,
            shared_bytes: 0,
        };
        let facts = Facts { name: "it".into(), limits, ..Facts::default() };
        let module = Module { group_size: Some(sides), ..Module::default() };
        let dispatch = Dispatch { groups, group_size, ..Dispatch::default() };
        check(&module, &dispatch, &facts).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn limits_are_named() {
        let fixed = |size: [u32; 3]| size.map(Side::Fixed);
        assert_eq!(verdict([65535; 3], None, fixed([1024, 1, 1])), "");
        assert_eq!(
            verdict([1, 65536, 1], None, fixed([1; 3])),
            "it has a maxComputeWorkGroupCount.y of 65535, and the run needs 65536: dispatch fewer work groups"
        );
        assert!(verdict([1; 3], None, fixed([1, 1, 65])).contains("maxComputeWorkGroupSize.z of 64"));
        assert!(verdict([1; 3], None, fixed([64, 32, 1])).contains("maxComputeWorkGroupInvocations of 1024"));
        assert!(verdict([1; 3], None, fixed([0, 1, 1])).contains("is 0"));
    }

    #[test]
    fn sizes_that_the_pipeline_sets_count() {
        let [x, y, z] = GROUP_SIZE_SPEC_IDS.map(|id| Side::Spec { id, default: 1 });
        assert_eq!(verdict([1; 3], None, [x, y, z]), "");
        assert!(
            verdict([1; 3], Some([100_000, 1, 1]), [x, y, z]).contains("maxComputeWorkGroupSize.x of 1024")
        );
    }
}
