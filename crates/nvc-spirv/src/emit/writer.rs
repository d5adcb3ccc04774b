//! Builds the sections of a SPIR-V module: allocates ids, and interns types and constants.

use super::limits::LimitCheck;
use crate::unknown::assemble_instruction;
use nvc_ir::limits::Limit;
use rspirv::dr::{self, Operand};
use rspirv::grammar;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use spirv::{Decoration, Op, Word};

/// An instruction without its result id. Types or constants with equal keys are identical.
type Key = (Op, Option<Word>, SmallVec<[Operand; 2]>);

/// Maximum length of a name in bytes, far below the maximum length of an instruction (65,535 words).
const MAX_NAME: usize = 1024;

/// Returns the grammar of an opcode. The table is sorted by opcode; its own lookup is a linear search.
fn class(op: Op) -> &'static grammar::Instruction<'static> {
    let (mut low, mut high) = (0, grammar::INSTRUCTION_TABLE.iter().size_hint().0);
    while low < high {
        let middle = low.midpoint(high);
        match grammar::INSTRUCTION_TABLE.iter().nth(middle) {
            Some(class) if class.opcode == op => return class,
            Some(class) if (class.opcode as u32) < op as u32 => low = middle + 1,
            _ => high = middle,
        }
    }
    grammar::INSTRUCTION_TABLE.get(op)
}

/// A SPIR-V module under construction.
pub(super) struct Writer {
    /// The sections of the module before the functions.
    pub module: dr::Module,
    /// The functions. They are most of a module, so they are assembled instruction by instruction.
    pub functions: Vec<Word>,
    /// The instructions of the functions, if the module is also written as text.
    pub listing: Option<Vec<dr::Instruction>>,
    last_id: Word,
    interned: FxHashMap<Key, Word>,
    decorated: FxHashSet<(Word, Decoration)>,
    names: bool,
    limits: LimitCheck,
}

impl Writer {
    /// Creates an empty module. `names` enables `OpName`, `text` the listing.
    pub fn new(names: bool, text: bool) -> Self {
        Writer {
            module: dr::Module::new(),
            functions: Vec::new(),
            listing: text.then(Vec::new),
            last_id: 0,
            interned: FxHashMap::default(),
            decorated: FxHashSet::default(),
            names,
            limits: LimitCheck::default(),
        }
    }

    /// Allocates an id.
    pub fn id(&mut self) -> Word {
        self.last_id += 1;
        self.last_id
    }

    /// Returns the id bound: one more than the largest id.
    pub fn bound(&self) -> Word {
        self.last_id + 1
    }

    /// Returns the first limit that was exceeded since the last call, and the actual count.
    pub fn exceeded(&mut self) -> Option<(Limit, usize)> {
        self.limits.exceeded.take()
    }

    /// Returns the largest id.
    pub fn last_id(&self) -> usize {
        self.last_id as usize
    }

    /// Creates an instruction without adding it to the module.
    pub fn instruction(
        &mut self,
        op: Op,
        ty: Option<Word>,
        id: Option<Word>,
        operands: Vec<Operand>,
    ) -> dr::Instruction {
        self.limits.instruction(op, ty, id, &operands);
        dr::Instruction { class: class(op), result_type: ty, result_id: id, operands }
    }

    /// Appends an instruction to the functions.
    pub fn push(&mut self, op: Op, ty: Option<Word>, id: Option<Word>, operands: Vec<Operand>) {
        let inst = self.instruction(op, ty, id, operands);
        assemble_instruction(&inst, &mut self.functions);
        if let Some(listing) = &mut self.listing {
            listing.push(inst);
        }
    }

    /// Appends an instruction with a result whose operands are ids, as most instructions are, to the functions.
    pub fn push_ids(&mut self, op: Op, ty: Word, id: Word, operands: &[Word]) {
        if self.listing.is_some() {
            let operands = operands.iter().map(|&operand| Operand::IdRef(operand)).collect();
            return self.push(op, Some(ty), Some(id), operands);
        }
        let count = 3 + operands.len();
        self.limits.words(count);
        self.functions.extend([(count as Word) << 16 | op as Word, ty, id]);
        self.functions.extend_from_slice(operands);
    }

    /// Declares a type, constant or variable without interning it.
    pub fn declare(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.id();
        let inst = self.instruction(op, ty, Some(id), operands);
        self.module.types_global_values.push(inst);
        id
    }

    /// Returns the id of a type or constant and declares it if there is no equal one yet.
    pub fn intern(&mut self, op: Op, ty: Option<Word>, operands: &[Operand]) -> Word {
        let key = (op, ty, operands.iter().cloned().collect());
        if let Some(&id) = self.interned.get(&key) {
            return id;
        }
        let id = self.declare(op, ty, operands.to_vec());
        self.interned.insert(key, id);
        id
    }

    /// Decorates an id. If the id has the decoration already, the call is ignored, even if the operands differ.
    pub fn decorate(&mut self, id: Word, decoration: Decoration, operands: &[Operand]) {
        if !self.decorated.insert((id, decoration)) {
            return;
        }
        let mut all = Vec::with_capacity(2 + operands.len());
        all.extend([Operand::IdRef(id), Operand::Decoration(decoration)]);
        all.extend_from_slice(operands);
        let inst = self.instruction(Op::Decorate, None, None, all);
        self.module.annotations.push(inst);
    }

    /// Decorates an id with a decoration whose operand is an id.
    pub fn decorate_id(&mut self, id: Word, decoration: Decoration, operand: Word) {
        let all = vec![Operand::IdRef(id), Operand::Decoration(decoration), Operand::IdRef(operand)];
        let inst = self.instruction(Op::DecorateId, None, None, all);
        self.module.annotations.push(inst);
    }

    /// Decorates an id with a decoration that the `spirv` crate does not have.
    pub fn decorate_number(&mut self, id: Word, decoration: u32) {
        let all = vec![Operand::IdRef(id), Operand::LiteralBit32(decoration)];
        let inst = self.instruction(Op::Decorate, None, None, all);
        self.module.annotations.push(inst);
    }

    /// Decorates a struct member with its byte offset.
    pub fn member_offset(&mut self, id: Word, member: u32, offset: u32) {
        let operands = vec![
            Operand::IdRef(id),
            Operand::LiteralBit32(member),
            Operand::Decoration(Decoration::Offset),
            Operand::LiteralBit32(offset),
        ];
        let inst = self.instruction(Op::MemberDecorate, None, None, operands);
        self.module.annotations.push(inst);
    }

    /// Decorates a struct member.
    pub fn decorate_member(&mut self, id: Word, member: u32, decoration: Decoration) {
        let operands =
            vec![Operand::IdRef(id), Operand::LiteralBit32(member), Operand::Decoration(decoration)];
        let inst = self.instruction(Op::MemberDecorate, None, None, operands);
        self.module.annotations.push(inst);
    }

    /// Declares an `OpString`.
    pub fn string(&mut self, text: Operand) -> Word {
        let id = self.id();
        let inst = self.instruction(Op::String, None, Some(id), vec![text]);
        self.module.debug_string_source.push(inst);
        id
    }

    /// Names an id, if names are enabled.
    pub fn name(&mut self, id: Word, name: &str) {
        if !self.names || name.is_empty() {
            return;
        }
        let operands = vec![Operand::IdRef(id), literal(name)];
        let inst = self.instruction(Op::Name, None, None, operands);
        self.module.debug_names.push(inst);
    }
}

/// Converts a name to a literal string, truncated at a NUL and to [`MAX_NAME`] bytes.
pub(super) fn literal(name: &str) -> Operand {
    let end = name.find('\0').unwrap_or(name.len());
    let mut end = end.min(MAX_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    Operand::LiteralString(name[..end].to_owned())
}

/// Converts a text to a literal string without truncating it. NULs, which would end the string, become
/// spaces.
pub(super) fn literal_text(text: &str) -> Operand {
    Operand::LiteralString(text.replace('\0', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_opcodes_is_sorted() {
        let opcodes: Vec<u32> = grammar::INSTRUCTION_TABLE.iter().map(|class| class.opcode as u32).collect();
        assert!(opcodes.len() > 700 && opcodes.is_sorted(), "{opcodes:?}");
        for entry in grammar::INSTRUCTION_TABLE.iter() {
            assert_eq!(class(entry.opcode).opname, entry.opname);
        }
    }
}
