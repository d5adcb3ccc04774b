//! Lowers atomics on vectors of halves (GL_NV_shader_atomic_fp16_vector). Two halves are accessed as a 32-bit
//! integer and four as a 64-bit integer, like `F16X2` and `F16X4` in NVIDIA's assembly. The corresponding
//! SPIR-V instructions (SPV_NV_shader_atomic_fp16_vector) are supported by few devices and cannot exchange
//! vectors.
//!
//! | memory | how it is accessed as integers |
//! |---|---|
//! | at an address | a pointer to integers, cast from the same address |
//! | a block | through a second variable, an array of integers, that aliases the block |
//! | a shared variable | directly: all its vectors of halves are stored packed ([`Layout::PackedHalf`]) |

use super::atomic::Order;
use crate::layout::Rules;
use crate::lower::analysis::packed_half::{packed_type, root};
use crate::lower::context::{ExprHandle, Lowerer, ModuleLowerer};
use crate::lower::expressions::lvalue::Lvalue;
use crate::lower::memory::{Base, Memory};
use crate::tree::{self, ExprKind, GlobalKind};
use crate::types::{Layout, TypeKind};
use naga::Handle;
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::{AtomicOp, Imm, Scope};
use nvc_ir::types::{Length, Member};
use nvc_ir::{
    Global, GlobalData, GlobalKind as IrGlobal, Op, Space, Type as IrType, TypeKind as IrKind, Types, Value,
};

/// Part of a block: the block, the index of the element if the block is an array, and the byte-addressed
/// memory.
struct BlockPart {
    block: Handle<tree::Global>,
    element: Option<Value>,
    memory: Memory,
}

/// A second declaration of a block, as an array of integers.
struct PackedView {
    global: Global,
    space: Space,
    ty: IrType,
}

impl ModuleLowerer<'_> {
    /// Declares a block a second time, as an array of integers of type `packed`.
    fn packed_view(
        &mut self,
        types: &mut Types,
        block: Handle<tree::Global>,
        packed: IrType,
    ) -> Option<PackedView> {
        let typed = self.variable(types, block)?.global;
        let name = format!("{}_u{}", self.global_name(block), types.bits(packed)?);
        let IrGlobal::Variable { space, ty: whole, binding, of, access } = &mut self.globals[typed].kind
        else {
            return None;
        };
        access.aliased = true;
        let (space, whole, binding, of) = (*space, *whole, *binding, *of);
        let access = VariableAccess { read_only: false, write_only: false, ..*access };
        let stride = types.bits(packed)? / 8;
        let array = match space {
            Space::StorageBuffer => IrKind::RuntimeArray { element: packed, stride },
            _ => {
                let context = self.layout_context();
                let ty = self.program.globals[block].ty;
                let rules = Rules { layout: self.block_layout(ty), row_major: false };
                let bytes = self.layouts.extent(context, ty, rules).size;
                let length = Length::Fixed(u32::try_from(bytes).ok()?.div_ceil(stride).max(1));
                IrKind::Array { element: packed, length, stride }
            }
        };
        let array = types.intern(array);
        let members = vec![Member::new(array, 0)];
        let block_type = types.intern(IrKind::Struct { members, block: true });
        let ty = match *types.kind(whole) {
            IrKind::Array { length, stride, .. } => {
                types.intern(IrKind::Array { element: block_type, length, stride })
            }
            IrKind::RuntimeArray { stride, .. } => {
                types.intern(IrKind::RuntimeArray { element: block_type, stride })
            }
            _ => block_type,
        };
        let global = *self.declared.packed_views.entry((block, packed)).or_insert_with(|| {
            let kind = IrGlobal::Variable { space, ty, binding, of, access };
            self.globals.push(GlobalData { name, kind })
        });
        Some(PackedView { global, space, ty })
    }
}

impl Lowerer<'_, '_> {
    /// Returns whether memory contains a packed vector of halves.
    pub(in crate::lower) fn is_packed_half(&self, memory: &Memory) -> bool {
        memory.rules.is_some_and(|rules| rules.layout == Layout::PackedHalf)
            && packed_type(self.kind(memory.ty)).is_some()
    }

    /// Returns a pointer to a vector of halves as an integer; `None` if the components are not contiguous.
    pub(in crate::lower) fn packed_pointer(&mut self, lvalue: ExprHandle, packed: IrType) -> Option<Value> {
        let body = self.body;
        if let TypeKind::Pointer(_) = *self.kind(body.exprs[lvalue].ty) {
            let address = self.value(lvalue);
            return Some(self.packed_pointer_at(address, packed));
        }
        if let Some(global) = root(body, lvalue) {
            return match self.module.program.globals[global].kind {
                GlobalKind::Storage(_) | GlobalKind::SharedBlock => {
                    self.packed_pointer_in_block(lvalue, packed)
                }
                _ => match self.lvalue(lvalue) {
                    Lvalue::Memory(Memory { base: Base::Pointer(pointer), .. }) => Some(pointer),
                    _ => None,
                },
            };
        }
        let (address, ..) = self.addressed(lvalue)?;
        Some(self.packed_pointer_at(address, packed))
    }

    fn packed_pointer_at(&mut self, address: Value, packed: IrType) -> Value {
        let pointer = self.b.types.pointer(Space::PhysicalStorageBuffer, packed);
        self.b.inst_with_type(Op::PhysicalAddr, Imm::None, &[address], pointer)
    }

    /// Returns a pointer to a vector of halves in a block, as an integer of the block's [`PackedView`].
    fn packed_pointer_in_block(&mut self, lvalue: ExprHandle, packed: IrType) -> Option<Value> {
        let BlockPart { block, element, memory } = self.memory_in_block(lvalue)?;
        let Base::Bytes(_, offset) = memory.base else { return None };
        let view = self.module.packed_view(self.b.types, block, packed)?;
        let base = self.b.global_addr(view.global, view.space, view.ty);
        let bytes = self.b.types.bits(packed)? / 8;
        let index = match self.b.func.as_bits(offset) {
            Some(offset) => self.b.bits(Types::I32, offset / u64::from(bytes)),
            None => {
                let log2 = self.b.i32(bytes.trailing_zeros());
                self.b.op(Op::LShr, &[offset, log2])
            }
        };
        let mut indices: Vec<Value> = element.into_iter().collect();
        indices.extend([self.b.i32(0), index]);
        Some(self.access(base, &indices, packed))
    }

    /// Returns the byte-addressed memory of an lvalue in a block.
    fn memory_in_block(&mut self, lvalue: ExprHandle) -> Option<BlockPart> {
        let body = self.body;
        let expr = &body.exprs[lvalue];
        match expr.kind {
            ExprKind::Global(block) => {
                let variable = self.module.variable(self.b.types, block)?;
                let start = Base::Bytes(variable.global, self.b.i32(0));
                let memory = Memory { rules: variable.rules, ..Memory::plain(start, expr.ty) };
                Some(BlockPart { block, element: None, memory })
            }
            ExprKind::Index(array, _) if self.module.is_block(body.exprs[array].ty) => {
                let (array, indices) = self.block_indices(lvalue);
                let whole = self.memory_in_block(array)?;
                let element = self.flat_index(array, &indices);
                let memory = Memory { ty: expr.ty, ..whole.memory };
                Some(BlockPart { element: Some(element), memory, ..whole })
            }
            ExprKind::Index(base, index) => {
                let whole = self.memory_in_block(base)?;
                let rows = whole.memory.rules.is_some_and(|rules| rules.row_major);
                if rows && matches!(self.kind(whole.memory.ty), TypeKind::Matrix { .. }) {
                    return None;
                }
                let index = self.index(index);
                Some(BlockPart { memory: self.element(whole.memory, index, expr.ty), ..whole })
            }
            ExprKind::Member(base, index) => {
                let whole = self.memory_in_block(base)?;
                Some(BlockPart { memory: self.member(whole.memory, index), ..whole })
            }
            ExprKind::NonUniform(base) => self.memory_in_block(base),
            _ => None,
        }
    }

    /// Unpacks an integer to a vector of halves.
    pub(in crate::lower) fn unpack_halves(&mut self, packed: Value, halves: IrType) -> Value {
        if self.b.func.ty(packed) != Types::I64 {
            return self.b.bitcast(packed, halves);
        }
        let pair = self.b.types.vector(Types::I32, 2);
        let two = self.b.types.vector(Types::F16, 2);
        let words = self.b.bitcast(packed, pair);
        let parts: Vec<Value> = (0..2)
            .flat_map(|k| {
                let packed = self.b.extract(words, k);
                let two = self.b.bitcast(packed, two);
                [self.b.extract(two, 0), self.b.extract(two, 1)]
            })
            .collect();
        self.b.construct(&parts)
    }

    /// Writes one component of a packed vector. Its bits are cleared and set by atomics, because other
    /// invocations may write the other components at the same time.
    pub(in crate::lower) fn store_half(&mut self, memory: Memory, component: Value, half: Value) {
        let (Some(packed), Base::Pointer(pointer)) = (packed_type(self.kind(memory.ty)), memory.base) else {
            return self.internal_error("a component of memory that is not packed");
        };
        let nothing = self.b.func.constant(Types::F16, nvc_ir::Const::Null);
        let pair = self.b.construct(&[half, nothing]);
        let mut bits = self.b.bitcast(pair, Types::I32);
        let mut component = self.index32(component);
        if packed == Types::I64 {
            bits = self.b.inst_with_type(Op::ZExt, Imm::None, &[bits], packed);
            component = self.b.inst_with_type(Op::ZExt, Imm::None, &[component], packed);
        }
        let four = self.b.bits(packed, 4);
        let shift = self.b.op(Op::Shl, &[component, four]);
        let ones = self.b.bits(packed, 0xffff);
        let ones = self.b.op(Op::Shl, &[ones, shift]);
        let others = self.b.op(Op::Not, &[ones]);
        let bits = self.b.op(Op::Shl, &[bits, shift]);
        let order = Order::relaxed(Scope::Workgroup);
        self.atomic_at(AtomicOp::And, order, &[pointer, others], packed);
        self.atomic_at(AtomicOp::Or, order, &[pointer, bits], packed);
    }
}
