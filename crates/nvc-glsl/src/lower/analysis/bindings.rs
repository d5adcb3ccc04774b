//! Binding numbers of all resources.

use crate::tree::global::BindingPoint;
use crate::tree::{self, Program};
use crate::types::{Length, Type, TypeKind};
use naga::Handle;
use nvc_ir::ResourceClass;
use rustc_hash::{FxHashMap, FxHashSet};

/// What numbers its bindings: a set, or a class where the program says no set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::lower) enum Numbering {
    Set(u32),
    Class(ResourceClass),
}

/// Class and place of what has a binding.
pub(in crate::lower) fn placed(global: &tree::Global) -> Option<(ResourceClass, BindingPoint)> {
    use tree::GlobalKind as K;
    match global.kind {
        K::Uniform(place) => Some((ResourceClass::Uniform, place)),
        K::Storage(place) => Some((ResourceClass::Storage, place)),
        K::Texture(place) => Some((ResourceClass::Texture, place)),
        K::Image(place, _) => Some((ResourceClass::Image, place)),
        _ => None,
    }
}

/// Binding numbers of all resources.
pub(in crate::lower) fn bindings(program: &Program) -> FxHashMap<Handle<tree::Global>, u32> {
    let mut used: FxHashSet<(Numbering, u32)> = FxHashSet::default();
    let mut numbers = FxHashMap::default();
    let numbering = |class, place: BindingPoint| place.set.map_or(Numbering::Class(class), Numbering::Set);
    for (handle, global) in program.globals.iter() {
        if let Some((class, place)) = placed(global)
            && let Some(binding) = place.binding
        {
            numbers.insert(handle, binding);
            for element in 0..elements(program, global.ty).min(program.globals.len() as u32 + 4096) {
                used.insert((numbering(class, place), binding.saturating_add(element)));
            }
        }
    }
    for (handle, global) in program.globals.iter() {
        let Some((class, place @ BindingPoint { binding: None, .. })) = placed(global) else { continue };
        let numbering = numbering(class, place);
        let free = (0..=u32::MAX).find(|&number| !used.contains(&(numbering, number))).unwrap_or(0);
        numbers.insert(handle, free);
        for element in 0..elements(program, global.ty).min(4096) {
            used.insert((numbering, free.saturating_add(element)));
        }
    }
    numbers
}

/// How many descriptors an array of blocks or textures has.
pub(in crate::lower) fn elements(program: &Program, mut ty: Type) -> u32 {
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
