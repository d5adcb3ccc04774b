//! What the device has to have and to enable: the wants of capabilities, extensions, instructions and
//! layouts, put together.

use super::rows::{Extension, SIZE_CONTROL, Structure, Version, Want, of_capability, of_extension};
use super::{layout, limits, usage};
use crate::{Extent, Feature, Need, Property, Reflection, Vulkan};
use nvc_ir::{Module, TargetEnv};
use nvc_spirv::Binary;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that a module wants.
pub(super) fn collect(module: &Module, binary: &Binary, env: TargetEnv, reflection: &Reflection) -> Vulkan {
    let mut needs = Needs { version: version(env), ..Needs::default() };
    for capability in &binary.capabilities {
        needs.wants(of_capability(capability).unwrap_or_default());
    }
    for extension in binary.extensions.iter().filter_map(|name| of_extension(name)) {
        needs.extension(extension);
    }
    needs.wants(&usage::collect(module, env));
    needs.wants(&layout::collect(module, &binary.declared, env));
    if reflection.subgroup_size.is_some() {
        needs.wants(&[
            Want::Feature(&SIZE_CONTROL, "subgroupSizeControl"),
            Want::Feature(&SIZE_CONTROL, "computeFullSubgroups"),
        ]);
    }
    let mut properties = limits::collect(reflection);
    if let Some(size) = reflection.subgroup_size {
        properties.extend(limits::subgroups(reflection, size));
    }
    needs.finish(properties, full_subgroups(reflection))
}

fn version(env: TargetEnv) -> Version {
    match env {
        TargetEnv::Vulkan1_0 => (1, 0),
        TargetEnv::Vulkan1_1 => (1, 1),
        TargetEnv::Vulkan1_2 => (1, 2),
        TargetEnv::Vulkan1_3 => (1, 3),
        TargetEnv::Vulkan1_4 => (1, 4),
    }
}

/// Whether the pipeline may ask for full subgroups: only where the work group's size in x is a multiple
/// of theirs (`VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT`).
fn full_subgroups(reflection: &Reflection) -> bool {
    match (reflection.subgroup_size, reflection.workgroup_size[0]) {
        (Some(size), Extent::Fixed(x)) => x.is_multiple_of(size.max(1)),
        _ => false,
    }
}

/// What was collected.
#[derive(Default)]
struct Needs {
    version: Version,
    instance: BTreeSet<&'static str>,
    extensions: BTreeSet<&'static str>,
    features: BTreeMap<(&'static str, &'static str), Option<&'static str>>,
    subgroup: Vec<&'static str>,
    stages: BTreeSet<&'static str>,
}

impl Needs {
    fn wants(&mut self, wants: &[Want]) {
        for want in wants {
            match *want {
                Want::Feature(structure, member) => self.feature(structure, member),
                Want::Extension(extension) => self.extension(extension),
                Want::Subgroup(bit) if self.subgroup.contains(&bit) => {}
                Want::Subgroup(bit) => self.subgroup.push(bit),
                Want::MatrixStage(structure) => {
                    self.stages.insert(structure);
                }
            }
        }
    }

    fn feature(&mut self, structure: &'static Structure, member: &'static str) {
        if let Some(extension) = structure.extension {
            self.extension(extension);
        }
        let whole = structure.whole.filter(|&(_, since)| since <= self.version);
        self.features.insert((structure.name, member), whole.map(|(name, _)| name));
    }

    /// An extension and those that it requires, unless the version has it in its core.
    fn extension(&mut self, extension: &'static Extension) {
        let mut work = vec![extension];
        while let Some(extension) = work.pop() {
            if extension.core.is_some_and(|core| core <= self.version) {
                continue;
            }
            if self.extensions.insert(extension.name) {
                work.extend(extension.requires);
                // They are all part of Vulkan 1.1.
                if self.version < (1, 1) {
                    self.instance.extend(extension.instance);
                }
            }
        }
    }

    fn finish(self, mut properties: Vec<Property>, full_subgroups: bool) -> Vulkan {
        let owned = |names: BTreeSet<&'static str>| names.into_iter().map(str::to_owned).collect();
        let mut property = |structure: &str, member: &str, bits: Vec<String>| {
            let needs = Need::Contains(bits);
            properties.push(Property { structure: structure.into(), member: member.into(), needs });
        };
        if !self.subgroup.is_empty() {
            let bits = self.subgroup.iter().map(|&bit| bit.to_owned()).collect();
            property("VkPhysicalDeviceSubgroupProperties", "subgroupSupportedOperations", bits);
        }
        for structure in &self.stages {
            let bits = vec!["VK_SHADER_STAGE_COMPUTE_BIT".to_owned()];
            property(structure, "cooperativeMatrixSupportedStages", bits);
        }
        properties.sort();
        let features = self.features.into_iter().map(|((structure, member), whole)| Feature {
            structure: structure.to_owned(),
            member: member.to_owned(),
            core_struct: whole.map(str::to_owned),
        });
        Vulkan {
            version: format!("{}.{}", self.version.0, self.version.1),
            instance_extensions: owned(self.instance),
            extensions: owned(self.extensions),
            features: features.collect(),
            properties,
            full_subgroups,
        }
    }
}
