//! A Vulkan device with a compute queue, without a window.

use anyhow::{Context, Result, ensure};
use ash::vk;
use std::collections::BTreeSet;
use std::ffi::CStr;

/// An open device.
pub struct Device {
    pub(crate) raw: ash::Device,
    pub(crate) queue: vk::Queue,
    pub(crate) family: u32,
    pub(crate) memory: vk::PhysicalDeviceMemoryProperties,
    /// What the driver calls it.
    pub name: String,
    /// Invocations in a subgroup.
    pub subgroup_size: u32,
    instance: ash::Instance,
    /// Keeps the loader's library mapped.
    _entry: ash::Entry,
}

impl Device {
    /// Opens the first device with this version, with these extensions.
    pub fn open(version: (u32, u32), extensions: &BTreeSet<&CStr>) -> Result<Self> {
        let version = vk::make_api_version(0, version.0, version.1, 0);
        // SAFETY: the Vulkan loader is a well-behaved library.
        let entry = unsafe { ash::Entry::load() }.context("no Vulkan loader")?;
        let app = vk::ApplicationInfo::default().api_version(version);
        let info = vk::InstanceCreateInfo::default().application_info(&app);
        // SAFETY: `info` outlives the call.
        let instance = unsafe { entry.create_instance(&info, None) }.context("no Vulkan instance")?;
        match create(&instance, version, extensions) {
            Ok((raw, physical, family)) => {
                // SAFETY: the device was made with a queue of this family, from this physical device.
                let queue = unsafe { raw.get_device_queue(family, 0) };
                // SAFETY: as above.
                let memory = unsafe { instance.get_physical_device_memory_properties(physical) };
                let (name, subgroup_size) = describe(&instance, physical);
                Ok(Device { raw, queue, family, memory, name, subgroup_size, instance, _entry: entry })
            }
            Err(error) => {
                // SAFETY: nothing made from the instance is left.
                unsafe { instance.destroy_instance(None) };
                Err(error)
            }
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: what was made from the device does not outlive it.
        unsafe {
            self.raw.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

fn create(
    instance: &ash::Instance,
    version: u32,
    extensions: &BTreeSet<&CStr>,
) -> Result<(ash::Device, vk::PhysicalDevice, u32)> {
    // SAFETY: the instance is alive.
    let devices = unsafe { instance.enumerate_physical_devices() }?;
    let is_new = |physical: &vk::PhysicalDevice| {
        // SAFETY: the device comes from the instance.
        unsafe { instance.get_physical_device_properties(*physical) }.api_version >= version
    };
    let physical = devices.into_iter().find(is_new).context("no Vulkan device is new enough")?;
    // SAFETY: as above.
    let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
    let family = families.iter().position(|family| family.queue_flags.contains(vk::QueueFlags::COMPUTE));
    let family = u32::try_from(family.context("the device has no compute queue")?)?;
    let queue = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
    let names: Vec<_> = extensions.iter().map(|name| name.as_ptr()).collect();
    let info = vk::DeviceCreateInfo::default().queue_create_infos(&queue).enabled_extension_names(&names);
    // SAFETY: all that `info` points to outlives the call.
    let device = unsafe { instance.create_device(physical, &info, None) };
    Ok((device.context("the device lacks what the shaders need")?, physical, family))
}

/// The device's name and subgroup size.
fn describe(instance: &ash::Instance, physical: vk::PhysicalDevice) -> (String, u32) {
    let mut subgroups = vk::PhysicalDeviceSubgroupProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroups);
    // SAFETY: the structures are chained and outlive the call.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let name = properties.properties.device_name_as_c_str().map(CStr::to_string_lossy);
    (name.unwrap_or_default().into_owned(), subgroups.subgroup_size)
}

/// Fails where a shader needs a feature: those of these examples need none.
pub fn refuse_features(features: &[(&str, &str)]) -> Result<()> {
    ensure!(features.is_empty(), "the example enables no features, but a shader needs {features:?}");
    Ok(())
}
