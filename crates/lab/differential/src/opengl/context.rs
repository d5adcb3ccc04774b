//! An OpenGL context on the first available driver.

use crate::opengl::egl::Egl;
use crate::opengl::gl::{Addresses, Assembler, Gl, GroupSize, Handles, number};
use crate::opengl::{Error, Result};
use std::ffi::CStr;
use std::marker::PhantomData;

/// More errors than a driver queues.
const MOST_ERRORS: usize = 64;

/// A context of OpenGL 4.5 or later, current in this thread.
pub struct Context {
    pub(crate) gl: Gl,
    pub(crate) assembler: Option<Assembler>,
    pub(crate) handles: Option<Handles>,
    pub(crate) addresses: Option<Addresses>,
    pub(crate) group_size: Option<GroupSize>,
    _egl: Egl,
    /// Not `Send`: a context is current in one thread.
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

    /// Renderer and version, as the driver reports them.
    pub fn name(&self) -> String {
        // SAFETY: the context is current.
        unsafe { format!("{}, {}", text(&self.gl, number::RENDERER), text(&self.gl, number::VERSION)) }
    }

    /// Whether the driver has an assembler, as NVIDIA's does.
    pub fn has_assembler(&self) -> bool {
        self.assembler.is_some()
    }

    /// An error if a call failed since the last check.
    pub(crate) fn check(&self, during: &'static str) -> Result<()> {
        let mut first = 0;
        for _ in 0..MOST_ERRORS {
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

/// A driver string.
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

/// The names of the driver's extensions; the compatibility profile returns them in one string.
///
/// # Safety
/// The context must be current.
unsafe fn extensions(gl: &Gl) -> Vec<String> {
    const EXTENSIONS: u32 = 0x1f03;
    // SAFETY: guaranteed by the caller.
    unsafe { text(gl, EXTENSIONS) }.split_whitespace().map(str::to_owned).collect()
}
