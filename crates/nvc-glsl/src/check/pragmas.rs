//! `#pragma`s that change the program (GL_EXT_shader_64bit_indexing). Others, such as `optimize`, are hints.

use super::Checker;
use crate::types::spirv::SpirvCode;

/// The execution mode `Shader64BitIndexingEXT`, and the capability of this name.
const MODE: u32 = 5427;
const CAPABILITY: u32 = 5426;

impl Checker<'_> {
    /// Applies a `#pragma`, given what follows the word.
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
