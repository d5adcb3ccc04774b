//! Functions for atomics on memory and through pointers, and for atomic counters (GLSL §8.10, §8.11).
//!
//! The atomics of GL_NV_shader_buffer_store and related extensions take pointers; the others on memory take an
//! lvalue in a buffer or in shared memory, which may be a dereferenced pointer.

use super::prelude::*;
use AtomicFunction as F;
use CounterFunction as C;
use Semantics::{Explicit, Relaxed};

const MEMORY: Needs =
    Needs::version(430, 310, &["GL_ARB_shader_storage_buffer_object", "GL_ARB_compute_shader"]);
const SCOPES: Needs = Needs::extensions(&["GL_KHR_memory_scope_semantics"]);
const POINTER: Needs = Needs::extensions(&["GL_NV_shader_buffer_store"]);
const WRAP: Needs = Needs::extensions(&["GL_NV_gpu_shader5"]);
const INT64_ATOMICS: Needs = Needs::extensions(&["GL_NV_shader_atomic_int64", "GL_EXT_shader_atomic_int64"]);
/// Requirement of 64-bit unsigned add, exchange and compare-swap, the only 64-bit atomics that
/// GL_NV_shader_buffer_store has for the types of GL_NV_gpu_shader5.
const UINT64_ATOMICS: Needs =
    Needs::extensions(&["GL_NV_shader_atomic_int64", "GL_EXT_shader_atomic_int64", "GL_NV_gpu_shader5"]);
const FLOAT_ATOMICS: Needs = Needs::extensions(&["GL_NV_shader_atomic_float", "GL_EXT_shader_atomic_float"]);
const DOUBLE_ATOMICS: Needs =
    Needs::extensions(&["GL_NV_shader_atomic_float64", "GL_EXT_shader_atomic_float"]);
const FLOAT2_ATOMICS: Needs = Needs::extensions(&["GL_EXT_shader_atomic_float2"]);
const HALF_VECTORS: Needs = Needs::extensions(&["GL_NV_shader_atomic_fp16_vector"]);

const I32: Choice = free(scalar::I32);
const U32: Choice = free(scalar::U32);
const I64: Choice = with(scalar::I64, INT64_ATOMICS);
const U64: Choice = with(scalar::U64, INT64_ATOMICS);
const F16: Choice = with(scalar::F16, FLOAT2_ATOMICS);
const F32: Choice = with(scalar::F32, FLOAT_ATOMICS);
const F64: Choice = with(scalar::F64, DOUBLE_ATOMICS);
const ANY_U64: Choice = with(scalar::U64, UINT64_ATOMICS);
/// Types of the bitwise atomics.
const BITS: &[Choice] = &[I32, U32, I64, U64];
/// Types of minimum and maximum.
const MINMAX: &[Choice] =
    &[I32, U32, I64, U64, F16, with(scalar::F32, FLOAT2_ATOMICS), with(scalar::F64, FLOAT2_ATOMICS)];
/// Types of add and exchange.
const ADD: &[Choice] = &[I32, U32, I64, ANY_U64, F16, F32, F64];
const COMPARE: &[Choice] = &[I32, U32, I64, ANY_U64];
/// Types of minimum and maximum through pointers.
const POINTER_MINMAX: &[Choice] = &[I32, U32, I64, U64];
const POINTER_ADD: &[Choice] = &[I32, U32, I64, ANY_U64, F32, F64];

functions! { ATOMIC:
    [ADD; MEMORY] {
        T atomicAdd(mem T, T) = Atomic(F::Add, Relaxed);
        T atomicExchange(mem T, T) = Atomic(F::Exchange, Relaxed);
    }
    [MINMAX; MEMORY] {
        T atomicMin(mem T, T) = Atomic(F::Min, Relaxed);
        T atomicMax(mem T, T) = Atomic(F::Max, Relaxed);
    }
    [BITS; MEMORY] {
        T atomicAnd(mem T, T) = Atomic(F::And, Relaxed);
        T atomicOr(mem T, T) = Atomic(F::InclusiveOr, Relaxed);
        T atomicXor(mem T, T) = Atomic(F::ExclusiveOr, Relaxed);
    }
    [COMPARE; MEMORY] {
        T atomicCompSwap(mem T, T, T) = Atomic(F::CompareExchange, Relaxed);
    }
    [NONE; WRAP] {
        uint atomicIncWrap(mem uint, uint) = Atomic(F::IncrementWrap, Relaxed);
        uint atomicDecWrap(mem uint, uint) = Atomic(F::DecrementWrap, Relaxed);
    }
    [NONE; HALF_VECTORS] {
        f16vec2 atomicAdd(mem f16vec2, f16vec2) = Atomic(F::Add, Relaxed);
        f16vec4 atomicAdd(mem f16vec4, f16vec4) = Atomic(F::Add, Relaxed);
        f16vec2 atomicMin(mem f16vec2, f16vec2) = Atomic(F::Min, Relaxed);
        f16vec4 atomicMin(mem f16vec4, f16vec4) = Atomic(F::Min, Relaxed);
        f16vec2 atomicMax(mem f16vec2, f16vec2) = Atomic(F::Max, Relaxed);
        f16vec4 atomicMax(mem f16vec4, f16vec4) = Atomic(F::Max, Relaxed);
        f16vec2 atomicExchange(mem f16vec2, f16vec2) = Atomic(F::Exchange, Relaxed);
        f16vec4 atomicExchange(mem f16vec4, f16vec4) = Atomic(F::Exchange, Relaxed);
    }
}

/// GL_KHR_memory_scope_semantics provides the 64-bit overloads wherever the types exist.
const SCOPED_BITS: &[Choice] = &[I32, U32, free(scalar::I64), free(scalar::U64)];
const SCOPED_MINMAX: &[Choice] = &[
    I32,
    U32,
    free(scalar::I64),
    free(scalar::U64),
    F16,
    with(scalar::F32, FLOAT2_ATOMICS),
    with(scalar::F64, FLOAT2_ATOMICS),
];
const SCOPED_ADD: &[Choice] = &[I32, U32, free(scalar::I64), free(scalar::U64), F16, F32, F64];

functions! { ATOMIC_SCOPED:
    [SCOPED_ADD; SCOPES] {
        T atomicAdd(mem T, T, const int, const int, const int) = Atomic(F::Add, Explicit);
        T atomicExchange(mem T, T, const int, const int, const int) = Atomic(F::Exchange, Explicit);
        T atomicLoad(mem T, const int, const int, const int) = Atomic(F::Load, Explicit);
        void atomicStore(mem T, T, const int, const int, const int) = Atomic(F::Store, Explicit);
    }
    [SCOPED_MINMAX; SCOPES] {
        T atomicMin(mem T, T, const int, const int, const int) = Atomic(F::Min, Explicit);
        T atomicMax(mem T, T, const int, const int, const int) = Atomic(F::Max, Explicit);
    }
    [SCOPED_BITS; SCOPES] {
        T atomicAnd(mem T, T, const int, const int, const int) = Atomic(F::And, Explicit);
        T atomicOr(mem T, T, const int, const int, const int) = Atomic(F::InclusiveOr, Explicit);
        T atomicXor(mem T, T, const int, const int, const int) = Atomic(F::ExclusiveOr, Explicit);
    }
    [SCOPED_BITS; SCOPES] {
        T atomicCompSwap(mem T, T, T, const int, const int, const int, const int, const int) =
            Atomic(F::CompareExchange, Explicit);
    }
}

functions! { ATOMIC_POINTER:
    [POINTER_ADD; POINTER] {
        T atomicAdd(ptrT, T) = Atomic(F::Add, Relaxed);
        T atomicExchange(ptrT, T) = Atomic(F::Exchange, Relaxed);
    }
    [POINTER_MINMAX; POINTER] {
        T atomicMin(ptrT, T) = Atomic(F::Min, Relaxed);
        T atomicMax(ptrT, T) = Atomic(F::Max, Relaxed);
    }
    [BITS; POINTER] {
        T atomicAnd(ptrT, T) = Atomic(F::And, Relaxed);
        T atomicOr(ptrT, T) = Atomic(F::InclusiveOr, Relaxed);
        T atomicXor(ptrT, T) = Atomic(F::ExclusiveOr, Relaxed);
    }
    [COMPARE; POINTER] {
        T atomicCompSwap(ptrT, T, T) = Atomic(F::CompareExchange, Relaxed);
    }
    [&[U32]; POINTER] {
        T atomicIncWrap(ptrT, T) = Atomic(F::IncrementWrap, Relaxed);
        T atomicDecWrap(ptrT, T) = Atomic(F::DecrementWrap, Relaxed);
    }
    [NONE; HALF_VECTORS] {
        f16vec2 atomicAdd(ptr_f16vec2, f16vec2) = Atomic(F::Add, Relaxed);
        f16vec4 atomicAdd(ptr_f16vec4, f16vec4) = Atomic(F::Add, Relaxed);
        f16vec2 atomicMin(ptr_f16vec2, f16vec2) = Atomic(F::Min, Relaxed);
        f16vec4 atomicMin(ptr_f16vec4, f16vec4) = Atomic(F::Min, Relaxed);
        f16vec2 atomicMax(ptr_f16vec2, f16vec2) = Atomic(F::Max, Relaxed);
        f16vec4 atomicMax(ptr_f16vec4, f16vec4) = Atomic(F::Max, Relaxed);
        f16vec2 atomicExchange(ptr_f16vec2, f16vec2) = Atomic(F::Exchange, Relaxed);
        f16vec4 atomicExchange(ptr_f16vec4, f16vec4) = Atomic(F::Exchange, Relaxed);
    }
}

const COUNTERS: Needs = Needs::version(420, 310, &["GL_ARB_shader_atomic_counters"]);
const COUNTER_OPS: Needs = Needs::version(460, 0, &[]);
const COUNTER_OPS_ARB: Needs = Needs::extensions(&["GL_ARB_shader_atomic_counter_ops"]);

functions! { ATOMIC_COUNTER:
    [NONE; COUNTERS] {
        uint atomicCounterIncrement(atomic_uint) = Counter(C::Increment);
        uint atomicCounterDecrement(atomic_uint) = Counter(C::Decrement);
        uint atomicCounter(atomic_uint) = Counter(C::Atomic(F::Load));
    }
    [NONE; COUNTER_OPS] {
        uint atomicCounterAdd(atomic_uint, uint) = Counter(C::Atomic(F::Add));
        uint atomicCounterSubtract(atomic_uint, uint) = Counter(C::Atomic(F::Subtract));
        uint atomicCounterMin(atomic_uint, uint) = Counter(C::Atomic(F::Min));
        uint atomicCounterMax(atomic_uint, uint) = Counter(C::Atomic(F::Max));
        uint atomicCounterAnd(atomic_uint, uint) = Counter(C::Atomic(F::And));
        uint atomicCounterOr(atomic_uint, uint) = Counter(C::Atomic(F::InclusiveOr));
        uint atomicCounterXor(atomic_uint, uint) = Counter(C::Atomic(F::ExclusiveOr));
        uint atomicCounterExchange(atomic_uint, uint) = Counter(C::Atomic(F::Exchange));
        uint atomicCounterCompSwap(atomic_uint, uint, uint) = Counter(C::Atomic(F::CompareExchange));
    }
    [NONE; COUNTER_OPS_ARB] {
        uint atomicCounterAddARB(atomic_uint, uint) = Counter(C::Atomic(F::Add));
        uint atomicCounterSubtractARB(atomic_uint, uint) = Counter(C::Atomic(F::Subtract));
        uint atomicCounterMinARB(atomic_uint, uint) = Counter(C::Atomic(F::Min));
        uint atomicCounterMaxARB(atomic_uint, uint) = Counter(C::Atomic(F::Max));
        uint atomicCounterAndARB(atomic_uint, uint) = Counter(C::Atomic(F::And));
        uint atomicCounterOrARB(atomic_uint, uint) = Counter(C::Atomic(F::InclusiveOr));
        uint atomicCounterXorARB(atomic_uint, uint) = Counter(C::Atomic(F::ExclusiveOr));
        uint atomicCounterExchangeARB(atomic_uint, uint) = Counter(C::Atomic(F::Exchange));
        uint atomicCounterCompSwapARB(atomic_uint, uint, uint) = Counter(C::Atomic(F::CompareExchange));
    }
}
