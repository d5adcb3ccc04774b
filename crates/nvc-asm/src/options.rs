//! OPTION statements and the features that they enable.

/// A feature that a language construct may require.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the variants are the option names")]
pub enum Feature {
    StorageBuffer,
    ThreadGroup,
    ThreadShuffle,
    AtomicFloat,
    AtomicFloat64,
    AtomicInt64,
    AtomicFp16Vector,
    AtomicCounters,
    BindlessTexture,
    MemExtended,
    ImageLoadFormatted,
    ImageSize,
    ImageSamples,
    TextureMultisample,
    ExplicitMultisample,
    VariableGroupSize,
}

/// The known options. If several options enable a feature, messages name the first one. An option without a
/// feature is accepted but enables nothing.
const OPTIONS: &[(&str, Option<Feature>)] = &[
    ("NV_shader_storage_buffer", Some(Feature::StorageBuffer)),
    ("NV_shader_thread_group", Some(Feature::ThreadGroup)),
    ("NV_shader_thread_shuffle", Some(Feature::ThreadShuffle)),
    ("NV_shader_atomic_float", Some(Feature::AtomicFloat)),
    ("NV_shader_atomic_float64", Some(Feature::AtomicFloat64)),
    ("NV_shader_atomic_int64", Some(Feature::AtomicInt64)),
    ("NV_shader_atomic_fp16_vector", Some(Feature::AtomicFp16Vector)),
    ("NV_shader_atomic_counters", Some(Feature::AtomicCounters)),
    ("NV_bindless_texture", Some(Feature::BindlessTexture)),
    ("NV_gpu_program5_mem_extended", Some(Feature::MemExtended)),
    ("EXT_shader_image_load_formatted", Some(Feature::ImageLoadFormatted)),
    ("ARB_shader_image_size", Some(Feature::ImageSize)),
    ("ARB_shader_texture_image_samples", Some(Feature::ImageSamples)),
    ("NV_texture_multisample", Some(Feature::TextureMultisample)),
    ("NV_explicit_multisample", Some(Feature::ExplicitMultisample)),
    ("ARB_compute_variable_group_size", Some(Feature::VariableGroupSize)),
    ("NV_internal", None),
    ("NV_gpu_program_fp64", None),
    ("NV_parameter_buffer_object2", None),
    ("NV_shader_buffer_load", None),
    ("NV_shader_buffer_store", None),
    ("NV_unroll_none", None),
    ("ARB_derivative_control", None),
    ("ARB_sparse_texture2", None),
    ("EXT_sparse_texture2", None),
    ("ARB_sparse_texture_clamp", None),
];

impl Feature {
    /// Returns the option that enables the feature.
    pub fn option(self) -> &'static str {
        OPTIONS.iter().find(|(_, f)| *f == Some(self)).map_or("", |(name, _)| name)
    }
}

/// The features that a program enables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// Adds a feature.
    pub fn insert(&mut self, feature: Feature) {
        self.0 |= 1 << feature as u32;
    }

    /// Returns whether a feature is enabled.
    pub fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u32) != 0
    }
}

/// Returns the feature that an option enables, if any; the outer `None` means that the option is unknown.
pub fn option(name: &str) -> Option<Option<Feature>> {
    OPTIONS.iter().find(|(n, _)| *n == name).map(|(_, feature)| *feature)
}

/// Iterates over the names of all known options.
pub fn option_names() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().map(|(name, _)| *name)
}
