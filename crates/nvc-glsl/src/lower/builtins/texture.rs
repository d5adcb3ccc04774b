//! Lowers texture functions (GLSL §8.9): samples, fetches and gathers.
//!
//! With a derivative group, an implicit level of detail is computed from gradients ([`super::derivative`]).
//! Without one, the level is 0 plus the bias, if any.

use crate::builtins::operation::{TextureAccess, TextureMode, TextureOperand as T};
use crate::lower::context::Resource;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::types::{TextureDim, Type, TypeKind};
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::{Dim, ImageType, Member, TypeKind as IrKind};
use nvc_ir::{Op, Types, Value};

/// The operands of a texture access, by role.
#[derive(Default)]
struct Operands {
    coordinate: Option<Value>,
    compare: Option<Value>,
    bias: Option<Value>,
    level: Option<Value>,
    gradient: [Option<Value>; 2],
    offset: Option<Value>,
    offsets: Option<Rvalue>,
    component: u8,
    sample: Option<Value>,
    min_lod: Option<Value>,
    /// The `out` argument that a sparse access writes the texel to.
    texel: Option<ExprHandle>,
}

impl Lowerer<'_, '_> {
    /// Lowers a texture access.
    pub(super) fn texture(&mut self, access: TextureAccess, args: &[ExprHandle], ty: Type) -> Rvalue {
        let Some((&texture, rest)) = args.split_first() else { return Rvalue::void() };
        let (image, dim) = match *self.opaque(texture) {
            TypeKind::Texture(texture) => (self.texture_type(texture), texture.dim),
            _ => {
                self.internal_error("a texture function on a type that is not a texture");
                return Rvalue::void();
            }
        };
        let resource = self.resource(texture);
        let texture = self.load_texture(&resource, texture, image);
        let mut operands = self.operands(access, rest, image);
        match access.mode {
            TextureMode::Sample if dim != TextureDim::Rect => self.implicit_level(image, &mut operands),
            TextureMode::Gather => self.gather_level(image, texture, &mut operands),
            _ => {}
        }
        let out = operands.texel;
        let result = match access.mode {
            TextureMode::Sample => self.sample(image, texture, operands),
            TextureMode::Fetch => self.fetch(image, texture, operands),
            TextureMode::Gather => self.gather(image, texture, operands),
        };
        if let Some(out) = out {
            return self.sparse_result(result, out).into();
        }
        let wanted = self.value_type(ty);
        self.texel_as(result, wanted).into()
    }

    /// Emits an access that returns a texel of type `ty`. A sparse access returns a struct of the residency
    /// code and the texel.
    pub(super) fn texel_access(
        &mut self,
        op: Op,
        imm: TextureImm,
        args: &[Value],
        ty: nvc_ir::Type,
        sparse: bool,
    ) -> Value {
        let imm = TextureImm { sparse, ..imm };
        let ty = if sparse {
            let members = vec![Member::without_offset(Types::I32), Member::without_offset(ty)];
            self.b.types.intern(IrKind::Struct { members, block: false })
        } else {
            ty
        };
        self.b.inst_with_type(op, Imm::Texture(imm), args, ty)
    }

    /// Writes the texel of a sparse access to an `out` argument. Returns the residency code.
    pub(super) fn sparse_result(&mut self, result: Value, out: ExprHandle) -> Value {
        let IrKind::Struct { members, .. } = self.b.types.kind(self.b.func.ty(result)).clone() else {
            self.internal_error("a sparse access without a residency code");
            return self.b.i32(0);
        };
        let parts: Vec<Value> = (0..)
            .zip(members)
            .map(|(index, member)| {
                self.b.inst_with_type(Op::Extract, Imm::Index(index), &[result], member.ty)
            })
            .collect();
        let [code, texel] = parts[..] else { return self.b.i32(0) };
        self.write_out(out, texel);
        code
    }

    /// Converts a texel to `ty` if that is a different float type.
    fn texel_as(&mut self, texel: Value, ty: nvc_ir::Type) -> Value {
        if self.b.func.ty(texel) == ty || !self.b.types.is_float(ty) {
            return texel;
        }
        self.b.inst_with_type(Op::FConvert, Imm::None, &[texel], ty)
    }

    /// Loads a texture, together with its sampler if it is a combined texture and sampler.
    pub(super) fn load_texture(&mut self, resource: &Resource, e: ExprHandle, image: ImageType) -> Value {
        if let Resource::Combined(texture, sampler) = resource {
            let plain = self.b.types.intern(IrKind::Image(ImageType { depth: false, ..image }));
            let texture = self.load_descriptor(texture, plain);
            if image.dim == Dim::Buffer {
                // Fetches need no sampler, and SPIR-V forbids sampled images of dimension `Buffer`.
                return texture;
            }
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

    /// Evaluates the arguments of an access and assigns them to their roles.
    fn operands(&mut self, access: TextureAccess, args: &[ExprHandle], image: ImageType) -> Operands {
        let mut operands = Operands::default();
        for (&what, &arg) in access.operands.iter().zip(args) {
            match what {
                T::Texel => operands.texel = Some(arg),
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
                        T::MinLod => operands.min_lod = Some(value),
                        T::Offsets | T::Component | T::Texel => {}
                    }
                }
            }
        }
        if let Some(coordinate) = operands.coordinate {
            self.split_coordinate(access, image, coordinate, &mut operands);
        }
        operands
    }

    /// Separates the depth reference and the projective divisor from the coordinates.
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

    /// Replaces an implicit level by gradients. Not called for rectangle textures, which have only one level.
    fn implicit_level(&mut self, image: ImageType, operands: &mut Operands) {
        if let (None, [None, None], Some(coordinate)) =
            (operands.level, operands.gradient, operands.coordinate)
            && let Some(gradient) = self.gradients(image, coordinate, operands.bias)
        {
            (operands.gradient, operands.bias) = (gradient.map(Some), None);
        }
    }

    /// Computes the level of a gather with a bias: the level of a sample at the same coordinates (0 without a
    /// derivative group) plus the bias.
    fn gather_level(&mut self, image: ImageType, texture: Value, operands: &mut Operands) {
        let (Some(bias), Some(coordinate)) = (operands.bias.take(), operands.coordinate) else { return };
        let mut parts = self.components(coordinate);
        parts.truncate(usize::from(image.dim.coordinates()));
        let position = self.vector(&parts);
        let levels = self.queried_level(texture, position);
        let level = self.component(levels, 1);
        operands.level = Some(self.b.op(Op::FAdd, &[level, bias]));
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
            imm.min_lod = operands.min_lod.is_some();
            args.extend(operands.min_lod);
        } else {
            imm.lod = true;
            let level = match level {
                Some(level) => level,
                None => self.b.f32(0.0),
            };
            // SPIR-V does not allow a minimum level together with an explicit one.
            args.push(match operands.min_lod {
                Some(min) => self.b.op(Op::FMax, &[level, min]),
                None => level,
            });
        }
        imm.const_offset = constant.flatten().flatten();
        let ty = self.b.types.vector(image.texel, if imm.dref { 1 } else { 4 });
        self.texel_access(Op::TexSample, imm, &args, ty, operands.texel.is_some())
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
                None => coordinate = self.add_texel_offset(coordinate, offset),
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
        self.texel_access(Op::TexFetch, imm, &args, ty, operands.texel.is_some())
    }

    /// Adds an offset to integer coordinates. The layer is not offset.
    fn add_texel_offset(&mut self, coordinate: Value, offset: Value) -> Value {
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
        if let Some(level) = operands.level {
            imm.lod = true;
            args.push(level);
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
            return self.gather_offsets(image, imm, args, offsets, operands.texel.is_some());
        }
        let ty = self.b.types.vector(image.texel, 4);
        self.texel_access(Op::TexGather, imm, &args, ty, operands.texel.is_some())
    }

    /// Emits a gather with a separate offset for each of the four texels.
    fn gather_offsets(
        &mut self,
        image: ImageType,
        mut imm: TextureImm,
        mut args: Vec<Value>,
        offsets: &Rvalue,
        sparse: bool,
    ) -> Value {
        let ty = self.b.types.vector(image.texel, 4);
        let offsets: Vec<Value> = (0..4)
            .map(|index| {
                let offset = self.constituent(offsets, index);
                self.single(&offset)
            })
            .collect();
        if offsets.iter().all(|&offset| self.b.func.as_const(offset).is_some()) {
            imm.offsets = true;
            args.extend(offsets);
            return self.texel_access(Op::TexGather, imm, &args, ty, sparse);
        }
        if sparse {
            self.unsupported("a sparse gather with offsets that are not constant", "pass constant offsets");
        }
        // With a single offset, the last component of a gather is the texel at exactly that offset.
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

    /// Returns a texel offset if all its components are constants that fit in 8 bits, else `None`. A zero offset
    /// is `Some(None)`.
    fn constant_offset(&mut self, offset: Value) -> Option<Option<[i8; 3]>> {
        let mut known = [0i8; 3];
        let parts = self.components(offset);
        for (slot, part) in known.iter_mut().zip(parts) {
            *slot = i8::try_from(self.b.func.as_bits(part)? as u32 as i32).ok()?;
        }
        Some((known != [0; 3]).then_some(known))
    }

    /// Returns the level operand of a size query: the argument, or 0 if there is none; `None` for images
    /// without levels.
    pub(super) fn level(&mut self, image: ImageType, level: Option<&ExprHandle>) -> Option<Value> {
        if image.storage || image.multisampled || image.dim == Dim::Buffer {
            return None;
        }
        Some(match level {
            Some(&level) => self.value(level),
            None => self.b.bits(Types::I32, 0),
        })
    }
}
