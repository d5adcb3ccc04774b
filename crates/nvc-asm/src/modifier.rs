//! Instruction modifiers: the dotted names after a mnemonic, and the legacy suffixes of mnemonics.

use crate::names::NameIndex;

/// Whether a type is a float, a signed or an unsigned integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaseType {
    /// Float, `F`.
    Float,
    /// Signed integer, `S`.
    Signed,
    /// Unsigned integer, `U`.
    Unsigned,
}

/// A type with a width, such as F32 or U64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataType {
    /// Float, signed or unsigned integer.
    pub base: BaseType,
    /// Width in bits: 8, 16, 32 or 64.
    pub bits: u8,
}

impl DataType {
    /// Creates a type from a base and a width in bits.
    pub const fn new(base: BaseType, bits: u8) -> Self {
        DataType { base, bits }
    }

    /// Returns whether the type is a float.
    pub fn is_float(self) -> bool {
        self.base == BaseType::Float
    }
}

/// A type modifier as it is written: `F`, `U64`, `F32X4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeModifier {
    /// Float, signed or unsigned integer.
    pub base: BaseType,
    /// Width in bits: 8, 16, 32 or 64; 0 if none is written.
    pub bits: u8,
    /// Number of components: 2 or 4 after `X`, else 1.
    pub count: u8,
}

impl TypeModifier {
    /// Returns the type of one component. A modifier without a width means 32 bits.
    pub fn data_type(self) -> DataType {
        DataType { base: self.base, bits: if self.bits == 0 { 32 } else { self.bits } }
    }

    /// Returns the number of bytes that an access covers.
    pub fn bytes(self) -> u32 {
        u32::from(self.data_type().bits) / 8 * u32::from(self.count)
    }
}

impl std::fmt::Display for TypeModifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.base {
            BaseType::Float => "F",
            BaseType::Signed => "S",
            BaseType::Unsigned => "U",
        })?;
        if self.bits != 0 {
            write!(f, "{}", self.bits)?;
        }
        if self.count != 1 {
            write!(f, "X{}", self.count)?;
        }
        Ok(())
    }
}

/// Clamping of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clamp {
    /// SAT: floats to [0, 1], integers (only of CVT) to the range of their type.
    Sat,
    /// SSAT: to [-1, 1].
    Ssat,
}

/// The operation of an atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum AtomicOp {
    Add,
    Min,
    Max,
    IWrap,
    DWrap,
    And,
    Or,
    Xor,
    Exch,
    Cswap,
}

/// The operation of ATOMCTR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum CounterOp {
    Incr,
    Decr,
    Get,
}

/// The rounding of CVT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum Rounding {
    Round,
    Ceil,
    Flr,
    Trunc,
}

/// Special products of MUL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiply {
    /// HI: the high half of the product.
    Hi,
    /// S24: a product of 24-bit signed operands.
    S24,
    /// U24: a product of 24-bit unsigned operands.
    U24,
}

/// The mode of MATCH. The instruction is undocumented and known only from the output of NVIDIA's compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMode {
    /// ANY: returns the lanes whose value equals that of this lane.
    Any,
    /// ALL: returns all lanes if all values are equal.
    All,
}

/// Any modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// A data type or storage modifier.
    Type(TypeModifier),
    /// Update of condition code register 0 or 1.
    Cc(u8),
    /// SAT or SSAT.
    Clamp(Clamp),
    /// The operation of an atomic.
    Atomic(AtomicOp),
    /// The operation of ATOMCTR.
    Counter(CounterOp),
    /// The rounding of CVT.
    Rounding(Rounding),
    /// HI, S24 or U24.
    Multiply(Multiply),
    /// ALL or ANY, for MATCH.
    Match(MatchMode),
    /// COH.
    Coherent,
    /// VOL.
    Volatile,
    /// CTA, for MEMBAR.
    Cta,
    /// SPARSE.
    Sparse,
    /// LODCLAMP.
    LodClamp,
    /// NTC: no type checking.
    Ntc,
    /// PREC: no contraction.
    Prec,
    /// The legacy suffixes R and H, which also imply the type F.
    Precision(Precision),
}

/// The precision that the legacy suffixes R and H select (NV_gpu_program4 §2.X.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// R: 32 bits.
    Full,
    /// H: 16 bits. The hardware computes in half precision (docs/hardware.md, A24).
    Half,
}

macro_rules! modifiers {
    ($($name:literal $value:expr;)*) => {
        const MODIFIER_NAMES: &[&str] = &[$($name,)*];
        const MODIFIERS: &[Modifier] = &[$($value,)*];
    };
}

const fn ty(base: BaseType, bits: u8, count: u8) -> Modifier {
    Modifier::Type(TypeModifier { base, bits, count })
}

use BaseType::{Float as FL, Signed as SI, Unsigned as UN};

modifiers! {
    "F" ty(FL, 0, 1); "S" ty(SI, 0, 1); "U" ty(UN, 0, 1);
    "F16" ty(FL, 16, 1); "F16X2" ty(FL, 16, 2); "F16X4" ty(FL, 16, 4);
    "F32" ty(FL, 32, 1); "F32X2" ty(FL, 32, 2); "F32X4" ty(FL, 32, 4);
    "F64" ty(FL, 64, 1); "F64X2" ty(FL, 64, 2); "F64X4" ty(FL, 64, 4);
    "S8" ty(SI, 8, 1); "S8X2" ty(SI, 8, 2); "S8X4" ty(SI, 8, 4);
    "S16" ty(SI, 16, 1); "S16X2" ty(SI, 16, 2); "S16X4" ty(SI, 16, 4);
    "S32" ty(SI, 32, 1); "S32X2" ty(SI, 32, 2); "S32X4" ty(SI, 32, 4);
    "S64" ty(SI, 64, 1); "S64X2" ty(SI, 64, 2); "S64X4" ty(SI, 64, 4);
    "U8" ty(UN, 8, 1); "U8X2" ty(UN, 8, 2); "U8X4" ty(UN, 8, 4);
    "U16" ty(UN, 16, 1); "U16X2" ty(UN, 16, 2); "U16X4" ty(UN, 16, 4);
    "U32" ty(UN, 32, 1); "U32X2" ty(UN, 32, 2); "U32X4" ty(UN, 32, 4);
    "U64" ty(UN, 64, 1); "U64X2" ty(UN, 64, 2); "U64X4" ty(UN, 64, 4);
    "CC" Modifier::Cc(0); "CC0" Modifier::Cc(0); "CC1" Modifier::Cc(1);
    "SAT" Modifier::Clamp(Clamp::Sat); "SSAT" Modifier::Clamp(Clamp::Ssat);
    "ADD" Modifier::Atomic(AtomicOp::Add); "MIN" Modifier::Atomic(AtomicOp::Min);
    "MAX" Modifier::Atomic(AtomicOp::Max); "IWRAP" Modifier::Atomic(AtomicOp::IWrap);
    "DWRAP" Modifier::Atomic(AtomicOp::DWrap); "AND" Modifier::Atomic(AtomicOp::And);
    "OR" Modifier::Atomic(AtomicOp::Or); "XOR" Modifier::Atomic(AtomicOp::Xor);
    "EXCH" Modifier::Atomic(AtomicOp::Exch); "CSWAP" Modifier::Atomic(AtomicOp::Cswap);
    "INCR" Modifier::Counter(CounterOp::Incr); "DECR" Modifier::Counter(CounterOp::Decr);
    "GET" Modifier::Counter(CounterOp::Get);
    "ROUND" Modifier::Rounding(Rounding::Round); "CEIL" Modifier::Rounding(Rounding::Ceil);
    "FLR" Modifier::Rounding(Rounding::Flr); "TRUNC" Modifier::Rounding(Rounding::Trunc);
    "HI" Modifier::Multiply(Multiply::Hi); "S24" Modifier::Multiply(Multiply::S24);
    "U24" Modifier::Multiply(Multiply::U24);
    "ALL" Modifier::Match(MatchMode::All); "ANY" Modifier::Match(MatchMode::Any);
    "COH" Modifier::Coherent; "VOL" Modifier::Volatile; "CTA" Modifier::Cta;
    "SPARSE" Modifier::Sparse; "LODCLAMP" Modifier::LodClamp;
    "NTC" Modifier::Ntc; "PREC" Modifier::Prec;
}

static INDEX: NameIndex<256> = NameIndex::new(MODIFIER_NAMES);

/// Returns the modifier with the given name.
pub fn modifier(name: &str) -> Option<Modifier> {
    INDEX.find(MODIFIER_NAMES, name).and_then(|i| MODIFIERS.get(i).copied())
}

/// Returns all modifier names.
pub fn modifier_names() -> &'static [&'static str] {
    MODIFIER_NAMES
}
