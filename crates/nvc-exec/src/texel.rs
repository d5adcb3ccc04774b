//! Encodes and decodes texels in memory.
//!
//! Format names and channels come from the table of [`ImageFormat`].

use nvc_ir::half;
use nvc_ir::image_format::NumericFormat;
use nvc_ir::imm::Rounding;
use nvc_ir::types::ImageFormat;

/// A texel format with 1 to 4 channels of equal width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    numeric: NumericFormat,
    /// The number of bits of a channel: 8, 16 or 32, or 64 for a single channel.
    bits: u8,
    channels: u8,
}

/// The name of the depth format. Its texels are encoded like those of `r32f`, but storage images cannot have it.
const DEPTH: &str = "d32f";

impl Format {
    /// Returns the format with a GLSL name such as `rgba8`, or the depth format `d32f`. `None` for unknown names and for
    /// formats with channels of different widths.
    pub fn from_name(name: &str) -> Option<Format> {
        match name {
            DEPTH => Format::declared(ImageFormat::R32f),
            name => ImageFormat::from_glsl_name(name).and_then(Format::declared),
        }
    }

    /// Returns a format with a single channel.
    pub const fn single(numeric: NumericFormat, bits: u8) -> Format {
        Format { numeric, bits, channels: 1 }
    }

    /// Returns how the bits of a channel represent a number.
    pub fn numeric_format(self) -> NumericFormat {
        self.numeric
    }

    /// Returns the size of a texel in bytes.
    pub fn bytes(self) -> usize {
        usize::from(self.bits / 8) * usize::from(self.channels)
    }

    /// Returns the texel format for the format that an image type declares; `None` if its channels have different widths.
    pub fn declared(format: ImageFormat) -> Option<Format> {
        let (&bits, others) = format.channel_bits().split_first()?;
        let equal = others.iter().all(|&other| other == bits);
        let channels = format.channel_bits().len() as u8;
        equal.then_some(Format { numeric: format.numeric_format(), bits, channels })
    }

    /// Returns the storage image format with these texels, if any.
    pub fn image_format(self) -> Option<ImageFormat> {
        ImageFormat::ALL.into_iter().find(|&format| Format::declared(format) == Some(self))
    }

    /// Returns the format of an access to an image of this format: the declared format if its texels have the same
    /// size (a raw access, which reinterprets bits), otherwise the image's format.
    pub fn view(self, declared: Option<ImageFormat>) -> Format {
        declared.and_then(Format::declared).filter(|view| view.bytes() == self.bytes()).unwrap_or(self)
    }

    /// Returns whether the channels are integers.
    fn is_integer(self) -> bool {
        matches!(self.numeric, NumericFormat::Uint | NumericFormat::Sint)
    }

    /// Decodes a texel to four 32-bit words: integers, or the bits of floats. Missing channels are 0, 0, 1. For
    /// a 64-bit channel, returns the low word.
    pub fn decode(self, texel: &[u8]) -> [u32; 4] {
        let one = if self.is_integer() { 1 } else { 1f32.to_bits() };
        let mut out = [0, 0, 0, one];
        let size = usize::from(self.bits / 8);
        for (out, bytes) in out.iter_mut().zip(texel.chunks_exact(size)).take(self.channels.into()) {
            let mut raw = [0; 4];
            let low = size.min(4);
            raw[..low].copy_from_slice(&bytes[..low]);
            *out = self.decode_channel(u32::from_le_bytes(raw));
        }
        out
    }

    /// Decodes a channel to an integer or the bits of a float.
    pub fn decode_channel(self, raw: u32) -> u32 {
        let unused = 32 - u32::from(self.bits.min(32));
        let signed = (raw << unused) as i32 >> unused;
        // The maximum of a normalized integer represents 1.
        let max = |bits: u8| ((1u64 << bits) - 1) as f64;
        match self.numeric {
            NumericFormat::Uint => raw,
            NumericFormat::Sint => signed as u32,
            NumericFormat::Unorm => ((f64::from(raw) / max(self.bits)) as f32).to_bits(),
            NumericFormat::Snorm => {
                let x = f64::from(signed) / max(self.bits - 1);
                (x.max(-1.0) as f32).to_bits()
            }
            NumericFormat::Float if self.bits == 16 => (half::to_f64(raw as u16) as f32).to_bits(),
            NumericFormat::Float => raw,
        }
    }

    /// Encodes four words, the inverse of [`decode`](Self::decode). Of a 64-bit channel, only the low word is
    /// written.
    pub fn encode(self, words: [u32; 4], texel: &mut [u8]) {
        let size = usize::from(self.bits / 8);
        for (&word, bytes) in words.iter().zip(texel.chunks_exact_mut(size)).take(self.channels.into()) {
            let low = size.min(4);
            bytes[..low].copy_from_slice(&self.encode_channel(word).to_le_bytes()[..low]);
        }
    }

    /// Encodes a channel from a word, the inverse of [`decode_channel`](Self::decode_channel).
    pub fn encode_channel(self, word: u32) -> u32 {
        let x = f32::from_bits(word);
        let max = |bits: u8| ((1u64 << bits) - 1) as f32;
        match self.numeric {
            // The product is rounded to a float before it is rounded to an integer, as on hardware. The cast
            // converts a NaN to 0.
            NumericFormat::Unorm => (x.clamp(0.0, 1.0) * max(self.bits)).round_ties_even() as u32,
            NumericFormat::Snorm => {
                let scaled = x.clamp(-1.0, 1.0) * max(self.bits - 1);
                scaled.round_ties_even() as i32 as u32
            }
            NumericFormat::Float if self.bits == 16 => {
                u32::from(half::from_f64(f64::from(x), Rounding::Nearest))
            }
            // Integers out of range are clamped, as on hardware; Vulkan leaves the result undefined ("Texel
            // Output Format Conversion").
            NumericFormat::Uint => (u64::from(word)).min((1u64 << self.bits.min(32)) - 1) as u32,
            NumericFormat::Sint => {
                let bound = 1i64 << (self.bits.min(32) - 1);
                i64::from(word as i32).clamp(-bound, bound - 1) as u32
            }
            NumericFormat::Float => word,
        }
    }
}
