//! Finds miscompiled statements by mutation: changes an IR module as a compiler bug would change it. A
//! mutation changes an instruction, all instructions of a source statement that have the same operation, the
//! condition of a branch, or an argument of a control-flow edge.
//!
//! If a mutated module, run on the interpreter, computes the same memory contents as a faulty engine, the
//! mutation explains the engine's result. The search needs only the engine's result, not the engine.

mod apply;
mod changes;
mod describe;
mod others;

pub use changes::changes;
pub use describe::ordinal;
pub use others::changes_within;

use nvc_ir::{Block, FuncId, Inst, Op, Value};

/// A mutation of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Function that contains the mutated part.
    pub function: FuncId,
    /// The mutated part of the function, and how it changes.
    pub what: What,
}

/// A part of a function, and its mutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Instructions with the same operation, and the mutation of each of them.
    Insts(Vec<Inst>, InstMutation),
    /// The condition of the branch at the end of a block.
    Condition(Block, Replacement),
    /// An argument of a control-flow edge: the block that the edge leaves, the index of the target among the
    /// block's targets, and the index of the argument.
    Edge(Block, usize, usize, Replacement),
}

/// The mutation of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstMutation {
    /// The result is replaced.
    Result(Replacement),
    /// The operand at this index is replaced.
    Operand(usize, Replacement),
    /// The operation is replaced.
    Operation(Op),
    /// The instruction is removed.
    Missing,
}

/// The replacement of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// All bits zero.
    Zero,
    /// The number 1.
    One,
    /// All bits one (-1 for an integer); the number -1 for a float.
    Ones,
    /// The operand at this index of the mutated instruction; for an edge argument, the block parameter that
    /// receives the argument.
    Operand(usize),
    /// The result of a unary operation on the value.
    Of(Op),
    /// The low bits of the value, extended to the full width.
    Low {
        /// Number of low bits.
        bits: u8,
        /// Whether the low bits are sign-extended instead of zero-extended.
        signed: bool,
    },
    /// The lowest bit of the value.
    Bit,
    /// The value plus one.
    More,
    /// The value minus one.
    Less,
    /// Another value of the function.
    Value(Value),
    /// The result of a binary operation on the value and another value.
    With(Op, Value),
}
