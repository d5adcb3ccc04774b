//! Executes loads and stores of cooperative matrices through tensor layouts and views. Addresses are computed
//! element by element, as specified by GL_NV_cooperative_matrix2.

use super::Machine;
use super::frame::Warp;
use crate::code::{Arena, LayoutOperand, TensorStep, ViewOperand};
use crate::column::{Mask, Registers, Slot, lanes};
use crate::site::Site;
use nvc_diag::Diagnostic;
use nvc_exec::device_address;
use nvc_ir::tensor::{ClampMode, MAX_TENSOR_DIMENSIONS};

/// Coordinates in a tensor. Unused dimensions are 0.
type Coord = [u32; MAX_TENSOR_DIMENSIONS as usize];

/// The location in a tensor that a matrix element maps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// Clipped by the view: a load keeps the old value, and a store skips the element.
    Clipped,
    /// Outside the tensor: a load returns the clamp value, and a store skips the element.
    Outside,
    /// In a block of the tensor: index of the block, coordinates of the block, and coordinates in the block.
    Element { index: u32, block: Coord, inner: Coord },
}

impl Machine<'_> {
    /// Executes a load or store.
    pub(super) fn tensor(
        &mut self,
        warp: &mut Warp,
        mask: Mask,
        step: &TensorStep,
        site: Site,
    ) -> Result<(), Box<Diagnostic>> {
        let count = step.accesses.len().max(step.dst.len());
        for number in 0..count {
            let mut active = 0;
            for lane in lanes(mask) {
                let Some(position) = self.row_and_column(warp, step.spread, number, lane) else { continue };
                let numbers = Numbers { registers: &warp.registers, lane };
                match target(&numbers, step, position) {
                    Target::Clipped => {
                        if let (Some(&to), Some(&from)) = (step.dst.get(number), step.old.get(number)) {
                            warp.registers.copy(1 << lane, to, from);
                        }
                    }
                    Target::Outside => {
                        let value = numbers.last(&step.layout.slots);
                        if let Some(&to) = step.dst.get(number) {
                            warp.registers.set(to, lane, u64::from(value) & step.mask);
                        }
                    }
                    Target::Element { index, block, inner } => {
                        active |= 1 << lane;
                        let start = warp.registers.get(step.start, lane);
                        let offset = start.wrapping_add(u64::from(index).wrapping_mul(step.size));
                        warp.registers.set(step.offset, lane, offset);
                        self.pass_block(warp, lane, step, offset, &block, &inner);
                    }
                }
            }
            match (&step.decode, step.accesses.get(number)) {
                (Some(decode), _) if active != 0 => {
                    self.call(warp, active, &decode.callback)?;
                    if let (Some(&to), Some(&from)) = (step.dst.get(number), decode.callback.results.first())
                    {
                        warp.registers.copy(active, to, from);
                    }
                }
                (None, Some(access)) => self.access(warp, active, access, site),
                _ => {}
            }
        }
        Ok(())
    }

    /// Sets the parameters of the callback that decodes an element: the address and coordinates of the block,
    /// and the coordinates in the block.
    fn pass_block(
        &self,
        warp: &mut Warp,
        lane: usize,
        step: &TensorStep,
        offset: u64,
        block: &Coord,
        inner: &Coord,
    ) {
        let Some(decode) = &step.decode else { return };
        let address = match decode.arena {
            Arena::Physical => offset,
            _ => {
                let region = usize::try_from(warp.registers.get(decode.region, lane)).ok();
                let region = region.and_then(|number| self.regions.get(number));
                region.map_or(0, |region| device_address(region.class, region.index).wrapping_add(offset))
            }
        };
        let count = step.layout.dimensions;
        let coordinates = block.iter().take(count).chain(inner.iter().take(count));
        // An address has two columns. The first one, the region, is unused.
        let values = [0, address].into_iter().chain(coordinates.map(|&number| number.into()));
        for (&param, value) in decode.callback.params.iter().zip(values) {
            warp.registers.set(param, lane, value);
        }
    }
}

/// Access to the parts of layouts and views in one lane.
struct Numbers<'a> {
    registers: &'a Registers,
    lane: usize,
}

impl Numbers<'_> {
    /// Returns a part by index; 0 if there is none.
    fn get(&self, slots: &[Slot], at: usize) -> u32 {
        slots.get(at).map_or(0, |&slot| self.registers.get(slot, self.lane) as u32)
    }

    fn last(&self, slots: &[Slot]) -> u32 {
        self.get(slots, slots.len().saturating_sub(1))
    }
}

/// Maps a matrix element to its location in the tensor.
fn target(numbers: &Numbers<'_>, step: &TensorStep, (row, column): (usize, usize)) -> Target {
    let layout = &step.layout;
    let span = |at: usize| numbers.get(&layout.slots, 4 * layout.dimensions + at);
    let (row, column, width) = (row as u32, column as u32, step.spread.columns as u32);
    let index = match &step.view {
        None => row.wrapping_mul(width).wrapping_add(column),
        Some(view) => match clipped(numbers, view, [row, column], width) {
            None => return Target::Clipped,
            Some(index) => through_view(numbers, view, index, span),
        },
    };
    let mut rest = index;
    let mut coord = Coord::default();
    for at in (0..layout.dimensions).rev() {
        (rest, coord[at]) = divided(rest, span(at));
    }
    in_tensor(numbers, layout, coord, step.dst.is_empty())
}

/// Returns quotient and remainder. A size of 0, for which the result is undefined, is treated as 1.
fn divided(number: u32, by: u32) -> (u32, u32) {
    (number / by.max(1), number % by.max(1))
}

/// Returns the index of an element in the region that a view selects; `None` if the element is outside.
fn clipped(numbers: &Numbers<'_>, view: &ViewOperand, position: [u32; 2], width: u32) -> Option<u32> {
    let first = 2 * view.permutation.len();
    let clip = |at: usize| numbers.get(&view.slots, first + at);
    let [row, column] = [(position[0], 0), (position[1], 2)].map(|(number, at)| {
        let inner = number.checked_sub(clip(at))?;
        (inner < clip(at + 1)).then_some(inner)
    });
    let width = width.min(clip(3));
    Some(row?.wrapping_mul(width).wrapping_add(column?))
}

/// Returns the index of an element after the permutation of a view.
fn through_view(numbers: &Numbers<'_>, view: &ViewOperand, index: u32, span: impl Fn(usize) -> u32) -> u32 {
    let count = view.permutation.len();
    let size = |at: usize| if view.has_dimensions { numbers.get(&view.slots, at) } else { span(at) };
    let mut rest = index;
    let mut coord = Coord::default();
    for &at in view.permutation.iter().rev() {
        if let Some(slot) = coord.get_mut(at) {
            (rest, *slot) = divided(rest, size(at));
        }
    }
    let mut dense = 1u32;
    let mut out = 0u32;
    for at in (0..count).rev() {
        let stride = if view.has_dimensions { numbers.get(&view.slots, count + at) } else { dense };
        out = out.wrapping_add(coord[at].wrapping_mul(stride));
        dense = dense.wrapping_mul(span(at));
    }
    out
}

/// Maps a coordinate in the slice to a block of the tensor and the coordinates in the block.
fn in_tensor(numbers: &Numbers<'_>, layout: &LayoutOperand, coord: Coord, stores: bool) -> Target {
    let count = layout.dimensions;
    let part = |kind: usize, at: usize| numbers.get(&layout.slots, kind * count + at);
    let (mut index, mut block, mut inner) = (0u32, Coord::default(), Coord::default());
    for at in 0..count {
        let size = part(1, at);
        let mut number = coord[at].wrapping_add(part(3, at)) as i32;
        if number < 0 || number as u32 >= size {
            let clamp = match layout.clamp {
                ClampMode::Undefined => ClampMode::Undefined,
                _ if stores => ClampMode::Constant,
                other => other,
            };
            if clamp == ClampMode::Constant {
                return Target::Outside;
            }
            number = clamped(clamp, number, size);
        }
        (block[at], inner[at]) = divided(number as u32, part(0, at));
        index = index.wrapping_add(block[at].wrapping_mul(part(2, at)));
    }
    Target::Element { index, block, inner }
}

/// Moves a coordinate into a dimension of a given size, as the clamp mode specifies. The modes `Undefined` and
/// `Constant` do not change it.
fn clamped(mode: ClampMode, number: i32, size: u32) -> i32 {
    let (wide, size) = (i64::from(number), i64::from(size.max(1)));
    let moved = match mode {
        ClampMode::Undefined | ClampMode::Constant => wide,
        ClampMode::ClampToEdge => wide.clamp(0, size - 1),
        ClampMode::Repeat => wide.rem_euclid(size),
        ClampMode::RepeatMirrored => {
            let period = (2 * size - 2).max(1);
            let folded = wide.rem_euclid(period);
            if folded >= size { period - folded } else { folded }
        }
    };
    moved as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_outside_are_moved_inside() {
        let all = |mode| (-5..7).map(|number| clamped(mode, number, 3)).collect::<Vec<_>>();
        assert_eq!(all(ClampMode::ClampToEdge), [0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2]);
        assert_eq!(all(ClampMode::Repeat), [1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(all(ClampMode::RepeatMirrored), [1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2]);
        assert_eq!(clamped(ClampMode::RepeatMirrored, -3, 1), 0);
    }
}
