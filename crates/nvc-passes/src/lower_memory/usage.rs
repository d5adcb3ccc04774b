//! What a program does with each byte-addressed memory.

use super::{fault, memory_of};
use crate::Context;
use nvc_ir::function::Loc;
use nvc_ir::imm::{Access, AtomicOp, Imm};
use nvc_ir::{Function, Global, GlobalKind, InstData, Module, Op, ResourceClass, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes that one access moves at once; wider accesses are split.
pub(super) const MAX_PIECE: u32 = 16;

/// What is done with one memory.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// Sizes of the pieces that loads and stores split into.
    pub pieces: BTreeSet<u32>,
    /// How many loads and stores are of 32-bit floats, and of anything else.
    pub floats: u32,
    pub others: u32,
    /// Element types of atomics.
    pub atomics: BTreeSet<Type>,
    /// Whether its length is asked for.
    pub length: bool,
    /// Whether anything is read, and written.
    pub read: bool,
    pub written: bool,
    /// Whether any access is coherent, and volatile.
    pub coherent: bool,
    pub volatile: bool,
    /// One past the last byte at a constant offset.
    pub end: u32,
    /// Whether an offset is not constant.
    pub dynamic: bool,
    /// The first access.
    pub loc: Loc,
}

impl Usage {
    /// What words are seen as: floats if nothing else is loaded or stored, which saves a bitcast
    /// each.
    pub fn word(&self) -> Type {
        if self.floats > 0 && self.others == 0 { Types::F32 } else { Types::I32 }
    }

    /// What words are seen as in memory that is only read: what most loads take them for; floats if they are
    /// as many, for of integers a row often holds one. Bytes and halves are parts of integers.
    pub fn read_word(&self) -> Type {
        let words = self.pieces.first().is_none_or(|&piece| piece >= 4);
        if words && self.floats > 0 && self.floats >= self.others { Types::F32 } else { Types::I32 }
    }
}

/// The element type that an atomic of a stated type works on: floats as such where the operation
/// is one of floats, else the bits.
pub(super) fn atomic_element(types: &Types, op: AtomicOp, ty: Type) -> Type {
    match (op, types.bits(ty)) {
        (AtomicOp::FAdd | AtomicOp::FMin | AtomicOp::FMax, _) | (_, None) => ty,
        (_, Some(bits)) => Types::int(u8::try_from(bits).unwrap_or(32)),
    }
}

/// The size of the pieces of an access: the greatest power of two that divides it, up to
/// [`MAX_PIECE`].
pub(super) fn piece_of(bytes: u32) -> u32 {
    MAX_PIECE.min(1 << bytes.trailing_zeros().min(4))
}

/// What is done with each memory that anything is done with.
pub(super) fn collect(module: &Module, cx: &mut Context<'_>) -> BTreeMap<Global, Usage> {
    let mut usages: BTreeMap<Global, Usage> = BTreeMap::new();
    for func in module.functions.values() {
        for inst in func.blocks_in_order().flat_map(|(_, block)| &block.insts) {
            let data = &func.insts[*inst];
            let Some(global) = memory_of(data) else { continue };
            let class = match module.globals.get(global).map(|g| &g.kind) {
                Some(GlobalKind::Bytes { resource, .. }) => resource.class,
                _ => {
                    fault(cx, data.loc, format!("{global} is no byte-addressed memory"));
                    continue;
                }
            };
            if !allowed(class, data.op) {
                let message = format!("`{}` on memory of class {}", data.op.info().name, class.name());
                fault(cx, data.loc, message);
                continue;
            }
            let usage = usages.entry(global).or_insert_with(|| Usage { loc: data.loc, ..Usage::default() });
            if note(usage, &module.types, func, data).is_none() {
                fault(cx, data.loc, format!("`{}` of a type without a size", data.op.info().name));
            }
        }
    }
    usages
}

/// Whether memory of a class has an operation.
fn allowed(class: ResourceClass, op: Op) -> bool {
    match class {
        ResourceClass::Storage | ResourceClass::Counter => true,
        ResourceClass::Shared => op != Op::BytesLength,
        ResourceClass::Uniform | ResourceClass::Parameter => op == Op::BytesLoad,
        ResourceClass::Texture | ResourceClass::Image | ResourceClass::Bindless => false,
    }
}

/// Adds an access; `None` if its type has no size.
fn note(usage: &mut Usage, types: &Types, func: &Function, data: &InstData) -> Option<()> {
    let bytes = match (data.op, data.imm) {
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
            note_plain(usage, types, func.ty(data.result?), imm.access)?
        }
        (Op::BytesStore, Imm::Bytes(imm)) => {
            usage.written = true;
            note_plain(usage, types, func.ty(*data.args.get(2)?), imm.access)?
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

/// Adds a load or store of a type and gives its size.
fn note_plain(usage: &mut Usage, types: &Types, ty: Type, access: Access) -> Option<u32> {
    let bytes = types.bits(ty)? / 8;
    usage.pieces.insert(piece_of(bytes));
    *(if types.scalar(ty) == Types::F32 { &mut usage.floats } else { &mut usage.others }) += 1;
    usage.coherent |= access.coherent;
    usage.volatile |= access.volatile;
    Some(bytes)
}
