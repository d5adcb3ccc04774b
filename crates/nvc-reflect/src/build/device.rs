//! Collects the device requirements of a shader: those of its capabilities, extensions, instructions and
//! memory layouts.

use super::vulkan::{
    Extension, MATRIX_2, Requirement, SIZE_CONTROL, SPIRV_1_4, Structure, Version, capability_requirements,
    device_extension, extension_feature,
};
use super::{layout, limits, usage};
use crate::{Extent, Feature, MatrixScope, Property, PropertyRequirement, Reflection, Vulkan};
use nvc_ir::{Environment, Module};
use nvc_spirv::Binary;
use std::collections::{BTreeMap, BTreeSet};

/// Collects all requirements of a module.
pub(super) fn collect(module: &Module, binary: &Binary, env: Environment, reflection: &Reflection) -> Vulkan {
    let mut requirements = Requirements { version: env.vulkan().vulkan_version(), ..Requirements::default() };
    for capability in &binary.capabilities {
        requirements.add(capability_requirements(capability).unwrap_or_default());
    }
    for extension in binary.extensions.iter().filter_map(|name| device_extension(name)) {
        requirements.extension(extension);
    }
    for feature in binary.extensions.iter().filter_map(|name| extension_feature(name)) {
        requirements.add(&[feature]);
    }
    requirements.add(&usage::collect(module, env));
    if binary.capabilities.iter().any(|name| name == "FMAKHR") {
        requirements.add(&usage::fused(module));
    }
    requirements.add(&layout::collect(module, &binary.declared, env.vulkan()));
    if reflection.cooperative_matrices.types.iter().any(|matrix| matrix.scope == MatrixScope::Workgroup) {
        requirements.add(&[Requirement::Feature(&MATRIX_2, "cooperativeMatrixWorkgroupScope")]);
    }
    if env.needs_spirv_1_4_extension() {
        requirements.extension(&SPIRV_1_4);
    }
    if reflection.subgroup_size.is_some() {
        requirements.add(&[
            Requirement::Feature(&SIZE_CONTROL, "subgroupSizeControl"),
            Requirement::Feature(&SIZE_CONTROL, "computeFullSubgroups"),
        ]);
    }
    let mut properties = limits::collect(reflection);
    if let Some(size) = reflection.subgroup_size {
        properties.extend(limits::subgroups(reflection, size));
    }
    properties.extend(limits::vectors(module, &binary.declared));
    requirements.finish(properties, full_subgroups(reflection))
}

/// Returns whether the pipeline can require full subgroups: the work group size in x must be known and a multiple of the
/// required subgroup size (`VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT`).
fn full_subgroups(reflection: &Reflection) -> bool {
    match (reflection.subgroup_size, reflection.workgroup_size[0]) {
        (Some(size), Extent::Fixed(x)) => x.is_multiple_of(size.max(1)),
        _ => false,
    }
}

/// The requirements collected so far.
#[derive(Default)]
struct Requirements {
    version: Version,
    instance: BTreeSet<&'static str>,
    extensions: BTreeSet<&'static str>,
    /// Structure and member of each feature, with the structure that has the member in core Vulkan, if any.
    features: BTreeMap<(&'static str, &'static str), Option<&'static str>>,
    /// Operations of `subgroupSupportedOperations`.
    subgroup: Vec<&'static str>,
    /// Structures and members of properties that must contain the compute stage.
    stages: BTreeSet<(&'static str, &'static str)>,
}

impl Requirements {
    fn add(&mut self, requirements: &[Requirement]) {
        for requirement in requirements {
            match *requirement {
                Requirement::Feature(structure, member) => self.feature(structure, member),
                Requirement::Extension(extension) => self.extension(extension),
                Requirement::Subgroup(bit) if self.subgroup.contains(&bit) => {}
                Requirement::Subgroup(bit) => self.subgroup.push(bit),
                Requirement::ComputeStage(structure, member) => {
                    self.stages.insert((structure, member));
                }
            }
        }
    }

    fn feature(&mut self, structure: &'static Structure, member: &'static str) {
        if let Some(extension) = structure.extension {
            self.extension(extension);
        }
        let core = structure.core.filter(|&(_, since)| since <= self.version);
        self.features.insert((structure.name, member), core.map(|(name, _)| name));
    }

    /// Adds an extension and its dependencies, unless it is core in the Vulkan version.
    fn extension(&mut self, extension: &'static Extension) {
        let mut work = vec![extension];
        while let Some(extension) = work.pop() {
            if extension.core.is_some_and(|core| core <= self.version) {
                continue;
            }
            if self.extensions.insert(extension.name) {
                work.extend(extension.requires);
                // All of these instance extensions are core in Vulkan 1.1.
                if self.version < (1, 1) {
                    self.instance.extend(extension.instance);
                }
            }
        }
    }

    fn finish(self, mut properties: Vec<Property>, full_subgroups: bool) -> Vulkan {
        let owned = |names: BTreeSet<&'static str>| names.into_iter().map(str::to_owned).collect();
        let mut property = |structure: &str, member: &str, bits: Vec<String>| {
            let requirement = PropertyRequirement::Contains(bits);
            properties.push(Property { structure: structure.into(), member: member.into(), requirement });
        };
        if !self.subgroup.is_empty() {
            let bits = self.subgroup.iter().map(|&bit| bit.to_owned()).collect();
            property("VkPhysicalDeviceSubgroupProperties", "subgroupSupportedOperations", bits);
        }
        for (structure, member) in &self.stages {
            let bits = vec!["VK_SHADER_STAGE_COMPUTE_BIT".to_owned()];
            property(structure, member, bits);
        }
        properties.sort();
        let features = self.features.into_iter().map(|((structure, member), core)| Feature {
            structure: structure.to_owned(),
            member: member.to_owned(),
            core_struct: core.map(str::to_owned),
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
