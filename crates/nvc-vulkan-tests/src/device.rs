//! Opens a Vulkan device.
use crate::{Facts, features};
use anyhow::{Context, Result, bail, ensure};
use ash::vk;
use std::ffi::CStr;

/// Which device to open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Selector {
    /// The first that runs on the CPU, so that results do not depend on the machine's graphics card.
    #[default]
    FirstCpu,
    /// By position in Vulkan's list.
    Index(usize),
    /// The first whose name contains this text, whatever the case of letters.
    Name(String),
}

impl Selector {
    /// From the environment variable `NVC_VULKAN_DEVICE`: a position, or a part of the name.
    pub fn from_env() -> Self {
        std::env::var("NVC_VULKAN_DEVICE").map_or(Self::FirstCpu, |value| Self::parse(&value))
    }

    fn parse(value: &str) -> Self {
        match value.trim() {
            "" => Self::FirstCpu,
            value => value.parse().map_or_else(|_| Self::Name(value.to_lowercase()), Self::Index),
        }
    }

    fn picks(&self, index: usize, properties: &vk::PhysicalDeviceProperties) -> bool {
        match self {
            Self::FirstCpu => properties.device_type == vk::PhysicalDeviceType::CPU,
            Self::Index(wanted) => *wanted == index,
            Self::Name(part) => name(properties).to_lowercase().contains(part),
        }
    }
}

/// How to get a device where there is none.
const HELP: &str = "install a Vulkan driver and loader (Debian: apt-get install mesa-vulkan-drivers libvulkan1), \
     or choose a device with NVC_VULKAN_DEVICE=<position or part of its name>";

/// An open device with one compute queue.
pub struct Device {
    pub(crate) raw: ash::Device,
    pub(crate) queue: vk::Queue,
    pub(crate) queue_family: u32,
    pub(crate) memory: vk::PhysicalDeviceMemoryProperties,
    facts: Facts,
    instance: ash::Instance,
    /// Keeps the loader's library mapped.
    _entry: ash::Entry,
}

impl Device {
    /// Opens the device that the selector picks.
    pub fn open(selector: &Selector) -> Result<Self> {
        // SAFETY: the Vulkan loader is a well-behaved library.
        let entry = unsafe { ash::Entry::load() }.with_context(|| format!("no Vulkan loader: {HELP}"))?;
        let app = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&app);
        // SAFETY: `info` outlives the call.
        let instance = unsafe { entry.create_instance(&info, None) }
            .with_context(|| format!("no Vulkan instance: {HELP}"))?;
        match pick(&instance, selector).and_then(|(physical, family)| {
            let (raw, facts) = features::create_device(&instance, physical, family)?;
            // SAFETY: the family has the queue that the device was created with.
            let queue = unsafe { raw.get_device_queue(family, 0) };
            // SAFETY: `physical` comes from `instance`.
            let memory = unsafe { instance.get_physical_device_memory_properties(physical) };
            Ok((raw, queue, family, memory, facts))
        }) {
            Ok((raw, queue, queue_family, memory, facts)) => {
                Ok(Self { raw, queue, queue_family, memory, facts, instance, _entry: entry })
            }
            Err(error) => {
                // SAFETY: nothing made from the instance is left.
                unsafe { instance.destroy_instance(None) };
                Err(error)
            }
        }
    }

    /// What the device can do.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: every object of the device is destroyed with the scope that made it.
        unsafe {
            self.raw.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// The selected device and its first compute queue family.
fn pick(instance: &ash::Instance, selector: &Selector) -> Result<(vk::PhysicalDevice, u32)> {
    // SAFETY: the instance is alive.
    let devices = unsafe { instance.enumerate_physical_devices() }.unwrap_or_default();
    let mut names = Vec::new();
    for (index, physical) in devices.into_iter().enumerate() {
        // SAFETY: `physical` comes from `instance`.
        let properties = unsafe { instance.get_physical_device_properties(physical) };
        if !selector.picks(index, &properties) {
            names.push(name(&properties));
            continue;
        }
        let version = properties.api_version;
        ensure!(version >= vk::API_VERSION_1_3, "{} has no Vulkan 1.3", name(&properties));
        // SAFETY: as above.
        let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
        let family = families.iter().position(|f| f.queue_flags.contains(vk::QueueFlags::COMPUTE));
        let family = family.with_context(|| format!("{} has no compute queue", name(&properties)))?;
        return Ok((physical, u32::try_from(family)?));
    }
    bail!("no Vulkan device for {selector:?} among {names:?}: {HELP}")
}

fn name(properties: &vk::PhysicalDeviceProperties) -> String {
    properties.device_name_as_c_str().map(CStr::to_string_lossy).unwrap_or_default().into_owned()
}

#[cfg(test)]
mod tests {
    use super::Selector;

    #[test]
    fn selectors_are_positions_or_names() {
        assert_eq!(Selector::parse(" 2 "), Selector::Index(2));
        assert_eq!(Selector::parse("NVIDIA"), Selector::Name("nvidia".into()));
        assert_eq!(Selector::parse(""), Selector::FirstCpu);
    }
}
