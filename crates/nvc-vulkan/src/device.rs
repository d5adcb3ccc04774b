//! Finds and opens Vulkan devices.
use crate::error::{Asked, Error};
use crate::{Facts, Result, Selector, Session, features};
use ash::vk;
use std::cell::Cell;
use std::ffi::CStr;
use std::time::Duration;

/// How long a submission may take if nothing else is said.
const LIMIT: Duration = Duration::from_secs(60);

/// A device of the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Whether it runs on the CPU.
    pub cpu: bool,
    /// The version of Vulkan that it speaks: major and minor.
    pub version: (u32, u32),
}

/// All devices, in Vulkan's order: [`Selector::Index`] counts them so.
pub fn list() -> Result<Vec<Listed>> {
    let instance = Instance::new()?;
    let devices = instance.physical_devices()?;
    let listed = devices.into_iter().map(|(_, properties)| Listed {
        name: name(&properties),
        cpu: properties.device_type == vk::PhysicalDeviceType::CPU,
        version: (
            vk::api_version_major(properties.api_version),
            vk::api_version_minor(properties.api_version),
        ),
    });
    Ok(listed.collect())
}

/// The loader and its connection to the drivers.
struct Instance {
    raw: ash::Instance,
    /// Keeps the loader's library mapped.
    _entry: ash::Entry,
}

impl Instance {
    fn new() -> Result<Self> {
        // SAFETY: the Vulkan loader is a well-behaved library.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| Error::NoLoader(error.to_string()))?;
        let app = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&app);
        // SAFETY: `info` outlives the call.
        let raw = unsafe { entry.create_instance(&info, None) }.map_err(Error::NoDriver)?;
        Ok(Instance { raw, _entry: entry })
    }

    fn physical_devices(&self) -> Result<Vec<(vk::PhysicalDevice, vk::PhysicalDeviceProperties)>> {
        // SAFETY: the instance is alive.
        let devices = unsafe { self.raw.enumerate_physical_devices() }.map_err(Error::NoDriver)?;
        // SAFETY: each device comes from the instance.
        let properties = |device| unsafe { self.raw.get_physical_device_properties(device) };
        Ok(devices.into_iter().map(|device| (device, properties(device))).collect())
    }

    /// The selected device and its first compute queue family.
    fn pick(&self, selector: &Selector) -> Result<(vk::PhysicalDevice, u32)> {
        let devices = self.physical_devices()?;
        let found: Vec<String> = devices.iter().map(|(_, properties)| name(properties)).collect();
        let mut picked = devices.iter().zip(&found).enumerate();
        let picked =
            picked.find(|(index, ((_, p), name))| selector.picks(*index, p.device_type, name.as_str()));
        let Some((_, ((physical, properties), device))) = picked else {
            return Err(Error::NoDevice { wanted: selector.to_string(), found });
        };
        let unfit = |lacks| Error::Unfit { device: device.clone(), lacks };
        if properties.api_version < vk::API_VERSION_1_3 {
            return Err(unfit("Vulkan 1.3"));
        }
        // SAFETY: the device comes from the instance.
        let families = unsafe { self.raw.get_physical_device_queue_family_properties(*physical) };
        let computes = |f: &vk::QueueFamilyProperties| f.queue_flags.contains(vk::QueueFlags::COMPUTE);
        let family = (0u32..).zip(&families).find(|(_, family)| computes(family));
        Ok((*physical, family.ok_or_else(|| unfit("compute queue"))?.0))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: whatever was made from the instance is destroyed before: a device holds its instance
        // and destroys itself first.
        unsafe { self.raw.destroy_instance(None) };
    }
}

/// An open device with one compute queue.
pub struct Device {
    pub(crate) raw: ash::Device,
    pub(crate) queue: vk::Queue,
    pub(crate) queue_family: u32,
    pub(crate) memory: vk::PhysicalDeviceMemoryProperties,
    /// How long a submission may take.
    pub(crate) limit: Duration,
    /// Whether a submission took longer: what it uses must then never be destroyed.
    pub(crate) busy: Cell<bool>,
    facts: Facts,
    physical: vk::PhysicalDevice,
    instance: Option<Instance>,
}

impl Device {
    /// Opens the device that the selector picks.
    pub fn open(selector: &Selector) -> Result<Self> {
        let instance = Instance::new()?;
        let (physical, queue_family) = instance.pick(selector)?;
        let (raw, facts) = features::create_device(&instance.raw, physical, queue_family)?;
        // SAFETY: the device was made with one queue of the family.
        let queue = unsafe { raw.get_device_queue(queue_family, 0) };
        // SAFETY: the device comes from the instance.
        let memory = unsafe { instance.raw.get_physical_device_memory_properties(physical) };
        let instance = Some(instance);
        let busy = Cell::new(false);
        Ok(Self { raw, queue, queue_family, memory, limit: LIMIT, busy, facts, physical, instance })
    }

    /// How long the device may be busy with one dispatch before a run is given up. Nothing can stop what
    /// it does then: end the process.
    pub fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// What the device can do.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// A run on this device.
    pub fn session(&self) -> Session<'_> {
        Session::new(self)
    }

    /// Whether the device has images of this kind.
    pub(crate) fn supports(&self, info: &vk::ImageCreateInfo<'_>) -> std::result::Result<(), vk::Result> {
        let Some(instance) = &self.instance else { return Ok(()) };
        let (format, ty, tiling) = (info.format, info.image_type, info.tiling);
        // SAFETY: the device comes from the instance.
        let properties = unsafe {
            instance.raw.get_physical_device_image_format_properties(
                self.physical,
                format,
                ty,
                tiling,
                info.usage,
                info.flags,
            )?
        };
        let fits = properties.sample_counts.contains(info.samples)
            && properties.max_mip_levels >= info.mip_levels
            && properties.max_array_layers >= info.array_layers
            && properties.max_extent.width >= info.extent.width
            && properties.max_extent.height >= info.extent.height
            && properties.max_extent.depth >= info.extent.depth;
        if fits { Ok(()) } else { Err(vk::Result::ERROR_FORMAT_NOT_SUPPORTED) }
    }

    /// How the queue counts time: the bits of its time stamps that count, none where it has no time stamps,
    /// and the nanoseconds of a count.
    pub(crate) fn clock(&self) -> (u32, f64) {
        let Some(instance) = &self.instance else { return (0, 0.0) };
        // SAFETY: the device comes from the instance.
        let (families, properties) = unsafe {
            (
                instance.raw.get_physical_device_queue_family_properties(self.physical),
                instance.raw.get_physical_device_properties(self.physical),
            )
        };
        let bits = families.get(self.queue_family as usize).map_or(0, |f| f.timestamp_valid_bits);
        (bits, f64::from(properties.limits.timestamp_period))
    }

    /// Waits for a fence, no longer than the limit.
    pub(crate) fn wait(&self, fence: vk::Fence) -> Result<()> {
        let limit = u64::try_from(self.limit.as_nanos()).unwrap_or(u64::MAX);
        // SAFETY: the fence belongs to the device.
        match unsafe { self.raw.wait_for_fences(&[fence], true, limit) } {
            Err(vk::Result::TIMEOUT) => {
                self.busy.set(true);
                Err(Error::Timeout(self.limit))
            }
            done => done.asked_for("to wait for the device"),
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if self.busy.get() {
            // What the device still works on must stay, and with it the loader's library.
            std::mem::forget(self.instance.take());
            return;
        }
        // SAFETY: every object of the device is destroyed with the session that made it.
        unsafe { self.raw.destroy_device(None) };
    }
}

fn name(properties: &vk::PhysicalDeviceProperties) -> String {
    properties.device_name_as_c_str().map(CStr::to_string_lossy).unwrap_or_default().into_owned()
}
