//! Reports resources of different descriptor types at the same set and binding.

use crate::lower::analysis::bindings::binding_class;
use crate::lower::context::{ModuleLowerer, of_global};
use crate::tree;
use crate::types::{TextureDim, TypeKind};
use naga::Handle;
use nvc_ir::{Bound, BoundKind, Collisions, ResourceClass};

impl ModuleLowerer<'_> {
    /// Reports resources that share a binding with a resource of another descriptor type. Unused resources
    /// are ignored, because they do not reach the module.
    pub(in crate::lower) fn report_binding_collisions(&mut self) {
        let mut seen: Collisions<Handle<tree::Global>> = Collisions::default();
        for (handle, global) in self.program.globals.iter() {
            if !self.is_used(handle) {
                continue;
            }
            let Some(bound) = self.bound(handle) else { continue };
            if let Some((first, other)) = seen.find(&bound) {
                let (name, other_name) = (self.global_name(handle), self.global_name(*other));
                let finding = bound
                    .collision(global.span.into(), &name, first, &other_name)
                    .secondary(self.program.globals[*other].span, "the conflicting resource");
                self.diags.report(finding);
            }
            seen.insert(bound, handle);
        }
    }

    /// Returns whether lowering has found a use of a resource.
    fn is_used(&self, handle: Handle<tree::Global>) -> bool {
        let declared = &self.declared;
        let counter = match self.program.globals[handle].kind {
            tree::GlobalKind::Counter { binding, .. } => declared.counters.contains_key(&binding),
            _ => false,
        };
        counter
            || declared.variables.contains_key(&handle)
            || of_global(&declared.resources, handle).next().is_some()
            || of_global(&declared.packed_views, handle).next().is_some()
    }

    /// Returns the set, binding and descriptor type of a resource; `None` for a global without a binding.
    fn bound(&mut self, handle: Handle<tree::Global>) -> Option<Bound> {
        let global = &self.program.globals[handle];
        if let tree::GlobalKind::Counter { binding, .. } = global.kind {
            let at = self.bindings.get(ResourceClass::Counter, binding)?;
            return Some(Bound { at, kind: BoundKind::CounterBuffer, explicit_set: false });
        }
        let (class, point) = binding_class(global)?;
        let kind = BoundKind::of_buffer(class).unwrap_or_else(|| self.image_kind(global));
        Some(Bound { at: self.binding(handle), kind, explicit_set: point.set.is_some() })
    }

    /// Returns the descriptor type of a texture, sampler, image or acceleration structure, or of an array of them.
    /// A separate sampler counts as a texture.
    fn image_kind(&self, global: &tree::Global) -> BoundKind {
        let mut ty = global.ty;
        while let TypeKind::Array(element, _) = *self.program.types.kind(ty) {
            ty = element;
        }
        match self.program.types.kind(ty) {
            TypeKind::Texture(texture) if texture.dim == TextureDim::Buffer => BoundKind::TexelBuffer,
            TypeKind::Image(image) if image.dim == TextureDim::Buffer => BoundKind::StorageTexelBuffer,
            TypeKind::Image(_) => BoundKind::StorageImage,
            TypeKind::AccelerationStructure => BoundKind::AccelerationStructure,
            _ => BoundKind::Texture,
        }
    }
}
