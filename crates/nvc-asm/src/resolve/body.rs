//! The body of a resolved program.
//!
//! The parts that not all instructions have are in tables of their own, without gaps. Nothing in them owns memory. So a large
//! program takes less memory than a list of instructions that contain their operands, and no time to drop.

use nvc_diag::Span;
use std::num::NonZeroU32;

use crate::modifier::{DataType, TypeModifier};
use crate::resolve::{Access, CcRule, CcTest, Dst, Indices, Mods, Place, Src};
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
    pub(super) span: Span,
}

/// An instruction with the indices of its other parts in its chunk.
#[derive(Clone, Copy, Debug)]
struct Record {
    head: Head,
    /// [`NO_LINK`] without a link.
    link: u32,
    /// [`NONE`] without a destination.
    dst: u16,
    /// [`NONE`] without an access.
    access: u16,
    /// The first value operand.
    srcs: u16,
    src_count: u16,
}

/// An index that no table of a chunk has.
const NONE: u16 = u16::MAX;

/// An index that no body has.
const NO_LINK: u32 = u32::MAX;

/// The number of instructions of all chunks but the last, a power of two. Their operands have indices of 16 bits.
const CHUNK: usize = 1 << 10;

/// Consecutive instructions with their parts.
#[derive(Clone, Debug, Default)]
struct Chunk {
    records: Vec<Record>,
    dsts: Vec<Dst>,
    srcs: Vec<Src>,
    accesses: Vec<Access>,
}

impl Chunk {
    fn with_capacity(instructions: usize) -> Self {
        Chunk {
            records: Vec::with_capacity(instructions),
            dsts: Vec::with_capacity(instructions),
            srcs: Vec::with_capacity(instructions * 3 / 2),
            accesses: Vec::new(),
        }
    }

    fn inst(&self, record: &Record) -> Inst<'_> {
        let Record { head, link, dst, access, srcs, src_count } = *record;
        let Head { opcode, ty, from, storage, mods, test, span } = head;
        let first = usize::from(srcs);
        Inst {
            opcode,
            ty,
            from,
            storage,
            mods,
            dst: self.dsts.get(usize::from(dst)),
            srcs: self.srcs.get(first..first + usize::from(src_count)).unwrap_or_default(),
            access: self.accesses.get(usize::from(access)),
            test,
            link: Some(link as usize).filter(|_| link != NO_LINK),
            span,
        }
    }
}

/// The instructions of a program, in source order. They are in chunks, which never move, so that a large program is not copied
/// while it grows.
#[derive(Clone, Debug, Default)]
pub struct Body {
    chunks: Vec<Chunk>,
    /// The number of instructions.
    len: usize,
    /// The number of value operands in the last chunk that belong to its instructions. Those after them belong to the next
    /// instruction.
    used_srcs: usize,
    /// The indices of all operands that have any.
    indices: Vec<Indices>,
}

/// Identifies the indices of an operand: their position in the body's table, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndicesId(NonZeroU32);

impl Body {
    /// Creates a body with space for a number of instructions, at most a chunk.
    pub(super) fn with_capacity(instructions: usize) -> Self {
        Body { chunks: vec![Chunk::with_capacity(instructions.min(CHUNK))], ..Body::default() }
    }

    /// Returns the number of instructions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no instructions.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the instruction at an index.
    pub fn get(&self, at: usize) -> Option<Inst<'_>> {
        let chunk = self.chunks.get(at / CHUNK)?;
        chunk.records.get(at % CHUNK).map(|record| chunk.inst(record))
    }

    /// Iterates over the instructions.
    pub fn iter(&self) -> impl Iterator<Item = Inst<'_>> {
        self.chunks.iter().flat_map(|chunk| chunk.records.iter().map(|record| chunk.inst(record)))
    }

    /// Iterates over the value operands of all instructions.
    pub fn srcs(&self) -> impl Iterator<Item = &Src> {
        self.chunks.iter().flat_map(|chunk| &chunk.srcs)
    }

    /// Returns the indices of a variable in an operand.
    pub fn indices(&self, place: &Place) -> Indices {
        let at = place.indices.map(|id| id.0.get() as usize - 1);
        at.and_then(|at| self.indices.get(at)).copied().unwrap_or_default()
    }

    /// Adds the indices of a variable in an operand. Returns `None` if there are none.
    pub(super) fn add_indices(&mut self, indices: Indices) -> Option<IndicesId> {
        if indices == Indices::default() {
            return None;
        }
        self.indices.push(indices);
        // A source has fewer operands than bytes, which spans count with 32 bits.
        u32::try_from(self.indices.len()).ok().and_then(NonZeroU32::new).map(IndicesId)
    }

    /// Adds a value operand of the next instruction.
    pub(super) fn push_src(&mut self, src: Src) {
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.srcs.push(src);
        }
    }

    /// Returns the value operands of the next instruction.
    pub(super) fn new_srcs(&mut self) -> &mut [Src] {
        let srcs = self.chunks.last_mut().and_then(|chunk| chunk.srcs.get_mut(self.used_srcs..));
        srcs.unwrap_or_default()
    }

    /// Removes the value operands of the next instruction.
    pub(super) fn remove_new_srcs(&mut self) {
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.srcs.truncate(self.used_srcs);
        }
    }

    /// Adds an instruction, whose value operands have been added.
    pub(super) fn push(&mut self, head: Head, link: Option<usize>, dst: Option<Dst>, access: Option<Access>) {
        let Some(chunk) = self.chunks.last_mut() else { return };
        chunk.records.push(Record {
            head,
            link: link.map_or(NO_LINK, link_to),
            dst: push(&mut chunk.dsts, dst),
            access: push(&mut chunk.accesses, access),
            srcs: index(self.used_srcs),
            src_count: index(chunk.srcs.len() - self.used_srcs),
        });
        self.used_srcs = chunk.srcs.len();
        self.len += 1;
        if chunk.records.len() == CHUNK {
            self.chunks.push(Chunk::with_capacity(CHUNK));
            self.used_srcs = 0;
        }
    }

    /// Sets the link of an instruction.
    pub(super) fn link(&mut self, from: usize, to: usize) {
        let chunk = self.chunks.get_mut(from / CHUNK);
        if let Some(record) = chunk.and_then(|chunk| chunk.records.get_mut(from % CHUNK)) {
            record.link = link_to(to);
        }
    }
}

/// Adds an item to a table, if there is one. Returns its index.
fn push<T>(table: &mut Vec<T>, item: Option<T>) -> u16 {
    let Some(item) = item else { return NONE };
    table.push(item);
    index(table.len() - 1)
}

/// A body has fewer instructions than a source has bytes, which spans count with 32 bits.
fn link_to(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NO_LINK)
}

/// No instruction has so many operands that a chunk needs larger indices.
fn index(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(NONE)
}
