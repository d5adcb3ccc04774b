//! Verifies memory operations and calls.

use super::data::is_data;
use super::error::{Check, Invariant, fault};
use super::view::InstView;
use crate::entity::{Global, Type};
use crate::globals::GlobalKind;
use crate::imm::{Access, AtomicOp, BytesAccess, Imm};
use crate::ops::Op;
use crate::types::{Space, TypeKind, Types};

/// Returns the kind of a global.
pub(super) fn global<'a>(view: &InstView<'a>, global: Global) -> Result<&'a GlobalKind, super::error::Fault> {
    match view.module.globals.get(global) {
        Some(data) => Ok(&data.kind),
        None => fault(Invariant::Ids, format!("there is no global {global}")),
    }
}

fn wrong_immediate(message: impl Into<String>) -> Check {
    fault(Invariant::Immediates, message)
}

/// Checks operations on byte-addressed memory.
pub(super) fn bytes(view: &InstView<'_>) -> Check {
    let (id, access) = match view.data.imm() {
        Imm::Bytes(BytesAccess { global, access }) => (global, access),
        Imm::BytesAtomic(global, _) | Imm::Global(global) => (global, Access::default()),
        _ => return Ok(()),
    };
    if !matches!(global(view, id)?, GlobalKind::Bytes { .. }) {
        return wrong_immediate(format!("{id} is not byte-addressed memory"));
    }
    check_align(access)?;
    match (view.data.op, view.data.imm()) {
        (Op::BytesStore, _) if view.types.bits(view.arg(2)).is_none() => {
            view.wrong_operand(2, "a number or vector of numbers")
        }
        (Op::BytesLoad, _) if view.result().and_then(|ty| view.types.bits(ty)).is_none() => {
            view.wrong_result("a number or vector of numbers")
        }
        (_, Imm::BytesAtomic(_, op)) => check_atomic(view, op, 2),
        _ => Ok(()),
    }
}

fn check_align(access: Access) -> Check {
    if access.align == 0 || access.align.is_power_of_two() {
        Ok(())
    } else {
        wrong_immediate(format!("alignment {} is not a power of two", access.align))
    }
}

/// Checks the operands of an atomic from index `first` on, and its result. All must have the same type, which
/// the operation must support.
fn check_atomic(view: &InstView<'_>, op: AtomicOp, first: usize) -> Check {
    let expected = match op {
        AtomicOp::Load => 0,
        AtomicOp::CompareExchange => 2,
        _ => 1,
    };
    let given = view.data.args.len() - first;
    if given != expected {
        return fault(
            Invariant::Operands,
            format!("{} has {expected} operands after the address, found {given}", op.name()),
        );
    }
    let Some(result) = view.result() else { return view.wrong_result("the old value") };
    let scalar = matches!(view.types.kind(result), TypeKind::Int(_) | TypeKind::Float(_));
    // NV_shader_atomic_fp16_vector: vectors of halves, component-wise.
    let halves = view.types.scalar(result) == Types::F16;
    let fits = match op {
        AtomicOp::FAdd | AtomicOp::FMin | AtomicOp::FMax => view.types.is_float(result) && (scalar || halves),
        AtomicOp::Load | AtomicOp::Exchange => scalar || halves,
        AtomicOp::HalfAdd | AtomicOp::HalfMin | AtomicOp::HalfMax => {
            result == Types::I32 || result == Types::I64
        }
        _ => scalar && view.types.is_int(result),
    };
    if !fits {
        return view.wrong_result(&format!("a type that {} supports", op.name()));
    }
    let other = (first..view.data.args.len()).find(|&i| view.arg(i) != result);
    other.map_or(Ok(()), |i| view.wrong_operand(i, &view.show(result)))
}

fn check_pointer(view: &InstView<'_>, space: Space, to: Type) -> Check {
    if view.result().and_then(|ty| view.types.pointee(ty)) == Some((space, to)) {
        return Ok(());
    }
    view.wrong_result(&format!("pointer<{}, {}>", space.name(), view.show(to)))
}

/// `global.addr`: the result points to the variable.
pub(super) fn global_addr(view: &InstView<'_>) -> Check {
    let Imm::Global(id) = view.data.imm() else { return Ok(()) };
    match *global(view, id)? {
        GlobalKind::Variable { space, ty, .. } => check_pointer(view, space, ty),
        _ => wrong_immediate(format!("{id} is not a variable")),
    }
}

/// `local.addr`: the result points to the variable.
pub(super) fn local_addr(view: &InstView<'_>) -> Check {
    let Imm::Local(id) = view.data.imm() else { return Ok(()) };
    match view.func.locals.get(id) {
        Some(data) => check_pointer(view, Space::Function, data.ty),
        None => fault(Invariant::Ids, format!("there is no variable {id}")),
    }
}

/// `access`: each index descends one level; indices of struct members are constant.
pub(super) fn access_chain(view: &InstView<'_>) -> Check {
    let Some((space, mut at)) = view.types.pointee(view.arg(0)) else { return Ok(()) };
    for (i, &index) in view.data.args.iter().enumerate().skip(1) {
        if !matches!(view.types.kind(view.arg(i)), TypeKind::Int(_)) {
            return view.wrong_operand(i, "an integer");
        }
        let bits = view.func.as_bits(index);
        let below = |count: u64| bits.is_none_or(|bits| bits < count);
        let part = match view.types.kind(at) {
            TypeKind::Vector(scalar, count) => below(u64::from(*count)).then_some(*scalar),
            // Any array index is valid. An index past the end is undefined behavior only when executed, and
            // passes can fold an index to such a constant in dead branches.
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => Some(*element),
            TypeKind::Struct { members, .. } => {
                bits.and_then(|bits| members.get(usize::try_from(bits).ok()?)).map(|m| m.ty)
            }
            TypeKind::CoopMatrix(matrix) => Some(matrix.component),
            TypeKind::IdVector(vector) => Some(vector.component),
            _ => {
                return fault(
                    Invariant::Operands,
                    format!("{} cannot be indexed by operand {}", view.show(at), i + 1),
                );
            }
        };
        let Some(part) = part else {
            return fault(
                Invariant::Operands,
                format!("operand {} does not select a part of {}", i + 1, view.show(at)),
            );
        };
        at = part;
    }
    check_pointer(view, space, at)
}

/// `physical.addr`: converts an i64 to a pointer.
pub(super) fn physical_addr(view: &InstView<'_>) -> Check {
    if view.arg(0) != Types::I64 {
        return view.wrong_operand(0, "i64");
    }
    match view.result().and_then(|ty| view.types.pointee(ty)) {
        Some((Space::PhysicalStorageBuffer, _)) => Ok(()),
        _ => view.wrong_result("a pointer to physical memory"),
    }
}

/// `physical.value`: converts a pointer to an i64.
pub(super) fn physical_value(view: &InstView<'_>) -> Check {
    match view.types.pointee(view.arg(0)) {
        Some((Space::PhysicalStorageBuffer, _)) if view.result() == Some(Types::I64) => Ok(()),
        Some((Space::PhysicalStorageBuffer, _)) => view.wrong_result("i64"),
        _ => view.wrong_operand(0, "a pointer to physical memory"),
    }
}

fn check_access(view: &InstView<'_>, space: Space) -> Check {
    let Imm::Access(access) = view.data.imm() else { return Ok(()) };
    if space == Space::PhysicalStorageBuffer && access.align == 0 {
        return wrong_immediate("an access to physical memory needs an alignment");
    }
    check_align(access)
}

/// `load`: the pointer is loadable, and the result has the type of the pointee.
pub(super) fn load(view: &InstView<'_>) -> Check {
    let Some((space, to)) = view.types.pointee(view.arg(0)) else { return Ok(()) };
    check_access(view, space)?;
    let image =
        matches!(view.types.kind(to), TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler);
    let loadable = space != Space::Image && (is_data(view.types, to) || image);
    if !loadable {
        return view.wrong_operand(0, "a pointer that can be loaded from");
    }
    if view.result() == Some(to) { Ok(()) } else { view.wrong_result(&view.show(to)) }
}

/// `store`: the pointer is writable, and the value has the type of the pointee.
pub(super) fn store(view: &InstView<'_>) -> Check {
    let Some((space, to)) = view.types.pointee(view.arg(0)) else { return Ok(()) };
    check_access(view, space)?;
    let read_only =
        matches!(space, Space::UniformConstant | Space::Uniform | Space::PushConstant | Space::Image);
    if read_only || !is_data(view.types, to) {
        return view.wrong_operand(0, "a pointer that can be stored to");
    }
    if view.arg(1) == to { Ok(()) } else { view.wrong_operand(1, &view.show(to)) }
}

/// `atomic`: the pointer points to shared memory, a buffer or a texel, and the result has the type of the pointee.
pub(super) fn atomic(view: &InstView<'_>) -> Check {
    let (Some((space, to)), Imm::Atomic(op, _)) = (view.types.pointee(view.arg(0)), view.data.imm()) else {
        return Ok(());
    };
    use Space::{Image, PhysicalStorageBuffer, StorageBuffer, Workgroup};
    if !matches!(space, StorageBuffer | Workgroup | Image | PhysicalStorageBuffer) {
        return view.wrong_operand(0, "a pointer to shared memory, a buffer or a texel");
    }
    check_atomic(view, op, 1)?;
    if view.result() == Some(to) { Ok(()) } else { view.wrong_result(&view.show(to)) }
}

/// `array.length`: the member is a runtime array.
pub(super) fn array_length(view: &InstView<'_>) -> Check {
    let (Some((_, to)), Imm::Index(index)) = (view.types.pointee(view.arg(0)), view.data.imm()) else {
        return Ok(());
    };
    let TypeKind::Struct { members, .. } = view.types.kind(to) else {
        return view.wrong_operand(0, "a pointer to a buffer");
    };
    match members.get(index as usize).map(|m| view.types.kind(m.ty)) {
        Some(TypeKind::RuntimeArray { .. }) => {}
        _ => return wrong_immediate(format!("member {index} is not a runtime array")),
    }
    match view.result() {
        Some(Types::I32 | Types::I64) => Ok(()),
        _ => view.wrong_result("i32 or i64"),
    }
}

/// `call`: operands and result match the callee's signature.
pub(super) fn call(view: &InstView<'_>) -> Check {
    let Imm::Function(id) = view.data.imm() else { return Ok(()) };
    let Some(callee) = view.module.functions.get(id) else {
        return fault(Invariant::Ids, format!("there is no function {id}"));
    };
    if view.data.args.len() != callee.params.len() {
        let (given, expected) = (view.data.args.len(), callee.params.len());
        return fault(Invariant::Calls, format!("{given} operands for {expected} parameters"));
    }
    for (i, &param) in callee.params.iter().enumerate() {
        if view.arg(i) != param {
            let (given, expected) = (view.show(view.arg(i)), view.show(param));
            return fault(
                Invariant::Calls,
                format!("operand {} is {given}, but the parameter is {expected}", i + 1),
            );
        }
    }
    if view.result() == callee.result {
        return Ok(());
    }
    let show = |ty: Option<Type>| ty.map_or("nothing".to_owned(), |ty| view.show(ty));
    let message =
        format!("the result is {}, but the function returns {}", show(view.result()), show(callee.result));
    fault(Invariant::Calls, message)
}
