//! The interface for the laboratory's prover (`crates/lab/prove`): the simplifier's rules by name, constant folding of
//! scalars, and the analyses. Requires the feature `proofs`.

use crate::{analysis, fold, simplify};
use nvc_ir::{Function, Op, Type, Types, Value};

/// The names of the simplifier's rules for an operation, in the order in which they are tried.
pub fn rules(op: Op) -> Vec<&'static str> {
    simplify::rule_names(op).collect()
}

/// Simplifies a function. Returns the rules that fired, innermost first, each with the operation that it replaced.
pub fn simplify(func: &mut Function, types: &mut Types) -> Vec<(Op, &'static str)> {
    simplify::simplify(func, types, analysis::Ranges::default()).fired
}

/// The result of an operation on constant scalars, by the types of the first operand and of the result.
pub fn fold(types: &Types, op: Op, from: Type, to: Type, args: &[u64]) -> Option<u64> {
    fold::scalar(types, op, from, to, args)
}

/// An upper bound of an integer scalar, read as unsigned.
pub fn upper_bound(func: &Function, types: &Types, value: Value) -> u64 {
    analysis::upper_bound(func, types, value, &analysis::Ranges::default())
}

/// The known low bits of an integer scalar: how many, and their values.
pub fn known_low_bits(func: &Function, types: &Types, value: Value) -> (u32, u64) {
    let low = analysis::known_low_bits(func, types, value);
    (low.count, low.bits)
}
