//! Instructions: their data, the table of them, and views that add the immediate and the source location.

use super::imms::ImmNumber;
use super::{Args, Function, Loc};
use crate::entity::{Arena, Entity, Inst, Value};
use crate::imm::Imm;
use crate::ops::Op;
use std::ops::{Deref, Index, IndexMut};

/// What almost every walk over instructions reads. Immediates ([`Function::imm`]) and source locations ([`Function::loc`])
/// are in tables of their own.
#[derive(Clone, Debug)]
pub struct InstData {
    /// Operation.
    pub op: Op,
    /// Operands.
    pub args: Args,
    /// Result value, if the operation has one.
    pub result: Option<Value>,
    /// Whether contraction and re-association are disabled (`PREC` in assembly, `precise` in GLSL).
    pub precise: bool,
    pub(super) imm: ImmNumber,
}

impl InstData {
    /// The data of an instruction that is not precise and has no immediate.
    #[inline]
    pub(crate) fn new(op: Op, args: Args, result: Option<Value>) -> Self {
        InstData { op, args, result, precise: false, imm: ImmNumber::NONE }
    }
}

/// In programs that are larger than the caches, every walk waits for memory: two instructions fit in a cache line.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<InstData>() == 32);

/// The instructions of a function, indexed by their ids. It grows by [`Function::new_inst`] only, as each instruction also has
/// an immediate and a source location.
#[derive(Clone, Debug, Default)]
pub struct InstTable(pub(super) Arena<Inst, InstData>);

impl InstTable {
    /// Returns the id of the next instruction that is created.
    ///
    /// # Panics
    /// If the table is full, as for [`Arena::push`].
    #[inline]
    pub fn next_key(&self) -> Inst {
        self.0.next_key()
    }

    /// Returns the number of instructions.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the instruction with an id, or `None` if the id is not in this table.
    #[inline]
    pub fn get(&self, inst: Inst) -> Option<&InstData> {
        self.0.get(inst)
    }

    /// Iterates over ids and instructions, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Inst, &InstData)> + ExactSizeIterator {
        self.0.iter()
    }

    /// Iterates over ids and mutable instructions, in order.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Inst, &mut InstData)> {
        self.0.iter_mut()
    }

    /// Iterates over the ids, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = Inst> + ExactSizeIterator + use<> {
        self.0.keys()
    }

    /// Iterates over the instructions, in order.
    pub fn values(&self) -> std::slice::Iter<'_, InstData> {
        self.0.values()
    }
}

impl Index<Inst> for InstTable {
    type Output = InstData;
    #[inline]
    fn index(&self, inst: Inst) -> &InstData {
        &self.0[inst]
    }
}

impl IndexMut<Inst> for InstTable {
    #[inline]
    fn index_mut(&mut self, inst: Inst) -> &mut InstData {
        &mut self.0[inst]
    }
}

/// An instruction of a function. The immediate and the location are read only if they are asked for.
///
/// It consists of two references, and so it is passed in registers: the id follows from the address of the data.
#[derive(Clone, Copy)]
pub struct InstRef<'f> {
    func: &'f Function,
    /// An entry of the function's table.
    data: &'f InstData,
}

impl<'f> InstRef<'f> {
    /// Returns the id of the instruction.
    #[inline]
    pub fn id(self) -> Inst {
        let table = self.func.insts.values().as_slice().as_ptr().addr();
        let offset = std::ptr::from_ref(self.data).addr() - table;
        Inst::from_index((offset / size_of::<InstData>()) as u32)
    }

    /// Returns the data, for as long as the function is borrowed.
    #[inline]
    pub fn data(self) -> &'f InstData {
        self.data
    }

    /// Returns a copy with other operands and another immediate.
    pub fn with_operands(self, args: Args, imm: Imm) -> OwnedInst {
        OwnedInst { data: InstData { args, imm: ImmNumber::NONE, ..*self.data }, imm, loc: self.loc() }
    }

    /// Returns the immediate operand.
    #[inline]
    pub fn imm(self) -> Imm {
        self.func.imms.get(|| self.id(), self.data.imm)
    }

    /// Returns a hash of the immediate operand, for comparisons with other instructions of the function.
    #[inline]
    pub fn imm_hash(self) -> u64 {
        self.func.imms.hash(|| self.id(), self.data.imm)
    }

    /// Returns whether an instruction of the same function has the same immediate.
    #[inline]
    pub fn has_imm_of(self, other: InstRef<'_>) -> bool {
        self.data.imm == other.data.imm && (self.data.imm != ImmNumber::OTHER || self.imm() == other.imm())
    }

    /// Returns the source location.
    #[inline]
    pub fn loc(self) -> Loc {
        self.func.loc(self.id())
    }
}

impl Deref for InstRef<'_> {
    type Target = InstData;
    #[inline]
    fn deref(&self) -> &InstData {
        self.data
    }
}

impl std::fmt::Debug for InstRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("InstRef")
            .field(&self.id())
            .field(self.data)
            .field(&self.imm())
            .field(&self.loc())
            .finish()
    }
}

/// An instruction outside the tables of a function, for code that changes the function meanwhile.
#[derive(Clone, Debug)]
pub struct OwnedInst {
    /// The data, without the number of the immediate, which is of use in one function only.
    data: InstData,
    imm: Imm,
    loc: Loc,
}

impl OwnedInst {
    /// Returns a copy with another operation, which has no immediate.
    pub fn with_op(&self, op: Op) -> Self {
        OwnedInst { data: InstData { op, ..self.data.clone() }, imm: Imm::None, loc: self.loc }
    }

    /// Returns the operands.
    pub fn into_args(self) -> Args {
        self.data.args
    }

    /// Returns the immediate operand.
    #[inline]
    pub fn imm(&self) -> Imm {
        self.imm
    }

    /// Returns the source location.
    #[inline]
    pub fn loc(&self) -> Loc {
        self.loc
    }
}

impl Deref for OwnedInst {
    type Target = InstData;
    #[inline]
    fn deref(&self) -> &InstData {
        &self.data
    }
}

impl Function {
    /// Returns an instruction, with access to its immediate and its location.
    ///
    /// # Panics
    /// If the function has no such instruction.
    #[inline]
    pub fn inst(&self, inst: Inst) -> InstRef<'_> {
        InstRef { func: self, data: &self.insts[inst] }
    }

    /// Like [`inst`](Self::inst), but `None` if the function has no such instruction.
    #[inline]
    pub fn get_inst(&self, inst: Inst) -> Option<InstRef<'_>> {
        Some(InstRef { func: self, data: self.insts.get(inst)? })
    }

    /// Returns the immediate operand of an instruction.
    #[inline]
    pub fn imm(&self, inst: Inst) -> Imm {
        self.imms.get(|| inst, self.insts[inst].imm)
    }

    /// Replaces the immediate operand of an instruction.
    pub fn set_imm(&mut self, inst: Inst, imm: Imm) {
        self.insts[inst].imm = self.imms.set(inst, imm);
    }

    /// Returns the source location of an instruction.
    #[inline]
    pub fn loc(&self, inst: Inst) -> Loc {
        self.locs[inst.index()]
    }

    /// Returns a copy of an instruction.
    pub fn copy_inst(&self, inst: Inst) -> OwnedInst {
        let data = InstData { imm: ImmNumber::NONE, ..self.insts[inst].clone() };
        OwnedInst { data, imm: self.imm(inst), loc: self.loc(inst) }
    }

    /// Returns an instruction that is to be replaced. It is left without operands.
    #[inline]
    pub fn take_inst(&mut self, inst: Inst) -> OwnedInst {
        let imm = self.imm(inst);
        let data = &mut self.insts[inst];
        let data = InstData { args: std::mem::take(&mut data.args), imm: ImmNumber::NONE, ..*data };
        OwnedInst { data, imm, loc: self.loc(inst) }
    }
}

#[cfg(test)]
mod tests {
    use crate::function::Args;
    use crate::{Function, Imm, Op, Types};

    #[test]
    fn views_and_copies_have_the_immediate_of_their_instruction() {
        let mut func = Function::new("main");
        let insts =
            [1, 2, 3].map(|k| func.new_inst(Op::Extract, Imm::Index(k), Args::new(), Some(Types::I32), None));
        func.set_imm(insts[1], Imm::Index(5));
        for (inst, k) in insts.into_iter().zip([1, 5, 3]) {
            let view = func.inst(inst);
            assert_eq!((view.id(), view.imm(), view.loc()), (inst, Imm::Index(k), None));
            assert_eq!(func.copy_inst(inst).imm(), Imm::Index(k));
            assert_eq!(view.result.and_then(|result| func.def(result)).map(|def| def.id()), Some(inst));
        }
    }
}
