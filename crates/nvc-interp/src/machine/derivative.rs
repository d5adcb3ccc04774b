//! Computes derivatives within quads (SPV_NV_compute_shader_derivatives). A quad is four consecutive lanes.

use crate::code::{Program, WarpStep};
use crate::column::{Column, Registers, Slot};
use nvc_ir::{DerivativeGroup, Op};

/// Returns the local index of the invocation in a lane. Lanes are numbered consecutively across the warps of
/// a work group. With `Quads`, four consecutive lanes are 2x2 invocations, if the work group's width and
/// height are even.
pub(super) fn local_index(program: &Program, lane: u32) -> u32 {
    let [width, height, _] = program.group_size;
    let even = width % 2 == 0 && height % 2 == 0;
    if program.derivatives != Some(DerivativeGroup::Quads) || !even {
        return lane;
    }
    let (quad, corner) = (lane / 4, lane % 4);
    let (across, up) = (width / 2, height / 2);
    let (x, y, z) = (quad % across, quad / across % up, quad / across / up);
    (z * height + 2 * y + corner / 2) * width + 2 * x + corner % 2
}

/// Returns the two lanes whose difference is the derivative in a lane: the first minus the second.
fn pair(op: Op, lane: usize) -> [usize; 2] {
    let quad = lane & !3;
    let own = match op {
        Op::DdxFine | Op::DdyFine => lane,
        _ => quad,
    };
    let step = if matches!(op, Op::Ddx | Op::DdxFine | Op::DdxCoarse) { 1 } else { 2 };
    [own | step, own & !step]
}

/// Returns the derivatives of a value's columns. Derivatives that are neither fine nor coarse are computed as
/// coarse.
pub(super) fn derivatives(registers: &Registers, step: &WarpStep) -> Vec<Column> {
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

/// Returns the derivatives of coordinates in x or y, one number per axis.
pub(super) fn of_coordinates(registers: &Registers, lane: usize, coord: &[Slot], op: Op) -> Vec<f64> {
    let [to, from] = pair(op, lane);
    let value = |slot: Slot, lane: usize| f64::from(f32::from_bits(registers.get(slot, lane) as u32));
    coord.iter().map(|&slot| value(slot, to) - value(slot, from)).collect()
}
