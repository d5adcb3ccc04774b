//! Lowers atomics on memory and counters (NV_gpu_program5 §2.X.8 and the atomic extensions).

use crate::lower::memory::{Location, register_type};
use crate::lower::{F32, Lowerer, U32, ir_type};
use crate::modifier::{AtomicOp, BaseType, CounterOp, DataType};
use crate::resolve::{Dst, Inst, Src, SrcBase};
use crate::table::Opcode;
use nvc_ir::imm::{Access, AtomicOp as IrAtomic, Imm, Scope};
use nvc_ir::types::Types;
use nvc_ir::{Op, Value};

/// The atomic operations on an integer of 32 or 64 bits that contains two or four 16-bit floats (halves).
const HALF_OPS: [(AtomicOp, IrAtomic); 4] = [
    (AtomicOp::Add, IrAtomic::HalfAdd),
    (AtomicOp::Min, IrAtomic::HalfMin),
    (AtomicOp::Max, IrAtomic::HalfMax),
    (AtomicOp::Exch, IrAtomic::Exchange),
];

impl Lowerer<'_> {
    /// Lowers ATOM, ATOMB and ATOMS. The result is the old value.
    pub(in crate::lower) fn atomic(&mut self, inst: &Inst) {
        let (Some(storage), Some(op), Some(src)) = (inst.storage, inst.mods.atomic, inst.srcs.first()) else {
            return;
        };
        let Some(location) = self.location(inst) else { return };
        if storage.data_type().bits == 16 {
            return self.atomic_halves(inst, storage.count, op, src, location);
        }
        let ty = register_type(storage);
        let (op, operands) = self.atomic_operands(src, op, ty);
        self.if_written(inst, |this, inst| {
            let old = this.atomic_at(location, op, &operands);
            let old = this.b.bitcast(old, ir_type(ty));
            this.write_x(inst, ty, old);
        });
    }

    /// Runs `act` for an atomic. As on the hardware, an atomic on shared memory is executed only if the condition of its
    /// destination enables x, and other atomics are always executed
    /// (crates/lab/logs/hardware.md).
    fn if_written(&mut self, inst: &Inst, act: impl FnOnce(&mut Self, &Inst)) {
        let dst = inst.dst.filter(|_| inst.opcode == Opcode::Atoms);
        let Some((dst, test)) = dst.and_then(|dst| Some((dst, dst.condition?))) else {
            return act(self, inst);
        };
        let enabled = self.test_lane(&test, 0);
        let construct = self.b.begin_if(enabled);
        act(self, &Inst { dst: Some(&Dst { condition: None, ..*dst }), ..*inst });
        self.b.end_if(construct);
    }

    /// Returns the IR operation and its operands; for a compare-and-swap these are the expected value and the
    /// new value. Exchanges use integers, whatever the type.
    fn atomic_operands(&mut self, src: &Src, op: AtomicOp, ty: DataType) -> (IrAtomic, Vec<Value>) {
        let ir = atomic_op(op, ty.base);
        let count = if ir == IrAtomic::CompareExchange { 2 } else { 1 };
        // The hardware ignores the absolute value of a 64-bit operand (crates/lab/logs/hardware.md).
        let src = &Src { absolute: src.absolute && ty.bits < 64, ..*src };
        let operands = (0..count).map(|lane| {
            let value = self.read_as(src, lane, ty);
            match ir {
                IrAtomic::Exchange | IrAtomic::CompareExchange => self.b.bitcast(value, Types::int(ty.bits)),
                _ => value,
            }
        });
        (ir, operands.collect())
    }

    /// Lowers ATOM, ATOMB and ATOMS on two or four halves. x and y of the operand contain two halves each.
    /// Only the first two halves of the result are written, to x (crates/lab/logs/hardware.md, A15).
    /// NV_shader_atomic_fp16_vector requires only that each component is atomic, so four halves are accessed
    /// by two atomics.
    fn atomic_halves(&mut self, inst: &Inst, count: u8, op: AtomicOp, src: &Src, location: Location) {
        let Some(op) = half_op(op) else {
            return self.internal(inst.span, "an atomic operation that halves do not support");
        };
        self.if_written(inst, |this, inst| {
            let mut old = Vec::with_capacity(2);
            for (n, lane) in (0u32..).zip(0..usize::from(count) / 2) {
                let word = this.packed_halves(src, lane);
                let at = this.advance(location, 4 * n);
                old.push(this.atomic_at(at, op, &[word]));
            }
            this.write_lanes(inst, U32, [old.first().copied(), None, None, None]);
        });
    }

    /// Reads a component of an operand as a 32-bit integer that contains two halves. A constant is read as a
    /// float; any other operand is read, and negated, as an integer.
    pub(in crate::lower) fn packed_halves(&mut self, src: &Src, lane: usize) -> Value {
        if !matches!(src.base, SrcBase::Const(_)) {
            return self.read_as(src, lane, U32);
        }
        let value = self.read_as(src, lane, F32);
        self.b.bitcast(value, Types::I32)
    }

    /// Returns the location `bytes` bytes after `location`.
    fn advance(&mut self, location: Location, bytes: u32) -> Location {
        match location {
            Location::Bytes(global, point, offset) => {
                Location::Bytes(global, point, self.add_constant(offset, bytes))
            }
            Location::Address(address) if bytes > 0 => {
                let bytes = self.b.bits(Types::I64, u64::from(bytes));
                Location::Address(self.b.op(Op::IAdd, &[address, bytes]))
            }
            Location::Address(_) => location,
        }
    }

    fn atomic_at(&mut self, location: Location, op: IrAtomic, operands: &[Value]) -> Value {
        let ty = operands.first().map_or(Types::I32, |&v| self.b.func.ty(v));
        let mut args = Vec::with_capacity(operands.len() + 2);
        let (opcode, imm) = match location {
            Location::Bytes(global, point, offset) => {
                args.extend([point, offset]);
                (Op::BytesAtomic, Imm::BytesAtomic(global, op))
            }
            Location::Address(address) => {
                args.push(self.physical(address, ty, Access::default()).0);
                (Op::Atomic, Imm::Atomic(op, Scope::Device))
            }
        };
        args.extend_from_slice(operands);
        self.b.inst_with_type(opcode, imm, &args, ty)
    }

    /// Lowers ATOMCTR and ATOMCTROP.
    pub(in crate::lower) fn counter(&mut self, inst: &Inst) {
        let Some(location) = self.location(inst) else { return };
        let one = self.b.i32(1);
        let value = match (inst.mods.counter, inst.mods.atomic, inst.srcs.first()) {
            (Some(CounterOp::Get), ..) => self.atomic_at(location, IrAtomic::Load, &[]),
            (Some(CounterOp::Incr), ..) => self.atomic_at(location, IrAtomic::Add, &[one]),
            // DECR returns the new value (NV_shader_atomic_counters §2.X.8).
            (Some(CounterOp::Decr), ..) => {
                let old = self.atomic_at(location, IrAtomic::Sub, &[one]);
                self.b.op(Op::ISub, &[old, one])
            }
            (None, Some(op), Some(src)) => {
                let (op, operands) = self.atomic_operands(src, op, inst.ty);
                self.atomic_at(location, op, &operands)
            }
            _ => return self.internal(inst.span, "a counter instruction without an operation"),
        };
        self.write_x(inst, inst.ty, value);
    }
}

/// Returns the IR operation on an integer that contains two or four halves; `None` if there is none.
pub(in crate::lower) fn half_op(op: AtomicOp) -> Option<IrAtomic> {
    HALF_OPS.iter().find(|(half, _)| *half == op).map(|&(_, ir)| ir)
}

/// Returns the IR operation on a base type.
pub(in crate::lower) fn atomic_op(op: AtomicOp, base: BaseType) -> IrAtomic {
    let by_base = |float, signed, unsigned| match base {
        BaseType::Float => float,
        BaseType::Signed => signed,
        BaseType::Unsigned => unsigned,
    };
    match op {
        AtomicOp::Add => by_base(IrAtomic::FAdd, IrAtomic::Add, IrAtomic::Add),
        AtomicOp::Min => by_base(IrAtomic::FMin, IrAtomic::SMin, IrAtomic::UMin),
        AtomicOp::Max => by_base(IrAtomic::FMax, IrAtomic::SMax, IrAtomic::UMax),
        AtomicOp::And => IrAtomic::And,
        AtomicOp::Or => IrAtomic::Or,
        AtomicOp::Xor => IrAtomic::Xor,
        AtomicOp::IWrap => IrAtomic::IncWrap,
        AtomicOp::DWrap => IrAtomic::DecWrap,
        AtomicOp::Exch => IrAtomic::Exchange,
        AtomicOp::Cswap => IrAtomic::CompareExchange,
    }
}
