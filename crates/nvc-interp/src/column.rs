//! Registers of the interpreter: one column per scalar, with one element per lane of a warp.

/// Number of lanes in a column. Lanes beyond the configured warp size have no invocations: they are
/// active only in the callbacks of matrix reductions.
pub const WIDTH: usize = 32;

/// The values of a scalar in all lanes. Bits above the scalar's width are zero.
pub type Column = [u64; WIDTH];

/// Index of a column.
pub(crate) type Slot = u32;

/// A set of lanes, one bit per lane.
pub(crate) type Mask = u32;

/// The registers of a warp.
#[derive(Clone, Debug)]
pub(crate) struct Registers(Vec<Column>);

impl Registers {
    /// Creates registers with initial values.
    pub fn new(columns: Vec<Column>) -> Self {
        Registers(columns)
    }

    /// Returns the column of a slot.
    pub fn column(&self, slot: Slot) -> &Column {
        &self.0[slot as usize]
    }

    /// Returns the column of a slot as a mutable reference.
    pub fn column_mut(&mut self, slot: Slot) -> &mut Column {
        &mut self.0[slot as usize]
    }

    /// Returns the value of a slot in a lane.
    pub fn get(&self, slot: Slot, lane: usize) -> u64 {
        self.0[slot as usize][lane]
    }

    /// Sets the value of a slot in a lane.
    pub fn set(&mut self, slot: Slot, lane: usize, bits: u64) {
        self.0[slot as usize][lane] = bits;
    }

    /// Copies one column to another, in the active lanes.
    pub fn copy(&mut self, mask: Mask, to: Slot, from: Slot) {
        let source = *self.column(from);
        self.write(mask, to, &source);
    }

    /// Writes a column, in the active lanes.
    pub fn write(&mut self, mask: Mask, to: Slot, source: &Column) {
        let out = self.column_mut(to);
        if mask == Mask::MAX {
            *out = *source;
        } else {
            lanes(mask).for_each(|lane| out[lane] = source[lane]);
        }
    }

    /// Returns the lanes in which a bool is true.
    pub fn true_lanes(&self, slot: Slot) -> Mask {
        let column = self.column(slot);
        (0..WIDTH).fold(0, |mask, lane| mask | u32::from(column[lane] != 0) << lane)
    }
}

/// Iterates over the lanes of a mask, lowest first.
pub(crate) fn lanes(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < WIDTH).then_some(lane)
    })
}
