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

/// Returns the index, relative to the first block of an array of storage blocks, of the block whose length NVIDIA's driver
/// returns for the array element with the constant index `element`; `None` on overflow. The driver counts two blocks per
/// element, but only if the program also queries a length with a variable index.
pub fn block_of_length(element: u32) -> Option<u32> {
    element.checked_mul(2)
}
