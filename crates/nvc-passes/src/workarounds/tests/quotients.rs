//! Tests of workarounds for modules with a division or an unsigned conversion to float.

use super::super::{bit_field_sign, i64_quotient_product, i64_quotient_sum, three_way_compare};
use super::integers;
use crate::simplify;
use crate::testing::{apply, evaluate, module_of, ops};
use nvc_ir::Types;
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Module, Op, Value};

/// A module with one or two 64-bit divisions, and an operation on the first quotient.
fn beside_quotients(count: usize, op: Op) -> Module {
    module_of(&[Types::I64, Types::I64], |b, args| {
        let one = b.bits(Types::I64, 1);
        let divisor = b.op(Op::Or, &[args[1], one]);
        let first = b.op(Op::UDiv, &[args[0], divisor]);
        let sum = b.op(op, &[first, args[1]]);
        if count == 1 { sum } else { b.op(Op::URem, &[sum, divisor]) }
    })
}

#[test]
fn sums_in_modules_with_two_quotients_are_computed_from_words() {
    let numbers = || integers(64).into_iter().chain([0xffff_ffff, 1 << 32, 0x1234_5678_9abc_def1]);
    for op in [Op::IAdd, Op::ISub] {
        let mut module = beside_quotients(2, op);
        for pass in [&i64_quotient_sum::PASS, &simplify::PASS, &i64_quotient_sum::PASS] {
            apply(pass, &mut module);
            assert!(ops(&module).contains(&Op::ULt), "{} undoes {}", pass.name, op.info().name);
        }
        for (x, y) in numbers().flat_map(|x| numbers().map(move |y| (x as u64, y as u64))) {
            let divisor = y | 1;
            let quotient = x / divisor;
            let sum = if op == Op::IAdd { quotient.wrapping_add(y) } else { quotient.wrapping_sub(y) };
            let got = evaluate(&module, |_, arg| if arg == 0 { x } else { y })[0];
            assert_eq!(got, Some(sum % divisor), "{x:#x} {} {y:#x}", op.info().name);
        }
        let mut module = beside_quotients(1, op);
        apply(&i64_quotient_sum::PASS, &mut module);
        assert_eq!(ops(&module), [Op::Or, Op::UDiv, op]);
    }
}

/// A module that applies an operation to a signed bit field of the parameter.
fn field(offset: u32, count: u32, op: Op) -> Module {
    module_of(&[Types::I32], |b, args| {
        let (offset, count) = (b.i32(offset), b.i32(count));
        let field = b.op(Op::SBfe, &[args[0], offset, count]);
        match op {
            Op::URem => {
                let divisor = b.i32(69);
                b.op(op, &[field, divisor])
            }
            _ => {
                let float = b.inst_with_type(op, Imm::None, &[field], Types::F32);
                b.bitcast(float, Types::I32)
            }
        }
    })
}

#[test]
fn bytes_that_become_unsigned_are_extended_by_shifts() {
    for (offset, count) in [(0, 8), (8, 8), (16, 8), (24, 8), (0, 16), (8, 16), (16, 16)] {
        for op in [Op::UToF, Op::URem] {
            let mut module = field(offset, count, op);
            for pass in [&bit_field_sign::PASS, &simplify::PASS] {
                apply(pass, &mut module);
                assert!(!ops(&module).contains(&Op::SBfe), "after {}", pass.name);
            }
            for word in [0x80fe_00ff, 0x7f01_80de, 0xffff_8000u32, 0] {
                let extended = ((word << (32 - offset - count)) as i32 >> (32 - count)) as u32;
                let expected = if op == Op::URem { extended % 69 } else { (extended as f32).to_bits() };
                let got = evaluate(&module, |_, _| u64::from(word))[0];
                assert_eq!(got, Some(u64::from(expected)), "{word:#x}, {count} bits from {offset}");
            }
        }
    }
    for module in [field(4, 8, Op::UToF), field(0, 12, Op::URem), field(0, 8, Op::SToF)] {
        let mut unaffected = module;
        apply(&bit_field_sign::PASS, &mut unaffected);
        assert!(ops(&unaffected).contains(&Op::SBfe));
    }
}

#[test]
fn a_negated_quotient_is_a_difference_of_words() {
    let mut module = module_of(&[Types::I64, Types::I64], |b, args| {
        let quotient = b.op(Op::UDiv, args);
        let remainder = b.op(Op::URem, args);
        let negated = b.op(Op::INeg, &[remainder]);
        b.op(Op::Xor, &[quotient, negated])
    });
    for pass in [&i64_quotient_sum::PASS, &simplify::PASS, &i64_quotient_sum::PASS] {
        apply(pass, &mut module);
        let words = ops(&module).contains(&Op::ULt) || ops(&module).contains(&Op::INe);
        assert!(words, "{} undoes it", pass.name);
    }
    for (x, y) in [(7u64, 2u64), (1 << 40, 1 << 33), (0, 5), (u64::MAX, 1 << 32)] {
        let got = evaluate(&module, |_, arg| if arg == 0 { x } else { y })[0];
        assert_eq!(got, Some((x / y) ^ (x % y).wrapping_neg()), "{x:#x}, {y:#x}");
    }
}

#[test]
fn products_by_a_bit_are_masked() {
    for swapped in [false, true] {
        let mut module = module_of(&[Types::I64, Types::I64], |b, args| {
            let one = b.bits(Types::I64, 1);
            let bit = b.op(Op::And, &[args[1], one]);
            let product = b.op(Op::IMul, &if swapped { [bit, args[0]] } else { [args[0], bit] });
            let divisor = b.op(Op::Or, &[product, one]);
            b.op(Op::UDiv, &[args[0], divisor])
        });
        for pass in [&i64_quotient_product::PASS, &simplify::PASS] {
            apply(pass, &mut module);
            assert!(!ops(&module).contains(&Op::IMul), "{}", pass.name);
        }
        for (x, y) in [(7u64, 3u64), (u64::MAX, 2), (1 << 40, 1)] {
            let got = evaluate(&module, |_, arg| if arg == 0 { x } else { y })[0];
            assert_eq!(got, Some(x / ((x * (y & 1)) | 1)), "{x:#x}, {y:#x}");
        }
    }
    let mut module = module_of(&[Types::I64], |b, args| {
        let one = b.bits(Types::I64, 1);
        let bit = b.op(Op::And, &[args[0], one]);
        b.op(Op::IMul, &[args[0], bit])
    });
    apply(&i64_quotient_product::PASS, &mut module);
    assert_eq!(ops(&module), [Op::And, Op::IMul], "without a quotient it stays");
}

/// A module that returns the result of `build` for two words, times a 64-bit quotient that is always 1.
fn beside_one_quotient(build: impl FnOnce(&mut Builder<'_>, Value, Value) -> Value) -> Module {
    module_of(&[Types::I32, Types::I32], |b, args| {
        let wide = b.inst_with_type(Op::ZExt, Imm::None, &[args[0]], Types::I64);
        let one = b.bits(Types::I64, 1);
        let odd = b.op(Op::Or, &[wide, one]);
        let quotient = b.op(Op::UDiv, &[odd, odd]);
        let quotient = b.inst_with_type(Op::ITrunc, Imm::None, &[quotient], Types::I32);
        let result = build(b, args[0], args[1]);
        b.op(Op::IMul, &[result, quotient])
    })
}

/// A function that computes a value from two words.
type Build = fn(&mut Builder<'_>, Value, Value) -> Value;

/// Selects `on` if x < y, otherwise `off`.
fn below(b: &mut Builder<'_>, [x, y]: [Value; 2], on: u32, off: u32) -> Value {
    let (holds, on, off) = (b.op(Op::SLt, &[x, y]), b.i32(on), b.i32(off));
    b.op(Op::Select, &[holds, on, off])
}

#[test]
fn comparisons_with_three_results_are_exclusive_ors() {
    let variants: &[Build] = &[
        |b, x, y| {
            let (greater, less) = (below(b, [y, x], 1, 0), below(b, [x, y], 1, 0));
            b.op(Op::ISub, &[greater, less])
        },
        |b, x, y| {
            let (greater, less) = (below(b, [y, x], u32::MAX, 0), below(b, [x, y], u32::MAX, 0));
            let (greater, less) = (b.op(Op::INeg, &[greater]), b.op(Op::INeg, &[less]));
            b.op(Op::ISub, &[greater, less])
        },
        |b, x, y| {
            let (greater, less) = (below(b, [y, x], 1, 0), below(b, [x, y], u32::MAX, 0));
            b.op(Op::Or, &[greater, less])
        },
        |b, x, y| {
            let less = below(b, [x, y], u32::MAX, 0);
            let (greater, one) = (b.op(Op::SLt, &[y, x]), b.i32(1));
            b.op(Op::Select, &[greater, one, less])
        },
        |b, x, y| {
            let less = below(b, [x, y], u32::MAX, 1);
            let (equal, zero) = (b.op(Op::IEq, &[x, y]), b.i32(0));
            b.op(Op::Select, &[equal, zero, less])
        },
        |b, x, y| {
            let [one, zero] = [b.i32(1), b.i32(0)];
            let [greater, less] = [[x, y], [y, x]].map(|operands| {
                let not = b.op(Op::SLe, &operands);
                b.op(Op::Select, &[not, zero, one])
            });
            b.op(Op::ISub, &[greater, less])
        },
    ];
    for (at, &build) in variants.iter().enumerate() {
        let mut module = beside_one_quotient(build);
        for pass in [&three_way_compare::PASS, &simplify::PASS, &three_way_compare::PASS] {
            apply(pass, &mut module);
            assert!(ops(&module).contains(&Op::Xor), "{at}: {}", pass.name);
        }
        for (x, y) in [(1i32, 2i32), (2, 1), (5, 5), (i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-1, 0)] {
            let got = evaluate(&module, |_, arg| u64::from(if arg == 0 { x } else { y } as u32))[0];
            assert_eq!(got, Some(u64::from((x.cmp(&y) as i32) as u32)), "{at}: {x} and {y}");
        }
    }
}

#[test]
fn other_comparisons_stay() {
    let variants: &[Build] = &[
        |b, x, y| below(b, [x, y], u32::MAX, 0),
        |b, x, y| {
            let (first, second) = (below(b, [x, y], 1, 0), below(b, [x, y], 1, 0));
            b.op(Op::ISub, &[first, second])
        },
        |b, x, y| {
            let (greater, less) = (below(b, [y, x], 2, 0), below(b, [x, y], 1, 0));
            b.op(Op::ISub, &[greater, less])
        },
    ];
    for &build in variants {
        let mut module = beside_one_quotient(build);
        let before = ops(&module);
        apply(&three_way_compare::PASS, &mut module);
        assert_eq!(ops(&module), before);
    }
}

#[test]
fn a_quotient_in_a_loop_counts_as_two() {
    let text = "module lowered
func f0 \"main\" () {
b0:
  v0: i32 = builtin[local_index]
  v1: i64 = zext v0
  jump b1(v1)
b1(v2: i64):
  loop b2 merge b4 continue b3
b2:
  v3: i64 = or v2, 1:i64
  v4: i64 = urem 4767928050228099406:i64, v3
  v5: i64 = iadd v4, 5:i64
  v6: bool = ult v0, 7:i32
  branch v6, b3, b4 merge b5
b5:
  unreachable
b3:
  jump b1(v5)
b4:
  return
}
";
    let mut module = nvc_ir::text::parse(text).expect("a module");
    apply(&i64_quotient_sum::PASS, &mut module);
    assert!(ops(&module).contains(&Op::ULt) && ops(&module).contains(&Op::Bitcast));
}
