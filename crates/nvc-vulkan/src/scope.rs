//! Destroys the objects of one session when it ends, last made first.
use crate::Device;

type Destroy = Box<dyn FnOnce(&ash::Device)>;

/// The objects of one session.
pub(crate) struct Scope<'d> {
    pub(crate) device: &'d Device,
    garbage: Vec<Destroy>,
}

impl<'d> Scope<'d> {
    pub(crate) fn new(device: &'d Device) -> Self {
        Self { device, garbage: Vec::new() }
    }

    pub(crate) fn raw(&self) -> &'d ash::Device {
        &self.device.raw
    }

    /// Calls `destroy` when the session ends.
    pub(crate) fn defer(&mut self, destroy: impl FnOnce(&ash::Device) + 'static) {
        self.garbage.push(Box::new(destroy));
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        if self.device.busy.get() {
            return;
        }
        // Work may still be in flight where a run was left early; where even waiting fails, the
        // device is lost and its objects may be destroyed.
        // SAFETY: the device is alive.
        let _ = unsafe { self.device.raw.device_wait_idle() };
        while let Some(destroy) = self.garbage.pop() {
            destroy(&self.device.raw);
        }
    }
}
