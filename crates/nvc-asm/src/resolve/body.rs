//! The body of a resolved program.
//!
//! The parts that not all instructions have are in tables of their own, without gaps. Nothing in them owns memory. So a large
//! program takes half the memory of a list of instructions that contain their operands, and no time to drop.

use nvc_diag::Span;

use crate::modifier::{DataType, TypeModifier};
use crate::resolve::{Access, CcRule, CcTest, Dst, Mods, Src};
use crate::table::Opcode;

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub struct Inst<'p> {
    /// The opcode.
    pub opcode: Opcode,
    /// The type of the instruction, with the default applied. For loads, stores and atomics it is the type of
    /// one component in memory; for CVT, the type of the result.
    pub ty: DataType,
    /// The type of the operand, for CVT.
    pub from: Option<DataType>,
    /// The storage modifier of memory and image instructions; `None` for formatted image access.
    pub storage: Option<TypeModifier>,
    /// The modifiers other than types.
    pub mods: Mods,
    /// The destination.
    pub dst: Option<&'p Dst>,
    /// The value operands, in the order of the instruction's table row. Optional ones may be missing.
    pub srcs: &'p [Src],
    /// The memory, texture, image or call operand.
    pub access: Option<&'p Access>,
    /// The condition of IF, BRK, CONT, RET, CAL or CALI.
    pub test: Option<CcTest>,
    /// The index in [`Body`] of the matching instruction: the ELSE or ENDIF of an IF, the ENDIF of
    /// an ELSE, the IF of an ENDIF, the ENDREP of a REP, the REP of an ENDREP, BRK or CONT.
    pub link: Option<usize>,
    /// The span of the statement.
    pub span: Span,
}

impl Inst<'_> {
    /// Returns the condition of a flow instruction; `None` if it is unconditional, that is, has no test or
    /// the test TR.
    pub fn branch_condition(&self) -> Option<&CcTest> {
        self.test.as_ref().filter(|test| test.rule != CcRule::Tr)
    }
}

/// The parts of an instruction that all instructions have, and those that are not in tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) opcode: Opcode,
    pub(super) ty: DataType,
    pub(super) from: Option<DataType>,
    pub(super) storage: Option<TypeModifier>,
    pub(super) mods: Mods,
    pub(super) test: Option<CcTest>,
    pub(super) link: Option<usize>,
    pub(super) span: Span,
}

/// An instruction with the indices of its other parts.
#[derive(Clone, Copy, Debug)]
struct Record {
    head: Head,
    /// [`NONE`] without a destination.
    dst: u32,
    /// [`NONE`] without an access.
    access: u32,
    /// The first value operand.
    srcs: u32,
    src_count: u32,
}

/// An index that no table has.
const NONE: u32 = u32::MAX;

/// The instructions of a program, in source order.
#[derive(Clone, Debug, Default)]
pub struct Body {
    records: Vec<Record>,
    dsts: Vec<Dst>,
    srcs: Vec<Src>,
    accesses: Vec<Access>,
    /// The number of value operands of all instructions but the one that is being resolved.
    used_srcs: usize,
}

impl Body {
    /// Creates a body with space for a number of instructions.
    pub(super) fn with_capacity(instructions: usize) -> Self {
        Body {
            records: Vec::with_capacity(instructions),
            dsts: Vec::with_capacity(instructions),
            srcs: Vec::with_capacity(instructions * 3 / 2),
            ..Body::default()
        }
    }

    /// Reserves space for more instructions, if there is none for `now` of them.
    pub(super) fn reserve(&mut self, now: usize, more: impl FnOnce() -> usize) {
        if self.records.capacity() - self.records.len() >= now {
            return;
        }
        let more = more().max(now);
        self.records.reserve_exact(more);
        // As many per instruction as before.
        let part = |length: usize| more * length / self.records.len().max(1);
        let (dsts, srcs, accesses) =
            (part(self.dsts.len()), part(self.srcs.len()), part(self.accesses.len()));
        self.dsts.reserve(dsts);
        self.srcs.reserve(srcs);
        self.accesses.reserve(accesses);
    }

    /// Returns the number of instructions.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are no instructions.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the instruction at an index.
    pub fn get(&self, at: usize) -> Option<Inst<'_>> {
        self.records.get(at).map(|record| self.inst(record))
    }

    /// Iterates over the instructions.
    pub fn iter(&self) -> impl Iterator<Item = Inst<'_>> {
        self.records.iter().map(|record| self.inst(record))
    }

    /// Returns the value operands of all instructions.
    pub fn srcs(&self) -> &[Src] {
        &self.srcs
    }

    fn inst(&self, record: &Record) -> Inst<'_> {
        let Record { head, dst, access, srcs, src_count } = *record;
        let Head { opcode, ty, from, storage, mods, test, link, span } = head;
        let first = srcs as usize;
        Inst {
            opcode,
            ty,
            from,
            storage,
            mods,
            dst: self.dsts.get(dst as usize),
            srcs: self.srcs.get(first..first + src_count as usize).unwrap_or_default(),
            access: self.accesses.get(access as usize),
            test,
            link,
            span,
        }
    }

    /// Adds a value operand of the next instruction.
    pub(super) fn push_src(&mut self, src: Src) {
        self.srcs.push(src);
    }

    /// Returns the value operands of the next instruction.
    pub(super) fn new_srcs(&mut self) -> &mut [Src] {
        self.srcs.get_mut(self.used_srcs..).unwrap_or_default()
    }

    /// Removes the value operands of the next instruction.
    pub(super) fn remove_new_srcs(&mut self) {
        self.srcs.truncate(self.used_srcs);
    }

    /// Adds an instruction, whose value operands have been added.
    pub(super) fn push(&mut self, head: Head, dst: Option<Dst>, access: Option<Access>) {
        let record = Record {
            head,
            dst: push(&mut self.dsts, dst),
            access: push(&mut self.accesses, access),
            srcs: index(self.used_srcs),
            src_count: index(self.srcs.len() - self.used_srcs),
        };
        self.used_srcs = self.srcs.len();
        self.records.push(record);
    }

    /// Sets the link of an instruction.
    pub(super) fn link(&mut self, from: usize, to: usize) {
        if let Some(record) = self.records.get_mut(from) {
            record.head.link = Some(to);
        }
    }
}

/// Adds an item to a table, if there is one. Returns its index.
fn push<T>(table: &mut Vec<T>, item: Option<T>) -> u32 {
    let Some(item) = item else { return NONE };
    table.push(item);
    index(table.len() - 1)
}

/// The length of the text limits all indices.
fn index(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}
