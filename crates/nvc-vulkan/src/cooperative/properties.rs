//! Property structures and functions of extensions that the `ash` crate does not have yet.

use ash::vk;
use std::ffi::c_void;

/// Declares a structure with its `VkStructureType` value and its members, all of four bytes.
macro_rules! structures {
    ($($(#[$doc:meta])* $name:ident $number:literal: $($member:ident)+;)+) => {$(
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone)]
        pub(super) struct $name {
            s_type: vk::StructureType,
            p_next: *mut c_void,
            $(pub(super) $member: u32,)+
        }

        impl Default for $name {
            fn default() -> Self {
                $name {
                    s_type: vk::StructureType::from_raw($number),
                    p_next: std::ptr::null_mut(),
                    $($member: 0,)+
                }
            }
        }
    )+};
}

structures! {
    /// `VkCooperativeMatrixFlexibleDimensionsPropertiesNV`
    FlexibleProperties 1000593001:
        m_granularity n_granularity k_granularity a_type b_type c_type result_type saturating_accumulation scope
        workgroup_invocations;
    /// `VkPhysicalDeviceCooperativeMatrix2PropertiesNV`
    Matrix2Properties 1000593002:
        workgroup_scope_max_workgroup_size flexible_dimensions_max_dimension workgroup_scope_reserved_shared_memory;
    /// `VkCooperativeVectorPropertiesNV`
    VectorProperties 1000491002:
        input_type input_interpretation matrix_interpretation bias_interpretation result_type transpose;
    /// `VkPhysicalDeviceCooperativeVectorPropertiesNV`
    DeviceVectorProperties 1000491001:
        supported_stages training_float16_accumulation training_float32_accumulation max_components;
}

// SAFETY: the structures have the layouts that the Vulkan specification defines, and the specification lists them as
// extensions of `VkPhysicalDeviceProperties2`.
unsafe impl vk::ExtendsPhysicalDeviceProperties2 for Matrix2Properties {}
// SAFETY: see above.
unsafe impl vk::ExtendsPhysicalDeviceProperties2 for DeviceVectorProperties {}

/// A function of Vulkan that lists properties of a device.
pub(super) type ListProperties<T> =
    unsafe extern "system" fn(vk::PhysicalDevice, *mut u32, *mut T) -> vk::Result;
