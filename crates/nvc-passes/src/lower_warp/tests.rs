//! Compares lowered shuffles with the hardware's rule, and checks the instructions emitted for constant operands.

use super::PASS;
use crate::testing::{LANES, apply, evaluate, module_of, ops};
use nvc_ir::imm::{Imm, ShuffleMode};
use nvc_ir::{Builder, Module, Op, Types, Value};

/// Masks that compilers emit (widths 1 to 32, `up` with clamp 0), and irregular ones.
const MASKS: [u32; 14] = [
    0x1f,
    0x101f,
    0x181f,
    0x1c1f,
    0x1e1f,
    0x1f1f,
    0,
    0x1000,
    0x1800,
    0x1c00,
    0x0013,
    0x0a15,
    0x1507,
    0xffff_e31f,
];

/// The source lane, and whether it is in range, by the hardware's rule.
fn source(mode: ShuffleMode, lane: u32, index: u32, mask: u32) -> (i32, bool) {
    let (seg, clamp, index) = (mask >> 8 & 31, mask & 31, index & 31);
    let min = lane & seg;
    let max = (min | (clamp & !seg & 31)) as i32;
    match mode {
        ShuffleMode::Idx => {
            let s = (min | (index & !seg & 31)) as i32;
            (s, s <= max)
        }
        ShuffleMode::Up => {
            let s = lane as i32 - index as i32;
            (s, s >= max)
        }
        ShuffleMode::Down => {
            let s = (lane + index) as i32;
            (s, s <= max)
        }
        ShuffleMode::Xor => {
            let s = (lane ^ index) as i32;
            (s, s <= max)
        }
    }
}

/// The operand of the shuffle in a lane, different for each lane.
fn lane_value(lane: usize) -> u64 {
    0x1000 + lane as u64
}

fn lowered(build: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value) -> Module {
    let mut module = module_of(&[Types::I32, Types::I32, Types::I32], build);
    apply(&PASS, &mut module);
    for op in ops(&module) {
        assert!(!op.info().name.starts_with("nv."), "{} remains", op.info().name);
    }
    module
}

fn shuffle(mode: ShuffleMode, index: Option<u32>, mask: Option<u32>) -> Module {
    lowered(|b, args| {
        let index = index.map_or(args[1], |i| b.i32(i));
        let mask = mask.map_or(args[2], |m| b.i32(m));
        b.op_imm(Op::NvShuffle, Imm::Shuffle(mode), &[args[0], index, mask])
    })
}

fn valid(mode: ShuffleMode, index: Option<u32>, mask: Option<u32>) -> Module {
    lowered(|b, args| {
        let index = index.map_or(args[1], |i| b.i32(i));
        let mask = mask.map_or(args[2], |m| b.i32(m));
        b.op_imm(Op::NvShuffleValid, Imm::Shuffle(mode), &[index, mask])
    })
}

fn check(values: &Module, valids: &Module, mode: ShuffleMode, index: impl Fn(usize) -> u32, mask: u32) {
    let input = |lane: usize, param: usize| match param {
        0 => lane_value(lane),
        1 => u64::from(index(lane)),
        _ => u64::from(mask),
    };
    let (got, got_valid) = (evaluate(values, input), evaluate(valids, input));
    for lane in 0..LANES {
        let (s, in_range) = source(mode, lane as u32, index(lane), mask);
        let expected = if in_range { lane_value(s as usize) } else { lane_value(lane) };
        let case = format!("{} lane {lane} index {} mask {mask:#x}", mode.name(), index(lane));
        assert_eq!(got[lane], Some(expected), "{case}");
        assert_eq!(got_valid[lane], Some(u64::from(in_range)), "{case}");
    }
}

#[test]
fn constant_operands_follow_the_rule() {
    for &mode in ShuffleMode::ALL {
        for mask in MASKS {
            for index in 0..32 {
                let values = shuffle(mode, Some(index), Some(mask));
                let valids = valid(mode, Some(index), Some(mask));
                check(&values, &valids, mode, |_| index, mask);
            }
        }
    }
}

#[test]
fn variable_operands_follow_the_rule() {
    for &mode in ShuffleMode::ALL {
        let (any_values, any_valids) = (shuffle(mode, None, None), valid(mode, None, None));
        for mask in MASKS {
            let (values, valids) = (shuffle(mode, None, Some(mask)), valid(mode, None, Some(mask)));
            for index in 0..32 {
                check(&values, &valids, mode, |_| index, mask);
                // A different index in each lane; the shuffle ignores all but the low five bits.
                check(&any_values, &any_valids, mode, |lane| (lane as u32 * 7 + index) % 64, mask);
            }
        }
    }
}

#[test]
fn compiler_masks_lower_to_short_sequences() {
    for (width, mask) in [(32, 0x1f), (16, 0x101f), (8, 0x181f), (4, 0x1c1f), (2, 0x1e1f)] {
        let bare = shuffle(ShuffleMode::Xor, Some(width / 2), Some(mask));
        assert_eq!(ops(&bare), [Op::SubgroupShuffleXor], "width {width}");
        assert_eq!(ops(&valid(ShuffleMode::Xor, Some(width / 2), Some(mask))), [], "width {width}");
        assert_eq!(ops(&valid(ShuffleMode::Idx, None, Some(mask))), [], "width {width}");
    }
    assert_eq!(ops(&shuffle(ShuffleMode::Idx, Some(3), Some(0x1f))), [Op::SubgroupShuffle]);
    assert_eq!(ops(&shuffle(ShuffleMode::Idx, None, Some(0x1f))), [Op::And, Op::SubgroupShuffle]);
    let up = shuffle(ShuffleMode::Up, Some(1), Some(0));
    assert_eq!(ops(&up), [Op::Builtin, Op::ULe, Op::SubgroupShuffleUp, Op::Select]);
    let down = shuffle(ShuffleMode::Down, Some(1), Some(0x1f));
    assert_eq!(ops(&down), [Op::Builtin, Op::IAdd, Op::ULe, Op::SubgroupShuffleDown, Op::Select]);
    // A shuffle by distance 0 is the value itself.
    assert_eq!(ops(&shuffle(ShuffleMode::Up, Some(0), Some(0))), []);
}

#[test]
fn votes_and_matches() {
    let vote = |op: Op, threshold: u64| {
        let module = lowered(|b, args| {
            let five = b.i32(5);
            let x = b.op(Op::ULt, &[args[0], five]);
            b.op(op, &[x])
        });
        evaluate(&module, |lane, _| lane as u64 * threshold)[0]
    };
    assert_eq!(vote(Op::NvBallot, 1), Some(0b11111));
    for (op, none_above, some_above) in [(Op::NvAll, 1, 0), (Op::NvAny, 1, 1), (Op::NvEqual, 1, 0)] {
        assert_eq!(vote(op, 0), Some(none_above), "{}", op.info().name);
        assert_eq!(vote(op, 1), Some(some_above), "{}", op.info().name);
    }
    let matched = |op: Op, input: fn(usize) -> u64| {
        let module = lowered(|b, args| {
            let float = b.bitcast(args[0], Types::F32);
            b.op(op, &[float])
        });
        evaluate(&module, |lane, _| input(lane))[3]
    };
    // 0 and -0 have different bits.
    assert_eq!(matched(Op::NvMatchAny, |lane| (lane as u64 & 1) << 31), Some(0xaaaa_aaaa));
    assert_eq!(matched(Op::NvMatchAll, |lane| (lane as u64 & 1) << 31), Some(0));
    assert_eq!(matched(Op::NvMatchAll, |_| 0x7fc0_0000), Some(0xffff_ffff));
}
