//! Lowers non-constant texel offsets of samples (GL_NV_gpu_shader5, GL_EXT_texture_offset_non_const).
//!
//! Vulkan supports only constant offsets in samples. A non-constant offset is divided by the size of the sampled
//! level (of level 0 if gradients determine the level) and added to the coordinates, as in the assembly front end
//! (`docs/architecture.md`).

use crate::lower::context::Lowerer;
use nvc_ir::imm::Imm;
use nvc_ir::types::ImageType;
use nvc_ir::{Op, Types, Value};

impl Lowerer<'_, '_> {
    /// Adds an offset in texels to the coordinate of a sample; the layer is not offset.
    pub(super) fn offset_coordinate(
        &mut self,
        image: ImageType,
        texture: Value,
        coordinate: Value,
        offset: Value,
        level: Option<Value>,
    ) -> Value {
        let level = match level {
            Some(level) => self.b.nearest_level(texture, level),
            None => self.b.i32(0),
        };
        let size = self.size(texture, image, Some(level));
        let mut parts = self.components(coordinate);
        let (sizes, offsets) = (self.components(size), self.components(offset));
        for ((part, size), offset) in parts.iter_mut().zip(sizes).zip(offsets) {
            let size = self.b.inst_with_type(Op::SToF, Imm::None, &[size], Types::F32);
            let offset = self.b.inst_with_type(Op::SToF, Imm::None, &[offset], Types::F32);
            let distance = self.b.op(Op::FDiv, &[offset, size]);
            *part = self.b.op(Op::FAdd, &[*part, distance]);
        }
        self.vector(&parts)
    }
}
