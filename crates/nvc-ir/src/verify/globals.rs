//! Verifies specialization constants, globals and the entry point (invariants 1 and 3 to 5).

use super::data::{SUB_BYTE, fits, is_data, is_sub_byte, without_arrays};
use super::error::{Check, Errors, Invariant, fault};
use super::types::holds;
use crate::bindings::Binding;
use crate::entity::{Entity, SpecConst, Type};
use crate::globals::{GlobalKind, ResourceClass, ResourceRef, SpecConstData, SpecConstKind, SpecOperand};
use crate::module::{EntryPoint, Extent, Module};
use crate::ops::Op;
use crate::text::{Place, print_type};
use crate::types::{Length, Space, TypeKind, Types};
use rustc_hash::FxHashSet;

/// Checks specialization constants, globals, opaque SPIR-V constructs and the entry point.
pub(super) fn check(module: &Module, errors: &mut Errors) {
    let mut ids = FxHashSet::default();
    for (spec, data) in module.spec_constants.iter() {
        errors.check(Place::SpecConst(spec), check_spec(module, spec, data));
        if let Some(id) = data.id()
            && !ids.insert(id)
        {
            let message = format!("another specialization constant has id {id}");
            errors.add(Invariant::SpecConstants, Place::SpecConst(spec), message);
        }
    }
    for (global, data) in module.globals.iter() {
        errors.check(Place::Global(global), check_global(module, &data.kind));
    }
    super::spirv::check(module, errors);
    let entry = match &module.entry {
        Some(entry) => check_entry(module, entry),
        None => fault(Invariant::Entry, "the module has no entry point"),
    };
    errors.check(Place::Entry, entry);
}

fn check_spec(module: &Module, spec: SpecConst, data: &SpecConstData) -> Check {
    let types = &module.types;
    if !types.contains(data.ty) {
        return fault(Invariant::Ids, format!("there is no type {}", data.ty));
    }
    if !fits(types, data.ty, data.default) {
        let message = format!("the default is not a value of type {}", print_type(types, data.ty));
        return fault(Invariant::SpecConstants, message);
    }
    let SpecConstKind::Op(op, args) = &data.kind else { return Ok(()) };
    let has_type = matches!(args[..], [SpecOperand::Type(_)]);
    if has_type != (*op == Op::CoopLength) {
        let message =
            "the operand must be a cooperative matrix type for `coop.length`, and a value otherwise";
        return fault(Invariant::SpecConstants, message);
    }
    for arg in args {
        let fits = match *arg {
            SpecOperand::Spec(other) => other.index() < spec.index(),
            SpecOperand::Bits(ty, bits) => types.contains(ty) && fits(types, ty, bits),
            SpecOperand::Type(ty) => types.contains(ty) && is_earlier_matrix(types.kind(ty), spec),
        };
        if !fits {
            let message = "an operand is neither an earlier constant, nor a scalar, nor a matrix type whose scope and \
                           sizes use only earlier constants";
            return fault(Invariant::SpecConstants, message);
        }
    }
    Ok(())
}

/// Returns whether a type is a cooperative matrix whose scope and sizes use only constants before `spec`.
fn is_earlier_matrix(kind: &TypeKind, spec: SpecConst) -> bool {
    let TypeKind::CoopMatrix(matrix) = kind else { return false };
    [matrix.scope, matrix.rows, matrix.columns].into_iter().all(|length| match length {
        Length::Fixed(_) => true,
        Length::Spec(other) => other.index() < spec.index(),
    })
}

fn check_global(module: &Module, kind: &GlobalKind) -> Check {
    let types = &module.types;
    match kind {
        GlobalKind::Bytes { resource, .. } => {
            use ResourceClass::{Counter, Parameter, Shared, Storage, Uniform};
            check_resource(*resource, &[Uniform, Storage, Counter, Parameter, Shared])
        }
        GlobalKind::Heap(_) | GlobalKind::HeapData { .. } => Ok(()),
        GlobalKind::Units { resource, ty, restrict } => {
            if !types.contains(*ty) {
                return fault(Invariant::Ids, format!("there is no type {ty}"));
            }
            match types.kind(*ty) {
                TypeKind::Image(image) if image.storage => check_resource(*resource, &[ResourceClass::Image]),
                _ if *restrict => fault(Invariant::Globals, "only storage images can be restrict"),
                TypeKind::Image(_) | TypeKind::SampledImage(_) => {
                    check_resource(*resource, &[ResourceClass::Texture])
                }
                _ => fault(Invariant::Globals, "the type of a unit must be an image"),
            }
        }
        GlobalKind::HeapDescriptors { space, ty, .. } => {
            if !types.contains(*ty) {
                return fault(Invariant::Ids, format!("there is no type {ty}"));
            }
            let fits = match space {
                Space::UniformConstant => {
                    matches!(types.kind(*ty), TypeKind::Image(_) | TypeKind::Sampler | TypeKind::Spirv(_))
                }
                Space::Uniform | Space::StorageBuffer => {
                    matches!(types.kind(*ty), TypeKind::Struct { block: true, .. })
                        && !holds(types, *ty, |kind: &TypeKind| *kind == TypeKind::Bool)
                }
                _ => false,
            };
            if fits {
                return Ok(());
            }
            let message = format!(
                "a heap cannot contain descriptors in {} of type {}",
                space.name(),
                print_type(types, *ty)
            );
            fault(Invariant::Globals, message)
        }
        GlobalKind::Variable { space, ty, binding, of, .. } => {
            if !types.contains(*ty) {
                return fault(Invariant::Ids, format!("there is no type {ty}"));
            }
            check_variable(types, *space, *ty, *binding)?;
            let Some(of) = *of else { return Ok(()) };
            match module.globals.get(of).map(|data| &data.kind) {
                None => fault(Invariant::Ids, format!("there is no global {of}")),
                Some(GlobalKind::Variable { .. }) => {
                    fault(Invariant::Globals, format!("{of} is a variable, not a resource"))
                }
                Some(_) => Ok(()),
            }
        }
    }
}

fn check_resource(resource: ResourceRef, classes: &[ResourceClass]) -> Check {
    if !classes.contains(&resource.class) {
        let names: Vec<&str> = classes.iter().map(|class| class.name()).collect();
        let message = format!("the class is {}, expected {}", resource.class.name(), names.join(" or "));
        return fault(Invariant::Globals, message);
    }
    if resource.count == 0 || resource.index.checked_add(resource.count).is_none() {
        return fault(Invariant::Globals, "the resource covers no valid range of binding points");
    }
    Ok(())
}

fn check_variable(types: &Types, space: Space, ty: Type, binding: Option<Binding>) -> Check {
    let wrong = |what: &str| fault(Invariant::Globals, format!("a variable in {} {what}", space.name()));
    let has_descriptor = matches!(space, Space::UniformConstant | Space::Uniform | Space::StorageBuffer);
    let plain = without_arrays(types, ty);
    let fits = match space {
        Space::UniformConstant => {
            matches!(
                types.kind(plain),
                TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler | TypeKind::Spirv(_)
            )
        }
        Space::Uniform | Space::StorageBuffer => {
            matches!(types.kind(plain), TypeKind::Struct { block: true, .. })
        }
        Space::PushConstant => matches!(types.kind(ty), TypeKind::Struct { block: true, .. }),
        // SPV_KHR_workgroup_memory_explicit_layout: blocks are overlapping views of the shared memory.
        Space::Workgroup => is_data(types, ty) || is_sized_block(types, ty),
        Space::Private => is_data(types, ty),
        Space::Function | Space::Image | Space::PhysicalStorageBuffer => {
            return wrong("cannot be declared in a module");
        }
    };
    if !fits {
        return wrong(&format!("cannot be of type {}", print_type(types, ty)));
    }
    let is_bool = |kind: &TypeKind| *kind == TypeKind::Bool;
    if (has_descriptor || space == Space::PushConstant) && holds(types, ty, is_bool) {
        return wrong("cannot hold a bool");
    }
    let has_layout = has_descriptor || space == Space::PushConstant || is_sized_block(types, ty);
    if has_layout && holds(types, ty, |kind| matches!(kind, TypeKind::IdVector(_))) {
        return wrong("cannot hold a vector whose length may be a specialization constant");
    }
    if space != Space::Private && holds(types, ty, is_sub_byte) {
        return fault(Invariant::Globals, SUB_BYTE);
    }
    match binding {
        None if has_descriptor => wrong("needs a binding"),
        Some(_) if !has_descriptor => wrong("cannot have a binding"),
        _ => Ok(()),
    }
}

/// Returns whether a type is a block without a runtime array.
fn is_sized_block(types: &Types, ty: Type) -> bool {
    match types.kind(ty) {
        TypeKind::Struct { members, block: true } => members.iter().all(|member| is_data(types, member.ty)),
        _ => false,
    }
}

fn check_entry(module: &Module, entry: &EntryPoint) -> Check {
    let Some(func) = module.functions.get(entry.function) else {
        return fault(Invariant::Ids, format!("there is no function {}", entry.function));
    };
    if !func.params.is_empty() || func.result.is_some() {
        return fault(Invariant::Entry, "the entry point's function has parameters or a result");
    }
    for extent in entry.workgroup_size {
        match extent {
            Extent::Fixed(0) => return fault(Invariant::Entry, "a work group of size 0"),
            Extent::Fixed(_) => {}
            Extent::Spec(spec) => match module.spec_constants.get(spec) {
                None => return fault(Invariant::Ids, format!("there is no specialization constant {spec}")),
                Some(data) if data.ty != Types::I32 => {
                    return fault(Invariant::Entry, format!("{spec} is not i32"));
                }
                Some(_) => {}
            },
        }
    }
    Ok(())
}
