//! Determines the binding point of a resource: in a descriptor set, or in a descriptor heap (GL_EXT_descriptor_heap).

use crate::check::Checker;
use crate::check::declarations::layout_qualifiers::LayoutKey;
use crate::check::declarations::qualifiers::QualifierSet;
use crate::tree::global::{BindingPoint, HeapLocation};
use crate::types::{Type, TypeKind};
use nvc_diag::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Returns the binding point of a resource of type `ty`.
    pub(in crate::check) fn binding_point(
        &mut self,
        quals: &QualifierSet,
        ty: Type,
        span: Span,
    ) -> BindingPoint {
        let (set, binding) = (quals.number(LayoutKey::Set), quals.number(LayoutKey::Binding));
        let stride = quals.get(LayoutKey::DescriptorStride);
        if quals.get(LayoutKey::DescriptorHeap).is_none() {
            if let Some(item) = stride {
                self.error(Code::N1402, item.span, "`descriptor_stride` requires `descriptor_heap`");
            }
            return BindingPoint { set, binding, heap: None };
        }
        for key in [LayoutKey::Set, LayoutKey::Binding] {
            if let Some(item) = quals.get(key) {
                let message = format!("a descriptor in a heap cannot have `{}`", self.text(item.name));
                self.error(Code::N1402, item.span, message);
            }
        }
        if let Some(item) = stride.filter(|item| item.value == 0) {
            self.error(Code::N1402, item.span, "`descriptor_stride` must be at least 1");
        }
        let mut element = ty;
        while let TypeKind::Array(inner, _) = *self.program.types.kind(element) {
            element = inner;
        }
        if element == ty {
            let message = "descriptors in a heap must be declared as an array";
            self.report(Diagnostic::new(Code::N1402, span, message).help("add `[]` to the name"));
        }
        if matches!(self.program.types.kind(element), TypeKind::Texture(texture) if texture.combined) {
            let message = "a descriptor heap cannot contain combined texture and sampler descriptors";
            self.report(
                Diagnostic::new(Code::N1402, span, message)
                    .help("declare a texture and a sampler, and combine them where they are used"),
            );
        }
        BindingPoint {
            set: None,
            binding: None,
            heap: Some(HeapLocation::Array(quals.number(LayoutKey::DescriptorStride).unwrap_or(0))),
        }
    }
}
