//! Collects how each byte-addressed memory (buffer, counter, shared memory, parameters) is accessed.

use super::{internal_error, memory_of};
use crate::Context;
use nvc_ir::function::Loc;
use nvc_ir::imm::{Access, AtomicOp, Imm};
use nvc_ir::{Function, Global, GlobalKind, InstRef, Module, Op, ResourceClass, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum size in bytes of an access; larger accesses are split.
pub(super) const MAX_ACCESS: u32 = 16;

/// How a memory is accessed.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// The sizes in bytes that loads and stores are split into.
    pub sizes: BTreeSet<u32>,
    /// The number of loads and stores of 32-bit floats.
    pub floats: u32,
    /// The number of other loads and stores.
    pub others: u32,
    /// Element types of atomics.
    pub atomics: BTreeSet<Type>,
    /// Whether the length is queried.
    pub length: bool,
    /// Whether there are reads.
    pub read: bool,
    /// Whether there are writes.
    pub written: bool,
    /// Whether any access is coherent.
    pub coherent: bool,
    /// Whether any access is volatile.
    pub volatile: bool,
    /// The highest end, in bytes, of all accesses at constant offsets.
    pub end: u32,
    /// Whether any offset is not constant.
    pub dynamic: bool,
    /// The location of the first access.
    pub loc: Loc,
}

impl Usage {
    /// The type of 32-bit elements: floats if nothing else is loaded or stored, which saves bitcasts.
    pub fn word(&self) -> Type {
        if self.floats > 0 && self.others == 0 { Types::F32 } else { Types::I32 }
    }

    /// The type of 32-bit elements of read-only memory: the type of most loads. Floats win a tie, since vectors of floats
    /// often contain one integer. Integers if there are 8- or 16-bit accesses, which extract bits of an integer.
    pub fn read_word(&self) -> Type {
        let words = self.sizes.first().is_none_or(|&size| size >= 4);
        if words && self.floats > 0 && self.floats >= self.others { Types::F32 } else { Types::I32 }
    }
}

/// The element type for an atomic: the operand's type for float operations, otherwise the integer of the same size.
pub(super) fn atomic_element(types: &Types, op: AtomicOp, ty: Type) -> Type {
    match (op, types.bits(ty)) {
        (AtomicOp::FAdd | AtomicOp::FMin | AtomicOp::FMax, _) | (_, None) => ty,
        (_, Some(bits)) => Types::int(u8::try_from(bits).unwrap_or(32)),
    }
}

/// The size in bytes of the parts of an access: the largest power of two that divides its size, up to [`MAX_ACCESS`].
pub(super) fn split_size(bytes: u32) -> u32 {
    MAX_ACCESS.min(1 << bytes.trailing_zeros().min(4))
}

/// Collects the accesses of a module by memory.
pub(super) fn collect(module: &Module, cx: &mut Context<'_>) -> BTreeMap<Global, Usage> {
    let mut usages: BTreeMap<Global, Usage> = BTreeMap::new();
    for func in module.functions.values() {
        for (_, data) in func.insts() {
            let Some(global) = memory_of(data) else { continue };
            let class = match module.globals.get(global).map(|g| &g.kind) {
                Some(GlobalKind::Bytes { resource, .. }) => resource.class,
                _ => {
                    internal_error(cx, data.loc(), format!("{global} is not byte-addressed memory"));
                    continue;
                }
            };
            if !allowed(class, data.op) {
                let message = format!("`{}` on memory of class {}", data.op.info().name, class.name());
                internal_error(cx, data.loc(), message);
                continue;
            }
            let usage = usages.entry(global).or_insert_with(|| Usage { loc: data.loc(), ..Usage::default() });
            if record(usage, &module.types, func, data).is_none() {
                internal_error(cx, data.loc(), format!("`{}` of a type without a size", data.op.info().name));
            }
        }
    }
    usages
}

/// Whether an operation is allowed on memory of a resource class.
fn allowed(class: ResourceClass, op: Op) -> bool {
    match class {
        ResourceClass::Storage | ResourceClass::Counter => true,
        ResourceClass::Shared => op != Op::BytesLength,
        ResourceClass::Uniform | ResourceClass::Parameter => op == Op::BytesLoad,
        _ => false,
    }
}

/// Records an access; returns `None` if the accessed type has no size.
fn record(usage: &mut Usage, types: &Types, func: &Function, data: InstRef<'_>) -> Option<()> {
    let bytes = match (data.op, data.imm()) {
        (Op::BytesLength, _) => {
            usage.length = true;
            return Some(());
        }
        (Op::BytesAtomic, Imm::BytesAtomic(_, op)) => {
            let ty = func.ty(data.result?);
            usage.atomics.insert(atomic_element(types, op, ty));
            usage.read = true;
            usage.written |= op != AtomicOp::Load;
            types.bits(ty)? / 8
        }
        (Op::BytesLoad, Imm::Bytes(imm)) => {
            usage.read = true;
            record_plain(usage, types, func.ty(data.result?), imm.access)?
        }
        (Op::BytesStore, Imm::Bytes(imm)) => {
            usage.written = true;
            record_plain(usage, types, func.ty(*data.args.get(2)?), imm.access)?
        }
        _ => return None,
    };
    match func.as_bits(*data.args.get(1)?) {
        Some(offset) => {
            let end = u32::try_from(offset).unwrap_or(u32::MAX).saturating_add(bytes);
            usage.end = usage.end.max(end);
        }
        None => usage.dynamic = true,
    }
    Some(())
}

/// Records a load or store and returns the size in bytes.
fn record_plain(usage: &mut Usage, types: &Types, ty: Type, access: Access) -> Option<u32> {
    let bytes = types.bits(ty)? / 8;
    usage.sizes.insert(split_size(bytes));
    *(if types.scalar(ty) == Types::F32 { &mut usage.floats } else { &mut usage.others }) += 1;
    usage.coherent |= access.coherent;
    usage.volatile |= access.volatile;
    Some(bytes)
}
