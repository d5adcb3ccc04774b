//! Executes operations across the lanes of a warp: votes, ballots, shuffles, matches, and through [`group`] and
//! [`derivative`] also reductions, scans and derivatives.

use super::frame::Warp;
use super::{Machine, Site, derivative, group};
use crate::code::WarpStep;
use crate::column::{Column, Mask, Registers, Slot, WIDTH, lanes};
use nvc_ir::Op;
use nvc_ir::imm::{Imm, ShuffleMode};

impl Machine<'_> {
    /// Executes an operation across lanes.
    pub(super) fn across(&mut self, warp: &mut Warp, mask: Mask, step: &WarpStep, site: Site) {
        let registers = &warp.registers;
        let empty: &[Slot] = &[];
        let arg = |n: usize| step.args.get(n).map_or(empty, |slots| slots);
        let column = |n: usize| arg(n).first().map_or([0; WIDTH], |&slot| *registers.column(slot));
        let true_lanes = arg(0).first().map_or(0, |&slot| registers.true_lanes(slot));
        let broadcast = |value: bool| [u64::from(value); WIDTH];
        let first: Column = match step.op {
            Op::NvShuffle
            | Op::SubgroupShuffle
            | Op::SubgroupShuffleXor
            | Op::SubgroupShuffleUp
            | Op::SubgroupShuffleDown
            | Op::SubgroupBroadcast
            | Op::SubgroupBroadcastFirst
            | Op::SubgroupQuadBroadcast
            | Op::SubgroupQuadSwap
            | Op::SubgroupRotate => return self.shuffle(warp, mask, step, site),
            Op::SubgroupArithmetic => {
                let columns = group::arithmetic(registers, mask, step);
                for (&slot, column) in step.dst.iter().zip(&columns) {
                    warp.registers.write(mask, slot, column);
                }
                return;
            }
            Op::Ddx | Op::DdxFine | Op::DdxCoarse | Op::Ddy | Op::DdyFine | Op::DdyCoarse => {
                let columns = derivative::derivatives(registers, step);
                for (&slot, column) in step.dst.iter().zip(&columns) {
                    warp.registers.write(mask, slot, column);
                }
                return;
            }
            Op::SubgroupElect => std::array::from_fn(|lane| u64::from(lowest(mask) == lane)),
            Op::SubgroupInverseBallot
            | Op::SubgroupBallotBit
            | Op::SubgroupBallotCount
            | Op::SubgroupBallotLsb
            | Op::SubgroupBallotMsb => {
                let subgroup = Mask::MAX >> (WIDTH as u32 - self.lanes());
                group::ballot_operation(step, &column(0), &column(1), subgroup)
            }
            Op::NvShuffleValid => {
                let (index, clamp) = (column(0), column(1));
                std::array::from_fn(|lane| u64::from(source(mode(step), lane, index[lane], clamp[lane]).1))
            }
            Op::NvAll | Op::SubgroupAll => broadcast(true_lanes & mask == mask),
            Op::NvAny | Op::SubgroupAny => broadcast(true_lanes & mask != 0),
            Op::SubgroupQuadAll | Op::SubgroupQuadAny => std::array::from_fn(|lane| {
                let quad = mask & 0xf << (lane & !3);
                let all = step.op == Op::SubgroupQuadAll;
                u64::from(if all { true_lanes & quad == quad } else { true_lanes & quad != 0 })
            }),
            Op::NvEqual => broadcast(true_lanes & mask == mask || true_lanes & mask == 0),
            Op::NvBallot | Op::SubgroupBallot => [u64::from(true_lanes & mask); WIDTH],
            Op::NvMatchAny | Op::SubgroupPartition => {
                let same = peers(registers, mask, arg(0));
                std::array::from_fn(|lane| u64::from(same[lane]))
            }
            Op::NvMatchAll => {
                let same = peers(registers, mask, arg(0));
                let all = lanes(mask).all(|lane| same[lane] == mask);
                [if all { u64::from(mask) } else { 0 }; WIDTH]
            }
            _ => {
                let same = peers(registers, mask, arg(0));
                broadcast(lanes(mask).all(|lane| same[lane] == mask))
            }
        };
        for (n, &slot) in step.dst.iter().enumerate() {
            // A lane mask has one 32-bit component per 32 lanes, of which a warp uses only the first.
            let column = if n == 0 { first } else { [0; WIDTH] };
            warp.registers.write(mask, slot, &column);
        }
    }

    /// Executes a shuffle, broadcast, swap or rotation: each active lane reads the value of a source lane.
    fn shuffle(&mut self, warp: &mut Warp, mask: Mask, step: &WarpStep, site: Site) {
        let Some(values) = step.args.first() else { return };
        let column = |n: usize| {
            let slot = step.args.get(n).and_then(|slots| slots.first());
            slot.map(|&slot| *warp.registers.column(slot))
        };
        let (index, third) = (column(1).unwrap_or_default(), column(2));
        let mut from = [0; WIDTH];
        for lane in lanes(mask) {
            let n = index[lane];
            let wanted = match step.op {
                Op::NvShuffle => {
                    let (s, valid) = source(mode(step), lane, n, third.map_or(0, |clamp| clamp[lane]));
                    if valid { s } else { lane as i64 }
                }
                Op::SubgroupShuffle | Op::SubgroupBroadcast => (n & 0xffff_ffff) as i64,
                Op::SubgroupBroadcastFirst => lowest(mask) as i64,
                Op::SubgroupQuadBroadcast => (lane & !3) as i64 + (n & 3) as i64,
                Op::SubgroupQuadSwap => lane as i64 ^ swap(step),
                Op::SubgroupRotate => {
                    let size =
                        third.map_or(u64::from(self.lanes()), |size| size[lane]).clamp(1, WIDTH as u64);
                    let (first, position) = (lane as u64 / size * size, lane as u64 % size);
                    (first + (position + n % size) % size) as i64
                }
                Op::SubgroupShuffleXor => lane as i64 ^ (n & 0xffff_ffff) as i64,
                Op::SubgroupShuffleUp => lane as i64 - (n & 0xffff_ffff) as i64,
                _ => lane as i64 + (n & 0xffff_ffff) as i64,
            };
            // The value of a nonexistent lane is undefined; use the lane's own value.
            let existing = usize::try_from(wanted).ok().filter(|&l| l < WIDTH && warp.all >> l & 1 == 1);
            from[lane] = existing.unwrap_or(lane);
            // Up and down shuffles may have no source lane: scans, for example, ignore the result in such
            // lanes.
            let optional = matches!(step.op, Op::SubgroupShuffleUp | Op::SubgroupShuffleDown);
            let defined = match existing {
                Some(source) => mask >> source & 1 == 1,
                None => optional,
            };
            if !defined && self.checks.is_some() {
                let who = self.invocation(warp, lane);
                if let Some(checks) = &mut self.checks {
                    checks.shuffle(site, who, wanted, existing.is_some());
                }
            }
        }
        self.shuffled = self.tracer.is_some().then(|| from.map(|lane| lane as u8));
        for (&value, &dst) in values.iter().zip(&step.dst) {
            let column = *warp.registers.column(value);
            let moved = std::array::from_fn(|lane| column[from[lane]]);
            warp.registers.write(mask, dst, &moved);
        }
    }
}

/// Returns the lowest active lane.
fn lowest(mask: Mask) -> usize {
    mask.trailing_zeros() as usize
}

/// Returns the xor mask of a quad swap: direction 0 is horizontal, 1 vertical, 2 diagonal.
fn swap(step: &WarpStep) -> i64 {
    match step.imm {
        Imm::Index(direction) => i64::from(direction & 3) + 1,
        _ => 0,
    }
}

fn mode(step: &WarpStep) -> ShuffleMode {
    match step.imm {
        Imm::Shuffle(mode) => mode,
        _ => ShuffleMode::Idx,
    }
}

/// Returns, for each active lane, the active lanes that have the same bits in all columns.
fn peers(registers: &Registers, mask: Mask, slots: &[Slot]) -> [Mask; WIDTH] {
    let mut same = [0; WIDTH];
    for lane in lanes(mask) {
        let equal = |other: &usize| {
            slots.iter().all(|&slot| registers.get(slot, lane) == registers.get(slot, *other))
        };
        same[lane] = lanes(mask).filter(equal).fold(0, |mask, other| mask | 1 << other);
    }
    same
}

/// Returns the source lane of an NVIDIA shuffle, and whether it is in range. The pass `lower-warp` implements
/// the same rule.
fn source(mode: ShuffleMode, lane: usize, index: u64, mask: u64) -> (i64, bool) {
    let (lane, index) = (lane as i64, (index & 31) as i64);
    let (segment, clamp) = ((mask >> 8 & 31) as i64, (mask & 31) as i64);
    let min = lane & segment;
    let max = min | (clamp & !segment);
    let source = match mode {
        ShuffleMode::Idx => min | (index & !segment),
        ShuffleMode::Up => lane - index,
        ShuffleMode::Down => lane + index,
        ShuffleMode::Xor => lane ^ index,
    };
    let valid = if mode == ShuffleMode::Up { source >= max } else { source <= max };
    (source, valid)
}
