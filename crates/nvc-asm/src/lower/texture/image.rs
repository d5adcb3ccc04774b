//! Lowers image instructions (EXT_shader_image_load_store §2.X.8; coordinates: table X.5).
//!
//! An access with a storage modifier is raw: it accesses the bits of the texel, whatever the format of the
//! image. The IR declares the raw format, and the API binds a view with that format.

use crate::lower::memory::atomic::{atomic_op, half_op};
use crate::lower::texture::image_type;
use crate::lower::texture::sparse::Texel;
use crate::lower::{F32, Lowerer, S32, U32, ir_type};
use crate::modifier::{AtomicOp as AtomicModifier, BaseType, DataType, TypeModifier};
use crate::resolve::{Access, ImageAccess, Inst, Src};
use crate::table::Opcode;
use nvc_ir::imm::{AtomicOp, Imm, Scope, TextureImm};
use nvc_ir::types::{Dim, ImageFormat, ImageType, Space, Types};
use nvc_ir::{Op, Value};

/// Returns the format whose texels have the type of a storage modifier; `None` if there is no such format. For 64-bit
/// signed integers, the format is `R64i` if `r64i` is set, otherwise `R64ui`.
fn raw_format(storage: TypeModifier, r64i: bool) -> Option<ImageFormat> {
    use BaseType::{Float, Signed, Unsigned};
    Some(match (storage.base, storage.data_type().bits, storage.count) {
        (Unsigned, 8, 1) => ImageFormat::R8ui,
        (Signed, 8, 1) => ImageFormat::R8i,
        (Unsigned, 16, 1) => ImageFormat::R16ui,
        (Signed, 16, 1) => ImageFormat::R16i,
        (Unsigned, 32, 1) => ImageFormat::R32ui,
        (Signed, 32, 1) => ImageFormat::R32i,
        (Float, 32, 1) => ImageFormat::R32f,
        (Unsigned, 32, 2) => ImageFormat::Rg32ui,
        (Signed, 32, 2) => ImageFormat::Rg32i,
        (Float, 32, 2) => ImageFormat::Rg32f,
        (Unsigned, 32, 4) => ImageFormat::Rgba32ui,
        (Signed, 32, 4) => ImageFormat::Rgba32i,
        (Float, 32, 4) => ImageFormat::Rgba32f,
        (Unsigned, 8, 2) => ImageFormat::Rg8ui,
        (Signed, 8, 2) => ImageFormat::Rg8i,
        (Unsigned, 8, 4) => ImageFormat::Rgba8ui,
        (Signed, 8, 4) => ImageFormat::Rgba8i,
        (Unsigned, 16, 2) => ImageFormat::Rg16ui,
        (Signed, 16, 2) => ImageFormat::Rg16i,
        (Unsigned, 16, 4) => ImageFormat::Rgba16ui,
        (Signed, 16, 4) => ImageFormat::Rgba16i,
        (Float, 16, 1) => ImageFormat::R16f,
        (Float, 16, 2) => ImageFormat::Rg16f,
        (Float, 16, 4) => ImageFormat::Rgba16f,
        (Signed, 64, 1) if r64i => ImageFormat::R64i,
        // No image format has doubles, so they are accessed as 64-bit integers.
        (Unsigned | Signed | Float, 64, 1) => ImageFormat::R64ui,
        _ => return None,
    })
}

/// Returns the type of a texel component in registers, from the instruction's base type and the storage
/// modifier.
fn texel_type(base: BaseType, storage: Option<TypeModifier>) -> DataType {
    let wide = storage.is_some_and(|storage| storage.data_type().bits == 64);
    DataType::new(base, if wide { 64 } else { 32 })
}

impl Lowerer<'_> {
    /// Returns the storage image type and the texel component type of an access.
    fn storage_image(&mut self, inst: &Inst, access: &ImageAccess) -> Option<(ImageType, DataType)> {
        let texel = texel_type(inst.ty.base, inst.storage);
        let format = match inst.storage {
            None => None,
            Some(storage) => {
                let Some(format) = raw_format(storage, self.options.r64i_images) else {
                    self.internal(inst.span, "an image access without a format");
                    return None;
                };
                Some(format)
            }
        };
        let image = ImageType { storage: true, format, ..image_type(access.target, texel) };
        let image = match texel.bits {
            64 => ImageType { texel: Types::I64, signed: format == Some(ImageFormat::R64i), ..image },
            _ => image,
        };
        Some((image, texel))
    }

    fn load_image(&mut self, access: &ImageAccess, image: ImageType) -> Value {
        let pointer = self.object_pointer(&access.image, image);
        let ty = self.b.types.pointee(self.b.func.ty(pointer)).map_or(Types::VOID, |(_, to)| to);
        self.b.inst_with_type(Op::Load, Imm::Access(Default::default()), &[pointer], ty)
    }

    /// Returns the coordinate of a texel: x, y, then z as depth, layer or face. For a cube array, z is six
    /// times the layer plus the face.
    fn texel_coordinate(&mut self, src: &Src, image: ImageType) -> Value {
        let lanes: &[usize] = match (image.dim, image.arrayed) {
            (Dim::D1 | Dim::Buffer, false) => &[0],
            (Dim::D1 | Dim::Buffer, true) => &[0, 2],
            (Dim::D2 | Dim::Rect, false) => &[0, 1],
            _ => &[0, 1, 2],
        };
        let lanes: Vec<Value> = lanes.iter().map(|&k| self.read_as(src, k, S32)).collect();
        self.b.construct(&lanes)
    }

    /// Reads a component to store. Integer components of less than 32 bits receive the low bits (NV_gpu_program5 §2.X.4.1).
    /// SPIR-V requires values that the format can represent, so they are truncated here.
    fn texel_component(&mut self, inst: &Inst, data: &Src, lane: usize, texel: DataType) -> Value {
        let value = self.read_as(data, lane, texel);
        match inst.storage.map(|storage| storage.data_type().bits) {
            Some(bits @ 0..32) if !texel.is_float() => {
                let op = if texel.base == BaseType::Signed { Op::SBfe } else { Op::UBfe };
                let (offset, count) = (self.b.i32(0), self.b.i32(u32::from(bits)));
                self.b.op(op, &[value, offset, count])
            }
            // Doubles are stored as integers.
            _ if texel.bits == 64 => self.b.bitcast(value, Types::I64),
            _ => value,
        }
    }

    /// Returns the flags of an access and, for multisampled images, the sample operand.
    fn image_operands(
        &mut self,
        inst: &Inst,
        coordinate: &Src,
        image: ImageType,
    ) -> (TextureImm, Option<Value>) {
        let imm = TextureImm {
            sample: image.multisampled,
            coherent: inst.mods.coherent || inst.mods.volatile,
            volatile: inst.mods.volatile,
            ..TextureImm::default()
        };
        (imm, image.multisampled.then(|| self.read_as(coordinate, 3, S32)))
    }

    /// Lowers LOADIM and STOREIM.
    pub(in crate::lower) fn image(&mut self, inst: &Inst) {
        let Some(Access::Image(access)) = inst.access else { return };
        let Some((image, texel)) = self.storage_image(inst, access) else { return };
        let loaded = self.load_image(access, image);
        if inst.opcode == Opcode::Storeim {
            let [data, coordinate] = inst.srcs else { return };
            let at = self.texel_coordinate(coordinate, image);
            let (imm, sample) = self.image_operands(inst, coordinate, image);
            let parts: Vec<Value> = (0..4).map(|k| self.texel_component(inst, data, k, texel)).collect();
            let value = self.b.construct(&parts);
            let args: Vec<Value> = [loaded, at, value].into_iter().chain(sample).collect();
            return self.b.effect(Op::ImageWrite, Imm::Texture(imm), &args);
        }
        let [coordinate] = inst.srcs else { return };
        let at = self.texel_coordinate(coordinate, image);
        let (imm, sample) = self.image_operands(inst, coordinate, image);
        let args: Vec<Value> = [loaded, at].into_iter().chain(sample).collect();
        let ty = self.b.types.vector(image.texel, 4);
        let Texel { value, resident } = self.texel(inst, Op::ImageRead, imm, &args, ty);
        let count = inst.storage.map_or(4, |s| usize::from(s.count));
        let small = count > 1 && inst.storage.is_some_and(|s| s.data_type().bits < 32);
        self.each_lane(inst, texel, |this, k| match k {
            _ if k < count => {
                let component = this.b.extract(value, k as u32);
                this.b.bitcast(component, ir_type(texel))
            }
            // Missing y, z, w of a raw load are 0, 0, 1. The 1 has the type of the image's own format, which
            // is assumed to be the modifier's. For vectors of 8- and 16-bit components, w is 0 instead
            // (crates/lab/logs/hardware.md, A11).
            3 if small => this.b.bits(image.texel, 0),
            // For 64-bit texels, w is the integer 1, whatever the type (crates/lab/logs/hardware.md, A11).
            3 if texel.bits == 64 => this.b.bits(ir_type(texel), 1),
            3 if texel.is_float() => this.b.f32(1.0),
            3 => this.b.bits(image.texel, 1),
            _ => this.b.bits(ir_type(texel), 0),
        });
        self.write_residency(resident);
    }

    /// Lowers ATOMIM.
    pub(in crate::lower) fn image_atomic(&mut self, inst: &Inst) {
        let Some(Access::Image(access)) = inst.access else { return };
        let ([data, coordinate], Some(op)) = (inst.srcs, inst.mods.atomic) else { return };
        let halves = inst.storage.filter(|storage| storage.data_type().bits == 16);
        let (image, texel) = if let Some(halves) = halves {
            // Two 16-bit floats (halves) are accessed as a 32-bit integer and four as a 64-bit integer. The API binds a
            // view with that format.
            let (ty, format) = match halves.count {
                2 => (Types::I32, ImageFormat::R32ui),
                _ => (Types::I64, ImageFormat::R64ui),
            };
            let image = image_type(access.target, U32);
            (ImageType { storage: true, format: Some(format), texel: ty, ..image }, U32)
        } else {
            let Some(image) = self.storage_image(inst, access) else { return };
            image
        };
        let pointer = self.object_pointer(&access.image, image);
        let at = self.texel_coordinate(coordinate, image);
        let sample = match image.multisampled {
            true => self.read_as(coordinate, 3, S32),
            false => self.b.i32(0),
        };
        if inst.mods.sparse {
            // Atomics have no sparse variant, so a load determines whether the texel is resident.
            let loaded = self.load_image(access, image);
            let imm = TextureImm { sample: image.multisampled, ..TextureImm::default() };
            let args: Vec<Value> =
                [loaded, at].into_iter().chain(image.multisampled.then_some(sample)).collect();
            let ty = self.b.types.vector(image.texel, 4);
            let texel = self.texel(inst, Op::ImageRead, imm, &args, ty);
            self.write_residency(texel.resident);
        }
        let ty = self.b.types.pointer(Space::Image, image.texel);
        let texel_pointer = self.b.inst_with_type(Op::TexelAddr, Imm::None, &[pointer, at, sample], ty);
        if halves.is_some() {
            return self.atomic_on_halves(inst, op, data, texel_pointer);
        }
        // The operands have the type of the image, so exchanges are not converted to integers here.
        let op = atomic_op(op, texel.base);
        let mut args = vec![texel_pointer, self.read_as(data, 0, texel)];
        if op == AtomicOp::CompareExchange {
            args.push(self.read_as(data, 1, texel));
        }
        let old = self.b.inst_with_type(Op::Atomic, Imm::Atomic(op, Scope::Device), &args, image.texel);
        self.write_x(inst, texel, old);
    }

    /// Emits an atomic on the two or four halves of a texel. The operand is one or two 32-bit words; the
    /// result is only the first word (crates/lab/logs/hardware.md, A15).
    fn atomic_on_halves(&mut self, inst: &Inst, op: AtomicModifier, data: &Src, texel: Value) {
        let Some(op) = half_op(op) else {
            return self.internal(inst.span, "an atomic operation that halves do not support");
        };
        let ty = self.b.types.pointee(self.b.func.ty(texel)).map_or(Types::I32, |(_, to)| to);
        let mut operand = self.packed_halves(data, 0);
        if ty == Types::I64 {
            let high = self.packed_halves(data, 1);
            operand = self.pack64(operand, high);
        }
        let old = self.b.inst_with_type(Op::Atomic, Imm::Atomic(op, Scope::Device), &[texel, operand], ty);
        let first = if ty == Types::I64 { self.unpack64(old, 0) } else { old };
        self.write_x(inst, U32, first);
    }

    /// Lowers IMQ and IMQS.
    pub(in crate::lower) fn image_query(&mut self, inst: &Inst) {
        let Some(Access::Image(access)) = inst.access else { return };
        let image = ImageType { storage: true, ..image_type(access.target, F32) };
        let loaded = self.load_image(access, image);
        if inst.opcode == Opcode::Imqs {
            let samples = self.b.op(Op::TexSamples, &[loaded]);
            return self.write_scalar(inst, S32, samples);
        }
        self.write_size(inst, image, TextureImm::default(), &[loaded]);
    }
}
