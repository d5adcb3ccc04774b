//! `lower-cc`: turns condition codes and their tests into comparisons.
//!
//! A front end represents each flag of a written value as an instruction (`cc.sign`, `cc.zero`, ...), and a test of the
//! flags as `cc.test`. Nearly all tests read the flags of one value, so each is equivalent to one comparison:
//!
//! ```text
//! d = isub x, y; s = cc.sign d; z = cc.zero d; o = cc.sub.overflow x, y; t = cc.test lt s, z, o, c
//! =>  t = slt x, y
//! ```
//!
//! [`TESTS`] gives the comparison for each test of NV_gpu_program4 §2.X.4.3: for the flags of a float, of an
//! integer and of a difference of integers. Other tests are computed from the flags by the formulas of that section. Flags that
//! no test is left to read are removed.

#[cfg(test)]
mod tests;

use crate::analysis::Uses;
use crate::arith::{fold, not};
use crate::rewrite::{Rewrite, rewrite_in, rewrite_insts};
use crate::{Context, OpSet, Pass};
use nvc_ir::imm::{Imm, Test};
use nvc_ir::{Builder, Module, Op, OwnedInst, Type, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "lower-cc",
    doc: "Turns condition codes and their tests into comparisons.",
    ops: TEST.with(FLAGS),
    run,
};

const TEST: OpSet = OpSet::of(&[Op::CcTest]);
const FLAGS: OpSet = OpSet::of(&[
    Op::CcSign,
    Op::CcZero,
    Op::CcAddCarry,
    Op::CcSubCarry,
    Op::CcAddOverflow,
    Op::CcSubOverflow,
]);

/// The comparison that a test is equivalent to. The operands are a value and 0, or minuend and subtrahend.
#[derive(Clone, Copy)]
enum Relation {
    /// The comparison operation.
    Is(Op),
    /// The comparison operation with swapped operands.
    Swapped(Op),
    /// The value is a NaN.
    Nan,
    /// The value is not a NaN.
    Number,
    /// The result is constant.
    Known(bool),
    /// No single comparison is equivalent; use the formula on flags.
    Formula,
}

// The flags in [`Row::needs`]: sign, zero, overflow, carry.
const S: u8 = 1;
const Z: u8 = 2;
const O: u8 = 4;
const C: u8 = 8;

/// The comparisons for one test.
struct Row {
    test: Test,
    /// The flags that the formula reads.
    needs: u8,
    /// The comparison if the flags are those of a float.
    float: Relation,
    /// The comparison if the flags are those of an integer, with overflow and carry clear.
    int: Relation,
    /// The comparison if the flags are those of a difference of two integers.
    difference: Relation,
}

const fn row(test: Test, needs: u8, float: Relation, int: Relation, difference: Relation) -> Row {
    Row { test, needs, float, int, difference }
}

use Relation::{Formula, Is, Known, Nan, Number, Swapped};

#[rustfmt::skip]
const TESTS: &[Row] = &[
    //  test       flags      float                int               difference
    row(Test::Eq,  S | Z,     Is(Op::FEq),         Is(Op::IEq),      Is(Op::IEq)),
    row(Test::Ne,  S | Z,     Is(Op::FNe),         Is(Op::INe),      Is(Op::INe)),
    row(Test::Lt,  S | Z | O, Is(Op::FLt),         Is(Op::SLt),      Is(Op::SLt)),
    row(Test::Le,  S | Z | O, Is(Op::FLe),         Is(Op::SLe),      Is(Op::SLe)),
    row(Test::Gt,  S | Z | O, Swapped(Op::FLt),    Swapped(Op::SLt), Swapped(Op::SLt)),
    row(Test::Ge,  S | O,     Swapped(Op::FLe),    Swapped(Op::SLe), Swapped(Op::SLe)),
    row(Test::Nan, S | Z,     Nan,                 Known(false),     Known(false)),
    row(Test::Leg, S | Z,     Number,              Known(true),      Known(true)),
    row(Test::Cf,  C,         Known(false),        Known(false),     Swapped(Op::ULe)),
    row(Test::Ncf, C,         Known(true),         Known(true),      Is(Op::ULt)),
    row(Test::Of,  O,         Known(false),        Known(false),     Formula),
    row(Test::Nof, O,         Known(true),         Known(true),      Formula),
    row(Test::Sf,  S,         Is(Op::FUnordLt),    Is(Op::SLt),      Formula),
    row(Test::Nsf, S,         Swapped(Op::FLe),    Swapped(Op::SLe), Formula),
    row(Test::Ab,  Z | C,     Known(false),        Known(false),     Swapped(Op::ULt)),
    row(Test::Ble, Z | C,     Known(true),         Known(true),      Is(Op::ULe)),
];

fn run(module: &mut Module, _: &mut Context<'_>) {
    // Tests first: they match the instructions that compute the flags.
    rewrite_insts(module, TEST, |b, _, data| match (data.op, data.imm()) {
        (Op::CcTest, Imm::Test(test)) => lower_test(b, test, data),
        _ => Rewrite::Keep,
    });
    // Most flags have no use left.
    for (_, func) in module.functions.iter_mut().filter(|(_, func)| func.may_contain(&FLAGS)) {
        let uses = Uses::of(func);
        rewrite_in(func, &mut module.types, FLAGS, &mut |b, _, data| {
            let is_used = data.result.is_none_or(|flag| uses.count(flag) != Some(0));
            if is_used { lower_flag(b, data) } else { Rewrite::Remove }
        });
    }
}

fn lower_test(b: &mut Builder<'_>, test: Test, data: &OwnedInst) -> Rewrite {
    let &[s, z, o, c] = &data.args[..] else { return Rewrite::Keep };
    let flags = [s, z, o, c];
    let Some(row) = TESTS.iter().find(|row| row.test == test) else { return Rewrite::Keep };
    let found = match tested(b, row, flags) {
        Tested::Value(r) if b.types.is_float(b.func.ty(r)) => {
            let zero = b.float(b.func.ty(r), 0.0);
            relation(b, row.float, r, zero)
        }
        Tested::Value(r) => {
            let zero = b.bits(b.func.ty(r), 0);
            relation(b, row.int, r, zero)
        }
        Tested::Difference(x, y) => relation(b, row.difference, x, y),
        Tested::Flags => None,
    };
    Rewrite::Replace(found.unwrap_or_else(|| formula(b, test, flags)))
}

/// The origin of the flags that a test reads.
enum Tested {
    /// One value; overflow and carry are clear or are not tested.
    Value(Value),
    /// The difference of two integers.
    Difference(Value, Value),
    /// Unrelated flags.
    Flags,
}

/// Finds the origin of the flags that the test of a row reads.
fn tested(b: &Builder<'_>, row: &Row, [s, z, o, c]: [Value; 4]) -> Tested {
    let func = &b.func;
    let mut value: Option<Value> = None;
    for (need, flag, op) in [(S, s, Op::CcSign), (Z, z, Op::CcZero)] {
        if row.needs & need == 0 {
            continue;
        }
        let Some(def) = func.def(flag).filter(|d| d.op == op) else { return Tested::Flags };
        let of = func.resolve(def.args[0]);
        if value.is_some_and(|v| v != of) {
            return Tested::Flags;
        }
        value = Some(of);
    }
    let mut difference: Option<(Value, Value)> = None;
    for (need, flag, op) in [(O, o, Op::CcSubOverflow), (C, c, Op::CcSubCarry)] {
        if row.needs & need == 0 || func.as_bits(flag) == Some(0) {
            continue;
        }
        let Some(def) = func.def(flag).filter(|d| d.op == op) else { return Tested::Flags };
        difference = Some((func.resolve(def.args[0]), func.resolve(def.args[1])));
    }
    match (value, difference) {
        (Some(r), Some((x, y))) if is_difference(b, r, x, y) => Tested::Difference(x, y),
        (None, Some((x, y))) => Tested::Difference(x, y),
        // A test of S and Z does not read overflow, which does not matter: x - y is 0 if and only if x == y.
        (Some(r), None) if row.needs == S | Z => match func.def(r) {
            Some(def) if def.op == Op::ISub => Tested::Difference(def.args[0], def.args[1]),
            _ => Tested::Value(r),
        },
        (Some(r), None) => Tested::Value(r),
        _ => Tested::Flags,
    }
}

/// Whether `r` is `x - y`, written as a subtraction or, by the simplifier, as the addition of a negation.
fn is_difference(b: &Builder<'_>, r: Value, x: Value, y: Value) -> bool {
    let func = &b.func;
    let Some(def) = func.def(r) else { return false };
    let &[p, q] = &def.args[..] else { return false };
    let (p, q) = (func.resolve(p), func.resolve(q));
    match def.op {
        Op::ISub => (p, q) == (x, y),
        Op::IAdd => (p == x && is_negation(b, q, y)) || (q == x && is_negation(b, p, y)),
        _ => false,
    }
}

fn is_negation(b: &Builder<'_>, negated: Value, y: Value) -> bool {
    let func = &b.func;
    if let Some(def) = func.def(negated) {
        return def.op == Op::INeg && func.resolve(def.args[0]) == y;
    }
    let width = b.types.scalar_bits(func.ty(y)).unwrap_or(64);
    match (func.as_bits(negated), func.as_bits(y)) {
        (Some(n), Some(k)) => n.wrapping_add(k) << (64 - width) == 0,
        _ => false,
    }
}

/// Emits a comparison; returns `None` for [`Formula`].
fn relation(b: &mut Builder<'_>, relation: Relation, x: Value, y: Value) -> Option<Value> {
    Some(match relation {
        Is(op) => b.op(op, &[x, y]),
        Swapped(op) => b.op(op, &[y, x]),
        Nan => b.op(Op::IsNan, &[x]),
        Number => {
            let nan = b.op(Op::IsNan, &[x]);
            b.op(Op::Not, &[nan])
        }
        Known(value) => b.bool(value),
        Formula => return None,
    })
}

/// Emits a test by its formula on flags (NV_gpu_program4 §2.X.4.3).
fn formula(b: &mut Builder<'_>, test: Test, [s, z, o, c]: [Value; 4]) -> Value {
    match test {
        Test::Eq => {
            let not_s = not(b, s);
            fold(b, Op::And, not_s, z)
        }
        Test::Ne => {
            let not_z = not(b, z);
            fold(b, Op::Or, s, not_z)
        }
        Test::Lt => {
            let not_z = not(b, z);
            let below = fold(b, Op::And, s, not_z);
            fold(b, Op::Xor, below, o)
        }
        Test::Le => {
            let zero_or_overflow = fold(b, Op::Or, z, o);
            fold(b, Op::Xor, s, zero_or_overflow)
        }
        Test::Gt => {
            let not_s = not(b, s);
            let at_least = fold(b, Op::Xor, not_s, o);
            let not_z = not(b, z);
            fold(b, Op::And, at_least, not_z)
        }
        Test::Ge => {
            let below = fold(b, Op::Xor, s, o);
            not(b, below)
        }
        Test::Nan => fold(b, Op::And, s, z),
        Test::Leg => {
            let nan = fold(b, Op::And, s, z);
            not(b, nan)
        }
        Test::Cf => c,
        Test::Ncf => not(b, c),
        Test::Of => o,
        Test::Nof => not(b, o),
        Test::Sf => s,
        Test::Nsf => not(b, s),
        Test::Ab => {
            let not_z = not(b, z);
            fold(b, Op::And, c, not_z)
        }
        Test::Ble => {
            let not_c = not(b, c);
            fold(b, Op::Or, not_c, z)
        }
    }
}

/// Emits the computation of a flag (NV_gpu_program4 §2.X.4.3; NV_gpu_program5 for carry and overflow).
fn lower_flag(b: &mut Builder<'_>, data: &OwnedInst) -> Rewrite {
    let Some(&x) = data.args.first() else { return Rewrite::Keep };
    let ty = b.func.ty(x);
    let float = b.types.is_float(ty);
    let y = data.args.get(1).copied();
    Rewrite::Replace(match (data.op, y) {
        (Op::CcSign, None) if float => {
            let zero = b.float(ty, 0.0);
            b.op(Op::FUnordLt, &[x, zero])
        }
        (Op::CcZero, None) if float => {
            let zero = b.float(ty, 0.0);
            b.op(Op::FUnordEq, &[x, zero])
        }
        (Op::CcSign, None) => is_negative(b, ty, x),
        (Op::CcZero, None) => {
            let zero = b.bits(ty, 0);
            b.op(Op::IEq, &[x, zero])
        }
        (Op::CcAddCarry, Some(y)) => {
            let sum = b.op(Op::IAdd, &[x, y]);
            b.op(Op::ULt, &[sum, x])
        }
        (Op::CcSubCarry, Some(y)) => b.op(Op::ULe, &[y, x]),
        (Op::CcAddOverflow, Some(y)) => {
            // Overflow: the sign of the sum differs from the signs of both operands.
            let sum = b.op(Op::IAdd, &[x, y]);
            let from_x = b.op(Op::Xor, &[x, sum]);
            let from_y = b.op(Op::Xor, &[y, sum]);
            let both = b.op(Op::And, &[from_x, from_y]);
            is_negative(b, ty, both)
        }
        (Op::CcSubOverflow, Some(y)) => {
            // Overflow: the sign of the minuend differs from the signs of the subtrahend and the difference.
            let difference = b.op(Op::ISub, &[x, y]);
            let from_y = b.op(Op::Xor, &[x, y]);
            let from_difference = b.op(Op::Xor, &[x, difference]);
            let both = b.op(Op::And, &[from_y, from_difference]);
            is_negative(b, ty, both)
        }
        _ => return Rewrite::Keep,
    })
}

fn is_negative(b: &mut Builder<'_>, ty: Type, x: Value) -> Value {
    let zero = b.bits(ty, 0);
    b.op(Op::SLt, &[x, zero])
}
