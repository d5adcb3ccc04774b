//! Checks uniform variables: textures, images, acceleration structures, atomic counters, and loose uniforms (other
//! uniforms outside blocks).

use super::conflicts::Space;
use crate::ast::Declarator;
use crate::check::Checker;
use crate::check::declarations::layout_qualifiers::{LayoutKey, LayoutTarget, image_format, texel_kind};
use crate::check::declarations::qualifiers::QualifierSet;
use crate::options::Flavour;
use crate::tree::GlobalKind;
use crate::types::{Length, Memory, Type, TypeKind};
use nvc_diag::{Code, Diagnostic, Span};

impl Checker<'_> {
    pub(in crate::check) fn uniform_variable(
        &mut self,
        quals: &QualifierSet,
        ty: Type,
        declarator: &Declarator,
    ) {
        let span = declarator.name.span;
        let mut element = ty;
        while let TypeKind::Array(inner, _) = *self.program.types.kind(element) {
            element = inner;
        }
        let binding = self.binding_point(quals, ty, span);
        let location = self.location(quals, ty, span);
        let bindless = quals.get(LayoutKey::Bindless).is_some();
        let kind = match *self.program.types.kind(element) {
            TypeKind::AccelerationStructure => {
                self.check_layout(quals, LayoutTarget::Texture);
                self.check_no_memory(quals, "acceleration structures");
                self.check_handles(quals, element);
                GlobalKind::Texture(binding)
            }
            TypeKind::RayQuery => {
                let message = "a ray query cannot be `uniform`";
                self.report(Diagnostic::new(Code::N1401, span, message).help("declare it as a variable"));
                GlobalKind::RayQuery
            }
            TypeKind::Texture(_) | TypeKind::Sampler(_) => {
                self.check_layout(quals, LayoutTarget::Texture);
                self.check_texture_memory(quals);
                self.require_precision(quals.precision, element, span);
                self.check_handles(quals, element);
                if bindless {
                    GlobalKind::Loose { location, initial: None }
                } else {
                    GlobalKind::Texture(binding)
                }
            }
            TypeKind::Image(image) => {
                self.check_layout(quals, LayoutTarget::Image);
                self.require_precision(quals.precision, element, span);
                let format = self.image_format(quals, image.scalar.kind, span);
                if bindless {
                    GlobalKind::Loose { location, initial: None }
                } else {
                    GlobalKind::Image(binding, format)
                }
            }
            TypeKind::AtomicCounter => {
                self.check_layout(quals, LayoutTarget::Counter);
                self.check_no_memory(quals, "atomic counters");
                self.check_counter_precision(quals.precision);
                if self.options.flavour == Flavour::Vulkan && !self.features.has("GL_EXT_vulkan_glsl_relaxed")
                {
                    self.report(
                        Diagnostic::new(Code::N1401, span, "Vulkan does not support atomic counters")
                            .help("use an atomic function on a member of a buffer block"),
                    );
                }
                self.counter(quals, ty, span)
            }
            _ => return self.loose_uniform(quals, location, ty, declarator),
        };
        self.no_initial_value(ty, declarator);
        self.add_global(declarator.name, kind, ty, quals.memory, false);
    }

    /// Rejects memory qualifiers on textures, except those of GL_KHR_memory_scope_semantics: these have no effect, because
    /// textures are only read.
    fn check_texture_memory(&mut self, quals: &QualifierSet) {
        if quals.unscoped_memory {
            self.check_no_memory(quals, "textures");
        }
    }

    /// Rejects bindless qualifiers on separate textures, samplers and acceleration structures, which have no bindless
    /// handles.
    fn check_handles(&mut self, quals: &QualifierSet, ty: Type) {
        if let Some(item) =
            quals.get(LayoutKey::Bindless).filter(|_| !self.program.types.kind(ty).has_handles())
        {
            let message = format!(
                "`{}` requires a combined texture and sampler, not {}",
                self.text(item.name),
                self.show(ty)
            );
            self.error(Code::N1402, item.span, message);
        }
    }

    /// Rejects initializers of opaque types and of structs with opaque members (GLSL §4.1.7).
    fn no_initial_value(&mut self, ty: Type, declarator: &Declarator) {
        if let Some(value) = declarator.initializer {
            let at = self.unit.exprs[value].span;
            let message = format!("a uniform of type {} cannot have an initializer", self.show(ty));
            self.error(Code::N1401, at, message);
        }
    }

    /// Returns the format of an image, which must match the component type. The format may be missing if the image
    /// is `writeonly` or has a qualifier such as `size4x32`, or if an extension allows reads without a format.
    pub(super) fn image_format(
        &mut self,
        quals: &QualifierSet,
        kind: crate::types::ScalarKind,
        span: Span,
    ) -> crate::types::Format {
        let Some(item) = quals.get(LayoutKey::Format) else {
            let formatted = self.features.has("GL_EXT_shader_image_load_formatted") || self.bindless();
            if !quals.memory.writeonly
                && quals.get(LayoutKey::Ignored).is_none()
                && !formatted
                && !quals.invalid
            {
                let message = "an image that is not `writeonly` needs a format";
                self.report(
                    Diagnostic::new(Code::N1402, span, message)
                        .help("write a format, such as `layout(r32f)`, or `writeonly`"),
                );
            }
            return None;
        };
        let format = image_format(item.value)?;
        if texel_kind(format) != kind {
            let message = format!(
                "the format `{}` does not match the component type of the image",
                self.text(item.name)
            );
            self.error(Code::N1402, item.span, message);
        }
        Some(format)
    }

    /// Checks an atomic counter, and returns its binding and offset. By default the offset follows the previous
    /// counter of the binding (GLSL §4.4.7).
    fn counter(&mut self, quals: &QualifierSet, ty: Type, span: Span) -> GlobalKind {
        let binding = quals.number(LayoutKey::Binding).unwrap_or_else(|| {
            if !quals.invalid {
                self.error(Code::N1402, span, "an atomic counter needs a binding");
            }
            0
        });
        let next = self.counters.get(&binding).copied().unwrap_or(0);
        let offset = quals.number(LayoutKey::Offset).unwrap_or(next);
        if !offset.is_multiple_of(4) {
            let at = quals.get(LayoutKey::Offset).map_or(span, |item| item.span);
            self.error(Code::N1402, at, format!("the offset {offset} is not a multiple of 4"));
        }
        if matches!(self.program.types.kind(ty), TypeKind::Array(_, Length::Unsized)) {
            self.error(Code::N1305, span, "an array of atomic counters needs a size");
        }
        let bytes = self.locations(ty).saturating_mul(4);
        if quals.get(LayoutKey::Binding).is_some() && offset.is_multiple_of(4) {
            self.reserve(Space::Counters(binding), u64::from(offset), bytes, span);
        }
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.counters.insert(binding, offset.saturating_add(bytes));
        GlobalKind::Counter { binding, offset }
    }

    /// Returns the explicit location of a uniform; reports a location that is in use.
    fn location(&mut self, quals: &QualifierSet, ty: Type, span: Span) -> Option<u32> {
        let location = quals.number(LayoutKey::Location)?;
        let count = self.locations(ty);
        self.reserve(Space::Locations, u64::from(location), count, span);
        Some(location)
    }

    fn loose_uniform(
        &mut self,
        quals: &QualifierSet,
        location: Option<u32>,
        ty: Type,
        declarator: &Declarator,
    ) {
        self.check_layout(quals, LayoutTarget::Loose);
        let span = declarator.name.span;
        self.check_no_memory(quals, "uniform variables");
        if self.options.flavour == Flavour::Vulkan && !self.features.has("GL_EXT_vulkan_glsl_relaxed") {
            let message = "Vulkan does not support uniform variables outside blocks";
            self.report(Diagnostic::new(Code::N1401, span, message).help("move it into a uniform block"));
        }
        if self.contains(ty, &|kind| matches!(kind, TypeKind::Buffer { .. })) {
            let message = format!("{} cannot be in a uniform variable", self.show(ty));
            let error = Diagnostic::new(Code::N1305, span, message);
            return self.report(error.help("buffer types are for members of `resourceheap` blocks"));
        }
        if self.needs_split(ty) {
            self.no_initial_value(ty, declarator);
            return self.split_uniform(declarator.name, location, ty);
        }
        self.check_layout_type(ty, "a uniform variable", span);
        let value = declarator.initializer.map(|value| self.initializer(value, ty, "the initializer"));
        let value = value.map(|value| self.implicit_conversion(value, ty, "the initializer"));
        let initial = value.and_then(|value| {
            let constant = self.const_of(value);
            if constant.is_none() && !self.is_error(value) {
                let at = self.span(value);
                self.error(Code::N1303, at, "the initializer of a uniform must be a constant expression");
            }
            constant
        });
        let kind = GlobalKind::Loose { location, initial };
        self.add_global(declarator.name, kind, ty, Memory::default(), false);
    }
}
