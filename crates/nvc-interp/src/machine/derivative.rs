//! Differences within groups of four invocations, which stand in four lanes in a row
//! (SPV_NV_compute_shader_derivatives).

use crate::code::{Program, WarpStep};
use crate::column::{Column, Registers, Slot};
use nvc_ir::{DerivativeGroup, Op};

/// The index in the work group of the invocation that stands at a place: lanes count on from warp to warp.
/// Two by two invocations follow each other, if the size of the work group lets them.
pub(super) fn index(program: &Program, place: u32) -> u32 {
    let [width, height, _] = program.group_size;
    let halves = width % 2 == 0 && height % 2 == 0;
    if program.derivatives != Some(DerivativeGroup::Quads) || !halves {
        return place;
    }
    let (quad, corner) = (place / 4, place % 4);
    let (across, up) = (width / 2, height / 2);
    let (x, y, z) = (quad % across, quad / across % up, quad / across / up);
    (z * height + 2 * y + corner / 2) * width + 2 * x + corner % 2
}

/// The lanes whose values a lane subtracts: the second from the first.
fn pair(op: Op, lane: usize) -> [usize; 2] {
    let quad = lane & !3;
    let own = match op {
        Op::DdxFine | Op::DdyFine => lane,
        _ => quad,
    };
    let step = if matches!(op, Op::Ddx | Op::DdxFine | Op::DdxCoarse) { 1 } else { 2 };
    [own | step, own & !step]
}

/// The differences of a value's columns. What says neither fine nor coarse is coarse.
pub(super) fn differences(registers: &Registers, step: &WarpStep) -> Vec<Column> {
    let values = step.args.first().map_or(&[] as &[Slot], |slots| slots);
    let column = |&slot: &Slot| {
        let values = registers.column(slot);
        std::array::from_fn(|lane| {
            let [to, from] = pair(step.op, lane).map(|lane| f32::from_bits(values[lane] as u32));
            u64::from((to - from).to_bits())
        })
    };
    values.iter().map(column).collect()
}

/// The differences of coordinates along x or y, with one number per axis.
pub(super) fn of_coordinates(registers: &Registers, lane: usize, coord: &[Slot], op: Op) -> Vec<f64> {
    let [to, from] = pair(op, lane);
    let value = |slot: Slot, lane: usize| f64::from(f32::from_bits(registers.get(slot, lane) as u32));
    coord.iter().map(|&slot| value(slot, to) - value(slot, from)).collect()
}
