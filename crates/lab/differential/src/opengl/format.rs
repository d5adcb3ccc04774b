//! OpenGL texel formats.

use crate::opengl::{Error, Result};
use nvc_exec::case::Format;

/// The OpenGL constants that describe a texel format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GlFormat {
    /// The *internalformat* argument: how the driver stores texels.
    pub(crate) internal: u32,
    /// The *format* argument: the channels in client memory.
    pub(crate) channels: u32,
    /// The *type* argument: the type of a channel in client memory.
    pub(crate) ty: u32,
}

const RED: u32 = 0x1903;
const RG: u32 = 0x8227;
const RGBA: u32 = 0x1908;
const RED_INTEGER: u32 = 0x8d94;
const RG_INTEGER: u32 = 0x8228;
const RGBA_INTEGER: u32 = 0x8d99;
const DEPTH: u32 = 0x1902;
const BYTE: u32 = 0x1400;
const UNSIGNED_BYTE: u32 = 0x1401;
const SHORT: u32 = 0x1402;
const UNSIGNED_SHORT: u32 = 0x1403;
const INT: u32 = 0x1404;
const UNSIGNED_INT: u32 = 0x1405;
const FLOAT: u32 = 0x1406;
const HALF: u32 = 0x140b;

const fn row(internal: u32, channels: u32, ty: u32) -> GlFormat {
    GlFormat { internal, channels, ty }
}

/// The formats, by their names in cases: those of GLSL, and `d32f` for depth.
const FORMATS: &[(&str, GlFormat)] = &[
    ("rgba32f", row(0x8814, RGBA, FLOAT)),
    ("rg32f", row(0x8230, RG, FLOAT)),
    ("r32f", row(0x822e, RED, FLOAT)),
    ("d32f", row(0x8cac, DEPTH, FLOAT)),
    ("rgba16f", row(0x881a, RGBA, HALF)),
    ("rg16f", row(0x822f, RG, HALF)),
    ("r16f", row(0x822d, RED, HALF)),
    ("rgba16", row(0x805b, RGBA, UNSIGNED_SHORT)),
    ("rg16", row(0x822c, RG, UNSIGNED_SHORT)),
    ("r16", row(0x822a, RED, UNSIGNED_SHORT)),
    ("rgba8", row(0x8058, RGBA, UNSIGNED_BYTE)),
    ("rg8", row(0x822b, RG, UNSIGNED_BYTE)),
    ("r8", row(0x8229, RED, UNSIGNED_BYTE)),
    ("rgba16_snorm", row(0x8f9b, RGBA, SHORT)),
    ("rg16_snorm", row(0x8f99, RG, SHORT)),
    ("r16_snorm", row(0x8f98, RED, SHORT)),
    ("rgba8_snorm", row(0x8f97, RGBA, BYTE)),
    ("rg8_snorm", row(0x8f95, RG, BYTE)),
    ("r8_snorm", row(0x8f94, RED, BYTE)),
    ("rgba32i", row(0x8d82, RGBA_INTEGER, INT)),
    ("rg32i", row(0x823b, RG_INTEGER, INT)),
    ("r32i", row(0x8235, RED_INTEGER, INT)),
    ("rgba16i", row(0x8d88, RGBA_INTEGER, SHORT)),
    ("rg16i", row(0x8239, RG_INTEGER, SHORT)),
    ("r16i", row(0x8233, RED_INTEGER, SHORT)),
    ("rgba8i", row(0x8d8e, RGBA_INTEGER, BYTE)),
    ("rg8i", row(0x8237, RG_INTEGER, BYTE)),
    ("r8i", row(0x8231, RED_INTEGER, BYTE)),
    ("rgba32ui", row(0x8d70, RGBA_INTEGER, UNSIGNED_INT)),
    ("rg32ui", row(0x823c, RG_INTEGER, UNSIGNED_INT)),
    ("r32ui", row(0x8236, RED_INTEGER, UNSIGNED_INT)),
    ("rgba16ui", row(0x8d76, RGBA_INTEGER, UNSIGNED_SHORT)),
    ("rg16ui", row(0x823a, RG_INTEGER, UNSIGNED_SHORT)),
    ("r16ui", row(0x8234, RED_INTEGER, UNSIGNED_SHORT)),
    ("rgba8ui", row(0x8d7c, RGBA_INTEGER, UNSIGNED_BYTE)),
    ("rg8ui", row(0x8238, RG_INTEGER, UNSIGNED_BYTE)),
    ("r8ui", row(0x8232, RED_INTEGER, UNSIGNED_BYTE)),
];

impl GlFormat {
    /// Returns the OpenGL format of a case's image.
    pub(crate) fn of(format: &Format) -> Result<Self> {
        let row = FORMATS.iter().find(|(name, _)| *name == format.name());
        row.map(|row| row.1).ok_or_else(|| Error::Case(format!("OpenGL has no format {}", format.name())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texel_sizes_match_the_formats_of_cases() {
        for (name, format) in FORMATS {
            let texels = Format::try_from((*name).to_owned()).expect("a format of cases");
            let channels = match format.channels {
                RED | RED_INTEGER | DEPTH => 1,
                RG | RG_INTEGER => 2,
                _ => 4,
            };
            let bytes = match format.ty {
                BYTE | UNSIGNED_BYTE => 1,
                SHORT | UNSIGNED_SHORT | HALF => 2,
                _ => 4,
            };
            assert_eq!(channels * bytes, texels.bytes(), "{name}");
            assert_eq!(GlFormat::of(&texels).ok(), Some(*format));
        }
    }
}
