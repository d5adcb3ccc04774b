//! Texel offsets of samples that are not constant (GL_NV_gpu_shader5, GL_EXT_texture_offset_non_const).
//!
//! Vulkan takes constant ones only: others are divided by the size of the level that is sampled and added
//! to the coordinates, as for the assembly (`docs/architecture.md`).

use super::super::Lowerer;
use nvc_ir::imm::Imm;
use nvc_ir::types::ImageType;
use nvc_ir::{Op, Types, Value};

impl Lowerer<'_, '_> {
    /// The coordinate of a sample, an offset in texels away; the layer is not offset.
    pub(super) fn offset_coordinate(
        &mut self,
        image: ImageType,
        texture: Value,
        coordinate: Value,
        offset: Value,
        level: Option<Value>,
    ) -> Value {
        let level = match level {
            Some(level) => self.nearest_level(texture, level),
            None => self.b.i32(0),
        };
        let size = self.size(texture, image, Some(level));
        let mut parts = self.components(coordinate);
        let (sizes, offsets) = (self.components(size), self.components(offset));
        for ((part, size), offset) in parts.iter_mut().zip(sizes).zip(offsets) {
            let size = self.b.stated(Op::SToF, Imm::None, &[size], Types::F32);
            let offset = self.b.stated(Op::SToF, Imm::None, &[offset], Types::F32);
            let distance = self.b.op(Op::FDiv, &[offset, size]);
            *part = self.b.op(Op::FAdd, &[*part, distance]);
        }
        self.vector(&parts)
    }

    /// The level that a level of detail chooses where levels are not blended (Vulkan 16.5.7).
    fn nearest_level(&mut self, texture: Value, level: Value) -> Value {
        let half = self.b.f32(0.5);
        let level = self.b.op(Op::FSub, &[level, half]);
        let level = self.b.op(Op::Ceil, &[level]);
        let level = self.b.stated(Op::FToSSat, Imm::None, &[level], Types::I32);
        let (zero, one) = (self.b.i32(0), self.b.i32(1));
        let levels = self.b.op(Op::TexLevels, &[texture]);
        let last = self.b.op(Op::ISub, &[levels, one]);
        let level = self.b.op(Op::SMin, &[level, last]);
        self.b.op(Op::SMax, &[level, zero])
    }
}
