//! Converts the images and textures of a run request.

use crate::run::Range;
use nvc_run::{Filter, Format, Image, Mip, Sampler, Shape, Texture, Wrap};
use serde::Deserialize;

/// An image or texture in a request; its texels are a range of the binary data.
#[derive(Debug, Deserialize)]
pub(crate) struct Texels {
    shape: String,
    /// GLSL name of the texel format.
    format: String,
    size: [u32; 3],
    #[serde(flatten)]
    range: Range,
    #[serde(default)]
    linear: bool,
    #[serde(default)]
    repeat: bool,
}

/// Image shapes, by the names used in the command's `--texture` option.
const SHAPES: [(&str, Shape); 8] = [
    ("1d", Shape::D1),
    ("2d", Shape::D2),
    ("3d", Shape::D3),
    ("cube", Shape::Cube),
    ("1darray", Shape::D1Array),
    ("2darray", Shape::D2Array),
    ("cubearray", Shape::CubeArray),
    ("buffer", Shape::Buffer),
];

/// Creates an image with one level and one sample per texel.
pub(crate) fn image(texels: &Texels, data: &[u8]) -> Result<Image, String> {
    let shape = SHAPES.iter().find(|(name, _)| *name == texels.shape);
    let shape = shape.ok_or_else(|| format!("no shape is named `{}`", texels.shape))?.1;
    let format = Format::from_name(&texels.format);
    let format = format.ok_or_else(|| format!("no format is named `{}`", texels.format))?;
    let bytes = texels.range.of(data)?;
    let image = Image { shape, format, size: texels.size, levels: 1, samples: 1, texels: bytes };
    let (has, needs) = (image.texels.len() as u64, image.bytes());
    if has != needs {
        return Err(format!("the image needs {needs} bytes of texels, {has} given"));
    }
    Ok(image)
}

/// Creates a texture.
pub(crate) fn texture(texels: &Texels, data: &[u8]) -> Result<Texture, String> {
    let filter = if texels.linear { Filter::Linear } else { Filter::Nearest };
    let wrap = if texels.repeat { Wrap::Repeat } else { Wrap::Clamp };
    let sampler = Sampler { filter, mip: Mip::Nearest, wrap: [wrap; 3], compare: None };
    Ok(Texture { image: image(texels, data)?, sampler })
}
