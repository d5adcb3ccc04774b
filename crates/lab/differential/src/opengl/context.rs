//! Opens an OpenGL context on the first available driver.

use crate::opengl::egl::Egl;
use crate::opengl::gl::{Addresses, Assembler, Gl, GroupSize, Handles, number};
use crate::opengl::{Error, Result};
use std::ffi::CStr;
use std::marker::PhantomData;

/// Upper bound on the errors that a driver queues, so that a lost context cannot cause an endless loop.
const MAX_ERRORS: usize = 64;

/// A context of OpenGL 4.5 or later that is current in this thread.
pub struct Context {
    pub(crate) gl: Gl,
    pub(crate) assembler: Option<Assembler>,
    pub(crate) handles: Option<Handles>,
    pub(crate) addresses: Option<Addresses>,
    pub(crate) group_size: Option<GroupSize>,
    _egl: Egl,
    /// Makes the type `!Send`, because the context is current in one thread only.
    _thread: PhantomData<*const ()>,
}

impl Context {
    /// Opens the first driver that EGL offers.
    pub fn open() -> Result<Self> {
        let egl = Egl::open()?;
        let gl = Gl::load(&egl)?;
        // SAFETY: the context is current.
        let supports = |name: &str| unsafe { extensions(&gl) }.iter().any(|known| known == name);
        let optional = |name| supports(name).then_some(());
        Ok(Context {
            assembler: optional("GL_NV_compute_program5").and_then(|()| Assembler::load(&egl).ok()),
            handles: optional("GL_ARB_bindless_texture").and_then(|()| Handles::load(&egl).ok()),
            addresses: optional("GL_NV_shader_buffer_load").and_then(|()| Addresses::load(&egl).ok()),
            group_size: optional("GL_ARB_compute_variable_group_size")
                .and_then(|()| GroupSize::load(&egl).ok()),
            gl,
            _egl: egl,
            _thread: PhantomData,
        })
    }

    /// Returns the renderer and version that the driver reports.
    pub fn name(&self) -> String {
        // SAFETY: the context is current.
        unsafe { format!("{}, {}", text(&self.gl, number::RENDERER), text(&self.gl, number::VERSION)) }
    }

    /// Returns whether the driver has an assembler for NVIDIA's assembly language.
    pub fn has_assembler(&self) -> bool {
        self.assembler.is_some()
    }

    /// Returns an error if an OpenGL call failed since the last check.
    pub(crate) fn check(&self, during: &'static str) -> Result<()> {
        let mut first = 0;
        for _ in 0..MAX_ERRORS {
            // SAFETY: the context is current.
            match unsafe { (self.gl.get_error)() } {
                0 => break,
                code if first == 0 => first = code,
                _ => {}
            }
        }
        if first == 0 { Ok(()) } else { Err(Error::Call { code: first, during }) }
    }
}

/// Returns a driver string.
///
/// # Safety
/// The context must be current.
pub(crate) unsafe fn text(gl: &Gl, name: u32) -> String {
    // SAFETY: the driver returns null or a NUL-terminated string.
    unsafe {
        let text = (gl.get_string)(name);
        if text.is_null() {
            return String::new();
        }
        CStr::from_ptr(text.cast()).to_string_lossy().trim().to_owned()
    }
}

/// Returns the names of the driver's extensions. The compatibility profile returns them in one string.
///
/// # Safety
/// The context must be current.
unsafe fn extensions(gl: &Gl) -> Vec<String> {
    const EXTENSIONS: u32 = 0x1f03;
    // SAFETY: guaranteed by the caller.
    unsafe { text(gl, EXTENSIONS) }.split_whitespace().map(str::to_owned).collect()
}
