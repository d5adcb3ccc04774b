//! Compares lowered tests with a reference implementation of the flags, for boundary values.

use super::PASS;
use crate::testing::{LANES, apply, evaluate, module_of, ops};
use nvc_ir::imm::{Imm, Test};
use nvc_ir::{Builder, Module, Op, Type, Types, Value};

/// SF, ZF, OF, CF.
type Flags = [bool; 4];

/// Evaluates a test on flags (NV_gpu_program4 §2.X.4.3).
fn passes(test: Test, [s, z, o, c]: Flags) -> bool {
    match test {
        Test::Eq => !s && z,
        Test::Ne => s || !z,
        Test::Lt => (s && !z) ^ o,
        Test::Le => s ^ (z || o),
        Test::Gt => (!s ^ o) && !z,
        Test::Ge => !(s ^ o),
        Test::Nan => s && z,
        Test::Leg => !s || !z,
        Test::Cf => c,
        Test::Ncf => !c,
        Test::Of => o,
        Test::Nof => !o,
        Test::Sf => s,
        Test::Nsf => !s,
        Test::Ab => c && !z,
        Test::Ble => !c || z,
    }
}

const INTS: [u32; 8] = [0, 1, 2, 0x7fff_fffe, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_ffff];
const FLOATS: [f32; 8] = [0.0, -0.0, 1.5, -1.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e30];

/// The origin of the flags.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Origin {
    /// The flags of a float; overflow and carry are clear.
    Float,
    /// The flags of an integer; overflow and carry are clear.
    Int,
    /// The flags of `a - b`, computed by a subtraction.
    Difference,
    /// The flags of `a - b`, computed as `a + -b`.
    NegatedSum,
    /// The flags of `a + b`.
    Sum,
}

impl Origin {
    fn flags(self, a: u32, b: u32) -> Flags {
        let (result, overflow) = match self {
            Origin::Float => {
                let r = f32::from_bits(a);
                return [r < 0.0 || r.is_nan(), r == 0.0 || r.is_nan(), false, false];
            }
            Origin::Int => return [(a as i32) < 0, a == 0, false, false],
            Origin::Difference | Origin::NegatedSum => (a as i32).overflowing_sub(b as i32),
            Origin::Sum => (a as i32).overflowing_add(b as i32),
        };
        let carry = if self == Origin::Sum { a.checked_add(b).is_none() } else { a >= b };
        [result < 0, result == 0, overflow, carry]
    }

    fn build(self, b: &mut Builder<'_>, args: &[Value], test: Test) -> Value {
        let (x, y, clear) = (args[0], args[1], b.bool(false));
        let (written, overflow, carry) = match self {
            Origin::Float => (b.bitcast(x, Types::F32), clear, clear),
            Origin::Int => (x, clear, clear),
            Origin::Sum => {
                (b.op(Op::IAdd, &[x, y]), b.op(Op::CcAddOverflow, &[x, y]), b.op(Op::CcAddCarry, &[x, y]))
            }
            Origin::Difference | Origin::NegatedSum => {
                let r = if self == Origin::Difference {
                    b.op(Op::ISub, &[x, y])
                } else {
                    let minus = b.op(Op::INeg, &[y]);
                    b.op(Op::IAdd, &[x, minus])
                };
                (r, b.op(Op::CcSubOverflow, &[x, y]), b.op(Op::CcSubCarry, &[x, y]))
            }
        };
        let sign = b.op(Op::CcSign, &[written]);
        let zero = b.op(Op::CcZero, &[written]);
        b.op_imm(Op::CcTest, Imm::Test(test), &[sign, zero, overflow, carry])
    }
}

fn lowered(params: &[Type], build: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value) -> Module {
    let mut module = module_of(params, build);
    apply(&PASS, &mut module);
    assert!(ops(&module).iter().all(|op| !op.info().name.starts_with("cc.")));
    module
}

#[test]
fn all_tests_of_all_origins() {
    let all = [Origin::Float, Origin::Int, Origin::Difference, Origin::NegatedSum, Origin::Sum];
    for origin in all {
        for &test in Test::ALL {
            let module = lowered(&[Types::I32; 2], |b, args| origin.build(b, args, test));
            // 64 pairs, in two warps.
            for half in 0..2 {
                let pair = |lane: usize| {
                    let (i, j) = ((lane + half * LANES) / 8, lane % 8);
                    if origin == Origin::Float { (FLOATS[i].to_bits(), 0) } else { (INTS[i], INTS[j]) }
                };
                let input = |lane: usize, param: usize| {
                    u64::from(if param == 0 { pair(lane).0 } else { pair(lane).1 })
                };
                for (lane, got) in evaluate(&module, input).into_iter().enumerate() {
                    let (a, b) = pair(lane);
                    let expected = passes(test, origin.flags(a, b));
                    assert_eq!(got, Some(u64::from(expected)), "{} of {origin:?} {a:#x} {b:#x}", test.name());
                }
            }
        }
    }
}

/// The last operation, which computes the result of the test.
fn relation(origin: Origin, test: Test) -> Option<Op> {
    ops(&lowered(&[Types::I32; 2], |b, args| origin.build(b, args, test))).last().copied()
}

#[test]
fn tests_of_one_value_are_single_comparisons() {
    // The flags are still computed, as dead code; the test itself must be one comparison.
    let module = lowered(&[Types::I32; 2], |b, args| {
        let (x, y) = (args[0], args[1]);
        let r = b.op(Op::ISub, &[x, y]);
        let (sign, zero) = (b.op(Op::CcSign, &[r]), b.op(Op::CcZero, &[r]));
        let (overflow, clear) = (b.op(Op::CcSubOverflow, &[x, y]), b.bool(false));
        b.op_imm(Op::CcTest, Imm::Test(Test::Lt), &[sign, zero, overflow, clear])
    });
    let func = module.functions.values().next().expect("a function");
    let nvc_ir::Terminator::Return(Some(result)) = func.blocks[func.layout[0]].term else {
        panic!("no result")
    };
    let def = func.def(result).expect("an instruction");
    assert_eq!((def.op, &def.args[..]), (Op::SLt, &func.blocks[func.layout[0]].params[..]));
    assert_eq!(relation(Origin::Float, Test::Ge), Some(Op::FLe));
    assert_eq!(relation(Origin::Float, Test::Sf), Some(Op::FUnordLt));
    assert_eq!(relation(Origin::Int, Test::Gt), Some(Op::SLt));
    assert_eq!(relation(Origin::NegatedSum, Test::Ab), Some(Op::ULt));
    assert_eq!(relation(Origin::Difference, Test::Cf), Some(Op::ULe));
}

#[test]
fn negated_constants_are_recognised() {
    // The simplifier writes `a - 5` as `a + -5`.
    let module = lowered(&[Types::I32; 2], |b, args| {
        let (five, minus) = (b.i32(5), b.i32(5u32.wrapping_neg()));
        let r = b.op(Op::IAdd, &[args[0], minus]);
        let zero = b.op(Op::CcZero, &[r]);
        let (carry, clear) = (b.op(Op::CcSubCarry, &[args[0], five]), b.bool(false));
        b.op_imm(Op::CcTest, Imm::Test(Test::Ble), &[clear, zero, clear, carry])
    });
    assert_eq!(ops(&module).last(), Some(&Op::ULe));
    assert_eq!(evaluate(&module, |lane, _| lane as u64)[4..7], [Some(1), Some(1), Some(0)]);
}
