//! Executes reductions, scans and ballot operations of a warp.

use super::atomic;
use crate::code::WarpStep;
use crate::column::{Column, Mask, Registers, Slot, WIDTH, lanes};
use crate::kernels::{Kind, single};
use nvc_ir::Op;
use nvc_ir::imm::{AtomicOp, GroupForm, GroupOp, Imm};

/// Returns the result columns of a reduction or scan.
pub(super) fn arithmetic(registers: &Registers, mask: Mask, step: &WarpStep) -> Vec<Column> {
    let Imm::Group(op, form) = step.imm else { return Vec::new() };
    let values = step.args.first().map_or(&[] as &[Slot], |slots| slots);
    let second = step.args.get(1).and_then(|slots| slots.first()).map(|&slot| *registers.column(slot));
    let second = second.unwrap_or([0; WIDTH]);
    let members = |lane: usize| mask & part(form, lane, second[lane]);
    let combined = |values: &Column, lane: usize| {
        let mut rest = lanes(members(lane)).map(|lane| values[lane]);
        let first = rest.next().unwrap_or_else(|| identity(op, step.kind));
        rest.fold(first, |x, y| combine(op, step.kind, x, y))
    };
    let result = |&slot: &Slot| {
        let values = registers.column(slot);
        std::array::from_fn(|lane| combined(values, lane))
    };
    values.iter().map(result).collect()
}

/// Returns the lanes that contribute to a lane's result. `second` is the second operand: the cluster size or
/// the mask of the partition.
fn part(form: GroupForm, lane: usize, second: u64) -> Mask {
    let (own, below) = (1 << lane, (1 << lane) - 1);
    match form {
        GroupForm::Reduce => Mask::MAX,
        GroupForm::Inclusive => own | below,
        GroupForm::Exclusive => below,
        GroupForm::Clustered => {
            let size = usize::try_from(second).unwrap_or(WIDTH).clamp(1, WIDTH);
            let cluster = |other: &usize| other / size == lane / size;
            (0..WIDTH).filter(cluster).fold(0, |mask, other| mask | 1 << other)
        }
        GroupForm::PartitionedReduce => second as Mask,
        GroupForm::PartitionedInclusive => second as Mask & (own | below),
        GroupForm::PartitionedExclusive => second as Mask & below,
    }
}

/// Returns the identity element of an operator.
fn identity(op: GroupOp, kind: Kind) -> u64 {
    let bits = u32::from(kind.bits().clamp(1, 64));
    let all = u64::MAX >> (64 - bits);
    match op {
        GroupOp::IAdd | GroupOp::FAdd | GroupOp::UMax | GroupOp::Or | GroupOp::Xor => 0,
        GroupOp::IMul => 1,
        GroupOp::FMul => single::near(bits, 1.0),
        GroupOp::UMin | GroupOp::And => all,
        GroupOp::SMin => all >> 1,
        GroupOp::SMax => all / 2 + 1,
        GroupOp::FMin => single::near(bits, f64::INFINITY),
        GroupOp::FMax => single::near(bits, f64::NEG_INFINITY),
    }
}

/// Applies an operator to two values.
fn combine(op: GroupOp, kind: Kind, x: u64, y: u64) -> u64 {
    let bits = u32::from(kind.bits().clamp(1, 64));
    let same = match op {
        GroupOp::IMul => return x.wrapping_mul(y) & u64::MAX >> (64 - bits),
        GroupOp::FMul => return single::product(bits, x, y),
        GroupOp::IAdd => AtomicOp::Add,
        GroupOp::FAdd => AtomicOp::FAdd,
        GroupOp::SMin => AtomicOp::SMin,
        GroupOp::UMin => AtomicOp::UMin,
        GroupOp::FMin => AtomicOp::FMin,
        GroupOp::SMax => AtomicOp::SMax,
        GroupOp::UMax => AtomicOp::UMax,
        GroupOp::FMax => AtomicOp::FMax,
        GroupOp::And => AtomicOp::And,
        GroupOp::Or => AtomicOp::Or,
        GroupOp::Xor => AtomicOp::Xor,
    };
    atomic::apply(same, kind, x, [y, 0]).unwrap_or(x)
}

/// Returns the result of a ballot operation. `subgroup` is the mask of lanes in a subgroup; other bits of the
/// ballot are ignored.
pub(super) fn ballot_operation(step: &WarpStep, ballot: &Column, index: &Column, subgroup: Mask) -> Column {
    std::array::from_fn(|lane| {
        let bits = ballot[lane] as Mask & subgroup;
        u64::from(match step.op {
            Op::SubgroupInverseBallot => bits >> lane & 1,
            Op::SubgroupBallotBit => {
                u32::try_from(index[lane]).map_or(0, |n| bits.checked_shr(n).unwrap_or(0) & 1)
            }
            Op::SubgroupBallotLsb => bits.trailing_zeros(),
            // If no bit is set, the result is undefined; the interpreter returns all ones.
            Op::SubgroupBallotMsb => 31u32.wrapping_sub(bits.leading_zeros()),
            _ => match step.imm {
                Imm::Group(_, form) => (bits & part(form, lane, 0)).count_ones(),
                _ => bits.count_ones(),
            },
        })
    })
}
