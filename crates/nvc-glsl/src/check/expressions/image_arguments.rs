//! Checks the arguments of texture and image functions: memory qualifiers, formats, ranges of constants
//! (GLSL §8.9, §8.12).

use crate::builtins::Operation;
use crate::builtins::operation::{ImageFunction, TextureAccess, TextureMode, TextureOperand};
use crate::builtins::signature::Row;
use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::tree::{ExprKind, GlobalKind};
use crate::types::{Format, Scalar, TypeKind, scalar};
use nvc_diag::{Code, Diagnostic};
use nvc_ir::types::ImageFormat;
use std::ops::RangeInclusive;

/// Image formats that atomics accept, with the type and number of the operands' components.
const ATOMIC: &[(ImageFormat, Scalar, u32)] = &[
    (ImageFormat::R32i, scalar::I32, 1),
    (ImageFormat::R32ui, scalar::U32, 1),
    (ImageFormat::R32f, scalar::F32, 1),
    (ImageFormat::R64ui, scalar::U64, 1),
    (ImageFormat::R64i, scalar::I64, 1),
    // GL_NV_shader_atomic_fp16_vector
    (ImageFormat::Rg16f, scalar::F16, 2),
    (ImageFormat::Rgba16f, scalar::F16, 4),
];

/// The ranges of constant arguments. Those of offsets are `gl_MinProgramTexelOffset` to `gl_MaxProgramTexelOffset`,
/// and for gathers NVIDIA's larger range.
const RANGES: &[(TextureOperand, TextureMode, RangeInclusive<i128>, &str)] = &[
    (TextureOperand::Component, TextureMode::Gather, 0..=3, "the component"),
    (TextureOperand::Offset, TextureMode::Sample, -8..=7, "the offset"),
    (TextureOperand::Offset, TextureMode::Fetch, -8..=7, "the offset"),
    (TextureOperand::Offset, TextureMode::Gather, -32..=31, "the offset"),
    (TextureOperand::Offsets, TextureMode::Gather, -32..=31, "the offset"),
];

impl Checker<'_> {
    /// Checks a call of a texture or image function; accepts other calls.
    pub(super) fn check_image_arguments(&mut self, row: &Row, args: &[ExprId]) -> bool {
        match row.operation {
            Operation::Image(function) => {
                self.check_image_access(function, args) && self.check_atomic_format(function, args)
            }
            Operation::Texture(access) => self.check_texture_constants(access, args),
            _ => true,
        }
    }

    /// Rejects writes to `readonly` images, and reads of images that are `writeonly` or have no format.
    fn check_image_access(&mut self, function: ImageFunction, args: &[ExprId]) -> bool {
        let Some(&image) = args.first() else { return true };
        let (reads, writes) = match function {
            ImageFunction::Size | ImageFunction::Samples => return true,
            ImageFunction::Load
            | ImageFunction::LoadLevel
            | ImageFunction::SparseLoad
            | ImageFunction::SparseLoadLevel => (true, false),
            ImageFunction::Store | ImageFunction::StoreLevel => (false, true),
            ImageFunction::Atomic(..) => (true, true),
        };
        let memory = self.memory(image);
        let span = self.span(image);
        if writes && memory.readonly {
            let message = format!("{} is `readonly`", self.describe(image));
            self.error(Code::N0309, span, message);
            return false;
        }
        if reads && self.lacks_format(image) {
            let message = format!("{} has no format, so it cannot be read", self.describe(image));
            self.report(
                Diagnostic::new(Code::N1402, span, message).help(
                    "declare the image outside the struct, with a format, or use GL_EXT_shader_image_load_formatted",
                ),
            );
            return false;
        }
        if reads && memory.writeonly {
            let message = format!("{} is `writeonly`", self.describe(image));
            self.error(Code::N1307, span, message);
            return false;
        }
        true
    }

    /// Checks that the format of an atomic's image has one 32- or 64-bit component or, for an operand that is a
    /// vector of `float16_t`, as many 16-bit float components.
    fn check_atomic_format(&mut self, function: ImageFunction, args: &[ExprId]) -> bool {
        let (ImageFunction::Atomic(..), Some(&image)) = (function, args.first()) else { return true };
        let (TypeKind::Image(ty), Some(format)) = (self.kind(image), self.format_of_image(image)) else {
            return true;
        };
        let halves = args.iter().find_map(|&arg| match self.shape(self.ty(arg)) {
            Some((Shape::Vector(count), scalar::F16)) => Some((scalar::F16, u32::from(count))),
            _ => None,
        });
        let (scalar, count) = halves.unwrap_or((ty.scalar, 1));
        if ATOMIC.contains(&(format, scalar, count)) {
            return true;
        }
        let span = self.span(image);
        let message = "this atomic does not support the image's format";
        let note = match halves {
            Some((_, count)) => format!("it supports {}", if count == 2 { "rg16f" } else { "rgba16f" }),
            None => "atomics support r32i, r32ui and r32f and, with extensions, r64i and r64ui".to_string(),
        };
        self.report(Diagnostic::new(Code::N1301, span, message).note(note));
        false
    }

    /// Returns whether an image needs a format to be read, but is a struct member and so cannot have one
    /// (GLSL §4.4.8). Other images are checked at their declaration.
    fn lacks_format(&self, image: ExprId) -> bool {
        let formatted = self.features.has("GL_EXT_shader_image_load_formatted") || self.bindless();
        !formatted && self.is_split_uniform(image) && self.format_of_image(image).is_none()
    }

    /// Returns the format of the image variable of an lvalue.
    fn format_of_image(&self, mut lvalue: ExprId) -> Format {
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Global(global) => {
                    return match self.program.globals[global].kind {
                        GlobalKind::Image(_, format) => format,
                        _ => None,
                    };
                }
                ExprKind::Index(base, _) | ExprKind::NonUniform(base) => base,
                _ => return None,
            };
        }
    }

    /// Checks that constant components and offsets are in range.
    fn check_texture_constants(&mut self, access: TextureAccess, args: &[ExprId]) -> bool {
        for (operand, &arg) in access.operands.iter().zip(args.iter().skip(1)) {
            let row = RANGES.iter().find(|(of, mode, ..)| of == operand && *mode == access.mode);
            let Some((_, _, range, name)) = row else { continue };
            let Some(wrong) = self.known_integers(arg).into_iter().find(|number| !range.contains(number))
            else {
                continue;
            };
            let message = format!("{name} {wrong} is outside the range {} to {}", range.start(), range.end());
            let span = self.span(arg);
            self.error(Code::N0308, span, message);
            return false;
        }
        true
    }

    /// Returns the integers in a constant scalar, vector or array of vectors, except those that depend on specialization
    /// constants.
    fn known_integers(&mut self, e: ExprId) -> Vec<i128> {
        let Some(constant) = self.const_of(e) else { return Vec::new() };
        let ty = self.ty(e);
        let mut parts = Vec::new();
        match *self.program.types.kind(ty) {
            TypeKind::Array(element, _) => {
                for part in (0..4).map_while(|index| self.element(constant, ty, index)).collect::<Vec<_>>() {
                    parts.extend(self.components(part, element).unwrap_or_default());
                }
            }
            _ => parts = self.components(constant, ty).unwrap_or_default(),
        }
        parts.into_iter().filter_map(|part| self.integer(part)).collect()
    }
}
