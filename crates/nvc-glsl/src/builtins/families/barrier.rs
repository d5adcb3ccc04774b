//! Functions for control and memory barriers (GLSL §8.16, §8.17, GL_KHR_memory_scope_semantics,
//! GL_EXT_split_barrier, GL_KHR_shader_subgroup_basic).

use super::prelude::*;
use nvc_ir::imm::{Barrier as Sync, MemoryKinds, Scope};

const CONTROL: Needs = Needs::version(400, 310, &["GL_ARB_compute_shader", "GL_ARB_tessellation_shader"]);
const MEMORY: Needs = Needs::version(420, 310, &["GL_ARB_shader_image_load_store", "GL_ARB_compute_shader"]);
const SCOPES: Needs = Needs::extensions(&["GL_KHR_memory_scope_semantics"]);
const SPLIT: Needs = Needs::extensions(&["GL_EXT_split_barrier"]);
const BASIC: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_basic"]);

const ALL: MemoryKinds = MemoryKinds { buffer: true, workgroup: true, image: true };
const BUFFER: MemoryKinds = MemoryKinds { buffer: true, workgroup: false, image: false };
const SHARED: MemoryKinds = MemoryKinds { buffer: false, workgroup: true, image: false };
const IMAGE: MemoryKinds = MemoryKinds { buffer: false, workgroup: false, image: true };

const fn wait(scope: Scope, kinds: MemoryKinds) -> Operation {
    Barrier(Sync { execution: Some(scope), memory: scope, kinds })
}

const fn memory(scope: Scope, kinds: MemoryKinds) -> Operation {
    Barrier(Sync { execution: None, memory: scope, kinds })
}

functions! { BARRIER:
    [NONE; CONTROL] {
        void barrier() = wait(Scope::Workgroup, SHARED);
    }
    [NONE; MEMORY] {
        void memoryBarrier() = memory(Scope::Device, ALL);
    }
    [NONE; COMPUTE] {
        void memoryBarrierAtomicCounter() = memory(Scope::Device, BUFFER);
        void memoryBarrierBuffer() = memory(Scope::Device, BUFFER);
        void memoryBarrierShared() = memory(Scope::Device, SHARED);
        void memoryBarrierImage() = memory(Scope::Device, IMAGE);
        void groupMemoryBarrier() = memory(Scope::Workgroup, ALL);
    }
    [NONE; SCOPES] {
        void controlBarrier(const int, const int, const int, const int) = ControlBarrier;
        void memoryBarrier(const int, const int, const int) = MemoryBarrier;
    }
    [NONE; SPLIT] {
        void controlBarrierArrive() = SplitBarrier(false);
        void controlBarrierWait() = SplitBarrier(true);
        void controlBarrierArrive(const int, const int, const int, const int) = SplitBarrier(false);
        void controlBarrierWait(const int, const int, const int, const int) = SplitBarrier(true);
    }
    [NONE; BASIC] {
        void subgroupBarrier() = wait(Scope::Subgroup, ALL);
        void subgroupMemoryBarrier() = memory(Scope::Subgroup, ALL);
        void subgroupMemoryBarrierBuffer() = memory(Scope::Subgroup, BUFFER);
        void subgroupMemoryBarrierShared() = memory(Scope::Subgroup, SHARED);
        void subgroupMemoryBarrierImage() = memory(Scope::Subgroup, IMAGE);
    }
}
