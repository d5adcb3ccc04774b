//! Functions on NVIDIA's 32-lane warps (GL_NV_shader_thread_shuffle, GL_NV_shader_thread_group,
//! GL_NV_gpu_shader5).

use super::prelude::*;
use WarpFunction as W;
use nvc_ir::imm::ShuffleMode;

const SHUFFLE: Needs = Needs::extensions(&["GL_NV_shader_thread_shuffle"]);
const GROUP: Needs = Needs::extensions(&["GL_NV_shader_thread_group"]);
const VOTE: Needs = Needs::extensions(&["GL_NV_gpu_shader5"]);
const SHUFFLED: &[Choice] = &[free(scalar::I32), free(scalar::U32), free(scalar::F32), free(scalar::BOOL)];

functions! { WARP:
    [SHUFFLED; SHUFFLE] {
        genT shuffleDownNV(genT, uint, uint, optional out bool) = Warp(W::Shuffle(ShuffleMode::Down));
        genT shuffleUpNV(genT, uint, uint, optional out bool) = Warp(W::Shuffle(ShuffleMode::Up));
        genT shuffleXorNV(genT, uint, uint, optional out bool) = Warp(W::Shuffle(ShuffleMode::Xor));
        genT shuffleNV(genT, uint, uint, optional out bool) = Warp(W::Shuffle(ShuffleMode::Idx));
    }
    [NONE; GROUP] {
        uint activeThreadsNV() = Warp(W::Active);
        uint ballotThreadNV(bool) = Warp(W::Ballot);
    }
    [NONE; VOTE] {
        bool anyThreadNV(bool) = Warp(W::Any);
        bool allThreadsNV(bool) = Warp(W::All);
        bool allThreadsEqualNV(bool) = Warp(W::AllEqual);
    }
}
