//! Equal block parameters: of the parameters that always have the same value, the first replaces the others.
//!
//! ```text
//! b0: jump b1(0, 0)
//! b1(i, k): ..; jump b1(i + 1, k + 1)    =>    every use of k becomes i
//! ```
//!
//! Optimistic for one operation: an argument that a pure operation computes from the parameter itself equals another such
//! argument if the rest of the two operations is equal. Both parameters then have the same value whenever the block is
//! entered, by induction over the entries: the block dominates the operation, and the operation dominates the edge, so the operation
//! has run since the last entry, with the parameter's value at that entry.
//! Counted loops of listings have two such counters, that of REP and the variable of the source.

use crate::analysis::Edges;
use crate::rewrite::retain_params;
use nvc_ir::ops::Effect;
use nvc_ir::{Block, Function, Imm, Op, Type, Value, ValueDef};
use rustc_hash::FxHashMap;

/// What an edge passes to a parameter, as an expression of the parameter.
#[derive(PartialEq, Eq, Hash)]
enum Arg {
    Value(Value),
    /// The parameter itself.
    Same,
    /// A pure operation on the parameter: its operation, immediate and precision, and its operands, `None` for the parameter.
    Step(Op, Imm, bool, Vec<Option<Value>>),
}

/// Replaces parameters of a block that equal an earlier one.
pub(super) fn run(func: &mut Function, edges: &Edges, block: Block) {
    let params = &func.blocks[block].params;
    // The parameters of an entry block are the function's.
    let Some((_, target)) = edges.incoming(func, block).next().filter(|_| params.len() > 1) else { return };
    // Parameters with different arguments on the first edge are not known to be equal. That is most of them.
    let starts: Vec<_> =
        params.iter().zip(&target.args).map(|(&param, &arg)| (func.ty(param), func.resolve(arg))).collect();
    let mut counts: FxHashMap<(Type, Value), u32> = FxHashMap::default();
    for &start in &starts {
        *counts.entry(start).or_default() += 1;
    }
    if counts.len() == starts.len() {
        return;
    }
    let mut leaders: FxHashMap<(Type, Vec<Arg>), Value> = FxHashMap::default();
    let mut kept = vec![true; params.len()];
    let mut equal: Vec<(Value, Value)> = Vec::new();
    for (at, start) in starts.iter().enumerate().filter(|(_, start)| counts[start] > 1) {
        let param = params[at];
        let args = edges.incoming(func, block).map(|(_, target)| arg(func, param, target.args[at])).collect();
        let leader = *leaders.entry((start.0, args)).or_insert(param);
        kept[at] = leader == param;
        if !kept[at] {
            equal.push((param, leader));
        }
    }
    if !equal.is_empty() {
        retain_params(func, edges, block, &kept);
    }
    for (param, leader) in equal {
        func.replace(param, leader);
    }
}

fn arg(func: &Function, param: Value, value: Value) -> Arg {
    let value = func.resolve(value);
    if value == param {
        return Arg::Same;
    }
    let ValueDef::Inst(inst) = func.values[value].def else { return Arg::Value(value) };
    let data = func.inst(inst);
    let operands =
        || data.args.iter().map(|&operand| Some(func.resolve(operand)).filter(|&value| value != param));
    if data.op.info().effect != Effect::Pure || !operands().any(|operand| operand.is_none()) {
        return Arg::Value(value);
    }
    Arg::Step(data.op, data.imm(), data.precise, operands().collect())
}
