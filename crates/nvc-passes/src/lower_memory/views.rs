//! Accesses to memory that is declared as one or more typed arrays.

use super::plan::{View, Views};
use super::reassemble::{join, split};
use super::usage::{atomic_element, split_size};
use crate::arith::{fold, fold_const};
use nvc_ir::imm::{Access, AtomicOp, Imm};
use nvc_ir::{Builder, Op, Type, Types, Value};
use smallvec::SmallVec;

/// Emits a load of type `ty` at a byte offset.
pub(super) fn load(
    b: &mut Builder<'_>,
    plan: &Views,
    element: Value,
    offset: Value,
    ty: Type,
    access: Access,
) -> Option<Value> {
    let (view, count) = plain_view(b, plan, ty)?;
    let first = index_of(b, view, offset);
    let parts: Vec<Value> = (0..count)
        .map(|i| {
            let pointer = pointer(b, view, element, first, i);
            b.inst_with_type(Op::Load, Imm::Access(as_typed(access)), &[pointer], view.element)
        })
        .collect();
    Some(join(b, &parts, ty))
}

/// Emits a store of a value at a byte offset.
pub(super) fn store(
    b: &mut Builder<'_>,
    plan: &Views,
    element: Value,
    offset: Value,
    value: Value,
    access: Access,
) -> Option<()> {
    let ty = b.func.ty(value);
    let (view, count) = plain_view(b, plan, ty)?;
    let first = index_of(b, view, offset);
    let parts = split(b, value, view.element, count);
    for (i, part) in parts.into_iter().enumerate() {
        let pointer = pointer(b, view, element, first, i as u32);
        b.effect(Op::Store, Imm::Access(as_typed(access)), &[pointer, part]);
    }
    Some(())
}

/// Emits an atomic at a byte offset. Operands and result have type `ty`.
pub(super) fn atomic(
    b: &mut Builder<'_>,
    plan: &Views,
    op: AtomicOp,
    element: Value,
    offset: Value,
    values: &[Value],
    ty: Type,
) -> Option<Value> {
    let memory = atomic_element(b.types, op, ty);
    let view = plan.list.iter().find(|view| view.element == memory)?;
    let index = index_of(b, view, offset);
    let pointer = pointer(b, view, element, index, 0);
    let mut args: SmallVec<[Value; 4]> = SmallVec::from_slice(&[pointer]);
    for &value in values {
        args.push(b.bitcast(value, memory));
    }
    let old = b.inst_with_type(Op::Atomic, Imm::Atomic(op, plan.scope), &args, memory);
    Some(b.bitcast(old, ty))
}

/// Emits a query of the length in bytes: the number of elements times the element size. `OpArrayLength` does not count a
/// partial last element; elements of the queried array have at most 4 bytes.
pub(super) fn length(b: &mut Builder<'_>, plan: &Views, element: Value) -> Option<Value> {
    let view = plan.list.get(plan.length?)?;
    let mut block = b.global_addr(view.global, view.space, view.root);
    if view.arrayed {
        let ty = b.types.pointer(view.space, view.block?);
        block = b.inst_with_type(Op::AccessChain, Imm::None, &[block, element], ty);
    }
    let count = b.inst_with_type(Op::ArrayLength, Imm::Index(0), &[block], Types::I32);
    let log2 = b.i32(view.bytes.trailing_zeros());
    Some(if view.bytes > 1 { b.op(Op::Shl, &[count, log2]) } else { count })
}

/// The array for a plain access of type `ty`, and the number of elements accessed.
fn plain_view<'p>(b: &Builder<'_>, plan: &'p Views, ty: Type) -> Option<(&'p View, u32)> {
    let bytes = b.types.bits(ty)? / 8;
    let k = split_size(bytes).trailing_zeros() as usize;
    let view = plan.list.get((*plan.plain.get(k)?)?)?;
    Some((view, bytes / view.bytes))
}

/// The index of the element at a byte offset. The offset is always shifted, even if it is an index times the element size:
/// if that product wrapped, the access is at the wrapped offset.
fn index_of(b: &mut Builder<'_>, view: &View, offset: Value) -> Value {
    fold_const(b, Op::LShr, offset, view.bytes.trailing_zeros())
}

/// A pointer to element `first + i` in a block of the resource.
fn pointer(b: &mut Builder<'_>, view: &View, block: Value, first: Value, i: u32) -> Value {
    let i = b.i32(i);
    let index = fold(b, Op::IAdd, first, i);
    let mut args: SmallVec<[Value; 4]> = SmallVec::new();
    args.push(b.global_addr(view.global, view.space, view.root));
    if view.arrayed {
        args.push(block);
    }
    if view.block.is_some() {
        args.push(b.i32(0));
    }
    args.push(index);
    let ty = b.types.pointer(view.space, view.element);
    b.inst_with_type(Op::AccessChain, Imm::None, &args, ty)
}

/// The access flags for a typed pointer. The type implies the alignment.
fn as_typed(access: Access) -> Access {
    Access { align: 0, ..access }
}
