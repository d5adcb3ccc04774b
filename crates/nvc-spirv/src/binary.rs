//! The SPIR-V module that the back end emits.

use nvc_ir::{Global, SpecConst, Type};

/// A SPIR-V module with the capabilities and extensions that it declares.
#[derive(Clone, Debug)]
pub struct Binary {
    /// Words of the module, header first.
    pub words: Vec<u32>,
    /// Names of the declared capabilities, in order of declaration.
    pub capabilities: Vec<String>,
    /// Names of the declared SPIR-V extensions, in order of declaration.
    pub extensions: Vec<String>,
    /// IR entities for which the module contains a declaration.
    pub declared: Declared,
    /// The module as SPIR-V assembly, one instruction per line, if [`Options::text`](crate::Options::text) asks for it.
    pub text: Option<String>,
}

/// The entities of an IR module that are declared in the SPIR-V module. Unused entities are not.
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
    /// Returns the contents of a `.spv` file: the words in little-endian order.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}
