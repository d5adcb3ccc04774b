//! Descriptor bindings: where each class of resources is bound, and which resources collide.

use crate::globals::ResourceClass;
use crate::types::Dim;
use crate::{Loc, Type, TypeKind, Types};
use nvc_diag::{Code, Diagnostic};
use std::str::FromStr;

/// A descriptor set and binding number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Binding {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
}

/// A published mapping of resource classes to descriptor bindings (`docs/interface.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BindingScheme {
    /// Set 0 and the binding as written, for every class: the convention of Vulkan's GLSL compilers.
    Vulkan,
    /// A set for each class, which keeps OpenGL's separate binding spaces apart.
    Classes,
    /// Everything in set 0, with a range of bindings for each class.
    Flat,
}

/// The error for an unknown binding scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBindingScheme(());

impl BindingScheme {
    /// All schemes.
    pub const ALL: [BindingScheme; 3] = [BindingScheme::Vulkan, BindingScheme::Classes, BindingScheme::Flat];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            BindingScheme::Vulkan => "vulkan",
            BindingScheme::Classes => "classes",
            BindingScheme::Flat => "flat",
        }
    }
}

impl FromStr for BindingScheme {
    type Err = UnknownBindingScheme;
    fn from_str(s: &str) -> Result<Self, UnknownBindingScheme> {
        BindingScheme::ALL.into_iter().find(|scheme| scheme.name() == s).ok_or(UnknownBindingScheme(()))
    }
}

impl std::fmt::Display for UnknownBindingScheme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected one of {}", BindingScheme::ALL.map(BindingScheme::name).join(", "))
    }
}

impl std::error::Error for UnknownBindingScheme {}

/// Where each class of resources is bound: a [`BindingScheme`], perhaps with classes moved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BindingMap {
    classes: [Binding; 6],
    /// Whether the elements of an array of resources take a binding number each, as in OpenGL, where the
    /// elements of an array are bound to consecutive points. In Vulkan an array has one binding.
    pub numbers_elements: bool,
    /// Binding of the parameter block if it does not fit push constants.
    pub parameter_buffer: Binding,
}

impl From<BindingScheme> for BindingMap {
    fn from(scheme: BindingScheme) -> Self {
        let at = |set, binding| Binding { set, binding };
        let flat = |binding| at(0, binding);
        let classes = match scheme {
            BindingScheme::Vulkan => [flat(0), flat(0), flat(0), flat(0), flat(0), at(4, 0)],
            BindingScheme::Classes => [at(0, 0), at(1, 0), at(1, 32), at(2, 0), at(3, 0), at(4, 0)],
            BindingScheme::Flat => [flat(0), flat(32), flat(128), flat(64), flat(96), flat(160)],
        };
        let numbers_elements = scheme != BindingScheme::Vulkan;
        BindingMap { classes, numbers_elements, parameter_buffer: flat(31) }
    }
}

impl BindingMap {
    /// [`BindingScheme::Vulkan`].
    pub fn vulkan() -> Self {
        BindingScheme::Vulkan.into()
    }

    /// [`BindingScheme::Classes`].
    pub fn classes() -> Self {
        BindingScheme::Classes.into()
    }

    /// [`BindingScheme::Flat`].
    pub fn flat() -> Self {
        BindingScheme::Flat.into()
    }

    /// Moves a class of descriptors: its element `n` is bound at `base.binding + n` of `base.set`.
    /// Classes without descriptors (parameters, shared memory) have no place in the map: `false`.
    pub fn set(&mut self, class: ResourceClass, base: Binding) -> bool {
        match self.classes.get_mut(class as usize) {
            Some(slot) => {
                *slot = base;
                true
            }
            None => false,
        }
    }

    /// Where a class's element `index` is bound; `None` for classes without descriptors or past
    /// the last binding number.
    pub fn get(&self, class: ResourceClass, index: u32) -> Option<Binding> {
        let base = self.classes.get(class as usize)?;
        Some(Binding { set: base.set, binding: base.binding.checked_add(index)? })
    }

    /// The class and index of a variable of `class` with a binding. The class changes to the one that the map
    /// has there for bindless descriptors and atomic counters. If the map assigns the binding to an
    /// unrelated class, the source chose the set, and the binding is the index.
    pub fn source_of(&self, binding: Binding, class: ResourceClass) -> (ResourceClass, u32) {
        let bases = || {
            let bases = ResourceClass::ALL.into_iter().filter_map(|class| Some((class, self.get(class, 0)?)));
            bases.filter(|(_, base)| base.set == binding.set && base.binding <= binding.binding)
        };
        let highest = bases().map(|(_, base)| base.binding).max();
        let fits = |found: ResourceClass| {
            found == class
                || found == ResourceClass::Bindless
                || (found, class) == (ResourceClass::Counter, ResourceClass::Storage)
        };
        let candidates = bases().filter(|(found, base)| Some(base.binding) == highest && fits(*found));
        // Of several classes with one base, the variable's own comes first.
        candidates
            .min_by_key(|(found, _)| *found != class)
            .map_or((class, binding.binding), |(found, base)| (found, binding.binding - base.binding))
    }

    /// The index of the atomic-counter buffer at a binding that is also that of a storage block, as in
    /// [`BindingScheme::Vulkan`].
    pub fn counter_at(&self, binding: Binding) -> Option<u32> {
        let base = self.get(ResourceClass::Counter, 0)?;
        (base.set == binding.set).then(|| binding.binding.checked_sub(base.binding)).flatten()
    }
}

/// Descriptor types that must not share a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundKind {
    /// A uniform buffer.
    UniformBuffer,
    /// A storage buffer.
    StorageBuffer,
    /// A storage buffer with atomic counters. Sharing one with a storage block is valid in Vulkan, but not
    /// meant: OpenGL binds them separately.
    CounterBuffer,
    /// A sampled image, a sampler, or both: Vulkan lets them share a combined image sampler.
    Texture,
    /// A uniform texel buffer.
    TexelBuffer,
    /// A storage image.
    StorageImage,
    /// A storage texel buffer.
    StorageTexelBuffer,
    /// An acceleration structure.
    AccelerationStructure,
}

impl BoundKind {
    /// The type of the descriptors of a class of buffers; `None` for other classes.
    pub fn of_buffer(class: ResourceClass) -> Option<BoundKind> {
        match class {
            ResourceClass::Uniform => Some(BoundKind::UniformBuffer),
            ResourceClass::Storage => Some(BoundKind::StorageBuffer),
            ResourceClass::Counter => Some(BoundKind::CounterBuffer),
            _ => None,
        }
    }

    /// The type of the descriptors of an image, sampled image or sampler.
    pub fn of_image(types: &Types, ty: Type) -> BoundKind {
        match types.kind(ty) {
            TypeKind::Image(image) => match (image.storage, image.dim == Dim::Buffer) {
                (false, false) => BoundKind::Texture,
                (false, true) => BoundKind::TexelBuffer,
                (true, false) => BoundKind::StorageImage,
                (true, true) => BoundKind::StorageTexelBuffer,
            },
            TypeKind::SampledImage(image) if image.dim == Dim::Buffer => BoundKind::TexelBuffer,
            _ => BoundKind::Texture,
        }
    }

    /// The name in diagnostics.
    pub fn name(self) -> &'static str {
        match self {
            BoundKind::UniformBuffer => "a uniform buffer",
            BoundKind::StorageBuffer => "a storage buffer",
            BoundKind::CounterBuffer => "a buffer of atomic counters",
            BoundKind::Texture => "a texture",
            BoundKind::TexelBuffer => "a texel buffer",
            BoundKind::StorageImage => "an image",
            BoundKind::StorageTexelBuffer => "an image buffer",
            BoundKind::AccelerationStructure => "an acceleration structure",
        }
    }
}

/// A resource with its place among the descriptors. An array of resources has one binding.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// Its descriptor set and binding.
    pub at: Binding,
    /// Its descriptor type.
    pub kind: BoundKind,
    /// Whether the source names the descriptor set.
    pub explicit_set: bool,
}

impl Bound {
    /// Whether two resources of different descriptor types share a binding by accident. Two that name
    /// their sets may be meant for a descriptor that changes its type (`VK_EXT_mutable_descriptor_type`).
    pub fn collides(&self, other: &Bound) -> bool {
        self.kind != other.kind && self.at == other.at && !(self.explicit_set && other.explicit_set)
    }

    /// The error for a resource that collides with another. Both have a name; `loc` is where this one is
    /// declared.
    pub fn collision(&self, loc: Loc, name: &str, other: &Bound, other_name: &str) -> Diagnostic {
        let Binding { set, binding } = self.at;
        let [kind, other_kind] = [self.kind, other.kind].map(BoundKind::name);
        let message = format!(
            "`{name}`, {kind}, has set {set}, binding {binding}, as has `{other_name}`, {other_kind}"
        );
        Diagnostic::new(Code::N0605, loc, message).help(
            "give one of them another binding, or compile with `--bindings classes`, which has a descriptor set \
             for each class of resources, as OpenGL programs need",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(set: u32, binding: u32) -> Binding {
        Binding { set, binding }
    }

    #[test]
    fn schemes_are_the_published_ones() {
        let classes = BindingMap::classes();
        assert_eq!(classes.get(ResourceClass::Uniform, 3), Some(at(0, 3)));
        assert_eq!(classes.get(ResourceClass::Storage, 3), Some(at(1, 3)));
        assert_eq!(classes.get(ResourceClass::Counter, 3), Some(at(1, 35)));
        assert_eq!(classes.get(ResourceClass::Texture, 3), Some(at(2, 3)));
        assert_eq!(classes.get(ResourceClass::Image, 3), Some(at(3, 3)));
        assert_eq!(classes.get(ResourceClass::Bindless, 3), Some(at(4, 3)));
        assert_eq!(classes.get(ResourceClass::Shared, 0), None);
        for class in &ResourceClass::ALL[..5] {
            assert_eq!(BindingMap::vulkan().get(*class, 7), Some(at(0, 7)));
        }
        assert_eq!(BindingMap::flat().get(ResourceClass::Storage, 3), Some(at(0, 35)));
        for scheme in BindingScheme::ALL {
            assert_eq!(scheme.name().parse(), Ok(scheme));
        }
    }

    #[test]
    fn bindings_lead_back_to_classes() {
        let map = BindingMap::classes();
        assert_eq!(map.source_of(at(1, 33), ResourceClass::Storage), (ResourceClass::Counter, 1));
        // A set that the source chose.
        assert_eq!(map.source_of(at(0, 5), ResourceClass::Storage), (ResourceClass::Storage, 5));
        assert_eq!(map.source_of(at(9, 2), ResourceClass::Image), (ResourceClass::Image, 2));
        assert_eq!(map.source_of(at(4, 1), ResourceClass::Image), (ResourceClass::Bindless, 1));
        let map = BindingMap::vulkan();
        for class in [ResourceClass::Uniform, ResourceClass::Storage, ResourceClass::Texture] {
            assert_eq!(map.source_of(at(0, 5), class), (class, 5));
            assert_eq!(map.source_of(at(2, 5), class), (class, 5));
        }
        assert_eq!(map.counter_at(at(0, 5)), Some(5));
        assert_eq!(BindingMap::classes().counter_at(at(1, 31)), None);
    }

    #[test]
    fn collisions() {
        let bound = |binding, kind, explicit_set| Bound { at: at(0, binding), kind, explicit_set };
        let buffer = bound(2, BoundKind::StorageBuffer, false);
        assert!(buffer.collides(&bound(2, BoundKind::StorageImage, false)));
        assert!(bound(2, BoundKind::UniformBuffer, true).collides(&buffer));
        assert!(!buffer.collides(&bound(3, BoundKind::StorageImage, false)));
        assert!(!buffer.collides(&bound(2, BoundKind::StorageBuffer, false)));
        let explicit = bound(2, BoundKind::Texture, true);
        assert!(!explicit.collides(&bound(2, BoundKind::StorageBuffer, true)));
    }
}
