//! Compares constant folding with the interpreter's kernels, the functions that compute an operation: where folding returns
//! a constant, the kernel must compute the same bits.

use crate::operands::tuples;
use crate::rng::Rng;
use crate::universe::{Signature, Universe};
use nvc_interp::proofs::{WIDTH, evaluate};
use nvc_ir::Op;
use nvc_passes::proofs::fold;

/// Numbers of compared results, and the differences.
#[derive(Default)]
pub struct Comparison {
    /// Number of operations with at least one folded result.
    pub operations: usize,
    /// Number of signatures (operations with types) with at least one folded result.
    pub signatures: usize,
    /// Number of operand tuples that were folded.
    pub folded: usize,
    /// Number of operand tuples that were not folded.
    pub unfolded: usize,
    /// Messages about the first differences, at most 100.
    pub differences: Vec<String>,
}

/// Compares the elementwise operations on scalars for which the interpreter has a kernel. Narrow operands take all values; wide
/// ones take corner values and `random` random values (see [`tuples`]).
pub fn compare(universe: &Universe, random: usize) -> Comparison {
    let mut comparison = Comparison::default();
    for (_, signatures) in &universe.by_op {
        let before = comparison.signatures;
        for signature in signatures {
            one(universe, signature, random, &mut comparison);
        }
        comparison.operations += usize::from(comparison.signatures > before);
    }
    comparison
}

fn one(universe: &Universe, signature: &Signature, random: usize, comparison: &mut Comparison) {
    let types = &universe.types;
    let (op, imm, to) = (signature.op, signature.imm, signature.result);
    let is_scalar = signature.args.iter().chain([&to]).all(|&ty| types.components(ty) == 1);
    let Some(&from) = signature.args.first() else { return };
    // `fold` does not handle these operations, which only move bits.
    if !is_scalar || matches!(op, Op::Select | Op::Bitcast | Op::PhysicalAddr | Op::PhysicalValue) {
        return;
    }
    let Some(_) = evaluate(types, op, imm, from, to, &vec![[0; WIDTH]; signature.args.len()]) else { return };
    let mut rng = Rng(op as u64);
    let tuples = tuples(types, &signature.args, random, &mut rng);
    let before = comparison.folded;
    for chunk in tuples.chunks(WIDTH) {
        let mut columns = vec![[0; WIDTH]; signature.args.len()];
        for (lane, tuple) in chunk.iter().enumerate() {
            tuple.iter().zip(&mut columns).for_each(|(&bits, column)| column[lane] = bits);
        }
        let Some(results) = evaluate(types, op, imm, from, to, &columns) else { return };
        for (tuple, result) in chunk.iter().zip(results) {
            match fold(types, op, from, to, tuple) {
                None => comparison.unfolded += 1,
                Some(folded) => {
                    comparison.folded += 1;
                    if folded != result && comparison.differences.len() < 100 {
                        comparison.differences.push(format!(
                            "{} of {tuple:#x?} as {}: folded {folded:#x}, kernel {result:#x}",
                            op.info().name,
                            nvc_ir::text::print_type(types, to)
                        ));
                    }
                }
            }
        }
    }
    comparison.signatures += usize::from(comparison.folded > before);
}
