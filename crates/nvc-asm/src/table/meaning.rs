//! What each instruction means, in one sentence: a column of the table, kept apart because it is
//! prose. `a`, `b`, `c` are the operands, `r` the result, each one component unless it says more;
//! `.s` marks the one selected component of a scalar operand.
// tidy: table

use super::rows::{Opcode, ROWS};

macro_rules! meanings {
    ($($opcode:ident $meaning:literal)*) => {
        const MEANINGS: &[(Opcode, &str)] = &[$((Opcode::$opcode, $meaning),)*];
    };
}

impl Opcode {
    /// What it does, in one sentence.
    pub fn meaning(self) -> &'static str {
        MEANINGS.get(self as usize).map_or("", |(_, meaning)| meaning)
    }
}

// One meaning a row, in the order of the rows.
const _: () = {
    assert!(MEANINGS.len() == ROWS.len());
    let mut i = 0;
    while i < MEANINGS.len() {
        assert!(MEANINGS[i].0 as usize == i);
        i += 1;
    }
};

#[rustfmt::skip]
meanings! {
    // Arithmetic and moves.
    Abs "r is the absolute value of a; the least signed integer is its own."
    Add "r = a + b; integers wrap."
    Sub "r = a - b; integers wrap."
    Mul "r = a * b; of an integer product the low half, with `HI` the high half, with `S24` or `U24` the product of the low 24 bits."
    Mad "r = a * b + c; whether floats round once or twice is left to the device."
    Div "r = a / b.s; an integer divided by zero gives all ones."
    Mod "r is the remainder of a / b.s; the sign does not count with 32 bits, and is the dividend's with 64."
    Sad "r = |a - b| + c, of the true difference, modulo 2^32 (2^64)."
    Max "r is the greater of a and b; of a number and a NaN the number."
    Min "r is the less of a and b; of a number and a NaN the number."
    Cmp "r = b where a is below zero (or a NaN), else c."
    Mov "r = a, clamped if a modifier says so."
    Swz "Each lane of r is a chosen component of a, 0 or 1, with a chosen sign."

    // Floating-point functions.
    Frc "r = a - floor(a)."
    Cos "All lanes of r are the cosine of a.s in radians."
    Sin "All lanes of r are the sine of a.s in radians."
    Scs "r.x is the cosine and r.y the sine of a.s, which lies in [-pi, pi]."
    Ex2 "All lanes of r are 2 to the power of a.s."
    Lg2 "All lanes of r are the logarithm of a.s to the base 2."
    Pow "All lanes of r are a.s to the power of b.s, by way of logarithms: a negative base has none."
    Rcp "All lanes of r are 1 / a.s."
    Rcc "All lanes of r are 1 / a.s, with its magnitude clamped to [2^-64, 2^64]."
    Rsq "All lanes of r are 1 / sqrt(a.s)."
    Dp2 "All lanes of r are the dot product of a.xy and b.xy."
    Dp2a "All lanes of r are the dot product of a.xy and b.xy, plus c.x."
    Dp3 "All lanes of r are the dot product of a.xyz and b.xyz."
    Dp4 "All lanes of r are the dot product of a and b."
    Dph "All lanes of r are the dot product of a.xyz and b.xyz, plus b.w."
    Dst "r = (1, a.y * b.y, a.z, b.w): the distance terms of attenuation."
    Lit "r = (1, max(a.x, 0), a.x > 0 ? max(a.y, 0) ^ a.w : 0, 1) with a.w clamped to (-128, 128): diffuse and specular terms."
    Lrp "r = a * b + (1 - a) * c."
    Nrm "r.xyz is a.xyz divided by its length."
    Rfl "r.xyz is b.xyz reflected at the axis a.xyz: 2 * (a . b) / (a . a) * a - b."
    Ssg "r is -1, 0 or 1 by the sign of a; a NaN gives 0."
    X2d "r.xz = a.x + b.x * c.x + b.y * c.y and r.yw = a.y + b.x * c.z + b.y * c.w: a planar transformation."
    Xpd "r.xyz is the cross product of a.xyz and b.xyz."

    // Rounding, conversion, packing.
    Ceil "r is the least integer not below a, as the type of the modifier; out of range it is clamped."
    Flr "r is the greatest integer not above a, as the type of the modifier; out of range it is clamped."
    Round "r is the integer nearest to a, ties to even, as the type of the modifier; out of range it is clamped."
    Trunc "r is a without its fraction, as the type of the modifier; out of range it is clamped."
    I2f "r is the integer a as a float."
    Cvt "r is a converted from the second type to the first; floats to integers are clamped, and the rounding may be given."
    Pk2h "All lanes of r hold a.x and a.y as two 16-bit floats, a.x in the low half."
    Pk2us "All lanes of r hold a.x and a.y, clamped to [0, 1], as two 16-bit fractions of 65535."
    Pk4b "All lanes of r hold the four components of a, clamped to [-128/127, 1], as bytes biased by 128."
    Pk4ub "All lanes of r hold the four components of a, clamped to [0, 1], as fractions of 255."
    Pk64 "r.x and r.z join a.x (low) and a.y (high) to 64 bits, r.y and r.w join a.z and a.w."
    Up2h "r.x and r.z are the low half, r.y and r.w the high half of a.s, read as 16-bit floats."
    Up2us "r.x and r.z are the low half, r.y and r.w the high half of a.s, as fractions of 65535."
    Up4b "r.x to r.w are the bytes of a.s, less the bias of 128, as fractions of 127."
    Up4ub "r.x to r.w are the bytes of a.s as fractions of 255."
    Up64 "r.x and r.y are the low and high words of a.x, r.z and r.w those of a.y."

    // Integers and bits.
    And "r has the bits that are set in a and in b."
    Or "r has the bits that are set in a or in b."
    Xor "r has the bits that are set in just one of a and b."
    Not "r has the bits that are clear in a."
    Shl "r is a shifted left by the low five (six) bits of b.s."
    Shr "r is a shifted right by the low five (six) bits of b.s; a signed type copies the sign."
    Bfe "r is the field of b that starts at bit a.y and has a.x bits; a signed type copies its top bit."
    Bfi "r is c with the field of a.x bits from bit a.y on replaced by the low bits of b."
    Bfr "r has the bits of a in reverse order."
    Btc "r is the number of bits set in a."
    Btfl "r is the number of the lowest bit set in a, or all ones if there is none."
    Btfm "r is the number of the highest bit of a that differs from the sign (for `U`: that is set), or all ones if there is none."

    // Set on comparison.
    Seq "r is TRUE where a = b; TRUE is 1.0 for floats, -1 for signed integers, all ones for unsigned."
    Sne "r is TRUE where a and b differ, or one is a NaN."
    Slt "r is TRUE where a < b."
    Sle "r is TRUE where a <= b."
    Sgt "r is TRUE where a > b."
    Sge "r is TRUE where a >= b."
    Sfl "r is FALSE."
    Str "r is TRUE."

    // Memory.
    Ldc "r is loaded from an element of a uniform buffer, as the storage modifier says."
    Ldb "r is loaded from the byte offset of a storage buffer, as the storage modifier says."
    Lds "r is loaded from the byte offset of shared memory, as the storage modifier says."
    Load "r is loaded from the 64-bit address a.s, as the storage modifier says."
    Stb "a is stored at the byte offset of a storage buffer, as the storage modifier says."
    Sts "a is stored at the byte offset of shared memory, as the storage modifier says."
    Store "a is stored at the 64-bit address b.s, as the storage modifier says."
    Atom "The operation is carried out on the word at the 64-bit address b.s with a; r.x is what the word held before."
    Atomb "The operation is carried out on a word of a storage buffer with a; r.x is what the word held before."
    Atoms "The operation is carried out on a word of shared memory with a; r.x is what the word held before."
    Atomctr "r.x is a counter before `INCR`, behind `DECR`, or as it stands (`GET`)."
    Atomctrop "The operation is carried out on a counter with a; r.x is what the counter held before."

    // Textures.
    Tex "r is the texture filtered at a, from the base level: compute programs have no derivatives."
    Txb "r is the texture filtered at a, from the level that the bias (a.w, or b.x) gives."
    Txl "r is the texture filtered at a, from the level a.w (or b.x)."
    Txp "r is the texture filtered at a.xyz / a.w; layers are not divided."
    Txd "r is the texture filtered at a, from the level that the derivatives b and c give."
    Txf "r is the texel at the integer coordinates a of the level a.w, unfiltered."
    Txfms "r is the sample a.w of the texel at the integer coordinates a."
    Txg "r is one component of each of the four texels around a; shadow targets give four comparisons."
    Txgo "Lane k of r is one component of the texel at a, offset by (b[k], c[k])."
    Lod "r.x is the level that a lookup at a would read, r.y the level before clamping."
    Txq "r is the size of the level a.x, with the number of layers behind it."
    Txqs "All lanes of r are the number of samples of a texel."

    // Images.
    Loadim "r is the texel of an image at the integer coordinates a: its bits as the storage modifier says, or converted from its format with a base type."
    Storeim "a becomes the texel of an image at the integer coordinates b: as bits with a storage modifier, else converted to its format."
    Atomim "The operation is carried out on the texel at the coordinates b with a; r.x is what the texel held before."
    Imq "r is the size of an image, with the number of layers behind it."
    Imqs "All lanes of r are the number of samples of an image's texel."

    // Warps.
    Tgall "r is TRUE where a is not zero in every active thread of the warp."
    Tgany "r is TRUE where a is not zero in some active thread of the warp."
    Tgeq "r is TRUE where a is zero in every active thread of the warp, or in none."
    Tgballot "Bit k of r tells whether a is not zero in thread k of the warp, if that is active."
    Match "r has the bits of the active threads whose a equals this thread's (`ANY`), or of all of them if all are equal, else none (`ALL`)."
    Shfidx "r.y is a.x of the thread with the index b within the segment that c gives, r.x whether it is in range."
    Shfup "r.y is a.x of the thread b below this one, r.x whether it is in range of the segment that c gives."
    Shfdown "r.y is a.x of the thread b above this one, r.x whether it is in range of the segment that c gives."
    Shfxor "r.y is a.x of the thread whose number differs in the bits of b, r.x whether it is in range of the segment that c gives."

    // Flow control and synchronisation.
    If "Runs the block up to `ELSE` or `ENDIF` if some lane of the test holds."
    Else "Separates what runs if the test of `IF` holds from what runs if not."
    Endif "Ends an `IF`."
    Rep "Repeats the block up to `ENDREP` a.x times, or for ever without an operand."
    Endrep "Ends a `REP`."
    Brk "Leaves the innermost `REP`, under a condition if a test is given."
    Cont "Goes on with the next turn of the innermost `REP`, under a condition if a test is given."
    Cal "Calls the subroutine at a label, under a condition if a test is given."
    Cali "Calls the subroutine that a `SUBROUTINE` variable selects."
    Ret "Returns to the caller, or ends the program, under a condition if a test is given."
    Bar "Waits until every invocation of the work group has come here; what they wrote to memory is visible behind it."
    Membar "Orders memory accesses before it before those behind it, as seen by the device (`CTA`: by the work group)."
}
