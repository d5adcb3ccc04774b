//! Atomics on memory and atomic counters.

use super::barrier::{kinds, scope, union};
use crate::builtins::operation::{AtomicFunction as F, CounterFunction, Semantics};
use crate::lower::analysis::packed_half::word_of;
use crate::lower::context::Resource;
use crate::lower::context::{E, Lowerer};
use crate::lower::expressions::lvalue::Place;
use crate::lower::memory::Base;
use crate::lower::types::component;
use crate::lower::values::rvalue::Val;
use crate::tree::{ExprKind, GlobalKind};
use crate::types::{Type, TypeKind};
use naga::ScalarKind as K;
use nvc_ir::imm::{AtomicOp, Imm, MemoryKinds, Scope};
use nvc_ir::{GlobalData, GlobalKind as IrGlobal, ResourceClass, ResourceRef};
use nvc_ir::{Op, Type as IrType, Types, Value};

/// `gl_SemanticsAcquire` and its kin.
const ACQUIRE: u64 = 0x2;
const RELEASE: u64 = 0x4;
const ACQUIRE_RELEASE: u64 = 0x8;

/// The operation on components of a kind. Stores are exchanges whose result nothing reads; differences of
/// floats do not occur.
pub(super) fn operation(function: F, kind: K) -> AtomicOp {
    let pick = |f, s, u| match kind {
        K::Float => f,
        K::Sint => s,
        _ => u,
    };
    match function {
        F::Load => AtomicOp::Load,
        F::Store | F::Exchange => AtomicOp::Exchange,
        F::Add => pick(AtomicOp::FAdd, AtomicOp::Add, AtomicOp::Add),
        F::Subtract => AtomicOp::Sub,
        F::Min => pick(AtomicOp::FMin, AtomicOp::SMin, AtomicOp::UMin),
        F::Max => pick(AtomicOp::FMax, AtomicOp::SMax, AtomicOp::UMax),
        F::And => AtomicOp::And,
        F::InclusiveOr => AtomicOp::Or,
        F::ExclusiveOr => AtomicOp::Xor,
        F::CompareExchange => AtomicOp::CompareExchange,
        F::IncrementWrap => AtomicOp::IncWrap,
        F::DecrementWrap => AtomicOp::DecWrap,
    }
}

/// The operation on vectors of halves as words: GL_NV_shader_atomic_fp16_vector has no others.
pub(super) fn half_operation(function: F) -> AtomicOp {
    match function {
        F::Min => AtomicOp::HalfMin,
        F::Max => AtomicOp::HalfMax,
        F::Add => AtomicOp::HalfAdd,
        F::Load => AtomicOp::Load,
        _ => AtomicOp::Exchange,
    }
}

/// How many values a function takes behind the place.
pub(super) fn operand_count(function: F) -> usize {
    match function {
        F::Load => 0,
        F::CompareExchange => 2,
        _ => 1,
    }
}

/// Whom an atomic reaches, and what it orders: the memory that is written before it releases, and that is
/// read behind it acquires. SPIR-V's atomics stay relaxed; memory barriers around them order all that the
/// semantics would, for loops of compare-exchange as for single instructions.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Order {
    scope: Scope,
    releases: MemoryKinds,
    acquires: MemoryKinds,
}

impl Order {
    /// An atomic that orders nothing.
    pub(in crate::lower) fn relaxed(scope: Scope) -> Order {
        Order { scope, releases: kinds(0), acquires: kinds(0) }
    }
}

impl Lowerer<'_, '_> {
    /// An atomic on a place, or behind a pointer.
    pub(super) fn atomic(&mut self, function: F, semantics: Semantics, args: &[E], _: Type) -> Val {
        let Some((&place, rest)) = args.split_first() else { return Val::void() };
        let from = self.body.exprs[place].ty;
        let to = match *self.kind(from) {
            TypeKind::Pointer(to) => to,
            _ => from,
        };
        if let Some(word) = word_of(self.kind(to)) {
            return self.half_atomic(function, semantics, args, word, to);
        }
        let memory = match *self.kind(from) {
            TypeKind::Pointer(_) => {
                let address = self.value(place);
                self.pointed_to(from, address)
            }
            _ => match self.place(place) {
                Place::Memory(memory) => memory,
                Place::Component(..) => {
                    let help = "use atomics on halves alone, or on whole vectors of them alone";
                    self.unsupported(
                        "an atomic on a half of a shared vector that has atomics of its own",
                        help,
                    );
                    let ty = self.value_type(from);
                    return self.b.undef(ty).into();
                }
                _ => {
                    self.fault("an atomic on what lies in no memory");
                    return Val::void();
                }
            },
        };
        let Base::Pointer(pointer) = memory.base else {
            self.fault("an atomic on memory without a pointer");
            return Val::void();
        };
        let kind = component(self.kind(memory.ty)).map_or(K::Uint, |scalar| scalar.kind);
        let ty = self.value_type(memory.ty);
        let order = self.atomic_order(semantics, rest, operand_count(function));
        let mut operands = vec![pointer];
        for &arg in rest.iter().take(operand_count(function)) {
            operands.push(self.value(arg));
        }
        self.atomic_at(operation(function, kind), order, &operands, ty).into()
    }

    /// An atomic on a vector of halves, which is a word.
    fn half_atomic(
        &mut self,
        function: F,
        semantics: Semantics,
        args: &[E],
        word: IrType,
        halves: Type,
    ) -> Val {
        let Some((&place, rest)) = args.split_first() else { return Val::void() };
        let halves = self.value_type(halves);
        let Some(pointer) = self.word_pointer(place, word) else {
            let help = "make the matrix `column_major`";
            self.unsupported("an atomic on halves that do not lie side by side", help);
            return self.b.undef(halves).into();
        };
        let count = operand_count(function);
        let order = self.atomic_order(semantics, rest, count);
        let mut operands = vec![pointer];
        for &arg in rest.iter().take(count) {
            let value = self.value(arg);
            operands.push(self.halves_to_word(value, word));
        }
        let old = self.atomic_at(half_operation(function), order, &operands, word);
        self.word_to_halves(old, halves).into()
    }

    /// The scope and order of an atomic: behind its values where they are given. A compare-exchange has an
    /// order for each outcome, of which both are kept.
    pub(super) fn atomic_order(&mut self, semantics: Semantics, args: &[E], behind: usize) -> Order {
        if semantics == Semantics::Relaxed {
            return Order::relaxed(Scope::Device);
        }
        let mut order = Order::relaxed(scope(self.constant_argument(args, behind)));
        for index in [behind + 1, behind + 3] {
            let storage = kinds(self.constant_argument(args, index));
            let semantics = self.constant_argument(args, index + 1);
            if semantics & (RELEASE | ACQUIRE_RELEASE) != 0 {
                order.releases = union(order.releases, storage);
            }
            if semantics & (ACQUIRE | ACQUIRE_RELEASE) != 0 {
                order.acquires = union(order.acquires, storage);
            }
        }
        order
    }

    /// An atomic through a pointer, the first operand.
    pub(in crate::lower) fn atomic_at(
        &mut self,
        op: AtomicOp,
        order: Order,
        operands: &[Value],
        ty: IrType,
    ) -> Value {
        self.fence(order.scope, order.releases);
        let old = self.b.inst_with_type(Op::Atomic, Imm::Atomic(op, order.scope), operands, ty);
        self.fence(order.scope, order.acquires);
        old
    }

    /// A function of atomic counters.
    pub(super) fn counter(&mut self, function: CounterFunction, args: &[E]) -> Val {
        let Some((&counter, rest)) = args.split_first() else { return Val::void() };
        let Some((global, offset)) = self.counter_place(counter) else { return Val::void() };
        let op = match function {
            CounterFunction::Increment => AtomicOp::Add,
            CounterFunction::Decrement => AtomicOp::Sub,
            CounterFunction::Atomic(function) => operation(function, K::Uint),
        };
        let zero = self.b.i32(0);
        let mut operands = vec![zero, offset];
        if let CounterFunction::Atomic(_) = function {
            operands.extend(rest.iter().map(|&arg| self.value(arg)).collect::<Vec<_>>());
        } else {
            operands.push(self.b.i32(1));
        }
        let old = self.b.inst_with_type(Op::BytesAtomic, Imm::BytesAtomic(global, op), &operands, Types::I32);
        if function != CounterFunction::Decrement {
            return old.into();
        }
        let one = self.b.i32(1);
        self.b.op(Op::ISub, &[old, one]).into()
    }

    /// The memory and byte offset of a counter.
    fn counter_place(&mut self, counter: E) -> Option<(nvc_ir::Global, Value)> {
        let Resource::Global(handle, indices) = self.resource(counter) else {
            self.fault("a counter that is no variable");
            return None;
        };
        let global = &self.s.program.globals[handle];
        let GlobalKind::Counter { binding, offset } = global.kind else {
            self.fault("a counter that is none");
            return None;
        };
        let index = self.linear_index(global.ty, &indices);
        let offset = self.b.i32(offset);
        let offset = match (self.b.func.as_bits(index), self.b.func.as_bits(offset)) {
            (Some(a), Some(b)) => self.b.bits(Types::I32, a.wrapping_mul(4).wrapping_add(b)),
            _ => {
                let two = self.b.i32(2);
                let bytes = self.b.op(Op::Shl, &[index, two]);
                self.b.op(Op::IAdd, &[bytes, offset])
            }
        };
        Some((self.counters(binding), offset))
    }

    fn counters(&mut self, binding: u32) -> nvc_ir::Global {
        let globals = &mut self.s.globals;
        *self.s.known.counters.entry(binding).or_insert_with(|| {
            let resource = ResourceRef { class: ResourceClass::Counter, index: binding, count: 1 };
            let name = format!("counter{binding}");
            globals.push(GlobalData { name, kind: IrGlobal::Bytes { resource, bytes: 0 } })
        })
    }

    /// The text that an argument is.
    pub(super) fn text(&self, e: E) -> Option<crate::name::Name> {
        match self.body.exprs[e].kind {
            ExprKind::String(text) => Some(text),
            _ => None,
        }
    }
}
