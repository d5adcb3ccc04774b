//! `three-way-compare`: NVIDIA's compiler recognises a three-way comparison (-1, 0 or 1) written as a
//! difference of bools, an `or` or nested selects, and turns it into one instruction. In a module with a
//! 64-bit division its back end cannot emit that instruction, and pipeline creation fails.

use super::features::has_i64_divisions;
use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, Function, InstData, Module, Op, OwnedInst, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "three-way-compare",
    doc: "Rewrites three-way comparisons as an exclusive or, in modules with a 64-bit division.",
    ops: OpSet::of(&[Op::UDiv, Op::URem, Op::SDiv, Op::SMod]),
    run: |module, _: &mut Context<'_>| run(module),
};

fn run(module: &mut Module) {
    if has_i64_divisions(module, 1) {
        replace_insts(module, OpSet::of(&[Op::IAdd, Op::ISub, Op::INeg, Op::Or, Op::Select]), three_way);
    }
}

/// Computes a three-way comparison as `(x < y ? less : 0) ^ (x > y ? greater : 0)`; `None` if the instruction
/// is not a three-way comparison.
fn three_way(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    if data.result.is_none_or(|result| b.func.ty(result) != Types::I32) {
        return None;
    }
    let compared = Compared::of(b.func, data)?;
    let results =
        [Order::Less, Order::Equal, Order::Greater].map(|order| compared.result(b.func, data, order, 0));
    let (less, greater) = match results {
        [Some(u32::MAX), Some(0), Some(1)] => (u32::MAX, 1),
        [Some(1), Some(0), Some(u32::MAX)] => (1, u32::MAX),
        _ => return None,
    };
    let Compared { op, x, y } = compared;
    let zero = b.i32(0);
    let [less, greater] = [(less, [x, y]), (greater, [y, x])].map(|(result, operands)| {
        let (holds, result) = (b.op(op, &operands), b.i32(result));
        b.op(Op::Select, &[holds, result, zero])
    });
    Some(b.op(Op::Xor, &[less, greater]))
}

/// The outcome of a comparison of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Less,
    Equal,
    Greater,
}

/// The integers of a three-way comparison, and whether they are compared as signed (`slt`) or unsigned (`ult`).
#[derive(Clone, Copy, Debug)]
struct Compared {
    op: Op,
    x: Value,
    y: Value,
}

/// Maximum depth of the expression trees that are searched and evaluated.
const MAX_DEPTH: u32 = 4;

impl Compared {
    /// Finds the operands of the first comparison in an instruction's expression tree.
    fn of(func: &Function, data: &InstData) -> Option<Self> {
        data.args.iter().find_map(|&arg| Self::within(func, arg, 1))
    }

    fn within(func: &Function, value: Value, depth: u32) -> Option<Self> {
        let data = func.def(value).filter(|_| depth <= MAX_DEPTH)?;
        let op = match data.op {
            Op::SLt | Op::SLe => Op::SLt,
            Op::ULt | Op::ULe => Op::ULt,
            Op::Select | Op::Not | Op::INeg | Op::IAdd | Op::ISub | Op::Or => {
                return data.args.iter().find_map(|&arg| Self::within(func, arg, depth + 1));
            }
            _ => return None,
        };
        let &[x, y] = &data.args[..] else { return None };
        Some(Compared { op, x: func.resolve(x), y: func.resolve(y) })
    }

    /// Evaluates an instruction for one outcome; `None` if the outcome does not determine the result.
    fn result(&self, func: &Function, data: &InstData, order: Order, depth: u32) -> Option<u32> {
        let arg = |at: usize| self.value(func, *data.args.get(at)?, order, depth + 1);
        Some(match data.op {
            Op::SLt | Op::ULt => u32::from(self.compare(func, data, order)? == Order::Less),
            Op::SLe | Op::ULe => u32::from(self.compare(func, data, order)? != Order::Greater),
            Op::IEq => u32::from(self.compare(func, data, order)? == Order::Equal),
            Op::INe => u32::from(self.compare(func, data, order)? != Order::Equal),
            Op::Select if arg(0)? != 0 => arg(1)?,
            Op::Select => arg(2)?,
            Op::Not if func.ty(data.result?) == Types::BOOL => arg(0)? ^ 1,
            Op::INeg => arg(0)?.wrapping_neg(),
            Op::IAdd => arg(0)?.wrapping_add(arg(1)?),
            Op::ISub => arg(0)?.wrapping_sub(arg(1)?),
            Op::Or => arg(0)? | arg(1)?,
            _ => return None,
        })
    }

    fn value(&self, func: &Function, value: Value, order: Order, depth: u32) -> Option<u32> {
        match func.as_bits(value) {
            Some(bits) => u32::try_from(bits).ok(),
            None => self.result(func, func.def(value).filter(|_| depth <= MAX_DEPTH)?.data(), order, depth),
        }
    }

    /// The outcome of a comparison whose operands are the two integers, in either order.
    fn compare(&self, func: &Function, data: &InstData, order: Order) -> Option<Order> {
        let known = matches!(data.op, Op::IEq | Op::INe)
            || (self.op == Op::SLt) == matches!(data.op, Op::SLt | Op::SLe);
        let &[x, y] = &data.args[..] else { return None };
        let (x, y) = (func.resolve(x), func.resolve(y));
        match order {
            _ if !known => None,
            _ if (x, y) == (self.x, self.y) => Some(order),
            _ if (x, y) != (self.y, self.x) => None,
            Order::Less => Some(Order::Greater),
            Order::Equal => Some(Order::Equal),
            Order::Greater => Some(Order::Less),
        }
    }
}
