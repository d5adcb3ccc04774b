//! The table of extensions, sorted by name.

use super::{Row, State};

pub(super) static TABLE: &[Row] = &[
    partial("GL_AMD_gcn_shader", "the functions `cubeFaceIndexAMD` and `cubeFaceCoordAMD`"),
    full("GL_AMD_gpu_shader_half_float"),
    full("GL_AMD_gpu_shader_int16"),
    full("GL_AMD_gpu_shader_int64"),
    full("GL_AMD_shader_ballot"),
    full("GL_AMD_shader_trinary_minmax"),
    name_only("GL_ANDROID_extension_pack_es31a", "it is the extensions that it enables").core(0, 320).implying(&[
        "GL_EXT_gpu_shader5",
        "GL_EXT_shader_io_blocks",
        "GL_EXT_texture_buffer",
        "GL_EXT_texture_cube_map_array",
        "GL_OES_shader_image_atomic",
        "GL_OES_texture_storage_multisample_2d_array",
    ]),
    name_only("GL_ARB_ES3_1_compatibility", "`#version 310 es` and `imageAtomicExchange` on floats are always accepted; the rest is for fragment shaders").core(450, 310),
    name_only("GL_ARB_ES3_compatibility", "it allows `#version 300 es`, which has no compute shaders").core(430, 300),
    full("GL_ARB_arrays_of_arrays").core(430, 310),
    full("GL_ARB_bindless_texture").desktop_only(),
    full("GL_ARB_compute_shader").core(430, 310),
    full("GL_ARB_compute_variable_group_size").desktop_only(),
    full("GL_ARB_enhanced_layouts").core(440, 0),
    name_only("GL_ARB_explicit_attrib_location", "it is for vertex inputs and fragment outputs").core(330, 300),
    full("GL_ARB_explicit_uniform_location").core(430, 310),
    name_only("GL_ARB_gl_spirv", "it is for the API; `constant_id` is always accepted").core(460, 0),
    full("GL_ARB_gpu_shader5").core(400, 320),
    full("GL_ARB_gpu_shader_fp64").core(400, 0),
    full("GL_ARB_gpu_shader_int64"),
    name_only("GL_ARB_separate_shader_objects", "it is for inputs and outputs of other stages").core(410, 310),
    full("GL_ARB_shader_atomic_counter_ops").core(460, 0),
    full("GL_ARB_shader_atomic_counters").core(420, 310),
    full("GL_ARB_shader_ballot").desktop_only(),
    full("GL_ARB_shader_bit_encoding").core(330, 300),
    full("GL_ARB_shader_clock"),
    full("GL_ARB_shader_group_vote").core(460, 0).desktop_only(),
    full("GL_ARB_shader_image_load_store").core(420, 310),
    full("GL_ARB_shader_image_size").core(430, 310),
    name_only("GL_ARB_shader_precision", "Vulkan requires the same precision and infinities of all shaders; NaNs are optional in both").core(410, 0),
    full("GL_ARB_shader_storage_buffer_object").core(430, 310),
    full("GL_ARB_shader_texture_image_samples").core(450, 0),
    partial("GL_ARB_shader_texture_lod", "`shadow*GradARB`, whose vectors depend on a state of the texture that Vulkan lacks; `textureGrad` does the same").core(130, 300),
    full("GL_ARB_shading_language_420pack").core(420, 0),
    full("GL_ARB_shading_language_include"),
    full("GL_ARB_shading_language_packing").core(420, 300),
    name_only("GL_ARB_tessellation_shader", "it is for tessellation shaders").core(400, 320),
    full("GL_ARB_texture_cube_map_array").core(400, 320),
    full("GL_ARB_texture_gather").core(400, 310),
    full("GL_ARB_texture_multisample").core(150, 310),
    full("GL_ARB_texture_query_levels").core(430, 0),
    full("GL_ARB_texture_rectangle").core(140, 0),
    full("GL_ARB_uniform_buffer_object").core(140, 300),
    full("GL_EXT_bfloat16"),
    full("GL_EXT_buffer_reference"),
    full("GL_EXT_buffer_reference2").implying(&["GL_EXT_buffer_reference"]),
    full("GL_EXT_buffer_reference_uvec2").implying(&["GL_EXT_buffer_reference"]),
    full("GL_EXT_control_flow_attributes"),
    full("GL_EXT_control_flow_attributes2"),
    full("GL_EXT_debug_printf"),
    full("GL_EXT_expect_assume"),
    partial("GL_EXT_float_e2m1", "packing and unpacking of 8 and 16 components, which need GL_EXT_long_vector"),
    partial("GL_EXT_float_e2m3", "packing and unpacking of 8 and 16 components, which need GL_EXT_long_vector"),
    partial("GL_EXT_float_e3m2", "packing and unpacking of 8 and 16 components, which need GL_EXT_long_vector"),
    full("GL_EXT_float_e4m3"),
    full("GL_EXT_float_e5m2"),
    full("GL_EXT_float_mxint8"),
    full("GL_EXT_float_ue8m0"),
    full("GL_EXT_gpu_shader5").core(400, 320),
    full("GL_EXT_integer_dot_product"),
    full("GL_EXT_maximal_reconvergence"),
    full("GL_EXT_nonuniform_qualifier"),
    full("GL_EXT_null_initializer"),
    full("GL_EXT_ray_flags_primitive_culling"),
    full("GL_EXT_ray_query"),
    full("GL_EXT_ray_tracing_position_fetch"),
    full("GL_EXT_samplerless_texture_functions"),
    full("GL_EXT_scalar_block_layout"),
    full("GL_EXT_shader_16bit_storage"),
    full("GL_EXT_shader_8bit_storage"),
    full("GL_EXT_shader_atomic_float"),
    full("GL_EXT_shader_atomic_float2"),
    full("GL_EXT_shader_atomic_int64"),
    full("GL_EXT_shader_explicit_arithmetic_types").implying(&[
        "GL_EXT_shader_explicit_arithmetic_types_int8",
        "GL_EXT_shader_explicit_arithmetic_types_int16",
        "GL_EXT_shader_explicit_arithmetic_types_int32",
        "GL_EXT_shader_explicit_arithmetic_types_int64",
        "GL_EXT_shader_explicit_arithmetic_types_float16",
        "GL_EXT_shader_explicit_arithmetic_types_float32",
        "GL_EXT_shader_explicit_arithmetic_types_float64",
    ]),
    full("GL_EXT_shader_explicit_arithmetic_types_float16"),
    full("GL_EXT_shader_explicit_arithmetic_types_float32"),
    full("GL_EXT_shader_explicit_arithmetic_types_float64"),
    full("GL_EXT_shader_explicit_arithmetic_types_int16"),
    full("GL_EXT_shader_explicit_arithmetic_types_int32"),
    full("GL_EXT_shader_explicit_arithmetic_types_int64"),
    full("GL_EXT_shader_explicit_arithmetic_types_int8"),
    full("GL_EXT_shader_image_int64"),
    full("GL_EXT_shader_image_load_formatted"),
    full("GL_EXT_shader_image_load_store").core(420, 310),
    full("GL_EXT_shader_implicit_conversions").core(110, 0),
    full("GL_EXT_shader_integer_mix").core(450, 310),
    name_only("GL_EXT_shader_io_blocks", "it is for inputs and outputs of other stages").core(0, 320),
    name_only("GL_EXT_shader_non_constant_global_initializers", "initialisers of globals need never be constant").core(110, 0),
    full("GL_EXT_shader_quad_control"),
    full("GL_EXT_shader_realtime_clock"),
    full("GL_EXT_shader_subgroup_extended_types_float16")
        .implying(&["GL_EXT_shader_explicit_arithmetic_types_float16"]),
    full("GL_EXT_shader_subgroup_extended_types_int16")
        .implying(&["GL_EXT_shader_explicit_arithmetic_types_int16"]),
    full("GL_EXT_shader_subgroup_extended_types_int64")
        .implying(&["GL_EXT_shader_explicit_arithmetic_types_int64"]),
    full("GL_EXT_shader_subgroup_extended_types_int8")
        .implying(&["GL_EXT_shader_explicit_arithmetic_types_int8"]),
    full("GL_EXT_shared_memory_block"),
    full("GL_EXT_spec_constant_composites"),
    full("GL_EXT_spirv_intrinsics"),
    full("GL_EXT_split_barrier"),
    full("GL_EXT_subgroup_uniform_control_flow"),
    name_only("GL_EXT_subgroupuniform_qualifier", "`subgroupuniformEXT` is an optimisation hint, which is always accepted"),
    full("GL_EXT_texture_buffer").core(140, 320),
    full("GL_EXT_texture_cube_map_array").core(400, 320),
    full("GL_EXT_texture_offset_non_const"),
    full("GL_EXT_vulkan_glsl_relaxed"),
    full("GL_GOOGLE_cpp_style_line_directive"),
    full("GL_GOOGLE_include_directive"),
    full("GL_KHR_compute_shader_derivatives"),
    full("GL_KHR_cooperative_matrix").implying(&["GL_KHR_memory_scope_semantics"]),
    full("GL_KHR_memory_scope_semantics"),
    full("GL_KHR_shader_subgroup_arithmetic").implying(&["GL_KHR_shader_subgroup_basic"]),
    full("GL_KHR_shader_subgroup_ballot").implying(&["GL_KHR_shader_subgroup_basic"]),
    full("GL_KHR_shader_subgroup_basic"),
    full("GL_KHR_shader_subgroup_clustered").implying(&["GL_KHR_shader_subgroup_basic"]),
    full("GL_KHR_shader_subgroup_quad").implying(&["GL_KHR_shader_subgroup_basic"]),
    full("GL_KHR_shader_subgroup_rotate").implying(&["GL_KHR_shader_subgroup_basic"]),
    full("GL_KHR_shader_subgroup_shuffle").implying(&["GL_KHR_shader_subgroup_basic"]),
    full("GL_KHR_shader_subgroup_shuffle_relative").implying(&["GL_KHR_shader_subgroup_basic"]),
    full("GL_KHR_shader_subgroup_vote").implying(&["GL_KHR_shader_subgroup_basic"]),
    name_only("GL_KHR_vulkan_glsl", "Vulkan GLSL is always accepted"),
    full("GL_NV_bindless_texture"),
    full("GL_NV_compute_shader_derivatives"),
    full("GL_NV_cooperative_matrix").implying(&["GL_KHR_memory_scope_semantics"]),
    full("GL_NV_gpu_shader5").implying(&["GL_ARB_gpu_shader5"]),
    full("GL_NV_integer_cooperative_matrix")
        .implying(&["GL_NV_cooperative_matrix", "GL_KHR_memory_scope_semantics"]),
    full("GL_NV_shader_atomic_float"),
    full("GL_NV_shader_atomic_float64"),
    full("GL_NV_shader_atomic_fp16_vector"),
    full("GL_NV_shader_atomic_int64"),
    full("GL_NV_shader_buffer_load").desktop_only(),
    full("GL_NV_shader_buffer_store").implying(&["GL_NV_shader_buffer_load"]).desktop_only(),
    full("GL_NV_shader_sm_builtins"),
    full("GL_NV_shader_subgroup_partitioned").implying(&["GL_KHR_shader_subgroup_basic"]),
    full("GL_NV_shader_thread_group").desktop_only(),
    full("GL_NV_shader_thread_shuffle").desktop_only(),
    full("GL_OES_gpu_shader5").core(400, 320),
    full("GL_OES_shader_image_atomic").core(420, 320),
    full("GL_OES_texture_buffer").core(140, 320),
    full("GL_OES_texture_cube_map_array").core(400, 320),
    full("GL_OES_texture_storage_multisample_2d_array").core(150, 320),
];

/// A row of an extension that is implemented for compute shaders.
const fn full(name: &'static str) -> Row {
    Row { name, implies: &[], desktop: 0, es: 0, desktop_only: false, state: State::Complete }
}

/// A row of an extension that needs no implementation, and why.
const fn name_only(name: &'static str, why: &'static str) -> Row {
    Row { state: State::NameOnly(why), ..full(name) }
}

/// A row of an extension that is implemented except for `missing`.
const fn partial(name: &'static str, missing: &'static str) -> Row {
    Row { state: State::Partial(missing), ..full(name) }
}

impl Row {
    /// Sets the versions of desktop GLSL and GLSL ES that include it.
    const fn core(self, desktop: u16, es: u16) -> Row {
        Row { desktop, es, ..self }
    }

    /// Marks it as written for desktop GLSL only.
    const fn desktop_only(self) -> Row {
        Row { desktop_only: true, ..self }
    }

    /// Sets the extensions that it enables.
    const fn implying(self, implies: &'static [&'static str]) -> Row {
        Row { implies, ..self }
    }
}
