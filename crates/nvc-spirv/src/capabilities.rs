//! The one table of SPIR-V capabilities: what each is for, what it needs.
//!
//! Emission asks for a [`Need`] where it emits the construct; [`Requirements`] collects the
//! capability and, where the target environment does not have it in its core, the extension.

use crate::disassemble::capability_name;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::TargetEnv;
use rspirv::spirv::Capability;

/// Major and minor number of a SPIR-V version.
pub(crate) type Version = (u8, u8);

/// An extension to declare, unless the SPIR-V version has it in its core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extension {
    /// Its name.
    pub name: &'static str,
    /// The SPIR-V version that it became part of.
    pub core: Option<Version>,
}

const fn until(name: &'static str, core: Version) -> Option<Extension> {
    Some(Extension { name, core: Some(core) })
}

const fn always(name: &'static str) -> Option<Extension> {
    Some(Extension { name, core: None })
}

const CORE: Option<Extension> = None;
const STORAGE_8: Option<Extension> = until("SPV_KHR_8bit_storage", (1, 5));
const STORAGE_16: Option<Extension> = until("SPV_KHR_16bit_storage", (1, 3));
const INDEXING: Option<Extension> = until("SPV_EXT_descriptor_indexing", (1, 5));
const PHYSICAL: Option<Extension> = until("SPV_KHR_physical_storage_buffer", (1, 5));
const PARTITIONED: Option<Extension> = always("SPV_NV_shader_subgroup_partitioned");
const SM_BUILTINS: Option<Extension> = always("SPV_NV_shader_sm_builtins");
const FLOAT_ADD: Option<Extension> = always("SPV_EXT_shader_atomic_float_add");
const FLOAT16_ADD: Option<Extension> = always("SPV_EXT_shader_atomic_float16_add");
const FLOAT_MIN_MAX: Option<Extension> = always("SPV_EXT_shader_atomic_float_min_max");
const ROTATE: Option<Extension> = always("SPV_KHR_subgroup_rotate");
const COOPERATIVE_NV: Option<Extension> = always("SPV_NV_cooperative_matrix");
const COOPERATIVE_KHR: Option<Extension> = always("SPV_KHR_cooperative_matrix");
const MEMORY_MODEL: Option<Extension> = until("SPV_KHR_vulkan_memory_model", (1, 5));
const INTEL_SUBGROUPS: Option<Extension> = always("SPV_INTEL_subgroups");
const CLOCK: Option<Extension> = always("SPV_KHR_shader_clock");
const IMAGE_64: Option<Extension> = always("SPV_EXT_shader_image_int64");
const DERIVATIVES: Option<Extension> = always("SPV_NV_compute_shader_derivatives");
const WORKGROUP_LAYOUT: Option<Extension> = always("SPV_KHR_workgroup_memory_explicit_layout");

/// Storage buffers as a storage class of their own.
pub(crate) const STORAGE_BUFFER_CLASS: Extension =
    Extension { name: "SPV_KHR_storage_buffer_storage_class", core: Some((1, 3)) };

/// Instructions without meaning, such as messages.
pub(crate) const NON_SEMANTIC: Extension =
    Extension { name: "SPV_KHR_non_semantic_info", core: Some((1, 6)) };

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Row {
    capability: Capability,
    /// The first SPIR-V version that can have it, with the extension; `None` for those that
    /// Vulkan does not have.
    since: Option<Version>,
    extension: Option<Extension>,
    /// What needs it, in the plural, to begin a message with.
    construct: &'static str,
}

macro_rules! needs {
    ($($name:ident $since:expr, $extension:expr, $construct:literal;)*) => {
        /// A capability that emission may ask for; named as in SPIR-V.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Need { $($name,)* }

        const TABLE: &[Row] = &[$(Row {
            capability: Capability::$name,
            since: $since,
            extension: $extension,
            construct: $construct,
        },)*];
    };
}

const V1_0: Option<Version> = Some((1, 0));
const V1_3: Option<Version> = Some((1, 3));
const V1_4: Option<Version> = Some((1, 4));
const NEVER: Option<Version> = None;

needs! {
    Shader V1_0, CORE, "shaders";

    Int8 V1_0, CORE, "8-bit integers";
    Int16 V1_0, CORE, "16-bit integers";
    Int64 V1_0, CORE, "64-bit integers";
    Float16 V1_0, CORE, "16-bit floats";
    Float64 V1_0, CORE, "64-bit floats";

    StorageBuffer8BitAccess V1_0, STORAGE_8, "8-bit accesses to storage buffers";
    UniformAndStorageBuffer8BitAccess V1_0, STORAGE_8, "8-bit accesses to uniform buffers";
    StoragePushConstant8 V1_0, STORAGE_8, "8-bit accesses to push constants";
    StorageBuffer16BitAccess V1_0, STORAGE_16, "16-bit accesses to storage buffers";
    UniformAndStorageBuffer16BitAccess V1_0, STORAGE_16, "16-bit accesses to uniform buffers";
    StoragePushConstant16 V1_0, STORAGE_16, "16-bit accesses to push constants";
    WorkgroupMemoryExplicitLayoutKHR V1_4, WORKGROUP_LAYOUT, "accesses of several widths to shared memory";
    WorkgroupMemoryExplicitLayout8BitAccessKHR V1_4, WORKGROUP_LAYOUT, "8-bit accesses to shared memory";
    WorkgroupMemoryExplicitLayout16BitAccessKHR V1_4, WORKGROUP_LAYOUT, "16-bit accesses to shared memory";
    PhysicalStorageBufferAddresses V1_0, PHYSICAL, "64-bit addresses";

    Int64Atomics V1_0, CORE, "64-bit atomics";
    AtomicFloat16AddEXT V1_0, FLOAT16_ADD, "atomic sums of 16-bit floats";
    AtomicFloat32AddEXT V1_0, FLOAT_ADD, "atomic sums of 32-bit floats";
    AtomicFloat64AddEXT V1_0, FLOAT_ADD, "atomic sums of 64-bit floats";
    AtomicFloat16MinMaxEXT V1_0, FLOAT_MIN_MAX, "atomic minima and maxima of 16-bit floats";
    AtomicFloat32MinMaxEXT V1_0, FLOAT_MIN_MAX, "atomic minima and maxima of 32-bit floats";
    AtomicFloat64MinMaxEXT V1_0, FLOAT_MIN_MAX, "atomic minima and maxima of 64-bit floats";

    GroupNonUniform V1_3, CORE, "subgroup operations";
    GroupNonUniformVote V1_3, CORE, "subgroup votes";
    GroupNonUniformBallot V1_3, CORE, "subgroup ballots";
    SubgroupShuffleINTEL V1_0, INTEL_SUBGROUPS, "Intel's subgroup shuffles";
    GroupNonUniformShuffle V1_3, CORE, "subgroup shuffles";
    GroupNonUniformShuffleRelative V1_3, CORE, "subgroup shuffles by a distance";
    GroupNonUniformArithmetic V1_3, CORE, "subgroup reductions";
    GroupNonUniformClustered V1_3, CORE, "clustered subgroup reductions";
    GroupNonUniformQuad V1_3, CORE, "quad operations";
    GroupNonUniformRotateKHR V1_3, ROTATE, "subgroup rotations";
    GroupNonUniformPartitionedEXT V1_3, PARTITIONED, "subgroup partitions";
    ShaderSMBuiltinsNV V1_3, SM_BUILTINS, "multiprocessor and warp numbers";

    CooperativeMatrixNV V1_3, COOPERATIVE_NV, "cooperative matrices";
    CooperativeMatrixKHR V1_3, COOPERATIVE_KHR, "cooperative matrices";
    VulkanMemoryModel V1_3, MEMORY_MODEL, "cooperative matrices";
    ComputeDerivativeGroupQuadsKHR V1_0, DERIVATIVES, "derivatives in groups of two by two";
    ComputeDerivativeGroupLinearKHR V1_0, DERIVATIVES, "derivatives in groups of four";
    DerivativeControl V1_0, CORE, "fine and coarse derivatives";
    ShaderClockKHR V1_0, CLOCK, "clocks";

    UniformBufferArrayDynamicIndexing V1_0, CORE, "indexed arrays of uniform buffers";
    StorageBufferArrayDynamicIndexing V1_0, CORE, "indexed arrays of storage buffers";
    SampledImageArrayDynamicIndexing V1_0, CORE, "indexed arrays of textures";
    StorageImageArrayDynamicIndexing V1_0, CORE, "indexed arrays of images";
    UniformTexelBufferArrayDynamicIndexing V1_0, INDEXING, "indexed arrays of uniform texel buffers";
    StorageTexelBufferArrayDynamicIndexing V1_0, INDEXING, "indexed arrays of storage texel buffers";
    RuntimeDescriptorArray V1_0, INDEXING, "bindless handles";
    ShaderNonUniform V1_0, INDEXING, "resources that differ between invocations";
    UniformBufferArrayNonUniformIndexing V1_0, INDEXING, "uniform buffers that differ between invocations";
    StorageBufferArrayNonUniformIndexing V1_0, INDEXING, "storage buffers that differ between invocations";
    SampledImageArrayNonUniformIndexing V1_0, INDEXING, "textures that differ between invocations";
    StorageImageArrayNonUniformIndexing V1_0, INDEXING, "images that differ between invocations";
    UniformTexelBufferArrayNonUniformIndexing V1_0, INDEXING, "uniform texel buffers that differ between invocations";
    StorageTexelBufferArrayNonUniformIndexing V1_0, INDEXING, "storage texel buffers that differ between invocations";

    Sampled1D V1_0, CORE, "one-dimensional textures";
    Image1D V1_0, CORE, "one-dimensional images";
    SampledBuffer V1_0, CORE, "buffer textures";
    ImageBuffer V1_0, CORE, "buffer images";
    SampledRect NEVER, CORE, "rectangle textures";
    ImageRect NEVER, CORE, "rectangle images";
    SampledCubeArray V1_0, CORE, "cube map array textures";
    ImageCubeArray V1_0, CORE, "cube map array images";
    StorageImageMultisample V1_0, CORE, "multisampled images";
    ImageMSArray V1_0, CORE, "multisampled array images";
    StorageImageExtendedFormats V1_0, CORE, "images of this format";
    Int64ImageEXT V1_0, IMAGE_64, "images of 64-bit texels";
    StorageImageReadWithoutFormat V1_0, CORE, "reads of images without a format";
    StorageImageWriteWithoutFormat V1_0, CORE, "writes of images without a format";
    ImageQuery V1_0, CORE, "size queries";
    ImageGatherExtended V1_0, CORE, "gathers with offsets";
    MinLod V1_0, CORE, "clamped levels of detail";
    SparseResidency V1_0, CORE, "residency codes of sparse textures";
}

/// Names of all capabilities that a module may declare, in the order of the table.
pub fn capability_names() -> Vec<String> {
    let rows = TABLE.iter().filter(|row| row.since.is_some());
    rows.map(|row| capability_name(row.capability)).collect()
}

/// Names of all extensions that a module may declare, in the order of the table, each once.
pub fn extension_names() -> Vec<&'static str> {
    let alone = [STORAGE_BUFFER_CLASS, NON_SEMANTIC];
    let mut names: Vec<&'static str> = Vec::new();
    for extension in TABLE.iter().filter_map(|row| row.extension).chain(alone) {
        if !names.contains(&extension.name) {
            names.push(extension.name);
        }
    }
    names
}

impl Need {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}

/// What a module declares, in the order that emission came to need it.
#[derive(Debug)]
pub(crate) struct Requirements {
    env: TargetEnv,
    needs: Vec<Need>,
    extensions: Vec<&'static str>,
}

impl Requirements {
    /// Nothing but shaders.
    pub fn new(env: TargetEnv) -> Self {
        Requirements { env, needs: vec![Need::Shader], extensions: Vec::new() }
    }

    /// Adds a capability with its extension. If the target environment cannot have it, gives the
    /// diagnostic, the first time.
    pub fn need(&mut self, need: Need, at: Option<Span>) -> Option<Diagnostic> {
        if self.needs.contains(&need) {
            return None;
        }
        self.needs.push(need);
        let row = need.row();
        if row.since.is_some_and(|version| version <= self.env.spirv_version()) {
            if let Some(extension) = row.extension {
                self.extension(extension);
            }
            return None;
        }
        Some(row.lacking(self.env, at))
    }

    /// Whether any of these was asked for.
    pub fn has_any(&self, needs: &[Need]) -> bool {
        needs.iter().any(|need| self.needs.contains(need))
    }

    /// Adds an extension, unless it is part of the target's SPIR-V version.
    pub fn extension(&mut self, extension: Extension) {
        let core = extension.core.is_some_and(|version| version <= self.env.spirv_version());
        if !core && !self.extensions.contains(&extension.name) {
            self.extensions.push(extension.name);
        }
    }

    /// The capabilities, `Shader` first.
    pub fn capabilities(&self) -> impl Iterator<Item = Capability> {
        self.needs.iter().map(|need| need.row().capability)
    }

    /// The extensions to declare.
    pub fn extensions(&self) -> &[&'static str] {
        &self.extensions
    }
}

impl Row {
    fn lacking(&self, env: TargetEnv, at: Option<Span>) -> Diagnostic {
        let name = capability_name(self.capability);
        let Some(since) = self.since else {
            return Diagnostic::new(Code::N0701, at, format!("{} do not exist in Vulkan", self.construct))
                .note(format!("no version of Vulkan has SPIR-V's capability {name}"));
        };
        let message = format!("{} are not in {}", self.construct, env.name());
        let (major, minor) = since;
        let note = format!("they need SPIR-V {major}.{minor} and its capability {name}");
        let diagnostic = Diagnostic::new(Code::N0601, at, message).note(note);
        match TargetEnv::ALL.iter().find(|env| env.spirv_version() >= since) {
            Some(lowest) => diagnostic.help(format!(
                "{0} is the first that has them: compile with `--target-env {0}`",
                lowest.name()
            )),
            None => diagnostic,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_reachable_in_some_environment_or_never() {
        for row in TABLE {
            let some = TargetEnv::ALL.iter().any(|env| row.since.is_some_and(|v| v <= env.spirv_version()));
            assert_eq!(some, row.since.is_some(), "{:?}", row.capability);
        }
    }

    #[test]
    fn extensions_end_where_the_core_has_them() {
        let mut old = Requirements::new(TargetEnv::Vulkan1_1);
        assert_eq!(old.need(Need::StorageBuffer8BitAccess, None), None);
        assert_eq!(old.need(Need::StorageBuffer16BitAccess, None), None);
        assert_eq!(old.extensions(), ["SPV_KHR_8bit_storage"]);
        let mut new = Requirements::new(TargetEnv::Vulkan1_2);
        assert_eq!(new.need(Need::StorageBuffer8BitAccess, None), None);
        assert!(new.extensions().is_empty());
    }

    #[test]
    fn a_lacking_capability_is_reported_once_with_the_lowest_environment() {
        let mut needs = Requirements::new(TargetEnv::Vulkan1_0);
        let found = needs.need(Need::GroupNonUniformShuffle, None).expect("a diagnostic");
        assert_eq!(found.code, Code::N0601);
        assert_eq!(found.message, "subgroup shuffles are not in vulkan1.0");
        assert!(found.help.is_some_and(|help| help.contains("--target-env vulkan1.1")));
        assert_eq!(needs.need(Need::GroupNonUniformShuffle, None), None);
        let never = needs.need(Need::SampledRect, None).expect("a diagnostic");
        assert_eq!(never.code, Code::N0701);
    }
}
