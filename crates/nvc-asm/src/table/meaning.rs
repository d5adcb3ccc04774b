//! The meaning of each instruction in one sentence. It is a column of the instruction table, in a separate
//! file because it is prose. `a`, `b` and `c` are the operands and `r` is the result, each a single component
//! unless stated otherwise; `.s` is the selected component of a scalar operand.
// tidy: table

use super::rows::{Opcode, ROWS};

macro_rules! meanings {
    ($($opcode:ident $meaning:literal)*) => {
        const MEANINGS: &[(Opcode, &str)] = &[$((Opcode::$opcode, $meaning),)*];
    };
}

impl Opcode {
    /// Returns the meaning of the instruction, in one sentence.
    pub fn meaning(self) -> &'static str {
        MEANINGS.get(self as usize).map_or("", |(_, meaning)| meaning)
    }
}

// Checks that there is one meaning per row, in the order of the rows.
const _: () = {
    assert!(MEANINGS.len() == ROWS.len(), "each row of the instruction table needs a meaning");
    let mut i = 0;
    while i < MEANINGS.len() {
        assert!(MEANINGS[i].0 as usize == i, "the meanings are not in the order of the rows");
        i += 1;
    }
};

#[rustfmt::skip]
meanings! {
    // Arithmetic and moves.
    Abs "r is the absolute value of a; the smallest signed integer is unchanged."
    Add "r = a + b; integers wrap."
    Sub "r = a - b; integers wrap."
    Mul "r = a * b; for integers the low half of the product, with `HI` the high half, with `S24` or `U24` the product of the low 24 bits."
    Mad "r = a * b + c; the device decides whether a float result is rounded once or twice."
    Div "r = a / b.s; an integer divided by zero gives all ones, with exceptions for `S64` and for literal zeros."
    Mod "r is the remainder of a / b.s; 32-bit operands are treated as unsigned, and a signed 64-bit remainder has the sign of a."
    Sad "r = |a - b| + c with the exact difference, modulo 2^32 (2^64)."
    Max "r is the maximum of a and b; if one is a NaN, the other."
    Min "r is the minimum of a and b; if one is a NaN, the other."
    Cmp "r = b if a is below zero (or a NaN), else c."
    Mov "r = a, clamped if a modifier requests it."
    Swz "Each component of r is a component of a, 0 or 1, as its selector says, optionally negated."

    // Floating-point functions.
    Frc "r = a - floor(a)."
    Cos "All components of r are the cosine of a.s in radians."
    Sin "All components of r are the sine of a.s in radians."
    Scs "r.x is the cosine and r.y the sine of a.s, which must be in [-pi, pi]."
    Ex2 "All components of r are 2 to the power of a.s."
    Lg2 "All components of r are the base-2 logarithm of a.s."
    Pow "All components of r are a.s to the power of b.s, computed with logarithms: undefined for a negative base."
    Rcp "All components of r are 1 / a.s."
    Rcc "All components of r are 1 / a.s, with its magnitude clamped to [2^-64, 2^64]."
    Rsq "All components of r are 1 / sqrt(a.s)."
    Dp2 "All components of r are the dot product of a.xy and b.xy."
    Dp2a "All components of r are the dot product of a.xy and b.xy, plus c.x."
    Dp3 "All components of r are the dot product of a.xyz and b.xyz."
    Dp4 "All components of r are the dot product of a and b."
    Dph "All components of r are the dot product of a.xyz and b.xyz, plus b.w."
    Dst "r = (1, a.y * b.y, a.z, b.w): the distance terms of attenuation."
    Lit "r = (1, max(a.x, 0), a.x > 0 ? max(a.y, 0) ^ a.w : 0, 1) with a.w clamped to (-128, 128): diffuse and specular terms."
    Lrp "r = a * (b - c) + c."
    Nrm "r.xyz is a.xyz divided by its length."
    Rfl "r.xyz is b.xyz reflected about the axis a.xyz: 2 * (a . b) / (a . a) * a - b."
    Ssg "r is -1, 0 or 1, the sign of a; 0 for a NaN."
    X2d "r.xz = a.x + b.x * c.x + b.y * c.y and r.yw = a.y + b.x * c.z + b.y * c.w: a planar transformation."
    Xpd "r.xyz is the cross product of a.xyz and b.xyz."

    // Rounding, conversion, packing.
    Ceil "r is the smallest integer not below a, converted to the instruction's type and clamped to its range."
    Flr "r is the largest integer not above a, converted to the instruction's type and clamped to its range."
    Round "r is the integer nearest to a, ties to even, converted to the instruction's type and clamped to its range."
    Trunc "r is a without its fraction, converted to the instruction's type and clamped to its range."
    I2f "r is the integer a converted to a float."
    Cvt "r is a converted from the second type to the first, with an optional rounding modifier; conversions from float to integer clamp."
    Pk2h "All components of r are a.x and a.y packed as two 16-bit floats, a.x in the low half."
    Pk2us "All components of r are a.x and a.y, clamped to [0, 1], packed as two 16-bit multiples of 1/65535."
    Pk4b "All components of r are the four components of a, clamped to [-128/127, 1], packed as bytes: multiples of 1/127, biased by 128."
    Pk4ub "All components of r are the four components of a, clamped to [0, 1], packed as bytes: multiples of 1/255."
    Pk64 "r.x and r.z are the 64 bits of a.x (low) and a.y (high), r.y and r.w those of a.z and a.w."
    Up2h "r.x and r.z are the low half, r.y and r.w the high half of a.s, read as 16-bit floats."
    Up2us "r.x and r.z are the low half, r.y and r.w the high half of a.s, divided by 65535."
    Up4b "r.x to r.w are the bytes of a.s, minus the bias of 128, divided by 127."
    Up4ub "r.x to r.w are the bytes of a.s, divided by 255."
    Up64 "r.x and r.y are the low and high words of a.x, r.z and r.w those of a.y."

    // Integers and bits.
    And "r = a AND b, bitwise."
    Or "r = a OR b, bitwise."
    Xor "r = a XOR b, bitwise."
    Not "r = NOT a, bitwise."
    Shl "r is a shifted left by the low five (64-bit types: six) bits of b.s."
    Shr "r is a shifted right by the low five (64-bit types: six) bits of b.s, arithmetically for a signed type."
    Bfe "r is the bit field of b with offset a.y and width a.x, sign-extended for a signed type."
    Bfi "r is c with the bit field of offset a.y and width a.x replaced by the low bits of b."
    Bfr "r is a with its bits in reverse order."
    Btc "r is the number of bits set in a."
    Btfl "r is the index of the lowest set bit of a, or all ones if there is none."
    Btfm "r is the index of the highest bit of a that differs from the sign (for `U`: that is set), or all ones if there is none."

    // Set on comparison.
    Seq "r is TRUE if a = b, else FALSE (0). TRUE is 1.0 for floats, -1 for signed and all ones for unsigned integers."
    Sne "r is TRUE if a and b differ, or one is a NaN."
    Slt "r is TRUE if a < b."
    Sle "r is TRUE if a <= b."
    Sgt "r is TRUE if a > b."
    Sge "r is TRUE if a >= b."
    Sfl "r is FALSE."
    Str "r is TRUE."

    // Memory.
    Ldc "r is loaded from a byte offset in a uniform buffer, with the type of the storage modifier."
    Ldb "r is loaded from a byte offset in a storage buffer, with the type of the storage modifier."
    Lds "r is loaded from a byte offset in shared memory, with the type of the storage modifier."
    Load "r is loaded from the 64-bit address a.s, with the type of the storage modifier."
    Stb "a is stored at a byte offset in a storage buffer, with the type of the storage modifier."
    Sts "a is stored at a byte offset in shared memory, with the type of the storage modifier."
    Store "a is stored at the 64-bit address b.s, with the type of the storage modifier."
    Atom "Atomic operation with operand a on the memory at the 64-bit address b.s; r.x is the old value."
    Atomb "Atomic operation with operand a on a storage buffer; r.x is the old value."
    Atoms "Atomic operation with operand a on shared memory; r.x is the old value."
    Atomctr "Increments (`INCR`), decrements (`DECR`) or reads (`GET`) a counter; r.x is the value before `INCR`, after `DECR`, or as it is."
    Atomctrop "Atomic operation with operand a on a counter; r.x is the old value."

    // Textures.
    Tex "r is the texture sampled at a, at level 0: compute programs have no derivatives."
    Txb "r is the texture sampled at a, at the level that equals the bias (a.w, or b.x)."
    Txl "r is the texture sampled at a, at level a.w (or b.x)."
    Txp "r is the texture sampled at a.xyz / a.w, at level 0; layers are not divided."
    Txd "r is the texture sampled at a with the derivatives b and c."
    Txf "r is the texel at the integer coordinates a, at level a.w, unfiltered."
    Txfms "r is the sample a.w of the texel at the integer coordinates a."
    Txg "r is one component of each of the four texels around a; for shadow targets, four comparison results."
    Txgo "Component k of r is one component of the texel at a with the offset (b[k], c[k])."
    Lod "r.x is the level of detail that sampling at a would use, r.y the level before clamping; both are 0 in compute programs."
    Txq "r is the size of level a.x, followed by the number of layers."
    Txqs "All components of r are the number of samples of a texel."

    // Images.
    Loadim "r is the texel of an image at the integer coordinates a: with a storage modifier its bits, read as that type; with a base type converted from the image's format."
    Storeim "a is stored to the texel of an image at the integer coordinates b: with a storage modifier as bits, else converted to the image's format."
    Atomim "Atomic operation with operand a on the texel at the integer coordinates b; r.x is the old value."
    Imq "r is the size of an image, followed by the number of layers."
    Imqs "All components of r are the number of samples of an image's texel."

    // Warps.
    Tgall "r is TRUE if a is nonzero in every active thread of the warp."
    Tgany "r is TRUE if a is nonzero in some active thread of the warp."
    Tgeq "r is TRUE if all active threads of the warp agree on whether a is zero."
    Tgballot "Bit k of r is set if thread k of the warp is active and its a is nonzero."
    Match "`ANY`: r has the bits of the active threads whose a equals this thread's. `ALL`: r has the bits of all active threads if all values of a are equal, else none."
    Shfidx "r.y is a.x of the thread at position b of this thread's segment; r.x is TRUE if that thread is in range."
    Shfup "r.y is a.x of the thread b below this one; r.x is TRUE if that thread is in range."
    Shfdown "r.y is a.x of the thread b above this one; r.x is TRUE if that thread is in range."
    Shfxor "r.y is a.x of the thread with index i XOR b, where i is this thread's index; r.x is TRUE if that thread is in range."

    // Flow control and synchronization.
    If "Executes the block up to `ELSE` or `ENDIF` if the test is true for any component."
    Else "Starts the block that is executed if the test of the `IF` fails."
    Endif "Ends an `IF`."
    Rep "Repeats the block up to `ENDREP` a.x times, or without an operand until `BRK` or `RET`."
    Endrep "Ends a `REP`."
    Brk "Leaves the innermost `REP`; with a test, only if it holds."
    Cont "Continues with the next iteration of the innermost `REP`; with a test, only if it holds."
    Cal "Calls the subroutine at a label; with a test, only if it holds."
    Cali "Calls the subroutine that a `SUBROUTINE` variable selects; with a test, only if it holds."
    Ret "Returns to the caller, or ends the program; with a test, only if it holds."
    Bar "Waits until every invocation of the work group has reached it; memory writes before it are visible to the group after it."
    Membar "Orders memory accesses before it before those after it, for the whole device (`CTA`: for the work group)."
}
