//! Floating-point encodings other than IEEE 754 binary16, binary32 and binary64 (the *FP Encoding* operand of
//! SPIR-V's `OpTypeFloat`), with conversions to `f64`, which are exact, and from `f64`, which round to nearest even.
//!
//! The conversions are computed from the parameters that [`FpEncoding::info`] returns. Constant folding (in the front
//! end and the passes) and the interpreter use the same conversions.

/// A floating-point encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FpEncoding {
    /// The upper half of binary32 (SPV_KHR_bfloat16).
    BFloat16,
    /// 4 exponent bits, 3 mantissa bits, no infinities (SPV_EXT_float8).
    Float8E4M3,
    /// 5 exponent bits, 2 mantissa bits (SPV_EXT_float8).
    Float8E5M2,
    /// 2 exponent bits, 3 mantissa bits. This and the following encodings are those of
    /// SPV_EXT_ocp_microscaling_types.
    Float6E2M3,
    /// 3 exponent bits, 2 mantissa bits.
    Float6E3M2,
    /// 2 exponent bits, 1 mantissa bit.
    Float4E2M1,
    /// A power of two: 8 exponent bits, no sign, no zero.
    Float8UnsignedE8M0,
    /// A signed 8-bit integer times 2^-6.
    MxInt8,
}

/// Parameters of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpEncodingInfo {
    /// Name in the IR's text form and in reflection.
    pub name: &'static str,
    /// The SPIR-V *FP Encoding* operand.
    pub number: u32,
    /// Width in bits.
    pub bits: u8,
    /// How a bit pattern (a *code*) encodes a number.
    pub format: Format,
    /// Whether this is an OCP microscaling format, which supports only storage and conversion to wider
    /// floats.
    pub microscaling: bool,
}

/// How a code encodes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Sign, exponent and mantissa.
    Float {
        /// Whether there is a sign bit.
        signed: bool,
        /// Mantissa bits, without the implicit leading bit.
        mantissa: u8,
        /// Exponent bias.
        bias: i16,
        /// Codes that are not finite numbers.
        specials: Specials,
    },
    /// A two's complement integer times a power of two.
    Fixed {
        /// Bits after the binary point.
        fraction: u8,
    },
}

/// The codes of a float format that are not finite numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// As in IEEE 754: codes with the largest exponent are infinities (mantissa 0) and NaNs (any other
    /// mantissa).
    Ieee,
    /// Only the code of the largest magnitude is a NaN; there are no infinities.
    OneNan,
    /// All codes are finite numbers.
    None,
}

/// The result of a conversion whose operand is infinite or rounds to a number out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// An infinity if the encoding has one, else a NaN if it has one, else the largest finite number.
    Special,
    /// The largest finite number with the operand's sign (SPIR-V's
    /// `SaturatedToLargestFloat8NormalConversionEXT`).
    Saturate,
}

const fn float(
    name: &'static str,
    number: u32,
    bits: u8,
    mantissa: u8,
    bias: i16,
    specials: Specials,
) -> FpEncodingInfo {
    let format = Format::Float { signed: true, mantissa, bias, specials };
    FpEncodingInfo { name, number, bits, format, microscaling: false }
}

const fn microscaling(row: FpEncodingInfo) -> FpEncodingInfo {
    FpEncodingInfo { microscaling: true, ..row }
}

/// [`FpEncoding::Float8UnsignedE8M0`]. Exponent code 0 is 2^-127; the format has neither a zero nor
/// subnormals.
const E8M0: FpEncodingInfo = FpEncodingInfo {
    name: "ue8m0",
    number: 4226,
    bits: 8,
    format: Format::Float { signed: false, mantissa: 0, bias: 127, specials: Specials::OneNan },
    microscaling: true,
};
const MXINT8: FpEncodingInfo = FpEncodingInfo {
    name: "mxint8",
    number: 4227,
    bits: 8,
    format: Format::Fixed { fraction: 6 },
    microscaling: true,
};

impl FpEncoding {
    /// All encodings, in the order of the enum.
    pub const ALL: [FpEncoding; 8] = [
        FpEncoding::BFloat16,
        FpEncoding::Float8E4M3,
        FpEncoding::Float8E5M2,
        FpEncoding::Float6E2M3,
        FpEncoding::Float6E3M2,
        FpEncoding::Float4E2M1,
        FpEncoding::Float8UnsignedE8M0,
        FpEncoding::MxInt8,
    ];

    /// Returns the parameters of the encoding.
    pub const fn info(self) -> FpEncodingInfo {
        match self {
            FpEncoding::BFloat16 => float("bf16", 0, 16, 7, 127, Specials::Ieee),
            FpEncoding::Float8E4M3 => float("e4m3", 4214, 8, 3, 7, Specials::OneNan),
            FpEncoding::Float8E5M2 => float("e5m2", 4215, 8, 2, 15, Specials::Ieee),
            FpEncoding::Float6E2M3 => microscaling(float("e2m3", 4223, 6, 3, 1, Specials::None)),
            FpEncoding::Float6E3M2 => microscaling(float("e3m2", 4224, 6, 2, 3, Specials::None)),
            FpEncoding::Float4E2M1 => microscaling(float("e2m1", 4225, 4, 1, 1, Specials::None)),
            FpEncoding::Float8UnsignedE8M0 => E8M0,
            FpEncoding::MxInt8 => MXINT8,
        }
    }

    /// Returns the encoding with a name in the text form.
    pub fn from_name(name: &str) -> Option<FpEncoding> {
        Self::ALL.into_iter().find(|encoding| encoding.info().name == name)
    }

    /// Returns the name in the text form.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the width in bits.
    pub const fn bits(self) -> u8 {
        self.info().bits
    }

    /// Returns whether values occupy whole bytes. Values of other encodings exist only in private memory,
    /// which has no layout.
    pub const fn has_byte_size(self) -> bool {
        self.bits().is_multiple_of(8)
    }

    /// Returns whether this is an 8-bit float whose conversions may saturate (SPV_EXT_float8).
    pub const fn is_float8(self) -> bool {
        matches!(self, FpEncoding::Float8E4M3 | FpEncoding::Float8E5M2)
    }

    /// Decodes a code; `f64` represents every number of every encoding exactly. Bits above the width are
    /// ignored.
    pub fn to_f64(self, bits: u64) -> f64 {
        let info = self.info();
        let width = u32::from(info.bits);
        let bits = bits & ((1 << width) - 1);
        let (signed, mantissa, bias, specials) = match info.format {
            Format::Fixed { fraction } => {
                let value = ((bits << (64 - width)) as i64) >> (64 - width);
                return value as f64 * 2f64.powi(-i32::from(fraction));
            }
            Format::Float { signed, mantissa, bias, specials } => {
                (signed, i32::from(mantissa), i32::from(bias), specials)
            }
        };
        let sign = signed && bits >> (width - 1) == 1;
        let magnitude = if signed { bits & ((1 << (width - 1)) - 1) } else { bits };
        let (exponent, fraction) = ((magnitude >> mantissa) as i32, magnitude & ((1 << mantissa) - 1));
        let value = if magnitude > self.largest() {
            match specials {
                Specials::Ieee if fraction == 0 => f64::INFINITY,
                _ => f64::NAN,
            }
        } else if exponent == 0 && signed {
            fraction as f64 * 2f64.powi(1 - bias - mantissa)
        } else {
            (fraction | 1 << mantissa) as f64 * 2f64.powi(exponent - bias - mantissa)
        };
        if sign { -value } else { value }
    }

    /// Encodes a number, rounded to nearest even.
    ///
    /// For [`FpEncoding::BFloat16`], the number is first rounded to binary32 (SPV_KHR_bfloat16, conversion
    /// instructions). A NaN becomes the largest number in encodings without NaNs. In the unsigned encoding,
    /// numbers below 0 become a NaN, and 0 becomes the smallest number.
    pub fn from_f64(self, x: f64, overflow: Overflow) -> u64 {
        let info = self.info();
        let x = if self == FpEncoding::BFloat16 { f64::from(x as f32) } else { x };
        let (signed, mantissa, bias, specials) = match info.format {
            Format::Fixed { fraction } => return fixed(x, info.bits, fraction),
            Format::Float { signed, mantissa, bias, specials } => {
                (signed, i32::from(mantissa), i32::from(bias), specials)
            }
        };
        let largest = self.largest();
        let nan = match specials {
            Specials::None => largest,
            // All magnitude bits set, which is the NaN that NVIDIA's conversions return.
            Specials::Ieee | Specials::OneNan => (1 << (info.bits - u8::from(signed))) - 1,
        };
        if x.is_nan() || (!signed && x < 0.0) {
            return nan;
        }
        let sign = if signed && x.is_sign_negative() { 1 << (info.bits - 1) } else { 0 };
        let x = x.abs();
        // Adjacent codes of one exponent are a power of two apart. Below the smallest exponent the distance
        // is constant.
        let smallest = if signed { 1 - bias } else { -bias };
        let exponent = (((x.to_bits() >> 52) & 0x7ff) as i32 - 1023).max(smallest);
        let units = if x.is_finite() { (x * 2f64.powi(mantissa - exponent)).round_ties_even() } else { x };
        // The implicit leading bit in `units` adds 1 to the exponent, and a carry out of the mantissa adds
        // another 1.
        let offset = i64::from(exponent + bias - 1) << mantissa;
        let code = offset.saturating_add(units as i64).max(0) as u64;
        let magnitude = match (overflow, specials) {
            _ if code <= largest => code,
            (Overflow::Special, Specials::Ieee) => largest + 1,
            (Overflow::Special, Specials::OneNan) => nan,
            (Overflow::Saturate, _) | (_, Specials::None) => largest,
        };
        sign | magnitude
    }

    /// Returns the code of the largest finite magnitude.
    fn largest(self) -> u64 {
        let info = self.info();
        match info.format {
            Format::Float { signed, mantissa, specials, .. } => {
                let all = (1 << (info.bits - u8::from(signed))) - 1;
                match specials {
                    Specials::Ieee => all - (1 << mantissa),
                    Specials::OneNan => all - 1,
                    Specials::None => all,
                }
            }
            Format::Fixed { .. } => (1 << (info.bits - 1)) - 1,
        }
    }
}

/// Encodes a number in a fixed-point format, clamped to its range.
fn fixed(x: f64, bits: u8, fraction: u8) -> u64 {
    let bound = 2f64.powi(i32::from(bits) - 1);
    let units = if x.is_nan() { bound } else { (x * 2f64.powi(i32::from(fraction))).round_ties_even() };
    (units.clamp(-bound, bound - 1.0) as i64) as u64 & ((1 << bits) - 1)
}

#[cfg(test)]
mod tests;
