//! Feature structures of extensions that the `ash` crate does not have yet.

use ash::vk;
use std::ffi::{CStr, c_void};

/// Declares structures with their extension, `VkStructureType` value and members.
macro_rules! structures {
    ($($(#[$doc:meta])* $name:ident $extension:ident $text:literal, $number:literal: $($member:ident)+;)+) => {$(
        pub(crate) const $extension: &CStr = $text;

        $(#[$doc])*
        #[repr(C)]
        pub(crate) struct $name {
            s_type: vk::StructureType,
            p_next: *mut c_void,
            $(pub $member: vk::Bool32,)+
        }

        impl Default for $name {
            fn default() -> Self {
                $name {
                    s_type: vk::StructureType::from_raw($number),
                    p_next: std::ptr::null_mut(),
                    $($member: vk::FALSE,)+
                }
            }
        }

        // SAFETY: the structure has the layout that the Vulkan specification defines, and the specification lists it as
        // an extension of `VkPhysicalDeviceFeatures2`.
        unsafe impl vk::ExtendsPhysicalDeviceFeatures2 for $name {}
    )+};
}

structures! {
    /// `VkPhysicalDeviceShaderBfloat16FeaturesKHR`
    Bfloat16Features BFLOAT16 c"VK_KHR_shader_bfloat16", 1000141000:
        shader_bfloat16_type shader_bfloat16_dot_product shader_bfloat16_cooperative_matrix;
    /// `VkPhysicalDeviceShaderFloat8FeaturesEXT`
    Float8Features FLOAT8 c"VK_EXT_shader_float8", 1000567000:
        shader_float8 shader_float8_cooperative_matrix;
    /// `VkPhysicalDeviceCooperativeMatrix2FeaturesNV`
    CooperativeMatrix2Features COOPERATIVE_MATRIX_2 c"VK_NV_cooperative_matrix2", 1000593000:
        workgroup_scope flexible_dimensions reductions conversions per_element_operations tensor_addressing
        block_loads;
    /// `VkPhysicalDeviceCooperativeMatrixDecodeVectorFeaturesNV`
    CooperativeMatrixDecodeVectorFeatures COOPERATIVE_MATRIX_DECODE_VECTOR
        c"VK_NV_cooperative_matrix_decode_vector", 1000689000: decode_vector;
    /// `VkPhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT`
    CooperativeMatrixMaintenance1Features COOPERATIVE_MATRIX_MAINTENANCE_1
        c"VK_EXT_cooperative_matrix_maintenance1", 1000659000:
        properties2 reductions conversions per_element_operations get_coordinate;
    /// `VkPhysicalDeviceCooperativeVectorFeaturesNV`
    CooperativeVectorFeatures COOPERATIVE_VECTOR c"VK_NV_cooperative_vector", 1000491000: vectors training;
    /// `VkPhysicalDeviceShaderReplicatedCompositesFeaturesEXT`
    ReplicatedCompositesFeatures REPLICATED_COMPOSITES c"VK_EXT_shader_replicated_composites", 1000564000:
        replicated_composites;
    /// `VkPhysicalDeviceShaderOCPMicroscalingTypesFeaturesEXT`
    MicroscalingFeatures MICROSCALING c"VK_EXT_shader_ocp_microscaling_types", 1000672000:
        shader_float4 shader_float6 shader_float8_unsigned_e8m0 shader_mx_int8;
    /// `VkPhysicalDeviceShaderFmaFeaturesKHR`
    FmaFeatures FMA c"VK_KHR_shader_fma", 1000579000: shader_fma_float16 shader_fma_float32 shader_fma_float64;
    /// `VkPhysicalDeviceShaderLongVectorFeaturesEXT`
    LongVectorFeatures LONG_VECTOR c"VK_EXT_shader_long_vector", 1000635000: long_vector;
}
