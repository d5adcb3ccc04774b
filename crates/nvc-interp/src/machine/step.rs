//! Executes the steps of a warp.

use super::frame::{Frame, Warp};
use super::{Machine, Site, TIME_SLICE, derivative};
use crate::code::{Callback, Code, Edge, End, ExactStep, Parts, Repack, Step};
use crate::column::{Column, Mask, Registers, Slot, WIDTH, lanes};
use crate::kernels;
use crate::site::State;
use crate::trace::{self, Invocation, Traced, TracedWarp};
use nvc_diag::Diagnostic;
use nvc_ir::imm::{Builtin, Scope};

/// How execution continues after a step.
enum Next {
    /// With the next step.
    Step,
    /// With the frame on top of the stack, which has changed.
    Again,
    /// With another warp, because this one must wait.
    Yield,
}

/// Value of the built-in `WarpsPerSm`. The interpreter emulates a single multiprocessor.
const WARPS_PER_SM: u64 = 64;

impl Machine<'_> {
    /// Runs a warp until it waits, ends or has used up its time slice.
    pub(super) fn run_warp(&mut self, warp: &mut Warp) -> Result<(), Box<Diagnostic>> {
        let end_of_slice = self.steps.saturating_add(TIME_SLICE);
        while !warp.frames.is_empty() {
            if self.run_block(warp)? || self.steps >= end_of_slice {
                return Ok(());
            }
        }
        warp.state = State::Done;
        Ok(())
    }

    /// Calls a callback, whose parameters must be set, and runs it to completion. Callbacks never wait for
    /// other warps.
    pub(super) fn call(
        &mut self,
        warp: &mut Warp,
        mask: Mask,
        callback: &Callback,
    ) -> Result<(), Box<Diagnostic>> {
        let depth = warp.frames.len();
        self.count(self.program.call_cost(callback.function), None)?;
        warp.frames.push(Frame::new(self.program, callback.function, mask, callback.results.clone()));
        while warp.frames.len() > depth {
            self.run_block(warp)?;
        }
        Ok(())
    }

    /// Executes steps of the topmost frame up to the end of a block, a call, or a step at which the warp must
    /// wait. Returns whether the warp must wait.
    fn run_block(&mut self, warp: &mut Warp) -> Result<bool, Box<Diagnostic>> {
        let Some(frame) = warp.frames.last_mut() else { return Ok(false) };
        if frame.mask == 0 && !frame.next() {
            warp.frames.pop();
            return Ok(false);
        }
        let (mask, block, start) = (frame.mask, frame.block, frame.step);
        let function = frame.function;
        let code: &Code = &self.program.functions[function];
        let body = &code.blocks[block];
        let site = |index: usize| body.insts.get(index).map(|&inst| Site { function, inst });
        self.count(body.costs.get(start).copied().unwrap_or(1), site(start))?;
        for (index, step) in body.steps.iter().enumerate().skip(start) {
            if let Step::Compute { kernel, dst, args } = step {
                kernel(&mut warp.registers, mask, *dst, args);
                continue;
            }
            let Some(site) = site(index) else { continue };
            let next = self.step(warp, step, mask, site)?;
            if matches!(next, Next::Step) {
                continue;
            }
            // After the call or the wait, the block continues with the next step.
            let depth = warp.frames.len() - usize::from(matches!(next, Next::Again));
            if let Some(frame) = warp.frames.get_mut(depth - 1) {
                frame.step = index + 1;
            }
            return Ok(matches!(next, Next::Yield));
        }
        end(warp, &body.end, mask);
        Ok(false)
    }

    fn step(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        mask: Mask,
        site: Site,
    ) -> Result<Next, Box<Diagnostic>> {
        match step {
            Step::Compute { kernel, dst, args } => kernel(&mut warp.registers, mask, *dst, args),
            Step::Repack(repack) => run_repack(&mut warp.registers, mask, repack),
            Step::Builtin { builtin, dst } => self.builtin(warp, mask, *builtin, dst),
            Step::Element { dst, table, index } => {
                for lane in lanes(mask) {
                    let (table, index) = (warp.registers.get(*table, lane), warp.registers.get(*index, lane));
                    let row = usize::try_from(table).ok().and_then(|t| self.program.tables.get(t));
                    let region = row.and_then(|row| row.get(usize::try_from(index).ok()?)).copied();
                    warp.registers.set(*dst, lane, region.unwrap_or(crate::code::NO_REGION));
                }
            }
            Step::Memory(access) => self.access(warp, mask, access, site),
            Step::Length { dst, region, before, stride, bits } => {
                for lane in lanes(mask) {
                    let region = usize::try_from(warp.registers.get(*region, lane)).ok();
                    let bytes = region.and_then(|r| self.buffers.get(r)).map_or(0, Vec::len);
                    let count = (bytes as u64).saturating_sub((*before).into()) / u64::from(*stride);
                    warp.registers.set(*dst, lane, count & (u64::MAX >> (64 - bits)));
                }
            }
            Step::Image(access) => self.image(warp, mask, access, site),
            Step::Warp(op) => self.across(warp, mask, op, site),
            Step::Coop(coop) if coop.dst().spread.workgroup => {
                warp.state = State::Gathering(site);
                return Ok(Next::Yield);
            }
            Step::Coop(coop) => self.collective(std::slice::from_mut(warp), coop)?,
            Step::Matrix(matrix) => self.matrix(warp, mask, matrix, site),
            Step::Tensor(tensor) => self.tensor(warp, mask, tensor, site)?,
            Step::CoopVector(step) => self.coop_vector(warp, mask, step, site),
            Step::PerElement(calls) => self.per_element(warp, mask, calls)?,
            Step::Coordinate { spread, number, dst } => self.coordinate(warp, mask, *spread, *number, *dst),
            Step::Clock(dst) => {
                for (&slot, word) in dst.iter().zip([self.steps, self.steps >> 32]) {
                    let word = if dst.len() == 1 { word } else { word & 0xffff_ffff };
                    warp.registers.write(mask, slot, &[word; WIDTH]);
                }
            }
            Step::Abort(text) => return Err(self.aborted(text, site)),
            Step::Print(message) => self.print(&warp.registers, mask, message, Some(site))?,
            Step::Barrier(barrier) => {
                self.fence(warp, mask, barrier.memory);
                if matches!(barrier.execution, Some(Scope::Workgroup | Scope::Device)) {
                    if let Some(checks) = &mut self.checks {
                        checks.at_barrier(mask, warp.all, site);
                    }
                    warp.state = State::Waiting(site);
                    return Ok(Next::Yield);
                }
            }
            Step::Call { function, moves, results } => {
                self.count(self.program.call_cost(*function), Some(site))?;
                moves.iter().for_each(|&(to, from)| warp.registers.copy(mask, to, from));
                warp.frames.push(Frame::new(self.program, *function, mask, results.clone()));
                return Ok(Next::Again);
            }
            Step::Divisor { x, y, min, all } => self.check_division(warp, mask, [*x, *y], *min, *all, site),
            Step::Amount { amount, width } => self.check_shift(warp, mask, *amount, *width, site),
            Step::Index { index, bits, bound } => self.check_index(warp, mask, *index, *bits, *bound, site),
            Step::Converged => {
                if let Some(checks) = &mut self.checks {
                    checks.at_matrix(mask, warp.all, site);
                }
            }
            Step::Undefined => {
                for lane in lanes(mask) {
                    let who = self.invocation(warp, lane);
                    if let Some(checks) = &mut self.checks {
                        checks.undefined(site, who);
                    }
                }
            }
            Step::Exact(exact) => {
                if !is_exact(&warp.registers, mask, exact) {
                    self.inexact.insert(site);
                }
            }
            Step::Trace(shown) => {
                let traced = self.config.trace;
                let sources = self.shuffled.take();
                let lane = lanes(warp.all).find(|&lane| Some(self.invocation(warp, lane)) == traced);
                if let Some(lane) = lane {
                    let step = TracedWarp {
                        loc: self.loc(Some(site)),
                        step: shown,
                        active: mask,
                        all: warp.all,
                        sources,
                        registers: &warp.registers,
                    };
                    self.trace(&step, lane);
                }
            }
        }
        Ok(Next::Step)
    }

    /// Returns the invocation of a lane.
    pub(super) fn invocation(&self, warp: &Warp, lane: usize) -> Invocation {
        let lane = warp.number * self.lanes() + lane as u32;
        Invocation { group: self.group, local: derivative::local_index(self.program, lane) }
    }

    /// Passes a memory barrier to the run-time checks.
    fn fence(&mut self, warp: &Warp, mask: Mask, scope: Scope) {
        if self.checks.is_none() {
            return;
        }
        for lane in lanes(mask) {
            let who = self.invocation(warp, lane);
            if let Some(checks) = &mut self.checks {
                checks.fence(who, scope);
            }
        }
    }

    /// Passes an instruction to the tracer. `lane` is the lane of the traced invocation in this warp.
    fn trace(&mut self, warp: &TracedWarp<'_>, lane: usize) {
        let Some((tracer, _)) = &mut self.tracer else { return };
        tracer.warp(warp);
        if warp.active >> lane & 1 == 0 {
            return;
        }
        let show = |shown| trace::value(warp.registers, shown, lane);
        tracer.instruction(&Traced {
            loc: warp.loc,
            text: &warp.step.text,
            operands: warp.step.operands.iter().map(show).collect(),
            result: warp.step.result.as_ref().map(show),
        });
    }

    fn check_division(
        &mut self,
        warp: &Warp,
        mask: Mask,
        [x, y]: [Slot; 2],
        min: Option<u64>,
        all: u64,
        site: Site,
    ) {
        for lane in lanes(mask) {
            let (x, y) = (warp.registers.get(x, lane), warp.registers.get(y, lane));
            let overflow = min == Some(x) && y == all;
            if y == 0 || overflow {
                let who = self.invocation(warp, lane);
                if let Some(checks) = &mut self.checks {
                    checks.division(site, who, y == 0);
                }
            }
        }
    }

    fn check_shift(&mut self, warp: &Warp, mask: Mask, amount: Slot, width: u8, site: Site) {
        for lane in lanes(mask) {
            let amount = warp.registers.get(amount, lane);
            if amount >= u64::from(width) {
                let who = self.invocation(warp, lane);
                if let Some(checks) = &mut self.checks {
                    checks.shift(site, who, amount, width);
                }
            }
        }
    }

    fn check_index(&mut self, warp: &Warp, mask: Mask, index: Slot, bits: u8, bound: u32, site: Site) {
        let unused = 64 - u32::from(bits.clamp(1, 64));
        for lane in lanes(mask) {
            let index = (warp.registers.get(index, lane) << unused) as i64 >> unused;
            if !(0..i64::from(bound)).contains(&index) {
                let who = self.invocation(warp, lane);
                if let Some(checks) = &mut self.checks {
                    checks.index(site, who, index, bound);
                }
            }
        }
    }

    /// Writes a built-in input to its columns, in the active lanes.
    fn builtin(&self, warp: &mut Warp, mask: Mask, builtin: Builtin, dst: &[Slot]) {
        let size = self.program.group_size;
        let count = self.lanes();
        // One bit per lane. A warp has at most 32 lanes, so all bits are in the first component of a lane
        // mask.
        let every = u64::MAX >> (64 - count);
        for (axis, &slot) in dst.iter().enumerate() {
            let mut column: Column = [0; WIDTH];
            for (lane, out) in column.iter_mut().enumerate() {
                let index = derivative::local_index(self.program, warp.number * count + lane as u32);
                let local = [index % size[0], index / size[0] % size[1], index / size[0] / size[1]];
                let part = |vector: [u32; 3]| u64::from(vector.get(axis).copied().unwrap_or(0));
                *out = match builtin {
                    Builtin::GlobalId => {
                        let base = part(self.group).wrapping_mul(part(size));
                        base.wrapping_add(part(local)) & 0xffff_ffff
                    }
                    Builtin::LocalId => part(local),
                    Builtin::GroupId => part(self.group),
                    Builtin::GroupCount => part(self.groups),
                    Builtin::GroupSize => part(size),
                    Builtin::LocalIndex => index.into(),
                    Builtin::WarpLane | Builtin::SubgroupLane => lane as u64,
                    Builtin::SubgroupSize => count.into(),
                    Builtin::SubgroupCount => size.iter().product::<u32>().div_ceil(count).into(),
                    Builtin::SubgroupId | Builtin::WarpId => warp.number.into(),
                    Builtin::SmId | Builtin::DeviceIndex => 0,
                    Builtin::WarpsPerSm => WARPS_PER_SM,
                    Builtin::SmCount => 1,
                    Builtin::SubgroupEqMask
                    | Builtin::SubgroupGeMask
                    | Builtin::SubgroupGtMask
                    | Builtin::SubgroupLeMask
                    | Builtin::SubgroupLtMask
                        if axis > 0 =>
                    {
                        0
                    }
                    Builtin::SubgroupEqMask => 1 << lane,
                    Builtin::SubgroupGeMask => u64::MAX << lane & every,
                    Builtin::SubgroupGtMask => u64::MAX << lane << 1 & every,
                    Builtin::SubgroupLeMask => (2 << lane) - 1,
                    Builtin::SubgroupLtMask => (1 << lane) - 1,
                };
            }
            warp.registers.write(mask, slot, &column);
        }
    }
}

/// Executes a terminator.
fn end(warp: &mut Warp, end: &End, mask: Mask) {
    let Some(frame) = warp.frames.last_mut() else { return };
    frame.mask = 0;
    let registers = &mut warp.registers;
    match end {
        End::Jump(edge) => take(registers, frame, edge, mask),
        End::Branch { cond, then, otherwise } => {
            let true_lanes = registers.true_lanes(*cond);
            take(registers, frame, then, mask & true_lanes);
            take(registers, frame, otherwise, mask & !true_lanes);
        }
        End::Switch { selector, cases, default } => {
            let selector = *registers.column(*selector);
            let mut rest = mask;
            for (literal, edge) in cases {
                let taken = lanes(rest).filter(|&lane| selector[lane] == *literal);
                let taken = taken.fold(0, |mask: Mask, lane| mask | 1 << lane);
                take(registers, frame, edge, taken);
                rest &= !taken;
            }
            take(registers, frame, default, rest);
        }
        End::Return(values) => {
            for (&to, &from) in frame.results.iter().zip(values) {
                registers.copy(mask, to, from);
            }
        }
        End::Unreachable => {}
    }
}

/// Moves lanes along an edge: sets the block parameters and makes the lanes wait at the target block.
fn take(registers: &mut Registers, frame: &mut Frame, edge: &Edge, mask: Mask) {
    if mask != 0 {
        edge.moves.iter().for_each(|&(to, from)| registers.copy(mask, to, from));
        frame.wait(edge.block as usize, mask);
    }
}

/// Executes a [`Repack`].
fn run_repack(registers: &mut Registers, mask: Mask, repack: &Repack) {
    let format = match repack.parts {
        Parts::Bits => None,
        Parts::Pack(format) | Parts::Unpack(format) => Some(format.bytes() * 8),
    };
    let width = |bits: u8, packed: bool| format.filter(|_| packed).unwrap_or(usize::from(bits));
    let low_bits = |value: u64, width: usize| value & u64::MAX >> (64 - width.clamp(1, 64));
    let packs = matches!(repack.parts, Parts::Pack(_));
    let total: usize = repack.from.iter().map(|&(_, bits)| width(bits, packs)).sum();
    // A scalar may straddle two 64-bit words.
    let mut words = vec![0u64; total / 64 + 2];
    for lane in lanes(mask) {
        words.fill(0);
        let mut at = 0;
        for &(slot, bits) in &repack.from {
            let mut value = registers.get(slot, lane);
            if let Parts::Pack(format) = repack.parts {
                value = format.encode_channel(value as u32).into();
            }
            let size = width(bits, packs);
            let shifted = u128::from(low_bits(value, size)) << (at % 64);
            if let Some([low, high]) = words.get_mut(at / 64..at / 64 + 2) {
                *low |= shifted as u64;
                *high |= (shifted >> 64) as u64;
            }
            at += size;
        }
        at = 0;
        for &(slot, bits) in &repack.to {
            let size = width(bits, matches!(repack.parts, Parts::Unpack(_)));
            let mut value = match words.get(at / 64..at / 64 + 2) {
                Some(&[low, high]) => ((u128::from(high) << 64 | u128::from(low)) >> (at % 64)) as u64,
                _ => 0,
            };
            value = low_bits(value, size);
            at += size;
            if let Parts::Unpack(format) = repack.parts {
                value = format.decode_channel(value as u32).into();
            }
            registers.set(slot, lane, value);
        }
    }
}

/// Returns whether a result is exact in all active lanes.
fn is_exact(registers: &Registers, mask: Mask, step: &ExactStep) -> bool {
    lanes(mask).all(|lane| {
        let mut args = [0; 4];
        for (arg, &slot) in args.iter_mut().zip(&step.args) {
            *arg = registers.get(slot, lane);
        }
        let args = &args[..step.args.len().min(4)];
        kernels::is_exact(step.op, step.from, step.to, args, registers.get(step.dst, lane))
    })
}
