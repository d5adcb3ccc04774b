//! The rows of the instruction table, and the enum [`Opcode`], which has one variant per row.

use super::AccessKind::{
    Image, ImageFirst, Label, MemoryFirst, OptionalTest, Swizzle, Test, Texture, TextureOffsets,
};
use super::Memory::{Counter as CounterMem, Shared, Storage, Subroutine};
use super::OperandType as T;
use super::{AccessKind, Allows, Family, OperandType, ResultKind, Row, Types, Value};
use crate::modifier::BaseType;
use crate::options::Feature;

const fn value(scalar: bool, ty: OperandType) -> Value {
    Value { scalar, ty }
}

// Operand kinds: the first letter is V for a vector or S for a scalar; the type follows.
const V: Value = value(false, T::Instruction);
const VF: Value = value(false, T::Float);
const VF32: Value = value(false, T::Float32);
const VS32: Value = value(false, T::Signed32);
const VU: Value = value(false, T::Unsigned);
const VU32: Value = value(false, T::Unsigned32);
const VSRC: Value = value(false, T::Source);
const VRAW: Value = value(false, T::Raw);
const S: Value = value(true, T::Instruction);
const SRAW: Value = value(true, T::Raw);
const ADDRESS: Value = value(true, T::Address);

// Result kinds: the first letters are RV for a vector or RS for one value (see `ResultKind::Scalar`); the type follows.
const NONE: ResultKind = ResultKind::None;
const RV: ResultKind = ResultKind::Vector(T::Instruction);
const RVU: ResultKind = ResultKind::Vector(T::Unsigned);
const RVF: ResultKind = ResultKind::Vector(T::Float);
const RVF32: ResultKind = ResultKind::Vector(T::Float32);
const RVS32: ResultKind = ResultKind::Vector(T::Signed32);
const RVU32: ResultKind = ResultKind::Vector(T::Unsigned32);
const RVRAW: ResultKind = ResultKind::Vector(T::Raw);
const RS: ResultKind = ResultKind::Scalar(T::Instruction);
const RS32: ResultKind = ResultKind::Scalar(T::Signed32);
const RSRAW: ResultKind = ResultKind::Scalar(T::Raw);

// Type sets.
const NOTYPE: Types = Types::NONE;
const F: Types = Types::F;
const F64: Types = F.or(Types::F64);
const I: Types = Types::I;
const I64: Types = I.or(Types::I64);
const FI: Types = F.or(I);
/// 32-bit scalars.
const WORD: Types = Types::F32.or(I);
const ALL: Types = F64.or(I64);
const SU: Types = Types::SU;

// Modifier sets: none (A0), none and neither PREC nor NTC (BARE), condition codes (CC), also clamping (CS), also the suffixes
// R and H (CSH), loads (LD), stores (ST), atomics (AT), textures (TX). LDM and STM add COH and VOL, TXC adds LODCLAMP.
const A0: Allows = Allows::NONE;
const BARE: Allows = Allows::BARE;
const CC: Allows = Allows::CC;
const CS: Allows = CC.or(Allows::SAT);
const CSH: Allows = CS.or(Allows::HALF);
const LD: Allows = CS.or(Allows::STORAGE);
const LDM: Allows = LD.or(Allows::COHERENT);
const ST: Allows = Allows::STORAGE;
const STM: Allows = ST.or(Allows::COHERENT);
const AT: Allows = Allows::STORAGE.or(Allows::ATOMIC).or(Allows::COHERENT);
const TX: Allows = CS.or(Allows::SPARSE);
const TXC: Allows = TX.or(Allows::LODCLAMP);

// Operands that are not values.
const MEM_B: AccessKind = AccessKind::Memory(Storage);
const MEM_S: AccessKind = AccessKind::Memory(Shared);
const MEM_C: AccessKind = AccessKind::Memory(CounterMem);
const MEM_CALL: AccessKind = AccessKind::Memory(Subroutine);
const NOACC: AccessKind = AccessKind::None;

macro_rules! default {
    (F) => {
        BaseType::Float
    };
    (S) => {
        BaseType::Signed
    };
    (U) => {
        BaseType::Unsigned
    };
}

macro_rules! optional {
    () => {
        0
    };
    ($n:literal) => {
        $n
    };
}

macro_rules! feature {
    () => {
        None
    };
    ($f:ident) => {
        Some(Feature::$f)
    };
}

macro_rules! instructions {
    ($($opcode:ident $mnemonic:literal $family:ident
        $result:ident <- [$($operand:ident)* $(; $n:literal)?] $access:expr =>
        $types:ident $default:ident $allows:expr; $($feature:ident)? $section:literal)*) => {
        /// The instructions, one variant per row.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Opcode { $(#[doc = $mnemonic] $opcode,)* }

        pub(super) const MNEMONICS: &[&str] = &[$($mnemonic,)*];

        pub(super) static ROWS: &[Row] = &[$(Row {
            opcode: Opcode::$opcode,
            mnemonic: $mnemonic,
            family: Family::$family,
            result: $result,
            operands: &[$($operand,)*],
            optional: optional!($($n)?),
            access: $access,
            types: $types,
            default: default!($default),
            allows: $allows,
            feature: feature!($($feature)?),
            section: $section,
        },)*];
    };
}

// A row: opcode, mnemonic, family, result <- [operands; number of optional operands at the end] operand that is not a value
// => types, default type, modifiers; feature (if required), section.
#[rustfmt::skip]
instructions! {
    // Arithmetic and moves.
    Abs "ABS" Arithmetic RV <- [V] NOACC => ALL F CSH; "GP4 2.X.8 ABS"
    Add "ADD" Arithmetic RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 ADD"
    Sub "SUB" Arithmetic RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 SUB"
    Mul "MUL" Arithmetic RV <- [V V] NOACC => ALL F CSH.or(Allows::MULTIPLY); "GP4 2.X.8 MUL"
    Mad "MAD" Arithmetic RV <- [V V V] NOACC => ALL F CSH; "GP4 2.X.8 MAD"
    Div "DIV" Arithmetic RV <- [V S] NOACC => ALL F CSH; "GP4 2.X.8 DIV"
    Mod "MOD" Arithmetic RV <- [V S] NOACC => I64 S CC; "GP4 2.X.8 MOD"
    Sad "SAD" Arithmetic RVU <- [V V VU] NOACC => I64 S CC; "GP4 2.X.8 SAD"
    Max "MAX" Arithmetic RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 MAX"
    Min "MIN" Arithmetic RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 MIN"
    Cmp "CMP" Arithmetic RV <- [V V V] NOACC => ALL F CSH; "GP4 2.X.8 CMP"
    Mov "MOV" Move RV <- [V] NOACC => ALL F CSH; "GP4 2.X.8 MOV"
    Swz "SWZ" Move RV <- [V] Swizzle => F F CSH; "GP4 2.X.8 SWZ"

    // Floating-point functions.
    Frc "FRC" FloatFunction RV <- [V] NOACC => F64 F CSH; "GP4 2.X.8 FRC"
    Cos "COS" FloatFunction RS <- [S] NOACC => F F CSH; "GP4 2.X.8 COS"
    Sin "SIN" FloatFunction RS <- [S] NOACC => F F CSH; "GP4 2.X.8 SIN"
    Scs "SCS" FloatFunction RV <- [S] NOACC => F F CSH; "GP4 2.X.8 SCS"
    Ex2 "EX2" FloatFunction RS <- [S] NOACC => F F CSH; "GP4 2.X.8 EX2"
    Lg2 "LG2" FloatFunction RS <- [S] NOACC => F F CSH; "GP4 2.X.8 LG2"
    Pow "POW" FloatFunction RS <- [S S] NOACC => F F CSH; "GP4 2.X.8 POW"
    Rcp "RCP" FloatFunction RS <- [S] NOACC => F64 F CSH; "GP4 2.X.8 RCP"
    Rcc "RCC" FloatFunction RS <- [S] NOACC => F F CSH; "GP4 2.X.8 RCC"
    Rsq "RSQ" FloatFunction RS <- [S] NOACC => F64 F CSH; "GP4 2.X.8 RSQ"
    Dp2 "DP2" FloatFunction RS <- [V V] NOACC => F F CSH; "GP4 2.X.8 DP2"
    Dp2a "DP2A" FloatFunction RS <- [V V V] NOACC => F F CSH; "GP4 2.X.8 DP2A"
    Dp3 "DP3" FloatFunction RS <- [V V] NOACC => F F CSH; "GP4 2.X.8 DP3"
    Dp4 "DP4" FloatFunction RS <- [V V] NOACC => F F CSH; "GP4 2.X.8 DP4"
    Dph "DPH" FloatFunction RS <- [V V] NOACC => F F CSH; "GP4 2.X.8 DPH"
    Dst "DST" FloatFunction RV <- [V V] NOACC => F F CSH; "GP4 2.X.8 DST"
    Lit "LIT" FloatFunction RV <- [V] NOACC => F F CSH; "GP4 2.X.8 LIT"
    Lrp "LRP" FloatFunction RV <- [V V V] NOACC => F F CSH; "GP4 2.X.8 LRP"
    Nrm "NRM" FloatFunction RV <- [V] NOACC => F F CSH; "GP4 2.X.8 NRM"
    Rfl "RFL" FloatFunction RV <- [V V] NOACC => F F CSH; "GP4 2.X.8 RFL"
    Ssg "SSG" FloatFunction RV <- [V] NOACC => F64 F CSH; "GP4 2.X.8 SSG"
    X2d "X2D" FloatFunction RV <- [V V V] NOACC => F F CSH; "GP4 2.X.8 X2D"
    Xpd "XPD" FloatFunction RV <- [V V] NOACC => F F CSH; "GP4 2.X.8 XPD"

    // Rounding, conversion, packing.
    Ceil "CEIL" Round RV <- [VF] NOACC => ALL F CSH; "GP4 2.X.8 CEIL"
    Flr "FLR" Round RV <- [VF] NOACC => ALL F CSH; "GP4 2.X.8 FLR"
    Round "ROUND" Round RV <- [VF] NOACC => ALL F CSH; "GP4 2.X.8 ROUND"
    Trunc "TRUNC" Round RV <- [VF] NOACC => ALL F CSH; "GP4 2.X.8 TRUNC"
    I2f "I2F" Convert RVF <- [V] NOACC => I64 S CC; "GP4 2.X.8 I2F"
    Cvt "CVT" Convert RV <- [VSRC] NOACC => NOTYPE F CS.or(Allows::CONVERT); "GP5 2.X.8 CVT"
    Pk2h "PK2H" Pack RSRAW <- [VF32] NOACC => FI F A0; "GP4 2.X.8 PK2H"
    Pk2us "PK2US" Pack RSRAW <- [VF32] NOACC => FI F A0; "GP4 2.X.8 PK2US"
    Pk4b "PK4B" Pack RSRAW <- [VF32] NOACC => FI F A0; "GP4 2.X.8 PK4B"
    Pk4ub "PK4UB" Pack RSRAW <- [VF32] NOACC => FI F A0; "GP4 2.X.8 PK4UB"
    Pk64 "PK64" Pack RVRAW <- [VRAW] NOACC => FI F A0; "GP5 2.X.8 PK64"
    Up2h "UP2H" Unpack RVF32 <- [SRAW] NOACC => FI F CS; "GP4 2.X.8 UP2H"
    Up2us "UP2US" Unpack RVF32 <- [SRAW] NOACC => FI F CS; "GP4 2.X.8 UP2US"
    Up4b "UP4B" Unpack RVF32 <- [SRAW] NOACC => FI F CS; "GP4 2.X.8 UP4B"
    Up4ub "UP4UB" Unpack RVF32 <- [SRAW] NOACC => FI F CS; "GP4 2.X.8 UP4UB"
    Up64 "UP64" Unpack RVRAW <- [VRAW] NOACC => FI F CS; "GP5 2.X.8 UP64"

    // Integers and bits.
    And "AND" Bit RV <- [V V] NOACC => I64 S CC; "GP4 2.X.8 AND"
    Or "OR" Bit RV <- [V V] NOACC => I64 S CC; "GP4 2.X.8 OR"
    Xor "XOR" Bit RV <- [V V] NOACC => I64 S CC; "GP4 2.X.8 XOR"
    Not "NOT" Bit RV <- [V] NOACC => I64 S CC; "GP4 2.X.8 NOT"
    Shl "SHL" Bit RV <- [V S] NOACC => I64 S CC; "GP4 2.X.8 SHL"
    Shr "SHR" Bit RV <- [V S] NOACC => I64 S CC; "GP4 2.X.8 SHR"
    Bfe "BFE" Bit RV <- [V V] NOACC => I S CC; "GP5 2.X.8 BFE"
    Bfi "BFI" Bit RV <- [V V V] NOACC => I S CC; "GP5 2.X.8 BFI"
    Bfr "BFR" Bit RV <- [V] NOACC => I S CC; "GP5 2.X.8 BFR"
    Btc "BTC" Bit RV <- [V] NOACC => I S CC; "GP5 2.X.8 BTC"
    Btfl "BTFL" Bit RV <- [V] NOACC => I S CC; "GP5 2.X.8 BTFL"
    Btfm "BTFM" Bit RV <- [V] NOACC => I S CC; "GP5 2.X.8 BTFM"

    // Set on comparison.
    Seq "SEQ" Compare RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 SEQ"
    Sne "SNE" Compare RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 SNE"
    Slt "SLT" Compare RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 SLT"
    Sle "SLE" Compare RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 SLE"
    Sgt "SGT" Compare RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 SGT"
    Sge "SGE" Compare RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 SGE"
    Sfl "SFL" Compare RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 SFL"
    Str "STR" Compare RV <- [V V] NOACC => ALL F CSH; "GP4 2.X.8 STR"

    // Memory. LDC has its CBUFFER as an ordinary operand, so that the operand can have a swizzle.
    Ldc "LDC" Load RV <- [V] NOACC => NOTYPE F LD; "GP5 2.X.8 LDC"
    Ldb "LDB" Load RV <- [] MEM_B => NOTYPE F LDM; StorageBuffer "SSBO 2.X.8 LDB"
    Lds "LDS" Load RV <- [] MEM_S => NOTYPE F LDM; "CP5 2.X.8 LDS"
    Load "LOAD" Load RV <- [ADDRESS] NOACC => NOTYPE F LDM; "GP5 2.X.8 LOAD"
    Stb "STB" Store NONE <- [V] MEM_B => NOTYPE F STM; StorageBuffer "SSBO 2.X.8 STB"
    Sts "STS" Store NONE <- [V] MEM_S => NOTYPE F STM; "CP5 2.X.8 STS"
    Store "STORE" Store NONE <- [V ADDRESS] NOACC => NOTYPE F STM; "GP5 2.X.8 STORE"
    Atom "ATOM" Atomic RS <- [V ADDRESS] NOACC => NOTYPE U AT; "GP5 2.X.8 ATOM"
    Atomb "ATOMB" Atomic RS <- [V] MEM_B => NOTYPE U AT; StorageBuffer "SSBO 2.X.8 ATOMB"
    Atoms "ATOMS" Atomic RS <- [V] MEM_S => NOTYPE U AT; "CP5 2.X.8 ATOMS"
    Atomctr "ATOMCTR" Counter RS <- [] MEM_C => SU U CC.or(Allows::COUNTER); AtomicCounters "NV_shader_atomic_counters 2.X.8 ATOMCTR"
    Atomctrop "ATOMCTROP" Counter RS <- [V] MemoryFirst(CounterMem) => SU U CC.or(Allows::ATOMIC); AtomicCounters "driver"

    // Textures.
    Tex "TEX" Texture RV <- [VF32 VF32; 1] Texture => FI F TXC; "GP4 2.X.8 TEX"
    Txb "TXB" Texture RV <- [VF32 VF32; 1] Texture => FI F TXC; "GP4 2.X.8 TXB"
    Txl "TXL" Texture RV <- [VF32 VF32; 1] Texture => FI F TX; "GP4 2.X.8 TXL"
    Txp "TXP" Texture RV <- [VF32 VF32; 1] Texture => FI F TX; "GP4 2.X.8 TXP"
    Txd "TXD" Texture RV <- [VF32 VF32 VF32] Texture => FI F TXC; "GP4 2.X.8 TXD"
    Txf "TXF" Texture RV <- [VS32 VS32; 1] Texture => FI F TX; "GP4 2.X.8 TXF"
    Txfms "TXFMS" Texture RV <- [VS32 VS32; 1] Texture => FI F TX; "NV_texture_multisample 2.X.2"
    Txg "TXG" Texture RV <- [VF32 VF32; 1] Texture => FI F TX; "GP5 2.X.8 TXG"
    Txgo "TXGO" Texture RV <- [VF32 VS32 VS32] TextureOffsets => FI F TX; "GP5 2.X.8 TXGO"
    Lod "LOD" TextureQuery RV <- [VF32] Texture => F F CS; "NV_gpu_program4_1"
    Txq "TXQ" TextureQuery RVS32 <- [VS32] Texture => NOTYPE S A0; "GP4 2.X.8 TXQ"
    Txqs "TXQS" TextureQuery RS32 <- [] Texture => NOTYPE S A0; ImageSamples "ARB_shader_texture_image_samples 2.X.8"

    // Images.
    Loadim "LOADIM" Image RV <- [VS32] Image => NOTYPE F LDM.or(Allows::FORMATTED).or(Allows::SPARSE); "IMG 2.X.8 LOADIM"
    Storeim "STOREIM" Image NONE <- [V VS32] ImageFirst => NOTYPE F STM.or(Allows::FORMATTED); "IMG 2.X.8 STOREIM"
    Atomim "ATOMIM" ImageAtomic RS <- [V VS32] Image => NOTYPE U AT.or(Allows::SPARSE); "IMG 2.X.8 ATOMIM"
    Imq "IMQ" ImageQuery RVS32 <- [] Image => NOTYPE S A0; ImageSize "ARB_shader_image_size 2.X.8 IMQ"
    Imqs "IMQS" ImageQuery RS32 <- [] Image => NOTYPE S A0; ImageSamples "ARB_shader_texture_image_samples 2.X.8"

    // Warps.
    Tgall "TGALL" Vote RV <- [V] NOACC => FI F CS; "TG 2.X.8 TGALL"
    Tgany "TGANY" Vote RV <- [V] NOACC => FI F CS; "TG 2.X.8 TGANY"
    Tgeq "TGEQ" Vote RV <- [V] NOACC => FI F CS; "TG 2.X.8 TGEQ"
    Tgballot "TGBALLOT" Vote RVU32 <- [V] NOACC => FI F CS; ThreadGroup "TG 2.X.8 TGBALLOT"
    Match "MATCH" Vote RVU32 <- [V] NOACC => ALL U CC.or(Allows::MATCH); "driver"
    Shfidx "SHFIDX" Shuffle RV <- [V VU32 VU32] NOACC => WORD F A0; ThreadShuffle "SHF 2.X.8 SHFIDX"
    Shfup "SHFUP" Shuffle RV <- [V VU32 VU32] NOACC => WORD F A0; ThreadShuffle "SHF 2.X.8 SHFUP"
    Shfdown "SHFDOWN" Shuffle RV <- [V VU32 VU32] NOACC => WORD F A0; ThreadShuffle "SHF 2.X.8 SHFDOWN"
    Shfxor "SHFXOR" Shuffle RV <- [V VU32 VU32] NOACC => WORD F A0; ThreadShuffle "SHF 2.X.8 SHFXOR"

    // Flow control and synchronization.
    If "IF" Flow NONE <- [] Test => NOTYPE F BARE; "GP4 2.X.5"
    Else "ELSE" Flow NONE <- [] NOACC => NOTYPE F BARE; "GP4 2.X.5"
    Endif "ENDIF" Flow NONE <- [] NOACC => NOTYPE F BARE; "GP4 2.X.5"
    Rep "REP" Flow NONE <- [V; 1] NOACC => ALL F BARE; "GP4 2.X.5"
    Endrep "ENDREP" Flow NONE <- [] NOACC => NOTYPE F BARE; "GP4 2.X.5"
    Brk "BRK" Flow NONE <- [] OptionalTest => NOTYPE F BARE; "GP4 2.X.5"
    Cont "CONT" Flow NONE <- [] OptionalTest => NOTYPE F BARE; "GP4 2.X.5"
    Cal "CAL" Flow NONE <- [] Label => NOTYPE F BARE; "GP4 2.X.5"
    Cali "CALI" Flow NONE <- [] MEM_CALL => NOTYPE F BARE; "ARB_shader_subroutine 2.X.5"
    Ret "RET" Flow NONE <- [] OptionalTest => NOTYPE F BARE; "GP4 2.X.5"
    Bar "BAR" Sync NONE <- [] NOACC => NOTYPE F BARE; "CP5 2.X.8 BAR"
    Membar "MEMBAR" Sync NONE <- [] NOACC => NOTYPE F BARE.or(Allows::CTA); "CP5 2.X.8 MEMBAR"
}
