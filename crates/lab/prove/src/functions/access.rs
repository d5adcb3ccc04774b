//! Symbolic execution of loads, stores and atomics. Memory is an array term for each region (see `memory`); a volatile access
//! or an atomic is an event, that is, an effect with unknown results (see `effects`).

use super::execute::{Execution, Frame};
use super::layout::fields;
use super::memory::{self, Pointer, Region, word};
use super::state::{OPAQUE, State, Val};
use crate::lane::{Lane, Sort, sorts};
use crate::solver::Term;
use anyhow::{Context as _, Result, bail};
use nvc_ir::function::InstRef;
use nvc_ir::imm::{Access, AtomicOp};
use nvc_ir::{Type, TypeKind, Value};

impl<'m> Execution<'_, '_, 'm> {
    /// Records that behaviour is undefined if the state is reached and the pointer is not valid.
    pub(super) fn check(&mut self, state: &State, pointer: Pointer) {
        let invalid = self.logic.not(self.encoder, pointer.valid);
        let reached = self.logic.and(self.encoder, state.path, invalid);
        self.undefined = self.logic.or(self.encoder, self.undefined, reached);
    }

    /// Loads a value. A descriptor is an uninterpreted function of its address, a volatile load is an event.
    pub(super) fn load(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        ty: Type,
        access: Access,
    ) -> Result<Val> {
        let types = &self.module.types;
        if matches!(types.kind(ty), TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler)
            || matches!(pointer.region, Region::Descriptors(..))
        {
            let term = pointer.address(self.encoder);
            let lanes = self.encoder.apply(
                "descriptor",
                &format!("{:?}", pointer.region),
                &[Lane::Bits { term, width: 64 }],
                &[Sort::Bits(OPAQUE)],
            )?;
            let term = self.encoder.bits(lanes[0]);
            return Ok(Val::Opaque(self.encoder.bind(word(self.encoder.solver, OPAQUE), term)));
        }
        self.check(state, pointer);
        if access.volatile {
            let term = pointer.address(self.encoder);
            let address = Lane::Bits { term, width: 64 };
            let name = format!("{:?}", pointer.region);
            return Ok(Val::Lanes(self.event(
                state,
                "volatile.load",
                &name,
                &[address],
                &sorts(types, ty)?,
            )?));
        }
        let memory = self.memory(state, pointer.region)?;
        let mut lanes = Vec::new();
        for field in fields(types, ty)? {
            let width = if field.is_bool { 32 } else { field.sort.width() };
            let bits = self.read(state, memory, pointer.plus(field.offset), width)?;
            lanes.push(match field.is_bool {
                false => self.encoder.of_bits(field.sort, bits),
                true => {
                    let solver = self.encoder.solver;
                    let low = solver.app_indexed("extract", &[0, 0], &[bits]);
                    Lane::Bits { term: self.encoder.bind(word(solver, 1), low), width: 1 }
                }
            });
        }
        Ok(Val::Lanes(lanes))
    }

    /// Stores a value. A volatile store is an event and leaves the memory term unchanged.
    pub(super) fn store(
        &mut self,
        frame: &Frame<'m>,
        state: &mut State,
        pointer: Pointer,
        value: Value,
        access: Access,
    ) -> Result<()> {
        let ty = frame.func.ty(frame.func.resolve(value));
        let Val::Lanes(lanes) = self.value(frame, state, value)? else { bail!("a store of an opaque value") };
        self.check(state, pointer);
        if access.volatile {
            let term = pointer.address(self.encoder);
            let operands: Vec<Lane> = [Lane::Bits { term, width: 64 }].into_iter().chain(lanes).collect();
            self.event(state, "volatile.store", &format!("{:?}", pointer.region), &operands, &[])?;
            return Ok(());
        }
        let mut memory = self.memory(state, pointer.region)?;
        for (field, lane) in fields(&self.module.types, ty)?.into_iter().zip(lanes) {
            let mut bits = self.encoder.bits(lane);
            let mut width = field.sort.width();
            if field.is_bool {
                width = 32;
                let wide = self.encoder.solver.app_indexed("zero_extend", &[31], &[bits]);
                bits = self.encoder.bind(word(self.encoder.solver, 32), wide);
            }
            memory = self.write(state, memory, pointer.plus(field.offset), width, bits)?;
        }
        state.memory.insert(pointer.region, memory);
        Ok(())
    }

    /// The byte offset of an access or, in `after`, an equal one of `before` if the sweep finds it.
    pub(super) fn address(&mut self, state: &State, pointer: Pointer) -> Result<Term> {
        let address = pointer.address(self.encoder);
        self.swept(state, &pointer.region.name(), address)
    }

    /// Loads `width` bits.
    pub(super) fn read(&mut self, state: &State, memory: Term, pointer: Pointer, width: u32) -> Result<Term> {
        let address = self.address(state, pointer)?;
        self.reads.push((pointer.region, address));
        if width < 32 {
            return Ok(memory::read_part(self.encoder, memory, address, width));
        }
        let low = memory::read(self.encoder, memory, address);
        if width == 32 {
            return Ok(low);
        }
        let high = self.read(state, memory, pointer.plus(4), 32)?;
        let both = self.encoder.solver.app("concat", &[high, low]);
        Ok(self.encoder.bind(word(self.encoder.solver, 64), both))
    }

    /// Stores `width` bits. Returns the memory afterwards.
    pub(super) fn write(
        &mut self,
        state: &State,
        memory: Term,
        pointer: Pointer,
        width: u32,
        value: Term,
    ) -> Result<Term> {
        if width == 64 {
            let solver = self.encoder.solver;
            let part = |high, low| solver.app_indexed("extract", &[high, low], &[value]);
            let (low, high) = (part(31, 0), part(63, 32));
            let low = self.encoder.bind(word(solver, 32), low);
            let high = self.encoder.bind(word(solver, 32), high);
            let memory = self.write(state, memory, pointer, 32, low)?;
            return self.write(state, memory, pointer.plus(4), 32, high);
        }
        let address = self.address(state, pointer)?;
        let value = self.swept(state, &format!("stored.{width}"), value)?;
        Ok(match width {
            32 => memory::written(self.encoder, memory, address, value),
            _ => memory::written_part(self.encoder, memory, address, width, value),
        })
    }

    /// Executes an atomic as an event with two unknown results, the old and the new value: other invocations may have changed
    /// the memory.
    pub(super) fn atomic(
        &mut self,
        frame: &Frame<'m>,
        state: &mut State,
        inst: InstRef<'_>,
        op: AtomicOp,
        pointer: Pointer,
        values: &[Value],
    ) -> Result<Val> {
        if op.needs_loop() {
            bail!("atomic {}, which is lowered to a loop of atomics", op.name());
        }
        self.check(state, pointer);
        let term = self.address(state, pointer)?;
        let mut operands = vec![Lane::Bits { term, width: 64 }];
        for &value in values {
            for lane in self.lanes(frame, state, value)? {
                // Lowering may change the type of the memory, but not the bits.
                let bits = self.encoder.bits(lane);
                operands.push(Lane::Bits { term: bits, width: lane.sort().width() });
            }
        }
        let ty = frame.func.ty(inst.result.context("no result")?);
        let to = sorts(&self.module.types, ty)?;
        let &[sort] = &to[..] else { bail!("an atomic on a vector") };
        let name = format!("{}.{:?}", op.name(), pointer.region);
        let width = sort.width();
        let results =
            self.event(state, "atomic", &name, &operands, &[Sort::Bits(width), Sort::Bits(width)])?;
        let (old, new) = (self.encoder.bits(results[0]), self.encoder.bits(results[1]));
        let memory = self.memory(state, pointer.region)?;
        let changed = self.write(state, memory, pointer, width, new)?;
        state.memory.insert(pointer.region, changed);
        Ok(Val::Lanes(vec![self.encoder.of_bits(sort, old)]))
    }
}
