//! Represents instructions whose opcodes the `spirv` crate does not have.
//!
//! rspirv represents an opcode by an enum, so its modules cannot contain opcodes outside that enum. Such an
//! instruction is *carried* by an `OpNop` with operands: the first operand is the opcode, the others are all
//! operands of the instruction, including result type and result. A real `OpNop` has no operands and is never
//! emitted.

use rspirv::binary::Assemble;
use rspirv::dr::{self, Operand};
use spirv::{Op, Word};

/// The parts of an instruction in rspirv's representation: opcode, result type, result id and operands.
pub(crate) type Parts = (Op, Option<Word>, Option<Word>, Vec<Operand>);

/// Returns the parts of an instruction with any opcode: of the instruction itself, or of the `OpNop` that
/// carries it.
pub(crate) fn parts(opcode: u32, ty: Option<Word>, id: Option<Word>, operands: Vec<Operand>) -> Parts {
    match Op::from_u32(opcode) {
        Some(op) if op != Op::Nop => (op, ty, id, operands),
        _ => {
            let ids = ty.into_iter().chain(id).map(Operand::IdRef);
            let all = std::iter::once(Operand::LiteralBit32(opcode)).chain(ids).chain(operands);
            (Op::Nop, None, None, all.collect())
        }
    }
}

/// Returns the opcode and operands of a carried instruction; `None` for any other instruction.
pub(crate) fn carried(inst: &dr::Instruction) -> Option<(u32, &[Operand])> {
    match (inst.class.opcode, &inst.operands[..]) {
        (Op::Nop, [Operand::LiteralBit32(opcode), operands @ ..]) => Some((*opcode, operands)),
        _ => None,
    }
}

/// Returns the length of a carried instruction in words.
pub(crate) fn word_count(operands: &[Operand]) -> usize {
    1 + operands.iter().map(|operand| operand.assemble().len()).sum::<usize>()
}

/// Assembles an instruction, or the one that an `OpNop` carries.
pub(crate) fn assemble_instruction(inst: &dr::Instruction, words: &mut Vec<Word>) {
    match carried(inst) {
        Some((opcode, operands)) => {
            words.push((word_count(operands) as Word) << 16 | opcode);
            operands.iter().for_each(|operand| operand.assemble_into(words));
        }
        None => inst.assemble_into(words),
    }
}

/// Assembles a module, with carried instructions in place of the `OpNop`s that carry them. `functions` are the words of
/// its functions, which the module itself does not contain.
pub(crate) fn assemble(module: &dr::Module, functions: &[Word]) -> Vec<Word> {
    let mut words = Vec::new();
    if let Some(header) = &module.header {
        header.assemble_into(&mut words);
    }
    module.all_inst_iter().for_each(|inst| assemble_instruction(inst, &mut words));
    words.extend_from_slice(functions);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use rspirv::grammar::INSTRUCTION_TABLE;

    #[test]
    fn carried_instructions_are_assembled_with_their_opcodes() {
        let ids = vec![Operand::IdRef(3), Operand::IdRef(4)];
        let (op, result_type, result_id, operands) = parts(0xfff0, Some(1), Some(2), ids);
        let class = INSTRUCTION_TABLE.get(op);
        let inst = dr::Instruction { class, result_type, result_id, operands };
        let mut module = dr::Module::new();
        module.types_global_values.push(inst);
        assert_eq!(assemble(&module, &[7]), [5 << 16 | 0xfff0, 1, 2, 3, 4, 7]);
    }

    #[test]
    fn known_opcodes_are_not_carried() {
        assert_eq!(parts(Op::FAdd as u32, Some(1), Some(2), vec![]), (Op::FAdd, Some(1), Some(2), vec![]));
        // A bare `OpNop` is carried too, because an `OpNop` with operands means a carried instruction.
        assert_eq!(parts(0, None, None, vec![]).3, [Operand::LiteralBit32(0)]);
    }
}
