//! SPIR-V disassembler. `spirv-as --preserve-numeric-ids` assembles its output to the same words.

use crate::emit::DECODE_VECTOR;
use crate::unknown::{carried, word_count};
use rspirv::binary::Disassemble;
use rspirv::dr::{Instruction, Module, Operand};
use rustc_hash::FxHashMap;
use spirv::{
    Capability, CooperativeMatrixOperands, CooperativeMatrixReduce, ExecutionMode, GlslStd450Op,
    GroupOperation, Op, TensorAddressingOperands, Word,
};
use std::fmt::Write;

/// Column at which opcodes start. Result ids are right-aligned before it.
const COLUMN: usize = 15;

/// Returns the original name of a capability. For some capabilities, rspirv uses the name from a
/// later extension, which older tools do not know.
pub(crate) fn capability_name(capability: Capability) -> String {
    match capability {
        Capability::GroupNonUniformPartitionedEXT => "GroupNonUniformPartitionedNV".to_owned(),
        Capability::ComputeDerivativeGroupQuadsKHR => "ComputeDerivativeGroupQuadsNV".to_owned(),
        Capability::ComputeDerivativeGroupLinearKHR => "ComputeDerivativeGroupLinearNV".to_owned(),
        Capability::SplitBarrierINTEL => "SplitBarrierEXT".to_owned(),
        _ => format!("{capability:?}"),
    }
}

fn opcode_name(inst: &Instruction) -> &'static str {
    match inst.class.opcode {
        Op::GroupNonUniformPartitionEXT => "GroupNonUniformPartitionNV",
        Op::TypeVectorIdEXT => "TypeCooperativeVectorNV",
        _ => inst.class.opname,
    }
}

/// Disassembles a module, one instruction per line. `functions` are the instructions of its functions, which the module itself
/// does not contain.
pub(crate) fn text(module: &Module, functions: &[Instruction]) -> String {
    let mut out = String::new();
    if let Some(header) = &module.header {
        let (major, minor) = header.version();
        out += &format!("; SPIR-V\n; Version: {major}.{minor}\n; Bound: {}\n", header.bound);
    }
    let mut types = FxHashMap::default();
    let printf = module.ext_inst_imports.iter().find(|import| {
        matches!(import.operands.first(), Some(Operand::LiteralString(name)) if name == "NonSemantic.DebugPrintf")
    });
    let printf = printf.and_then(|import| import.result_id);
    for inst in module.all_inst_iter().chain(functions) {
        if let (Some(id), Some(scalar)) = (inst.result_id, Scalar::declared(inst)) {
            types.insert(id, scalar);
        }
        line(&mut out, inst, &types, printf);
    }
    out
}

/// Appends an instruction. `printf` is the id of the import of NonSemantic.DebugPrintf. Extended instructions
/// of any other set are printed with the names of GLSL.std.450.
fn line(out: &mut String, inst: &Instruction, types: &FxHashMap<Word, Scalar>, printf: Option<Word>) {
    if let Some((opcode, operands)) = carried(inst) {
        // spirv-as has no name for the opcode, but accepts an opcode number and a word count.
        out.push_str(&format!("{:COLUMN$}OpUnknown({opcode}, {})", "", word_count(operands)));
        for operand in operands {
            out.push_str(&format!(" {}", operand_text(operand, None)));
        }
        out.push('\n');
        return;
    }
    let result = inst.result_id.map_or(String::new(), |id| format!("%{id} = "));
    let mut line = format!("{result:>COLUMN$}Op{}", opcode_name(inst));
    if let Some(ty) = inst.result_type {
        line += &format!(" %{ty}");
    }
    let scalar = match inst.class.opcode {
        Op::Constant | Op::SpecConstant => inst.result_type.and_then(|ty| types.get(&ty)).copied(),
        _ => None,
    };
    let is_printf = matches!(inst.operands.first(), Some(Operand::IdRef(set)) if Some(*set) == printf);
    for (index, operand) in inst.operands.iter().enumerate() {
        line.push(' ');
        match operand {
            // An enumerant that spirv-as has no name for.
            Operand::LiteralBit32(number) if Some(index) == enumerant(inst.class.opcode) => {
                line += &format!("!{number}");
            }
            // spirv-as has no names for the instructions of NonSemantic.DebugPrintf.
            Operand::LiteralExtInstInteger(number) if is_printf => line += &number.to_string(),
            operand => line += &operand_text(operand, scalar),
        }
    }
    out.push_str(&line);
    out.push('\n');
}

/// Returns the index of the operand that may be an enumerant without a name.
fn enumerant(op: Op) -> Option<usize> {
    match op {
        Op::Capability => Some(0),
        Op::TypeFloat
        | Op::ExecutionMode
        | Op::ExecutionModeId
        | Op::Decorate
        | Op::DecorateId
        | Op::DecorateString => Some(1),
        _ => None,
    }
}

fn operand_text(operand: &Operand, scalar: Option<Scalar>) -> String {
    match *operand {
        Operand::LiteralBit32(bits) => Scalar::text(scalar, bits.into()),
        Operand::LiteralBit64(bits) => Scalar::text(scalar, bits),
        Operand::LiteralString(ref string) => {
            format!("\"{}\"", string.replace('\\', "\\\\").replace('"', "\\\""))
        }
        Operand::LiteralExtInstInteger(number) => {
            GlslStd450Op::from_u32(number).map_or(number.to_string(), |op| format!("{op:?}"))
        }
        Operand::Capability(capability) => capability_name(capability),
        Operand::ExecutionMode(ExecutionMode::DerivativeGroupQuadsKHR) => "DerivativeGroupQuadsNV".to_owned(),
        Operand::ExecutionMode(ExecutionMode::DerivativeGroupLinearKHR) => {
            "DerivativeGroupLinearNV".to_owned()
        }
        Operand::CooperativeMatrixOperands(mask) => matrix_operands_text(mask),
        Operand::CooperativeMatrixReduce(mask) => reduce_text(mask),
        Operand::TensorAddressingOperands(mask) => tensor_operands_text(mask),
        Operand::GroupOperation(operation) => group_operation_name(operation),
        _ => operand.disassemble(),
    }
}

/// Returns the text of a `Cooperative Matrix Operands` mask.
fn matrix_operands_text(mask: CooperativeMatrixOperands) -> String {
    const NAMES: [(CooperativeMatrixOperands, &str); 5] = [
        (CooperativeMatrixOperands::MATRIX_A_SIGNED_COMPONENTS_KHR, "MatrixASignedComponentsKHR"),
        (CooperativeMatrixOperands::MATRIX_B_SIGNED_COMPONENTS_KHR, "MatrixBSignedComponentsKHR"),
        (CooperativeMatrixOperands::MATRIX_C_SIGNED_COMPONENTS_KHR, "MatrixCSignedComponentsKHR"),
        (CooperativeMatrixOperands::MATRIX_RESULT_SIGNED_COMPONENTS_KHR, "MatrixResultSignedComponentsKHR"),
        (CooperativeMatrixOperands::SATURATING_ACCUMULATION_KHR, "SaturatingAccumulationKHR"),
    ];
    let names: Vec<&str> =
        NAMES.iter().filter(|(bit, _)| mask.contains(*bit)).map(|(_, name)| *name).collect();
    names.join("|")
}

/// Returns the text of a `Cooperative Matrix Reduce` mask.
fn reduce_text(mask: CooperativeMatrixReduce) -> String {
    const NAMES: [(CooperativeMatrixReduce, &str); 3] = [
        (CooperativeMatrixReduce::ROW, "Row"),
        (CooperativeMatrixReduce::COLUMN, "Column"),
        (CooperativeMatrixReduce::_2X2, "2x2"),
    ];
    let names: Vec<&str> =
        NAMES.iter().filter(|(bit, _)| mask.contains(*bit)).map(|(_, name)| *name).collect();
    names.join("|")
}

/// Returns the text of a `Tensor Addressing Operands` mask.
fn tensor_operands_text(mask: TensorAddressingOperands) -> String {
    const NAMES: [(TensorAddressingOperands, &str); 3] = [
        (TensorAddressingOperands::TENSOR_VIEW, "TensorView"),
        (TensorAddressingOperands::DECODE_FUNC, "DecodeFunc"),
        (DECODE_VECTOR, "DecodeVectorFunc"),
    ];
    let names: Vec<&str> =
        NAMES.iter().filter(|(bit, _)| mask.contains(*bit)).map(|(_, name)| *name).collect();
    if names.is_empty() { "None".to_owned() } else { names.join("|") }
}

/// Returns the original name of a group operation (see [`capability_name`]).
fn group_operation_name(operation: GroupOperation) -> String {
    match operation {
        GroupOperation::PartitionedReduceNV => "PartitionedReduceNV".to_owned(),
        GroupOperation::PartitionedInclusiveScanNV => "PartitionedInclusiveScanNV".to_owned(),
        GroupOperation::PartitionedExclusiveScanNV => "PartitionedExclusiveScanNV".to_owned(),
        other => format!("{other:?}"),
    }
}

/// The format in which the bits of a literal are printed.
#[derive(Clone, Copy)]
enum Scalar {
    Signed(u32),
    Unsigned,
    Float(u32),
    /// A float of a non-IEEE encoding, printed as a raw word because some versions of spirv-as cannot parse
    /// its numbers.
    Encoded,
}

impl Scalar {
    /// Returns the format of the scalar type that an instruction declares, if it declares one.
    fn declared(inst: &Instruction) -> Option<Scalar> {
        match (inst.class.opcode, &inst.operands[..]) {
            (Op::TypeInt, [Operand::LiteralBit32(width), Operand::LiteralBit32(signed)]) => {
                Some(if *signed == 1 { Scalar::Signed(*width) } else { Scalar::Unsigned })
            }
            (Op::TypeFloat, [Operand::LiteralBit32(width)]) => Some(Scalar::Float(*width)),
            (Op::TypeFloat, _) => Some(Scalar::Encoded),
            _ => None,
        }
    }

    fn text(scalar: Option<Scalar>, bits: u64) -> String {
        match scalar {
            Some(Scalar::Signed(width @ 1..=64)) => {
                let shift = 64 - width;
                (((bits << shift) as i64) >> shift).to_string()
            }
            Some(Scalar::Float(16)) => float(bits, 10, 5),
            Some(Scalar::Float(32)) => float(bits, 23, 8),
            Some(Scalar::Float(64)) => float(bits, 52, 11),
            Some(Scalar::Encoded) => format!("!{bits}"),
            _ => bits.to_string(),
        }
    }
}

/// Prints a float with the given fraction and exponent widths as the shortest decimal that is read back
/// exactly. Infinities and NaNs are printed as hexadecimal floats.
fn float(bits: u64, fraction_bits: u32, exponent_bits: u32) -> String {
    let fraction = bits & ((1 << fraction_bits) - 1);
    let exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    let negative = bits >> (fraction_bits + exponent_bits) & 1 == 1;
    let mut out = String::new();
    if exponent == (1 << exponent_bits) - 1 {
        out.push_str(if negative { "-0x1" } else { "0x1" });
        if fraction != 0 {
            let digits = fraction_bits.div_ceil(4);
            let aligned = fraction << (digits * 4 - fraction_bits);
            // Writing to a `String` cannot fail.
            let _ = write!(out, ".{aligned:0width$x}", width = digits as usize);
        }
        let _ = write!(out, "p+{}", 1 << (exponent_bits - 1));
        return out;
    }
    match fraction_bits {
        52 => f64::from_bits(bits).to_string(),
        23 => f32::from_bits(bits as u32).to_string(),
        _ => {
            // Double precision represents every half exactly.
            let (significand, power) = match exponent {
                0 => (fraction, -24),
                _ => (fraction | 1 << fraction_bits, exponent as i32 - 25),
            };
            let magnitude = significand as f64 * 2f64.powi(power);
            (if negative { -magnitude } else { magnitude }).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_read_back_exactly() {
        for (bits, text) in [
            (0x3f80_0000, "1"),
            (0x8000_0000, "-0"),
            (0x3dcc_cccd, "0.1"),
            (0x7f80_0000, "0x1p+128"),
            (0xff80_0000, "-0x1p+128"),
            (0x7fc0_0000, "0x1.800000p+128"),
        ] {
            assert_eq!(Scalar::text(Some(Scalar::Float(32)), bits), text);
        }
        for (bits, text) in
            [(0x3c00, "1"), (0xc100, "-2.5"), (0x0001, "0.00000005960464477539063"), (0x7c00, "0x1p+16")]
        {
            assert_eq!(Scalar::text(Some(Scalar::Float(16)), bits), text);
        }
        assert_eq!(Scalar::text(Some(Scalar::Float(64)), 0x7ff0_0000_0000_0000), "0x1p+1024");
        assert_eq!(Scalar::text(Some(Scalar::Signed(32)), 0xffff_fffe), "-2");
    }
}
