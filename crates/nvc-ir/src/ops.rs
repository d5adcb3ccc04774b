//! The one table of operations.
//!
//! A row holds everything that is true of an operation wherever it stands: name in the text form,
//! operand and result rules, kind of immediate, effect, the last phase that allows it, meaning.
//! Builder, printer, parser, verifier and passes read it; adding an operation is adding a row
//! (and, where it survives to SPIR-V, a row in `nvc-spirv`'s map).

use crate::imm::ImmKind;
use crate::phase::Phase;

/// What an operand must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgRule {
    /// Integer, or vector of integers.
    Int,
    /// Float, or vector of floats.
    Float,
    /// Truth value, or vector of them.
    Bool,
    /// Integers or truth values.
    Bits,
    /// Integers or floats.
    Number,
    /// The type of the first operand.
    Same,
    /// The type of the second operand.
    SameAs1,
    /// A 32-bit integer scalar.
    I32,
    /// A pointer.
    Pointer,
    /// An image or sampled image.
    Image,
    /// Any type.
    Any,
}

/// How the result type follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultRule {
    /// No result.
    None,
    /// The type of the first operand.
    Same,
    /// The type of the second operand.
    SameAs1,
    /// Truth value, with as many components as the first operand.
    Bool,
    /// A truth value.
    BoolScalar,
    /// A 32-bit integer scalar.
    I32,
    /// An integer type that the instruction states.
    Int,
    /// A float type that the instruction states.
    Float,
    /// A type that the instruction states.
    Explicit,
}

/// What an operation does beside yielding its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: equal operands give equal results anywhere. May be removed, merged, moved.
    Pure,
    /// Depends on which other lanes are active: may be removed, not moved over control flow nor
    /// merged across it.
    Convergent,
    /// Reads memory: may be removed.
    Read,
    /// Writes memory, or reads and writes it.
    Write,
    /// Orders memory or execution.
    Sync,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// Name in the text form.
    pub name: &'static str,
    /// Rules of the fixed operands.
    pub args: &'static [ArgRule],
    /// Whether more operands of any type may follow.
    pub variadic: bool,
    /// Result rule.
    pub result: ResultRule,
    /// Kind of immediate.
    pub imm: ImmKind,
    /// Effect.
    pub effect: Effect,
    /// The last phase that allows it.
    pub until: Phase,
    /// Meaning, in one sentence.
    pub doc: &'static str,
}

macro_rules! ops {
    ($($op:ident $name:literal ($($arg:ident),* $(; $variadic:ident)?) -> $result:ident, $imm:ident, $effect:ident, $until:ident, $doc:literal;)*) => {
        /// An operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op { $(#[doc = $doc] $op,)* }

        impl Op {
            /// Every operation, in the order of the table.
            pub const ALL: &'static [Op] = &[$(Op::$op,)*];

            const TABLE: &'static [OpInfo] = &[$(OpInfo {
                name: $name,
                args: &[$(ArgRule::$arg),*],
                variadic: ops!(@variadic $($variadic)?),
                result: ResultRule::$result,
                imm: ImmKind::$imm,
                effect: Effect::$effect,
                until: Phase::$until,
                doc: $doc,
            },)*];

            /// The operation's row.
            pub fn info(self) -> &'static OpInfo {
                &Self::TABLE[self as usize]
            }
        }
    };
    (@variadic) => { false };
    (@variadic $v:ident) => { true };
}

ops! {
    // Integers. Wrapping unless said otherwise.
    IAdd "iadd" (Int, Same) -> Same, None, Pure, Legal, "Sum.";
    ISub "isub" (Int, Same) -> Same, None, Pure, Legal, "Difference.";
    IMul "imul" (Int, Same) -> Same, None, Pure, Legal, "Low half of the product.";
    SMulHi "smul.hi" (Int, Same) -> Same, None, Pure, Legal, "High half of the signed product.";
    UMulHi "umul.hi" (Int, Same) -> Same, None, Pure, Legal, "High half of the unsigned product.";
    SDiv "sdiv" (Int, Same) -> Same, None, Pure, Legal, "Signed quotient, toward zero; undefined for divisor 0 and for overflow.";
    UDiv "udiv" (Int, Same) -> Same, None, Pure, Legal, "Unsigned quotient; undefined for divisor 0.";
    SRem "srem" (Int, Same) -> Same, None, Pure, Lowered, "Signed remainder with the dividend's sign; undefined for divisor 0 and for overflow.";
    URem "urem" (Int, Same) -> Same, None, Pure, Legal, "Unsigned remainder; undefined for divisor 0.";
    INeg "ineg" (Int) -> Same, None, Pure, Legal, "Two's complement negation.";
    SAbs "sabs" (Int) -> Same, None, Pure, Legal, "Absolute value of a signed integer; the least one stays as it is.";
    SMin "smin" (Int, Same) -> Same, None, Pure, Legal, "Signed minimum.";
    SMax "smax" (Int, Same) -> Same, None, Pure, Legal, "Signed maximum.";
    UMin "umin" (Int, Same) -> Same, None, Pure, Legal, "Unsigned minimum.";
    UMax "umax" (Int, Same) -> Same, None, Pure, Legal, "Unsigned maximum.";
    And "and" (Bits, Same) -> Same, None, Pure, Legal, "Bitwise or logical and.";
    Or "or" (Bits, Same) -> Same, None, Pure, Legal, "Bitwise or logical or.";
    Xor "xor" (Bits, Same) -> Same, None, Pure, Legal, "Bitwise or logical exclusive or.";
    Not "not" (Bits) -> Same, None, Pure, Legal, "Bitwise or logical complement.";
    Shl "shl" (Int, Same) -> Same, None, Pure, Legal, "Left shift; undefined for amounts not below the width.";
    LShr "lshr" (Int, Same) -> Same, None, Pure, Legal, "Right shift that fills with zeros; undefined for amounts not below the width.";
    AShr "ashr" (Int, Same) -> Same, None, Pure, Legal, "Right shift that fills with the sign; undefined for amounts not below the width.";
    UBfe "ubfe" (Int, I32, I32) -> Same, None, Pure, Legal, "Bit field (offset, count), zero-extended; undefined where it does not lie in the word.";
    SBfe "sbfe" (Int, I32, I32) -> Same, None, Pure, Legal, "Bit field (offset, count), sign-extended; undefined where it does not lie in the word.";
    Bfi "bfi" (Int, Same, I32, I32) -> Same, None, Pure, Legal, "The first operand with the bit field (offset, count) replaced by the low bits of the second.";
    BitReverse "bit.reverse" (Int) -> Same, None, Pure, Legal, "Bits in reverse order; 32 bits.";
    BitCount "bit.count" (Int) -> Same, None, Pure, Legal, "Number of one bits; 32 bits.";
    FindLsb "find.lsb" (Int) -> Same, None, Pure, Legal, "Index of the lowest one bit, all ones if none; 32 bits.";
    FindUMsb "find.umsb" (Int) -> Same, None, Pure, Legal, "Index of the highest one bit, all ones if none; 32 bits.";
    FindSMsb "find.smsb" (Int) -> Same, None, Pure, Legal, "Index of the highest bit that differs from the sign, all ones if none; 32 bits.";

    // Comparisons. Greater-than is less-than with its operands swapped.
    IEq "ieq" (Bits, Same) -> Bool, None, Pure, Legal, "Equal.";
    INe "ine" (Bits, Same) -> Bool, None, Pure, Legal, "Not equal.";
    SLt "slt" (Int, Same) -> Bool, None, Pure, Legal, "Less, signed.";
    SLe "sle" (Int, Same) -> Bool, None, Pure, Legal, "Less or equal, signed.";
    ULt "ult" (Int, Same) -> Bool, None, Pure, Legal, "Less, unsigned.";
    ULe "ule" (Int, Same) -> Bool, None, Pure, Legal, "Less or equal, unsigned.";
    FEq "feq" (Float, Same) -> Bool, None, Pure, Legal, "Ordered and equal.";
    FNe "fne" (Float, Same) -> Bool, None, Pure, Legal, "Unordered or not equal.";
    FLt "flt" (Float, Same) -> Bool, None, Pure, Legal, "Ordered and less.";
    FLe "fle" (Float, Same) -> Bool, None, Pure, Legal, "Ordered and less or equal.";
    FUnordLt "fult" (Float, Same) -> Bool, None, Pure, Legal, "Unordered or less.";
    FUnordLe "fule" (Float, Same) -> Bool, None, Pure, Legal, "Unordered or less or equal.";
    FUnordEq "fueq" (Float, Same) -> Bool, None, Pure, Legal, "Unordered or equal.";
    FOrdNe "fone" (Float, Same) -> Bool, None, Pure, Legal, "Ordered and not equal.";
    IsNan "is.nan" (Float) -> Bool, None, Pure, Legal, "Not a number.";
    Select "select" (Bool, Any, SameAs1) -> SameAs1, None, Pure, Legal, "The second operand where the first is true, else the third.";

    // Floats, IEEE round to nearest unless the environment says otherwise.
    FAdd "fadd" (Float, Same) -> Same, None, Pure, Legal, "Sum.";
    FSub "fsub" (Float, Same) -> Same, None, Pure, Legal, "Difference.";
    FMul "fmul" (Float, Same) -> Same, None, Pure, Legal, "Product.";
    FDiv "fdiv" (Float, Same) -> Same, None, Pure, Legal, "Quotient.";
    Fma "fma" (Float, Same, Same) -> Same, None, Pure, Legal, "Product plus the third operand, rounded once.";
    FNeg "fneg" (Float) -> Same, None, Pure, Legal, "Negation.";
    FAbs "fabs" (Float) -> Same, None, Pure, Legal, "Absolute value.";
    FMin "fmin" (Float, Same) -> Same, None, Pure, Legal, "Minimum; a number if one operand is a NaN (SPIR-V NMin).";
    FMax "fmax" (Float, Same) -> Same, None, Pure, Legal, "Maximum; a number if one operand is a NaN (SPIR-V NMax).";
    FSat "fsat" (Float) -> Same, None, Pure, Legal, "Clamped to 0 and 1; 0 for a NaN.";
    Floor "floor" (Float) -> Same, None, Pure, Legal, "Rounded toward negative infinity.";
    Ceil "ceil" (Float) -> Same, None, Pure, Legal, "Rounded toward positive infinity.";
    Trunc "ftrunc" (Float) -> Same, None, Pure, Legal, "Rounded toward zero.";
    RoundEven "round.even" (Float) -> Same, None, Pure, Legal, "Rounded to nearest, ties to even.";
    Fract "fract" (Float) -> Same, None, Pure, Legal, "The operand minus its floor.";
    Sqrt "sqrt" (Float) -> Same, None, Pure, Legal, "Square root.";
    Rsqrt "rsqrt" (Float) -> Same, None, Pure, Legal, "Reciprocal of the square root.";
    Exp2 "exp2" (Float) -> Same, None, Pure, Legal, "Power of two.";
    Log2 "log2" (Float) -> Same, None, Pure, Legal, "Logarithm to base two.";
    Sin "sin" (Float) -> Same, None, Pure, Legal, "Sine of radians.";
    Cos "cos" (Float) -> Same, None, Pure, Legal, "Cosine of radians.";
    Tan "tan" (Float) -> Same, None, Pure, Legal, "Tangent of radians.";
    Asin "asin" (Float) -> Same, None, Pure, Legal, "Arc sine in radians.";
    Acos "acos" (Float) -> Same, None, Pure, Legal, "Arc cosine in radians.";
    Atan "atan" (Float) -> Same, None, Pure, Legal, "Arc tangent in radians.";
    Atan2 "atan2" (Float, Same) -> Same, None, Pure, Legal, "Arc tangent of the first over the second, in the quadrant of both signs.";
    Sinh "sinh" (Float) -> Same, None, Pure, Legal, "Hyperbolic sine.";
    Cosh "cosh" (Float) -> Same, None, Pure, Legal, "Hyperbolic cosine.";
    Tanh "tanh" (Float) -> Same, None, Pure, Legal, "Hyperbolic tangent.";
    Asinh "asinh" (Float) -> Same, None, Pure, Legal, "Inverse hyperbolic sine.";
    Acosh "acosh" (Float) -> Same, None, Pure, Legal, "Inverse hyperbolic cosine.";
    Atanh "atanh" (Float) -> Same, None, Pure, Legal, "Inverse hyperbolic tangent.";
    Exp "exp" (Float) -> Same, None, Pure, Legal, "Power of e.";
    Log "log" (Float) -> Same, None, Pure, Legal, "Natural logarithm.";
    Pow "pow" (Float, Same) -> Same, None, Pure, Legal, "Power; undefined for a negative base and for 0 to a power not above 0.";
    Ldexp "ldexp" (Float, Int) -> Same, None, Pure, Legal, "The first operand times two to the power of the second.";
    FrexpSignificand "frexp.significand" (Float) -> Same, None, Pure, Legal, "Significand, of magnitude 0 or at least 0.5 and below 1.";
    FrexpExponent "frexp.exponent" (Float) -> Int, None, Pure, Legal, "The power of two that the significand is to be multiplied by.";
    FSign "fsign" (Float) -> Same, None, Pure, Legal, "1, 0 or -1.";
    FDot "fdot" (Float, Same) -> Explicit, None, Pure, Legal, "Sum of the products of two vectors' components.";

    // Conversions.
    Bitcast "bitcast" (Any) -> Explicit, None, Pure, Legal, "The same bits as another type of the same size.";
    ITrunc "itrunc" (Int) -> Int, None, Pure, Legal, "The low bits.";
    ZExt "zext" (Int) -> Int, None, Pure, Legal, "Widened with zeros.";
    SExt "sext" (Int) -> Int, None, Pure, Legal, "Widened with the sign.";
    FConvert "fconvert" (Float) -> Float, None, Pure, Legal, "Another float width, to nearest even.";
    FConvertRounded "fconvert.rounded" (Float) -> Float, Rounding, Pure, Built, "Another float width with a stated rounding.";
    SToF "stof" (Int) -> Float, None, Pure, Legal, "From a signed integer, to nearest even.";
    UToF "utof" (Int) -> Float, None, Pure, Legal, "From an unsigned integer, to nearest even.";
    FToS "ftos" (Float) -> Int, None, Pure, Legal, "To a signed integer toward zero; undefined out of range.";
    FToU "ftou" (Float) -> Int, None, Pure, Legal, "To an unsigned integer toward zero; undefined out of range.";
    FToSSat "ftos.sat" (Float) -> Int, None, Pure, Lowered, "To a signed integer toward zero; clamped to the range, 0 for a NaN.";
    FToUSat "ftou.sat" (Float) -> Int, None, Pure, Lowered, "To an unsigned integer toward zero; clamped to the range, 0 for a NaN.";
    PackHalf "pack.half2x16" (Float) -> I32, None, Pure, Legal, "Two floats as halves in a word, first lowest.";
    UnpackHalf "unpack.half2x16" (I32) -> Explicit, None, Pure, Legal, "Two halves of a word as floats.";
    PackSnorm4x8 "pack.snorm4x8" (Float) -> I32, None, Pure, Legal, "Four floats clamped to [-1, 1] as signed bytes in a word, first lowest.";
    PackUnorm4x8 "pack.unorm4x8" (Float) -> I32, None, Pure, Legal, "Four floats clamped to [0, 1] as bytes in a word, first lowest.";
    PackSnorm2x16 "pack.snorm2x16" (Float) -> I32, None, Pure, Legal, "Two floats clamped to [-1, 1] as signed 16-bit numbers in a word, first lowest.";
    PackUnorm2x16 "pack.unorm2x16" (Float) -> I32, None, Pure, Legal, "Two floats clamped to [0, 1] as 16-bit numbers in a word, first lowest.";
    UnpackSnorm4x8 "unpack.snorm4x8" (I32) -> Explicit, None, Pure, Legal, "Four signed bytes of a word as floats in [-1, 1].";
    UnpackUnorm4x8 "unpack.unorm4x8" (I32) -> Explicit, None, Pure, Legal, "Four bytes of a word as floats in [0, 1].";
    UnpackSnorm2x16 "unpack.snorm2x16" (I32) -> Explicit, None, Pure, Legal, "Two signed 16-bit numbers of a word as floats in [-1, 1].";
    UnpackUnorm2x16 "unpack.unorm2x16" (I32) -> Explicit, None, Pure, Legal, "Two 16-bit numbers of a word as floats in [0, 1].";

    // Vectors and aggregates.
    Construct "construct" (Any; more) -> Explicit, None, Pure, Legal, "A vector or aggregate of its parts.";
    Extract "extract" (Any) -> Explicit, Index, Pure, Legal, "One component, element or member.";
    Insert "insert" (Any, Any) -> Same, Index, Pure, Legal, "The first operand with one component, element or member replaced by the second.";
    ExtractDynamic "extract.dynamic" (Any, I32) -> Explicit, None, Pure, Legal, "The component of a vector whose number is the second operand; undefined out of range.";
    InsertDynamic "insert.dynamic" (Any, Any, I32) -> Same, None, Pure, Legal, "The vector with the component whose number is the third operand replaced by the second; undefined out of range.";

    // Condition codes (NV_gpu_program4 2.X.4.3): flags of a written value, and tests of flags.
    CcSign "cc.sign" (Number) -> BoolScalar, None, Pure, Built, "SF: below zero or NaN; the top bit of an integer.";
    CcZero "cc.zero" (Number) -> BoolScalar, None, Pure, Built, "ZF: zero of either sign, or NaN.";
    CcAddCarry "cc.add.carry" (Int, Same) -> BoolScalar, None, Pure, Built, "CF of a sum: the unsigned sum carries out.";
    CcAddOverflow "cc.add.overflow" (Int, Same) -> BoolScalar, None, Pure, Built, "OF of a sum: the signed sum overflows.";
    CcSubCarry "cc.sub.carry" (Int, Same) -> BoolScalar, None, Pure, Built, "CF of a difference: no unsigned borrow.";
    CcSubOverflow "cc.sub.overflow" (Int, Same) -> BoolScalar, None, Pure, Built, "OF of a difference: the signed difference overflows.";
    CcTest "cc.test" (Bool, Bool, Bool, Bool) -> BoolScalar, Test, Pure, Built, "A test of the flags SF, ZF, OF, CF.";

    // Inputs.
    Builtin "builtin" () -> Explicit, Builtin, Pure, Legal, "A built-in input.";

    // Byte-addressed memory: operands are the element of a buffer array (0 for a single buffer)
    // and a byte offset that is a multiple of the access size.
    BytesLoad "bytes.load" (I32, I32) -> Explicit, Bytes, Read, Built, "Loads a scalar or vector.";
    BytesStore "bytes.store" (I32, I32, Any) -> None, Bytes, Write, Built, "Stores a scalar or vector.";
    BytesAtomic "bytes.atomic" (I32, I32; more) -> Explicit, BytesAtomic, Write, Built, "An atomic on a scalar; yields the old value.";
    BytesLength "bytes.length" (I32) -> I32, Global, Pure, Built, "Bytes of the bound range of a buffer.";

    // Typed memory.
    GlobalAddr "global.addr" () -> Explicit, Global, Pure, Legal, "A pointer to a module-level variable.";
    LocalAddr "local.addr" () -> Explicit, Local, Pure, Legal, "A pointer to a variable in function storage.";
    AccessChain "access" (Pointer; more) -> Explicit, None, Pure, Legal, "A pointer to a part: each index goes one level down.";
    PhysicalAddr "physical.addr" (Int) -> Explicit, None, Pure, Legal, "A pointer from a 64-bit device address.";
    Load "load" (Pointer) -> Explicit, Access, Read, Legal, "The value at a pointer.";
    Store "store" (Pointer, Any) -> None, Access, Write, Legal, "Writes a value to a pointer.";
    Atomic "atomic" (Pointer; more) -> Explicit, Atomic, Write, Legal, "An atomic through a pointer; yields the old value.";
    ArrayLength "array.length" (Pointer) -> I32, Index, Pure, Legal, "Elements of the runtime array that is a member of the buffer pointed to.";

    // Cooperative matrices: values that the invocations of a scope hold together
    // (SPV_NV_cooperative_matrix). Arithmetic on them is by element and uses the rows above.
    CoopLoad "coop.load" (Pointer, I32, Bool) -> Explicit, Access, Read, Legal, "A matrix from an array's element on: elements of the array between rows (columns if the third operand is true).";
    CoopStore "coop.store" (Pointer, Any, I32, Bool) -> None, Access, Write, Legal, "Writes a matrix as `coop.load` reads it.";
    CoopMulAdd "coop.muladd" (Any, Any, Any) -> Explicit, None, Convergent, Legal, "The product of the first two matrices plus the third.";
    CoopMulAddSat "coop.muladd.sat" (Any, Any, Any) -> Explicit, None, Convergent, Legal, "The same of integers, with the sum clamped to what its type holds.";
    CoopScale "coop.scale" (Any, Any) -> Same, None, Pure, Legal, "Each element of a matrix times a scalar.";
    CoopLength "coop.length" (; more) -> I32, Type, Pure, Legal, "Elements of a matrix of the type that each invocation holds; a matrix of the type, or a pointer to one, may say which.";

    // Images. A bindless handle is an integer whose low 32 bits index a heap.
    BindlessAddr "bindless.addr" (Int) -> Explicit, Global, Pure, Built, "A pointer to the descriptor that a handle names.";
    UnitAddr "unit.addr" (I32) -> Explicit, Global, Pure, Built, "A pointer to the descriptor at a place of a unit array.";
    TexCombine "tex.combine" (Image, Any) -> Explicit, None, Pure, Legal, "An image with a sampler.";
    TexSample "tex.sample" (Image, Float; more) -> Explicit, Texture, Read, Legal, "A filtered sample.";
    TexFetch "tex.fetch" (Image, Int; more) -> Explicit, Texture, Read, Legal, "One texel, unfiltered.";
    TexGather "tex.gather" (Image, Float; more) -> Explicit, Texture, Read, Legal, "One component of the four texels that a linear filter would use.";
    TexSize "tex.size" (Image; more) -> Explicit, Texture, Pure, Legal, "Size of a level, layers last.";
    TexLevels "tex.levels" (Image) -> I32, None, Pure, Legal, "Number of levels.";
    TexQueryLod "tex.lod" (Image, Float) -> Explicit, None, Convergent, Legal, "The level that a sample by these coordinates, without layer, would access, and the one that their differences ask for.";
    TexSamples "tex.samples" (Image) -> I32, None, Pure, Legal, "Samples of a texel.";
    TexResident "tex.resident" (I32) -> BoolScalar, None, Pure, Legal, "Whether a residency code says that all texels of a sparse access were there.";
    ImageRead "image.read" (Image, Int; more) -> Explicit, Texture, Read, Legal, "A texel of a storage image.";
    ImageWrite "image.write" (Image, Int, Any; more) -> None, Texture, Write, Legal, "Writes a texel of a storage image.";
    TexelAddr "texel.addr" (Pointer, Int, I32) -> Explicit, None, Pure, Legal, "A pointer to a texel (image pointer, coordinate, sample), for atomics only.";

    // Warps of 32 with NVIDIA's meaning; the mask operand is clamp | segment << 8.
    NvShuffle "nv.shuffle" (Any, I32, I32) -> Same, Shuffle, Convergent, Built, "The value of the source lane if in range, else the own value.";
    NvShuffleValid "nv.shuffle.valid" (I32, I32) -> BoolScalar, Shuffle, Pure, Built, "Whether a shuffle's source lane is in range.";
    NvBallot "nv.ballot" (Bool) -> I32, None, Convergent, Built, "Bit k: the operand in active lane k.";
    NvAll "nv.all" (Bool) -> BoolScalar, None, Convergent, Built, "True in every active lane.";
    NvAny "nv.any" (Bool) -> BoolScalar, None, Convergent, Built, "True in some active lane.";
    NvEqual "nv.equal" (Bool) -> BoolScalar, None, Convergent, Built, "The same in all active lanes.";
    NvMatchAny "nv.match.any" (Any) -> I32, None, Convergent, Built, "Mask of the active lanes with the own value.";
    NvMatchAll "nv.match.all" (Any) -> I32, None, Convergent, Built, "Mask of the active lanes if all have the same value, else 0.";

    // Subgroups, as SPIR-V has them.
    SubgroupShuffle "subgroup.shuffle" (Any, I32) -> Same, None, Convergent, Legal, "The value of a lane by number.";
    SubgroupShuffleXor "subgroup.shuffle.xor" (Any, I32) -> Same, None, Convergent, Legal, "The value of the lane whose number differs in the mask's bits.";
    SubgroupShuffleUp "subgroup.shuffle.up" (Any, I32) -> Same, None, Convergent, Legal, "The value of the lane below by a distance.";
    SubgroupShuffleDown "subgroup.shuffle.down" (Any, I32) -> Same, None, Convergent, Legal, "The value of the lane above by a distance.";
    SubgroupBallot "subgroup.ballot" (Bool) -> Explicit, None, Convergent, Legal, "Bit k of a vector of 4 words: the operand in active lane k.";
    SubgroupAll "subgroup.all" (Bool) -> BoolScalar, None, Convergent, Legal, "True in every active lane.";
    SubgroupAny "subgroup.any" (Bool) -> BoolScalar, None, Convergent, Legal, "True in some active lane.";
    SubgroupAllEqual "subgroup.all.equal" (Any) -> BoolScalar, None, Convergent, Legal, "The same in all active lanes.";
    SubgroupPartition "subgroup.partition" (Any) -> Explicit, None, Convergent, Legal, "Mask of the active lanes with the own value, as a vector of 4 words (SPV_NV_shader_subgroup_partitioned).";

    SubgroupElect "subgroup.elect" () -> BoolScalar, None, Convergent, Legal, "True in the lowest active lane alone.";
    SubgroupBroadcast "subgroup.broadcast" (Any, I32) -> Same, None, Convergent, Legal, "The value of a lane by number, the same number in all lanes.";
    SubgroupBroadcastFirst "subgroup.broadcast.first" (Any) -> Same, None, Convergent, Legal, "The value of the lowest active lane.";
    SubgroupArithmetic "subgroup.arithmetic" (Any; more) -> Same, Group, Convergent, Legal, "Reduction or scan; clustered ones have the cluster's size as second operand, partitioned ones the lanes' mask.";
    SubgroupInverseBallot "subgroup.ballot.inverse" (Any) -> BoolScalar, None, Convergent, Legal, "The own lane's bit of a mask of 4 words.";
    SubgroupBallotBit "subgroup.ballot.bit" (Any, I32) -> BoolScalar, None, Convergent, Legal, "A lane's bit of a mask of 4 words.";
    SubgroupBallotCount "subgroup.ballot.count" (Any) -> I32, Group, Convergent, Legal, "Number of one bits in a mask of 4 words: of all lanes, of those below, or of those up to the own.";
    SubgroupBallotLsb "subgroup.ballot.lsb" (Any) -> I32, None, Convergent, Legal, "The lowest lane whose bit is set in a mask of 4 words.";
    SubgroupBallotMsb "subgroup.ballot.msb" (Any) -> I32, None, Convergent, Legal, "The highest lane whose bit is set in a mask of 4 words.";
    SubgroupQuadBroadcast "subgroup.quad.broadcast" (Any, I32) -> Same, None, Convergent, Legal, "The value of a lane of the own group of four; a constant.";
    SubgroupQuadSwap "subgroup.quad.swap" (Any) -> Same, Index, Convergent, Legal, "The value of the other lane of the quad: 0 horizontally, 1 vertically, 2 diagonally.";
    SubgroupRotate "subgroup.rotate" (Any, I32; more) -> Same, None, Convergent, Legal, "The value of the lane above by a distance, around the subgroup or around a cluster of the size that the third operand gives.";

    // Differences within groups of four invocations (SPV_NV_compute_shader_derivatives): 0 and 1 lie
    // beside each other along x, 2 and 3 above them along y. The entry point says which four.
    Ddx "ddx" (Float) -> Same, None, Convergent, Legal, "The difference along x: fine or coarse.";
    DdxFine "ddx.fine" (Float) -> Same, None, Convergent, Legal, "The difference along x in the own row.";
    DdxCoarse "ddx.coarse" (Float) -> Same, None, Convergent, Legal, "One difference along x for all four.";
    Ddy "ddy" (Float) -> Same, None, Convergent, Legal, "The difference along y: fine or coarse.";
    DdyFine "ddy.fine" (Float) -> Same, None, Convergent, Legal, "The difference along y in the own column.";
    DdyCoarse "ddy.coarse" (Float) -> Same, None, Convergent, Legal, "One difference along y for all four.";

    // Clocks and messages.
    ReadClock "clock" () -> Explicit, Scope, Write, Legal, "A counter that grows with time, 64 bits or two words (SPV_KHR_shader_clock).";
    DebugPrintf "debug.printf" (; more) -> None, Index, Write, Legal, "Prints by the module's string of the number (NonSemantic.DebugPrintf).";

    // Synchronisation and calls.
    Barrier "barrier" () -> None, Barrier, Sync, Legal, "A control or memory barrier.";
    Call "call" (; more) -> Explicit, Function, Sync, Legal, "Calls a function.";
}

impl Op {
    /// The operation with this name in the text form.
    pub fn from_name(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.info().name == name)
    }

    /// Whether the operands of a two-operand operation may be swapped.
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::IAdd
                | Op::IMul
                | Op::SMulHi
                | Op::UMulHi
                | Op::SMin
                | Op::SMax
                | Op::UMin
                | Op::UMax
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::IEq
                | Op::INe
                | Op::FEq
                | Op::FNe
                | Op::FUnordEq
                | Op::FOrdNe
                | Op::FAdd
                | Op::FMul
                | Op::FMin
                | Op::FMax
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for &op in Op::ALL {
            assert_eq!(Op::from_name(op.info().name), Some(op), "{}", op.info().name);
        }
    }
}
