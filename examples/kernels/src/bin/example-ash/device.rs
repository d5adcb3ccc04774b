//! Opens a Vulkan device with a compute queue, without a window.

use anyhow::{Context, Result, ensure};
use ash::vk;
use std::collections::BTreeSet;
use std::ffi::CStr;
use std::ops::RangeInclusive;

/// The extension that lets a pipeline request a subgroup size, and its feature structure.
const SIZE_CONTROL: (&CStr, &str) =
    (ash::ext::subgroup_size_control::NAME, "VkPhysicalDeviceSubgroupSizeControlFeatures");

/// An open device.
pub struct Device {
    pub(crate) raw: ash::Device,
    pub(crate) queue: vk::Queue,
    pub(crate) family: u32,
    pub(crate) memory: vk::PhysicalDeviceMemoryProperties,
    /// Name of the device.
    pub name: String,
    /// Subgroup sizes that a pipeline can request; a single size if it cannot choose.
    pub subgroup_sizes: RangeInclusive<u32>,
    instance: ash::Instance,
    /// Keeps the Vulkan loader library mapped.
    _entry: ash::Entry,
}

/// A physical device, with the queue family and extensions to use.
struct Choice {
    physical: vk::PhysicalDevice,
    family: u32,
    extensions: BTreeSet<&'static CStr>,
}

impl Device {
    /// Opens the first device that supports this Vulkan version. The device must have the extensions, except
    /// subgroup size control, since its fixed subgroup size may be the right one.
    pub fn open(version: (u32, u32), extensions: BTreeSet<&'static CStr>) -> Result<Self> {
        let version = vk::make_api_version(0, version.0, version.1, 0);
        // SAFETY: the Vulkan loader is a well-behaved library.
        let entry = unsafe { ash::Entry::load() }.context("no Vulkan loader")?;
        let app = vk::ApplicationInfo::default().api_version(version);
        let info = vk::InstanceCreateInfo::default().application_info(&app);
        // SAFETY: `info` outlives the call.
        let instance = unsafe { entry.create_instance(&info, None) }.context("no Vulkan instance")?;
        let made = choose(&instance, version, extensions)
            .and_then(|choice| Ok((create(&instance, &choice)?, choice)));
        match made {
            Ok((raw, choice)) => {
                // SAFETY: the device was created with a queue of this family, from this physical device.
                let queue = unsafe { raw.get_device_queue(choice.family, 0) };
                // SAFETY: the physical device comes from this instance.
                let memory = unsafe { instance.get_physical_device_memory_properties(choice.physical) };
                let (name, subgroup_sizes) = describe(&instance, &choice);
                let family = choice.family;
                Ok(Device { raw, queue, family, memory, name, subgroup_sizes, instance, _entry: entry })
            }
            Err(error) => {
                // SAFETY: no object created from the instance remains.
                unsafe { instance.destroy_instance(None) };
                Err(error)
            }
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: no object created from the device outlives it.
        unsafe {
            self.raw.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

fn choose(instance: &ash::Instance, version: u32, mut extensions: BTreeSet<&'static CStr>) -> Result<Choice> {
    // SAFETY: the instance is alive.
    let devices = unsafe { instance.enumerate_physical_devices() }?;
    let is_new = |physical: &vk::PhysicalDevice| {
        // SAFETY: the device comes from the instance.
        unsafe { instance.get_physical_device_properties(*physical) }.api_version >= version
    };
    let physical = devices.into_iter().find(is_new).context("no Vulkan device is new enough")?;
    // SAFETY: the device comes from the instance.
    let available = unsafe { instance.enumerate_device_extension_properties(physical) }?;
    let has = |name: &CStr| available.iter().any(|e| e.extension_name_as_c_str() == Ok(name));
    extensions.retain(|name| *name != SIZE_CONTROL.0 || has(name) && controls_sizes(instance, physical));
    let missing = extensions.iter().find(|name| !has(name));
    ensure!(missing.is_none(), "the device lacks {missing:?}");
    // SAFETY: the device comes from the instance.
    let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
    let family = families.iter().position(|family| family.queue_flags.contains(vk::QueueFlags::COMPUTE));
    let family = u32::try_from(family.context("the device has no compute queue")?)?;
    Ok(Choice { physical, family, extensions })
}

/// Returns whether pipelines can request a subgroup size and full subgroups.
fn controls_sizes(instance: &ash::Instance, physical: vk::PhysicalDevice) -> bool {
    let mut sizes = vk::PhysicalDeviceSubgroupSizeControlFeatures::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut sizes);
    // SAFETY: the structures are chained and outlive the call.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    sizes.subgroup_size_control == vk::TRUE && sizes.compute_full_subgroups == vk::TRUE
}

fn create(instance: &ash::Instance, choice: &Choice) -> Result<ash::Device> {
    let queue =
        [vk::DeviceQueueCreateInfo::default().queue_family_index(choice.family).queue_priorities(&[1.0])];
    let names: Vec<_> = choice.extensions.iter().map(|name| name.as_ptr()).collect();
    let mut sizes = vk::PhysicalDeviceSubgroupSizeControlFeatures::default()
        .subgroup_size_control(true)
        .compute_full_subgroups(true);
    let mut info = vk::DeviceCreateInfo::default().queue_create_infos(&queue).enabled_extension_names(&names);
    if choice.extensions.contains(SIZE_CONTROL.0) {
        info = info.push_next(&mut sizes);
    }
    // SAFETY: everything that `info` points to outlives the call.
    let device = unsafe { instance.create_device(choice.physical, &info, None) };
    device.context("the device cannot be opened")
}

/// Returns the device's name and the subgroup sizes that a pipeline can request.
fn describe(instance: &ash::Instance, choice: &Choice) -> (String, RangeInclusive<u32>) {
    let mut subgroups = vk::PhysicalDeviceSubgroupProperties::default();
    let mut sizes = vk::PhysicalDeviceSubgroupSizeControlProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroups);
    let controls = choice.extensions.contains(SIZE_CONTROL.0);
    if controls {
        properties = properties.push_next(&mut sizes);
    }
    // SAFETY: the structures are chained and outlive the call.
    unsafe { instance.get_physical_device_properties2(choice.physical, &mut properties) };
    let name = properties.properties.device_name_as_c_str().map(CStr::to_string_lossy);
    let name = name.unwrap_or_default().into_owned();
    let own = subgroups.subgroup_size;
    (name, if controls { sizes.min_subgroup_size..=sizes.max_subgroup_size } else { own..=own })
}

/// Fails if a shader needs features that [`Device::open`] does not enable.
pub fn refuse_features(features: &[(&str, &str)]) -> Result<()> {
    let other = features.iter().find(|(structure, _)| *structure != SIZE_CONTROL.1);
    ensure!(other.is_none(), "the example does not enable a feature that a shader needs: {other:?}");
    Ok(())
}
