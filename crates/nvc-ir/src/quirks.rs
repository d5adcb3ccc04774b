//! Whether the front ends follow the specifications or NVIDIA's driver.

/// Whether to follow the specifications or NVIDIA's driver where the two differ (docs/hardware.md, "The
/// driver's quirks").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quirks {
    /// Follow the specifications.
    #[default]
    Specification,
    /// Follow the driver (`--quirks driver`).
    Driver,
}

/// Returns which block's length NVIDIA's driver returns for a constant element of an array of storage blocks,
/// relative to the first block of the array. The driver counts two blocks per element, but only if the
/// program also queries a length with a variable index.
pub fn block_of_length(element: u32) -> Option<u32> {
    element.checked_mul(2)
}
