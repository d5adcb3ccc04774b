//! Lowers texture instructions (NV_gpu_program4 and NV_gpu_program5 §2.X.8; coordinates by target:
//! NV_gpu_program4 tables X.17 and, for fetches, X.18).
//!
//! Compute programs have no derivatives. Therefore TEX and TXP sample level 0, TXB samples the level that
//! equals its bias, and LOD returns 0.

mod coordinate;
mod image;
mod sparse;

use crate::lower::operands::registers::Element;
use crate::lower::texture::coordinate::{Sampling, TexelOffset, clamp_lane, level_lane, reference_lane};
use crate::lower::texture::sparse::Texel;
use crate::lower::{F32, Lowerer, S32, ir_type};
use crate::modifier::{BaseType, DataType};
use crate::resolve::{Access, Inst, Object, Place, Src, Target, TextureAccess, VarKind};
use crate::table::Opcode;
use nvc_ir::constant::Const;
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::{Dim, ImageFormat, ImageType, Space, TypeKind, Types};
use nvc_ir::{BindlessHeap, Op, ResourceClass, ResourceRef, Value};

/// Returns the image type of a target: dimensionality, layers, depth comparison and multisampling.
pub(super) fn image_type(target: Target, texel: DataType) -> ImageType {
    use Target as T;
    let (dim, arrayed, depth, multisampled) = match target {
        T::D1 => (Dim::D1, false, false, false),
        T::D2 => (Dim::D2, false, false, false),
        T::D3 => (Dim::D3, false, false, false),
        T::Cube => (Dim::Cube, false, false, false),
        // Rectangle textures are lowered to 2D textures with normalized coordinates (see [`coordinate`]).
        T::Rect => (Dim::D2, false, false, false),
        T::Array1D => (Dim::D1, true, false, false),
        T::Array2D => (Dim::D2, true, false, false),
        T::ArrayCube => (Dim::Cube, true, false, false),
        T::Shadow1D => (Dim::D1, false, true, false),
        T::Shadow2D | T::ShadowRect => (Dim::D2, false, true, false),
        T::ShadowCube => (Dim::Cube, false, true, false),
        T::ShadowArray1D => (Dim::D1, true, true, false),
        T::ShadowArray2D => (Dim::D2, true, true, false),
        T::ShadowArrayCube => (Dim::Cube, true, true, false),
        T::Buffer => (Dim::Buffer, false, false, false),
        T::D2Ms | T::Renderbuffer => (Dim::D2, false, false, true),
        T::Array2DMs => (Dim::D2, true, false, true),
    };
    ImageType {
        texel: if texel.is_float() { Types::F32 } else { Types::I32 },
        signed: texel.base == BaseType::Signed,
        dim,
        arrayed,
        multisampled,
        depth,
        storage: false,
        format: None::<ImageFormat>,
    }
}

impl Lowerer<'_> {
    /// Returns a pointer to the descriptor of a texture or image, given by a handle, a unit or an element of
    /// an array of units.
    pub(super) fn object_pointer(&mut self, object: &Object, image: ImageType) -> Value {
        let storage = image.storage;
        let buffer = image.dim == Dim::Buffer;
        let kind = if storage || buffer { TypeKind::Image(image) } else { TypeKind::SampledImage(image) };
        let ty = self.b.types.intern(kind);
        let pointer = self.b.types.pointer(Space::UniformConstant, ty);
        let class = if storage { ResourceClass::Image } else { ResourceClass::Texture };
        let (resource, name, index) = match object {
            Object::Handle(var, component) => {
                let heap = match (storage, buffer) {
                    (false, false) => BindlessHeap::Textures,
                    (true, false) => BindlessHeap::Images,
                    (false, true) => BindlessHeap::UniformTexels,
                    (true, true) => BindlessHeap::StorageTexels,
                };
                let global = self.heap(heap);
                let handle = self.read_register(*var, Element::Fixed(0), *component);
                return self.b.inst_with_type(Op::BindlessAddr, Imm::Global(global), &[handle], pointer);
            }
            Object::Unit(unit) => (
                ResourceRef { class, index: *unit, count: 1 },
                format!("{}{unit}", class.name()),
                self.b.i32(0),
            ),
            Object::Var(place) => self.unit_place(place, class),
        };
        let global = self.units(resource, ty, &name);
        self.b.inst_with_type(Op::UnitAddr, Imm::Global(global), &[index], pointer)
    }

    /// Returns the units that a variable declares, the variable's name, and the index of the accessed unit among them.
    fn unit_place(&mut self, place: &Place, class: ResourceClass) -> (ResourceRef, String, Value) {
        let element = self.element(place);
        let index = self.element_value(element);
        match self.program.var(place.var) {
            Some(var) => {
                let (VarKind::Texture(units) | VarKind::Image(units)) = &var.kind else {
                    return (ResourceRef { class, index: 0, count: 1 }, var.name.to_string(), index);
                };
                (
                    ResourceRef { class, index: units.first, count: units.count.max(1) },
                    var.name.to_string(),
                    index,
                )
            }
            None => (ResourceRef { class, index: 0, count: 1 }, String::new(), index),
        }
    }

    fn load_object(&mut self, pointer: Value) -> Value {
        let ty = self.b.types.pointee(self.b.func.ty(pointer)).map_or(Types::VOID, |(_, to)| to);
        self.b.inst_with_type(Op::Load, Imm::Access(Default::default()), &[pointer], ty)
    }

    /// Lowers the `Texture` family.
    pub(super) fn texture(&mut self, inst: &Inst) {
        let Some(Access::Texture(access)) = inst.access else { return };
        let image = image_type(access.target, inst.ty);
        let pointer = self.object_pointer(&access.texture, image);
        let texture = self.load_object(pointer);
        let result = match inst.opcode {
            Opcode::Txf | Opcode::Txfms => self.fetch(inst, access, image, texture),
            Opcode::Txg | Opcode::Txgo => self.gather(inst, access, image, texture),
            _ => self.sample(inst, access, image, texture),
        };
        self.write_texel(inst, result);
    }

    /// Writes a texel. As for a luminance texture, the result of a depth comparison is written to x, y and z,
    /// and 1 to w (crates/lab/logs/hardware.md, A12). Texel components have 32 bits; an instruction of type F16 rounds
    /// them.
    pub(super) fn write_texel(&mut self, inst: &Inst, texel: Texel) {
        let result = texel.value;
        let vector = self.b.types.components(self.b.func.ty(result)) > 1;
        let ty = ir_type(inst.ty);
        self.each_lane(inst, inst.ty, |this, k| {
            let lane = match (vector, k) {
                (true, _) => this.b.extract(result, k as u32),
                (false, 3) => this.b.float(ty, 1.0),
                (false, _) => result,
            };
            if this.b.func.ty(lane) == ty {
                lane
            } else {
                this.b.inst_with_type(Op::FConvert, Imm::None, &[lane], ty)
            }
        });
        self.write_residency(texel.resident);
    }

    /// Returns the type of a texel: a vector of four components, or a scalar for a depth comparison that is not a gather.
    fn texel_type(&mut self, image: ImageType, gather: bool) -> nvc_ir::Type {
        self.b.types.vector(image.texel, if image.depth && !gather { 1 } else { 4 })
    }

    fn sample(&mut self, inst: &Inst, access: &TextureAccess, image: ImageType, texture: Value) -> Texel {
        let target = access.target;
        let offset = self.texel_offset(access);
        let at = Sampling {
            target,
            image,
            texture,
            divisor: (inst.opcode == Opcode::Txp).then(|| self.coordinate(inst, 3, F32)),
            offset: offset.dynamic(),
            level: self.level(inst, target),
        };
        let coordinate = self.coordinates(inst, &at);
        let mut imm = TextureImm { const_offset: offset.constant(), ..TextureImm::default() };
        let mut args = vec![texture, coordinate];
        if let Some(lane) = reference_lane(target) {
            imm.dref = true;
            args.push(self.projected(inst, lane, at.divisor));
        }
        if inst.opcode == Opcode::Txd {
            imm.grad = true;
            for src in &inst.srcs[1..] {
                args.push(self.derivatives(src, &at));
            }
            if let (true, Some(src)) = (inst.mods.lod_clamp, inst.srcs.get(2)) {
                imm.min_lod = true;
                args.push(self.read(src, 3));
            }
        } else {
            imm.lod = true;
            args.push(at.level.unwrap_or_else(|| self.b.f32(0.0)));
        }
        let ty = self.texel_type(image, false);
        self.texel(inst, Op::TexSample, imm, &args, ty)
    }

    /// Returns the level of detail of a sample without derivatives; `None` for level 0.
    fn level(&mut self, inst: &Inst, target: Target) -> Option<Value> {
        let lane = match inst.opcode {
            Opcode::Txl | Opcode::Txb => level_lane(target),
            _ => None,
        };
        let level = lane.map(|lane| self.coordinate(inst, lane, F32));
        // SPIR-V has a minimum-level operand for samples with derivatives (TXD), but not for samples with an
        // explicit level.
        if !inst.mods.lod_clamp || inst.opcode == Opcode::Txd {
            return level;
        }
        let level = level.unwrap_or_else(|| self.b.f32(0.0));
        let clamp = self.coordinate(inst, clamp_lane(target), F32);
        Some(self.b.op(Op::FMax, &[level, clamp]))
    }

    fn fetch(&mut self, inst: &Inst, access: &TextureAccess, image: ImageType, texture: Value) -> Texel {
        let offset = self.texel_offset(access);
        let coordinate = self.texel_coordinates(inst, image, offset.dynamic());
        let mut imm = TextureImm { const_offset: offset.constant(), ..TextureImm::default() };
        let mut args = vec![texture, coordinate];
        let w = self.coordinate(inst, 3, S32);
        if image.multisampled {
            imm.sample = true;
            args.push(w);
        } else if image.dim != Dim::Buffer {
            imm.lod = true;
            args.push(if access.target == Target::Rect { self.b.i32(0) } else { w });
        }
        let ty = self.texel_type(image, false);
        self.texel(inst, Op::TexFetch, imm, &args, ty)
    }

    fn gather(&mut self, inst: &Inst, access: &TextureAccess, image: ImageType, texture: Value) -> Texel {
        let target = access.target;
        let at = Sampling { target, image, texture, divisor: None, offset: None, level: None };
        let coordinate = self.coordinates(inst, &at);
        let mut imm = TextureImm { component: access.component, ..TextureImm::default() };
        let mut args = vec![texture, coordinate];
        if let Some(lane) = reference_lane(target) {
            imm.dref = true;
            args.push(self.coordinate(inst, lane, F32));
        }
        if inst.opcode == Opcode::Txgo {
            return self.gather_offsets(inst, image, imm, &args);
        }
        match self.texel_offset(access) {
            TexelOffset::None => {}
            TexelOffset::Constant(offset) => imm.const_offset = Some(offset),
            TexelOffset::Dynamic(src) => {
                imm.offset = true;
                let (x, y) = (self.read_as(&src, 0, S32), self.read_as(&src, 1, S32));
                args.push(self.b.construct(&[x, y]));
            }
        }
        let ty = self.texel_type(image, true);
        self.texel(inst, Op::TexGather, imm, &args, ty)
    }

    /// Lowers TXGO: lane `k` is component w, that is, the texel i0j0, of a gather at offset (b[k], c[k]).
    fn gather_offsets(&mut self, inst: &Inst, image: ImageType, imm: TextureImm, args: &[Value]) -> Texel {
        let [_, x, y] = inst.srcs else {
            return Texel { value: self.b.undef(image.texel), resident: None };
        };
        let ty = self.texel_type(image, true);
        if let Some(offsets) = self.constant_offsets(x, y) {
            let imm = TextureImm { offsets: true, ..imm };
            let args: Vec<Value> = args.iter().copied().chain(offsets).collect();
            return self.texel(inst, Op::TexGather, imm, &args, ty);
        }
        let mut resident: Option<Value> = None;
        let texels: Vec<Value> = (0..4)
            .map(|k| {
                let offset = [self.read_as(x, k, S32), self.read_as(y, k, S32)];
                let offset = self.b.construct(&offset);
                let imm = TextureImm { offset: true, ..imm };
                let args: Vec<Value> = args.iter().copied().chain([offset]).collect();
                let texels = self.texel(inst, Op::TexGather, imm, &args, ty);
                resident = match (resident, texels.resident) {
                    (Some(all), Some(one)) => Some(self.b.op(Op::And, &[all, one])),
                    (all, one) => all.or(one),
                };
                self.b.extract(texels.value, 3)
            })
            .collect();
        Texel { value: self.b.construct(&texels), resident }
    }

    /// Returns the four offsets of TXGO if they are constant and fit in 8 bits.
    fn constant_offsets(&mut self, x: &Src, y: &Src) -> Option<[Value; 4]> {
        let ty = self.b.types.vector(Types::I32, 2);
        let mut offsets = [self.b.i32(0); 4];
        for (k, slot) in offsets.iter_mut().enumerate() {
            let parts = [x, y].map(|src| self.read_as(src, k, S32));
            parts.iter().all(|&part| self.small_constant(part).is_some()).then_some(())?;
            *slot = self.b.func.constant(ty, Const::Composite(parts.into()));
        }
        Some(offsets)
    }

    /// Lowers TXQ, TXQS and LOD.
    pub(super) fn texture_query(&mut self, inst: &Inst) {
        let Some(Access::Texture(access)) = inst.access else { return };
        if inst.opcode == Opcode::Lod {
            // Both the accessed and the computed level are 0, the level that TEX samples; z and w are
            // undefined.
            let zero = self.b.f32(0.0);
            return self.write_scalar(inst, F32, zero);
        }
        let image = image_type(access.target, F32);
        let pointer = self.object_pointer(&access.texture, image);
        let texture = self.load_object(pointer);
        if inst.opcode == Opcode::Txqs {
            let samples = self.b.op(Op::TexSamples, &[texture]);
            return self.write_scalar(inst, S32, samples);
        }
        let mut imm = TextureImm::default();
        let mut args = vec![texture];
        if image.dim != Dim::Buffer && !image.multisampled {
            imm.lod = true;
            let rectangle = access.target == Target::Rect;
            args.push(if rectangle { self.b.i32(0) } else { self.coordinate(inst, 0, S32) });
        }
        self.write_size(inst, image, imm, &args);
    }

    /// Writes the size and layer count. Components that the target lacks are 0.
    pub(super) fn write_size(&mut self, inst: &Inst, image: ImageType, imm: TextureImm, args: &[Value]) {
        let count = image.size_components();
        let ty = self.b.types.vector(Types::I32, count.into());
        let size = self.b.inst_with_type(Op::TexSize, Imm::Texture(imm), args, ty);
        self.each_lane(inst, S32, |this, k| {
            if k < usize::from(count) { this.b.extract(size, k as u32) } else { this.b.i32(0) }
        });
    }
}
