//! Destroys the Vulkan objects of a session when the session ends, in reverse order of creation, unless a
//! submission exceeded the time limit: then they are leaked.

use crate::Device;

type Destroy = Box<dyn FnOnce(&ash::Device)>;

/// The Vulkan objects of a session.
pub(crate) struct Scope<'d> {
    pub(crate) device: &'d Device,
    destructors: Vec<Destroy>,
}

impl<'d> Scope<'d> {
    pub(crate) fn new(device: &'d Device) -> Self {
        Self { device, destructors: Vec::new() }
    }

    pub(crate) fn raw(&self) -> &'d ash::Device {
        &self.device.raw
    }

    /// Registers a destructor to run when the session ends.
    pub(crate) fn defer(&mut self, destroy: impl FnOnce(&ash::Device) + 'static) {
        self.destructors.push(Box::new(destroy));
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        if self.device.timed_out.get() {
            return;
        }
        // Work may be in flight if a run returned early. If waiting fails, the device is lost, and then its
        // objects may be destroyed.
        // SAFETY: the device is alive.
        let _ = unsafe { self.device.raw.device_wait_idle() };
        while let Some(destroy) = self.destructors.pop() {
            destroy(&self.device.raw);
        }
    }
}
