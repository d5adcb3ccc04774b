//! What a compiler may have made of a program in place of what it says: one instruction, or all of one
//! operation in a statement, changed as faults of compilers change them.
//!
//! Where such a change makes the interpreter leave the memory that an engine left, the engine's fault is
//! found without the engine.

mod apply;
mod changes;
mod describe;
mod others;

pub use changes::changes;
pub use describe::ordinal;
pub use others::changes_within;

use nvc_ir::{Block, FuncId, Inst, Op, Value};

/// A change of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The function.
    pub function: FuncId,
    /// Where in it, and what.
    pub what: What,
}

/// What is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Instructions of one operation.
    Insts(Vec<Inst>, How),
    /// The condition of a branch.
    Condition(Block, Instead),
    /// A value that an edge hands on: the block that it leaves, the number of the target, of the value.
    Edge(Block, usize, usize, Instead),
}

/// How an instruction is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It yields something else.
    Result(Instead),
    /// It reads something else in place of an operand.
    Operand(usize, Instead),
    /// It is another operation.
    Operation(Op),
    /// It is not there.
    Missing,
}

/// What stands in place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// All bits zero.
    Zero,
    /// The number one.
    One,
    /// All bits one; of a float, -1.
    Ones,
    /// An operand of the instruction; of an edge, the parameter itself.
    Operand(usize),
    /// An operation of the value alone.
    Of(Op),
    /// The low bits, extended.
    Low {
        /// How many.
        bits: u8,
        /// With their sign, or with zeros.
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
    /// The value and another one, combined by an operation.
    With(Op, Value),
}
