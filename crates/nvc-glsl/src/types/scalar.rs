//! Scalar types, described by kind and width.

use nvc_ir::FpEncoding;

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scalar {
    /// The kind of the type.
    pub kind: ScalarKind,
    /// Size of a value in bytes. It is 1 for 4- and 6-bit floats, which exist only in memory without explicit
    /// layout.
    pub width: u8,
}

/// The kind of a scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ScalarKind {
    /// A boolean.
    Bool,
    /// A signed integer.
    Sint,
    /// An unsigned integer.
    Uint,
    /// An IEEE float.
    Float,
    /// A float of another encoding. It has conversions but no arithmetic.
    Encoded(FpEncoding),
}

impl Scalar {
    /// Returns the type of floats of an encoding.
    pub const fn encoded(encoding: FpEncoding) -> Scalar {
        Scalar { kind: ScalarKind::Encoded(encoding), width: encoding.bits().div_ceil(8) }
    }

    /// Returns the encoding of a float that is not an IEEE float; `None` for other types.
    pub fn encoding(self) -> Option<FpEncoding> {
        match self.kind {
            ScalarKind::Encoded(encoding) => Some(encoding),
            _ => None,
        }
    }

    /// Returns the encoding if it is a microscaling format (GL_EXT_ocp_microscaling_types).
    pub fn microscaling(self) -> Option<FpEncoding> {
        self.encoding().filter(|encoding| encoding.info().microscaling)
    }

    /// Returns whether the type is a signed or unsigned integer.
    pub fn is_integer(self) -> bool {
        matches!(self.kind, ScalarKind::Sint | ScalarKind::Uint)
    }

    /// Returns whether the type is a float of any encoding.
    pub fn is_float(self) -> bool {
        matches!(self.kind, ScalarKind::Float | ScalarKind::Encoded(_))
    }

    /// Returns the size of a value in bits; 1 for a bool.
    pub fn bits(self) -> u8 {
        match self.kind {
            ScalarKind::Bool => 1,
            ScalarKind::Encoded(encoding) => encoding.bits(),
            _ => self.width * 8,
        }
    }
}

macro_rules! scalars {
    ($($name:ident $kind:ident $width:literal $doc:literal)*) => {
        $(#[doc = $doc] pub const $name: Scalar = Scalar { kind: ScalarKind::$kind, width: $width };)*
    };
}

scalars! {
    BOOL Bool 1 "`bool`"
    I8 Sint 1 "`int8_t`"
    I16 Sint 2 "`int16_t`"
    I32 Sint 4 "`int`"
    I64 Sint 8 "`int64_t`"
    U8 Uint 1 "`uint8_t`"
    U16 Uint 2 "`uint16_t`"
    U32 Uint 4 "`uint`"
    U64 Uint 8 "`uint64_t`"
    F16 Float 2 "`float16_t`"
    F32 Float 4 "`float`"
    F64 Float 8 "`double`"
}

/// `bfloat16_t`
pub const BF16: Scalar = Scalar::encoded(FpEncoding::BFloat16);
/// `floate4m3_t`
pub const E4M3: Scalar = Scalar::encoded(FpEncoding::Float8E4M3);
/// `floate5m2_t`
pub const E5M2: Scalar = Scalar::encoded(FpEncoding::Float8E5M2);
/// `floate2m3_t`
pub const E2M3: Scalar = Scalar::encoded(FpEncoding::Float6E2M3);
/// `floate3m2_t`
pub const E3M2: Scalar = Scalar::encoded(FpEncoding::Float6E3M2);
/// `floate2m1_t`
pub const E2M1: Scalar = Scalar::encoded(FpEncoding::Float4E2M1);
/// `floatue8m0_t`
pub const UE8M0: Scalar = Scalar::encoded(FpEncoding::Float8UnsignedE8M0);
/// `floatmxint8_t`
pub const MXINT8: Scalar = Scalar::encoded(FpEncoding::MxInt8);
