//! Reads SPIR-V binaries: splits words into instructions and indexes the declarations of a module.
//!
//! Code that needs declarations uses this parser; code that looks only for an opcode scans the words itself. Opcodes and
//! enumerants are those of the [`spirv`] crate. A [`Module`] contains all instructions before the first function, which is
//! everything that a host needs to know about the interface. Function bodies are not parsed.

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rustc_hash::FxHashMap;
use spirv::{Capability, Decoration, ExecutionMode, MAGIC_NUMBER, Op, StorageClass, Word};
use std::collections::BTreeMap;
use std::fmt;

/// Number of words in the header: magic number, version, generator, id bound, schema (SPIR-V §2.3).
const HEADER_WORDS: usize = 5;

/// The reason why words are not a SPIR-V module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The first word is not the SPIR-V magic number.
    NotSpirv,
    /// The module is shorter than its header.
    TruncatedHeader,
    /// An instruction's word count is 0 or exceeds the module.
    TruncatedInstruction {
        /// Index of the instruction's first word.
        offset: usize,
        /// Opcode number of the instruction.
        opcode: u16,
    },
    /// An instruction has too few operands for its opcode.
    MissingOperands(Op),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotSpirv => f.write_str("it does not start with SPIR-V's magic number"),
            ReadError::TruncatedHeader => f.write_str("its header is truncated"),
            ReadError::TruncatedInstruction { offset, opcode } => {
                write!(f, "the instruction at word {offset} is truncated (opcode {opcode})")
            }
            ReadError::MissingOperands(op) => write!(f, "an Op{op:?} has too few operands"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Returns whether words start with the SPIR-V magic number.
pub fn is_spirv(words: &[Word]) -> bool {
    words.first() == Some(&MAGIC_NUMBER)
}

/// An instruction, split into its parts by the grammar of its opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction<'w> {
    /// The opcode.
    pub op: Op,
    /// Id of the result type, if the opcode has one.
    pub result_type: Option<Word>,
    /// The result id, if the opcode has one.
    pub result: Option<Word>,
    /// The other operands.
    pub operands: &'w [Word],
}

impl<'w> Instruction<'w> {
    /// Returns the operand at an index, not counting result type and result.
    pub fn operand(&self, index: usize) -> Option<Word> {
        self.operands.get(index).copied()
    }

    /// Returns the literal string that starts at an operand (SPIR-V §2.2.1).
    pub fn string(&self, index: usize) -> String {
        literal_string(self.operands.get(index..).unwrap_or_default())
    }
}

/// Decodes a NUL-terminated literal string. Invalid UTF-8 is replaced.
fn literal_string(words: &[Word]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

/// Iterates over the instructions of a module, in order. Opcodes that the [`spirv`] crate does not have are
/// skipped. The iteration ends after a truncated instruction.
#[derive(Clone, Debug)]
pub struct Instructions<'w> {
    words: &'w [Word],
    offset: usize,
    /// Whether each opcode has a result type and a result. rspirv's own lookup is a linear search.
    shapes: FxHashMap<Op, (bool, bool)>,
}

/// Iterates over the instructions of a module.
pub fn instructions(words: &[Word]) -> Result<Instructions<'_>, ReadError> {
    if !is_spirv(words) {
        return Err(ReadError::NotSpirv);
    }
    if words.len() < HEADER_WORDS {
        return Err(ReadError::TruncatedHeader);
    }
    Ok(Instructions { words, offset: HEADER_WORDS, shapes: FxHashMap::default() })
}

impl<'w> Instructions<'w> {
    /// Returns the words of the remaining instructions.
    pub fn rest(&self) -> &'w [Word] {
        self.words.get(self.offset..).unwrap_or_default()
    }

    fn split(&mut self, op: Op, mut operands: &'w [Word]) -> Result<Instruction<'w>, ReadError> {
        let (typed, valued) = *self.shapes.entry(op).or_insert_with(|| shape(op));
        let mut id = |present: bool| match operands.split_first() {
            _ if !present => Ok(None),
            Some((&id, rest)) => {
                operands = rest;
                Ok(Some(id))
            }
            None => Err(ReadError::MissingOperands(op)),
        };
        let (result_type, result) = (id(typed)?, id(valued)?);
        Ok(Instruction { op, result_type, result, operands })
    }
}

/// Returns whether an opcode has a result type and a result.
fn shape(op: Op) -> (bool, bool) {
    let grammar = INSTRUCTION_TABLE.lookup_opcode(op as Word);
    let has = |kind| grammar.is_some_and(|inst| inst.operands.iter().any(|operand| operand.kind == kind));
    (has(OperandKind::IdResultType), has(OperandKind::IdResult))
}

impl<'w> Iterator for Instructions<'w> {
    type Item = Result<Instruction<'w>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.rest();
            let &first = rest.first()?;
            let (opcode, count) = (first as u16, (first >> 16) as usize);
            let Some(operands) = rest.get(1..count) else {
                let error = ReadError::TruncatedInstruction { offset: self.offset, opcode };
                self.offset = self.words.len();
                return Some(Err(error));
            };
            self.offset += count;
            if let Some(op) = Op::from_u32(opcode.into()) {
                return Some(self.split(op, operands));
            }
        }
    }
}

/// A variable declared outside functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Id of the variable.
    pub id: Word,
    /// Storage class of the variable.
    pub class: StorageClass,
    /// Id of the type that the variable points to.
    pub pointee: Word,
}

/// The instructions of a module before its first function, indexed by result id.
#[derive(Clone, Debug)]
pub struct Module<'w> {
    /// Major and minor version of SPIR-V.
    pub version: (u8, u8),
    /// Words of all functions.
    pub functions: &'w [Word],
    instructions: Vec<Instruction<'w>>,
    by_result: BTreeMap<Word, usize>,
    /// Operands of decorations, by target and decoration number.
    decorations: FxHashMap<(Word, Word), &'w [Word]>,
}

impl<'w> Module<'w> {
    /// Reads and indexes a module, without its function bodies.
    pub fn read(words: &'w [Word]) -> Result<Self, ReadError> {
        let mut rest = instructions(words)?;
        let [_, version, ..] = *words else { return Err(ReadError::TruncatedHeader) };
        let mut module = Module {
            version: ((version >> 16) as u8, (version >> 8) as u8),
            functions: &[],
            instructions: Vec::new(),
            by_result: BTreeMap::new(),
            decorations: FxHashMap::default(),
        };
        loop {
            module.functions = rest.rest();
            match rest.next().transpose()? {
                Some(inst) if inst.op != Op::Function => {
                    if let (Op::Decorate, [target, number, operands @ ..]) = (inst.op, inst.operands) {
                        module.decorations.entry((*target, *number)).or_insert(operands);
                    }
                    module.by_result.extend(inst.result.map(|id| (id, module.instructions.len())));
                    module.instructions.push(inst);
                }
                _ => return Ok(module),
            }
        }
    }

    /// Iterates over the instructions with an opcode, in order.
    pub fn all(&self, op: Op) -> impl Iterator<Item = &Instruction<'w>> {
        self.instructions.iter().filter(move |inst| inst.op == op)
    }

    /// Returns the instruction that declares an id.
    pub fn declaration(&self, id: Word) -> Option<&Instruction<'w>> {
        self.by_result.get(&id).and_then(|&index| self.instructions.get(index))
    }

    /// Iterates over all instructions with a result, ordered by result id.
    pub fn declarations(&self) -> impl Iterator<Item = (Word, &Instruction<'w>)> {
        self.by_result.iter().filter_map(|(&id, &index)| Some((id, self.instructions.get(index)?)))
    }

    /// Iterates over the declared capabilities that the [`spirv`] crate has, in order.
    pub fn capabilities(&self) -> impl Iterator<Item = Capability> {
        self.all(Op::Capability).filter_map(|inst| Capability::from_u32(inst.operand(0)?))
    }

    /// Iterates over the numbers of all declared capabilities, in order.
    pub fn capability_numbers(&self) -> impl Iterator<Item = u32> {
        self.all(Op::Capability).filter_map(|inst| inst.operand(0))
    }

    /// Iterates over the declared extensions, in order.
    pub fn extensions(&self) -> impl Iterator<Item = String> {
        self.all(Op::Extension).map(|inst| inst.string(0))
    }

    /// Returns the name of the first entry point.
    pub fn entry_point(&self) -> Option<String> {
        // Operands: execution model, function, name.
        self.all(Op::EntryPoint).next().map(|inst| inst.string(2))
    }

    /// Returns the operands of an execution mode, of any entry point that has it.
    pub fn execution_mode(&self, mode: ExecutionMode) -> Option<&'w [Word]> {
        let modes = self.all(Op::ExecutionMode).chain(self.all(Op::ExecutionModeId));
        modes.filter_map(|inst| inst.operands.split_at_checked(2)).find_map(|(head, operands)| match head {
            [_, number] if *number == mode as Word => Some(operands),
            _ => None,
        })
    }

    /// Returns the operands of a decoration of an id.
    pub fn decoration(&self, id: Word, decoration: Decoration) -> Option<&'w [Word]> {
        self.decorations.get(&(id, decoration as Word)).copied()
    }

    /// Returns the first operand of a decoration of an id.
    pub fn decoration_operand(&self, id: Word, decoration: Decoration) -> Option<Word> {
        self.decoration(id, decoration)?.first().copied()
    }

    /// Returns the first operand of a decoration of struct members, by member index.
    pub fn member_decorations(&self, id: Word, decoration: Decoration) -> BTreeMap<u32, Word> {
        let found = self.all(Op::MemberDecorate).filter_map(|inst| match *inst.operands {
            [target, member, number, operand, ..] if (target, number) == (id, decoration as Word) => {
                Some((member, operand))
            }
            _ => None,
        });
        found.collect()
    }

    /// Iterates over the variables declared outside functions, in order. Variables whose type is not a
    /// pointer are skipped.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        self.all(Op::Variable).filter_map(|inst| {
            let pointer = self.declaration(inst.result_type?).filter(|ty| ty.op == Op::TypePointer)?;
            let class = StorageClass::from_u32(inst.operand(0)?)?;
            Some(Variable { id: inst.result?, class, pointee: pointer.operand(1)? })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a module from instructions, each an opcode and its operands.
    fn module(instructions: &[(Op, &[Word])]) -> Vec<Word> {
        let mut words = vec![MAGIC_NUMBER, 0x0001_0500, 0, 100, 0];
        for (op, operands) in instructions {
            words.push(*op as Word | (operands.len() as Word + 1) << 16);
            words.extend(*operands);
        }
        words
    }

    #[test]
    fn declarations_are_split_and_indexed() {
        let words = module(&[
            (Op::Capability, &[Capability::Int64 as Word]),
            (Op::Extension, &[u32::from_le_bytes(*b"SPV_"), u32::from_le_bytes(*b"X\0\0\0")]),
            (Op::Decorate, &[7, Decoration::Binding as Word, 3]),
            (Op::MemberDecorate, &[5, 1, Decoration::Offset as Word, 16]),
            (Op::TypeInt, &[4, 32, 0]),
            (Op::TypeStruct, &[5, 4, 4]),
            (Op::TypePointer, &[6, StorageClass::StorageBuffer as Word, 5]),
            (Op::Variable, &[6, 7, StorageClass::StorageBuffer as Word]),
            (Op::Function, &[2, 1, 0, 9]),
            (Op::FunctionEnd, &[]),
        ]);
        let module = Module::read(&words).unwrap();
        assert_eq!(module.version, (1, 5));
        assert_eq!(module.capabilities().collect::<Vec<_>>(), [Capability::Int64]);
        assert_eq!(module.extensions().collect::<Vec<_>>(), ["SPV_X"]);
        assert_eq!(module.decoration_operand(7, Decoration::Binding), Some(3));
        assert_eq!(module.decoration_operand(7, Decoration::DescriptorSet), None);
        assert_eq!(module.member_decorations(5, Decoration::Offset), [(1, 16)].into());
        assert_eq!(module.declaration(4).map(|inst| inst.operands), Some(&[32, 0][..]));
        let variable = Variable { id: 7, class: StorageClass::StorageBuffer, pointee: 5 };
        assert_eq!(module.variables().collect::<Vec<_>>(), [variable]);
        assert_eq!(module.functions.len(), 6, "the functions start at OpFunction");
    }

    #[test]
    fn unknown_opcodes_are_skipped() {
        let mut words = module(&[]);
        words.extend([2 << 16 | 0xfff0, 1, 2 << 16 | Op::Capability as Word, Capability::Shader as Word]);
        assert_eq!(Module::read(&words).unwrap().capabilities().count(), 1);
    }

    #[test]
    fn malformed_modules_are_errors() {
        let error = |words: &[Word]| Module::read(words).unwrap_err();
        assert_eq!(error(&[]), ReadError::NotSpirv);
        assert_eq!(error(&[MAGIC_NUMBER, 0, 0]), ReadError::TruncatedHeader);
        let truncated = |first: Word| error(&[MAGIC_NUMBER, 0, 0, 0, 0, first]);
        assert_eq!(truncated(0x0009_0013), ReadError::TruncatedInstruction { offset: 5, opcode: 0x13 });
        assert_eq!(truncated(0), ReadError::TruncatedInstruction { offset: 5, opcode: 0 });
        assert_eq!(truncated(1 << 16 | Op::TypeVoid as Word), ReadError::MissingOperands(Op::TypeVoid));
    }
}
