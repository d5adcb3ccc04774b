//! Lowers atomics on memory and atomic counters.

use super::barrier::{kinds, scope, union};
use crate::builtins::operation::{AtomicFunction as F, CounterFunction, Semantics};
use crate::lower::analysis::packed_half::packed_type;
use crate::lower::context::Resource;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::expressions::lvalue::Lvalue;
use crate::lower::memory::Base;
use crate::lower::types::component;
use crate::lower::values::rvalue::Rvalue;
use crate::tree::{ExprKind, GlobalKind};
use crate::types::{ScalarKind as K, Type, TypeKind};
use nvc_ir::imm::{AtomicOp, Imm, MemoryKinds, Scope};
use nvc_ir::{GlobalData, GlobalKind as IrGlobal, ResourceClass, ResourceRef};
use nvc_ir::{Op, Type as IrType, Types, Value};

/// Values of `gl_SemanticsAcquire`, `gl_SemanticsRelease` and `gl_SemanticsAcquireRelease`.
const ACQUIRE: u64 = 0x2;
const RELEASE: u64 = 0x4;
const ACQUIRE_RELEASE: u64 = 0x8;

/// Returns the IR operation of an atomic function on components of a scalar kind. A store is an exchange
/// whose result is unused. Subtraction is defined for integers only.
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

/// Returns the IR operation of an atomic function on packed halves. The functions that are not listed are stores and
/// exchanges: GL_NV_shader_atomic_fp16_vector defines no others.
pub(super) fn half_operation(function: F) -> AtomicOp {
    match function {
        F::Min => AtomicOp::HalfMin,
        F::Max => AtomicOp::HalfMax,
        F::Add => AtomicOp::HalfAdd,
        F::Load => AtomicOp::Load,
        _ => AtomicOp::Exchange,
    }
}

/// Returns the number of value operands that follow the lvalue.
pub(super) fn operand_count(function: F) -> usize {
    match function {
        F::Load => 0,
        F::CompareExchange => 2,
        _ => 1,
    }
}

/// The scope of an atomic, and the memory kinds that it releases and acquires. The SPIR-V atomic itself is
/// relaxed. Memory barriers before and after it give the requested ordering, which also works for atomics
/// that become compare-exchange loops.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Order {
    scope: Scope,
    releases: MemoryKinds,
    acquires: MemoryKinds,
}

impl Order {
    /// Creates the ordering of a relaxed atomic.
    pub(in crate::lower) fn relaxed(scope: Scope) -> Order {
        Order { scope, releases: kinds(0), acquires: kinds(0) }
    }
}

impl Lowerer<'_, '_> {
    /// Lowers an atomic on an lvalue or through a pointer.
    pub(super) fn atomic(
        &mut self,
        function: F,
        semantics: Semantics,
        args: &[ExprHandle],
        _: Type,
    ) -> Rvalue {
        let Some((&lvalue, rest)) = args.split_first() else { return Rvalue::void() };
        let from = self.body.exprs[lvalue].ty;
        let to = match *self.kind(from) {
            TypeKind::Pointer(to) => to,
            _ => from,
        };
        if let Some(packed) = packed_type(self.kind(to)) {
            return self.packed_half_atomic(function, semantics, args, packed, to);
        }
        let memory = match *self.kind(from) {
            TypeKind::Pointer(_) => {
                let address = self.value(lvalue);
                self.dereference(from, address)
            }
            _ => match self.lvalue(lvalue) {
                Lvalue::Memory(memory) => memory,
                Lvalue::Component(..) => {
                    let help =
                        "use either atomics on `float16_t` components or atomics on whole vectors, not both";
                    self.unsupported(
                        "an atomic on a component of a shared vector of halves that also has vector atomics",
                        help,
                    );
                    let ty = self.value_type(from);
                    return self.b.undef(ty).into();
                }
                _ => {
                    self.internal_error("an atomic on an lvalue that is not in memory");
                    return Rvalue::void();
                }
            },
        };
        let Base::Pointer(pointer) = memory.base else {
            self.internal_error("an atomic on memory without a pointer");
            return Rvalue::void();
        };
        let kind = component(self.kind(memory.ty)).map_or(K::Uint, |scalar| scalar.kind);
        let ty = self.value_type(memory.ty);
        let order = self.atomic_order(semantics, rest, operand_count(function));
        let mut operands = vec![pointer];
        for &arg in rest.iter().take(operand_count(function)) {
            operands.push(self.value(arg));
        }
        let op = operation(function, kind);
        match (op, &operands[..]) {
            (AtomicOp::IncWrap | AtomicOp::DecWrap, &[pointer, wrap]) => {
                self.wrapping_atomic(op, order, pointer, wrap, ty).into()
            }
            _ => self.atomic_at(op, order, &operands, ty).into(),
        }
    }

    /// Lowers `atomicIncWrap` and `atomicDecWrap`. Their operand is one more than the largest value that they
    /// store (NV_shader_buffer_store), but the operand of the IR operations is that largest value, as in `IWRAP` and
    /// `DWRAP`. With an operand of 0, every increment stores 0, and every decrement stores the largest integer.
    fn wrapping_atomic(
        &mut self,
        op: AtomicOp,
        order: Order,
        pointer: Value,
        wrap: Value,
        ty: IrType,
    ) -> Value {
        let one = self.b.bits(ty, 1);
        if op == AtomicOp::IncWrap {
            let wrap = self.b.op(Op::UMax, &[wrap, one]);
            let last = self.b.op(Op::ISub, &[wrap, one]);
            return self.atomic_at(op, order, &[pointer, last], ty);
        }
        let last = self.b.op(Op::ISub, &[wrap, one]);
        match self.b.func.as_bits(wrap) {
            Some(0) => self.atomic_at(AtomicOp::Exchange, order, &[pointer, last], ty),
            Some(_) => self.atomic_at(op, order, &[pointer, last], ty),
            None => {
                let zero = self.b.bits(ty, 0);
                let is_zero = self.b.op(Op::IEq, &[wrap, zero]);
                let result = self.b.declare(ty);
                let mut construct = self.b.begin_if_else(is_zero);
                let old = self.atomic_at(AtomicOp::Exchange, order, &[pointer, last], ty);
                self.b.write(result, old);
                self.b.begin_else(&mut construct);
                let old = self.atomic_at(op, order, &[pointer, last], ty);
                self.b.write(result, old);
                self.b.end_if(construct);
                self.b.read(result)
            }
        }
    }

    /// Lowers an atomic on a vector of halves as an atomic on an integer.
    fn packed_half_atomic(
        &mut self,
        function: F,
        semantics: Semantics,
        args: &[ExprHandle],
        packed: IrType,
        halves: Type,
    ) -> Rvalue {
        let Some((&lvalue, rest)) = args.split_first() else { return Rvalue::void() };
        let halves = self.value_type(halves);
        let Some(pointer) = self.packed_pointer(lvalue, packed) else {
            let help = "make the matrix `column_major`";
            self.unsupported("an atomic on halves that are not contiguous", help);
            return self.b.undef(halves).into();
        };
        let count = operand_count(function);
        let order = self.atomic_order(semantics, rest, count);
        let mut operands = vec![pointer];
        for &arg in rest.iter().take(count) {
            let value = self.value(arg);
            operands.push(self.b.bitcast(value, packed));
        }
        let old = self.atomic_at(half_operation(function), order, &operands, packed);
        self.unpack_halves(old, halves).into()
    }

    /// Returns the scope and ordering of an atomic. The scope and semantics arguments start at index `first`, after
    /// the value operands. A compare-exchange has separate semantics for success and failure, which are combined.
    pub(super) fn atomic_order(&mut self, semantics: Semantics, args: &[ExprHandle], first: usize) -> Order {
        if semantics == Semantics::Relaxed {
            return Order::relaxed(Scope::Device);
        }
        let mut order = Order::relaxed(scope(self.constant_argument(args, first)));
        for index in [first + 1, first + 3] {
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

    /// Emits an atomic, with a barrier before it to release memory and one after it to acquire memory. The
    /// first operand is a pointer.
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

    /// Lowers an atomic counter function.
    pub(super) fn counter(&mut self, function: CounterFunction, args: &[ExprHandle]) -> Rvalue {
        let Some((&counter, rest)) = args.split_first() else { return Rvalue::void() };
        let Some((global, offset)) = self.counter_memory(counter) else { return Rvalue::void() };
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
        // The IR atomics return the old value, but `atomicCounterDecrement` returns the new one.
        if function != CounterFunction::Decrement {
            return old.into();
        }
        let one = self.b.i32(1);
        self.b.op(Op::ISub, &[old, one]).into()
    }

    /// Returns the buffer and byte offset of a counter.
    fn counter_memory(&mut self, counter: ExprHandle) -> Option<(nvc_ir::Global, Value)> {
        let Resource::Global(handle, indices) = self.resource(counter) else {
            self.internal_error("an atomic counter that is not a variable");
            return None;
        };
        let global = &self.module.program.globals[handle];
        let GlobalKind::Counter { binding, offset } = global.kind else {
            self.internal_error("a global that is not an atomic counter");
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
        let globals = &mut self.module.globals;
        *self.module.declared.counters.entry(binding).or_insert_with(|| {
            let resource = ResourceRef { class: ResourceClass::Counter, index: binding, count: 1 };
            let name = format!("counter{binding}");
            globals.push(GlobalData { name, kind: IrGlobal::Bytes { resource, bytes: 0 } })
        })
    }

    /// Returns the string literal passed as an argument; `None` if the argument is not one.
    pub(super) fn string_literal(&self, e: ExprHandle) -> Option<crate::name::Name> {
        match self.body.exprs[e].kind {
            ExprKind::String(text) => Some(text),
            _ => None,
        }
    }
}
