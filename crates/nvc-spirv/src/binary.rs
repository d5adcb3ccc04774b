//! The finished module.

use crate::disassemble::text;
use rspirv::binary::Assemble;
use rspirv::dr;

/// A SPIR-V module and what it asks of the device.
#[derive(Clone, Debug)]
pub struct Binary {
    /// The module, header first.
    pub words: Vec<u32>,
    /// Names of the capabilities that it declares, in order.
    pub capabilities: Vec<String>,
    /// Names of the SPIR-V extensions that it declares, in order.
    pub extensions: Vec<String>,
    /// What the words were made from: the text is made from it too, without a second reading.
    module: dr::Module,
}

impl Binary {
    pub(crate) fn new(module: dr::Module, capabilities: Vec<String>, extensions: Vec<String>) -> Self {
        Binary { words: module.assemble(), capabilities, extensions, module }
    }

    /// The words as a file holds them: little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// The module as SPIR-V assembly text, one instruction a line.
pub fn disassemble(binary: &Binary) -> String {
    text(&binary.module)
}
