//! An emitted SPIR-V module.

use crate::disassemble::text;
use crate::unknown::assemble;
use nvc_ir::{Global, SpecConst, Type};
use rspirv::dr;

/// A SPIR-V module with the capabilities and extensions that it declares.
#[derive(Clone, Debug)]
pub struct Binary {
    /// The module's words, header first.
    pub words: Vec<u32>,
    /// Names of its capabilities, in order of declaration.
    pub capabilities: Vec<String>,
    /// Names of its SPIR-V extensions, in order of declaration.
    pub extensions: Vec<String>,
    /// The IR entities that it declares.
    pub declared: Declared,
    /// The module before assembly, kept so that disassembling it needs no parsing.
    module: dr::Module,
}

/// The entities of an IR module that its SPIR-V module declares. Unused ones are left out.
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
        Binary { words: assemble(&module), capabilities, extensions, declared, module }
    }

    /// The module as the bytes of a `.spv` file, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// The module as SPIR-V assembly text, one instruction per line.
pub fn disassemble(binary: &Binary) -> String {
    text(&binary.module)
}
