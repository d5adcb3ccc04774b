//! Parses texture and image arguments such as `0=2d:rgba8:64x64:linear:iota_u32`.

use super::data::Data;
use anyhow::{Context, Result, ensure};
use nvc_exec::case::{Dim, Filter, Format, Image, Init, Rule, Wrap};
use std::path::PathBuf;
use std::str::FromStr;

/// A texture or image, with the unit that it is bound to.
#[derive(Clone, Debug)]
pub(crate) struct BoundImage {
    image: Image,
    /// File that contains the texels, if any.
    file: Option<PathBuf>,
    /// Length of the texels in bytes, if given.
    length: Option<usize>,
}

impl BoundImage {
    /// Returns the unit.
    pub fn unit(&self) -> u32 {
        self.image.binding
    }

    /// Returns the image with its texels loaded.
    pub fn load(&self) -> Result<Image> {
        let mut image = self.image.clone();
        image.check().with_context(|| format!("unit {}", image.binding))?;
        if let Some(length) = self.length {
            let needs = image.bytes();
            ensure!(
                length == needs,
                "unit {}: {length} bytes given, but the image has {needs}",
                image.binding
            );
        }
        if let Some(path) = &self.file {
            let texels = Data::File(path.clone()).bytes()?;
            let (has, needs) = (texels.len(), image.bytes());
            ensure!(has == needs, "{} has {has} bytes, but the image has {needs}", path.display());
            image.init = Init::Bytes(texels);
        }
        Ok(image)
    }
}

/// Dimensionalities by their names in the case format.
const DIMS: &[(&str, Dim)] = &[
    ("1d", Dim::D1),
    ("2d", Dim::D2),
    ("3d", Dim::D3),
    ("cube", Dim::Cube),
    ("1darray", Dim::D1Array),
    ("2darray", Dim::D2Array),
    ("cubearray", Dim::CubeArray),
    ("2dms", Dim::D2Ms),
    ("2dmsarray", Dim::D2MsArray),
    ("buffer", Dim::Buffer),
];

impl FromStr for BoundImage {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (unit, rest) = text.split_once('=').ok_or("expected N=SHAPE:FORMAT:SIZE")?;
        let mut parts = rest.splitn(4, ':');
        let mut next = || parts.next().unwrap_or_default();
        let (dim, format, size) = (next(), next(), next());
        let names = || DIMS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let known = DIMS.iter().find(|(name, _)| *name == dim);
        let mut bound = BoundImage {
            image: Image {
                binding: unit.parse().map_err(|_| "the unit before `=` is not a number")?,
                dim: known.ok_or_else(|| format!("unknown shape `{dim}`; expected one of {}", names()))?.1,
                format: Format::try_from(format.to_owned())?,
                size: self::size(size)?,
                levels: 1,
                samples: 1,
                init: Init::default(),
                filter: Filter::default(),
                wrap: Wrap::default(),
                shadow: false,
                rectangle: false,
                compare: Rule::None,
                why: String::new(),
            },
            file: None,
            length: None,
        };
        let mut rest = parts.next();
        while let Some(options) = rest {
            let (option, after) = match options.split_once(':') {
                Some((option, after)) => (option, Some(after)),
                None => (options, None),
            };
            if !bound.set(option)? {
                bound.texels(options)?;
                break;
            }
            rest = after;
        }
        Ok(bound)
    }
}

impl BoundImage {
    /// Applies an option. Returns `false` if `text` is not an option.
    fn set(&mut self, text: &str) -> Result<bool, String> {
        let number = |digits: &str| digits.parse().map_err(|_| format!("`{digits}` is not a number"));
        match text.split_once('=') {
            None => match text {
                "nearest" => self.image.filter = Filter::Nearest,
                "linear" => self.image.filter = Filter::Linear,
                "clamp" => self.image.wrap = Wrap::Clamp,
                "repeat" => self.image.wrap = Wrap::Repeat,
                "shadow" => self.image.shadow = true,
                _ => return Ok(false),
            },
            Some(("levels", digits)) => self.image.levels = number(digits)?,
            Some(("samples", digits)) => self.image.samples = number(digits)?,
            Some(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Sets the texels: `file:PATH`, or values or a generator in the syntax of the case format, with an
    /// optional length.
    fn texels(&mut self, data: &str) -> Result<(), String> {
        if let Some(path) = data.strip_prefix("file:") {
            self.file = Some(path.into());
            return Ok(());
        }
        let (generator, length) = match (data.strip_prefix("zeros:"), data.rsplit_once('@')) {
            (Some(length), _) => ("zeros", Some(length)),
            (None, Some((generator, length))) => (generator, Some(length)),
            (None, None) => (data, None),
        };
        let wrong = |why| format!("`{data}` is neither an option nor texels: {why}");
        self.image.init = Init::try_from(generator.to_owned()).map_err(wrong)?;
        self.length = length
            .map(|length| {
                length.parse().map_err(|_| format!("the length `{length}` is not a number of bytes"))
            })
            .transpose()?;
        Ok(())
    }
}

/// Parses `W[xH[xD]]`; missing dimensions are 1.
fn size(text: &str) -> Result<[u32; 3], String> {
    let mut out = [1; 3];
    let parts: Vec<&str> = text.split('x').collect();
    if parts.len() > out.len() {
        return Err("an image has at most three dimensions".to_owned());
    }
    for (to, part) in out.iter_mut().zip(parts) {
        *to = part.parse().map_err(|_| format!("`{text}` is not a size; write W, WxH or WxHxD"))?;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(text: &str) -> Image {
        text.parse::<BoundImage>().expect("it parses").load().expect("it is an image")
    }

    #[test]
    fn shapes_options_and_texels_parse() {
        let plain = image("3=2d:rgba8:4x2");
        assert_eq!((plain.binding, plain.dim, plain.size), (3, Dim::D2, [4, 2, 1]));
        assert_eq!(plain.init, Init::Zeros);
        let full = image("0=2darray:r32f:4x4x2:linear:repeat:levels=3:f32:1,2");
        assert_eq!((full.filter, full.wrap, full.levels), (Filter::Linear, Wrap::Repeat, 3));
        assert_eq!(full.init.bytes(8, &[]), [0, 0, 128, 63, 0, 0, 0, 64]);
        assert_eq!(image("0=1d:r32f:2:f32:1,2@8").init.bytes(8, &[]), [0, 0, 128, 63, 0, 0, 0, 64]);
        assert_eq!(image("0=1d:r32f:2:zeros:8").init, Init::Zeros);
        assert_eq!(image("1=2dms:rgba8:4x4:samples=4").samples, 4);
    }

    #[test]
    fn invalid_arguments_are_rejected() {
        for wrong in [
            "",
            "0",
            "0=2d",
            "x=2d:rgba8:4",
            "0=4d:rgba8:4",
            "0=2d:rgb9:4",
            "0=2d:rgba8:4x4x4x4",
            "0=2d:rgba8:4:smooth",
            "0=2d:rgba8:4:levels=x",
        ] {
            assert!(wrong.parse::<BoundImage>().is_err(), "{wrong}");
        }
        for wrong in [
            "0=2d:rgba8:0",
            "0=2d:rgba8:4x4:u32:1@8",
            "0=2d:rgba8:8x8x5",
            "0=cube:rgba8:8x5",
            "0=3d:rgba8:4294967295x4294967295x4294967295",
        ] {
            assert!(wrong.parse::<BoundImage>().is_ok_and(|image| image.load().is_err()), "{wrong}");
        }
    }
}
