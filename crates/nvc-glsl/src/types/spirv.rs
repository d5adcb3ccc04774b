//! SPIR-V constructs that a program specifies by number (GL_EXT_spirv_intrinsics).

use super::Type;
use super::constant::Const;
use naga::Handle;

/// An instruction, type, execution mode or decoration, given by its SPIR-V number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpirvCode {
    /// The opcode, or the number of the extended instruction, execution mode or decoration.
    pub number: u32,
    /// The operands of a type, mode or decoration. The operands of an instruction are the arguments of each
    /// call.
    pub operands: Vec<SpirvOperand>,
    /// The numbers of the required capabilities.
    pub capabilities: Vec<u32>,
    /// The required SPIR-V extensions.
    pub extensions: Vec<String>,
}

/// An operand of a [`SpirvCode`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SpirvOperand {
    /// A literal word.
    Literal(u32),
    /// A literal string.
    String(String),
    /// The id of a scalar constant.
    Constant(Handle<Const>),
    /// The id of a type.
    Type(Type),
}

/// How a parameter becomes an operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvParam {
    /// The id of the value.
    Value,
    /// The id of a pointer to the argument (`spirv_by_reference`).
    Reference,
    /// A literal (`spirv_literal`).
    Literal,
}

/// Returns a scalar literal as SPIR-V words. Integers narrower than 32 bits are sign- or zero-extended.
pub fn literal_words(scalar: crate::types::Scalar, bits: u64) -> Vec<u32> {
    match (scalar.kind, scalar.width) {
        (_, 8) => vec![bits as u32, (bits >> 32) as u32],
        (crate::types::ScalarKind::Sint, _) => vec![crate::fold::signed(scalar, bits) as u32],
        _ => vec![bits as u32],
    }
}
