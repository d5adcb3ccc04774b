//! `avoid-quotients`: what NVIDIA's Vulkan driver gets wrong in a module that has quotients, or unsigned numbers
//! that become floats, in words that it compiles as they stand (docs/hardware.md has the measurements).

use super::avoid::{has_words, joined, words};
use super::int;
use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, InstData, Module, Op, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "avoid-quotients",
    doc: "Writes sums and fields beside quotients in words that drivers get right.",
    ops: OpSet::of(&[Op::UDiv, Op::URem, Op::SDiv, Op::UToF]),
    run,
};

fn run(module: &mut Module, context: &mut Context<'_>) {
    let met = Met::of(module);
    // Other shading languages have no cast between a pair of words and a number.
    if met.quotients && !context.options.portable {
        rewrite_insts(module, OpSet::of(&[Op::IAdd, Op::ISub]), |b, _, data| {
            sum(b, data).map_or(Rewrite::Keep, Rewrite::Replace)
        });
    }
    if met.unsigned {
        rewrite_insts(module, OpSet::of(&[Op::SBfe]), |b, _, data| {
            field(b, data).map_or(Rewrite::Keep, Rewrite::Replace)
        });
    }
}

/// What a module has that makes a driver compile other instructions wrongly.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    /// Two quotients or remainders of 64 bits, or more.
    quotients: bool,
    /// Conversions from unsigned integers to floats, and unsigned quotients, which are made by such.
    unsigned: bool,
}

impl Met {
    /// What all functions of a module have together: drivers inline calls.
    fn of(module: &Module) -> Met {
        let mut met = Met::default();
        let mut quotients = 0;
        for (_, func) in module.functions.iter() {
            for inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
                let data = &func.insts[*inst];
                match data.op {
                    Op::UDiv | Op::URem | Op::SDiv => {
                        met.unsigned |= matches!(data.op, Op::UDiv | Op::URem);
                        let Some(result) = data.result else { continue };
                        let ty = func.ty(result);
                        if has_words(&module.types, ty) {
                            quotients += usize::from(module.types.components(ty));
                        }
                    }
                    Op::UToF => met.unsigned = true,
                    _ => {}
                }
            }
        }
        met.quotients = quotients > 1;
        met
    }
}

/// A sum or difference of 64 bits by its words: NVIDIA's compiler mixes up two quotients where a constant is
/// added to one of them, or comes to be when it unrolls a loop or takes a common factor out of a sum.
fn sum(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let &[x, y] = &data.args[..] else { return None };
    let ty = b.func.ty(x);
    if !has_words(b.types, ty) {
        return None;
    }
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(ty)) {
        let [x, y] = [x, y].map(|wide| {
            let wide = b.extract(wide, index);
            words(b, wide)
        });
        let low = b.op(data.op, &[x[0], y[0]]);
        // What is left of a sum is below its terms where it was too great for a word.
        let carries =
            if data.op == Op::IAdd { b.op(Op::ULt, &[low, y[0]]) } else { b.op(Op::ULt, &[x[0], y[0]]) };
        let (one, zero) = (b.i32(1), b.i32(0));
        let carry = b.op(Op::Select, &[carries, one, zero]);
        let high = b.op(data.op, &[x[1], y[1]]);
        let high = b.op(data.op, &[high, carry]);
        parts.push(joined(b, low, high));
    }
    Some(b.construct(&parts))
}

/// A byte or half of a word, extended with its sign, by shifts: where such a field becomes a float as an unsigned
/// number, or is part of an unsigned quotient, NVIDIA's compiler converts it with its sign.
fn field(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let &[word, offset, count] = &data.args[..] else { return None };
    let (offset, count) = (b.func.as_bits(offset)?, b.func.as_bits(count)?);
    if !matches!(count, 8 | 16) || offset % 8 != 0 || offset + count > 32 {
        return None;
    }
    let ty = b.func.ty(word);
    let (left, right) = (int(b, ty, 32 - offset - count), int(b, ty, 32 - count));
    let top = b.op(Op::Shl, &[word, left]);
    Some(b.op(Op::AShr, &[top, right]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legalise::avoid::tests::integers;
    use crate::simplify;
    use crate::testing::{apply, evaluate, module_of, ops};
    use nvc_ir::Types;
    use nvc_ir::imm::Imm;

    /// Two quotients of 64 bits, and what an operation with the first makes.
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
    fn sums_beside_two_quotients_are_those_of_words() {
        let numbers = || integers(64).into_iter().chain([0xffff_ffff, 1 << 32, 0x1234_5678_9abc_def1]);
        for op in [Op::IAdd, Op::ISub] {
            let mut module = beside_quotients(2, op);
            for pass in [&PASS, &simplify::PASS, &PASS] {
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
            apply(&PASS, &mut module);
            assert_eq!(ops(&module), [Op::Or, Op::UDiv, op]);
        }
    }

    /// A field of a parameter with its sign, and what an operation makes of it.
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
                    let float = b.stated(op, Imm::None, &[field], Types::F32);
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
                for pass in [&PASS, &simplify::PASS] {
                    apply(pass, &mut module);
                    assert!(!ops(&module).contains(&Op::SBfe), "behind {}", pass.name);
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
            let mut legal = module;
            apply(&PASS, &mut legal);
            assert!(ops(&legal).contains(&Op::SBfe));
        }
    }
}
