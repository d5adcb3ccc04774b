//! Computes the coordinates of texture instructions: the meaning of each lane for each target
//! (NV_gpu_program4 tables X.17 and X.18), rectangle textures, and texel offsets.
//!
//! Vulkan has no rectangle textures. They become 2D textures with an ordinary sampler, and their coordinates,
//! which are in texels, are divided by the texture size.
//!
//! Vulkan allows only constant offsets in a sample. A non-constant offset is divided by the size of the
//! sampled level and added to the coordinates.

use crate::lower::{F32, Lowerer, S32, ir_type};
use crate::modifier::DataType;
use crate::resolve::{Inst, Offset, Src, SrcBase, Target, TextureAccess};
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::{ImageType, Types};
use nvc_ir::{Op, Value};

/// Returns the lane of the depth reference; `None` for targets without a depth comparison. Lanes from 4 on are in the
/// second coordinate vector.
pub(in crate::lower) fn reference_lane(target: Target) -> Option<usize> {
    Some(match target {
        Target::Shadow1D | Target::Shadow2D | Target::ShadowRect | Target::ShadowArray1D => 2,
        Target::ShadowCube | Target::ShadowArray2D => 3,
        Target::ShadowArrayCube => 4,
        _ => return None,
    })
}

/// Returns the lane of the level of detail or bias; `None` for rectangle textures, which have only one level.
pub(in crate::lower) fn level_lane(target: Target) -> Option<usize> {
    match target {
        Target::Rect | Target::ShadowRect => None,
        Target::ArrayCube | Target::ShadowCube | Target::ShadowArrayCube => Some(4),
        _ => Some(3),
    }
}

/// Returns the lane of the lower clamp of the level of detail (ARB_sparse_texture_clamp).
pub(in crate::lower) fn clamp_lane(target: Target) -> usize {
    if matches!(target, Target::ArrayCube | Target::ShadowCube | Target::ShadowArrayCube) { 5 } else { 4 }
}

/// A texel offset.
pub(in crate::lower) enum TexelOffset {
    None,
    Constant([i8; 3]),
    Dynamic(Src),
}

impl TexelOffset {
    /// Creates a constant offset; [`TexelOffset::None`] if it is zero.
    fn from_constant(offset: [i8; 3]) -> Self {
        if offset == [0; 3] { TexelOffset::None } else { TexelOffset::Constant(offset) }
    }

    /// Returns the offset if it is constant.
    pub(in crate::lower) fn constant(&self) -> Option<[i8; 3]> {
        match self {
            TexelOffset::Constant(offset) => Some(*offset),
            _ => None,
        }
    }

    /// Returns the operand of the offset if it is not constant.
    pub(in crate::lower) fn dynamic(&self) -> Option<&Src> {
        match self {
            TexelOffset::Dynamic(src) => Some(src),
            _ => None,
        }
    }
}

/// The texture and the position of a filtered access.
pub(in crate::lower) struct Sampling<'s> {
    pub target: Target,
    pub image: ImageType,
    pub texture: Value,
    /// The divisor of TXP, from lane w.
    pub divisor: Option<Value>,
    /// A non-constant offset.
    pub offset: Option<&'s Src>,
    /// The level of detail; `None` for level 0.
    pub level: Option<Value>,
}

impl Lowerer<'_> {
    /// Reads a lane of the first coordinate vector; lanes from 4 on are read from the second.
    pub(in crate::lower) fn coordinate(&mut self, inst: &Inst, lane: usize, ty: DataType) -> Value {
        match inst.srcs.get(lane / 4) {
            Some(src) => self.read_as(src, lane % 4, ty),
            None => self.b.bits(ir_type(ty), 0),
        }
    }

    /// Builds the coordinate vector of a fetch: the first lanes plus the offset.
    pub(in crate::lower) fn texel_coordinates(
        &mut self,
        inst: &Inst,
        image: ImageType,
        offset: Option<&Src>,
    ) -> Value {
        let lanes: Vec<Value> = (0..usize::from(image.coordinates()))
            .map(|k| {
                let lane = self.coordinate(inst, k, S32);
                match offset {
                    // The layer is not offset.
                    Some(offset) if k < usize::from(image.dim.coordinates()) => {
                        let offset = self.read_as(offset, k, S32);
                        self.b.op(Op::IAdd, &[lane, offset])
                    }
                    _ => lane,
                }
            })
            .collect();
        self.b.construct(&lanes)
    }

    /// Builds the coordinate vector of a filtered access: the first lanes, projected, normalized and offset.
    pub(in crate::lower) fn coordinates(&mut self, inst: &Inst, at: &Sampling<'_>) -> Value {
        let spatial = usize::from(at.image.dim.coordinates());
        let rectangle = is_rectangle(at.target);
        let size = match (rectangle, at.offset) {
            (false, None) => None,
            _ => Some(self.level_size(at)),
        };
        let lanes: Vec<Value> = (0..usize::from(at.image.coordinates()))
            .map(|k| {
                // Layers are not projected (docs/hardware.md, A41).
                let lane = self.projected(inst, k, at.divisor.filter(|_| k < spatial));
                let Some(size) = size.filter(|_| k < spatial) else { return lane };
                let size = self.b.extract(size, k as u32);
                let size = self.b.inst_with_type(Op::SToF, Imm::None, &[size], Types::F32);
                let offset = at.offset.map(|offset| {
                    let offset = self.read_as(offset, k, S32);
                    self.b.inst_with_type(Op::SToF, Imm::None, &[offset], Types::F32)
                });
                match (rectangle, offset) {
                    (true, None) => self.b.op(Op::FDiv, &[lane, size]),
                    (true, Some(offset)) => {
                        let lane = self.b.op(Op::FAdd, &[lane, offset]);
                        self.b.op(Op::FDiv, &[lane, size])
                    }
                    (false, Some(offset)) => {
                        let offset = self.b.op(Op::FDiv, &[offset, size]);
                        self.b.op(Op::FAdd, &[lane, offset])
                    }
                    (false, None) => lane,
                }
            })
            .collect();
        self.b.construct(&lanes)
    }

    /// Reads a lane of the coordinates. With a divisor (TXP), lanes x, y and z are divided by it.
    pub(in crate::lower) fn projected(&mut self, inst: &Inst, lane: usize, divisor: Option<Value>) -> Value {
        let value = self.coordinate(inst, lane, F32);
        match divisor {
            Some(w) if lane < 3 => self.b.op(Op::FDiv, &[value, w]),
            _ => value,
        }
    }

    /// Reads derivatives as a vector. For a rectangle texture they are normalized.
    pub(in crate::lower) fn derivatives(&mut self, src: &Src, at: &Sampling<'_>) -> Value {
        let size = is_rectangle(at.target).then(|| self.level_size(at));
        let parts: Vec<Value> = (0..usize::from(at.image.dim.coordinates()))
            .map(|k| {
                let part = self.read(src, k);
                let Some(size) = size else { return part };
                let size = self.b.extract(size, k as u32);
                let size = self.b.inst_with_type(Op::SToF, Imm::None, &[size], Types::F32);
                self.b.op(Op::FDiv, &[part, size])
            })
            .collect();
        self.b.construct(&parts)
    }

    /// Returns the size of the sampled level, as integers.
    fn level_size(&mut self, at: &Sampling<'_>) -> Value {
        let level = match at.level {
            Some(level) => self.b.nearest_level(at.texture, level),
            None => self.b.i32(0),
        };
        let ty = self.b.types.vector(Types::I32, at.image.size_components().into());
        let imm = TextureImm { lod: true, ..TextureImm::default() };
        self.b.inst_with_type(Op::TexSize, Imm::Texture(imm), &[at.texture, level], ty)
    }

    /// Returns the texel offset. A constant operand of `offset(...)` counts as a constant offset if its components
    /// fit in 8 bits.
    pub(in crate::lower) fn texel_offset(&mut self, access: &TextureAccess) -> TexelOffset {
        match &access.offset {
            None => TexelOffset::None,
            Some(Offset::Immediate(offset)) => TexelOffset::from_constant(offset.map(|n| n as i8)),
            Some(Offset::Vector(src)) => {
                let lanes = match &src.base {
                    SrcBase::Const(constant) => [0, 1, 2].map(|k| {
                        let value = self.constant(*constant, src.swizzle.lanes[k], S32);
                        let value = i32::from(self.small_constant(value)?);
                        let value = if src.negate_inner { -value } else { value };
                        let value = if src.absolute { value.abs() } else { value };
                        i8::try_from(if src.negate { -value } else { value }).ok()
                    }),
                    _ => [None; 3],
                };
                match lanes {
                    [Some(x), Some(y), Some(z)] => TexelOffset::from_constant([x, y, z]),
                    _ => TexelOffset::Dynamic(*src),
                }
            }
        }
    }

    /// Returns the value of a constant 32-bit integer if it fits in a constant offset.
    pub(in crate::lower) fn small_constant(&self, value: Value) -> Option<i8> {
        i8::try_from(self.b.func.as_bits(value)? as u32 as i32).ok()
    }
}

/// Returns whether coordinates of the target are in texels.
fn is_rectangle(target: Target) -> bool {
    matches!(target, Target::Rect | Target::ShadowRect)
}
