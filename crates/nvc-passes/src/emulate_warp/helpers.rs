//! Helper functions that loop over the lanes of a warp; each is generated once per [`Key`].

use super::lanes::{self, WIDTH};
use super::shared::Slots;
use super::words;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::imm::{GroupOp, Imm};
use nvc_ir::{Block, Builder, FuncId, Function, Module, Op, Target, Terminator, Type, Types, Value};
use std::collections::BTreeMap;

/// Identifies a helper function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// Returns the mask of lanes whose slots start with given words. The second field is the number of words.
    Equal(Slots, u32),
    /// Reduces the values of the lanes.
    Reduce(GroupOp, Type),
    /// Returns the minimum of the lanes' first words.
    Min(Slots),
}

/// The helper functions generated so far.
pub(super) struct Helpers {
    base: usize,
    ids: BTreeMap<Key, FuncId>,
    functions: Vec<Function>,
}

impl Helpers {
    /// Creates an empty list. The ids of helpers follow those of the functions that the module has now.
    pub fn new(module: &Module) -> Self {
        Helpers { base: module.functions.len(), ids: BTreeMap::new(), functions: Vec::new() }
    }

    /// Appends the helpers to the module.
    pub fn add_to(self, module: &mut Module) {
        for function in self.functions {
            module.functions.push(function);
        }
    }

    /// The mask of lanes in `mask` whose slots start with the words `given`.
    pub fn equal(&mut self, b: &mut Builder<'_>, slots: Slots, mask: Value, given: &[Value]) -> Value {
        let count = given.len();
        let id = self.get(b.types, Key::Equal(slots, count as u32), |types| equal(types, slots, count));
        let mut args = Args::from_slice(&[mask]);
        args.extend_from_slice(given);
        b.inst_with_type(Op::Call, Imm::Function(id), &args, Types::I32)
    }

    /// The reduction of the published values of the lanes in `mask`, in lane order.
    pub fn reduce(&mut self, b: &mut Builder<'_>, slots: Slots, op: GroupOp, ty: Type, mask: Value) -> Value {
        let id = self.get(b.types, Key::Reduce(op, ty), |types| reduce(types, slots, op, ty));
        b.inst_with_type(Op::Call, Imm::Function(id), &[mask], ty)
    }

    /// The unsigned minimum of the first words in the slots of the lanes in `mask`.
    pub fn min(&mut self, b: &mut Builder<'_>, slots: Slots, mask: Value) -> Value {
        let make = |types: &mut Types| reduce(types, slots, GroupOp::UMin, Types::I32);
        let id = self.get(b.types, Key::Min(slots), make);
        b.inst_with_type(Op::Call, Imm::Function(id), &[mask], Types::I32)
    }

    fn get(&mut self, types: &mut Types, key: Key, make: impl FnOnce(&mut Types) -> Function) -> FuncId {
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        // `add_to` appends the functions in this order.
        let id = FuncId::from_index((self.base + self.functions.len()) as u32);
        self.functions.push(make(types));
        self.ids.insert(key, id);
        id
    }
}

/// Emits a loop over the lanes of a mask, with an accumulator. `step` computes the next value of the accumulator from
/// the lane's local index, its bit and the current value. Returns the final value.
fn over_lanes(
    b: &mut Builder<'_>,
    mask: Value,
    start: Value,
    step: impl FnOnce(&mut Builder<'_>, Value, Value, Value) -> Value,
) -> Value {
    let [header, body, work, cont, after]: [Block; 5] = std::array::from_fn(|_| b.func.new_block());
    let base = lanes::base(b);
    let (one, zero) = (b.i32(1), b.i32(0));
    let to = |block, args: &[Value]| Target { block, args: Args::from_slice(args) };
    b.terminate(Terminator::Jump(to(header, &[mask, start])));
    b.enter(header);
    let rest = b.func.add_param(header, Types::I32);
    let acc = {
        let ty = b.func.ty(start);
        b.func.add_param(header, ty)
    };
    b.terminate(Terminator::Loop { body: Target::new(body), merge: after, cont });
    b.enter(body);
    let more = b.op(Op::INe, &[rest, zero]);
    b.terminate(Terminator::Branch {
        cond: more,
        then: Target::new(work),
        otherwise: Target::new(after),
        merge: work,
    });
    b.enter(work);
    let lane = b.op(Op::FindLsb, &[rest]);
    let less = b.op(Op::ISub, &[rest, one]);
    let next_rest = b.op(Op::And, &[rest, less]);
    let bit = b.op(Op::Shl, &[one, lane]);
    let invocation = b.op(Op::IAdd, &[base, lane]);
    let next = step(b, invocation, bit, acc);
    b.jump(cont);
    b.enter(cont);
    b.terminate(Terminator::Jump(to(header, &[next_rest, next])));
    b.enter(after);
    acc
}

fn equal(types: &mut Types, slots: Slots, count: usize) -> Function {
    let mut func = Function::new("warp_lanes_equal");
    let params = vec![Types::I32; count + 1];
    let mut b = Builder::new(&mut func, types);
    let args = begin(&mut b, &params);
    let start = b.i32(0);
    let found = over_lanes(&mut b, args[0], start, |b, invocation, bit, found| {
        let mut same = b.bool(true);
        for (index, &given) in (0..).zip(&args[1..]) {
            let word = slots.load(b, invocation, index);
            let equal = b.op(Op::IEq, &[word, given]);
            same = if index == 0 { equal } else { b.op(Op::And, &[same, equal]) };
        }
        let more = b.op(Op::Or, &[found, bit]);
        b.op(Op::Select, &[same, more, found])
    });
    b.terminate(Terminator::Return(Some(found)));
    func.result = Some(Types::I32);
    func
}

fn reduce(types: &mut Types, slots: Slots, op: GroupOp, ty: Type) -> Function {
    let mut func = Function::new(format!("warp_lanes_{}", op.name()));
    let mut b = Builder::new(&mut func, types);
    let args = begin(&mut b, &[Types::I32]);
    let identity = identity(&mut b, op, ty);
    // Start at -0.0, the true identity of addition: 0.0 + -0.0 is 0.0, but the sum of one lane with -0.0 must be -0.0.
    // The sum of no lanes is 0.0 (SPIR-V), which `select_empty` returns.
    let start = if op == GroupOp::FAdd { b.splat_float(ty, -0.0) } else { identity };
    let reduced = over_lanes(&mut b, args[0], start, |b, invocation, _, acc| {
        let words: Vec<Value> =
            (0..words::count(b.types, ty)).map(|index| slots.load(b, invocation, index)).collect();
        let value = words::value(b, &words, ty);
        b.op(operation(op), &[acc, value])
    });
    let result = if start == identity { reduced } else { select_empty(&mut b, args[0], identity, reduced) };
    b.terminate(Terminator::Return(Some(result)));
    func.result = Some(ty);
    func
}

/// Selects `if_empty` if the mask is empty, otherwise `otherwise`, component by component.
fn select_empty(b: &mut Builder<'_>, mask: Value, if_empty: Value, otherwise: Value) -> Value {
    let zero = b.i32(0);
    let empty = b.op(Op::IEq, &[mask, zero]);
    let count = u32::from(b.types.components(b.func.ty(if_empty)));
    let mut parts = Vec::new();
    for index in 0..count {
        let (x, y) = (b.extract(if_empty, index), b.extract(otherwise, index));
        parts.push(b.op(Op::Select, &[empty, x, y]));
    }
    b.construct(&parts)
}

/// Creates and enters the entry block of a function with these parameters. Returns the parameters.
fn begin(b: &mut Builder<'_>, params: &[Type]) -> Vec<Value> {
    let entry = b.func.new_block();
    b.func.params = params.to_vec();
    let args = params.iter().map(|&ty| b.func.add_param(entry, ty)).collect();
    b.enter(entry);
    args
}

fn operation(op: GroupOp) -> Op {
    match op {
        GroupOp::IAdd => Op::IAdd,
        GroupOp::FAdd => Op::FAdd,
        GroupOp::IMul => Op::IMul,
        GroupOp::FMul => Op::FMul,
        GroupOp::SMin => Op::SMin,
        GroupOp::UMin => Op::UMin,
        GroupOp::FMin => Op::FMin,
        GroupOp::SMax => Op::SMax,
        GroupOp::UMax => Op::UMax,
        GroupOp::FMax => Op::FMax,
        GroupOp::And => Op::And,
        GroupOp::Or => Op::Or,
        GroupOp::Xor => Op::Xor,
    }
}

/// The identity of a group operation (SPIR-V, *Non-Uniform Instructions*: the identity *I* of each operation).
fn identity(b: &mut Builder<'_>, op: GroupOp, ty: Type) -> Value {
    let width = u32::from(b.types.scalar_bits(b.types.scalar(ty)).unwrap_or(1)).clamp(1, 64);
    let ones = u64::MAX >> (64 - width);
    match op {
        GroupOp::FAdd => b.splat_float(ty, 0.0),
        GroupOp::FMul => b.splat_float(ty, 1.0),
        GroupOp::FMin => b.splat_float(ty, f64::INFINITY),
        GroupOp::FMax => b.splat_float(ty, f64::NEG_INFINITY),
        GroupOp::IAdd | GroupOp::UMax | GroupOp::Or | GroupOp::Xor => b.splat_bits(ty, 0),
        GroupOp::IMul => b.splat_bits(ty, 1),
        GroupOp::UMin | GroupOp::And => b.splat_bits(ty, ones),
        GroupOp::SMin => b.splat_bits(ty, ones >> 1),
        GroupOp::SMax => b.splat_bits(ty, ones / 2 + 1),
    }
}

/// Lane masks are 32-bit integers.
const _: () = assert!(WIDTH == u32::BITS);
