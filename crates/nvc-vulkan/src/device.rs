//! Lists and opens Vulkan devices.

use crate::error::{Context, Error};
use crate::{DeviceInfo, Result, Selector, Session, features};
use ash::vk;
use std::cell::Cell;
use std::ffi::CStr;
use std::time::Duration;

/// Default time limit of a queue submission.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(60);

/// An available device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedDevice {
    /// The device's name.
    pub name: String,
    /// Whether the device runs on the CPU.
    pub cpu: bool,
    /// The supported Vulkan version: major, minor.
    pub version: (u32, u32),
}

/// Lists all devices in Vulkan's order, which [`Selector::Index`] refers to.
///
/// # Errors
/// [`Error::NoLoader`] or [`Error::NoDriver`].
pub fn list() -> Result<Vec<ListedDevice>> {
    let instance = Instance::new()?;
    let devices = instance.physical_devices()?;
    let listed = devices.into_iter().map(|(_, properties)| ListedDevice {
        name: name(&properties),
        cpu: properties.device_type == vk::PhysicalDeviceType::CPU,
        version: (
            vk::api_version_major(properties.api_version),
            vk::api_version_minor(properties.api_version),
        ),
    });
    Ok(listed.collect())
}

/// A Vulkan instance and its loader.
struct Instance {
    raw: ash::Instance,
    /// Keeps the loader loaded.
    entry: ash::Entry,
}

impl Instance {
    fn new() -> Result<Self> {
        // SAFETY: loading the Vulkan loader runs no initialization code with further requirements.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| Error::NoLoader(error.to_string()))?;
        let app = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&app);
        // SAFETY: `info` outlives the call.
        let raw = unsafe { entry.create_instance(&info, None) }.map_err(Error::NoDriver)?;
        Ok(Instance { raw, entry })
    }

    fn physical_devices(&self) -> Result<Vec<(vk::PhysicalDevice, vk::PhysicalDeviceProperties)>> {
        // SAFETY: the instance is alive.
        let devices = unsafe { self.raw.enumerate_physical_devices() }.map_err(Error::NoDriver)?;
        // SAFETY: each device comes from the instance.
        let properties = |device| unsafe { self.raw.get_physical_device_properties(device) };
        Ok(devices.into_iter().map(|device| (device, properties(device))).collect())
    }

    /// The selected device, and the index of its first queue family with compute support.
    fn pick(&self, selector: &Selector) -> Result<(vk::PhysicalDevice, u32)> {
        let devices = self.physical_devices()?;
        let names: Vec<String> = devices.iter().map(|(_, properties)| name(properties)).collect();
        let mut picked = devices.iter().zip(&names).enumerate();
        let picked =
            picked.find(|(index, ((_, p), name))| selector.matches(*index, p.device_type, name.as_str()));
        let Some((_, ((physical, properties), device))) = picked else {
            return Err(Error::NoDevice { wanted: selector.to_string(), found: names });
        };
        let unsuitable = |lacks| Error::Unsuitable { device: device.clone(), lacks };
        if properties.api_version < vk::API_VERSION_1_3 {
            return Err(unsuitable("Vulkan 1.3"));
        }
        // SAFETY: the device comes from the instance.
        let families = unsafe { self.raw.get_physical_device_queue_family_properties(*physical) };
        let has_compute = |f: &vk::QueueFamilyProperties| f.queue_flags.contains(vk::QueueFlags::COMPUTE);
        let family = (0u32..).zip(&families).find(|(_, family)| has_compute(family));
        Ok((*physical, family.ok_or_else(|| unsuitable("compute queues"))?.0))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: a device owns its instance and is destroyed before the instance.
        unsafe { self.raw.destroy_instance(None) };
    }
}

/// A device of an instance, for functions that query its properties.
pub(crate) struct PhysicalDevice<'d> {
    pub(crate) entry: &'d ash::Entry,
    pub(crate) instance: &'d ash::Instance,
    pub(crate) raw: vk::PhysicalDevice,
}

impl PhysicalDevice<'_> {
    /// Fills in a structure of properties.
    pub(crate) fn properties<T: vk::ExtendsPhysicalDeviceProperties2>(&self, properties: &mut T) {
        let mut all = vk::PhysicalDeviceProperties2::default().push_next(properties);
        // SAFETY: the device comes from the instance; the chain outlives the call.
        unsafe { self.instance.get_physical_device_properties2(self.raw, &mut all) };
    }
}

/// Whether the driver checks the bounds of accesses to buffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BufferBounds {
    /// The feature `robustBufferAccess` is enabled if the device has it: loads out of bounds give 0 or another value from the buffer's
    /// memory, and stores out of bounds change at most that memory.
    #[default]
    Checked,
    /// The feature is disabled. Accesses out of bounds are undefined; others may be faster.
    Unchecked,
}

/// An open device with a compute queue.
pub struct Device {
    pub(crate) raw: ash::Device,
    pub(crate) queue: vk::Queue,
    pub(crate) queue_family: u32,
    pub(crate) memory: vk::PhysicalDeviceMemoryProperties,
    /// Time limit of a submission.
    pub(crate) time_limit: Duration,
    /// Whether a submission exceeded the time limit. If so, the device may still use its objects, and they must never be
    /// destroyed.
    pub(crate) timed_out: Cell<bool>,
    info: DeviceInfo,
    physical: vk::PhysicalDevice,
    instance: Option<Instance>,
}

impl Device {
    /// Opens the selected device and enables every feature that compute shaders can use.
    ///
    /// # Errors
    /// If there is no loader, no driver or no matching device, if the device lacks Vulkan 1.3 or a compute queue, or
    /// if the driver cannot create it.
    pub fn open(selector: &Selector) -> Result<Self> {
        Self::open_with(selector, BufferBounds::default())
    }

    /// Like [`open`](Self::open), with a choice for the bounds of buffers.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_with(selector: &Selector, bounds: BufferBounds) -> Result<Self> {
        let instance = Instance::new()?;
        let (physical, queue_family) = instance.pick(selector)?;
        let (raw, info) = features::create_device(&instance.raw, physical, queue_family, bounds)?;
        // SAFETY: the device was created with one queue of the family.
        let queue = unsafe { raw.get_device_queue(queue_family, 0) };
        // SAFETY: the device comes from the instance.
        let memory = unsafe { instance.raw.get_physical_device_memory_properties(physical) };
        let instance = Some(instance);
        let timed_out = Cell::new(false);
        Ok(Self {
            raw,
            queue,
            queue_family,
            memory,
            time_limit: DEFAULT_TIME_LIMIT,
            timed_out,
            info,
            physical,
            instance,
        })
    }

    /// Sets the time after which a run returns [`Error::Timeout`]; 60 s by default. A dispatch cannot be
    /// cancelled, so a program should exit after a timeout.
    pub fn set_time_limit(&mut self, limit: Duration) {
        self.time_limit = limit;
    }

    /// The device's name, features and limits.
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// Starts a run on this device.
    pub fn session(&self) -> Session<'_> {
        Session::new(self)
    }

    /// Checks that the device supports an image. If not, returns the driver's result code, or
    /// `ERROR_FORMAT_NOT_SUPPORTED` if the image exceeds the format's limits.
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

    /// The number of valid bits of the queue's timestamps (0 if timestamps are not supported), and nanoseconds per tick.
    pub(crate) fn timestamp_format(&self) -> (u32, f64) {
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

    /// The device in its instance; `None` after a timeout.
    pub(crate) fn physical(&self) -> Option<PhysicalDevice<'_>> {
        let Instance { raw, entry } = self.instance.as_ref()?;
        Some(PhysicalDevice { entry, instance: raw, raw: self.physical })
    }

    /// The functions of `VK_KHR_acceleration_structure`; `None` if the device lacks the feature.
    pub(crate) fn acceleration_structures(&self) -> Option<ash::khr::acceleration_structure::Device> {
        let instance = self.instance.as_ref().filter(|_| self.info.has("accelerationStructure"))?;
        Some(ash::khr::acceleration_structure::Device::new(&instance.raw, &self.raw))
    }

    /// Waits for a fence up to the time limit.
    pub(crate) fn wait(&self, fence: vk::Fence) -> Result<()> {
        let limit = u64::try_from(self.time_limit.as_nanos()).unwrap_or(u64::MAX);
        // SAFETY: the fence belongs to the device.
        match unsafe { self.raw.wait_for_fences(&[fence], true, limit) } {
            Err(vk::Result::TIMEOUT) => {
                self.timed_out.set(true);
                Err(Error::Timeout(self.time_limit))
            }
            done => done.context("completed commands"),
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if self.timed_out.get() {
            // The device still uses its objects: leak the instance and the loader.
            std::mem::forget(self.instance.take());
            return;
        }
        // SAFETY: every object of the device was destroyed with its session.
        unsafe { self.raw.destroy_device(None) };
    }
}

fn name(properties: &vk::PhysicalDeviceProperties) -> String {
    properties.device_name_as_c_str().map(CStr::to_string_lossy).unwrap_or_default().into_owned()
}
