//! Subgroup functions: GL_KHR_shader_subgroup_* (without barriers), GL_EXT_shader_subgroup_extended_types_*,
//! GL_EXT_shader_quad_control, GL_NV_shader_subgroup_partitioned, GL_ARB_shader_ballot, GL_ARB_shader_group_vote.

use super::prelude::*;
use SubgroupForm as Form;
use SubgroupFunction as S;
use naga::{CollectiveOperation as C, Direction, SubgroupOperation as Op};
use nvc_ir::imm::ShuffleMode;

const BASIC: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_basic"]);
const VOTE: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_vote"]);
const ARITHMETIC: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_arithmetic"]);
const BALLOT: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_ballot"]);
const SHUFFLE: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_shuffle"]);
const RELATIVE: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_shuffle_relative"]);
const CLUSTERED: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_clustered"]);
const QUAD: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_quad"]);
const QUAD_CONTROL: Needs = Needs::extensions(&["GL_EXT_shader_quad_control"]);
const ROTATE: Needs = Needs::extensions(&["GL_KHR_shader_subgroup_rotate"]);
const PARTITIONED: Needs = Needs::extensions(&["GL_NV_shader_subgroup_partitioned"]);
const BALLOT_ARB: Needs = Needs::extensions(&["GL_ARB_shader_ballot"]);
const GROUP_VOTE: Needs = Needs::version(460, 0, &[]);
const GROUP_VOTE_ARB: Needs = Needs::extensions(&["GL_ARB_shader_group_vote"]);

const HALF_VALUES: Needs = Needs::extensions(&["GL_EXT_shader_subgroup_extended_types_float16"]);
const INT8_VALUES: Needs = Needs::extensions(&["GL_EXT_shader_subgroup_extended_types_int8"]);
const INT16_VALUES: Needs = Needs::extensions(&["GL_EXT_shader_subgroup_extended_types_int16"]);
const INT64_VALUES: Needs = Needs::extensions(&["GL_EXT_shader_subgroup_extended_types_int64"]);

const B: Choice = free(scalar::BOOL);
const I32: Choice = free(scalar::I32);
const U32: Choice = free(scalar::U32);
const F32: Choice = free(scalar::F32);
const F64: Choice = with(scalar::F64, DOUBLE);
const F16: Choice = with(scalar::F16, HALF_VALUES);
const I8: Choice = with(scalar::I8, INT8_VALUES);
const U8: Choice = with(scalar::U8, INT8_VALUES);
const I16: Choice = with(scalar::I16, INT16_VALUES);
const U16: Choice = with(scalar::U16, INT16_VALUES);
const I64: Choice = with(scalar::I64, INT64_VALUES);
const U64: Choice = with(scalar::U64, INT64_VALUES);
const VALUES: &[Choice] = &[F32, I32, U32, B, F64, F16, I8, U8, I16, U16, I64, U64];
const NUMBERS: &[Choice] = &[F32, I32, U32, F64, F16, I8, U8, I16, U16, I64, U64];
const BITS: &[Choice] = &[I32, U32, B, I8, U8, I16, U16, I64, U64];
const ARB_VALUES: &[Choice] = &[F32, I32, U32];

const ALL: Form = Form::All(C::Reduce);
const INCLUSIVE: Form = Form::All(C::InclusiveScan);
const EXCLUSIVE: Form = Form::All(C::ExclusiveScan);

functions! { SUBGROUP:
    [NONE; BASIC] {
        bool subgroupElect() = Subgroup(S::Elect);
    }
    [NONE; VOTE] {
        bool subgroupAll(bool) = Subgroup(S::All);
        bool subgroupAny(bool) = Subgroup(S::Any);
    }
    [VALUES; VOTE] {
        bool subgroupAllEqual(genT) = Subgroup(S::AllEqual);
    }
    [VALUES; BALLOT] {
        genT subgroupBroadcast(genT, uint) = Subgroup(S::Broadcast);
        genT subgroupBroadcastFirst(genT) = Subgroup(S::BroadcastFirst);
    }
    [NONE; BALLOT] {
        uvec4 subgroupBallot(bool) = Subgroup(S::Ballot);
        bool subgroupInverseBallot(uvec4) = Subgroup(S::InverseBallot);
        bool subgroupBallotBitExtract(uvec4, uint) = Subgroup(S::BallotBitExtract);
        uint subgroupBallotBitCount(uvec4) = Subgroup(S::BallotBitCount(C::Reduce));
        uint subgroupBallotInclusiveBitCount(uvec4) = Subgroup(S::BallotBitCount(C::InclusiveScan));
        uint subgroupBallotExclusiveBitCount(uvec4) = Subgroup(S::BallotBitCount(C::ExclusiveScan));
        uint subgroupBallotFindLSB(uvec4) = Subgroup(S::BallotFindLsb);
        uint subgroupBallotFindMSB(uvec4) = Subgroup(S::BallotFindMsb);
    }
    [VALUES; SHUFFLE] {
        genT subgroupShuffle(genT, uint) = Subgroup(S::Shuffle(ShuffleMode::Idx));
        genT subgroupShuffleXor(genT, uint) = Subgroup(S::Shuffle(ShuffleMode::Xor));
    }
    [VALUES; RELATIVE] {
        genT subgroupShuffleUp(genT, uint) = Subgroup(S::Shuffle(ShuffleMode::Up));
        genT subgroupShuffleDown(genT, uint) = Subgroup(S::Shuffle(ShuffleMode::Down));
    }
    [VALUES; ROTATE] {
        genT subgroupRotate(genT, uint) = Subgroup(S::Rotate);
        genT subgroupClusteredRotate(genT, uint, const uint) = Subgroup(S::Rotate);
    }
    [NONE; QUAD_CONTROL] {
        bool subgroupQuadAll(bool) = Subgroup(S::QuadAll);
        bool subgroupQuadAny(bool) = Subgroup(S::QuadAny);
    }
    [VALUES; QUAD] {
        genT subgroupQuadBroadcast(genT, uint) = Subgroup(S::QuadBroadcast);
        genT subgroupQuadSwapHorizontal(genT) = Subgroup(S::QuadSwap(Direction::X));
        genT subgroupQuadSwapVertical(genT) = Subgroup(S::QuadSwap(Direction::Y));
        genT subgroupQuadSwapDiagonal(genT) = Subgroup(S::QuadSwap(Direction::Diagonal));
    }
}

functions! { SUBGROUP_ARITHMETIC:
    [NUMBERS; ARITHMETIC] {
        genT subgroupAdd(genT) = Subgroup(S::Arithmetic(Op::Add, ALL));
        genT subgroupMul(genT) = Subgroup(S::Arithmetic(Op::Mul, ALL));
        genT subgroupMin(genT) = Subgroup(S::Arithmetic(Op::Min, ALL));
        genT subgroupMax(genT) = Subgroup(S::Arithmetic(Op::Max, ALL));
        genT subgroupInclusiveAdd(genT) = Subgroup(S::Arithmetic(Op::Add, INCLUSIVE));
        genT subgroupInclusiveMul(genT) = Subgroup(S::Arithmetic(Op::Mul, INCLUSIVE));
        genT subgroupInclusiveMin(genT) = Subgroup(S::Arithmetic(Op::Min, INCLUSIVE));
        genT subgroupInclusiveMax(genT) = Subgroup(S::Arithmetic(Op::Max, INCLUSIVE));
        genT subgroupExclusiveAdd(genT) = Subgroup(S::Arithmetic(Op::Add, EXCLUSIVE));
        genT subgroupExclusiveMul(genT) = Subgroup(S::Arithmetic(Op::Mul, EXCLUSIVE));
        genT subgroupExclusiveMin(genT) = Subgroup(S::Arithmetic(Op::Min, EXCLUSIVE));
        genT subgroupExclusiveMax(genT) = Subgroup(S::Arithmetic(Op::Max, EXCLUSIVE));
    }
    [BITS; ARITHMETIC] {
        genT subgroupAnd(genT) = Subgroup(S::Arithmetic(Op::And, ALL));
        genT subgroupOr(genT) = Subgroup(S::Arithmetic(Op::Or, ALL));
        genT subgroupXor(genT) = Subgroup(S::Arithmetic(Op::Xor, ALL));
        genT subgroupInclusiveAnd(genT) = Subgroup(S::Arithmetic(Op::And, INCLUSIVE));
        genT subgroupInclusiveOr(genT) = Subgroup(S::Arithmetic(Op::Or, INCLUSIVE));
        genT subgroupInclusiveXor(genT) = Subgroup(S::Arithmetic(Op::Xor, INCLUSIVE));
        genT subgroupExclusiveAnd(genT) = Subgroup(S::Arithmetic(Op::And, EXCLUSIVE));
        genT subgroupExclusiveOr(genT) = Subgroup(S::Arithmetic(Op::Or, EXCLUSIVE));
        genT subgroupExclusiveXor(genT) = Subgroup(S::Arithmetic(Op::Xor, EXCLUSIVE));
    }
}

functions! { SUBGROUP_CLUSTERED:
    [NUMBERS; CLUSTERED] {
        genT subgroupClusteredAdd(genT, const uint) = Subgroup(S::Arithmetic(Op::Add, Form::Clustered));
        genT subgroupClusteredMul(genT, const uint) = Subgroup(S::Arithmetic(Op::Mul, Form::Clustered));
        genT subgroupClusteredMin(genT, const uint) = Subgroup(S::Arithmetic(Op::Min, Form::Clustered));
        genT subgroupClusteredMax(genT, const uint) = Subgroup(S::Arithmetic(Op::Max, Form::Clustered));
    }
    [BITS; CLUSTERED] {
        genT subgroupClusteredAnd(genT, const uint) = Subgroup(S::Arithmetic(Op::And, Form::Clustered));
        genT subgroupClusteredOr(genT, const uint) = Subgroup(S::Arithmetic(Op::Or, Form::Clustered));
        genT subgroupClusteredXor(genT, const uint) = Subgroup(S::Arithmetic(Op::Xor, Form::Clustered));
    }
}

functions! { SUBGROUP_PARTITIONED:
    [NUMBERS; PARTITIONED] {
        genT subgroupPartitionedAddNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Add, Form::Partitioned(C::Reduce)));
        genT subgroupPartitionedMulNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Mul, Form::Partitioned(C::Reduce)));
        genT subgroupPartitionedMinNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Min, Form::Partitioned(C::Reduce)));
        genT subgroupPartitionedMaxNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Max, Form::Partitioned(C::Reduce)));
        genT subgroupPartitionedInclusiveAddNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Add, Form::Partitioned(C::InclusiveScan)));
        genT subgroupPartitionedInclusiveMulNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Mul, Form::Partitioned(C::InclusiveScan)));
        genT subgroupPartitionedInclusiveMinNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Min, Form::Partitioned(C::InclusiveScan)));
        genT subgroupPartitionedInclusiveMaxNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Max, Form::Partitioned(C::InclusiveScan)));
        genT subgroupPartitionedExclusiveAddNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Add, Form::Partitioned(C::ExclusiveScan)));
        genT subgroupPartitionedExclusiveMulNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Mul, Form::Partitioned(C::ExclusiveScan)));
        genT subgroupPartitionedExclusiveMinNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Min, Form::Partitioned(C::ExclusiveScan)));
        genT subgroupPartitionedExclusiveMaxNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Max, Form::Partitioned(C::ExclusiveScan)));
    }
    [BITS; PARTITIONED] {
        genT subgroupPartitionedAndNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::And, Form::Partitioned(C::Reduce)));
        genT subgroupPartitionedOrNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Or, Form::Partitioned(C::Reduce)));
        genT subgroupPartitionedXorNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Xor, Form::Partitioned(C::Reduce)));
        genT subgroupPartitionedInclusiveAndNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::And, Form::Partitioned(C::InclusiveScan)));
        genT subgroupPartitionedInclusiveOrNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Or, Form::Partitioned(C::InclusiveScan)));
        genT subgroupPartitionedInclusiveXorNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Xor, Form::Partitioned(C::InclusiveScan)));
        genT subgroupPartitionedExclusiveAndNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::And, Form::Partitioned(C::ExclusiveScan)));
        genT subgroupPartitionedExclusiveOrNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Or, Form::Partitioned(C::ExclusiveScan)));
        genT subgroupPartitionedExclusiveXorNV(genT, uvec4) = Subgroup(S::Arithmetic(Op::Xor, Form::Partitioned(C::ExclusiveScan)));
    }
    [VALUES; PARTITIONED] {
        uvec4 subgroupPartitionNV(genT) = Subgroup(S::Partition);
    }
}

functions! { INVOCATION_GROUP:
    [NONE; GROUP_VOTE] {
        bool anyInvocation(bool) = Subgroup(S::Any);
        bool allInvocations(bool) = Subgroup(S::All);
        bool allInvocationsEqual(bool) = Subgroup(S::AllEqual);
    }
    [NONE; GROUP_VOTE_ARB] {
        bool anyInvocationARB(bool) = Subgroup(S::Any);
        bool allInvocationsARB(bool) = Subgroup(S::All);
        bool allInvocationsEqualARB(bool) = Subgroup(S::AllEqual);
    }
    [NONE; BALLOT_ARB] {
        uint64_t ballotARB(bool) = Subgroup(S::Ballot64);
    }
    [ARB_VALUES; BALLOT_ARB] {
        genT readInvocationARB(genT, uint) = Subgroup(S::Broadcast);
        genT readFirstInvocationARB(genT) = Subgroup(S::BroadcastFirst);
    }
}
