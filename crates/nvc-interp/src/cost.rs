//! The cost of bytecode in steps, which [`nvc_diag::Limit::RunSteps`] limits.
//!
//! An addition in all lanes of a warp costs one step. Slower instructions cost more, so that the limit bounds the time of a run
//! whatever the program does. The numbers are rounded measurements of `cargo xtask bounds` (the families `run-…`).

use crate::code::{CoopStep, CoopVectorStep, Edge, End, MatrixOperand, MemoryStep, Spread, Step};
use crate::kernels::Kind;
use nvc_ir::Op;

/// Cost of reading or writing one scalar of memory in all lanes.
const MEMORY: u64 = 12;

/// Cost of one element of a cooperative matrix in an operation that moves elements between invocations.
const ELEMENT: u64 = 1;

/// Number of blocks whose masks take one step to allocate. Scanning them is 16 times as fast.
const BLOCKS: u64 = 64;

/// Number of bytes of memory that take one step to clear.
const CLEARED: u64 = 128;

/// Cost of each column that an elementwise operation computes. `kinds` are those of the first operand and of the result.
pub(crate) fn operation(op: Op, kinds: impl IntoIterator<Item = Kind>) -> u64 {
    // Halves are converted from and to single precision in software, other encodings from and to double precision.
    let kind = |kind| match kind {
        Kind::Float(16) => 5,
        Kind::Encoded(_) => 8,
        _ => 1,
    };
    let kind = kinds.into_iter().map(kind).max().unwrap_or(1);
    let function = match op {
        // Large angles are reduced with many digits.
        Op::Sin | Op::Cos | Op::Tan => 48,
        Op::Pow | Op::Exp | Op::Exp2 | Op::Log | Op::Log2 => 8,
        Op::Asin | Op::Acos | Op::Atan | Op::Atan2 => 8,
        Op::Sinh | Op::Cosh | Op::Tanh | Op::Asinh | Op::Acosh | Op::Atanh => 12,
        Op::FrexpSignificand | Op::FrexpExponent | Op::Ldexp => 4,
        Op::FDiv | Op::Sqrt | Op::Rsqrt | Op::Fma => 3,
        Op::SDiv | Op::UDiv | Op::SRem | Op::URem | Op::SMod => 3,
        _ => 1,
    };
    kind + function - 1
}

/// Cost of a bytecode instruction. `operation` is the cost of each column that it computes (see [`operation`]).
pub(crate) fn step(step: &Step, operation: u64) -> u64 {
    match step {
        Step::Compute { .. } => operation,
        Step::Repack(repack) => 8 * (repack.from.len() + repack.to.len()) as u64,
        Step::Memory(access) => memory(access),
        Step::Image(access) => match access.op {
            Op::ImageRead | Op::ImageWrite | Op::TexFetch | Op::TexelAddr => 160,
            Op::TexSize | Op::TexLevels | Op::TexSamples => 16,
            _ => 1600,
        },
        Step::Warp(step) => match step.op {
            Op::SubgroupArithmetic => 128 * step.dst.len().max(1) as u64,
            Op::NvMatchAny | Op::NvMatchAll | Op::SubgroupPartition => 128,
            _ => 8,
        },
        Step::Coop(step) => collective(step),
        Step::Matrix(step) => 3 * step.accesses.iter().map(memory).sum::<u64>(),
        Step::Tensor(step) => {
            4 * step.accesses.iter().map(memory).sum::<u64>() + 4 * MEMORY * step.dst.len() as u64
        }
        Step::CoopVector(step) => match &**step {
            CoopVectorStep::Product { matrix, bias, .. } => {
                entries(matrix) + bias.as_ref().map_or(0, entries)
            }
            CoopVectorStep::OuterProduct { matrix, .. } => entries(matrix),
        },
        Step::PerElement(step) => 4 * step.elements.len() as u64,
        Step::Print(step) => 32 * (1 + step.args.len() as u64) + step.format.len() as u64,
        Step::Call { moves, results, .. } => 8 + (moves.len() + results.len()) as u64,
        Step::Barrier(_) => 8,
        Step::Builtin { dst, .. } => 8 * dst.len() as u64,
        Step::Exact(_) | Step::Trace(_) => 8,
        Step::Element { .. }
        | Step::Length { .. }
        | Step::Coordinate { .. }
        | Step::Clock(_)
        | Step::Abort(_)
        | Step::Divisor { .. }
        | Step::Amount { .. }
        | Step::Index { .. }
        | Step::Converged
        | Step::Undefined => 4,
    }
}

fn memory(access: &MemoryStep) -> u64 {
    MEMORY * access.leaves.len().max(1) as u64
}

/// Cost of an operation on cooperative matrices, without that of the functions that it calls.
fn collective(step: &CoopStep) -> u64 {
    let elements = |spread: Spread| (spread.rows * spread.columns) as u64 * ELEMENT;
    match step {
        CoopStep::Product { left, right, .. } => elements(left.spread) * right.spread.columns as u64,
        CoopStep::Transpose { dst, .. } => 2 * elements(dst.spread),
        CoopStep::Reduce { from, dst, .. } => 2 * elements(from.spread) + elements(dst.spread),
    }
}

/// Cost of the elements of a matrix (or bias) in memory in an operation on cooperative vectors, in each lane.
fn entries(matrix: &MatrixOperand) -> u64 {
    2 * MEMORY * (matrix.rows * matrix.columns) as u64
}

/// Cost of a terminator: that of its moves and of the search for the next block, in a function of `blocks` blocks.
pub(crate) fn end(end: &End, blocks: usize) -> u64 {
    let edge = |edge: &Edge| edge.moves.len() as u64;
    let moves = match end {
        End::Jump(to) => edge(to),
        End::Branch { then, otherwise, .. } => 1 + edge(then) + edge(otherwise),
        End::Switch { cases, default, .. } => {
            edge(default) + cases.iter().map(|(_, to)| 2 + edge(to)).sum::<u64>()
        }
        End::Return(values) => values.len() as u64,
        End::Unreachable => 0,
    };
    1 + moves + blocks as u64 / BLOCKS / 16
}

/// Cost of entering a function of this many blocks.
pub(crate) fn call(blocks: usize) -> u64 {
    blocks as u64 / BLOCKS
}

/// Cost of starting a work group: of its warps, and of clearing its memory.
pub(crate) fn group(warps: usize, blocks: usize, cleared_bytes: u64) -> u64 {
    warps as u64 * (8 + call(blocks)) + cleared_bytes / CLEARED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_operations_cost_more() {
        assert_eq!(operation(Op::IAdd, [Kind::Int(32), Kind::Int(32)]), 1);
        assert!(operation(Op::Sin, [Kind::Float(32)]) > operation(Op::FAdd, [Kind::Float(32)]));
        assert!(operation(Op::FAdd, [Kind::Float(16)]) > operation(Op::FAdd, [Kind::Float(32)]));
    }

    #[test]
    fn large_groups_and_blocks_cost_more() {
        assert!(group(32, 1, 0) > group(1, 1, 0));
        assert!(group(1, 1, 1 << 20) > group(1, 1, 0) + 1000);
        let jump = |moves: usize| End::Jump(Edge { block: 0, moves: vec![(0, 1); moves] });
        assert!(end(&jump(100), 1) >= end(&jump(0), 1) + 100);
        assert!(end(&jump(0), 1 << 20) > end(&jump(0), 1));
    }
}
