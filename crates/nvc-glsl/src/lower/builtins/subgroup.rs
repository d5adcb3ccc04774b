//! Subgroup functions (GL_KHR_shader_subgroup, GL_ARB_shader_ballot, GL_ARB_shader_group_vote,
//! GL_NV_shader_subgroup_partitioned).

use crate::builtins::operation::{SubgroupForm, SubgroupFunction as S};
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::types::Type;
use naga::{CollectiveOperation as C, Direction, ScalarKind as K, SubgroupOperation};
use nvc_ir::imm::{GroupForm, GroupOp, Imm, ShuffleMode};
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
                // SPIR-V 1.3 requires a constant lane.
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
            (S::Partition, _) => self.b.inst_with_type(Op::SubgroupPartition, Imm::None, &values, result),
            _ => {
                self.internal_error("unexpected arguments of a subgroup function");
                self.b.undef(result)
            }
        }
        .into()
    }

    /// `ballotARB`: the ballot of the first 64 lanes.
    fn ballot_64(&mut self, predicate: Value) -> Value {
        let four = self.b.types.vector(Types::I32, 4);
        let mask = self.b.inst_with_type(Op::SubgroupBallot, Imm::None, &[predicate], four);
        let low = self.shuffle(mask, &[0, 1]);
        self.b.bitcast(low, Types::I64)
    }

    /// `subgroupQuadBroadcast`; for a lane that is not constant, a selection among the four lanes.
    fn quad_broadcast(&mut self, value: Value, lane: Value) -> Value {
        if self.b.func.as_const(lane).is_some() {
            return self.b.op(Op::SubgroupQuadBroadcast, &[value, lane]);
        }
        let mut result = value;
        for number in (0..4).rev() {
            let number = self.b.i32(number);
            let of_lane = self.b.op(Op::SubgroupQuadBroadcast, &[value, number]);
            let chosen = self.b.op(Op::IEq, &[lane, number]);
            result = self.b.op(Op::Select, &[chosen, of_lane, result]);
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
