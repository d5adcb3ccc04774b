//! Constructs of SPIR-V by number (GL_EXT_spirv_intrinsics).

use super::Type;
use super::constant::Const;
use naga::Handle;

/// An instruction, type, execution mode or decoration, by its number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpirvCode {
    /// The number.
    pub number: u32,
    /// Operands; those of an instruction are the arguments of its calls.
    pub operands: Vec<SpirvOperand>,
    /// The numbers of the capabilities that it requires.
    pub capabilities: Vec<u32>,
    /// The SPIR-V extensions that it requires.
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

/// The words of a scalar as a literal: integers narrower than 32 bits are extended by their sign.
pub fn literal_words(scalar: crate::types::Scalar, bits: u64) -> Vec<u32> {
    match (scalar.kind, scalar.width) {
        (_, 8) => vec![bits as u32, (bits >> 32) as u32],
        (crate::types::ScalarKind::Sint, _) => vec![crate::fold::signed(scalar, bits) as u32],
        _ => vec![bits as u32],
    }
}
