//! The SSA intermediate representation (IR) of nvc. Both front ends lower to it, the passes transform it, and
//! the SPIR-V back end reads it. `docs/ir.md` is the reference.
//!
//! A [`Module`] contains interned [`types`], [`globals`] and [`Function`]s. A function is a list of blocks in
//! structured order, with block parameters instead of phi instructions. Every instruction is one [`Op`] of
//! the table in [`ops`], with value operands, at most one result and an immediate ([`Imm`]).

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

pub mod bindings;
pub mod builder;
pub mod constant;
pub mod coop_vector;
pub mod dominators;
pub mod entity;
pub mod environment;
pub mod fp_encoding;
pub mod function;
pub mod globals;
pub mod half;
pub mod image_format;
pub mod imm;
pub mod interface;
pub mod limits;
pub mod module;
pub mod ops;
pub mod opset;
pub mod phase;
pub mod quirks;
pub mod specialization;
pub mod spirv;
pub mod ssa;
pub mod structured;
pub mod tensor;
pub mod text;
pub mod types;
pub mod verify;

pub use bindings::{
    Binding, BindingMap, BindingScheme, Bound, BoundKind, Collisions, UnknownBindingScheme, overlapping,
};
pub use builder::Builder;
pub use constant::Const;
pub use entity::{Arena, Block, FuncId, Global, Inst, Local, SpecConst, Type, Value};
pub use environment::{Environment, SPIRV_VERSIONS, SpirvVersion};
pub use fp_encoding::{FpEncoding, Overflow};
pub use function::{
    BlockData, Function, Hint, InstData, InstRef, Loc, LocalData, OwnedInst, Target, Terminator, ValueData,
    ValueDef,
};
pub use globals::{
    BindlessHeap, GlobalData, GlobalKind, ResourceClass, ResourceRef, SpecConstData, SpecConstKind,
    SpecOperand,
};
pub use imm::Imm;
pub use module::{DerivativeGroup, EntryPoint, ExecutionMode, Extent, Module, TargetEnv};
pub use ops::Op;
pub use opset::OpSet;
pub use phase::Phase;
pub use quirks::Quirks;
pub use specialization::{InvalidSpecValue, SpecKey, SpecValue, Specialization};
pub use spirv::{Spirv, SpirvInst, SpirvOperand};
pub use structured::StructuredBuilder;
pub use types::{Space, TypeKind, Types};

/// Compiles the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
