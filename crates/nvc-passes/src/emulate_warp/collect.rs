//! The second half of an emulated warp operation, after each lane has written its operand to its slots of shared memory:
//! computes the result from the slots of the invocation's warp.

use super::lanes::{self, WIDTH};
use super::warps::Warps;
use super::words;
use crate::arith::{fold, fold_const};
use nvc_ir::imm::{GroupForm, Imm};
use nvc_ir::{Builder, Op, OwnedInst, Type, Value};

/// The result of an operation; `active` is the mask of lanes that execute it.
pub(super) fn result(
    warps: &mut Warps,
    b: &mut Builder<'_>,
    data: &OwnedInst,
    active: Value,
) -> Option<Value> {
    let ty = data.args.first().map(|&operand| b.func.ty(operand));
    Some(match (data.op, &data.args[..]) {
        (Op::SubgroupElect, _) => {
            let (first, lane) = (b.op(Op::FindLsb, &[active]), lanes::lane(b));
            b.op(Op::IEq, &[lane, first])
        }
        (Op::SubgroupBallot, &[x]) => {
            let word = votes(warps, b, x, active);
            mask_vector(b, word)
        }
        (Op::SubgroupAll, &[x]) => {
            let votes = votes(warps, b, x, active);
            b.op(Op::IEq, &[votes, active])
        }
        (Op::SubgroupAny, &[x]) => {
            let (votes, zero) = (votes(warps, b, x, active), b.i32(0));
            b.op(Op::INe, &[votes, zero])
        }
        (Op::SubgroupQuadAll | Op::SubgroupQuadAny, &[x]) => {
            let votes = votes(warps, b, x, active);
            let lane = lanes::lane(b);
            let first = fold_const(b, Op::And, lane, !3);
            let (quad, zero) = (b.i32(0xf), b.i32(0));
            let quad = b.op(Op::Shl, &[quad, first]);
            let voters = fold(b, Op::And, quad, active);
            let votes = fold(b, Op::And, quad, votes);
            match data.op {
                Op::SubgroupQuadAll => b.op(Op::IEq, &[votes, voters]),
                _ => b.op(Op::INe, &[votes, zero]),
            }
        }
        (Op::SubgroupAllEqual, &[x]) => {
            let same = same(warps, b, x, active);
            b.op(Op::IEq, &[same, active])
        }
        (Op::SubgroupPartition, &[x]) => {
            let same = same(warps, b, x, active);
            mask_vector(b, same)
        }
        (Op::SubgroupArithmetic, &[x, ref second @ ..]) => {
            let Imm::Group(op, form) = data.imm() else { return None };
            let mask = combined_lanes(b, form, active, second.first().copied());
            let ty = b.func.ty(x);
            warps.helpers.reduce(b, warps.values, op, ty, mask)
        }
        (_, args) => {
            let source = source(b, data, args, active)?;
            read(warps, b, source, ty?)
        }
    })
}

/// Loads the value that a lane of the warp published.
fn read(warps: &Warps, b: &mut Builder<'_>, lane: Value, ty: Type) -> Value {
    let lane = fold_const(b, Op::And, lane, WIDTH - 1);
    let base = lanes::base(b);
    let invocation = fold(b, Op::IAdd, base, lane);
    let count = words::count(b.types, ty);
    let parts: Vec<Value> = (0..count).map(|index| warps.values.load(b, invocation, index)).collect();
    words::value(b, &parts, ty)
}

/// The mask of active lanes in which a bool is true.
fn votes(warps: &mut Warps, b: &mut Builder<'_>, x: Value, active: Value) -> Value {
    match b.func.as_bits(x) {
        Some(0) => b.i32(0),
        Some(_) => active,
        None => {
            let one = b.i32(1);
            warps.helpers.equal(b, warps.values, active, &[one])
        }
    }
}

/// The mask of active lanes whose value has the same bits as this lane's.
fn same(warps: &mut Warps, b: &mut Builder<'_>, x: Value, active: Value) -> Value {
    let own = words::of(b, x);
    warps.helpers.equal(b, warps.values, active, &own)
}

/// A SPIR-V ballot: a vector of four 32-bit integers. A warp uses only the first.
fn mask_vector(b: &mut Builder<'_>, word: Value) -> Value {
    let zero = b.i32(0);
    b.construct(&[word, zero, zero, zero])
}

/// The lane that an operation reads from. An index that is out of range, for which the result is undefined, wraps around within
/// the warp when it is read.
fn source(b: &mut Builder<'_>, data: &OwnedInst, args: &[Value], active: Value) -> Option<Value> {
    let lane = lanes::lane(b);
    Some(match (data.op, args) {
        (Op::SubgroupShuffle | Op::SubgroupBroadcast, &[_, index]) => index,
        (Op::SubgroupShuffleXor, &[_, mask]) => fold(b, Op::Xor, lane, mask),
        (Op::SubgroupShuffleUp, &[_, distance]) => fold(b, Op::ISub, lane, distance),
        (Op::SubgroupShuffleDown, &[_, distance]) => fold(b, Op::IAdd, lane, distance),
        (Op::SubgroupBroadcastFirst, _) => b.op(Op::FindLsb, &[active]),
        (Op::SubgroupQuadBroadcast, &[_, index]) => {
            let first = fold_const(b, Op::And, lane, !3);
            fold(b, Op::IAdd, first, index)
        }
        (Op::SubgroupQuadSwap, _) => {
            let Imm::Index(direction) = data.imm() else { return None };
            fold_const(b, Op::Xor, lane, direction + 1)
        }
        (Op::SubgroupRotate, &[_, distance, ref cluster @ ..]) => {
            // Cluster sizes are powers of two (SPV_KHR_subgroup_rotate).
            let moved = fold(b, Op::IAdd, lane, distance);
            match cluster.first() {
                Some(&size) => {
                    let one = b.i32(1);
                    let place = fold(b, Op::ISub, size, one);
                    let keep = b.op(Op::Not, &[place]);
                    let (first, place) = (fold(b, Op::And, lane, keep), fold(b, Op::And, moved, place));
                    fold(b, Op::Or, first, place)
                }
                None => moved,
            }
        }
        _ => return None,
    })
}

/// The mask of lanes whose values a reduction or scan combines.
fn combined_lanes(b: &mut Builder<'_>, form: GroupForm, active: Value, second: Option<Value>) -> Value {
    let given = |b: &mut Builder<'_>| second.map_or(active, |mask| b.extract(mask, 0));
    let mask = match form {
        GroupForm::Reduce => return active,
        GroupForm::Inclusive => lanes::up_to(b),
        GroupForm::Exclusive => lanes::below(b),
        GroupForm::Clustered => cluster(b, second),
        GroupForm::PartitionedReduce => given(b),
        GroupForm::PartitionedInclusive => {
            let (given, scan) = (given(b), lanes::up_to(b));
            b.op(Op::And, &[given, scan])
        }
        GroupForm::PartitionedExclusive => {
            let (given, scan) = (given(b), lanes::below(b));
            b.op(Op::And, &[given, scan])
        }
    };
    fold(b, Op::And, active, mask)
}

/// The mask of the lanes in this lane's cluster. The cluster size is a power of two.
fn cluster(b: &mut Builder<'_>, size: Option<Value>) -> Value {
    let Some(size) = size else { return b.i32(u32::MAX) };
    let (one, width) = (b.i32(1), b.i32(WIDTH));
    let size = b.op(Op::UMin, &[size, width]);
    let unused = b.op(Op::ISub, &[width, size]);
    let all = b.i32(u32::MAX);
    let ones = b.op(Op::LShr, &[all, unused]);
    let places = b.op(Op::ISub, &[size, one]);
    let keep = b.op(Op::Not, &[places]);
    let lane = lanes::lane(b);
    let first = b.op(Op::And, &[lane, keep]);
    b.op(Op::Shl, &[ones, first])
}
