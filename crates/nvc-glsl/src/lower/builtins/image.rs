//! Lowers storage image functions (GLSL §8.12).

use super::atomic::{half_operation, operand_count, operation};
use crate::builtins::operation::{AtomicFunction, ImageFunction, Semantics};
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::types::image::texel_scalar;
use crate::lower::values::rvalue::Rvalue;
use crate::types::{Type, TypeKind, scalar};
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::{ImageFormat, ImageType, TypeKind as IrKind};
use nvc_ir::{Op, Space, Types, Value};

/// Returns the format for an atomic on an image without a declared format, such as a bindless image: the
/// single-channel format of its texel type.
fn atomic_format(image: ImageType) -> Option<ImageFormat> {
    match texel_scalar(image) {
        scalar::F32 => Some(ImageFormat::R32f),
        scalar::I32 => Some(ImageFormat::R32i),
        scalar::U32 => Some(ImageFormat::R32ui),
        scalar::I64 => Some(ImageFormat::R64i),
        scalar::U64 => Some(ImageFormat::R64ui),
        _ => None,
    }
}

impl Lowerer<'_, '_> {
    pub(super) fn image(&mut self, function: ImageFunction, args: &[ExprHandle], ty: Type) -> Rvalue {
        let Some((&e, rest)) = args.split_first() else { return Rvalue::void() };
        let TypeKind::Image(image) = *self.opaque(e) else {
            self.internal_error("an image function on a type that is not an image");
            return Rvalue::void();
        };
        let resource = self.resource(e);
        let (format, memory) = self.image_of(&resource);
        let mut image = self.image_type(image, format);
        if let (ImageFunction::Atomic(..), Some(view)) = (function, self.packed_half_view(rest)) {
            (image.texel, image.format) = view;
        } else if let ImageFunction::Atomic(..) = function {
            image.format = image.format.or_else(|| atomic_format(image));
        }
        let descriptor = self.b.types.intern(IrKind::Image(image));
        if let ImageFunction::Atomic(function, semantics) = function {
            let pointer = self.descriptor(&resource, descriptor);
            return self.image_atomic(function, semantics, image, pointer, rest);
        }
        let texture = self.load_descriptor(&resource, descriptor);
        let flags = TextureImm {
            sample: image.multisampled,
            coherent: memory.coherent,
            volatile: memory.volatile,
            ..TextureImm::default()
        };
        match function {
            ImageFunction::Size => self.size(texture, image, None).into(),
            ImageFunction::Samples => self.b.op(Op::TexSamples, &[texture]).into(),
            ImageFunction::Load | ImageFunction::LoadLevel => {
                let (coordinate, sample, rest) = self.texel_operands(image, rest);
                let ty = self.value_type(ty);
                let mut args = vec![texture, coordinate];
                let flags = self.image_level(function, flags, &mut args, rest);
                args.extend(sample);
                self.b.inst_with_type(Op::ImageRead, Imm::Texture(flags), &args, ty).into()
            }
            ImageFunction::SparseLoad | ImageFunction::SparseLoadLevel => {
                let (coordinate, sample, rest) = self.texel_operands(image, rest);
                let Some(&out) = rest.last() else { return Rvalue::void() };
                let mut args = vec![texture, coordinate];
                let flags = self.image_level(function, flags, &mut args, rest);
                args.extend(sample);
                let ty = self.b.types.vector(image.texel, 4);
                let result = self.texel_access(Op::ImageRead, flags, &args, ty, true);
                self.sparse_result(result, out).into()
            }
            ImageFunction::Store | ImageFunction::StoreLevel => {
                let (coordinate, sample, rest) = self.texel_operands(image, rest);
                let Some(&texel) = rest.last() else { return Rvalue::void() };
                let mut level = Vec::new();
                let flags = self.image_level(function, flags, &mut level, rest);
                let texel = self.value(texel);
                let mut args = vec![texture, coordinate, texel];
                args.extend(level);
                args.extend(sample);
                self.b.effect(Op::ImageWrite, Imm::Texture(flags), &args);
                Rvalue::void()
            }
            ImageFunction::Atomic(..) => Rvalue::void(),
        }
    }

    /// Appends the level operand, for functions that have one (GL_AMD_shader_image_load_store_lod), and returns the
    /// flags of the access.
    fn image_level(
        &mut self,
        function: ImageFunction,
        flags: TextureImm,
        args: &mut Vec<Value>,
        rest: &[ExprHandle],
    ) -> TextureImm {
        use ImageFunction as F;
        let (F::LoadLevel | F::StoreLevel | F::SparseLoadLevel, Some(&level)) = (function, rest.first())
        else {
            return flags;
        };
        args.push(self.value(level));
        TextureImm { lod: true, ..flags }
    }

    /// Evaluates the coordinate and, for a multisampled image, the sample. Returns the remaining arguments as
    /// well.
    fn texel_operands<'e>(
        &mut self,
        image: ImageType,
        args: &'e [ExprHandle],
    ) -> (Value, Option<Value>, &'e [ExprHandle]) {
        let Some((&coordinate, rest)) = args.split_first() else { return (self.b.i32(0), None, args) };
        let coordinate = self.value(coordinate);
        match rest.split_first() {
            Some((&sample, rest)) if image.multisampled => (coordinate, Some(self.value(sample)), rest),
            _ => (coordinate, None, rest),
        }
    }

    /// Returns the texel type and format of the view that an atomic on vectors of halves uses
    /// (GL_NV_shader_atomic_fp16_vector): a 32-bit integer for two halves, a 64-bit integer for four.
    fn packed_half_view(&self, args: &[ExprHandle]) -> Option<(nvc_ir::Type, Option<ImageFormat>)> {
        let value = args.last()?;
        match *self.kind(self.body.exprs[*value].ty) {
            TypeKind::Vector(2, scalar::F16) => Some((Types::I32, Some(ImageFormat::R32ui))),
            TypeKind::Vector(4, scalar::F16) => Some((Types::I64, Some(ImageFormat::R64ui))),
            _ => None,
        }
    }

    /// Lowers an atomic on a texel. `args` are the arguments after the image.
    fn image_atomic(
        &mut self,
        function: AtomicFunction,
        semantics: Semantics,
        image: ImageType,
        pointer: Value,
        args: &[ExprHandle],
    ) -> Rvalue {
        let (coordinate, sample, rest) = self.texel_operands(image, args);
        let sample = match sample {
            Some(sample) => sample,
            None => self.b.i32(0),
        };
        let texel = self.b.types.pointer(Space::Image, image.texel);
        let texel = self.b.inst_with_type(Op::TexelAddr, Imm::None, &[pointer, coordinate, sample], texel);
        let count = operand_count(function);
        let order = self.atomic_order(semantics, rest, count);
        let mut operands = vec![texel];
        for &arg in rest.iter().take(count) {
            operands.push(self.value(arg));
        }
        let halves = operands.get(1).map(|&value| self.b.func.ty(value));
        if let Some(halves) = halves.filter(|&ty| self.b.types.scalar(ty) == Types::F16) {
            for operand in operands.iter_mut().skip(1) {
                *operand = self.b.bitcast(*operand, image.texel);
            }
            let old = self.atomic_at(half_operation(function), order, &operands, image.texel);
            return self.unpack_halves(old, halves).into();
        }
        let op = operation(function, texel_scalar(image).kind);
        self.atomic_at(op, order, &operands, image.texel).into()
    }
}
