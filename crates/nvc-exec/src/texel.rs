//! Texel formats: what the channels of a texel in memory mean.

use nvc_ir::half;
use nvc_ir::imm::Rounding;
use nvc_ir::types::ImageFormat;

/// What a channel's bits mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// An unsigned integer that stands for 0 to 1.
    Unorm,
    /// A signed integer that stands for -1 to 1.
    Snorm,
    /// An unsigned integer.
    Uint,
    /// A signed integer.
    Sint,
    /// A float.
    Float,
}

/// A texel format: 1 to 4 equal channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    channel: Channel,
    /// Bits of a channel: 8, 16 or 32; 64 of one alone.
    bits: u8,
    channels: u8,
}

/// GLSL's names.
const NAMES: &[(&str, Format)] = &[
    ("rgba32f", row(Channel::Float, 32, 4)),
    ("rg32f", row(Channel::Float, 32, 2)),
    ("r32f", row(Channel::Float, 32, 1)),
    // A depth, which reads as a float.
    ("d32f", row(Channel::Float, 32, 1)),
    ("rgba16f", row(Channel::Float, 16, 4)),
    ("rg16f", row(Channel::Float, 16, 2)),
    ("r16f", row(Channel::Float, 16, 1)),
    ("rgba16", row(Channel::Unorm, 16, 4)),
    ("rg16", row(Channel::Unorm, 16, 2)),
    ("r16", row(Channel::Unorm, 16, 1)),
    ("rgba8", row(Channel::Unorm, 8, 4)),
    ("rg8", row(Channel::Unorm, 8, 2)),
    ("r8", row(Channel::Unorm, 8, 1)),
    ("rgba16_snorm", row(Channel::Snorm, 16, 4)),
    ("rg16_snorm", row(Channel::Snorm, 16, 2)),
    ("r16_snorm", row(Channel::Snorm, 16, 1)),
    ("rgba8_snorm", row(Channel::Snorm, 8, 4)),
    ("rg8_snorm", row(Channel::Snorm, 8, 2)),
    ("r8_snorm", row(Channel::Snorm, 8, 1)),
    ("rgba32i", row(Channel::Sint, 32, 4)),
    ("rg32i", row(Channel::Sint, 32, 2)),
    ("r32i", row(Channel::Sint, 32, 1)),
    ("rgba16i", row(Channel::Sint, 16, 4)),
    ("rg16i", row(Channel::Sint, 16, 2)),
    ("r16i", row(Channel::Sint, 16, 1)),
    ("rgba8i", row(Channel::Sint, 8, 4)),
    ("rg8i", row(Channel::Sint, 8, 2)),
    ("r8i", row(Channel::Sint, 8, 1)),
    ("rgba32ui", row(Channel::Uint, 32, 4)),
    ("rg32ui", row(Channel::Uint, 32, 2)),
    ("r32ui", row(Channel::Uint, 32, 1)),
    ("rgba16ui", row(Channel::Uint, 16, 4)),
    ("rg16ui", row(Channel::Uint, 16, 2)),
    ("r16ui", row(Channel::Uint, 16, 1)),
    ("rgba8ui", row(Channel::Uint, 8, 4)),
    ("rg8ui", row(Channel::Uint, 8, 2)),
    ("r8ui", row(Channel::Uint, 8, 1)),
    ("r64ui", row(Channel::Uint, 64, 1)),
    ("r64i", row(Channel::Sint, 64, 1)),
];

const fn row(channel: Channel, bits: u8, channels: u8) -> Format {
    Format { channel, bits, channels }
}

impl Format {
    /// The format with a name of GLSL, such as `rgba8`.
    pub fn from_name(name: &str) -> Option<Format> {
        NAMES.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// One channel alone.
    pub const fn single(channel: Channel, bits: u8) -> Format {
        row(channel, bits, 1)
    }

    /// What the bits of each channel mean.
    pub fn channel(self) -> Channel {
        self.channel
    }

    /// Bytes of a texel.
    pub fn bytes(self) -> usize {
        usize::from(self.bits / 8) * usize::from(self.channels)
    }

    /// The format that an image type declares; `None` for those with unequal channels.
    pub fn declared(format: ImageFormat) -> Option<Format> {
        use Channel::{Float, Sint, Snorm, Uint, Unorm};
        Some(match format {
            ImageFormat::R8ui => row(Uint, 8, 1),
            ImageFormat::R8i => row(Sint, 8, 1),
            ImageFormat::R16ui => row(Uint, 16, 1),
            ImageFormat::R16i => row(Sint, 16, 1),
            ImageFormat::R32ui => row(Uint, 32, 1),
            ImageFormat::R32i => row(Sint, 32, 1),
            ImageFormat::R32f => row(Float, 32, 1),
            ImageFormat::Rg32ui => row(Uint, 32, 2),
            ImageFormat::Rg32i => row(Sint, 32, 2),
            ImageFormat::Rg32f => row(Float, 32, 2),
            ImageFormat::Rgba32ui => row(Uint, 32, 4),
            ImageFormat::Rgba32i => row(Sint, 32, 4),
            ImageFormat::Rgba32f => row(Float, 32, 4),
            ImageFormat::Rg8ui => row(Uint, 8, 2),
            ImageFormat::Rg8i => row(Sint, 8, 2),
            ImageFormat::Rgba8ui => row(Uint, 8, 4),
            ImageFormat::Rgba8i => row(Sint, 8, 4),
            ImageFormat::Rg16ui => row(Uint, 16, 2),
            ImageFormat::Rg16i => row(Sint, 16, 2),
            ImageFormat::Rgba16ui => row(Uint, 16, 4),
            ImageFormat::Rgba16i => row(Sint, 16, 4),
            ImageFormat::R16f => row(Float, 16, 1),
            ImageFormat::Rg16f => row(Float, 16, 2),
            ImageFormat::Rgba16f => row(Float, 16, 4),
            ImageFormat::R8 => row(Unorm, 8, 1),
            ImageFormat::R8Snorm => row(Snorm, 8, 1),
            ImageFormat::Rg8 => row(Unorm, 8, 2),
            ImageFormat::Rg8Snorm => row(Snorm, 8, 2),
            ImageFormat::Rgba8 => row(Unorm, 8, 4),
            ImageFormat::Rgba8Snorm => row(Snorm, 8, 4),
            ImageFormat::R16 => row(Unorm, 16, 1),
            ImageFormat::R16Snorm => row(Snorm, 16, 1),
            ImageFormat::Rg16 => row(Unorm, 16, 2),
            ImageFormat::Rg16Snorm => row(Snorm, 16, 2),
            ImageFormat::Rgba16 => row(Unorm, 16, 4),
            ImageFormat::Rgba16Snorm => row(Snorm, 16, 4),
            ImageFormat::R64ui => row(Uint, 64, 1),
            ImageFormat::R64i => row(Sint, 64, 1),
            ImageFormat::R11fG11fB10f | ImageFormat::Rgb10A2 | ImageFormat::Rgb10a2ui => return None,
        })
    }

    /// The format that an access sees: the declared one where its texels are as large as the
    /// image's (raw access reads bits), else the image's own.
    pub fn view(self, declared: Option<ImageFormat>) -> Format {
        declared.and_then(Format::declared).filter(|view| view.bytes() == self.bytes()).unwrap_or(self)
    }

    /// Whether channels are integers.
    fn is_integer(self) -> bool {
        matches!(self.channel, Channel::Uint | Channel::Sint)
    }

    /// A texel as four 32-bit words: integers, or the bits of floats. What it lacks is 0, 0, 1. Of a
    /// channel of 64 bits it is the low word.
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

    /// A channel's bits as an integer or the bits of a float.
    pub fn decode_channel(self, raw: u32) -> u32 {
        let unused = 32 - u32::from(self.bits.min(32));
        let signed = (raw << unused) as i32 >> unused;
        // The greatest integer stands for 1.
        let greatest = |bits: u8| ((1u64 << bits) - 1) as f64;
        match self.channel {
            Channel::Uint => raw,
            Channel::Sint => signed as u32,
            Channel::Unorm => ((f64::from(raw) / greatest(self.bits)) as f32).to_bits(),
            Channel::Snorm => {
                let x = f64::from(signed) / greatest(self.bits - 1);
                (x.max(-1.0) as f32).to_bits()
            }
            Channel::Float if self.bits == 16 => (half::to_f64(raw as u16) as f32).to_bits(),
            Channel::Float => raw,
        }
    }

    /// Writes four words as [`decode`](Self::decode) gives them.
    pub fn encode(self, words: [u32; 4], texel: &mut [u8]) {
        let size = usize::from(self.bits / 8);
        for (&word, bytes) in words.iter().zip(texel.chunks_exact_mut(size)).take(self.channels.into()) {
            let low = size.min(4);
            bytes[..low].copy_from_slice(&self.encode_channel(word).to_le_bytes()[..low]);
        }
    }

    /// The bits of a channel for what [`decode_channel`](Self::decode_channel) gives.
    pub fn encode_channel(self, word: u32) -> u32 {
        let x = f32::from_bits(word);
        let greatest = |bits: u8| ((1u64 << bits) - 1) as f32;
        match self.channel {
            // The product is rounded before it is rounded to an integer, as on hardware. Casts give 0
            // for a NaN.
            Channel::Unorm => (x.clamp(0.0, 1.0) * greatest(self.bits)).round_ties_even() as u32,
            Channel::Snorm => {
                let scaled = x.clamp(-1.0, 1.0) * greatest(self.bits - 1);
                scaled.round_ties_even() as i32 as u32
            }
            Channel::Float if self.bits == 16 => u32::from(half::from_f64(f64::from(x), Rounding::Nearest)),
            // Integers out of range are clamped (Vulkan 16.9, texel output format conversion leaves
            // it open; the hardware clamps).
            Channel::Uint => (u64::from(word)).min((1u64 << self.bits.min(32)) - 1) as u32,
            Channel::Sint => {
                let bound = 1i64 << (self.bits.min(32) - 1);
                i64::from(word as i32).clamp(-bound, bound - 1) as u32
            }
            Channel::Float => word,
        }
    }
}
