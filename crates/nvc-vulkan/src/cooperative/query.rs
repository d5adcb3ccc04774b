//! Reads the combinations of cooperative matrices and vectors that a device lists.

use super::properties::{
    DeviceVectorProperties, FlexibleProperties, ListProperties, Matrix2Properties, VectorProperties,
};
use super::shapes::{Component, Entry, Offered, Product, Scope, VectorProduct};
use crate::device::PhysicalDevice;
use crate::error::Context;
use crate::{Device, Result};
use ash::vk;
use std::ffi::CStr;

const FLEXIBLE: &CStr = c"vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV";
const VECTORS: &CStr = c"vkGetPhysicalDeviceCooperativeVectorPropertiesNV";
const LIST: &str = "the list of its cooperative matrices or vectors";

/// Everything that the device lists, of the features that are enabled.
pub(super) fn offered(device: &Device) -> Result<Offered> {
    let mut offered = Offered::default();
    let (Some(physical), info) = (device.physical(), device.info()) else { return Ok(offered) };
    if info.has("cooperativeMatrix") {
        offered.khr = matrices(&physical)?;
    }
    if info.has("cooperativeMatrixNV") {
        offered.nv = nv_matrices(&physical)?;
    }
    if info.has("cooperativeMatrixFlexibleDimensions") {
        offered.khr.extend(flexible(&physical)?);
        let mut properties = Matrix2Properties::default();
        physical.properties(&mut properties);
        offered.max_dimension = Some(properties.flexible_dimensions_max_dimension);
    }
    if info.has("cooperativeVector") {
        offered.vectors = vectors(&physical)?;
        let mut properties = DeviceVectorProperties::default();
        physical.properties(&mut properties);
        offered.max_components = properties.max_components;
    }
    Ok(offered)
}

fn matrices(device: &PhysicalDevice<'_>) -> Result<Vec<Entry>> {
    let functions = ash::khr::cooperative_matrix::Instance::new(device.entry, device.instance);
    // SAFETY: the device comes from the instance, and has the extension.
    let list = unsafe { functions.get_physical_device_cooperative_matrix_properties(device.raw) };
    let entry = |p: &vk::CooperativeMatrixPropertiesKHR<'_>| Entry {
        product: Product {
            sizes: [p.m_size, p.n_size, p.k_size],
            components: [p.a_type, p.b_type, p.c_type, p.result_type].map(|ty| component(ty.as_raw())),
            scope: Scope(p.scope.as_raw().cast_unsigned()),
            saturating: p.saturating_accumulation != 0,
        },
        flexible: None,
    };
    Ok(list.context(LIST)?.iter().map(entry).collect())
}

fn nv_matrices(device: &PhysicalDevice<'_>) -> Result<Vec<Entry>> {
    let functions = ash::nv::cooperative_matrix::Instance::new(device.entry, device.instance);
    let function = functions.fp().get_physical_device_cooperative_matrix_properties_nv;
    let entry = |p: &vk::CooperativeMatrixPropertiesNV<'_>| Entry {
        product: Product {
            sizes: [p.m_size, p.n_size, p.k_size],
            components: [p.a_type, p.b_type, p.c_type, p.d_type].map(|ty| component(ty.as_raw())),
            scope: Scope(p.scope.as_raw().cast_unsigned()),
            saturating: false,
        },
        flexible: None,
    };
    // SAFETY: the device comes from the instance and has the extension.
    let list = unsafe { list(function, device.raw) }?;
    Ok(list.iter().map(entry).collect())
}

fn flexible(device: &PhysicalDevice<'_>) -> Result<Vec<Entry>> {
    let entry = |p: &FlexibleProperties| Entry {
        product: Product {
            sizes: [p.m_granularity, p.n_granularity, p.k_granularity],
            components: [p.a_type, p.b_type, p.c_type, p.result_type].map(Component),
            scope: Scope(p.scope),
            saturating: p.saturating_accumulation != 0,
        },
        flexible: Some(p.workgroup_invocations),
    };
    // SAFETY: the function has this type, and the device has the extension.
    let list = unsafe { list_by_name::<FlexibleProperties>(device, FLEXIBLE) }?;
    Ok(list.iter().map(entry).collect())
}

fn vectors(device: &PhysicalDevice<'_>) -> Result<Vec<VectorProduct>> {
    let product = |p: &VectorProperties| VectorProduct {
        input: Component(p.input_type),
        input_interpretation: Component(p.input_interpretation),
        matrix: Component(p.matrix_interpretation),
        bias: Some(Component(p.bias_interpretation)),
        result: Component(p.result_type),
        transpose: p.transpose != 0,
    };
    // SAFETY: the function has this type, and the device has the extension.
    let list = unsafe { list_by_name::<VectorProperties>(device, VECTORS) }?;
    Ok(list.iter().map(product).collect())
}

fn component(raw: i32) -> Component {
    Component(raw.cast_unsigned())
}

/// Calls a function that lists properties, by its name. A driver without the function lists nothing.
///
/// # Safety
/// The function must list structures of type `T`, whose default must have the structure type set; the device must have
/// the function's extension.
unsafe fn list_by_name<T: Default + Clone>(device: &PhysicalDevice<'_>, name: &CStr) -> Result<Vec<T>> {
    // SAFETY: the instance is alive.
    let function = unsafe { device.entry.get_instance_proc_addr(device.instance.handle(), name.as_ptr()) };
    let Some(function) = function else { return Ok(Vec::new()) };
    // SAFETY: the caller says that the function has this type.
    let function = unsafe { std::mem::transmute::<unsafe extern "system" fn(), ListProperties<T>>(function) };
    // SAFETY: as the caller says.
    unsafe { list(function, device.raw) }
}

/// Calls a function that lists properties until the list is complete.
///
/// # Safety
/// As for [`list_by_name`].
unsafe fn list<T: Default + Clone>(
    function: ListProperties<T>,
    device: vk::PhysicalDevice,
) -> Result<Vec<T>> {
    loop {
        let mut count = 0;
        // SAFETY: without an array, the function returns the length of the list.
        unsafe { function(device, &mut count, std::ptr::null_mut()) }.result().context(LIST)?;
        let mut list = vec![T::default(); count as usize];
        // SAFETY: the array has `count` elements.
        let result = unsafe { function(device, &mut count, list.as_mut_ptr()) };
        if result != vk::Result::INCOMPLETE {
            result.result().context(LIST)?;
            list.truncate(count as usize);
            return Ok(list);
        }
    }
}
