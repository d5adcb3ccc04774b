//! Whom the front ends follow where a text and NVIDIA's driver differ.

/// Whom to follow where the texts and NVIDIA's driver differ. What the driver does is measured:
/// docs/hardware.md, "The driver's quirks".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quirks {
    /// The texts.
    #[default]
    Specification,
    /// The driver (`--quirks driver`).
    Driver,
}

/// The block whose length the driver gives for an element of an array of storage blocks, as a number of
/// blocks behind the first of the array, where the program also asks for the length of an element
/// whose number is no constant: the driver then steps two blocks for each constant element.
pub fn block_of_length(element: u32) -> Option<u32> {
    element.checked_mul(2)
}
