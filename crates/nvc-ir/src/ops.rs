//! The operation table: one row per operation of the IR.
//!
//! A row lists every property of an operation: name in the text form, operand and result rules, kind of immediate, effect,
//! last phase that allows the operation, semantics. The builder, printer, parser, verifier, passes, interpreter and back end
//! use the table. To add an operation, add a row, a handler or kernel in `nvc-interp`, a fixture in `testdata/ir`, and if
//! the operation reaches the SPIR-V back end, a row in the table of `nvc-spirv`.

use crate::imm::ImmKind;
use crate::phase::Phase;

/// Constraint on the type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgRule {
    /// Integer, or vector of integers.
    Int,
    /// IEEE float, or vector of IEEE floats.
    Float,
    /// Float of any encoding, or vector of such floats.
    AnyFloat,
    /// Bool, or vector of bools.
    Bool,
    /// Integer or bool, or vector of either.
    Bits,
    /// Integer or float, or vector of either.
    Number,
    /// The type of the first operand.
    Same,
    /// The type of the second operand.
    SameAs1,
    /// A 32-bit integer scalar.
    I32,
    /// An integer scalar of 32 or 64 bits.
    Offset,
    /// A pointer.
    Pointer,
    /// An image or sampled image.
    Image,
    /// Any type.
    Any,
}

/// How the result type is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultRule {
    /// No result.
    None,
    /// The type of the first operand.
    Same,
    /// The type of the second operand.
    SameAs1,
    /// Bool, with as many components as the first operand.
    Bool,
    /// A scalar bool.
    BoolScalar,
    /// A 32-bit integer scalar.
    I32,
    /// An explicit integer type with as many components as the first operand.
    Int,
    /// An explicit IEEE float type with as many components as the first operand.
    Float,
    /// An explicit float type of any encoding with as many components as the first operand.
    AnyFloat,
    /// An explicit type.
    Explicit,
}

/// Side effects of an operation, and what passes may do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No side effects: equal operands give equal results everywhere. May be removed, merged and moved.
    Pure,
    /// Depends on the set of active lanes. May be removed, but not moved or merged across control flow.
    Convergent,
    /// Reads memory. May be removed.
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
    /// Whether more operands, of any type, may follow.
    pub variadic: bool,
    /// Result rule.
    pub result: ResultRule,
    /// Kind of immediate.
    pub imm: ImmKind,
    /// Effect.
    pub effect: Effect,
    /// The last phase that allows the operation.
    pub until: Phase,
    /// Semantics, in one sentence.
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

            /// Returns the operation's row.
            pub fn info(self) -> &'static OpInfo {
                &Self::TABLE[self as usize]
            }
        }
    };
    (@variadic) => { false };
    (@variadic $v:ident) => { true };
}

ops! {
    // Integers. Wrapping unless stated otherwise.
    IAdd "iadd" (Int, Same) -> Same, None, Pure, Legal, "Sum.";
    ISub "isub" (Int, Same) -> Same, None, Pure, Legal, "Difference.";
    IMul "imul" (Int, Same) -> Same, None, Pure, Legal, "Low half of the product.";
    SMulHi "smul.hi" (Int, Same) -> Same, None, Pure, Legal, "High half of the signed product.";
    UMulHi "umul.hi" (Int, Same) -> Same, None, Pure, Legal, "High half of the unsigned product.";
    SDiv "sdiv" (Int, Same) -> Same, None, Pure, Legal, "Signed quotient, toward zero; undefined for divisor 0 and for overflow.";
    UDiv "udiv" (Int, Same) -> Same, None, Pure, Legal, "Unsigned quotient; undefined for divisor 0.";
    SRem "srem" (Int, Same) -> Same, None, Pure, Lowered, "Signed remainder with the dividend's sign; undefined for divisor 0 and for overflow.";
    SMod "smod" (Int, Same) -> Same, None, Pure, Legal, "Signed remainder with the divisor's sign; undefined for divisor 0 and for overflow.";
    URem "urem" (Int, Same) -> Same, None, Pure, Legal, "Unsigned remainder; undefined for divisor 0.";
    INeg "ineg" (Int) -> Same, None, Pure, Legal, "Two's complement negation.";
    SAbs "sabs" (Int) -> Same, None, Pure, Legal, "Absolute value of a signed integer; the minimum value is unchanged.";
    SMin "smin" (Int, Same) -> Same, None, Pure, Legal, "Signed minimum.";
    SMax "smax" (Int, Same) -> Same, None, Pure, Legal, "Signed maximum.";
    UMin "umin" (Int, Same) -> Same, None, Pure, Legal, "Unsigned minimum.";
    UMax "umax" (Int, Same) -> Same, None, Pure, Legal, "Unsigned maximum.";
    And "and" (Bits, Same) -> Same, None, Pure, Legal, "Bitwise or logical and.";
    Or "or" (Bits, Same) -> Same, None, Pure, Legal, "Bitwise or logical or.";
    Xor "xor" (Bits, Same) -> Same, None, Pure, Legal, "Bitwise or logical exclusive or.";
    Not "not" (Bits) -> Same, None, Pure, Legal, "Bitwise or logical complement.";
    Shl "shl" (Int, Same) -> Same, None, Pure, Legal, "Left shift; undefined unless the amount is below the width.";
    LShr "lshr" (Int, Same) -> Same, None, Pure, Legal, "Logical right shift; undefined unless the amount is below the width.";
    AShr "ashr" (Int, Same) -> Same, None, Pure, Legal, "Arithmetic right shift; undefined unless the amount is below the width.";
    UBfe "ubfe" (Int, I32, I32) -> Same, None, Pure, Legal, "Bit field (offset, count), zero-extended; undefined if the field exceeds the width.";
    SBfe "sbfe" (Int, I32, I32) -> Same, None, Pure, Legal, "Bit field (offset, count), sign-extended; undefined if the field exceeds the width.";
    Bfi "bfi" (Int, Same, I32, I32) -> Same, None, Pure, Legal, "The first operand with the bit field (offset, count) replaced by the low bits of the second.";
    BitReverse "bit.reverse" (Int) -> Same, None, Pure, Legal, "Bits in reverse order; 32 bits.";
    BitCount "bit.count" (Int) -> Same, None, Pure, Legal, "Number of set bits; 32 bits.";
    FindLsb "find.lsb" (Int) -> Same, None, Pure, Legal, "Index of the lowest set bit, -1 if none; 32 bits.";
    FindUMsb "find.umsb" (Int) -> Same, None, Pure, Legal, "Index of the highest set bit, -1 if none; 32 bits.";
    FindSMsb "find.smsb" (Int) -> Same, None, Pure, Legal, "Index of the highest bit that differs from the sign bit, -1 if none; 32 bits.";

    // Dot products of two integer vectors, or of two `i32` that pack four bytes each, the first byte lowest.
    // The components are extended to the width of the result.
    SDot "sdot" (Int, Same) -> Explicit, None, Pure, Legal, "Low bits of the sum of the products of signed components.";
    UDot "udot" (Int, Same) -> Explicit, None, Pure, Legal, "Low bits of the sum of the products of unsigned components.";
    SUDot "sudot" (Int, Same) -> Explicit, None, Pure, Legal, "Low bits of the sum of the products of signed components and unsigned components.";
    SDotAccSat "sdot.acc.sat" (Int, Same, Any) -> Explicit, None, Pure, Legal, "`sdot` plus the third operand, with signed saturation; undefined if `sdot` overflows.";
    UDotAccSat "udot.acc.sat" (Int, Same, Any) -> Explicit, None, Pure, Legal, "`udot` plus the third operand, with unsigned saturation; undefined if `udot` overflows.";
    SUDotAccSat "sudot.acc.sat" (Int, Same, Any) -> Explicit, None, Pure, Legal, "`sudot` plus the third operand, with signed saturation; undefined if `sudot` overflows.";

    // Comparisons. For greater-than, swap the operands of less-than.
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
    All "all" (Bool) -> BoolScalar, None, Pure, Legal, "Whether all components of a vector are true.";
    Any "any" (Bool) -> BoolScalar, None, Pure, Legal, "Whether at least one component of a vector is true.";

    // Floats. Operations round to nearest even unless the target environment specifies otherwise.
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
    Exp2 "exp2" (Float) -> Same, None, Pure, Legal, "2 to the power of the operand.";
    Log2 "log2" (Float) -> Same, None, Pure, Legal, "Logarithm to base two.";
    Sin "sin" (Float) -> Same, None, Pure, Legal, "Sine of radians.";
    Cos "cos" (Float) -> Same, None, Pure, Legal, "Cosine of radians.";
    Tan "tan" (Float) -> Same, None, Pure, Legal, "Tangent of radians.";
    Asin "asin" (Float) -> Same, None, Pure, Legal, "Arc sine in radians.";
    Acos "acos" (Float) -> Same, None, Pure, Legal, "Arc cosine in radians.";
    Atan "atan" (Float) -> Same, None, Pure, Legal, "Arc tangent in radians.";
    Atan2 "atan2" (Float, Same) -> Same, None, Pure, Legal, "Arc tangent of the first operand divided by the second, in the quadrant given by both signs.";
    Sinh "sinh" (Float) -> Same, None, Pure, Legal, "Hyperbolic sine.";
    Cosh "cosh" (Float) -> Same, None, Pure, Legal, "Hyperbolic cosine.";
    Tanh "tanh" (Float) -> Same, None, Pure, Legal, "Hyperbolic tangent.";
    Asinh "asinh" (Float) -> Same, None, Pure, Legal, "Inverse hyperbolic sine.";
    Acosh "acosh" (Float) -> Same, None, Pure, Legal, "Inverse hyperbolic cosine.";
    Atanh "atanh" (Float) -> Same, None, Pure, Legal, "Inverse hyperbolic tangent.";
    Exp "exp" (Float) -> Same, None, Pure, Legal, "e to the power of the operand.";
    Log "log" (Float) -> Same, None, Pure, Legal, "Natural logarithm.";
    Pow "pow" (Float, Same) -> Same, None, Pure, Legal, "The first operand to the power of the second; undefined for a negative base, and for base 0 unless the exponent is above 0.";
    Ldexp "ldexp" (Float, Int) -> Same, None, Pure, Legal, "The first operand times two to the power of the second.";
    FrexpSignificand "frexp.significand" (Float) -> Same, None, Pure, Legal, "Significand, with magnitude 0 or in [0.5, 1).";
    FrexpExponent "frexp.exponent" (Float) -> Int, None, Pure, Legal, "Exponent: the power of two that scales the significand.";
    Step "step" (Float, Same) -> Same, None, Pure, Legal, "0 where the second operand is less than the first, else 1.";
    FSign "fsign" (Float) -> Same, None, Pure, Legal, "1, 0 or -1.";
    FDot "fdot" (AnyFloat, Same) -> Explicit, None, Pure, Legal, "Sum of the products of two vectors' components, which are IEEE floats or `bf16`.";

    // Conversions.
    Bitcast "bitcast" (Any) -> Explicit, None, Pure, Legal, "The same bits reinterpreted as another type of the same size.";
    ITrunc "itrunc" (Int) -> Int, None, Pure, Legal, "The low bits.";
    ZExt "zext" (Int) -> Int, None, Pure, Legal, "Zero extension.";
    SExt "sext" (Int) -> Int, None, Pure, Legal, "Sign extension.";
    BitcastExtract "bitcast.extract" (Int, I32) -> Explicit, None, Pure, Legal, "Extracts the bits of each component of the first operand at a bit offset and reinterprets them as the result's type, which has as many bits; undefined if the offset is out of range (SPV_EXT_ocp_microscaling_types).";
    FConvert "fconvert" (AnyFloat) -> AnyFloat, None, Pure, Legal, "Conversion to another float type, rounded to nearest even. Out of range: an infinity, or a NaN if the type has no infinities.";
    FConvertSat "fconvert.sat" (AnyFloat) -> AnyFloat, None, Pure, Legal, "`fconvert` to an 8-bit float; infinities and numbers out of range give the largest finite number of their sign.";
    FConvertRounded "fconvert.rounded" (Float) -> Float, Rounding, Pure, Built, "Conversion to another float width with an explicit rounding mode.";
    SToF "stof" (Int) -> AnyFloat, None, Pure, Legal, "Conversion from a signed integer, rounded to nearest even.";
    UToF "utof" (Int) -> AnyFloat, None, Pure, Legal, "Conversion from an unsigned integer, rounded to nearest even.";
    SToFSat "stof.sat" (Int) -> AnyFloat, None, Pure, Legal, "`stof` to an 8-bit float; numbers out of range give the largest finite number of their sign.";
    UToFSat "utof.sat" (Int) -> AnyFloat, None, Pure, Legal, "`utof` to an 8-bit float; numbers out of range give the largest finite number.";
    FToS "ftos" (AnyFloat) -> Int, None, Pure, Legal, "Conversion to a signed integer, rounded toward zero; undefined out of range.";
    FToU "ftou" (AnyFloat) -> Int, None, Pure, Legal, "Conversion to an unsigned integer, rounded toward zero; undefined out of range.";
    FToSSat "ftos.sat" (Float) -> Int, None, Pure, Lowered, "Conversion to a signed integer, rounded toward zero; clamped to the range, 0 for a NaN.";
    FToUSat "ftou.sat" (Float) -> Int, None, Pure, Lowered, "Conversion to an unsigned integer, rounded toward zero; clamped to the range, 0 for a NaN.";
    PackHalf "pack.half2x16" (Float) -> I32, None, Pure, Legal, "Two floats as halves packed into 32 bits, the first lowest.";
    UnpackHalf "unpack.half2x16" (I32) -> Explicit, None, Pure, Legal, "Two halves unpacked from 32 bits as floats.";
    PackSnorm4x8 "pack.snorm4x8" (Float) -> I32, None, Pure, Legal, "Four floats clamped to [-1, 1] as signed bytes packed into 32 bits, the first lowest.";
    PackUnorm4x8 "pack.unorm4x8" (Float) -> I32, None, Pure, Legal, "Four floats clamped to [0, 1] as bytes packed into 32 bits, the first lowest.";
    PackSnorm2x16 "pack.snorm2x16" (Float) -> I32, None, Pure, Legal, "Two floats clamped to [-1, 1] as signed 16-bit integers packed into 32 bits, the first lowest.";
    PackUnorm2x16 "pack.unorm2x16" (Float) -> I32, None, Pure, Legal, "Two floats clamped to [0, 1] as 16-bit integers packed into 32 bits, the first lowest.";
    UnpackSnorm4x8 "unpack.snorm4x8" (I32) -> Explicit, None, Pure, Legal, "Four signed bytes unpacked from 32 bits as floats in [-1, 1].";
    UnpackUnorm4x8 "unpack.unorm4x8" (I32) -> Explicit, None, Pure, Legal, "Four bytes unpacked from 32 bits as floats in [0, 1].";
    UnpackSnorm2x16 "unpack.snorm2x16" (I32) -> Explicit, None, Pure, Legal, "Two signed 16-bit integers unpacked from 32 bits as floats in [-1, 1].";
    UnpackUnorm2x16 "unpack.unorm2x16" (I32) -> Explicit, None, Pure, Legal, "Two 16-bit integers unpacked from 32 bits as floats in [0, 1].";

    // Vectors and aggregates.
    Construct "construct" (Any; more) -> Explicit, None, Pure, Legal, "A vector or aggregate from its parts.";
    Extract "extract" (Any) -> Explicit, Index, Pure, Legal, "One component, element or member.";
    Insert "insert" (Any, Any) -> Same, Index, Pure, Legal, "The first operand with one component, element or member replaced by the second.";
    ExtractDynamic "extract.dynamic" (Any, I32) -> Explicit, None, Pure, Legal, "The vector component whose index is the second operand; undefined out of range.";
    InsertDynamic "insert.dynamic" (Any, Any, I32) -> Same, None, Pure, Legal, "The vector with the component whose index is the third operand replaced by the second; undefined out of range.";

    // Condition codes (NV_gpu_program4 §2.X.4.3): flags computed from a written value, and tests of flags.
    CcSign "cc.sign" (Number) -> BoolScalar, None, Pure, Built, "SF: below zero or NaN; the top bit of an integer.";
    CcZero "cc.zero" (Number) -> BoolScalar, None, Pure, Built, "ZF: zero of either sign, or NaN.";
    CcAddCarry "cc.add.carry" (Int, Same) -> BoolScalar, None, Pure, Built, "CF of a sum: the unsigned sum carries out.";
    CcAddOverflow "cc.add.overflow" (Int, Same) -> BoolScalar, None, Pure, Built, "OF of a sum: the signed sum overflows.";
    CcSubCarry "cc.sub.carry" (Int, Same) -> BoolScalar, None, Pure, Built, "CF of a difference: no unsigned borrow.";
    CcSubOverflow "cc.sub.overflow" (Int, Same) -> BoolScalar, None, Pure, Built, "OF of a difference: the signed difference overflows.";
    CcTest "cc.test" (Bool, Bool, Bool, Bool) -> BoolScalar, Test, Pure, Built, "A test of the flags SF, ZF, OF, CF.";

    // Inputs.
    Builtin "builtin" () -> Explicit, Builtin, Pure, Legal, "A built-in input.";

    // Byte-addressed memory. The first two operands are the index into a buffer array (0 for a single buffer)
    // and a byte offset, which is a multiple of the access size.
    BytesLoad "bytes.load" (I32, I32) -> Explicit, Bytes, Read, Built, "Loads a scalar or vector.";
    BytesStore "bytes.store" (I32, I32, Any) -> None, Bytes, Write, Built, "Stores a scalar or vector.";
    BytesAtomic "bytes.atomic" (I32, I32; more) -> Explicit, BytesAtomic, Write, Built, "An atomic operation on a scalar; yields the old value.";
    BytesLength "bytes.length" (I32) -> I32, Global, Pure, Built, "Size in bytes of the bound range of a buffer.";

    // Typed memory.
    GlobalAddr "global.addr" () -> Explicit, Global, Pure, Legal, "A pointer to a module-level variable.";
    LocalAddr "local.addr" () -> Explicit, Local, Pure, Legal, "A pointer to a variable in function storage.";
    AccessChain "access" (Pointer; more) -> Explicit, None, Pure, Legal, "A pointer to a part of an object: each index descends one level.";
    PhysicalAddr "physical.addr" (Int) -> Explicit, None, Pure, Legal, "A pointer from a 64-bit device address.";
    PhysicalValue "physical.value" (Pointer) -> Explicit, None, Pure, Legal, "The 64-bit device address that a pointer into physical memory holds.";
    HeapAddr "heap.addr" (Int) -> Explicit, Global, Pure, Legal, "A pointer to the descriptor with this index in a heap, to the buffer that the descriptor describes, or to the data at a byte offset.";
    DescriptorSize "descriptor.size" () -> I32, Global, Pure, Legal, "The device's size in bytes of the descriptors of an array in a heap.";
    Load "load" (Pointer) -> Explicit, Access, Read, Legal, "The value at a pointer.";
    Store "store" (Pointer, Any) -> None, Access, Write, Legal, "Writes a value to a pointer.";
    Atomic "atomic" (Pointer; more) -> Explicit, Atomic, Write, Legal, "An atomic operation through a pointer; yields the old value.";
    ArrayLength "array.length" (Pointer) -> Explicit, Index, Pure, Legal, "Number of elements of a buffer's runtime array, of 32 or 64 bits; the immediate is the member's index.";

    // Cooperative matrices: values distributed over the invocations of a scope (SPV_NV_cooperative_matrix).
    // Elementwise arithmetic uses the operations above.
    CoopLoad "coop.load" (Pointer, I32, Bool) -> Explicit, Access, Read, Legal, "Loads a matrix that starts at an array element; the second operand is the stride between rows (between columns if the third operand is true), in elements.";
    CoopStore "coop.store" (Pointer, Any, I32, Bool) -> None, Access, Write, Legal, "Stores a matrix; stride and layout are those of `coop.load`.";
    CoopMulAdd "coop.muladd" (Any, Any, Any) -> Explicit, None, Convergent, Legal, "The product of the first two matrices plus the third.";
    CoopMulAddSat "coop.muladd.sat" (Any, Any, Any) -> Explicit, None, Convergent, Legal, "`coop.muladd` of integers with a saturating sum.";
    CoopScale "coop.scale" (Any, Any) -> Same, None, Pure, Legal, "Each element of a matrix or cooperative vector times a scalar.";
    CoopLength "coop.length" (; more) -> I32, Type, Pure, Legal, "Number of elements of a matrix type that each invocation holds; the optional operand is a matrix of the type, or a pointer to one.";

    // SPV_NV_cooperative_matrix2. Callbacks are functions of the module. They contain no operation that
    // depends on other invocations. They may be called in any order, and more than once per element.
    CoopConvertUse "coop.convert.use" (Any) -> Explicit, None, Pure, Legal, "The same matrix with another use: an accumulator as left or right factor.";
    CoopTranspose "coop.transpose" (Any) -> Explicit, None, Convergent, Legal, "The transpose of an accumulator as a factor.";
    CoopReduce "coop.reduce" (Any) -> Explicit, Reduce, Sync, Legal, "A reduction of each row, column or square of a matrix, or of the whole matrix, by a function in any order; each element of the result has the value for its row, column or square.";
    CoopPerElement "coop.per.element" (Any; more) -> Explicit, Function, Sync, Legal, "The results of a function that is called with row, column and value of each element; further operands are passed on, matrices of the first operand's type element by element.";
    CoopCoordinate "coop.coordinate" (Any, I32) -> Explicit, None, Convergent, Legal, "Row and column, as a `vec2<i32>`, of the element with this index in the invocation's part of a matrix.";
    CoopLoadTensor "coop.load.tensor" (Pointer, Any, Any; more) -> SameAs1, Access, Read, Legal, "Loads the elements of the second operand that a tensor layout (the third) and view (the optional fourth) select, from the tensor that starts at an array element; the others keep their values.";
    CoopLoadDecoded "coop.load.decoded" (Pointer, Any, Any; more) -> SameAs1, Decode, Sync, Legal, "`coop.load.tensor` with a function that computes each element from the address of its block.";
    CoopStoreTensor "coop.store.tensor" (Pointer, Any, Any; more) -> None, Access, Write, Legal, "Stores the elements of a matrix that a tensor layout and an optional view select.";

    // Cooperative vectors (SPV_NV_cooperative_vector). Elementwise operations are the ones above. An address
    // is a pointer to an array, whose element type is ignored, and an offset in bytes. Interpretations
    // ([`crate::coop_vector::ComponentType`]), sizes and layouts are constant operands.
    CoopVecLoad "coopvec.load" (Pointer, Offset) -> Explicit, Access, Read, Legal, "Loads a vector from the offset.";
    CoopVecStore "coopvec.store" (Pointer, Offset, Any) -> None, Access, Write, Legal, "Stores a vector at the offset.";
    CoopVecMatMul "coopvec.matmul" (Pointer, Offset, Any, I32, I32, I32, I32, I32, Bool, I32) -> Explicit, Product, Read, Legal, "The product of a matrix (pointer, offset) and a vector (the third operand). The other operands are the interpretations of the vector and the matrix, the number of rows M and columns K, the layout, whether the matrix in memory is transposed, and the stride between rows or columns in bytes.";
    CoopVecMatMulAdd "coopvec.matmul.add" (Pointer, Offset, Pointer, Offset, Any, I32, I32, I32, I32, I32, I32, Bool, I32) -> Explicit, Product, Read, Legal, "`coopvec.matmul` plus a vector in memory: pointer and offset are the third and fourth operand, its interpretation follows that of the matrix.";
    CoopVecOuterProduct "coopvec.outer.accumulate" (Pointer, Offset, Any, Any, I32, I32, I32) -> None, None, Write, Legal, "Atomically adds the products of the components of two vectors to a matrix in memory, one row for each component of the first: layout, interpretation, stride.";
    CoopVecReduceSum "coopvec.sum.accumulate" (Pointer, Offset, Any) -> None, None, Write, Legal, "Atomically adds the components of a vector to consecutive elements in memory.";

    // Tensor layouts and views are values: each operation returns a copy with one property changed. Operands
    // after the first are 32-bit integers, one for each dimension (two for a slice), outermost dimension
    // first.
    TensorLayout "tensor.layout" () -> Explicit, None, Pure, Legal, "A layout whose blocks have size 1 and whose other parts are 0.";
    TensorLayoutBlock "tensor.layout.block" (Any; more) -> Same, None, Pure, Legal, "Sets the size of a block.";
    TensorLayoutDimensions "tensor.layout.dimensions" (Any; more) -> Same, None, Pure, Legal, "Sets the size of the tensor and of the slice, the slice's offset to 0, and the strides of a dense tensor.";
    TensorLayoutStrides "tensor.layout.strides" (Any; more) -> Same, None, Pure, Legal, "Sets the strides, in blocks.";
    TensorLayoutSlice "tensor.layout.slice" (Any; more) -> Same, None, Pure, Legal, "For each dimension, adds an offset to that of the slice and sets the size of the slice.";
    TensorLayoutClamp "tensor.layout.clamp" (Any, I32) -> Same, None, Pure, Legal, "Sets the value outside of the tensor, whose low bits are those of an element.";
    TensorView "tensor.view" () -> Explicit, None, Pure, Legal, "A view whose dimensions, strides and clipping are not set.";
    TensorViewDimensions "tensor.view.dimensions" (Any; more) -> Same, None, Pure, Legal, "Sets the size of the view, and the strides of a dense one.";
    TensorViewStrides "tensor.view.strides" (Any; more) -> Same, None, Pure, Legal, "Sets the strides of the view.";
    TensorViewClip "tensor.view.clip" (Any, I32, I32, I32, I32) -> Same, None, Pure, Legal, "Restricts the view to a region of the matrix: first row, rows, first column, columns.";

    // Images. A bindless handle is an integer whose low 32 bits index a heap.
    BindlessAddr "bindless.addr" (Int) -> Explicit, Global, Pure, Built, "A pointer to the descriptor that a handle names.";
    UnitAddr "unit.addr" (I32) -> Explicit, Global, Pure, Built, "A pointer to the descriptor at an index of a unit array.";
    TexCombine "tex.combine" (Image, Any) -> Explicit, None, Pure, Legal, "Combines an image with a sampler.";
    TexSample "tex.sample" (Image, Float; more) -> Explicit, Texture, Read, Legal, "A filtered sample.";
    TexFetch "tex.fetch" (Image, Int; more) -> Explicit, Texture, Read, Legal, "One texel, unfiltered.";
    TexGather "tex.gather" (Image, Float; more) -> Explicit, Texture, Read, Legal, "One component of the four texels that a linear filter would use.";
    TexSize "tex.size" (Image; more) -> Explicit, Texture, Pure, Legal, "Size of a mip level, layer count last.";
    TexLevels "tex.levels" (Image) -> I32, None, Pure, Legal, "Number of mip levels.";
    TexQueryLod "tex.lod" (Image, Float) -> Explicit, None, Convergent, Legal, "The mip level that a sample at these coordinates (without layer) would access, and the level of detail computed from their derivatives.";
    TexSamples "tex.samples" (Image) -> I32, None, Pure, Legal, "Number of samples per texel.";
    TexResident "tex.resident" (I32) -> BoolScalar, None, Pure, Legal, "Whether a residency code reports all texels of a sparse access as resident.";
    ImageRead "image.read" (Image, Int; more) -> Explicit, Texture, Read, Legal, "A texel of a storage image.";
    ImageWrite "image.write" (Image, Int, Any; more) -> None, Texture, Write, Legal, "Writes a texel of a storage image.";
    TexelAddr "texel.addr" (Pointer, Int, I32) -> Explicit, None, Pure, Legal, "A pointer to a texel (image pointer, coordinate, sample), for atomics only.";

    // Warps of 32 lanes with NVIDIA's semantics. The mask operand of shuffles is clamp | segment << 8.
    NvShuffle "nv.shuffle" (Any, I32, I32) -> Same, Shuffle, Convergent, Built, "The value of the source lane if in range, else this lane's value.";
    NvShuffleValid "nv.shuffle.valid" (I32, I32) -> BoolScalar, Shuffle, Pure, Built, "Whether a shuffle's source lane is in range.";
    NvBallot "nv.ballot" (Bool) -> I32, None, Convergent, Built, "Bit k: the operand in active lane k.";
    NvAll "nv.all" (Bool) -> BoolScalar, None, Convergent, Built, "Whether the operand is true in every active lane.";
    NvAny "nv.any" (Bool) -> BoolScalar, None, Convergent, Built, "Whether the operand is true in any active lane.";
    NvEqual "nv.equal" (Bool) -> BoolScalar, None, Convergent, Built, "Whether the operand is the same in all active lanes.";
    NvMatchAny "nv.match.any" (Any) -> I32, None, Convergent, Built, "Mask of the active lanes with the same value as this lane.";
    NvMatchAll "nv.match.all" (Any) -> I32, None, Convergent, Built, "Mask of the active lanes if all have the same value, else 0.";

    // Subgroups, with SPIR-V's semantics.
    SubgroupShuffle "subgroup.shuffle" (Any, I32) -> Same, None, Convergent, Legal, "The value of the lane with the given index.";
    SubgroupShuffleXor "subgroup.shuffle.xor" (Any, I32) -> Same, None, Convergent, Legal, "The value of the lane whose index is this lane's xor the mask.";
    SubgroupShuffleUp "subgroup.shuffle.up" (Any, I32) -> Same, None, Convergent, Legal, "The value of the lane a distance below this one.";
    SubgroupShuffleDown "subgroup.shuffle.down" (Any, I32) -> Same, None, Convergent, Legal, "The value of the lane a distance above this one.";
    SubgroupBallot "subgroup.ballot" (Bool) -> Explicit, None, Convergent, Legal, "Lane mask, a `vec4<i32>`: bit k is the operand in active lane k.";
    SubgroupAll "subgroup.all" (Bool) -> BoolScalar, None, Convergent, Legal, "Whether the operand is true in every active lane.";
    SubgroupAny "subgroup.any" (Bool) -> BoolScalar, None, Convergent, Legal, "Whether the operand is true in any active lane.";
    SubgroupAllEqual "subgroup.all.equal" (Any) -> BoolScalar, None, Convergent, Legal, "Whether the operand is the same in all active lanes.";
    SubgroupPartition "subgroup.partition" (Any) -> Explicit, None, Convergent, Legal, "Mask of the active lanes with the same value as this lane, a `vec4<i32>` (SPV_NV_shader_subgroup_partitioned).";

    SubgroupElect "subgroup.elect" () -> BoolScalar, None, Convergent, Legal, "True only in the lowest active lane.";
    SubgroupBroadcast "subgroup.broadcast" (Any, I32) -> Same, None, Convergent, Legal, "The value of the lane with the given index, which is the same in all lanes.";
    SubgroupBroadcastFirst "subgroup.broadcast.first" (Any) -> Same, None, Convergent, Legal, "The value of the lowest active lane.";
    SubgroupArithmetic "subgroup.arithmetic" (Any; more) -> Same, Group, Convergent, Legal, "Reduction or scan; the second operand is the cluster size if clustered, the lane mask if partitioned.";
    SubgroupInverseBallot "subgroup.ballot.inverse" (Any) -> BoolScalar, None, Convergent, Legal, "This lane's bit of a lane mask.";
    SubgroupBallotBit "subgroup.ballot.bit" (Any, I32) -> BoolScalar, None, Convergent, Legal, "The given lane's bit of a lane mask.";
    SubgroupBallotCount "subgroup.ballot.count" (Any) -> I32, Group, Convergent, Legal, "Number of set bits in a lane mask: of all lanes, of the lanes below this one, or up to and including this one.";
    SubgroupBallotLsb "subgroup.ballot.lsb" (Any) -> I32, None, Convergent, Legal, "The lowest lane whose bit is set in a lane mask.";
    SubgroupBallotMsb "subgroup.ballot.msb" (Any) -> I32, None, Convergent, Legal, "The highest lane whose bit is set in a lane mask.";
    SubgroupQuadBroadcast "subgroup.quad.broadcast" (Any, I32) -> Same, None, Convergent, Legal, "The value of a lane of this quad; the index is constant.";
    SubgroupQuadSwap "subgroup.quad.swap" (Any) -> Same, Index, Convergent, Legal, "The value of the other lane of the quad: 0 horizontally, 1 vertically, 2 diagonally.";
    SubgroupQuadAll "subgroup.quad.all" (Bool) -> BoolScalar, None, Convergent, Legal, "Whether the operand is true in every active lane of the quad (SPV_KHR_quad_control).";
    SubgroupQuadAny "subgroup.quad.any" (Bool) -> BoolScalar, None, Convergent, Legal, "Whether the operand is true in any active lane of the quad (SPV_KHR_quad_control).";
    SubgroupRotate "subgroup.rotate" (Any, I32; more) -> Same, None, Convergent, Legal, "The value of the lane a distance above this one, wrapping within the subgroup, or within clusters of the size that is the third operand.";

    // Derivatives within quads (SPV_NV_compute_shader_derivatives). Invocations 0 and 1 of a quad are
    // neighbors along x; invocations 2 and 3 are their neighbors along y. The entry point's
    // [`crate::DerivativeGroup`] forms the quads.
    Ddx "ddx" (Float) -> Same, None, Convergent, Legal, "Derivative along x, fine or coarse.";
    DdxFine "ddx.fine" (Float) -> Same, None, Convergent, Legal, "Derivative along x within the row of the quad.";
    DdxCoarse "ddx.coarse" (Float) -> Same, None, Convergent, Legal, "Derivative along x, one for the whole quad.";
    Ddy "ddy" (Float) -> Same, None, Convergent, Legal, "Derivative along y, fine or coarse.";
    DdyFine "ddy.fine" (Float) -> Same, None, Convergent, Legal, "Derivative along y within the column of the quad.";
    DdyCoarse "ddy.coarse" (Float) -> Same, None, Convergent, Legal, "Derivative along y, one for the whole quad.";

    // Clocks and messages.
    ReadClock "clock" () -> Explicit, Scope, Write, Legal, "A clock counter, as `i64` or `vec2<i32>` (SPV_KHR_shader_clock).";
    Abort "abort" (; more) -> None, Index, Sync, Legal, "Aborts the device with a message: the module's string with this index, and values (SPV_KHR_abort). `unreachable` follows.";
    DebugPrintf "debug.printf" (; more) -> None, Index, Write, Legal, "Prints with the module's format string of this index (NonSemantic.DebugPrintf).";

    // Opaque SPIR-V instructions. The immediate is an index into [`crate::Module::spirv`].
    Spirv "spirv" (; more) -> Explicit, Index, Sync, Legal, "A SPIR-V instruction that may have any side effect.";
    SpirvPure "spirv.pure" (; more) -> Explicit, Index, Pure, Legal, "A SPIR-V instruction without side effects, whose result depends only on its operands.";

    // Synchronisation and calls.
    Barrier "barrier" () -> None, Barrier, Sync, Legal, "A control or memory barrier.";
    Call "call" (; more) -> Explicit, Function, Sync, Legal, "Calls a function.";
}

impl Op {
    /// Returns the operation with a name in the text form.
    pub fn from_name(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.info().name == name)
    }

    /// Returns whether the operation depends on other invocations of the subgroup or work group, so that callbacks cannot
    /// contain it. Opaque SPIR-V instructions are assumed not to depend on them.
    pub fn is_tangled(self) -> bool {
        match self {
            Op::Barrier | Op::CoopLoad | Op::CoopStore | Op::CoopLoadTensor | Op::CoopStoreTensor => true,
            Op::CoopLoadDecoded | Op::CoopReduce | Op::CoopPerElement => true,
            _ => self.info().effect == Effect::Convergent,
        }
    }

    /// Returns whether the operands of a two-operand operation may be swapped.
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
                | Op::SDot
                | Op::UDot
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
