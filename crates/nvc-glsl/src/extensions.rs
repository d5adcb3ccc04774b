//! Extensions, as rows.
//!
//! A row holds an extension's name and what it implies; built-ins, types, keywords and layouts name
//! the extensions that they need in rows of their own.

use nvc_diag::Span;

/// An extension of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Extension(pub u16);

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Extensions that enabling it enables too.
    pub implies: &'static [&'static str],
}

impl Extension {
    /// The extension of a name.
    pub fn find(name: &str) -> Option<Extension> {
        let index = TABLE.iter().position(|row| row.name == name)?;
        u16::try_from(index).ok().map(Extension)
    }

    /// Every extension, in the order of the table.
    pub fn all() -> impl Iterator<Item = Extension> {
        (0..TABLE.len()).filter_map(|index| u16::try_from(index).ok().map(Extension))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        TABLE.get(usize::from(self.0)).map_or("", |row| row.name)
    }

    /// Extensions that enabling it enables too.
    pub fn implies(self) -> &'static [&'static str] {
        TABLE.get(usize::from(self.0)).map_or(&[], |row| row.implies)
    }
}

const fn row(name: &'static str) -> Row {
    Row { name, implies: &[] }
}

const fn implying(name: &'static str, implies: &'static [&'static str]) -> Row {
    Row { name, implies }
}

/// The extensions, by owner and name.
static TABLE: &[Row] = &[
    row("GL_AMD_gpu_shader_half_float"),
    row("GL_AMD_gpu_shader_int16"),
    row("GL_AMD_gpu_shader_int64"),
    row("GL_ARB_arrays_of_arrays"),
    row("GL_ARB_bindless_texture"),
    row("GL_ARB_compute_shader"),
    row("GL_ARB_compute_variable_group_size"),
    row("GL_ARB_gpu_shader5"),
    row("GL_ARB_gpu_shader_fp64"),
    row("GL_ARB_gpu_shader_int64"),
    row("GL_ARB_shader_atomic_counter_ops"),
    row("GL_ARB_shader_ballot"),
    row("GL_ARB_shader_clock"),
    row("GL_ARB_shader_group_vote"),
    row("GL_ARB_shader_image_load_store"),
    row("GL_ARB_shader_image_size"),
    row("GL_ARB_shader_storage_buffer_object"),
    row("GL_ARB_shading_language_420pack"),
    row("GL_ARB_shading_language_include"),
    row("GL_ARB_sparse_texture2"),
    row("GL_EXT_buffer_reference"),
    implying("GL_EXT_buffer_reference2", &["GL_EXT_buffer_reference"]),
    row("GL_EXT_buffer_reference_uvec2"),
    row("GL_EXT_control_flow_attributes"),
    row("GL_EXT_control_flow_attributes2"),
    row("GL_EXT_debug_printf"),
    row("GL_EXT_integer_dot_product"),
    row("GL_EXT_maximal_reconvergence"),
    row("GL_EXT_nonuniform_qualifier"),
    row("GL_EXT_null_initializer"),
    row("GL_EXT_samplerless_texture_functions"),
    row("GL_EXT_scalar_block_layout"),
    row("GL_EXT_shader_16bit_storage"),
    row("GL_EXT_shader_8bit_storage"),
    row("GL_EXT_shader_atomic_float"),
    row("GL_EXT_shader_atomic_float2"),
    row("GL_EXT_shader_atomic_int64"),
    implying(
        "GL_EXT_shader_explicit_arithmetic_types",
        &[
            "GL_EXT_shader_explicit_arithmetic_types_int8",
            "GL_EXT_shader_explicit_arithmetic_types_int16",
            "GL_EXT_shader_explicit_arithmetic_types_int32",
            "GL_EXT_shader_explicit_arithmetic_types_int64",
            "GL_EXT_shader_explicit_arithmetic_types_float16",
            "GL_EXT_shader_explicit_arithmetic_types_float32",
            "GL_EXT_shader_explicit_arithmetic_types_float64",
        ],
    ),
    row("GL_EXT_shader_explicit_arithmetic_types_float16"),
    row("GL_EXT_shader_explicit_arithmetic_types_float32"),
    row("GL_EXT_shader_explicit_arithmetic_types_float64"),
    row("GL_EXT_shader_explicit_arithmetic_types_int16"),
    row("GL_EXT_shader_explicit_arithmetic_types_int32"),
    row("GL_EXT_shader_explicit_arithmetic_types_int64"),
    row("GL_EXT_shader_explicit_arithmetic_types_int8"),
    row("GL_EXT_shader_image_int64"),
    row("GL_EXT_shader_image_load_store"),
    row("GL_EXT_shader_implicit_conversions"),
    row("GL_EXT_shader_realtime_clock"),
    row("GL_EXT_shader_subgroup_extended_types_float16"),
    row("GL_EXT_shader_subgroup_extended_types_int16"),
    row("GL_EXT_shader_subgroup_extended_types_int64"),
    row("GL_EXT_shader_subgroup_extended_types_int8"),
    row("GL_EXT_shared_memory_block"),
    row("GL_EXT_spec_constant_composites"),
    row("GL_EXT_subgroup_uniform_control_flow"),
    row("GL_EXT_subgroupuniform_qualifier"),
    row("GL_EXT_texture_offset_non_const"),
    row("GL_EXT_vulkan_glsl_relaxed"),
    row("GL_GOOGLE_cpp_style_line_directive"),
    row("GL_GOOGLE_include_directive"),
    implying("GL_KHR_cooperative_matrix", &["GL_KHR_memory_scope_semantics"]),
    row("GL_KHR_memory_scope_semantics"),
    implying("GL_KHR_shader_subgroup_arithmetic", &["GL_KHR_shader_subgroup_basic"]),
    implying("GL_KHR_shader_subgroup_ballot", &["GL_KHR_shader_subgroup_basic"]),
    row("GL_KHR_shader_subgroup_basic"),
    implying("GL_KHR_shader_subgroup_clustered", &["GL_KHR_shader_subgroup_basic"]),
    implying("GL_KHR_shader_subgroup_quad", &["GL_KHR_shader_subgroup_basic"]),
    implying("GL_KHR_shader_subgroup_rotate", &["GL_KHR_shader_subgroup_basic"]),
    implying("GL_KHR_shader_subgroup_shuffle", &["GL_KHR_shader_subgroup_basic"]),
    implying("GL_KHR_shader_subgroup_shuffle_relative", &["GL_KHR_shader_subgroup_basic"]),
    implying("GL_KHR_shader_subgroup_vote", &["GL_KHR_shader_subgroup_basic"]),
    row("GL_KHR_vulkan_glsl"),
    row("GL_NV_bindless_texture"),
    row("GL_NV_compute_shader_derivatives"),
    implying("GL_NV_cooperative_matrix", &["GL_KHR_memory_scope_semantics"]),
    implying("GL_NV_gpu_shader5", &["GL_ARB_gpu_shader5"]),
    implying(
        "GL_NV_integer_cooperative_matrix",
        &["GL_NV_cooperative_matrix", "GL_KHR_memory_scope_semantics"],
    ),
    row("GL_NV_shader_atomic_float"),
    row("GL_NV_shader_atomic_float64"),
    row("GL_NV_shader_atomic_fp16_vector"),
    row("GL_NV_shader_atomic_int64"),
    row("GL_NV_shader_buffer_load"),
    row("GL_NV_shader_buffer_store"),
    row("GL_NV_shader_sm_builtins"),
    row("GL_NV_shader_subgroup_partitioned"),
    row("GL_NV_shader_thread_group"),
    row("GL_NV_shader_thread_shuffle"),
];

/// What `#extension name : behavior` asks for (GLSL 3.3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Behavior {
    /// As if it were not there.
    Disable,
    /// Enabled; a warning at each use.
    Warn,
    /// Enabled; a warning if unknown.
    Enable,
    /// Enabled; an error if unknown.
    Require,
}

/// An `#extension` line.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The extension; `None` for `all`.
    pub extension: Option<Extension>,
    /// What it asks for.
    pub behavior: Behavior,
    /// The line.
    pub span: Span,
}
