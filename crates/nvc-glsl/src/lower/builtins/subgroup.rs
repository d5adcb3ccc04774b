//! Lowers subgroup functions (GL_KHR_shader_subgroup_*, GL_EXT_shader_quad_control, GL_ARB_shader_ballot,
//! GL_ARB_shader_group_vote, GL_NV_shader_subgroup_partitioned, GL_AMD_shader_ballot).

use crate::builtins::operation::{SubgroupForm, SubgroupFunction as S};
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::types::{ScalarKind as K, Type};
use naga::{CollectiveOperation as C, Direction, SubgroupOperation};
use nvc_ir::imm::{Builtin, GroupForm, GroupOp, Imm, ShuffleMode};
use nvc_ir::{Op, Types, Value};

impl Lowerer<'_, '_> {
    pub(super) fn subgroup(&mut self, function: S, args: &[ExprHandle], ty: Type) -> Rvalue {
        let kind = self.argument_kind(args, 0);
        let values: Vec<Value> = args.iter().map(|&arg| self.value(arg)).collect();
        let result = self.value_type(ty);
        match (function, &values[..]) {
            (S::Elect, []) => self.b.op(Op::SubgroupElect, &[]),
            (S::Any, _) => self.b.op(Op::SubgroupAny, &values),
            (S::All, _) => self.b.op(Op::SubgroupAll, &values),
            (S::AllEqual, _) => self.b.op(Op::SubgroupAllEqual, &values),
            (S::Ballot, &[predicate]) => {
                self.b.inst_with_type(Op::SubgroupBallot, Imm::None, &[predicate], result)
            }
            (S::Ballot64, &[predicate]) => self.ballot_64(predicate),
            (S::InverseBallot, _) => self.b.op(Op::SubgroupInverseBallot, &values),
            (S::BallotBitExtract, _) => self.b.op(Op::SubgroupBallotBit, &values),
            (S::BallotBitCount(form), _) => {
                let imm = Imm::Group(GroupOp::IAdd, collective(form));
                self.b.op_imm(Op::SubgroupBallotCount, imm, &values)
            }
            (S::BallotFindLsb, _) => self.b.op(Op::SubgroupBallotLsb, &values),
            (S::BallotFindMsb, _) => self.b.op(Op::SubgroupBallotMsb, &values),
            (S::Broadcast, &[value, lane]) => {
                // SPIR-V before version 1.5 requires a constant lane for a broadcast.
                let known = self.b.func.as_const(lane).is_some();
                self.b.op(if known { Op::SubgroupBroadcast } else { Op::SubgroupShuffle }, &[value, lane])
            }
            (S::BroadcastFirst, _) => self.b.op(Op::SubgroupBroadcastFirst, &values),
            (S::Shuffle(mode), _) => {
                let op = match mode {
                    ShuffleMode::Idx => Op::SubgroupShuffle,
                    ShuffleMode::Xor => Op::SubgroupShuffleXor,
                    ShuffleMode::Up => Op::SubgroupShuffleUp,
                    ShuffleMode::Down => Op::SubgroupShuffleDown,
                };
                self.b.op(op, &values)
            }
            (S::Rotate, _) => self.b.op(Op::SubgroupRotate, &values),
            (S::Arithmetic(op, form), _) => {
                let op = group_operation(op, kind);
                let form = match form {
                    SubgroupForm::All(form) => collective(form),
                    SubgroupForm::Clustered => GroupForm::Clustered,
                    SubgroupForm::Partitioned(C::Reduce) => GroupForm::PartitionedReduce,
                    SubgroupForm::Partitioned(C::InclusiveScan) => GroupForm::PartitionedInclusive,
                    SubgroupForm::Partitioned(C::ExclusiveScan) => GroupForm::PartitionedExclusive,
                };
                self.b.op_imm(Op::SubgroupArithmetic, Imm::Group(op, form), &values)
            }
            (S::QuadBroadcast, &[value, lane]) => self.quad_broadcast(value, lane),
            (S::QuadSwap(direction), _) => {
                let number = match direction {
                    Direction::X => 0,
                    Direction::Y => 1,
                    Direction::Diagonal => 2,
                };
                self.b.op_imm(Op::SubgroupQuadSwap, Imm::Index(number), &values)
            }
            (S::QuadAll, _) => self.b.op(Op::SubgroupQuadAll, &values),
            (S::QuadAny, _) => self.b.op(Op::SubgroupQuadAny, &values),
            (S::Swizzle, &[value, offsets]) => self.swizzle(value, offsets),
            (S::SwizzleMasked, &[value, masks]) => self.swizzle_masked(value, masks),
            (S::Write, &[value, written, lane]) => {
                let own = self.b.builtin(Builtin::SubgroupLane, Types::I32);
                let here = self.b.op(Op::IEq, &[own, lane]);
                self.b.op(Op::Select, &[here, written, value])
            }
            (S::CountBelow, &[mask]) => self.count_below(mask),
            (S::Partition, _) => self.b.inst_with_type(Op::SubgroupPartition, Imm::None, &values, result),
            _ => {
                self.internal_error("unexpected arguments of a subgroup function");
                self.b.undef(result)
            }
        }
        .into()
    }

    /// Lowers `ballotARB`: the ballot of the first 64 lanes.
    fn ballot_64(&mut self, predicate: Value) -> Value {
        let four = self.b.types.vector(Types::I32, 4);
        let mask = self.b.inst_with_type(Op::SubgroupBallot, Imm::None, &[predicate], four);
        let low = self.shuffle(mask, &[0, 1]);
        self.b.bitcast(low, Types::I64)
    }

    /// Lowers `swizzleInvocationsAMD`: lane i of each quad reads from the lane of the same quad whose index is
    /// component i of `offsets`.
    fn swizzle(&mut self, value: Value, offsets: Value) -> Value {
        let lane = self.b.builtin(Builtin::SubgroupLane, Types::I32);
        let (low, high) = (self.b.i32(3), self.b.i32(!3));
        let position = self.b.op(Op::And, &[lane, low]);
        let offset = self.b.inst_with_type(Op::ExtractDynamic, Imm::None, &[offsets, position], Types::I32);
        let offset = self.b.op(Op::And, &[offset, low]);
        let first = self.b.op(Op::And, &[lane, high]);
        let index = self.b.op(Op::Or, &[first, offset]);
        self.b.op(Op::SubgroupShuffle, &[value, index])
    }

    /// Lowers `swizzleInvocationsMaskedAMD`: each lane reads from the lane whose index, within the same group
    /// of 32, is its own index after AND, OR and XOR with the masks.
    fn swizzle_masked(&mut self, value: Value, masks: Value) -> Value {
        let lane = self.b.builtin(Builtin::SubgroupLane, Types::I32);
        let (low, high) = (self.b.i32(31), self.b.i32(!31));
        let parts = self.components(masks);
        let mut position = self.b.op(Op::And, &[lane, low]);
        for (op, &mask) in [Op::And, Op::Or, Op::Xor].into_iter().zip(&parts) {
            position = self.b.op(op, &[position, mask]);
        }
        let position = self.b.op(Op::And, &[position, low]);
        let first = self.b.op(Op::And, &[lane, high]);
        let index = self.b.op(Op::Or, &[first, position]);
        self.b.op(Op::SubgroupShuffle, &[value, index])
    }

    /// Lowers `mbcntAMD`: the number of set mask bits below the bit of this lane.
    fn count_below(&mut self, mask: Value) -> Value {
        let lane = self.b.builtin(Builtin::SubgroupLane, Types::I32);
        let lane = self.b.inst_with_type(Op::ZExt, Imm::None, &[lane], Types::I64);
        let below = self.lane_mask(naga::BinaryOperator::Less, lane);
        let bits = self.b.op(Op::And, &[mask, below]);
        let pair = self.b.types.vector(Types::I32, 2);
        let words = self.b.bitcast(bits, pair);
        let counts = self.b.op(Op::BitCount, &[words]);
        let (low, high) = (self.component(counts, 0), self.component(counts, 1));
        self.b.op(Op::IAdd, &[low, high])
    }

    /// Lowers `subgroupQuadBroadcast`. If the lane index is not constant, the result is selected among the
    /// broadcasts of all four lanes.
    fn quad_broadcast(&mut self, value: Value, lane: Value) -> Value {
        if self.b.func.as_const(lane).is_some() {
            return self.b.op(Op::SubgroupQuadBroadcast, &[value, lane]);
        }
        let mut result = value;
        for number in (0..4).rev() {
            let number = self.b.i32(number);
            let broadcast = self.b.op(Op::SubgroupQuadBroadcast, &[value, number]);
            let chosen = self.b.op(Op::IEq, &[lane, number]);
            result = self.b.op(Op::Select, &[chosen, broadcast, result]);
        }
        result
    }
}

fn collective(form: C) -> GroupForm {
    match form {
        C::Reduce => GroupForm::Reduce,
        C::InclusiveScan => GroupForm::Inclusive,
        C::ExclusiveScan => GroupForm::Exclusive,
    }
}

fn group_operation(op: SubgroupOperation, kind: K) -> GroupOp {
    use SubgroupOperation as O;
    let pick = |f, s, u| match kind {
        K::Float => f,
        K::Sint => s,
        _ => u,
    };
    match op {
        O::Add => pick(GroupOp::FAdd, GroupOp::IAdd, GroupOp::IAdd),
        O::Mul => pick(GroupOp::FMul, GroupOp::IMul, GroupOp::IMul),
        O::Min => pick(GroupOp::FMin, GroupOp::SMin, GroupOp::UMin),
        O::Max => pick(GroupOp::FMax, GroupOp::SMax, GroupOp::UMax),
        O::And | O::All => GroupOp::And,
        O::Or | O::Any => GroupOp::Or,
        O::Xor => GroupOp::Xor,
    }
}
