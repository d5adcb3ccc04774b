//! OpenGL buffer objects.

use crate::opengl::gl::number;
use crate::opengl::{Context, Error, Result};

/// A buffer object, deleted on drop.
pub(crate) struct Buffer<'c> {
    context: &'c Context,
    pub(crate) id: u32,
    bytes: usize,
}

impl<'c> Buffer<'c> {
    /// Creates a buffer with these contents. The size is at least one byte, since OpenGL has no empty
    /// buffers.
    pub(crate) fn new(context: &'c Context, contents: &[u8]) -> Result<Self> {
        let contents = if contents.is_empty() { &[0][..] } else { contents };
        let mut id = 0;
        let bytes = contents.len();
        // SAFETY: the context is current, and `data` points to `bytes` readable bytes.
        unsafe {
            (context.gl.create_buffers)(1, &mut id);
            let data = contents.as_ptr().cast();
            (context.gl.buffer_storage)(id, bytes as isize, data, number::DYNAMIC_STORAGE_BIT);
        }
        context.check("while creating a buffer")?;
        Ok(Buffer { context, id, bytes })
    }

    /// Overwrites the buffer from its start. Bytes that do not fit are ignored.
    pub(crate) fn write(&self, contents: &[u8]) -> Result<()> {
        let bytes = contents.len().min(self.bytes) as isize;
        // SAFETY: the context is current, and both the source and the buffer have at least `bytes` bytes.
        unsafe { (self.context.gl.buffer_write)(self.id, 0, bytes, contents.as_ptr().cast()) };
        self.context.check("while writing a buffer")
    }

    /// Reads the first `bytes` bytes of the buffer. Bytes after its end are read as zeros.
    pub(crate) fn read(&self, bytes: usize) -> Result<Vec<u8>> {
        let mut contents = vec![0; bytes];
        let length = bytes.min(self.bytes) as isize;
        // SAFETY: the context is current, and both the destination and the buffer have at least `length`
        // bytes.
        unsafe { (self.context.gl.buffer_read)(self.id, 0, length, contents.as_mut_ptr().cast()) };
        self.context.check("while reading a buffer")?;
        Ok(contents)
    }

    /// Binds the buffer to an indexed binding point of `target`. GLSL and assembly programs share the binding
    /// points of storage buffers and atomic counters, but not those of uniform buffers.
    pub(crate) fn bind(&self, target: u32, index: u32) {
        // SAFETY: the context is current.
        unsafe { (self.context.gl.bind_buffer_base)(target, index, self.id) };
    }

    /// Makes the buffer resident and returns its GPU address.
    pub(crate) fn address(&self) -> Result<u64> {
        let addresses = self.context.addresses.as_ref().ok_or(Error::Missing("GL_NV_shader_buffer_load"))?;
        let mut address = 0;
        // SAFETY: the context is current.
        unsafe {
            (addresses.make_resident)(self.id, number::READ_WRITE);
            (addresses.get)(self.id, number::BUFFER_GPU_ADDRESS_NV, &mut address);
        }
        self.context.check("while querying an address")?;
        Ok(address)
    }
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        // SAFETY: the context is current. The driver defers deletion while a buffer is in use.
        unsafe { (self.context.gl.delete_buffers)(1, &self.id) };
    }
}
