//! Whether the front ends follow the specifications or NVIDIA's driver.

/// Whether to follow the specifications or NVIDIA's driver where they differ (docs/hardware.md, "The driver's
/// quirks").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quirks {
    /// The specifications.
    #[default]
    Specification,
    /// The driver (`--quirks driver`).
    Driver,
}

/// The block whose length the driver returns for a constant element of an array of storage blocks, counted in
/// blocks after the first of the array. This applies if the program also queries a length with a variable
/// index: the driver then counts two blocks for each element.
pub fn block_of_length(element: u32) -> Option<u32> {
    element.checked_mul(2)
}
