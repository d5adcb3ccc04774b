//! Maps resource classes to descriptor sets and bindings, and detects resources of different descriptor types
//! that share a binding.

use crate::globals::ResourceClass;
use crate::types::Dim;
use crate::{Loc, Type, TypeKind, Types};
use nvc_diag::{Code, Diagnostic};
use rustc_hash::FxHashMap;
use std::str::FromStr;

/// A descriptor set and binding number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Binding {
    /// Descriptor set number.
    pub set: u32,
    /// Binding number in the set.
    pub binding: u32,
}

/// A published mapping of resource classes to descriptor bindings (`docs/interface.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BindingScheme {
    /// Set 0 and the binding number written in the source, for every class except bindless descriptors, which are
    /// in set 4. This is the convention of Vulkan's GLSL compilers.
    Vulkan,
    /// One descriptor set per class, because OpenGL has a separate binding space per class. Atomic counters are in
    /// the set of storage blocks, from binding 32 on.
    Classes,
    /// Everything in set 0, with a range of binding numbers per class.
    Flat,
}

/// The error for an unknown binding scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBindingScheme(());

impl BindingScheme {
    /// All schemes, in the order of the enum.
    pub const ALL: [BindingScheme; 3] = [BindingScheme::Vulkan, BindingScheme::Classes, BindingScheme::Flat];

    /// Returns the name used on the command line.
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

/// Maps each resource class that has descriptors to its first descriptor binding. Starts as one of the
/// [`BindingScheme`]s; single classes can be moved with [`set`](Self::set).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BindingMap {
    classes: [Binding; 6],
    /// Whether each element of an array of resources gets its own binding number. True for OpenGL
    /// conventions, where array elements are bound to consecutive points. In Vulkan an array has one binding.
    pub numbers_elements: bool,
    /// Binding of the uniform buffer that replaces the push constants if the parameters do not fit into them.
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
    /// Returns the map of [`BindingScheme::Vulkan`].
    pub fn vulkan() -> Self {
        BindingScheme::Vulkan.into()
    }

    /// Returns the map of [`BindingScheme::Classes`].
    pub fn classes() -> Self {
        BindingScheme::Classes.into()
    }

    /// Returns the map of [`BindingScheme::Flat`].
    pub fn flat() -> Self {
        BindingScheme::Flat.into()
    }

    /// Moves a class: element `n` of the class is bound at `base.binding + n` of set `base.set`. Returns
    /// `false` for classes without descriptors (parameters, shared memory), which the map does not contain.
    pub fn set(&mut self, class: ResourceClass, base: Binding) -> bool {
        match self.classes.get_mut(class as usize) {
            Some(slot) => {
                *slot = base;
                true
            }
            None => false,
        }
    }

    /// Returns the binding of element `index` of a class; `None` for classes without descriptors and on
    /// overflow of the binding number.
    pub fn get(&self, class: ResourceClass, index: u32) -> Option<Binding> {
        let base = self.classes.get(class as usize)?;
        Some(Binding { set: base.set, binding: base.binding.checked_add(index)? })
    }

    /// Returns the class and index of a variable of `class` with the given binding, the inverse of
    /// [`get`](Self::get). The returned class differs from `class` if the map assigns the binding to bindless
    /// descriptors or to atomic counters. If the map assigns the binding to an unrelated class, the source
    /// chose the set explicitly, and the index is the binding number.
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
        // If several classes have the same base, the variable's own class is preferred.
        candidates
            .min_by_key(|(found, _)| *found != class)
            .map_or((class, binding.binding), |(found, base)| (found, binding.binding - base.binding))
    }

    /// Returns the index of the atomic-counter buffer that the map places at a binding; `None` if the binding is
    /// not in the range of counters. Storage blocks may have the same binding, as in [`BindingScheme::Vulkan`].
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
    /// A storage buffer with atomic counters. Vulkan allows a storage block at the same binding, but OpenGL
    /// binds the two separately, so sharing is unintended.
    CounterBuffer,
    /// A sampled image, a sampler, or both. Vulkan lets them share a combined image sampler.
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
    /// Returns the descriptor type of a class of buffers; `None` for other classes.
    pub fn of_buffer(class: ResourceClass) -> Option<BoundKind> {
        match class {
            ResourceClass::Uniform => Some(BoundKind::UniformBuffer),
            ResourceClass::Storage => Some(BoundKind::StorageBuffer),
            ResourceClass::Counter => Some(BoundKind::CounterBuffer),
            _ => None,
        }
    }

    /// Returns the descriptor type of an image, sampled image or sampler.
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

    /// Returns the name used in diagnostics, with its article.
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

/// A resource and its descriptor binding. An array of resources has one binding.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// Descriptor set and binding.
    pub at: Binding,
    /// Descriptor type.
    pub kind: BoundKind,
    /// Whether the source names the descriptor set.
    pub explicit_set: bool,
}

impl Bound {
    /// Returns whether two resources of different descriptor types share a binding by accident. If the source
    /// names the set of both, they may be meant for a descriptor of mutable type
    /// (`VK_EXT_mutable_descriptor_type`).
    pub fn collides(&self, other: &Bound) -> bool {
        self.kind != other.kind && self.at == other.at && !(self.explicit_set && other.explicit_set)
    }

    /// Returns the error for this resource colliding with `other`. `loc` is the declaration of this resource;
    /// `name` and `other_name` are the names of the two.
    pub fn collision(&self, loc: Loc, name: &str, other: &Bound, other_name: &str) -> Diagnostic {
        let Binding { set, binding } = self.at;
        let [kind, other_kind] = [self.kind, other.kind].map(BoundKind::name);
        let message =
            format!("`{name}`, {kind}, and `{other_name}`, {other_kind}, share set {set}, binding {binding}");
        Diagnostic::new(Code::N0605, loc, message).help(
            "give one of them another binding, or compile with `--bindings classes`, which has a descriptor set \
             for each class of resources, as OpenGL programs need",
        )
    }
}

/// The resources of a program by binding, to find those that collide. Linear in the number of resources.
#[derive(Clone, Debug)]
pub struct Collisions<T> {
    /// For each binding, the first resource of each combination of descriptor type and `explicit_set`. Whether two
    /// resources with the same binding collide depends only on these.
    seen: FxHashMap<Binding, Vec<(Bound, T)>>,
}

impl<T> Default for Collisions<T> {
    fn default() -> Self {
        Collisions { seen: FxHashMap::default() }
    }
}

impl<T> Collisions<T> {
    /// Returns the first resource that collides with this one, if any.
    pub fn find(&self, bound: &Bound) -> Option<&(Bound, T)> {
        self.seen.get(&bound.at)?.iter().find(|(first, _)| first.collides(bound))
    }

    /// Adds a resource.
    pub fn insert(&mut self, bound: Bound, resource: T) {
        let list = self.seen.entry(bound.at).or_default();
        let same =
            |(other, _): &(Bound, T)| (other.kind, other.explicit_set) == (bound.kind, bound.explicit_set);
        if !list.iter().any(same) {
            list.push((bound, resource));
        }
    }
}

/// Returns which intervals overlap another one of the same key. An interval contains its first number but not its second.
/// Sorts, because comparing all pairs would be quadratic.
pub fn overlapping<K: Ord>(intervals: &[(K, u32, u32)]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..intervals.len()).filter(|&n| intervals[n].1 < intervals[n].2).collect();
    order.sort_by(|&a, &b| (&intervals[a].0, intervals[a].1).cmp(&(&intervals[b].0, intervals[b].1)));
    let mut found = vec![false; intervals.len()];
    let mut before: Option<(usize, u32)> = None;
    for n in order {
        let (key, from, to) = &intervals[n];
        before = match before {
            // An earlier interval of this key reaches `end`, so this one overlaps it. `last` either is that interval or
            // overlaps another one already.
            Some((last, end)) if intervals[last].0 == *key && *from < end => {
                (found[last], found[n]) = (true, true);
                Some((n, end.max(*to)))
            }
            _ => Some((n, *to)),
        };
    }
    found
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
        // The source chose the set.
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

    #[test]
    fn overlapping_intervals_are_those_of_all_pairs() {
        let mut state = 1u32;
        let mut number = |limit: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % limit
        };
        for _ in 0..2000 {
            let count = number(7);
            let intervals: Vec<(u32, u32, u32)> = (0..count)
                .map(|_| {
                    let from = number(12);
                    (number(2), from, from + number(5))
                })
                .collect();
            let overlap = |a: &(u32, u32, u32), b: &(u32, u32, u32)| {
                a.0 == b.0 && a.1 < b.2 && b.1 < a.2 && a.1 < a.2 && b.1 < b.2
            };
            let pairs =
                |n: usize| (0..intervals.len()).any(|m| m != n && overlap(&intervals[n], &intervals[m]));
            let expected: Vec<bool> = (0..intervals.len()).map(pairs).collect();
            assert_eq!(overlapping(&intervals), expected, "{intervals:?}");
        }
    }

    #[test]
    fn collisions_are_with_the_first_resource_of_another_type() {
        let bound = |binding, kind, explicit_set| Bound { at: at(0, binding), kind, explicit_set };
        let mut seen = Collisions::default();
        seen.insert(bound(1, BoundKind::Texture, true), "a");
        seen.insert(bound(1, BoundKind::Texture, false), "b");
        seen.insert(bound(1, BoundKind::Texture, false), "c");
        let other = |kind, explicit_set| seen.find(&bound(1, kind, explicit_set)).map(|(_, name)| *name);
        assert_eq!(other(BoundKind::StorageImage, false), Some("a"));
        assert_eq!(other(BoundKind::StorageImage, true), Some("b"));
        assert_eq!(other(BoundKind::Texture, false), None);
        assert!(seen.find(&bound(2, BoundKind::StorageImage, false)).is_none());
    }
}
