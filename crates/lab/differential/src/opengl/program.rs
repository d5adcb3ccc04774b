//! Loads programs into the driver: GLSL through its compiler, assembly through its assembler.

use crate::opengl::context::text;
use crate::opengl::gl::number;
use crate::opengl::{Context, Error, Result, listing};
use std::ffi::{CString, c_char};

/// Size of the buffer for a driver message, in bytes.
const LOG: usize = 1 << 14;

/// A program loaded into the driver, deleted on drop.
pub struct Program<'c> {
    context: &'c Context,
    pub(crate) id: u32,
    /// Whether the program is assembly rather than GLSL.
    pub(crate) assembly: bool,
    listing: Option<String>,
}

impl Program<'_> {
    /// Returns the assembly listing that the driver generated from GLSL, if the driver exposes it.
    pub fn listing(&self) -> Option<&str> {
        self.listing.as_deref()
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: the context is current.
        unsafe {
            match &self.context.assembler {
                Some(assembler) if self.assembly => (assembler.delete_programs)(1, &self.id),
                _ => (self.context.gl.delete_program)(self.id),
            }
        }
    }
}

impl Context {
    /// Assembles a compute program.
    pub fn assembly(&self, source: &str) -> Result<Program<'_>> {
        use number::{COMPUTE_PROGRAM_NV, PROGRAM_FORMAT_ASCII_ARB};
        let assembler = self.assembler.as_ref().ok_or(Error::Missing("GL_NV_compute_program5"))?;
        let length =
            i32::try_from(source.len()).map_err(|_| Error::Case("the program is too long".into()))?;
        self.check("before assembling a program")?;
        let (mut id, mut position) = (0, -1);
        // SAFETY: the context is current, and the source has this length.
        let log = unsafe {
            (assembler.gen_programs)(1, &mut id);
            (assembler.bind_program)(COMPUTE_PROGRAM_NV, id);
            let text_start = source.as_ptr().cast();
            (assembler.program_string)(COMPUTE_PROGRAM_NV, PROGRAM_FORMAT_ASCII_ARB, length, text_start);
            (self.gl.get_integer)(number::PROGRAM_ERROR_POSITION_ARB, &mut position);
            text(&self.gl, number::PROGRAM_ERROR_STRING_ARB)
        };
        let program = Program { context: self, id, assembly: true, listing: None };
        match self.check("while assembling a program") {
            Ok(()) if position == -1 => Ok(program),
            _ => Err(Error::Rejected { what: "assembly", log }),
        }
    }

    /// Compiles and links a compute shader.
    pub fn glsl(&self, source: &str) -> Result<Program<'_>> {
        let code = CString::new(source).map_err(|_| Error::Case("the source contains a NUL".into()))?;
        let gl = &self.gl;
        self.check("before compiling a shader")?;
        // SAFETY: the context is current, and the source is NUL-terminated.
        let (shader, compiled) = unsafe {
            let shader = (gl.create_shader)(number::COMPUTE_SHADER);
            (gl.shader_source)(shader, 1, &code.as_ptr(), std::ptr::null());
            (gl.compile_shader)(shader);
            let mut compiled = 0;
            (gl.get_shader)(shader, number::COMPILE_STATUS, &mut compiled);
            (shader, compiled)
        };
        if compiled == 0 {
            // SAFETY: the context is current, and the buffer has the given size.
            let log = log(|room, length, to| unsafe { (gl.shader_log)(shader, room, length, to) });
            return Err(Error::Rejected { what: "shader", log });
        }
        let mut linked = 0;
        // SAFETY: the context is current.
        let id = unsafe {
            let id = (gl.create_program)();
            (gl.program_parameter)(id, number::PROGRAM_BINARY_RETRIEVABLE_HINT, 1);
            (gl.attach_shader)(id, shader);
            (gl.link_program)(id);
            (gl.delete_shader)(shader);
            (gl.get_program)(id, number::LINK_STATUS, &mut linked);
            id
        };
        let mut program = Program { context: self, id, assembly: false, listing: None };
        if linked == 0 {
            // SAFETY: the context is current, and the buffer has the given size.
            let log = log(|room, length, to| unsafe { (gl.program_log)(id, room, length, to) });
            return Err(Error::Rejected { what: "program", log });
        }
        program.listing = listing::find(&self.binary(id));
        self.check("while compiling a shader")?;
        Ok(program)
    }

    /// Returns the driver's binary of a linked program.
    fn binary(&self, id: u32) -> Vec<u8> {
        let (mut length, mut written, mut format) = (0, 0, 0);
        // SAFETY: the context is current.
        unsafe { (self.gl.get_program)(id, number::PROGRAM_BINARY_LENGTH, &mut length) };
        let mut binary = vec![0u8; usize::try_from(length).unwrap_or(0)];
        if !binary.is_empty() {
            // SAFETY: the buffer has the given size.
            unsafe {
                let to = binary.as_mut_ptr().cast();
                (self.gl.program_binary)(id, length, &mut written, &mut format, to);
            }
        }
        binary.truncate(usize::try_from(written).unwrap_or(0));
        binary
    }
}

/// Reads a driver message or name. `read` receives the buffer size, a pointer to which it writes the length of
/// the text, and the buffer.
pub(crate) fn log(read: impl FnOnce(i32, *mut i32, *mut c_char)) -> String {
    let (mut bytes, mut length) = (vec![0u8; LOG], 0);
    read(LOG as i32, &mut length, bytes.as_mut_ptr().cast());
    bytes.truncate(usize::try_from(length).unwrap_or(0).min(LOG));
    String::from_utf8_lossy(&bytes).trim().to_owned()
}
