//! Instruction modifiers: the dotted names after a mnemonic.

use crate::names::NameIndex;

/// Float, signed or unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaseType {
    /// F.
    Float,
    /// S.
    Signed,
    /// U.
    Unsigned,
}

/// A type with a width, such as F32 or U64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataType {
    /// Float, signed or unsigned.
    pub base: BaseType,
    /// 8, 16, 32 or 64.
    pub bits: u8,
}

impl DataType {
    /// A type of this base and width.
    pub const fn new(base: BaseType, bits: u8) -> Self {
        DataType { base, bits }
    }

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        self.base == BaseType::Float
    }
}

/// A type modifier as written: `F`, `U64`, `F32X4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeModifier {
    /// Float, signed or unsigned.
    pub base: BaseType,
    /// 8, 16, 32, 64, or 0 if none is written.
    pub bits: u8,
    /// 1, or 2 or 4 after `X`.
    pub count: u8,
}

impl TypeModifier {
    /// The type of one component; a modifier without width means 32 bits.
    pub fn data_type(self) -> DataType {
        DataType { base: self.base, bits: if self.bits == 0 { 32 } else { self.bits } }
    }

    /// The bytes of one access.
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

/// Clamping of a float result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clamp {
    /// To [0, 1].
    Sat,
    /// To [-1, 1].
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

/// The special products of MUL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiply {
    /// The high half.
    Hi,
    /// 24-bit signed operands.
    S24,
    /// 24-bit unsigned operands.
    U24,
}

/// The mode of MATCH, an instruction that only NVIDIA's compiler documents by its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMode {
    /// Lanes whose value equals this lane's.
    Any,
    /// All lanes, if all values are equal.
    All,
}

/// Any modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// A data type or storage modifier.
    Type(TypeModifier),
    /// Condition code update of register 0 or 1.
    Cc(u8),
    /// SAT, SSAT.
    Clamp(Clamp),
    /// Operation of an atomic.
    Atomic(AtomicOp),
    /// Operation of ATOMCTR.
    Counter(CounterOp),
    /// Rounding of CVT.
    Rounding(Rounding),
    /// HI, S24, U24.
    Multiply(Multiply),
    /// ALL, ANY of MATCH.
    Match(MatchMode),
    /// COH.
    Coherent,
    /// VOL.
    Volatile,
    /// CTA of MEMBAR.
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

/// The precision that the legacy suffixes R and H select (GP4 2.X.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// R: 32 bits.
    Full,
    /// H: 16 bits, and hardware does compute in half precision (docs/hardware.md, A24).
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

/// The modifier of this name.
pub fn modifier(name: &str) -> Option<Modifier> {
    INDEX.find(MODIFIER_NAMES, name).and_then(|i| MODIFIERS.get(i).copied())
}

/// All modifier names.
pub fn modifier_names() -> &'static [&'static str] {
    MODIFIER_NAMES
}
