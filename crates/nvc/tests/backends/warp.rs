//! Tests `--warp`: with emulated warps, programs compute the same memory contents on subgroups of several sizes as with
//! native warps, and cooperative matrices are refused; `--warp intel` emits Intel's shuffles.

use nvc::internals::{self, Module, Phase};
use nvc::{Code, Compiler, Options, Warp};
use nvc_exec::{Dispatch, Resources};
use nvc_interp::{Config, run};
use nvc_ir::ResourceClass;

/// Size of the only buffer in 32-bit words.
const WORDS: usize = 1024;

fn module(name: &str, source: &str, options: &Options) -> Module {
    let made = internals::module(&Compiler::new(options.clone()), name, source.as_bytes(), Phase::Legal);
    made.unwrap_or_else(|error| panic!("{error}")).0
}

/// Returns the memory after running a program on subgroups of `lanes` invocations.
fn memory(module: &Module, lanes: u32, group_size: Option<[u32; 3]>) -> Vec<u8> {
    let mut resources = Resources::default();
    let start: Vec<u8> =
        (0..WORDS as u32).flat_map(|n| (n.wrapping_mul(0x9e37_79b9) >> 7).to_le_bytes()).collect();
    resources.buffers.insert((ResourceClass::Storage, 0), start);
    let dispatch = Dispatch { groups: [2, 1, 1], group_size, ..Dispatch::default() };
    let config = Config {
        lanes,
        limits: nvc::Limits::new().with(nvc::Limit::RunSteps, 50_000_000),
        ..Config::default()
    };
    run(module, &dispatch, &mut resources, &config, None).unwrap_or_else(|fault| panic!("{}", fault.message));
    resources.buffers.remove(&(ResourceClass::Storage, 0)).unwrap_or_default()
}

/// Checks that a program computes the same memory contents with native and emulated warps.
fn same(body: &str, size: &str, group_size: Option<[u32; 3]>) {
    let source = format!(
        "#version 460\n\
         #extension GL_NV_shader_thread_group : require\n\
         #extension GL_NV_shader_thread_shuffle : require\n\
         #extension GL_KHR_shader_subgroup_basic : require\n\
         #extension GL_KHR_shader_subgroup_arithmetic : require\n\
         #extension GL_KHR_shader_subgroup_ballot : require\n\
         #extension GL_KHR_shader_subgroup_vote : require\n\
         #extension GL_ARB_compute_variable_group_size : enable\n\
         layout({size}) in;\n\
         layout(std430, binding = 0) buffer Words {{ uint words[]; }};\n\
         shared uint mem[256];\n\
         {body}"
    );
    let native = memory(&module("x.comp", &source, &Options::default()), 32, group_size);
    for level in [nvc::OptLevel::None, nvc::OptLevel::Full] {
        let options = Options::new().with_warp(Warp::Emulate).with_opt_level(level);
        let emulated = module("x.comp", &source, &options);
        for lanes in [32, 8, 5] {
            assert_eq!(memory(&emulated, lanes, group_size), native, "{level:?} on {lanes} lanes:\n{source}");
        }
    }
}

#[test]
fn uniform_control_flow() {
    let body = "void main() {\n\
        uint i = gl_GlobalInvocationID.x, x = words[i];\n\
        for (uint d = 1u; d < 32u; d *= 2u) x += shuffleXorNV(x, d, 32u);\n\
        uint k = 0u;\n\
        while (k < gl_WorkGroupID.x + 2u) { x ^= ballotThreadNV((x >> k & 1u) != 0u); ++k; }\n\
        words[i] = x + gl_ThreadInWarpNV + (gl_SubgroupID << 8);\n\
        words[i + 256u] = subgroupAdd(i) + uint(subgroupAllEqual(i / 32u)); }";
    for size in ["local_size_x = 96", "local_size_x = 32"] {
        same(body, size, None);
    }
}

/// Warps with fewer lanes are well defined except for shuffles from lanes that do not exist, which this test
/// avoids.
#[test]
fn warps_with_fewer_lanes() {
    let body = "void main() {\n\
        uint i = gl_LocalInvocationIndex + gl_WorkGroupID.x * 128u, x = words[i];\n\
        x ^= ballotThreadNV((x & 1u) != 0u) + activeThreadsNV() + gl_NumSubgroups;\n\
        x += subgroupMin(x) ^ subgroupExclusiveAdd(x) ^ subgroupBroadcastFirst(x);\n\
        words[i] = x; }";
    for size in ["local_size_x = 20", "local_size_x = 70", "local_size_x = 5, local_size_y = 9"] {
        same(body, size, None);
    }
    same(body, "local_size_variable", Some([7, 3, 2]));
}

#[test]
fn branches_and_returns() {
    let body = "void main() {\n\
        uint i = gl_GlobalInvocationID.x, x = words[i], y = 0u;\n\
        if ((x & 3u) == 0u) return;\n\
        if ((x & 4u) != 0u) {\n\
            y = activeThreadsNV();\n\
            if ((x & 8u) != 0u) y += subgroupAdd(x); else y ^= ballotThreadNV((x & 16u) != 0u);\n\
            y += activeThreadsNV();\n\
        } else y = shuffleNV(x, gl_ThreadInWarpNV, 32u) + uint(subgroupElect());\n\
        words[i] = y ^ activeThreadsNV(); }";
    same(body, "local_size_x = 64", None);
    same(body, "local_size_x = 40", None);
}

#[test]
fn loops_that_lanes_leave_one_by_one() {
    let body = "void main() {\n\
        uint i = gl_GlobalInvocationID.x, x = words[i], y = 0u;\n\
        for (uint k = 0u; k < (x & 7u); ++k) {\n\
            if (((x >> k) & 1u) != 0u) continue;\n\
            y = y * 3u + activeThreadsNV();\n\
            if (((x >> k) & 6u) == 6u) break;\n\
            for (uint j = 0u; j < 3u; ++j) { if (j == (x & 3u)) break; y += bitCount(activeThreadsNV()); }\n\
            y ^= ballotThreadNV((y & 1u) != 0u);\n\
        }\n\
        words[i] = y + activeThreadsNV(); }";
    same(body, "local_size_x = 64", None);
    same(body, "local_size_variable", Some([48, 1, 1]));
}

#[test]
fn switches_calls_and_barriers() {
    let body = "uint vote(uint x, uint mask) {\n\
            if ((x & mask) == 0u) return 7u;\n\
            uint all = activeThreadsNV();\n\
            return all ^ subgroupInclusiveAdd(x & 255u);\n\
        }\n\
        void main() {\n\
        uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, x = words[i], y = 0u;\n\
        switch (x & 3u) {\n\
            case 0u: y = vote(x, 12u); break;\n\
            case 1u: y = activeThreadsNV();\n\
            case 2u: y += vote(x, 48u); break;\n\
            default: y = 1u;\n\
        }\n\
        mem[l] = y;\n\
        barrier();\n\
        y += mem[(l + 33u) % gl_WorkGroupSize.x];\n\
        if ((y & 1u) != 0u) y += vote(y, 6u);\n\
        barrier();\n\
        mem[l] = y;\n\
        barrier();\n\
        words[i] = mem[gl_WorkGroupSize.x - 1u - l] + y; }";
    same(body, "local_size_x = 64", None);
    same(body, "local_size_x = 33", None);
}

#[test]
fn vectors_and_wide_values() {
    let body = "void main() {\n\
        uint i = gl_GlobalInvocationID.x; uvec3 v = uvec3(words[i], i, ~i);\n\
        vec4 f = vec4(v.x & 1023u, v.y, -1.0, 0.5);\n\
        if (gl_LocalInvocationIndex > 3u) {\n\
            v = shuffleDownNV(v, 3u, 16u); f = subgroupInclusiveAdd(f);\n\
            v.y ^= uint(shuffleXorNV((v.x & 1u) != 0u, 1u, 32u));\n\
        }\n\
        words[i] = v.x ^ v.y * 3u ^ v.z * 5u; words[i + 256u] = uint(f.x + f.y) + uint(subgroupAllEqual(f.zw)); }";
    same(body, "local_size_x = 64", None);
}

#[test]
fn matrices_are_refused() {
    let source = "#version 450\n\
        #extension GL_NV_cooperative_matrix : require\n\
        #extension GL_KHR_memory_scope_semantics : require\n\
        #extension GL_KHR_shader_subgroup_basic : require\n\
        layout(local_size_x = 32) in;\n\
        layout(binding = 0) buffer Numbers { float numbers[]; };\n\
        void main() {\n\
            fcoopmatNV<32, gl_ScopeSubgroup, 16, 16> m;\n\
            coopMatLoadNV(m, numbers, 0, 16, false);\n\
            coopMatStoreNV(m, numbers, gl_SubgroupID * 256, 16, false);\n\
        }\n";
    let source = nvc::Source::new("m.comp", source);
    let error = Compiler::new(Options::new().with_warp(Warp::Emulate)).compile(&source);
    let error = error.expect_err("matrices need subgroups");
    let codes: Vec<Code> = error.diagnostics().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::N0604]);
    assert!(Compiler::default().compile(&source).is_ok());
}

#[test]
fn intel_shuffles_are_emitted() {
    let source = "!!NVcp5.0\n\
        OPTION NV_shader_storage_buffer;\nOPTION NV_shader_thread_group;\nOPTION NV_shader_thread_shuffle;\n\
        GROUP_SIZE 32;\nSTORAGE words[] = { program.storage[0] };\nTEMP at, x, y;\n\
        MUL.U at.x, invocation.localindex, 4;\nLDB.U32 x.x, words[at.x];\n\
        SHFIDX.U y.xy, x.x, x.x, 31;\nADD.U x.x, x.x, y.y;\nSHFXOR.U y.xy, x.x, 3, 31;\nADD.U x.x, x.x, y.y;\n\
        SHFUP.U y.xy, x.x, 1, 0;\nADD.U x.x, x.x, y.y;\nSHFDOWN.U y.xy, x.x, 1, 31;\nADD.U x.x, x.x, y.y;\n\
        STB.U32 x.x, words[at.x];\nEND\n";
    let options = Options::new().with_warp(Warp::Intel).with_emit(nvc::Emit::SpvAsm);
    let compiled = Compiler::new(options).compile(&nvc::Source::new("s.nvcp", source));
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let nvc::Artifact::Text(text) = &compiled.artifact else { panic!("not text") };
    for word in [
        "OpCapability SubgroupShuffleINTEL",
        "OpExtension \"SPV_INTEL_subgroups\"",
        "OpSubgroupShuffleINTEL",
        "OpSubgroupShuffleXorINTEL",
        "OpSubgroupShuffleUpINTEL",
        "OpSubgroupShuffleDownINTEL",
    ] {
        assert!(text.contains(word), "no {word} in\n{text}");
    }
    assert!(!text.contains("OpGroupNonUniformShuffle"), "{text}");
}
