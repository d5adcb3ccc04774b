//! Textures (GLSL 8.9).
//!
//! Where a layout gives derivatives ([`super::derivative`]), what samples without a level has one by them;
//! elsewhere it samples level 0, and what has a bias the level that it names.

use crate::builtins::operation::{TextureAccess, TextureMode, TextureOperand as T};
use crate::lower::context::Resource;
use crate::lower::context::{E, Lowerer};
use crate::lower::values::rvalue::Val;
use crate::types::{TextureDim, Type, TypeKind};
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::{Dim, ImageType, TypeKind as IrKind};
use nvc_ir::{Op, Types, Value};

/// The arguments of an access by what they are.
#[derive(Default)]
struct Operands {
    coordinate: Option<Value>,
    compare: Option<Value>,
    bias: Option<Value>,
    level: Option<Value>,
    gradient: [Option<Value>; 2],
    offset: Option<Value>,
    offsets: Option<Val>,
    component: u8,
    sample: Option<Value>,
}

impl Lowerer<'_, '_> {
    /// Reads a texture.
    pub(super) fn texture(&mut self, access: TextureAccess, args: &[E], ty: Type) -> Val {
        let Some((&texture, rest)) = args.split_first() else { return Val::void() };
        let (image, dim) = match *self.opaque(texture) {
            TypeKind::Texture(texture) => (self.texture_type(texture), texture.dim),
            _ => {
                self.fault("an access to what is no texture");
                return Val::void();
            }
        };
        let resource = self.resource(texture);
        let texture = self.load_texture(&resource, texture, image);
        let mut operands = self.operands(access, rest, image);
        if access.mode == TextureMode::Sample && dim != TextureDim::Rect {
            self.implicit_level(image, &mut operands);
        }
        let result = match access.mode {
            TextureMode::Sample => self.sample(image, texture, operands),
            TextureMode::Fetch => self.fetch(image, texture, operands),
            TextureMode::Gather => self.gather(image, texture, operands),
        };
        let wanted = self.value_type(ty);
        self.texel_as(result, wanted).into()
    }

    /// A texel in the width that an expression has.
    fn texel_as(&mut self, texel: Value, ty: nvc_ir::Type) -> Value {
        if self.b.func.ty(texel) == ty || !self.b.types.is_float(ty) {
            return texel;
        }
        self.b.inst_with_type(Op::FConvert, Imm::None, &[texel], ty)
    }

    /// A texture with its sampler; without one where it has none.
    pub(super) fn load_texture(&mut self, resource: &Resource, e: E, image: ImageType) -> Value {
        if let Resource::Combined(texture, sampler) = resource {
            let plain = self.b.types.intern(IrKind::Image(ImageType { depth: false, ..image }));
            let texture = self.load_descriptor(texture, plain);
            let sampler_type = self.b.types.intern(IrKind::Sampler);
            let sampler = self.load_descriptor(sampler, sampler_type);
            let ty = self.b.types.intern(IrKind::SampledImage(image));
            return self.b.inst_with_type(Op::TexCombine, Imm::None, &[texture, sampler], ty);
        }
        let combined = matches!(self.opaque(e), TypeKind::Texture(texture) if texture.combined);
        let kind = if combined && image.dim != Dim::Buffer {
            IrKind::SampledImage(image)
        } else {
            IrKind::Image(image)
        };
        let ty = self.b.types.intern(kind);
        self.load_descriptor(resource, ty)
    }

    fn operands(&mut self, access: TextureAccess, args: &[E], image: ImageType) -> Operands {
        let mut operands = Operands::default();
        for (&what, &arg) in access.operands.iter().zip(args) {
            match what {
                T::Offsets => operands.offsets = Some(self.expr(arg)),
                T::Component => operands.component = self.known_bits(arg).unwrap_or(0) as u8 & 3,
                _ => {
                    let value = self.value(arg);
                    match what {
                        T::Coordinate => operands.coordinate = Some(value),
                        T::Compare => operands.compare = Some(value),
                        T::Bias => operands.bias = Some(value),
                        T::Level => operands.level = Some(value),
                        T::GradientX => operands.gradient[0] = Some(value),
                        T::GradientY => operands.gradient[1] = Some(value),
                        T::Offset => operands.offset = Some(value),
                        T::Sample => operands.sample = Some(value),
                        T::Offsets | T::Component => {}
                    }
                }
            }
        }
        if let Some(coordinate) = operands.coordinate {
            self.split_coordinate(access, image, coordinate, &mut operands);
        }
        operands
    }

    /// Takes the depth reference and the divisor out of the coordinates.
    fn split_coordinate(
        &mut self,
        access: TextureAccess,
        image: ImageType,
        coordinate: Value,
        operands: &mut Operands,
    ) {
        let mut parts = self.components(coordinate);
        let count = usize::from(image.coordinates());
        let divisor = if access.projective { parts.pop() } else { None };
        let reference = (image.depth && operands.compare.is_none() && access.mode != TextureMode::Fetch)
            .then(|| parts.get(if count <= 2 { 2 } else { 3 }).copied())
            .flatten();
        parts.truncate(count);
        if let Some(divisor) = divisor {
            for part in &mut parts {
                *part = self.b.op(Op::FDiv, &[*part, divisor]);
            }
        }
        operands.coordinate = Some(self.vector(&parts));
        if let Some(reference) = reference {
            operands.compare = Some(match divisor {
                Some(divisor) => self.b.op(Op::FDiv, &[reference, divisor]),
                None => reference,
            });
        }
    }

    /// A level that follows from the coordinates. Rectangles have one alone.
    fn implicit_level(&mut self, image: ImageType, operands: &mut Operands) {
        if let (None, [None, None], Some(coordinate)) =
            (operands.level, operands.gradient, operands.coordinate)
            && let Some(gradient) = self.gradients(image, coordinate, operands.bias)
        {
            (operands.gradient, operands.bias) = (gradient.map(Some), None);
        }
    }

    fn sample(&mut self, image: ImageType, texture: Value, operands: Operands) -> Value {
        let mut imm = TextureImm::default();
        let mut args = vec![texture];
        let level = operands.level.or(operands.bias);
        let constant = operands.offset.map(|offset| self.constant_offset(offset));
        args.extend(match (operands.coordinate, operands.offset, constant) {
            (Some(coordinate), Some(offset), Some(None)) => {
                Some(self.offset_coordinate(image, texture, coordinate, offset, level))
            }
            (coordinate, ..) => coordinate,
        });
        if let Some(compare) = operands.compare {
            imm.dref = true;
            args.push(compare);
        }
        if let [Some(x), Some(y)] = operands.gradient {
            imm.grad = true;
            args.extend([x, y]);
        } else {
            imm.lod = true;
            args.push(match level {
                Some(level) => level,
                None => self.b.f32(0.0),
            });
        }
        imm.const_offset = constant.flatten().flatten();
        let ty = self.b.types.vector(image.texel, if imm.dref { 1 } else { 4 });
        self.b.inst_with_type(Op::TexSample, Imm::Texture(imm), &args, ty)
    }

    fn fetch(&mut self, image: ImageType, texture: Value, operands: Operands) -> Value {
        let mut imm = TextureImm::default();
        let mut coordinate = match operands.coordinate {
            Some(coordinate) => coordinate,
            None => self.b.i32(0),
        };
        if let Some(offset) = operands.offset {
            match self.constant_offset(offset) {
                Some(offset) => imm.const_offset = offset,
                None => coordinate = self.moved(coordinate, offset),
            }
        }
        let mut args = vec![texture, coordinate];
        if image.multisampled {
            imm.sample = true;
            args.push(match operands.sample {
                Some(sample) => sample,
                None => self.b.i32(0),
            });
        } else if image.dim != Dim::Buffer {
            imm.lod = true;
            args.push(match operands.level {
                Some(level) => level,
                None => self.b.i32(0),
            });
        }
        let ty = self.b.types.vector(image.texel, 4);
        self.b.inst_with_type(Op::TexFetch, Imm::Texture(imm), &args, ty)
    }

    /// Coordinates moved by an offset; the layer is not offset.
    fn moved(&mut self, coordinate: Value, offset: Value) -> Value {
        let mut parts = self.components(coordinate);
        for (part, offset) in parts.iter_mut().zip(self.components(offset)) {
            *part = self.b.op(Op::IAdd, &[*part, offset]);
        }
        self.vector(&parts)
    }

    fn gather(&mut self, image: ImageType, texture: Value, operands: Operands) -> Value {
        let mut imm = TextureImm { component: operands.component, ..TextureImm::default() };
        let mut args = vec![texture];
        args.extend(operands.coordinate);
        if let Some(compare) = operands.compare {
            (imm.dref, imm.component) = (true, 0);
            args.push(compare);
        }
        if let Some(offset) = operands.offset {
            match self.constant_offset(offset) {
                Some(offset) => imm.const_offset = offset,
                None => {
                    imm.offset = true;
                    args.push(offset);
                }
            }
        }
        if let Some(offsets) = &operands.offsets {
            return self.gather_offsets(image, imm, args, offsets);
        }
        let ty = self.b.types.vector(image.texel, 4);
        self.b.inst_with_type(Op::TexGather, Imm::Texture(imm), &args, ty)
    }

    /// Four texels at offsets of their own.
    fn gather_offsets(
        &mut self,
        image: ImageType,
        mut imm: TextureImm,
        mut args: Vec<Value>,
        offsets: &Val,
    ) -> Value {
        let ty = self.b.types.vector(image.texel, 4);
        let offsets: Vec<Value> = (0..4)
            .map(|index| {
                let offset = self.part(offsets, index);
                self.one(&offset)
            })
            .collect();
        if offsets.iter().all(|&offset| self.b.func.as_const(offset).is_some()) {
            imm.offsets = true;
            args.extend(offsets);
            return self.b.inst_with_type(Op::TexGather, Imm::Texture(imm), &args, ty);
        }
        // The texel of an offset is the last one of a gather there.
        let texels: Vec<Value> = offsets
            .into_iter()
            .map(|offset| {
                let imm = TextureImm { offset: true, ..imm };
                let args: Vec<Value> = args.iter().copied().chain([offset]).collect();
                let texels = self.b.inst_with_type(Op::TexGather, Imm::Texture(imm), &args, ty);
                self.component(texels, 3)
            })
            .collect();
        self.vector(&texels)
    }

    /// An offset that is constant and small; `Some(None)` for none at all.
    fn constant_offset(&mut self, offset: Value) -> Option<Option<[i8; 3]>> {
        let mut known = [0i8; 3];
        let parts = self.components(offset);
        for (slot, part) in known.iter_mut().zip(parts) {
            *slot = i8::try_from(self.b.func.as_bits(part)? as u32 as i32).ok()?;
        }
        Some((known != [0; 3]).then_some(known))
    }

    /// A level for a query of what has levels: the argument's, else 0.
    pub(super) fn level(&mut self, image: ImageType, level: Option<&E>) -> Option<Value> {
        if image.storage || image.multisampled || image.dim == Dim::Buffer {
            return None;
        }
        Some(match level {
            Some(&level) => self.value(level),
            None => self.b.bits(Types::I32, 0),
        })
    }
}
