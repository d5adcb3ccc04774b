//! Atomics on vectors of halves (GL_NV_shader_atomic_fp16_vector): on the word that two halves are, or the
//! two words that four are, as the assembly's `F16X2` and `F16X4`. SPIR-V's own instructions for them
//! (SPV_NV_shader_atomic_fp16_vector) run on few devices, and exchange no vectors.
//!
//! | memory | its words |
//! |---|---|
//! | behind an address | a pointer to words made of the same address |
//! | a block | a second variable at its binding, or in shared memory: an array of words. Both alias |
//! | a shared variable | itself: all its vectors of halves lie as words ([`Layout::Words`]) |

use super::atomic::Order;
use crate::layout::Rules;
use crate::lower::analysis::packed_half::{root, word_of};
use crate::lower::context::{E, Lowerer, Shared};
use crate::lower::expressions::lvalue::Place;
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

/// A part of a block: the block, its element where it is an array, and the byte offset.
struct InBlock {
    block: Handle<tree::Global>,
    element: Option<Value>,
    memory: Memory,
}

/// A block as an array of words.
struct Words {
    global: Global,
    space: Space,
    ty: IrType,
}

impl Shared<'_> {
    /// Declares a block as an array of words beside what its members are.
    fn words(&mut self, types: &mut Types, block: Handle<tree::Global>, word: IrType) -> Option<Words> {
        let typed = self.variable(types, block)?.global;
        let name = format!("{}_u{}", self.global_name(block), types.bits(word)?);
        let IrGlobal::Variable { space, ty: whole, binding, of, access } = &mut self.globals[typed].kind
        else {
            return None;
        };
        access.aliased = true;
        let (space, whole, binding, of) = (*space, *whole, *binding, *of);
        let access = VariableAccess { read_only: false, write_only: false, ..*access };
        let stride = types.bits(word)? / 8;
        let array = match space {
            Space::StorageBuffer => IrKind::RuntimeArray { element: word, stride },
            _ => {
                let context = self.layout_context();
                let ty = self.program.globals[block].ty;
                let rules = Rules { layout: self.block_layout(ty), row_major: false };
                let bytes = self.layouts.extent(context, ty, rules).size;
                let length = Length::Fixed(u32::try_from(bytes).ok()?.div_ceil(stride).max(1));
                IrKind::Array { element: word, length, stride }
            }
        };
        let array = types.intern(array);
        let members = vec![Member { ty: array, offset: 0 }];
        let words = types.intern(IrKind::Struct { members, block: true });
        let ty = match *types.kind(whole) {
            IrKind::Array { length, stride, .. } => {
                types.intern(IrKind::Array { element: words, length, stride })
            }
            IrKind::RuntimeArray { stride, .. } => {
                types.intern(IrKind::RuntimeArray { element: words, stride })
            }
            _ => words,
        };
        let global = *self.known.words.entry((block, word)).or_insert_with(|| {
            let kind = IrGlobal::Variable { space, ty, binding, of, access };
            self.globals.push(GlobalData { name, kind })
        });
        Some(Words { global, space, ty })
    }
}

impl Lowerer<'_, '_> {
    /// Whether a vector of halves lies in memory as a word.
    pub(in crate::lower) fn lies_as_word(&self, memory: &Memory) -> bool {
        memory.rules.is_some_and(|rules| rules.layout == Layout::Words)
            && word_of(self.kind(memory.ty)).is_some()
    }

    /// A pointer to the word that a vector of halves is, or that an address leads to.
    pub(in crate::lower) fn word_pointer(&mut self, place: E, word: IrType) -> Option<Value> {
        let body = self.body;
        if let TypeKind::Pointer(_) = *self.kind(body.exprs[place].ty) {
            let address = self.value(place);
            return Some(self.word_at(address, word));
        }
        if let Some(global) = root(body, place) {
            return match self.s.program.globals[global].kind {
                GlobalKind::Storage(_) | GlobalKind::SharedBlock => self.word_in_block(place, word),
                _ => match self.place(place) {
                    Place::Memory(Memory { base: Base::Pointer(pointer), .. }) => Some(pointer),
                    _ => None,
                },
            };
        }
        let (address, ..) = self.addressed(place)?;
        Some(self.word_at(address, word))
    }

    fn word_at(&mut self, address: Value, word: IrType) -> Value {
        let pointer = self.b.types.pointer(Space::PhysicalStorageBuffer, word);
        self.b.inst_with_type(Op::PhysicalAddr, Imm::None, &[address], pointer)
    }

    fn word_in_block(&mut self, place: E, word: IrType) -> Option<Value> {
        let InBlock { block, element, memory } = self.in_block(place)?;
        let Base::Bytes(_, offset) = memory.base else { return None };
        let words = self.s.words(self.b.types, block, word)?;
        let base = self.b.global_addr(words.global, words.space, words.ty);
        let bytes = self.b.types.bits(word)? / 8;
        let index = match self.b.func.as_bits(offset) {
            Some(offset) => self.b.bits(Types::I32, offset / u64::from(bytes)),
            None => {
                let log2 = self.b.i32(bytes.trailing_zeros());
                self.b.op(Op::LShr, &[offset, log2])
            }
        };
        let mut indices: Vec<Value> = element.into_iter().collect();
        indices.extend([self.b.i32(0), index]);
        Some(self.access(base, &indices, word))
    }

    /// A part of a block by bytes.
    fn in_block(&mut self, place: E) -> Option<InBlock> {
        let body = self.body;
        let expr = &body.exprs[place];
        match expr.kind {
            ExprKind::Global(block) => {
                let variable = self.s.variable(self.b.types, block)?;
                let start = Base::Bytes(variable.global, self.b.i32(0));
                let memory = Memory { rules: variable.rules, ..Memory::plain(start, expr.ty) };
                Some(InBlock { block, element: None, memory })
            }
            ExprKind::Index(array, _) if self.s.is_block(body.exprs[array].ty) => {
                let (array, indices) = self.block_indices(place);
                let whole = self.in_block(array)?;
                let element = self.flat_index(array, &indices);
                let memory = Memory { ty: expr.ty, ..whole.memory };
                Some(InBlock { element: Some(element), memory, ..whole })
            }
            ExprKind::Index(base, index) => {
                let whole = self.in_block(base)?;
                let rows = whole.memory.rules.is_some_and(|rules| rules.row_major);
                if rows && matches!(self.kind(whole.memory.ty), TypeKind::Matrix { .. }) {
                    return None;
                }
                let index = self.index(index);
                Some(InBlock { memory: self.element(whole.memory, index, expr.ty), ..whole })
            }
            ExprKind::Member(base, index) => {
                let whole = self.in_block(base)?;
                Some(InBlock { memory: self.member(whole.memory, index), ..whole })
            }
            ExprKind::NonUniform(base) => self.in_block(base),
            _ => None,
        }
    }

    /// The word that a vector of halves is. Four are put together by pairs, and constants here: Mesa 22.3's
    /// CPU driver was seen to lose the last of several constant halves that become one number.
    pub(in crate::lower) fn halves_to_word(&mut self, halves: Value, word: IrType) -> Value {
        if word != Types::I64 && self.b.func.as_const(halves).is_none() {
            return self.b.bitcast(halves, word);
        }
        let parts = self.components(halves);
        let words: Vec<Value> = parts.chunks_exact(2).map(|pair| self.pair(pair)).collect();
        let known: Option<Vec<u64>> = words.iter().map(|&word| self.b.func.as_bits(word)).collect();
        if let Some(known) = known {
            let bits = known.iter().rev().fold(0, |bits, &word| bits << 32 | word);
            return self.b.bits(word, bits);
        }
        let words = self.b.construct(&words);
        self.b.bitcast(words, word)
    }

    /// Two halves as a word.
    fn pair(&mut self, halves: &[Value]) -> Value {
        match halves {
            &[low, high] => match (self.b.func.as_bits(low), self.b.func.as_bits(high)) {
                (Some(low), Some(high)) => self.b.bits(Types::I32, low | high << 16),
                _ => {
                    let pair = self.b.construct(halves);
                    self.b.bitcast(pair, Types::I32)
                }
            },
            _ => self.b.i32(0),
        }
    }

    /// The vector of halves that a word is.
    pub(in crate::lower) fn word_to_halves(&mut self, word: Value, halves: IrType) -> Value {
        if self.b.func.ty(word) != Types::I64 {
            return self.b.bitcast(word, halves);
        }
        let pair = self.b.types.vector(Types::I32, 2);
        let two = self.b.types.vector(Types::F16, 2);
        let words = self.b.bitcast(word, pair);
        let parts: Vec<Value> = (0..2)
            .flat_map(|k| {
                let word = self.b.extract(words, k);
                let two = self.b.bitcast(word, two);
                [self.b.extract(two, 0), self.b.extract(two, 1)]
            })
            .collect();
        self.b.construct(&parts)
    }

    /// Writes one half of a vector that lies as a word: others may write the rest at the same time, so its
    /// bits are cleared and set each at once.
    pub(in crate::lower) fn write_half(&mut self, memory: Memory, component: Value, half: Value) {
        let (Some(word), Base::Pointer(pointer)) = (word_of(self.kind(memory.ty)), memory.base) else {
            return self.fault("a half of what is no word");
        };
        let nothing = self.b.func.constant(Types::F16, nvc_ir::Const::Null);
        let pair = self.b.construct(&[half, nothing]);
        let mut bits = self.b.bitcast(pair, Types::I32);
        let mut component = self.index32(component);
        if word == Types::I64 {
            bits = self.b.inst_with_type(Op::ZExt, Imm::None, &[bits], word);
            component = self.b.inst_with_type(Op::ZExt, Imm::None, &[component], word);
        }
        let four = self.b.bits(word, 4);
        let shift = self.b.op(Op::Shl, &[component, four]);
        let ones = self.b.bits(word, 0xffff);
        let ones = self.b.op(Op::Shl, &[ones, shift]);
        let others = self.b.op(Op::Not, &[ones]);
        let bits = self.b.op(Op::Shl, &[bits, shift]);
        let order = Order::relaxed(Scope::Workgroup);
        self.atomic_at(AtomicOp::And, order, &[pointer, others], word);
        self.atomic_at(AtomicOp::Or, order, &[pointer, bits], word);
    }
}
