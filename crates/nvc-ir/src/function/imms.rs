//! The immediates of a function's instructions.

use crate::entity::Inst;
use crate::imm::Imm;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Most functions have fewer different immediates than this.
const FEW: usize = 56;

/// The number of an immediate in [`Imms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ImmNumber(u16);

impl ImmNumber {
    /// The number of [`Imm::None`].
    pub(super) const NONE: ImmNumber = ImmNumber(0);

    /// The number of every immediate that came when all others had been given out.
    pub(super) const OTHER: ImmNumber = ImmNumber(u16::MAX);
}

/// The immediates of a function's instructions. Most instructions have none, and the others have few different ones, so that an
/// instruction stores a number of 16 bits instead of its immediate.
#[derive(Clone, Debug, Default)]
pub(super) struct Imms {
    /// The immediate of each number, from 1.
    distinct: Vec<Imm>,
    /// The number of each immediate except [`Imm::None`].
    numbers: FxHashMap<Imm, ImmNumber>,
    /// The immediates with the number [`ImmNumber::OTHER`].
    others: FxHashMap<Inst, Imm>,
}

impl Imms {
    /// Returns the immediate of an instruction, given its number.
    #[inline]
    pub(super) fn get(&self, inst: impl FnOnce() -> Inst, number: ImmNumber) -> Imm {
        let Some(index) = usize::from(number.0).checked_sub(1) else { return Imm::None };
        match self.distinct.get(index) {
            Some(&imm) => imm,
            None => self.others.get(&inst()).copied().unwrap_or_default(),
        }
    }

    /// Returns a hash of the immediate of an instruction, given its number.
    #[inline]
    pub(super) fn hash(&self, inst: impl FnOnce() -> Inst, number: ImmNumber) -> u64 {
        match number {
            ImmNumber::OTHER => FxBuildHasher.hash_one(self.others.get(&inst())),
            number => number.0.into(),
        }
    }

    /// Sets the immediate of an instruction. Returns the number that the instruction must store.
    #[inline]
    pub(super) fn set(&mut self, inst: Inst, imm: Imm) -> ImmNumber {
        match imm {
            Imm::None => ImmNumber::NONE,
            imm => self.number(inst, imm),
        }
    }

    fn number(&mut self, inst: Inst, imm: Imm) -> ImmNumber {
        if let Some(&number) = self.numbers.get(&imm) {
            return number;
        }
        match u16::try_from(self.distinct.len() + 1).map(ImmNumber) {
            Ok(number) if number != ImmNumber::OTHER => {
                if self.distinct.is_empty() {
                    self.distinct.reserve(FEW);
                    self.numbers.reserve(FEW);
                }
                self.distinct.push(imm);
                self.numbers.insert(imm, number);
                number
            }
            _ => {
                self.others.insert(inst, imm);
                ImmNumber::OTHER
            }
        }
    }

    /// Replaces the ids of instructions, and forgets the immediates of those that have no new one.
    pub(super) fn renumber(&mut self, number: impl Fn(Inst) -> Option<Inst>) {
        let others = std::mem::take(&mut self.others).into_iter();
        self.others = others.filter_map(|(inst, imm)| Some((number(inst)?, imm))).collect();
    }
}

#[cfg(test)]
mod tests {
    use crate::function::Args;
    use crate::{Block, Function, Imm, Inst, Op, Types};
    use std::collections::HashSet;

    /// A block with an instruction for each of `count` immediates.
    fn function(count: u32) -> (Function, Block) {
        let mut func = Function::new("main");
        let block = func.new_block();
        func.layout.push(block);
        for index in 0..count {
            let inst = func.new_inst(Op::Extract, Imm::Index(index), Args::new(), Some(Types::I32), None);
            func.blocks[block].insts.push(inst);
        }
        (func, block)
    }

    fn imms(func: &Function, block: Block) -> Vec<Imm> {
        func.blocks[block].insts.iter().map(|&inst| func.imm(inst)).collect()
    }

    #[test]
    fn functions_have_any_number_of_immediates() {
        let (mut func, block) = function(70_000);
        let expected: Vec<Imm> = (0..70_000).map(Imm::Index).collect();
        assert_eq!(imms(&func, block), expected);
        let hashes = func.insts().map(|(_, data)| data.imm_hash()).collect::<HashSet<_>>();
        assert_eq!(hashes.len(), 70_000);

        let changed: Vec<Inst> = [3, 69_999].map(|at| func.blocks[block].insts[at]).to_vec();
        func.set_imm(changed[0], Imm::Index(80_000));
        func.set_imm(changed[1], Imm::None);
        // The ids of all that follow change.
        func.blocks[block].insts.remove(0);
        func.compact();
        let mut expected = expected[1..].to_vec();
        (expected[2], expected[69_998]) = (Imm::Index(80_000), Imm::None);
        let last = func.layout[0];
        assert_eq!(imms(&func, last), expected);
    }
}
