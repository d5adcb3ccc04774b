//! Converts textures and images from Python.

use nvc_run::{Filter, Format, Image, Sampler, Shape, Texture, Wrap};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// An image or texture passed from Python.
#[derive(FromPyObject)]
pub(crate) struct ImageArg {
    name: String,
    shape: String,
    format: String,
    size: [u32; 3],
    texels: PyBackedBytes,
    /// Filter of a texture: `nearest` or `linear`.
    filter: String,
    /// Wrap mode of a texture: `clamp`, `repeat`, `mirror` or `border`.
    wrap: String,
}

impl ImageArg {
    /// Returns the name under which the image was passed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Converts to an image. Returns the name with it.
    pub fn image(&self) -> PyResult<(&str, Image)> {
        let wrong = |message: String| PyValueError::new_err(format!("`{}`: {message}", self.name));
        let shape = match &*self.shape {
            "1d" => Shape::D1,
            "2d" => Shape::D2,
            "3d" => Shape::D3,
            "cube" => Shape::Cube,
            "1d array" => Shape::D1Array,
            "2d array" => Shape::D2Array,
            "cube array" => Shape::CubeArray,
            "buffer" => Shape::Buffer,
            other => return Err(wrong(format!("images of shape {other} cannot be given as arrays"))),
        };
        let format = Format::from_name(&self.format);
        let format =
            format.ok_or_else(|| wrong(format!("texels of format {} are not supported", self.format)))?;
        let image =
            Image { shape, format, size: self.size, levels: 1, samples: 1, texels: self.texels.to_vec() };
        if image.bytes() != image.texels.len() as u64 {
            return Err(wrong(format!(
                "the image needs {} bytes of texels, {} given",
                image.bytes(),
                image.texels.len()
            )));
        }
        Ok((&self.name, image))
    }

    /// Converts to a texture. Returns the name with it.
    pub fn texture(&self) -> PyResult<(&str, Texture)> {
        let (name, image) = self.image()?;
        let sampler = sampler(name, &self.filter, &self.wrap)?;
        Ok((name, Texture { image, sampler }))
    }
}

/// Creates a sampler from the names of its filter and wrap mode.
pub(crate) fn sampler(name: &str, filter: &str, wrap: &str) -> PyResult<Sampler> {
    let wrong =
        |what: &str, all: &str| PyValueError::new_err(format!("`{name}`: the {what} must be one of {all}"));
    let filter = match filter {
        "nearest" => Filter::Nearest,
        "linear" => Filter::Linear,
        _ => return Err(wrong("filter", "nearest, linear")),
    };
    let wrap = match wrap {
        "clamp" => Wrap::Clamp,
        "repeat" => Wrap::Repeat,
        "mirror" => Wrap::Mirror,
        "border" => Wrap::Border,
        _ => return Err(wrong("wrap mode", "clamp, repeat, mirror, border")),
    };
    Ok(Sampler { filter, wrap: [wrap; 3], ..Sampler::default() })
}
