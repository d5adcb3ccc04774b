//! Derivatives within quads, which occupy four consecutive lanes (SPV_NV_compute_shader_derivatives).

use crate::code::{Program, WarpStep};
use crate::column::{Column, Registers, Slot};
use nvc_ir::{DerivativeGroup, Op};

/// The local index of the invocation at a lane, where lanes are numbered across the warps of a workgroup. For
/// `Quads`, four consecutive lanes are 2x2 invocations if width and height of the workgroup are even.
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

/// The two lanes whose values a lane subtracts: the first minus the second.
fn pair(op: Op, lane: usize) -> [usize; 2] {
    let quad = lane & !3;
    let own = match op {
        Op::DdxFine | Op::DdyFine => lane,
        _ => quad,
    };
    let step = if matches!(op, Op::Ddx | Op::DdxFine | Op::DdxCoarse) { 1 } else { 2 };
    [own | step, own & !step]
}

/// The derivatives of a value's columns. Unspecified derivatives are coarse.
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

/// The derivatives of coordinates in x or y, one number per axis.
pub(super) fn of_coordinates(registers: &Registers, lane: usize, coord: &[Slot], op: Op) -> Vec<f64> {
    let [to, from] = pair(op, lane);
    let value = |slot: Slot, lane: usize| f64::from(f32::from_bits(registers.get(slot, lane) as u32));
    coord.iter().map(|&slot| value(slot, to) - value(slot, from)).collect()
}
