//! Constant folding against the kernels of the interpreter: where folding gives a result, the kernel gives the same
//! bits.

use crate::operands::tuples;
use crate::rng::Rng;
use crate::universe::{Signature, Universe};
use nvc_interp::proofs::{WIDTH, evaluate};
use nvc_ir::Op;
use nvc_passes::proofs::fold;

/// What was compared.
#[derive(Default)]
pub struct Comparison {
    /// Operations that both sides have.
    pub operations: usize,
    /// Operations on certain types.
    pub signatures: usize,
    /// Results that folding gave.
    pub folded: usize,
    /// Operands that it left alone.
    pub left: usize,
    /// Differences, in words.
    pub differences: Vec<String>,
}

/// Compares all elementwise operations on scalars; operands above 8 bits (16 for unary operations) are corner values
/// crossed with each other and with some random ones.
pub fn compare(universe: &Universe, random: usize) -> Comparison {
    let mut comparison = Comparison::default();
    for (op, signatures) in &universe.by_op {
        let before = comparison.signatures;
        for signature in signatures {
            one(universe, signature, random, &mut comparison);
        }
        comparison.operations += usize::from(comparison.signatures > before);
        let _ = op;
    }
    comparison
}

fn one(universe: &Universe, signature: &Signature, random: usize, comparison: &mut Comparison) {
    let types = &universe.types;
    let (op, imm, to) = (signature.op, signature.imm, signature.result);
    let is_scalar = signature.args.iter().chain([&to]).all(|&ty| types.components(ty) == 1);
    let Some(&from) = signature.args.first() else { return };
    // A move, which folding does not look at by scalars.
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
                None => comparison.left += 1,
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
