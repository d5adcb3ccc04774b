//! Applies the `#pragma`s that change the program (GL_EXT_shader_64bit_indexing). Others, such as `optimize`, are
//! hints and have no effect.

use super::Checker;
use crate::types::spirv::SpirvCode;

/// SPIR-V number of the execution mode `Shader64BitIndexingEXT`.
const MODE: u32 = 5427;
/// SPIR-V number of the capability `Shader64BitIndexingEXT`.
const CAPABILITY: u32 = 5426;

impl Checker<'_> {
    /// Applies a `#pragma`; `text` is the rest of the line.
    pub(super) fn pragma(&mut self, text: &str) {
        match text.trim() {
            "shader_64bit_indexing" => {
                let mode = SpirvCode {
                    number: MODE,
                    operands: Vec::new(),
                    capabilities: vec![CAPABILITY],
                    extensions: vec!["SPV_EXT_shader_64bit_indexing".to_owned()],
                };
                if self.program.execution_modes.iter().all(|other| other.number != MODE) {
                    self.program.execution_modes.push(mode);
                }
            }
            "promote_uint32_indices" => self.program.promotes_indices = true,
            _ => {}
        }
    }
}
