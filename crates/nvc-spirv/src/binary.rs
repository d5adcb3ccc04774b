//! The finished module.

use crate::disassemble::text;
use nvc_ir::{Global, SpecConst, Type};
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
    /// What of the IR module it declares.
    pub declared: Declared,
    /// What the words were made from: the text is made from it too, without a second reading.
    module: dr::Module,
}

/// What of the IR module a SPIR-V module declares: what no function uses is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Variables, in the order of the IR module.
    pub globals: Vec<Global>,
    /// Specialization constants, in the order of the IR module.
    pub spec_constants: Vec<SpecConst>,
    /// Types, in the order of the IR module.
    pub types: Vec<Type>,
}

impl Binary {
    pub(crate) fn new(
        module: dr::Module,
        capabilities: Vec<String>,
        extensions: Vec<String>,
        declared: Declared,
    ) -> Self {
        Binary { words: module.assemble(), capabilities, extensions, declared, module }
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
