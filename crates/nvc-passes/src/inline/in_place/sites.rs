//! Finds the calls whose arguments are loaded from, or whose results are stored to, variables of the caller.

use super::{InMemory, load, root, store};
use crate::inline::Body;
use nvc_ir::imm::Imm;
use nvc_ir::{Function, Inst, InstRef, Local, Op, Value, ValueDef};
use std::ops::RangeInclusive;

/// A pointer of the caller that replaces a variable in the copy of a body.
#[derive(Clone, Copy)]
pub(in crate::inline) struct Pointer {
    /// The variable of the body.
    pub local: Local,
    /// The caller's pointer.
    pub pointer: Value,
    /// The store of the body that initialises the variable; it is not copied.
    pub init: Option<Inst>,
    /// The store of the caller that writes the result back; it is removed.
    pub store: Option<Inst>,
}

/// A variable of the caller that a body can use in place.
struct Candidate {
    pointer: Value,
    root: Local,
    /// The positions between which nothing else may write the variable. The range starts at the load of the argument, or at
    /// the call if there is none; it ends at the store of the result, or at the call if there is none.
    range: RangeInclusive<usize>,
    /// The store of the result, if the result goes back to the variable.
    store: Option<Inst>,
}

/// For each call in a block that is replaced by a body, the pointers that replace variables of the body.
pub(in crate::inline) fn pointers(
    func: &Function,
    insts: &[Inst],
    bodies: &[Option<&Body>],
) -> Vec<Vec<Pointer>> {
    // The variables that inlined bodies write, each with the positions from the call to the store of the result.
    let mut written: Vec<(Local, RangeInclusive<usize>)> = Vec::new();
    let mut list = Vec::new();
    for (at, body) in bodies.iter().enumerate() {
        let Some(body) = body else { continue };
        let call = Call { func, insts, at };
        let mut pointers = Vec::new();
        // The variables that this body uses in place, and whether it writes them.
        let mut taken: Vec<(Local, bool)> = Vec::new();
        let before = written.len();
        for variable in &body.in_memory {
            let Some(Candidate { pointer, root, range, store }) = call.candidate(variable) else { continue };
            let writes = store.is_some();
            let conflict = taken.iter().any(|&(other, written)| other == root && (written || writes));
            let overlaps = written[..before].iter().any(|(other, written)| {
                *other == root && written.start() <= range.end() && range.start() <= written.end()
            });
            if conflict || overlaps {
                continue;
            }
            taken.push((root, writes));
            if writes {
                written.push((root, at..=*range.end()));
            }
            let init = variable.parameter.map(|(_, init)| init);
            pointers.push(Pointer { local: variable.local, pointer, init, store });
        }
        list.push(pointers);
    }
    list
}

/// A call in a block of the caller.
struct Call<'a> {
    func: &'a Function,
    insts: &'a [Inst],
    /// The position of the call.
    at: usize,
}

impl Call<'_> {
    fn data(&self, at: usize) -> Option<InstRef<'_>> {
        self.insts.get(at).map(|&inst| self.func.inst(inst))
    }

    /// The position of the load of a variable's argument.
    fn loaded_at(&self, variable: &InMemory) -> Option<usize> {
        let (parameter, _) = variable.parameter?;
        let argument = *self.data(self.at)?.args.get(parameter)?;
        let ValueDef::Inst(inst) = self.func.values[argument].def else { return None };
        self.insts[..self.at].iter().rposition(|&other| other == inst)
    }

    /// The variable of the caller that can replace a variable of the body, if any.
    fn candidate(&self, variable: &InMemory) -> Option<Candidate> {
        let mut pointer = None;
        let (mut start, mut end, mut store) = (self.at, self.at, None);
        if variable.parameter.is_some() {
            start = self.loaded_at(variable)?;
            let loaded = load(self.data(start)?)?;
            let root = root(self.func, loaded)?;
            if (start + 1..self.at).any(|at| self.touches(at, root, false)) {
                return None;
            }
            pointer = Some(loaded);
        }
        if let Some(part) = variable.part {
            let (position, inst, to) = self.store_of(part)?;
            let root = root(self.func, to)?;
            let is_late =
                self.insts[self.at..position].iter().any(|&inst| self.func.insts[inst].result == Some(to));
            let is_used = (self.at + 1..position).any(|at| self.touches(at, root, true));
            if is_late || is_used || pointer.is_some_and(|pointer| pointer != to) {
                return None;
            }
            (pointer, end, store) = (Some(to), position, Some(inst));
        }
        let pointer = pointer.filter(|&pointer| self.func.ty(pointer) == variable.pointer)?;
        Some(Candidate { pointer, root: root(self.func, pointer)?, range: start..=end, store })
    }

    /// The store of a part of the result: the position, the instruction and the pointer.
    fn store_of(&self, part: usize) -> Option<(usize, Inst, Value)> {
        let result = self.data(self.at)?.result?;
        let extracts_result =
            |data: InstRef<'_>| data.op == Op::Extract && data.args.first() == Some(&result);
        let mut value = None;
        for at in self.at + 1..self.insts.len() {
            let data = self.data(at)?;
            match data.imm() {
                Imm::Index(index) if extracts_result(data) && index as usize == part => value = data.result,
                _ => {}
            }
            match store(data) {
                Some((pointer, stored)) if Some(stored) == value || (stored == result && part == 0) => {
                    return Some((at, self.insts[at], pointer));
                }
                _ => {}
            }
        }
        None
    }

    /// Whether the instruction at a position may write a variable; with `reads`, whether it may read or write it.
    fn touches(&self, at: usize, variable: Local, reads: bool) -> bool {
        let Some(data) = self.data(at) else { return true };
        if data.op == Op::AccessChain || (!reads && load(data).is_some()) {
            return false;
        }
        data.args.iter().any(|&arg| root(self.func, arg) == Some(variable))
    }
}
