//! Tests that workarounds rewrite the patterns, and that results are unchanged for boundary values.

mod quotients;

use super::{
    abs_sign, half_vector_cast, i64_shift_31, i64_truncation, min_max_negated, min_max_negated_both,
    sext_order, uniform_bit_field, unpack_half_constant,
};
use crate::testing::{apply, apply_with, evaluate, module_of, ops};
use crate::{OptLevel, Options, dce, simplify};
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Const, Module, Op, Type, Types, Value};

/// Integers around the limits of a signed type.
fn integers(width: u32) -> Vec<i64> {
    let min = -1i64 << (width - 1);
    vec![0, 1, -1, 2, 5, -5, 0x55, min, min + 1, !min, !min - 1]
}

/// The low `width` bits of an integer.
fn bits_of(x: i64, width: u32) -> u64 {
    x as u64 & (u64::MAX >> (64 - width))
}

#[test]
fn absolute_values_are_maxima() {
    for (ty, width) in [(Types::I8, 8), (Types::I16, 16), (Types::I32, 32), (Types::I64, 64)] {
        // The operand is a scalar, or a component of a vector.
        for vector in [false, true] {
            let mut module = module_of(&[ty], |b, args| {
                if vector {
                    let pair = b.construct(&[args[0], args[0]]);
                    let pair = b.op(Op::SAbs, &[pair]);
                    b.extract(pair, 1)
                } else {
                    b.op(Op::SAbs, args)
                }
            });
            for pass in [&abs_sign::PASS, &simplify::PASS, &abs_sign::PASS] {
                apply(pass, &mut module);
                assert!(!ops(&module).contains(&Op::SAbs), "{} restores it", pass.name);
            }
            for x in integers(width) {
                let got = evaluate(&module, |_, _| bits_of(x, width))[0];
                assert_eq!(got, Some(bits_of(x.wrapping_abs(), width)), "|{x}| of {width} bits");
            }
        }
    }
}

#[test]
fn negated_operands_of_minima_and_maxima_go_first() {
    for op in [Op::SMin, Op::SMax] {
        let mut module = module_of(&[Types::I32, Types::I32], |b, args| {
            let negated = b.op(Op::INeg, &[args[1]]);
            b.op(op, &[args[0], negated])
        });
        for pass in [&min_max_negated::PASS, &simplify::PASS] {
            apply(pass, &mut module);
            let func = module.functions.iter().next().expect("a function").1;
            let extremum = func.insts.iter().map(|(_, data)| data).rfind(|data| data.op == op);
            let first = extremum.and_then(|data| func.def(data.args[0])).map(|data| data.op);
            assert_eq!(first, Some(Op::INeg), "after {}", pass.name);
        }
        for x in integers(32) {
            let got = evaluate(&module, |_, _| bits_of(x, 32))[0];
            let (x, negated) = (x as i32, (x as i32).wrapping_neg());
            let extremum = if op == Op::SMin { x.min(negated) } else { x.max(negated) };
            assert_eq!(got, Some(u64::from(extremum as u32)), "{x}");
        }
    }
}

/// Applies an operation to a sign-extended value and a constant.
fn scaled(b: &mut Builder<'_>, x: Value, op: Op, by: u64) -> Value {
    let wide = b.inst_with_type(Op::SExt, Imm::None, &[x], Types::I64);
    let by = b.bits(Types::I64, by);
    b.op(op, &[wide, by])
}

#[test]
fn extended_words_are_shifted_by_31_as_two_words() {
    for (ty, width) in [(Types::I8, 8), (Types::I16, 16), (Types::I32, 32)] {
        for (op, by) in [(Op::Shl, 31), (Op::IMul, 1 << 31)] {
            let mut module = module_of(&[ty], |b, args| scaled(b, args[0], op, by));
            for pass in [&i64_shift_31::PASS, &simplify::PASS, &i64_shift_31::PASS] {
                apply(pass, &mut module);
                assert!(ops(&module).contains(&Op::Bitcast), "{} undoes {}", pass.name, op.info().name);
            }
            for x in integers(width) {
                let got = evaluate(&module, |_, _| bits_of(x, width))[0];
                assert_eq!(got, Some((x << 31) as u64), "{x} of {width} bits by {}", op.info().name);
            }
        }
    }
}

#[test]
fn other_shifts_and_products_stay() {
    for (op, by) in [(Op::Shl, 7), (Op::Shl, 30), (Op::Shl, 32), (Op::IMul, 0x80c6_0ef2)] {
        let mut module = module_of(&[Types::I32], |b, args| scaled(b, args[0], op, by));
        apply(&i64_shift_31::PASS, &mut module);
        assert_eq!(ops(&module), [Op::SExt, op]);
    }
}

#[test]
fn any_64_bit_integer_is_shifted_by_31_as_two_words() {
    for (op, by) in [(Op::Shl, 31), (Op::IMul, 1 << 31)] {
        let mut module = module_of(&[Types::I64], |b, args| {
            let by = b.bits(Types::I64, by);
            b.op(op, &[args[0], by])
        });
        apply(&i64_shift_31::PASS, &mut module);
        assert!(ops(&module).contains(&Op::Bitcast));
        for x in integers(64).into_iter().chain([0x1234_5678_9abc_def1, 1 << 32, (1 << 32) + 1]) {
            assert_eq!(evaluate(&module, |_, _| x as u64)[0], Some((x << 31) as u64), "{x}");
        }
    }
}

#[test]
fn vectors_are_shifted_by_components() {
    for component in 0..3 {
        for split in [false, true] {
            let mut module = module_of(&[Types::I32], |b, args| {
                let one = b.i32(1);
                let more = b.op(Op::IAdd, &[args[0], one]);
                let parts = [args[0], more, args[0]];
                let ty = b.types.vector(Types::I64, 3);
                // Extend each component by itself, or the whole vector.
                let wide = if split {
                    let parts = parts.map(|part| b.inst_with_type(Op::SExt, Imm::None, &[part], Types::I64));
                    b.construct(&parts)
                } else {
                    let narrow = b.construct(&parts);
                    b.inst_with_type(Op::SExt, Imm::None, &[narrow], ty)
                };
                let amounts = [31, 31, 3].map(|amount| b.bits(Types::I64, amount));
                let amounts = b.func.constant(ty, Const::Composite(amounts.to_vec()));
                let all = b.op(Op::Shl, &[wide, amounts]);
                b.extract(all, component)
            });
            apply(&i64_shift_31::PASS, &mut module);
            assert_eq!(ops(&module).iter().filter(|&&op| op == Op::Bitcast).count(), 2);
            for x in integers(32) {
                let expected = match component {
                    0 => x << 31,
                    1 => i64::from((x as i32).wrapping_add(1)) << 31,
                    _ => x << 3,
                };
                let got = evaluate(&module, |_, _| bits_of(x, 32))[0];
                assert_eq!(got, Some(expected as u64), "component {component} of {x}");
            }
        }
    }
}

/// Integers around the limits of 32-bit types.
const LONGS: [i64; 9] = [0, 1, -1, 5, i32::MAX as i64, i32::MIN as i64, 1 << 31, !(1 << 31), i64::MIN];

#[test]
fn compared_extensions_are_built_from_word_and_sign() {
    for op in [Op::SLt, Op::SLe] {
        for (left, vector) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut module = module_of(&[Types::I32, Types::I64], |b, args| {
                let wide = if vector {
                    let pair = b.construct(&[args[0], args[0]]);
                    let ty = b.types.vector(Types::I64, 2);
                    b.inst_with_type(Op::SExt, Imm::None, &[pair], ty)
                } else {
                    b.inst_with_type(Op::SExt, Imm::None, &[args[0]], Types::I64)
                };
                let other = if vector { b.construct(&[args[1], args[1]]) } else { args[1] };
                let truth = b.op(op, &if left { [wide, other] } else { [other, wide] });
                b.extract(truth, 0)
            });
            apply(&sext_order::PASS, &mut module);
            apply(&dce::PASS, &mut module);
            assert!(!ops(&module).contains(&Op::SExt) && ops(&module).contains(&op));
            for x in integers(32) {
                for y in LONGS {
                    let got =
                        evaluate(&module, |_, param| if param == 0 { bits_of(x, 32) } else { y as u64 });
                    let (x, y) = if left { (x, y) } else { (y, x) };
                    let expected = if op == Op::SLt { x < y } else { x <= y };
                    assert_eq!(got[0], Some(u64::from(expected)), "{x} {} {y}", op.info().name);
                }
            }
        }
    }
}

#[test]
fn other_comparisons_stay() {
    for (from, ext, op) in [
        (Types::I16, Op::SExt, Op::SLt),
        (Types::I32, Op::ZExt, Op::SLt),
        (Types::I32, Op::SExt, Op::ULt),
        (Types::I32, Op::SExt, Op::IEq),
    ] {
        let mut module = module_of(&[from, Types::I64], |b, args| {
            let wide = b.inst_with_type(ext, Imm::None, &args[..1], Types::I64);
            b.op(op, &[wide, args[1]])
        });
        apply(&sext_order::PASS, &mut module);
        assert_eq!(ops(&module), [ext, op]);
    }
}

#[test]
fn modules_for_other_languages_are_not_rewritten() {
    let options = Options { opt_level: OptLevel::None, portable: true, ..Options::default() };
    let mut module = module_of(&[Types::I32, Types::I64], |b, args| {
        let wide = scaled(b, args[0], Op::Shl, 31);
        b.op(Op::SLt, &[wide, args[1]])
    });
    for pass in [&i64_shift_31::PASS, &sext_order::PASS] {
        apply_with(pass, &mut module, &options);
    }
    assert_eq!(ops(&module), [Op::SExt, Op::Shl, Op::SLt]);
}

#[test]
fn all_extensions_are_rebuilt_without_optimisation() {
    let options = Options { opt_level: OptLevel::None, ..Options::default() };
    for (from, kept) in [(Types::I32, false), (Types::I16, true)] {
        for vector in [false, true] {
            let mut module = module_of(&[from], |b, args| {
                if !vector {
                    return b.inst_with_type(Op::SExt, Imm::None, args, Types::I64);
                }
                let pair = b.construct(&[args[0], args[0]]);
                let ty = b.types.vector(Types::I64, 2);
                let wide = b.inst_with_type(Op::SExt, Imm::None, &[pair], ty);
                b.extract(wide, 1)
            });
            apply_with(&sext_order::PASS, &mut module, &options);
            assert_eq!(ops(&module).contains(&Op::SExt), kept);
            for x in integers(if kept { 16 } else { 32 }) {
                let got = evaluate(&module, |_, _| bits_of(x, if kept { 16 } else { 32 }))[0];
                assert_eq!(got, Some(x as u64), "{x}");
            }
        }
    }
}

/// Unpacks one half of a constant, or of the parameter.
fn half(word: Option<u32>, index: u32) -> Module {
    module_of(&[Types::I32], |b, args| {
        let word = word.map_or(args[0], |word| b.i32(word));
        let ty = b.types.vector(Types::F32, 2);
        let pair = b.inst_with_type(Op::UnpackHalf, Imm::None, &[word], ty);
        b.extract(pair, index)
    })
}

#[test]
fn halves_of_constants_come_from_low_halves() {
    let expected = [2.0f32, -1.5];
    let word = 0xbe00_4000;
    for (index, expected) in (0..).zip(expected) {
        for (level, known) in [(OptLevel::None, false), (OptLevel::None, true), (OptLevel::Full, true)] {
            let mut module = half(known.then_some(word), index);
            let options = Options { opt_level: level, ..Options::default() };
            apply_with(&unpack_half_constant::PASS, &mut module, &options);
            assert!(ops(&module).contains(&Op::LShr), "{level:?}");
            let got = evaluate(&module, |_, _| u64::from(word))[0];
            assert_eq!(got, Some(u64::from(expected.to_bits())), "half {index}, {level:?}");
        }
    }
    let mut module = half(None, 1);
    apply(&unpack_half_constant::PASS, &mut module);
    assert_eq!(ops(&module), [Op::UnpackHalf, Op::Extract]);
}

#[test]
fn minima_and_maxima_of_two_negated_numbers_come_from_complements() {
    for op in [Op::SMin, Op::SMax] {
        let mut module = module_of(&[Types::I32, Types::I32], |b, args| {
            let [x, y] = [args[0], args[1]].map(|x| b.op(Op::INeg, &[x]));
            b.op(op, &[x, y])
        });
        for pass in [&min_max_negated_both::PASS, &simplify::PASS] {
            apply(pass, &mut module);
            assert!(!ops(&module).contains(&op), "after {}", pass.name);
        }
        for (x, y) in integers(32).into_iter().flat_map(|x| integers(32).into_iter().map(move |y| (x, y))) {
            let (first, second) = ((x as i32).wrapping_neg(), (y as i32).wrapping_neg());
            let extremum = if op == Op::SMin { first.min(second) } else { first.max(second) };
            let got = evaluate(&module, |_, arg| bits_of(if arg == 0 { x } else { y }, 32))[0];
            assert_eq!(got, Some(u64::from(extremum as u32)), "{x} {y}");
        }
    }
}

#[test]
fn all_spellings_of_a_negation_are_found() {
    for written in [Op::ISub, Op::IAdd] {
        let mut module = module_of(&[Types::I32, Types::I32], |b, args| {
            let negated = match written {
                Op::ISub => {
                    let zero = b.i32(0);
                    b.op(Op::ISub, &[zero, args[1]])
                }
                _ => {
                    let (complement, one) = (b.op(Op::Not, &[args[1]]), b.i32(1));
                    b.op(Op::IAdd, &[complement, one])
                }
            };
            b.op(Op::SMin, &[args[0], negated])
        });
        apply(&min_max_negated::PASS, &mut module);
        let func = module.functions.iter().next().expect("a function").1;
        let extremum = func.insts.iter().map(|(_, data)| data).rfind(|data| data.op == Op::SMin);
        let first = extremum.and_then(|data| func.def(data.args[0])).map(|data| data.op);
        assert_eq!(first, Some(written));
    }
}

#[test]
fn truncations_take_the_low_word_without_optimisation() {
    let plain = Options { opt_level: OptLevel::None, ..Options::default() };
    for (to, bits) in [(Types::I32, 32), (Types::I16, 16), (Types::I8, 8)] {
        let mut module = module_of(&[Types::I64], |b, args| {
            let short = b.inst_with_type(Op::ITrunc, Imm::None, args, to);
            b.inst_with_type(Op::ZExt, Imm::None, &[short], Types::I64)
        });
        apply(&i64_truncation::PASS, &mut module);
        assert_eq!(ops(&module), [Op::ITrunc, Op::ZExt], "with optimisation it stays");
        apply_with(&i64_truncation::PASS, &mut module, &plain);
        assert_eq!(ops(&module)[..2], [Op::Bitcast, Op::Extract]);
        for x in integers(64) {
            let got = evaluate(&module, |_, _| x as u64)[0];
            assert_eq!(got, Some(bits_of(x, bits)), "{x:#x} in {bits} bits");
        }
    }
}

#[test]
fn fields_with_variable_bounds_are_shifts() {
    for op in [Op::UBfe, Op::SBfe] {
        for vector in [false, true] {
            let mut module = module_of(&[Types::I32, Types::I32, Types::I32], |b, args| {
                let word = if vector { b.construct(&[args[0], args[0]]) } else { args[0] };
                let field = b.op(op, &[word, args[1], args[2]]);
                b.extract(field, u32::from(vector))
            });
            for pass in [&uniform_bit_field::PASS, &simplify::PASS, &uniform_bit_field::PASS] {
                apply(pass, &mut module);
                assert!(!ops(&module).contains(&op), "{} undoes it", pass.name);
            }
            for word in [0x8765_4321_u32, 0xffff_ffff, 0, 0x7fff_0001] {
                for (offset, count) in (0..=32).flat_map(|o| (0..=32 - o).map(move |c| (o, c))) {
                    let got = evaluate(&module, |_, arg| u64::from([word, offset, count][arg]))[0];
                    let above = 64 - count;
                    let field = (u64::from(word) >> offset) << above.min(63);
                    let expected = match op {
                        _ if count == 0 => 0,
                        Op::UBfe => (field >> above) as u32,
                        _ => (field as i64 >> above) as u32,
                    };
                    assert_eq!(got, Some(u64::from(expected)), "{op:?} {word:#x}, {count} from {offset}");
                }
            }
        }
        let mut constant = module_of(&[Types::I32], |b, args| {
            let (offset, count) = (b.i32(3), b.i32(7));
            b.op(op, &[args[0], offset, count])
        });
        apply(&uniform_bit_field::PASS, &mut constant);
        assert_eq!(ops(&constant), [op]);
    }
}

/// Casts a vector of halves, constant or computed from the parameter, to an integer.
fn half_cast(known: bool, to: Type) -> Module {
    module_of(&[Types::I32], |b, args| {
        let count = if to == Types::I64 { 4 } else { 2 };
        let ty = b.types.vector(Types::F16, count);
        let halves: Vec<Value> = (0..count)
            .map(|index| match known {
                true => b.func.constant(Types::F16, Const::Bits(0x3c00 + u64::from(index))),
                false => {
                    let index = b.i32(u32::from(index));
                    let word = b.op(Op::IAdd, &[args[0], index]);
                    let half = b.inst_with_type(Op::ITrunc, Imm::None, &[word], Types::I16);
                    b.bitcast(half, Types::F16)
                }
            })
            .collect();
        let vector = if known { b.func.constant(ty, Const::Composite(halves)) } else { b.construct(&halves) };
        b.inst_with_type(Op::Bitcast, Imm::None, &[vector], to)
    })
}

#[test]
fn halves_are_cast_in_pairs() {
    for (known, to, casts) in
        [(true, Types::I64, 0), (true, Types::I32, 0), (false, Types::I64, 4 + 3), (false, Types::I32, 2 + 1)]
    {
        let mut module = half_cast(known, to);
        let before = evaluate(&module, |_, _| 0x3c00)[0];
        apply(&half_vector_cast::PASS, &mut module);
        assert_eq!(ops(&module).iter().filter(|&&op| op == Op::Bitcast).count(), casts);
        let bits = if to == Types::I64 { 0x3c03_3c02_3c01_3c00 } else { 0x3c01_3c00 };
        assert_eq!([before, evaluate(&module, |_, _| 0x3c00)[0]], [Some(bits); 2]);
    }
}
