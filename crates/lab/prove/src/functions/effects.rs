//! Executes one instruction. Defines pure operations, and effects other than loads and stores.
//!
//! Effects such as those of atomics, image accesses, barriers and subgroup operations have no definition here. The results
//! of such an operation are uninterpreted functions of the operation, its operands and the sequence of earlier effects.
//! Another such function of the same arguments is the next sequence, so that two sequences are equal only if the same effects
//! occur in the same order.
//! Operations that only read, and convergent operations, do not extend the sequence.

use super::execute::{Execution, Frame};
use super::layout::size;
use super::memory::{Region, contents, literal, of_global, word};
use super::state::{OPAQUE, State, Val};
use crate::lane::{Lane, Sort, sorts};
use crate::meaning::{self, Meaning};
use anyhow::{Context as _, Result, bail};
use nvc_ir::function::InstRef;
use nvc_ir::imm::Builtin;
use nvc_ir::ops::Effect;
use nvc_ir::{Extent, Imm, Op, Space, Type, TypeKind};

impl<'m> Execution<'_, '_, 'm> {
    /// Executes an instruction. Returns `None` if execution ends there.
    pub fn instruction(
        &mut self,
        frame: &Frame<'m>,
        mut state: State,
        inst: InstRef<'_>,
    ) -> Result<Option<State>> {
        if inst.op == Op::Call {
            let Imm::Function(callee) = inst.imm() else { bail!("a call without a function") };
            let args: Result<Vec<Val>> =
                inst.args.iter().map(|&arg| self.value(frame, &state, arg)).collect();
            let Some((mut state, result)) = self.call(callee, state, args?)? else { return Ok(None) };
            if let (Some(name), Some(value)) = (inst.result, result.into_iter().next()) {
                state.values.insert(name, value);
            }
            return Ok(Some(state));
        }
        if inst.op == Op::Abort {
            self.effect(frame, &mut state, inst)?;
            self.ends.push((state, Vec::new()));
            return Ok(None);
        }
        let value = self.evaluate(frame, &mut state, inst)?;
        if let Some(name) = inst.result {
            state.values.insert(name, value.context("an instruction without a result")?);
        }
        Ok(Some(state))
    }

    fn evaluate(&mut self, frame: &Frame<'m>, state: &mut State, inst: InstRef<'_>) -> Result<Option<Val>> {
        let args = &inst.args[..];
        match (inst.op, inst.imm(), args) {
            (Op::GlobalAddr, Imm::Global(global), _) => {
                let ty = self.result_type(frame, inst)?;
                let (region, offset) = of_global(self.module, global);
                Ok(Some(Val::Pointer(self.start(region, offset, ty)?)))
            }
            (Op::LocalAddr, Imm::Local(local), _) => {
                use nvc_ir::entity::Entity;
                let ty = self.result_type(frame, inst)?;
                let region = Region::Local(frame.call, local.index() as u32);
                Ok(Some(Val::Pointer(self.start(region, 0, ty)?)))
            }
            (Op::BindlessAddr | Op::UnitAddr, Imm::Global(global), &[index]) => {
                let ty = self.result_type(frame, inst)?;
                let (region, offset) = of_global(self.module, global);
                let start = self.start(region, offset, ty)?;
                let lanes = self.lanes(frame, state, index)?;
                let low = self.low_word(lanes[0]);
                Ok(Some(Val::Pointer(self.advance(start, low, 1))))
            }
            (Op::AccessChain, _, &[pointer, ref indices @ ..]) => {
                let pointer = self.pointer(frame, state, pointer)?;
                let part = self.access(frame, state, pointer, indices)?;
                Ok(Some(self.physical(part)))
            }
            (Op::ArrayLength, Imm::Index(index), &[block]) => {
                let block = self.pointer(frame, state, block)?;
                let ty = self.result_type(frame, inst)?;
                Ok(Some(Val::Lanes(vec![self.array_length(block, index, ty)?])))
            }
            (Op::BytesLength, Imm::Global(global), &[element]) => {
                let pointer = self.bytes(frame, state, global, &[element], 0)?;
                let words = self.length_in_words(pointer)?;
                let solver = self.encoder.solver;
                let bytes = solver.app("concat", &[words, literal(solver, 2, 0)]);
                let term = self.encoder.bind(word(solver, 32), bytes);
                Ok(Some(Val::Lanes(vec![Lane::Bits { term, width: 32 }])))
            }
            (Op::Load, Imm::Access(access), &[pointer]) => {
                let pointer = self.pointer(frame, state, pointer)?;
                let ty = self.result_type_of_load(frame, inst)?;
                Ok(Some(self.load(state, pointer, ty, access)?))
            }
            (Op::BytesLoad, Imm::Bytes(bytes), &[element, offset]) => {
                let ty = self.result_type_of_load(frame, inst)?;
                let length = size(&self.module.types, ty)?;
                let pointer = self.bytes(frame, state, bytes.global, &[element, offset], length)?;
                Ok(Some(self.load(state, pointer, ty, bytes.access)?))
            }
            (Op::Store, Imm::Access(access), &[pointer, value]) => {
                let pointer = self.pointer(frame, state, pointer)?;
                self.store(frame, state, pointer, value, access)?;
                Ok(None)
            }
            (Op::BytesStore, Imm::Bytes(bytes), &[element, offset, value]) => {
                let length = size(&self.module.types, frame.func.ty(value))?;
                let pointer = self.bytes(frame, state, bytes.global, &[element, offset], length)?;
                self.store(frame, state, pointer, value, bytes.access)?;
                Ok(None)
            }
            (Op::Atomic, Imm::Atomic(op, _), &[pointer, ref values @ ..]) => {
                let pointer = self.pointer(frame, state, pointer)?;
                self.atomic(frame, state, inst, op, pointer, values).map(Some)
            }
            (Op::BytesAtomic, Imm::BytesAtomic(global, op), &[element, offset, ref values @ ..]) => {
                let ty = inst.result.map(|result| frame.func.ty(result)).context("no result")?;
                let length = size(&self.module.types, ty)?;
                let pointer = self.bytes(frame, state, global, &[element, offset], length)?;
                self.atomic(frame, state, inst, op, pointer, values).map(Some)
            }
            (op, ..) if op.info().effect == Effect::Pure => self.pure(frame, state, inst).map(Some),
            _ => self.effect(frame, state, inst),
        }
    }

    /// The type that the result of an address operation points to.
    fn result_type(&self, frame: &Frame<'m>, inst: InstRef<'_>) -> Result<Type> {
        let ty = frame.func.ty(inst.result.context("no result")?);
        Ok(self.module.types.pointee(ty).map_or(ty, |(_, to)| to))
    }

    fn result_type_of_load(&self, frame: &Frame<'m>, inst: InstRef<'_>) -> Result<Type> {
        Ok(frame.func.ty(inst.result.context("no result")?))
    }

    /// Appends an effect to the sequence. Returns its results as bit vectors: uninterpreted functions of `operands` and of the
    /// sequence before.
    pub(super) fn event(
        &mut self,
        state: &mut State,
        name: &str,
        imm: &str,
        operands: &[Lane],
        to: &[Sort],
    ) -> Result<Vec<Lane>> {
        let mut all = vec![Lane::Bits { term: state.trace, width: OPAQUE }];
        for (at, &lane) in operands.iter().enumerate() {
            let (bits, width) = (self.encoder.bits(lane), lane.sort().width());
            let term = self.swept(state, &format!("{name}.{at}.{width}"), bits)?;
            all.push(Lane::Bits { term, width });
        }
        let to: Vec<Sort> = to.iter().map(|&sort| Sort::Bits(sort.width())).collect();
        let list: Vec<Sort> = [Sort::Bits(OPAQUE)].into_iter().chain(to.iter().copied()).collect();
        let results = self.encoder.apply(name, imm, &all, &list)?;
        let mut named: Vec<Lane> = results.into_iter().map(|lane| self.encoder.named(lane)).collect();
        let next = named.remove(0);
        state.trace = self.encoder.bits(next);
        Ok(named)
    }

    /// Executes an operation whose effect is an uninterpreted function.
    fn effect(&mut self, frame: &Frame<'m>, state: &mut State, inst: InstRef<'_>) -> Result<Option<Val>> {
        let op = inst.op;
        let mut operands = Vec::new();
        for &arg in &inst.args {
            for lane in self.lanes(frame, state, arg)? {
                let term = self.encoder.bits(lane);
                operands.push(Lane::Bits { term, width: lane.sort().width() });
            }
        }
        let ty = inst.result.map(|result| frame.func.ty(result));
        let sorts = ty.map_or(Ok(Vec::new()), |ty| sorts(&self.module.types, ty))?;
        let imm = format!("{:?}", inst.imm());
        let name = known_as(op)?;
        let results = match op.info().effect {
            // Does not become part of the sequence, because passes may remove it. The result of a convergent operation depends
            // on the invocations that take the same branches, which the depth of branches represents.
            effect @ (Effect::Read | Effect::Convergent) => {
                let before = state.trace;
                let depth = self.logic.depth(state.path);
                let imm = if effect == Effect::Convergent { format!("{imm}.{depth}") } else { imm };
                let results = self.event(state, name, &imm, &operands, &sorts)?;
                state.trace = before;
                results
            }
            Effect::Sync => {
                let results = self.event(state, name, &imm, &operands, &sorts)?;
                self.expose(state)?;
                results
            }
            _ => self.event(state, name, &imm, &operands, &sorts)?,
        };
        let lanes: Vec<Lane> = results
            .into_iter()
            .zip(&sorts)
            .map(|(lane, &sort)| {
                let bits = self.encoder.bits(lane);
                self.encoder.of_bits(sort, bits)
            })
            .collect();
        Ok(ty.map(|_| Val::Lanes(lanes)))
    }

    /// Lets other invocations read and change the memory in `exposed`.
    fn expose(&mut self, state: &mut State) -> Result<()> {
        for region in self.exposed.clone() {
            let memory = self.memory(state, region)?;
            let solver = self.encoder.solver;
            let (trace, sort) = (word(solver, OPAQUE), contents(solver));
            let (seen, changed) = (format!("seen.{}", region.name()), format!("changed.{}", region.name()));
            solver.declare_function(&seen, vec![trace, sort], trace)?;
            solver.declare_function(&changed, vec![trace, sort], sort)?;
            let next = solver.app(&seen, &[state.trace, memory]);
            state.trace = self.encoder.bind(trace, next);
            let memory = solver.app(&changed, &[state.trace, memory]);
            let memory = self.encoder.bind(sort, memory);
            state.memory.insert(region, memory);
        }
        Ok(())
    }

    /// Evaluates an operation without effects: by its row in the table of meanings or, if the result is an image or a sampler,
    /// as an uninterpreted function. Of operations that return other pointers than device addresses, supports only `select`.
    fn pure(&mut self, frame: &Frame<'m>, state: &mut State, inst: InstRef<'_>) -> Result<Val> {
        let ty = frame.func.ty(inst.result.context("no result")?);
        let types = &self.module.types;
        let mut args = Vec::new();
        for &arg in &inst.args {
            args.push(self.lanes(frame, state, arg)?);
        }
        let arg_types: Vec<Type> =
            inst.args.iter().map(|&arg| frame.func.ty(frame.func.resolve(arg))).collect();
        let is_opaque = |ty: Type| {
            matches!(types.kind(ty), TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler)
        };
        if is_opaque(ty) {
            let lanes = self.encoder.apply(
                inst.op.info().name,
                &format!("{:?}", inst.imm()),
                &args.concat(),
                &[Sort::Bits(OPAQUE)],
            )?;
            let term = self.encoder.bits(lanes[0]);
            return Ok(Val::Opaque(self.encoder.bind(word(self.encoder.solver, OPAQUE), term)));
        }
        if let Some((space, _)) = types.pointee(ty)
            && space != Space::PhysicalStorageBuffer
        {
            match (inst.op, &inst.args[..]) {
                (Op::Select, &[condition, yes, no]) => {
                    let condition = self.lanes(frame, state, condition)?;
                    let condition = self.truth(condition[0]);
                    let (yes, no) = (self.value(frame, state, yes)?, self.value(frame, state, no)?);
                    let merged = super::state::merged(self.encoder, self.logic, condition, &yes, &no);
                    return merged.context("a choice between pointers to different memory");
                }
                _ => bail!("{} of a pointer", inst.op.info().name),
            }
        }
        if matches!(meaning::of(inst.op), Some(Meaning::Function(_)))
            && matches!(inst.imm(), Imm::Global(_) | Imm::Local(_))
        {
            bail!("{} of a global", inst.op.info().name);
        }
        let imm = match inst.imm() {
            // The lowering of warps assumes that a subgroup is a warp.
            Imm::Builtin(Builtin::WarpLane) => Imm::Builtin(Builtin::SubgroupLane),
            imm => imm,
        };
        let lanes = self.encoder.operation(types, inst.op, imm, &arg_types, &args, ty)?;
        let lanes: Vec<Lane> = lanes.into_iter().map(|lane| self.encoder.named(lane)).collect();
        if let Imm::Builtin(builtin) = inst.imm() {
            self.assume_range(builtin, &lanes);
        }
        Ok(Val::Lanes(lanes))
    }

    /// Assumes that the built-in inputs that identify the invocation are within the workgroup.
    fn assume_range(&mut self, builtin: Builtin, lanes: &[Lane]) {
        let Some(entry) = &self.module.entry else { return };
        let sizes = entry.workgroup_size.map(|extent| match extent {
            Extent::Fixed(size) => Some(u64::from(size)),
            Extent::Spec(_) => None,
        });
        let bounds: Vec<Option<u64>> = match builtin {
            Builtin::LocalId => sizes.to_vec(),
            Builtin::LocalIndex => vec![sizes.iter().try_fold(1u64, |all, size| all.checked_mul((*size)?))],
            _ => return,
        };
        for (&lane, bound) in lanes.iter().zip(bounds) {
            if let Some(bound) = bound.filter(|&bound| bound <= u32::MAX.into()) {
                let below = self.below(lane, bound);
                self.assumed = self.logic.and(self.encoder, self.assumed, below);
            }
        }
    }
}

/// Returns the name of an operation's uninterpreted function. A warp operation has the name of the subgroup operation that it
/// is lowered to: its lane mask is the first component of the subgroup's.
fn known_as(op: Op) -> Result<&'static str> {
    let same = match op {
        Op::NvBallot => Op::SubgroupBallot,
        Op::NvAll => Op::SubgroupAll,
        Op::NvAny => Op::SubgroupAny,
        Op::NvEqual => Op::SubgroupAllEqual,
        Op::NvMatchAny => Op::SubgroupPartition,
        Op::NvMatchAll | Op::NvShuffle => {
            bail!("{}, which is lowered to several subgroup operations", op.info().name)
        }
        _ => op,
    };
    Ok(same.info().name)
}
