//! Creates a headless OpenGL context through EGL's device platform.

use crate::opengl::{Error, Result};
use libloading::Library;
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::ptr::{null, null_mut};

type Handle = *mut c_void;
type Boolean = c_uint;

/// Constants of EGL 1.5, EGL_EXT_platform_device and EGL_KHR_create_context.
mod number {
    pub(super) const PLATFORM_DEVICE: u32 = 0x313f;
    pub(super) const OPENGL_API: u32 = 0x30a2;
    pub(super) const SURFACE_TYPE: i32 = 0x3033;
    pub(super) const PBUFFER_BIT: i32 = 1;
    pub(super) const RENDERABLE_TYPE: i32 = 0x3040;
    pub(super) const OPENGL_BIT: i32 = 8;
    pub(super) const MAJOR: i32 = 0x3098;
    pub(super) const MINOR: i32 = 0x30fb;
    pub(super) const PROFILE: i32 = 0x30fd;
    pub(super) const COMPATIBILITY: i32 = 2;
    pub(super) const NONE: i32 = 0x3038;
}

/// Maximum number of devices to query.
const MAX_DEVICES: usize = 64;

/// An EGL context that is current in this thread. It keeps the EGL library loaded.
pub(crate) struct Egl {
    address: unsafe extern "system" fn(*const c_char) -> Handle,
    make_current: unsafe extern "system" fn(Handle, Handle, Handle, Handle) -> Boolean,
    destroy: unsafe extern "system" fn(Handle, Handle) -> Boolean,
    display: Handle,
    context: Handle,
    _library: Library,
}

impl Egl {
    /// Creates a context and makes it current in this thread. The context has the compatibility profile,
    /// which assembly programs need.
    pub(crate) fn open() -> Result<Self> {
        // SAFETY: loading EGL has no unsound initialisers.
        let library = unsafe { Library::new("libEGL.so.1") };
        let library = library.map_err(|error| Error::NoEgl(error.to_string()))?;
        // SAFETY: this is the function's type in EGL 1.0.
        let address = unsafe { library.get(b"eglGetProcAddress\0") };
        let address: unsafe extern "system" fn(*const c_char) -> Handle =
            *address.map_err(|error| Error::NoEgl(error.to_string()))?;
        let mut egl = {
            // SAFETY: these are the types that EGL declares.
            let make_current = unsafe { function(address, "eglMakeCurrent")? };
            // SAFETY: as before.
            let destroy = unsafe { function(address, "eglDestroyContext")? };
            Egl {
                address,
                make_current,
                destroy,
                display: null_mut(),
                context: null_mut(),
                _library: library,
            }
        };
        egl.display = egl.first_display()?;
        egl.context = egl.new_context()?;
        // SAFETY: display and context come from EGL, and no surface is needed.
        let current = unsafe { (egl.make_current)(egl.display, null_mut(), null_mut(), egl.context) };
        if current == 0 { Err(Error::NoContext("context")) } else { Ok(egl) }
    }

    /// Returns the address of an OpenGL function; null if the driver lacks it.
    pub(crate) fn find(&self, name: &str) -> Handle {
        let Ok(name) = CString::new(name) else { return null_mut() };
        // SAFETY: the name is NUL-terminated.
        unsafe { (self.address)(name.as_ptr()) }
    }

    /// Returns the display of the first device that has one.
    fn first_display(&self) -> Result<Handle> {
        type Query = unsafe extern "system" fn(c_int, *mut Handle, *mut c_int) -> Boolean;
        type Display = unsafe extern "system" fn(c_uint, Handle, *const c_int) -> Handle;
        type Initialize = unsafe extern "system" fn(Handle, *mut c_int, *mut c_int) -> Boolean;
        // SAFETY: these are the types that EGL declares.
        let query: Query = unsafe { function(self.address, "eglQueryDevicesEXT")? };
        // SAFETY: as before.
        let display: Display = unsafe { function(self.address, "eglGetPlatformDisplayEXT")? };
        // SAFETY: as before.
        let initialize: Initialize = unsafe { function(self.address, "eglInitialize")? };
        let mut devices = [null_mut(); MAX_DEVICES];
        let mut count = 0;
        // SAFETY: the buffer has room for the given number of devices.
        unsafe { query(MAX_DEVICES as c_int, devices.as_mut_ptr(), &mut count) };
        for device in devices.iter().take(usize::try_from(count).unwrap_or(0)) {
            // SAFETY: the device comes from EGL.
            let display = unsafe { display(number::PLATFORM_DEVICE, *device, null()) };
            let (mut major, mut minor) = (0, 0);
            // SAFETY: the display comes from EGL.
            if !display.is_null() && unsafe { initialize(display, &mut major, &mut minor) } != 0 {
                return Ok(display);
            }
        }
        Err(Error::NoContext("display"))
    }

    fn new_context(&self) -> Result<Handle> {
        type Bind = unsafe extern "system" fn(c_uint) -> Boolean;
        type Choose =
            unsafe extern "system" fn(Handle, *const c_int, *mut Handle, c_int, *mut c_int) -> Boolean;
        type Create = unsafe extern "system" fn(Handle, Handle, Handle, *const c_int) -> Handle;
        use number::*;
        // SAFETY: these are the types that EGL declares.
        let bind: Bind = unsafe { function(self.address, "eglBindAPI")? };
        // SAFETY: as before.
        let choose: Choose = unsafe { function(self.address, "eglChooseConfig")? };
        // SAFETY: as before.
        let create: Create = unsafe { function(self.address, "eglCreateContext")? };
        let wanted = [SURFACE_TYPE, PBUFFER_BIT, RENDERABLE_TYPE, OPENGL_BIT, NONE];
        let attributes = [MAJOR, 4, MINOR, 5, PROFILE, COMPATIBILITY, NONE];
        let (mut config, mut count) = (null_mut(), 0);
        // SAFETY: the display comes from EGL, and the attribute lists are terminated.
        let context = unsafe {
            bind(OPENGL_API);
            choose(self.display, wanted.as_ptr(), &mut config, 1, &mut count);
            create(self.display, config, null_mut(), attributes.as_ptr())
        };
        if context.is_null() { Err(Error::NoContext("context")) } else { Ok(context) }
    }
}

impl Drop for Egl {
    fn drop(&mut self) {
        if !self.context.is_null() {
            // SAFETY: the context comes from EGL and is no longer used.
            unsafe {
                (self.make_current)(self.display, null_mut(), null_mut(), null_mut());
                (self.destroy)(self.display, self.context);
            }
        }
    }
}

/// Looks up an EGL function.
///
/// # Safety
/// `F` must be the pointer type of the function.
unsafe fn function<F: Copy>(
    address: unsafe extern "system" fn(*const c_char) -> Handle,
    name: &'static str,
) -> Result<F> {
    let text = CString::new(name).map_err(|_| Error::Missing(name))?;
    // SAFETY: the name is NUL-terminated.
    let found = unsafe { address(text.as_ptr()) };
    if found.is_null() || size_of::<F>() != size_of::<Handle>() {
        return Err(Error::Missing(name));
    }
    // SAFETY: the caller guarantees the type, which has the size of a pointer.
    Ok(unsafe { std::mem::transmute_copy(&found) })
}
