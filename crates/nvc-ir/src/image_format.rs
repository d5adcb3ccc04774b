//! Texel formats of storage images: one table of GLSL names, SPIR-V operands and channels.
//!
//! Front ends look formats up by GLSL name (GLSL §4.4.8). The back end emits the SPIR-V operand and
//! capability (SPIR-V §3.11, *Image Format*). The interpreter and the code that runs shaders on devices use
//! the channels. The corresponding Vulkan and OpenGL formats are in the crates that call these APIs, indexed
//! by this enum.

/// How the bits of a channel represent a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumericFormat {
    /// An unsigned integer, normalized to 0 to 1.
    Unorm,
    /// A signed integer, normalized to -1 to 1.
    Snorm,
    /// An unsigned integer.
    Uint,
    /// A signed integer.
    Sint,
    /// A floating-point number; channels of 10 and 11 bits have no sign bit.
    Float,
}

/// The SPIR-V capability that declaring a storage image of a format requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormatCapability {
    /// `Shader`.
    Shader,
    /// `StorageImageExtendedFormats`.
    Extended,
    /// `Int64ImageEXT` (SPV_EXT_shader_image_int64).
    Int64,
}

macro_rules! image_formats {
    ($($variant:ident $glsl:literal $spirv:literal $capability:ident $numeric:ident $bits:expr;)*) => {
        /// Texel format of a storage image, with SPIR-V's name. The order is part of the interface: the
        /// discriminant selects the binding of a raw view.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum ImageFormat {
            $($variant,)*
        }

        impl ImageFormat {
            /// All formats, in the order of the enum.
            pub const ALL: [ImageFormat; [$($spirv),*].len()] = [$(ImageFormat::$variant),*];

            /// Returns SPIR-V's name, such as `Rgba8`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(ImageFormat::$variant => stringify!($variant),)*
                }
            }

            /// Returns the name of GLSL's layout qualifier, such as `rgba8`.
            pub const fn glsl_name(self) -> &'static str {
                match self {
                    $(ImageFormat::$variant => $glsl,)*
                }
            }

            /// Returns the SPIR-V operand *Image Format*.
            pub const fn spirv_operand(self) -> u32 {
                match self {
                    $(ImageFormat::$variant => $spirv,)*
                }
            }

            /// Returns the SPIR-V capability that declaring a storage image of this format requires.
            pub const fn capability(self) -> FormatCapability {
                match self {
                    $(ImageFormat::$variant => FormatCapability::$capability,)*
                }
            }

            /// Returns how the bits of a channel represent a number.
            pub const fn numeric_format(self) -> NumericFormat {
                match self {
                    $(ImageFormat::$variant => NumericFormat::$numeric,)*
                }
            }

            /// Returns the number of bits of each channel. The first channel is red, which occupies the least significant
            /// bits.
            pub const fn channel_bits(self) -> &'static [u8] {
                match self {
                    $(ImageFormat::$variant => &$bits,)*
                }
            }
        }
    };
}

image_formats! {
    // Variant    GLSL name        SPIR-V operand, capability, numeric format, bits of each channel
    R8ui         "r8ui"           39 Extended Uint  [8];
    R8i          "r8i"            29 Extended Sint  [8];
    R16ui        "r16ui"          38 Extended Uint  [16];
    R16i         "r16i"           28 Extended Sint  [16];
    R32ui        "r32ui"          33 Shader   Uint  [32];
    R32i         "r32i"           24 Shader   Sint  [32];
    R32f         "r32f"           3  Shader   Float [32];
    Rg32ui       "rg32ui"         35 Extended Uint  [32, 32];
    Rg32i        "rg32i"          25 Extended Sint  [32, 32];
    Rg32f        "rg32f"          6  Extended Float [32, 32];
    Rgba32ui     "rgba32ui"       30 Shader   Uint  [32, 32, 32, 32];
    Rgba32i      "rgba32i"        21 Shader   Sint  [32, 32, 32, 32];
    Rgba32f      "rgba32f"        1  Shader   Float [32, 32, 32, 32];
    Rg8ui        "rg8ui"          37 Extended Uint  [8, 8];
    Rg8i         "rg8i"           27 Extended Sint  [8, 8];
    Rgba8ui      "rgba8ui"        32 Shader   Uint  [8, 8, 8, 8];
    Rgba8i       "rgba8i"         23 Shader   Sint  [8, 8, 8, 8];
    Rg16ui       "rg16ui"         36 Extended Uint  [16, 16];
    Rg16i        "rg16i"          26 Extended Sint  [16, 16];
    Rgba16ui     "rgba16ui"       31 Shader   Uint  [16, 16, 16, 16];
    Rgba16i      "rgba16i"        22 Shader   Sint  [16, 16, 16, 16];
    R16f         "r16f"           9  Extended Float [16];
    Rg16f        "rg16f"          7  Extended Float [16, 16];
    Rgba16f      "rgba16f"        2  Shader   Float [16, 16, 16, 16];
    R8           "r8"             15 Extended Unorm [8];
    R8Snorm      "r8_snorm"       20 Extended Snorm [8];
    Rg8          "rg8"            13 Extended Unorm [8, 8];
    Rg8Snorm     "rg8_snorm"      18 Extended Snorm [8, 8];
    Rgba8        "rgba8"          4  Shader   Unorm [8, 8, 8, 8];
    Rgba8Snorm   "rgba8_snorm"    5  Shader   Snorm [8, 8, 8, 8];
    R16          "r16"            14 Extended Unorm [16];
    R16Snorm     "r16_snorm"      19 Extended Snorm [16];
    Rg16         "rg16"           12 Extended Unorm [16, 16];
    Rg16Snorm    "rg16_snorm"     17 Extended Snorm [16, 16];
    Rgba16       "rgba16"         10 Extended Unorm [16, 16, 16, 16];
    Rgba16Snorm  "rgba16_snorm"   16 Extended Snorm [16, 16, 16, 16];
    R11fG11fB10f "r11f_g11f_b10f" 8  Extended Float [11, 11, 10];
    Rgb10A2      "rgb10_a2"       11 Extended Unorm [10, 10, 10, 2];
    Rgb10a2ui    "rgb10_a2ui"     34 Extended Uint  [10, 10, 10, 2];
    R64ui        "r64ui"          40 Int64    Uint  [64];
    R64i         "r64i"           41 Int64    Sint  [64];
}

impl ImageFormat {
    /// Returns the format with a SPIR-V name.
    pub fn from_name(name: &str) -> Option<ImageFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the format that a GLSL layout qualifier names.
    pub fn from_glsl_name(name: &str) -> Option<ImageFormat> {
        Self::ALL.into_iter().find(|format| format.glsl_name() == name)
    }

    /// Returns the format of a SPIR-V operand; `None` for `Unknown` (0) and for operands that shaders do not
    /// use.
    pub fn from_spirv_operand(operand: u32) -> Option<ImageFormat> {
        Self::ALL.into_iter().find(|format| format.spirv_operand() == operand)
    }

    /// Returns the size of a texel in bytes.
    pub fn texel_bytes(self) -> u32 {
        self.channel_bits().iter().map(|&bits| u32::from(bits)).sum::<u32>() / 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_operands_are_distinct() {
        for format in ImageFormat::ALL {
            assert_eq!(ImageFormat::from_name(format.name()), Some(format));
            assert_eq!(ImageFormat::from_glsl_name(format.glsl_name()), Some(format));
            assert_eq!(ImageFormat::from_spirv_operand(format.spirv_operand()), Some(format));
        }
        assert_eq!(ImageFormat::from_glsl_name("rgba7"), None);
        assert_eq!(ImageFormat::from_spirv_operand(0), None);
    }

    #[test]
    fn texels_are_a_power_of_two_bytes() {
        for format in ImageFormat::ALL {
            let bits: u32 = format.channel_bits().iter().map(|&bits| u32::from(bits)).sum();
            assert_eq!(bits, format.texel_bytes() * 8, "{format:?}");
            assert!(format.texel_bytes().is_power_of_two(), "{format:?}");
        }
    }
}
