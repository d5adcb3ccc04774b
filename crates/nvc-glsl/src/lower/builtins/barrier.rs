//! Lowers control and memory barriers. Scope and semantics arguments have the same values as in SPIR-V
//! (GL_KHR_memory_scope_semantics).

use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use nvc_ir::imm::{Barrier, Imm, MemoryKinds, Scope};
use nvc_ir::spirv::{CONTROL_BARRIER_ARRIVE, CONTROL_BARRIER_WAIT};
use nvc_ir::{Op, Spirv, SpirvInst, SpirvOperand, Types};

/// The capability `SplitBarrierEXT`.
const SPLIT_BARRIER: u32 = 6141;

/// Returns the scope that has this value in SPIR-V. A queue family, like any other value, counts as the device.
pub(super) fn scope(number: u64) -> Scope {
    match number {
        2 => Scope::Workgroup,
        3 => Scope::Subgroup,
        4 => Scope::Invocation,
        _ => Scope::Device,
    }
}

/// Returns the memory kinds of a `gl_StorageSemantics` mask: buffer (0x40), shared (0x100) and image (0x800).
pub(super) fn kinds(storage: u64) -> MemoryKinds {
    MemoryKinds { buffer: storage & 0x40 != 0, workgroup: storage & 0x100 != 0, image: storage & 0x800 != 0 }
}

/// Returns the union of two sets of memory kinds.
pub(super) fn union(a: MemoryKinds, b: MemoryKinds) -> MemoryKinds {
    MemoryKinds {
        buffer: a.buffer || b.buffer,
        workgroup: a.workgroup || b.workgroup,
        image: a.image || b.image,
    }
}

impl Lowerer<'_, '_> {
    /// Emits a memory barrier, unless `kinds` is empty.
    pub(super) fn fence(&mut self, memory: Scope, kinds: MemoryKinds) {
        if kinds.buffer || kinds.workgroup || kinds.image {
            self.barrier(Barrier { execution: None, memory, kinds });
        }
    }

    pub(super) fn barrier(&mut self, barrier: Barrier) -> Rvalue {
        self.b.effect(Op::Barrier, Imm::Barrier(barrier), &[]);
        Rvalue::void()
    }

    /// Returns the value of a constant argument; 0 if it is missing or its value is not known.
    pub(super) fn constant_argument(&mut self, args: &[ExprHandle], index: usize) -> u64 {
        args.get(index).and_then(|&arg| self.known_bits(arg)).unwrap_or(0)
    }

    /// Lowers `controlBarrier(execution, memory, storage, semantics)`.
    pub(super) fn control_barrier(&mut self, args: &[ExprHandle]) -> Rvalue {
        let execution = scope(self.constant_argument(args, 0));
        let memory = scope(self.constant_argument(args, 1));
        let relaxed = self.constant_argument(args, 3) == 0;
        let storage = if relaxed { 0 } else { self.constant_argument(args, 2) };
        self.barrier(Barrier { execution: Some(execution), memory, kinds: kinds(storage) })
    }

    /// Lowers `controlBarrierArrive` and `controlBarrierWait` (GL_EXT_split_barrier), whose arguments are
    /// those of `controlBarrier`. Without arguments they act like the two halves of `barrier()`: arriving
    /// releases shared memory, and waiting acquires it.
    pub(super) fn split_barrier(&mut self, wait: bool, args: &[ExprHandle]) -> Rvalue {
        const WORKGROUP: u64 = 2;
        const SHARED: u64 = 0x100;
        const ACQUIRE: u64 = 2;
        const RELEASE: u64 = 4;
        let mut numbers = [WORKGROUP, WORKGROUP, SHARED, if wait { ACQUIRE } else { RELEASE }];
        for (index, number) in numbers.iter_mut().enumerate().take(args.len()) {
            *number = self.constant_argument(args, index);
        }
        let [execution, memory, storage, semantics] = numbers;
        let semantics = if semantics == 0 { 0 } else { semantics | storage };
        let operands = [execution, memory, semantics].map(|bits| SpirvOperand::Constant(Types::I32, bits));
        let code = Spirv {
            number: if wait { CONTROL_BARRIER_WAIT } else { CONTROL_BARRIER_ARRIVE },
            operands: operands.to_vec(),
            capabilities: vec![SPLIT_BARRIER],
            extensions: vec!["SPV_EXT_split_barrier".to_owned()],
        };
        let name = if wait { "controlBarrierWait" } else { "controlBarrierArrive" }.to_owned();
        let number = self.module.spirv_inst(SpirvInst { name, set: None, code });
        self.b.effect(Op::Spirv, Imm::Index(number), &[]);
        Rvalue::void()
    }

    /// Lowers `memoryBarrier(memory, storage, semantics)`.
    pub(super) fn memory_barrier(&mut self, args: &[ExprHandle]) -> Rvalue {
        let memory = scope(self.constant_argument(args, 0));
        let storage = self.constant_argument(args, 1);
        self.barrier(Barrier { execution: None, memory, kinds: kinds(storage) })
    }
}
