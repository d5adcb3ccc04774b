//! Collects instructions into the sections of a SPIR-V module and hands out ids.

use super::measure::Measure;
use nvc_ir::limits::Limit;
use rspirv::dr::{self, Operand};
use rspirv::grammar;
use rspirv::spirv::{Decoration, Op, Word};
use rustc_hash::{FxHashMap, FxHashSet};

/// An instruction's shape, apart from its result id: equal shapes are equal types and constants.
type Shape = (Op, Option<Word>, Vec<Operand>);

/// Longer names are cut: the length of an instruction is a 16-bit number of words.
const MAX_NAME: usize = 1024;

/// A SPIR-V module under construction.
pub(super) struct Writer {
    /// The sections.
    pub module: dr::Module,
    last_id: Word,
    interned: FxHashMap<Shape, Word>,
    decorated: FxHashSet<(Word, Decoration)>,
    /// rspirv finds an opcode's grammar by linear search.
    classes: FxHashMap<Op, &'static grammar::Instruction<'static>>,
    names: bool,
    measure: Measure,
}

impl Writer {
    /// An empty module; `names` says whether it gets `OpName`s.
    pub fn new(names: bool) -> Self {
        Writer {
            module: dr::Module::new(),
            last_id: 0,
            interned: FxHashMap::default(),
            decorated: FxHashSet::default(),
            classes: FxHashMap::default(),
            names,
            measure: Measure::default(),
        }
    }

    /// A new id.
    pub fn id(&mut self) -> Word {
        self.last_id += 1;
        self.last_id
    }

    /// One more than the greatest id.
    pub fn bound(&self) -> Word {
        self.last_id + 1
    }

    /// What was written since the last call that exceeds a limit, and how much it has.
    pub fn exceeded(&mut self) -> Option<(Limit, usize)> {
        self.measure.exceeded.take()
    }

    /// The greatest id.
    pub fn last_id(&self) -> usize {
        self.last_id as usize
    }

    /// An instruction, not in the module yet.
    pub fn instruction(
        &mut self,
        op: Op,
        ty: Option<Word>,
        id: Option<Word>,
        operands: Vec<Operand>,
    ) -> dr::Instruction {
        self.measure.instruction(op, ty, id, &operands);
        let class = *self.classes.entry(op).or_insert_with(|| grammar::INSTRUCTION_TABLE.get(op));
        dr::Instruction { class, result_type: ty, result_id: id, operands }
    }

    /// Declares a type, constant or variable that is not shared.
    pub fn declare(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.id();
        let inst = self.instruction(op, ty, Some(id), operands);
        self.module.types_global_values.push(inst);
        id
    }

    /// The one declaration of a type or constant of this shape.
    pub fn intern(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let shape = (op, ty, operands);
        if let Some(&id) = self.interned.get(&shape) {
            return id;
        }
        let id = self.declare(op, ty, shape.2.clone());
        self.interned.insert(shape, id);
        id
    }

    /// Decorates an id, once per decoration.
    pub fn decorate(&mut self, id: Word, decoration: Decoration, operands: &[Operand]) {
        if !self.decorated.insert((id, decoration)) {
            return;
        }
        let mut all = vec![Operand::IdRef(id), Operand::Decoration(decoration)];
        all.extend_from_slice(operands);
        let inst = self.instruction(Op::Decorate, None, None, all);
        self.module.annotations.push(inst);
    }

    /// Decorates a member of a struct type with its byte offset.
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

    /// A text that instructions refer to.
    pub fn string(&mut self, text: Operand) -> Word {
        let id = self.id();
        let inst = self.instruction(Op::String, None, Some(id), vec![text]);
        self.module.debug_string_source.push(inst);
        id
    }

    /// Names an id.
    pub fn name(&mut self, id: Word, name: &str) {
        if !self.names || name.is_empty() {
            return;
        }
        let operands = vec![Operand::IdRef(id), literal(name)];
        let inst = self.instruction(Op::Name, None, None, operands);
        self.module.debug_names.push(inst);
    }
}

/// A name as a literal string, cut where SPIR-V's encoding would end.
pub(super) fn literal(name: &str) -> Operand {
    let end = name.find('\0').unwrap_or(name.len());
    let mut end = end.min(MAX_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    Operand::LiteralString(name[..end].to_owned())
}

/// A text as a literal string, as long as it is. A NUL would end it.
pub(super) fn literal_text(text: &str) -> Operand {
    Operand::LiteralString(text.replace('\0', " "))
}
