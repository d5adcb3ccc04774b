//! Opaque SPIR-V constructs: instructions, types, execution modes and decorations, identified by number.
//!
//! A program can request SPIR-V that the IR has no operation for (GL_EXT_spirv_intrinsics). Some built-in
//! functions and types also map to one SPIR-V instruction that no pass needs to understand. All of them are
//! represented as a [`Spirv`], which the back end emits verbatim.

use crate::entity::{SpecConst, Type};
use crate::imm::{Barrier, MemoryKinds, Scope};
use crate::ops::{Effect, Op};

/// The instruction set of GLSL's extended instructions.
pub const GLSL_STD_450: &str = "GLSL.std.450";

/// A SPIR-V construct identified by its number: an opcode, an instruction of an extended set, an execution
/// mode or a decoration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spirv {
    /// The opcode, or the number of the extended instruction, execution mode or decoration.
    pub number: u32,
    /// The operands, without result type and result id.
    pub operands: Vec<SpirvOperand>,
    /// Numbers of the capabilities that the construct requires.
    pub capabilities: Vec<u32>,
    /// SPIR-V extensions that the construct requires.
    pub extensions: Vec<String>,
}

/// An operand of a [`Spirv`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SpirvOperand {
    /// The id of the next operand of the IR instruction.
    Value,
    /// A literal word.
    Literal(u32),
    /// A literal string.
    String(String),
    /// The id of a type.
    Type(Type),
    /// The id of a scalar constant.
    Constant(Type, u64),
    /// The id of a specialization constant.
    Spec(SpecConst),
}

/// An opaque instruction. [`crate::Op::Spirv`] and [`crate::Op::SpirvPure`] refer to it by its index in the
/// module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpirvInst {
    /// The name of the function in the source, for diagnostics.
    pub name: String,
    /// The extended instruction set; `None` for a core instruction.
    pub set: Option<String>,
    /// Opcode or extended instruction number, and operands.
    pub code: Spirv,
}

impl SpirvInst {
    /// Returns the effect of the instruction. Unknown instructions may have any side effect.
    pub fn effect(&self) -> Effect {
        let pure = match self.set.as_deref() {
            None => PURE_OPCODES.iter().any(|&(first, last)| (first..=last).contains(&self.code.number)),
            // The numbers left out are `modf`, `frexp` and the interpolation functions, which take pointers.
            Some(GLSL_STD_450) => matches!(self.code.number, 1..=34 | 36..=50 | 52..=75 | 79..=81),
            Some(_) => false,
        };
        if pure { Effect::Pure } else { Effect::Sync }
    }

    /// Returns the IR operation with the same semantics, if there is one. Instructions with operands that are
    /// not values, such as literals, have none.
    pub fn operation(&self) -> Option<Op> {
        let rows = match self.set.as_deref() {
            None => OPCODES,
            Some(GLSL_STD_450) => EXTENDED,
            Some(_) => return None,
        };
        let values = self.code.operands.iter().all(|operand| *operand == SpirvOperand::Value);
        let row = rows.iter().find(|(number, op)| {
            *number == self.code.number && op.info().args.len() == self.code.operands.len()
        });
        row.filter(|_| values).map(|&(_, op)| op)
    }

    /// Returns a barrier that is at least as strong, if the instruction is one half of a split work group
    /// barrier: a memory barrier for the arrival, a control barrier for the wait.
    pub fn split_barrier(&self) -> Option<Barrier> {
        let wait = match (&self.set, self.code.number) {
            (None, CONTROL_BARRIER_ARRIVE) => false,
            (None, CONTROL_BARRIER_WAIT) => true,
            _ => return None,
        };
        let [SpirvOperand::Constant(_, WORKGROUP), ..] = self.code.operands[..] else { return None };
        let kinds = MemoryKinds { buffer: true, workgroup: true, image: true };
        Some(Barrier { execution: wait.then_some(Scope::Workgroup), memory: Scope::Workgroup, kinds })
    }

    /// Returns whether the instruction is `OpFDot2MixAcc32VALVE`: two products of halves added to a float, in
    /// single precision.
    pub fn is_mixed_dot(&self) -> bool {
        self.set.is_none() && self.code.number == MIXED_DOT_2
    }
}

/// `OpControlBarrierArriveEXT`.
pub const CONTROL_BARRIER_ARRIVE: u32 = 6142;
/// `OpControlBarrierWaitEXT`.
pub const CONTROL_BARRIER_WAIT: u32 = 6143;
/// The value of the scope `Workgroup`.
const WORKGROUP: u64 = 2;

/// `OpFDot2MixAcc32VALVE` (SPV_VALVE_mixed_float_dot_product).
const MIXED_DOT_2: u32 = 6916;

/// Ranges of opcodes without side effects whose results depend only on their operands: parts of vectors and
/// composites, conversions, arithmetic, bit operations, comparisons, dot products.
const PURE_OPCODES: &[(u32, u32)] = &[
    (77, 83),
    (109, 115),
    (124, 124),
    (126, 152),
    (154, 157),
    (160, 191),
    (194, 205),
    (4450, 4455),
    (6916, 6920),
];

/// Opcodes and the IR operations with the same semantics.
const OPCODES: &[(u32, Op)] = &[
    (109, Op::FToU),
    (110, Op::FToS),
    (111, Op::SToF),
    (112, Op::UToF),
    (115, Op::FConvert),
    (124, Op::Bitcast),
    (126, Op::INeg),
    (127, Op::FNeg),
    (128, Op::IAdd),
    (129, Op::FAdd),
    (130, Op::ISub),
    (131, Op::FSub),
    (132, Op::IMul),
    (133, Op::FMul),
    (134, Op::UDiv),
    (135, Op::SDiv),
    (136, Op::FDiv),
    (137, Op::URem),
    (138, Op::SRem),
    (148, Op::FDot),
    (156, Op::IsNan),
    (169, Op::Select),
    (170, Op::IEq),
    (171, Op::INe),
    (176, Op::ULt),
    (177, Op::SLt),
    (180, Op::FEq),
    (183, Op::FNe),
    (184, Op::FLt),
    (188, Op::FLe),
    (194, Op::LShr),
    (195, Op::AShr),
    (196, Op::Shl),
    (197, Op::Or),
    (198, Op::Xor),
    (199, Op::And),
    (200, Op::Not),
    (201, Op::Bfi),
    (202, Op::SBfe),
    (203, Op::UBfe),
    (204, Op::BitReverse),
    (205, Op::BitCount),
];

/// Instructions of GLSL.std.450 and the IR operations with the same semantics.
const EXTENDED: &[(u32, Op)] = &[
    (2, Op::RoundEven),
    (3, Op::Trunc),
    (4, Op::FAbs),
    (5, Op::SAbs),
    (6, Op::FSign),
    (8, Op::Floor),
    (9, Op::Ceil),
    (10, Op::Fract),
    (13, Op::Sin),
    (14, Op::Cos),
    (15, Op::Tan),
    (26, Op::Pow),
    (27, Op::Exp),
    (28, Op::Log),
    (29, Op::Exp2),
    (30, Op::Log2),
    (31, Op::Sqrt),
    (32, Op::Rsqrt),
    // `FMin` (37) and `FMax` (40) do not specify the result for NaNs, so the NaN-aware operations are valid.
    (37, Op::FMin),
    (38, Op::UMin),
    (39, Op::SMin),
    (40, Op::FMax),
    (41, Op::UMax),
    (42, Op::SMax),
    (50, Op::Fma),
    (73, Op::FindLsb),
    (74, Op::FindSMsb),
    (75, Op::FindUMsb),
    (79, Op::FMin),
    (80, Op::FMax),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(set: Option<&str>, number: u32) -> Effect {
        let code = Spirv { number, ..Spirv::default() };
        SpirvInst { set: set.map(str::to_owned), code, ..SpirvInst::default() }.effect()
    }

    #[test]
    fn only_known_arithmetic_is_pure() {
        assert_eq!(effect(None, 129), Effect::Pure, "OpFAdd");
        assert_eq!(effect(None, MIXED_DOT_2), Effect::Pure);
        assert_eq!(effect(None, 62), Effect::Sync, "OpStore");
        assert_eq!(effect(None, 207), Effect::Sync, "OpDPdx");
        assert_eq!(effect(Some(GLSL_STD_450), 37), Effect::Pure, "FMin");
        assert_eq!(effect(Some(GLSL_STD_450), 35), Effect::Sync, "Modf");
        assert_eq!(effect(Some("OpenCL.std"), 37), Effect::Sync);
    }
}
