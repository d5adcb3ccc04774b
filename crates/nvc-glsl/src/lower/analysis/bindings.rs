//! Binding numbers of resources: explicit ones first, then the lowest that is free for the others.

use crate::tree::global::BindingPoint;
use crate::tree::{self, Program};
use crate::types::{Length, Type, TypeKind};
use naga::Handle;
use nvc_ir::ResourceClass;
use rustc_hash::{FxHashMap, FxHashSet};

/// A space of binding numbers: an explicit descriptor set, or a resource class without one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum BindingSpace {
    Set(u32),
    Class(ResourceClass),
}

/// The class and binding of a resource; `None` for globals without one.
pub(in crate::lower) fn binding_class(global: &tree::Global) -> Option<(ResourceClass, BindingPoint)> {
    use tree::GlobalKind as K;
    match global.kind {
        K::Uniform(place) => Some((ResourceClass::Uniform, place)),
        K::Storage(place) => Some((ResourceClass::Storage, place)),
        K::Texture(place) => Some((ResourceClass::Texture, place)),
        K::Image(place, _) => Some((ResourceClass::Image, place)),
        _ => None,
    }
}

/// The binding number of each resource.
pub(in crate::lower) fn assign_bindings(program: &Program) -> FxHashMap<Handle<tree::Global>, u32> {
    let mut used: FxHashSet<(BindingSpace, u32)> = FxHashSet::default();
    let mut numbers = FxHashMap::default();
    let space = |class, place: BindingPoint| place.set.map_or(BindingSpace::Class(class), BindingSpace::Set);
    for (handle, global) in program.globals.iter() {
        if let Some((class, place)) = binding_class(global)
            && let Some(binding) = place.binding
        {
            numbers.insert(handle, binding);
            for element in 0..descriptor_count(program, global.ty).min(program.globals.len() as u32 + 4096) {
                used.insert((space(class, place), binding.saturating_add(element)));
            }
        }
    }
    for (handle, global) in program.globals.iter() {
        let Some((class, place @ BindingPoint { binding: None, .. })) = binding_class(global) else {
            continue;
        };
        let space = space(class, place);
        let free = (0..=u32::MAX).find(|&number| !used.contains(&(space, number))).unwrap_or(0);
        numbers.insert(handle, free);
        for element in 0..descriptor_count(program, global.ty).min(4096) {
            used.insert((space, free.saturating_add(element)));
        }
    }
    numbers
}

/// The number of descriptors in an array of blocks or textures, of any depth; 1 for other types.
pub(in crate::lower) fn descriptor_count(program: &Program, mut ty: Type) -> u32 {
    let mut count = 1u32;
    while let TypeKind::Array(element, length) = *program.types.kind(ty) {
        let length = match length {
            Length::Fixed(length) => length,
            Length::Spec(length) => {
                crate::types::constant::default_bits(&program.constants, &program.spec_constants, length)
                    .and_then(|bits| u32::try_from(bits).ok())
                    .unwrap_or(1)
            }
            Length::Unsized => 1,
        };
        count = count.saturating_mul(length);
        ty = element;
    }
    count.max(1)
}
