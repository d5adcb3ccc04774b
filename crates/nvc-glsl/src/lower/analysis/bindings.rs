//! Assigns binding numbers to resources: explicit bindings first, then the lowest free number for each other
//! resource.

use crate::tree::global::BindingPoint;
use crate::tree::{self, Program};
use crate::types::{Length, Type, TypeKind};
use naga::Handle;
use nvc_ir::{Binding, BindingMap, ResourceClass, overlapping};
use rustc_hash::{FxHashMap, FxHashSet};

/// Returns the class and binding point of a buffer, texture, sampler, acceleration structure or image; `None` for
/// other globals, descriptors in heaps, and atomic counters, whose bindings are always explicit.
pub(in crate::lower) fn binding_class(global: &tree::Global) -> Option<(ResourceClass, BindingPoint)> {
    use tree::GlobalKind as K;
    let class = match global.kind {
        K::Uniform(_) => ResourceClass::Uniform,
        K::Storage(_) => ResourceClass::Storage,
        K::Texture(_) => ResourceClass::Texture,
        K::Image(..) => ResourceClass::Image,
        _ => return None,
    };
    let point = global.kind.place()?;
    point.heap.is_none().then_some((class, point))
}

/// Returns the binding number of each resource. A resource without `binding` gets the lowest free number of
/// its class and set, in declaration order.
pub(in crate::lower) fn assign_bindings(
    program: &Program,
    map: &BindingMap,
) -> FxHashMap<Handle<tree::Global>, u32> {
    let mut used: FxHashSet<Binding> = FxHashSet::default();
    let mut numbers = FxHashMap::default();
    let at = |class, point: BindingPoint, number| match point.set {
        Some(set) => Some(Binding { set, binding: number }),
        None => map.get(class, number),
    };
    let mut take = |class, point, number: u32, count: u32| {
        used.extend((0..count).filter_map(|k| at(class, point, number.checked_add(k)?)));
    };
    for (handle, global) in program.globals.iter() {
        if let tree::GlobalKind::Counter { binding, .. } = global.kind {
            take(ResourceClass::Counter, BindingPoint::default(), binding, 1);
        }
        if let Some((class, point)) = binding_class(global)
            && let Some(binding) = point.binding
        {
            numbers.insert(handle, binding);
            let count = binding_count(program, map, global, point);
            // The limit bounds the work for huge arrays.
            take(class, point, binding, count.min(program.globals.len() as u32 + 4096));
        }
    }
    if program.globals.iter().any(|(_, global)| matches!(global.kind, tree::GlobalKind::Loose { .. })) {
        used.insert(map.parameter_buffer);
    }
    // The lowest number of each class and set that may be free. Numbers below it are used, and stay so.
    let mut lowest: FxHashMap<(ResourceClass, Option<u32>), u32> = FxHashMap::default();
    for (handle, global) in program.globals.iter() {
        let Some((class, point @ BindingPoint { binding: None, .. })) = binding_class(global) else {
            continue;
        };
        let is_free = |number: &u32| at(class, point, *number).is_some_and(|at| !used.contains(&at));
        let lowest = lowest.entry((class, point.set)).or_default();
        let free = (*lowest..=u32::MAX).find(is_free).unwrap_or(0);
        *lowest = free;
        numbers.insert(handle, free);
        let count = binding_count(program, map, global, point).min(4096);
        used.extend((0..count).filter_map(|k| at(class, point, free.checked_add(k)?)));
    }
    numbers
}

/// Returns the resources whose bindings overlap those of another one of the same class and set.
pub(in crate::lower) fn aliased(
    program: &Program,
    map: &BindingMap,
    numbers: &FxHashMap<Handle<tree::Global>, u32>,
) -> FxHashSet<Handle<tree::Global>> {
    let bound = program.globals.iter().filter_map(|(handle, global)| {
        let (class, place) = binding_class(global)?;
        let first = numbers.get(&handle).copied().unwrap_or(0);
        let end = first.saturating_add(binding_count(program, map, global, place));
        Some((handle, ((class, place.set), first, end)))
    });
    let (handles, intervals): (Vec<_>, Vec<_>) = bound.unzip();
    handles
        .into_iter()
        .zip(overlapping(&intervals))
        .filter_map(|(handle, aliased)| aliased.then_some(handle))
        .collect()
}

/// Returns how many consecutive binding numbers a resource occupies.
pub(in crate::lower) fn binding_count(
    program: &Program,
    map: &BindingMap,
    global: &tree::Global,
    point: BindingPoint,
) -> u32 {
    if map.numbers_elements && point.set.is_none() { descriptor_count(program, global.ty) } else { 1 }
}

/// Returns the total number of elements of a possibly nested array; 1 for other types. Unsized dimensions count
/// as 1.
pub(in crate::lower) fn descriptor_count(program: &Program, mut ty: Type) -> u32 {
    let mut count = 1u32;
    while let TypeKind::Array(element, length) = *program.types.kind(ty) {
        let length = match length {
            Length::Fixed(length) => length,
            Length::Spec(length) => {
                crate::types::constant::default_length(&program.constants, &program.spec_constants, length)
            }
            Length::Unsized => 1,
        };
        count = count.saturating_mul(length);
        ty = element;
    }
    count.max(1)
}
