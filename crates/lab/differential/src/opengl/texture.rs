//! OpenGL textures and images.

use crate::opengl::buffer::Buffer;
use crate::opengl::format::GlFormat;
use crate::opengl::gl::number::*;
use crate::opengl::{Context, Error, Result};
use nvc_exec::case::{Dim, Filter, Image, Wrap};

/// A texture object, deleted on drop.
pub(crate) struct Texture<'c> {
    context: &'c Context,
    pub(crate) id: u32,
    format: GlFormat,
    /// Whether the texture has layers, faces or depth slices, which are bound to an image unit together.
    layered: bool,
    /// The buffer that contains the texels of a buffer texture.
    buffer: Option<Buffer<'c>>,
}

impl<'c> Texture<'c> {
    /// Creates a texture with the texels and the sampling state of a case's image.
    pub(crate) fn new(context: &'c Context, image: &Image) -> Result<Self> {
        let texels = image.init.bytes(image.bytes(), &[]);
        let format = GlFormat::of(&image.format)?;
        let mut id = 0;
        // SAFETY: the context is current. An alignment of 1 fits tightly packed texels.
        unsafe {
            (context.gl.pixel_store)(UNPACK_ALIGNMENT, 1);
            (context.gl.pixel_store)(PACK_ALIGNMENT, 1);
            (context.gl.create_textures)(target(image), 1, &mut id);
        }
        let layered = !matches!(image.dim, Dim::D1 | Dim::D2 | Dim::D2Ms | Dim::Buffer);
        let mut texture = Texture { context, id, format, layered, buffer: None };
        if image.dim == Dim::Buffer {
            let buffer = Buffer::new(context, &texels)?;
            // SAFETY: the context is current, and the buffer lives as long as the texture.
            unsafe { (context.gl.texture_buffer)(id, format.internal, buffer.id) };
            texture.buffer = Some(buffer);
        } else {
            texture.allocate(image);
            if image.dim.is_multisample() {
                texture.clear(image, &texels);
            } else {
                texture.fill(image, &texels);
                texture.set_sampling(image);
            }
        }
        context.check("while creating a texture")?;
        Ok(texture)
    }

    fn allocate(&self, image: &Image) {
        let (gl, internal) = (&self.context.gl, self.format.internal);
        let [w, h, d] = image.size.map(|n| n.max(1) as i32);
        let (levels, samples) = (image.levels as i32, image.samples as i32);
        // SAFETY: the context is current.
        unsafe {
            match image.dim {
                Dim::D1 => (gl.storage_1d)(self.id, levels, internal, w),
                Dim::D2 | Dim::D1Array | Dim::Cube => (gl.storage_2d)(self.id, levels, internal, w, h),
                Dim::D3 | Dim::D2Array => (gl.storage_3d)(self.id, levels, internal, w, h, d),
                Dim::CubeArray => (gl.storage_3d)(self.id, levels, internal, w, h, d * 6),
                Dim::D2Ms => (gl.storage_2d_samples)(self.id, samples, internal, w, h, 1),
                Dim::D2MsArray => (gl.storage_3d_samples)(self.id, samples, internal, w, h, d, 1),
                Dim::Buffer => {}
            }
        }
    }

    /// Writes the texels of all levels.
    fn fill(&self, image: &Image, texels: &[u8]) {
        let (gl, GlFormat { channels, ty, .. }) = (&self.context.gl, self.format);
        let mut rest = texels;
        for level in 0..image.levels {
            let size = image.dim.level_size(image.size, level);
            let bytes = image.dim.texels(size) * image.format.bytes();
            let Some((now, after)) = rest.split_at_checked(bytes) else { return };
            rest = after;
            let [w, h, d] = size.map(|n| n.max(1) as i32);
            let (id, level, data) = (self.id, level as i32, now.as_ptr().cast());
            // SAFETY: the context is current, and `data` has the texels of the whole level.
            unsafe {
                match image.dim {
                    Dim::D1 => (gl.write_1d)(id, level, 0, w, channels, ty, data),
                    Dim::D2 | Dim::D1Array => (gl.write_2d)(id, level, 0, 0, w, h, channels, ty, data),
                    Dim::Cube => (gl.write_3d)(id, level, 0, 0, 0, w, h, 6, channels, ty, data),
                    Dim::CubeArray => (gl.write_3d)(id, level, 0, 0, 0, w, h, d * 6, channels, ty, data),
                    _ => (gl.write_3d)(id, level, 0, 0, 0, w, h, d, channels, ty, data),
                }
            }
        }
    }

    /// Fills each layer of a multisample texture with one value. `texels` contains one texel per layer.
    fn clear(&self, image: &Image, texels: &[u8]) {
        let GlFormat { channels, ty, .. } = self.format;
        let [w, h, _] = image.size.map(|n| n.max(1) as i32);
        for (layer, texel) in (0..).zip(texels.chunks_exact(image.format.bytes())) {
            let clear = self.context.gl.clear_texels;
            // SAFETY: the context is current, and the texture has the layer.
            unsafe { clear(self.id, 0, 0, 0, layer, w, h, 1, channels, ty, texel.as_ptr().cast()) };
        }
    }

    /// Sets the filters, the wrap mode and the depth comparison.
    fn set_sampling(&self, image: &Image) {
        let set = |name, value| {
            // SAFETY: the context is current.
            unsafe { (self.context.gl.texture_parameter)(self.id, name, value) };
        };
        let (minified, magnified) = match (image.filter, image.levels) {
            (Filter::Nearest, 1) => (NEAREST, NEAREST),
            (Filter::Linear, 1) => (LINEAR, LINEAR),
            (Filter::Nearest, _) => (NEAREST_MIPMAP_NEAREST, NEAREST),
            (Filter::Linear, _) => (LINEAR_MIPMAP_NEAREST, LINEAR),
        };
        set(TEXTURE_MIN_FILTER, minified);
        set(TEXTURE_MAG_FILTER, magnified);
        let wrap = match image.wrap {
            Wrap::Clamp => CLAMP_TO_EDGE,
            Wrap::Repeat => REPEAT,
        };
        for coordinate in [TEXTURE_WRAP_S, TEXTURE_WRAP_T, TEXTURE_WRAP_R] {
            set(coordinate, wrap);
        }
        if image.shadow {
            set(TEXTURE_COMPARE_MODE, COMPARE_REF_TO_TEXTURE);
        }
    }

    /// Binds the texture to a texture unit.
    pub(crate) fn bind(&self, unit: u32) {
        // SAFETY: the context is current.
        unsafe { (self.context.gl.bind_texture_unit)(unit, self.id) };
    }

    /// Binds the texture to an image unit.
    pub(crate) fn bind_image(&self, unit: u32) {
        let (layered, internal) = (u8::from(self.layered), self.format.internal);
        // SAFETY: the context is current.
        unsafe { (self.context.gl.bind_image)(unit, self.id, 0, layered, 0, READ_WRITE, internal) };
    }

    /// Returns a resident bindless handle, for use as a texture or as an image.
    pub(crate) fn handle(&self, as_image: bool) -> Result<u64> {
        let handles = self.context.handles.as_ref().ok_or(Error::Missing("GL_ARB_bindless_texture"))?;
        let (layered, internal) = (u8::from(self.layered), self.format.internal);
        // SAFETY: the context is current.
        let handle = unsafe {
            if as_image {
                let handle = (handles.image)(self.id, 0, layered, 0, internal);
                (handles.image_resident)(handle, READ_WRITE);
                handle
            } else {
                let handle = (handles.texture)(self.id);
                (handles.texture_resident)(handle);
                handle
            }
        };
        self.context.check("while creating a handle")?;
        Ok(handle)
    }

    /// Returns the texels of the first level, followed by zeros for any further levels; empty for multisample
    /// textures, which cannot be read back.
    pub(crate) fn read(&self, image: &Image) -> Result<Vec<u8>> {
        if image.dim.is_multisample() {
            return Ok(Vec::new());
        }
        let bytes = image.bytes();
        if let Some(buffer) = &self.buffer {
            return buffer.read(bytes);
        }
        let GlFormat { channels, ty, .. } = self.format;
        let mut texels = vec![0u8; bytes];
        let room = i32::try_from(bytes).map_err(|_| Error::Case("an image is too large".into()))?;
        // SAFETY: the context is current, and the buffer has the given size.
        unsafe {
            (self.context.gl.texture_read)(self.id, 0, channels, ty, room, texels.as_mut_ptr().cast());
        }
        self.context.check("while reading an image")?;
        Ok(texels)
    }
}

impl Drop for Texture<'_> {
    fn drop(&mut self) {
        // SAFETY: the context is current. The driver defers deletion while a texture is in use.
        unsafe { (self.context.gl.delete_textures)(1, &self.id) };
    }
}

fn target(image: &Image) -> u32 {
    match image.dim {
        Dim::D2 if image.rectangle => TEXTURE_RECTANGLE,
        Dim::D1 => TEXTURE_1D,
        Dim::D2 => TEXTURE_2D,
        Dim::D3 => TEXTURE_3D,
        Dim::Cube => TEXTURE_CUBE_MAP,
        Dim::D1Array => TEXTURE_1D_ARRAY,
        Dim::D2Array => TEXTURE_2D_ARRAY,
        Dim::CubeArray => TEXTURE_CUBE_MAP_ARRAY,
        Dim::D2Ms => TEXTURE_2D_MULTISAMPLE,
        Dim::D2MsArray => TEXTURE_2D_MULTISAMPLE_ARRAY,
        Dim::Buffer => TEXTURE_BUFFER,
    }
}
