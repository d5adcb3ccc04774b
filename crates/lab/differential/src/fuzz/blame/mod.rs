//! Mutations that imitate miscompilation: one instruction, or all instructions of one operation in a
//! statement, changed as a compiler bug would change them.
//!
//! If the interpreter, running a mutated module, leaves the memory that an engine left, then the mutation
//! explains the engine's result. The search needs the engine's result only, not the engine.

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
    /// The function.
    pub function: FuncId,
    /// Where in the function, and what.
    pub what: What,
}

/// The mutated part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Instructions of one operation.
    Insts(Vec<Inst>, How),
    /// The condition of a branch.
    Condition(Block, Instead),
    /// An argument of a control-flow edge: the block that the edge leaves, the index of the target among the
    /// block's targets, the index of the argument.
    Edge(Block, usize, usize, Instead),
}

/// How an instruction is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It has another result.
    Result(Instead),
    /// It reads another value instead of an operand.
    Operand(usize, Instead),
    /// It is another operation.
    Operation(Op),
    /// It is missing.
    Missing,
}

/// The replacement of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// All bits zero.
    Zero,
    /// The number one.
    One,
    /// All bits one; for a float, -1.
    Ones,
    /// An operand of the instruction; on an edge, the block parameter itself.
    Operand(usize),
    /// The result of a unary operation on the value.
    Of(Op),
    /// The low bits, sign- or zero-extended.
    Low {
        /// How many.
        bits: u8,
        /// Whether they are sign-extended.
        signed: bool,
    },
    /// The lowest bit.
    Bit,
    /// One more.
    More,
    /// One less.
    Less,
    /// Another value of the program.
    Value(Value),
    /// The result of a binary operation on the value and another one.
    With(Op, Value),
}
