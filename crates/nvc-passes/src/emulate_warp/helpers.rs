//! Functions that go over the lanes of a warp: their loops, once for each use of a kind.

use super::lanes::{self, WIDTH};
use super::shared::Slots;
use super::words;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::imm::{GroupOp, Imm};
use nvc_ir::{
    Block, Builder, Const, FuncId, Function, Module, Op, Target, Terminator, Type, TypeKind, Types, Value,
};
use std::collections::BTreeMap;

/// What a function is made for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// Which lanes' first words are equal to the given ones.
    Equal(Slots, u32),
    /// What an operation makes of the lanes' values.
    Fold(GroupOp, Type),
    /// The least first word.
    Least(Slots),
}

/// The functions made so far.
pub(super) struct Helpers {
    base: usize,
    ids: BTreeMap<Key, FuncId>,
    functions: Vec<Function>,
}

impl Helpers {
    /// None yet, for a module.
    pub fn new(module: &Module) -> Self {
        Helpers { base: module.functions.len(), ids: BTreeMap::new(), functions: Vec::new() }
    }

    /// Puts them into the module that they were made for.
    pub fn add_to(self, module: &mut Module) {
        for function in self.functions {
            module.functions.push(function);
        }
    }

    /// The lanes in `mask` whose words are `given`.
    pub fn equal(&mut self, b: &mut Builder<'_>, slots: Slots, mask: Value, given: &[Value]) -> Value {
        let count = given.len();
        let id = self.get(b.types, Key::Equal(slots, count as u32), |types| equal(types, slots, count));
        let mut args = Args::from_slice(&[mask]);
        args.extend_from_slice(given);
        b.inst_with_type(Op::Call, Imm::Function(id), &args, Types::I32)
    }

    /// What an operation makes of the published values of the lanes in `mask`, lowest first.
    pub fn fold(&mut self, b: &mut Builder<'_>, slots: Slots, op: GroupOp, ty: Type, mask: Value) -> Value {
        let id = self.get(b.types, Key::Fold(op, ty), |types| fold(types, slots, op, ty));
        b.inst_with_type(Op::Call, Imm::Function(id), &[mask], ty)
    }

    /// The least word of the lanes in `mask`.
    pub fn least(&mut self, b: &mut Builder<'_>, slots: Slots, mask: Value) -> Value {
        let make = |types: &mut Types| fold(types, slots, GroupOp::UMin, Types::I32);
        let id = self.get(b.types, Key::Least(slots), make);
        b.inst_with_type(Op::Call, Imm::Function(id), &[mask], Types::I32)
    }

    fn get(&mut self, types: &mut Types, key: Key, make: impl FnOnce(&mut Types) -> Function) -> FuncId {
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = FuncId::from_index(self.base + self.functions.len());
        self.functions.push(make(types));
        self.ids.insert(key, id);
        id
    }
}

/// A loop over the lanes of a mask: `step` makes of the lane's number in the work group, its bit and
/// the value so far the next value; `result` of the last one what the function gives.
fn over_lanes(
    b: &mut Builder<'_>,
    mask: Value,
    start: Value,
    step: impl FnOnce(&mut Builder<'_>, Value, Value, Value) -> Value,
) -> Value {
    let [header, body, work, again, after]: [Block; 5] = std::array::from_fn(|_| b.func.new_block());
    let base = lanes::base(b);
    let (one, zero) = (b.i32(1), b.i32(0));
    let to = |block, args: &[Value]| Target { block, args: Args::from_slice(args) };
    b.terminate(Terminator::Jump(to(header, &[mask, start])));
    b.enter(header);
    let rest = b.func.add_param(header, Types::I32);
    let so_far = {
        let ty = b.func.ty(start);
        b.func.add_param(header, ty)
    };
    b.terminate(Terminator::Loop { body: Target::new(body), merge: after, cont: again });
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
    let next = step(b, invocation, bit, so_far);
    b.jump(again);
    b.enter(again);
    b.terminate(Terminator::Jump(to(header, &[next_rest, next])));
    b.enter(after);
    so_far
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

fn fold(types: &mut Types, slots: Slots, op: GroupOp, ty: Type) -> Function {
    let mut func = Function::new(format!("warp_lanes_{}", op.name()));
    let mut b = Builder::new(&mut func, types);
    let args = begin(&mut b, &[Types::I32]);
    let identity = identity(&mut b, op, ty);
    // The sum of no numbers is 0; that of one number is the number, -0 too.
    let start = if op == GroupOp::FAdd { constant(&mut b, ty, -0.0) } else { identity };
    let folded = over_lanes(&mut b, args[0], start, |b, invocation, _, so_far| {
        let words: Vec<Value> =
            (0..words::count(b.types, ty)).map(|index| slots.load(b, invocation, index)).collect();
        let value = words::value(b, &words, ty);
        b.op(operation(op), &[so_far, value])
    });
    let result = if start == identity { folded } else { none_is(&mut b, args[0], identity, folded) };
    b.terminate(Terminator::Return(Some(result)));
    func.result = Some(ty);
    func
}

/// `nothing` where the mask is empty, else `something`, component by component.
fn none_is(b: &mut Builder<'_>, mask: Value, nothing: Value, something: Value) -> Value {
    let zero = b.i32(0);
    let empty = b.op(Op::IEq, &[mask, zero]);
    let count = u32::from(b.types.components(b.func.ty(nothing)));
    let mut parts = Vec::new();
    for index in 0..count {
        let (x, y) = (b.extract(nothing, index), b.extract(something, index));
        parts.push(b.op(Op::Select, &[empty, x, y]));
    }
    b.construct(&parts)
}

/// Enters the first block of a function with these parameters.
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

/// What an operation makes of no values (SPIR-V 3.42, the identity of each group operation).
fn identity(b: &mut Builder<'_>, op: GroupOp, ty: Type) -> Value {
    let width = u32::from(b.types.scalar_bits(b.types.scalar(ty)).unwrap_or(1)).clamp(1, 64);
    let ones = u64::MAX >> (64 - width);
    match op {
        GroupOp::FAdd => constant(b, ty, 0.0),
        GroupOp::FMul => constant(b, ty, 1.0),
        GroupOp::FMin => constant(b, ty, f64::INFINITY),
        GroupOp::FMax => constant(b, ty, f64::NEG_INFINITY),
        GroupOp::IAdd | GroupOp::UMax | GroupOp::Or | GroupOp::Xor => bits(b, ty, 0),
        GroupOp::IMul => bits(b, ty, 1),
        GroupOp::UMin | GroupOp::And => bits(b, ty, ones),
        GroupOp::SMin => bits(b, ty, ones >> 1),
        GroupOp::SMax => bits(b, ty, ones / 2 + 1),
    }
}

fn constant(b: &mut Builder<'_>, ty: Type, x: f64) -> Value {
    let scalar = b.float(b.types.scalar(ty), x);
    splat(b, ty, scalar)
}

fn bits(b: &mut Builder<'_>, ty: Type, bits: u64) -> Value {
    let scalar = b.bits(b.types.scalar(ty), bits);
    splat(b, ty, scalar)
}

fn splat(b: &mut Builder<'_>, ty: Type, scalar: Value) -> Value {
    match *b.types.kind(ty) {
        TypeKind::Vector(_, count) => b.func.constant(ty, Const::Composite(vec![scalar; usize::from(count)])),
        _ => scalar,
    }
}

/// A warp's lanes fit the words that masks are.
const _: () = assert!(WIDTH == u32::BITS);
