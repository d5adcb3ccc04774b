//! Mutations of an IR module that imitate miscompilation: one instruction, or all instructions of one
//! operation in a source statement, changed as a compiler bug would change them.
//!
//! If a mutated module, run on the interpreter, leaves the same memory as a faulty engine, then the mutation
//! explains the engine's result. The search needs only the engine's result, not the engine.

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

/// The mutated part of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Instructions that all have the same operation.
    Insts(Vec<Inst>, InstMutation),
    /// The condition of a branch.
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
    /// The operand of the instruction at this index; for an edge argument, the block parameter itself.
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
