//! Barriers. Scopes and semantics are SPIR-V's numbers (KHR_memory_scope_semantics).

use crate::lower::context::{E, Lowerer};
use crate::lower::values::rvalue::Val;
use nvc_ir::Op;
use nvc_ir::imm::{Barrier, Imm, MemoryKinds, Scope};

/// A scope by SPIR-V's number. Queue families are devices.
pub(super) fn scope(number: u64) -> Scope {
    match number {
        2 => Scope::Workgroup,
        3 => Scope::Subgroup,
        4 => Scope::Invocation,
        _ => Scope::Device,
    }
}

/// Memory kinds by the bits of storage semantics: buffer, shared, image.
pub(super) fn kinds(storage: u64) -> MemoryKinds {
    MemoryKinds { buffer: storage & 0x40 != 0, workgroup: storage & 0x100 != 0, image: storage & 0x800 != 0 }
}

/// What either holds.
pub(super) fn union(a: MemoryKinds, b: MemoryKinds) -> MemoryKinds {
    MemoryKinds {
        buffer: a.buffer || b.buffer,
        workgroup: a.workgroup || b.workgroup,
        image: a.image || b.image,
    }
}

impl Lowerer<'_, '_> {
    /// A barrier at which no one waits, for kinds of memory if there are any.
    pub(super) fn fence(&mut self, memory: Scope, kinds: MemoryKinds) {
        if kinds.buffer || kinds.workgroup || kinds.image {
            self.barrier(Barrier { execution: None, memory, kinds });
        }
    }

    pub(super) fn barrier(&mut self, barrier: Barrier) -> Val {
        self.b.effect(Op::Barrier, Imm::Barrier(barrier), &[]);
        Val::void()
    }

    /// An argument that is a constant.
    pub(super) fn constant_argument(&mut self, args: &[E], index: usize) -> u64 {
        args.get(index).and_then(|&arg| self.known_bits(arg)).unwrap_or(0)
    }

    /// `controlBarrier(execution, memory, storage, semantics)`.
    pub(super) fn control_barrier(&mut self, args: &[E]) -> Val {
        let execution = scope(self.constant_argument(args, 0));
        let memory = scope(self.constant_argument(args, 1));
        let relaxed = self.constant_argument(args, 3) == 0;
        let storage = if relaxed { 0 } else { self.constant_argument(args, 2) };
        self.barrier(Barrier { execution: Some(execution), memory, kinds: kinds(storage) })
    }

    /// `memoryBarrier(memory, storage, semantics)`.
    pub(super) fn memory_barrier(&mut self, args: &[E]) -> Val {
        let memory = scope(self.constant_argument(args, 0));
        let storage = self.constant_argument(args, 1);
        self.barrier(Barrier { execution: None, memory, kinds: kinds(storage) })
    }
}
