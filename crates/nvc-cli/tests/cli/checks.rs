//! Tests `nvc run --check`: the findings, or their absence, on small programs.

use super::Folder;

/// The first lines of each GLSL program.
const HEAD: &str = "#version 460\n\
    #extension GL_KHR_shader_subgroup_basic : enable\n\
    #extension GL_KHR_shader_subgroup_ballot : enable\n\
    #extension GL_KHR_shader_subgroup_shuffle : enable\n\
    #extension GL_KHR_shader_subgroup_shuffle_relative : enable\n\
    #extension GL_NV_compute_shader_derivatives : enable\n\
    layout(std430, binding = 0) buffer B { uint a[]; };\n";

/// Runs the program `HEAD layout(local_size_x = SIZE) in; TEXT` with the command-line arguments `more`. Expects
/// findings with the code `expected` and no others, or no findings at all, and the text `says` on standard error.
fn finds(expected: Option<&str>, says: &str, size: u32, text: &str, more: &str) {
    let source = format!("{HEAD}layout(local_size_x = {size}) in;\n{text}");
    let folder = Folder::with(&[("x.comp", source.as_bytes())]);
    let line = format!("run x.comp --storage 0=zeros:1024 --check --message-format short {more}");
    let run = folder.nvc(&line).ends_with(i32::from(expected.is_some()));
    let found: Vec<&str> = run
        .stderr
        .lines()
        .filter_map(|l| l.split_once('[')?.1.split_once(']'))
        .map(|(code, _)| code)
        .collect();
    assert!(found.iter().all(|&code| Some(code) == expected), "{text}\n{}", run.stderr);
    assert!(expected.is_none() || !found.is_empty(), "{text}\n{}", run.stderr);
    assert!(run.stderr.contains(says), "{text}\n{}", run.stderr);
}

/// Expects no findings for a dispatch of one workgroup.
fn silent(size: u32, text: &str) {
    finds(None, "", size, text, "--dispatch 1");
}

/// Expects findings with this code for a dispatch of one workgroup.
fn reported(code: &str, says: &str, size: u32, text: &str) {
    finds(Some(code), says, size, text, "--dispatch 1");
}

/// The start of a `main` that uses the invocation's index `i`.
const INDEX: &str = "void main() { uint i = gl_LocalInvocationIndex;";

#[test]
fn padding_of_structs_may_be_uninitialised() {
    let members = "struct S { uint x; uint y; uint z; };";
    let fill = "s[i].x = i; s[i].y = 3u; s[i].z = 4u;";
    let copy = "S q = s[i ^ 1u]; a[i] = q.x + q.y + q.z; }";
    silent(32, &format!("{members} shared S s[32]; {INDEX} {fill} barrier(); {copy}"));
    let own = "uint i = gl_LocalInvocationIndex; S s[4]; uint k = i & 3u;";
    silent(
        32,
        &format!(
            "{members} void main() {{ {own} s[k].x = i; s[k].y = 1u; s[k].z = 2u; S q = s[k]; a[i] = q.x + q.z; }}"
        ),
    );
    // Reading an unwritten member is reported.
    let part = "s[i].x = i; s[i].y = 3u;";
    reported("N0804", "", 32, &format!("{members} shared S s[32]; {INDEX} {part} barrier(); {copy}"));
}

#[test]
fn divergent_barriers_are_reported() {
    reported(
        "N0802",
        "not reached by the whole workgroup",
        32,
        &format!("{INDEX} if (i < 5u) return; barrier(); a[i] = 1u; }}"),
    );
    let turns = "uint n = i < 32u ? 1u : 2u; for (uint k = 0u; k < n; k++) barrier(); a[i] = 1u; }";
    reported("N0802", "not reached by the whole workgroup", 64, &format!("{INDEX} {turns}"));
    silent(64, &format!("{INDEX} barrier(); if (i < 5u) return; a[i] = 1u; }}"));
}

#[test]
fn races_between_work_groups_are_reported() {
    for (first, groups) in [(3, 4), (0, 4), (1, 2)] {
        let text = format!(
            "void main() {{ uint g = gl_WorkGroupID.x; a[1 + g] = a[0]; if (g == {first}u) a[0] = 9u; }}"
        );
        finds(Some("N0805"), "race: ", 1, &text, &format!("--dispatch {groups}"));
    }
    // Each workgroup accesses only its own element.
    finds(None, "", 4, "void main() { uint g = gl_GlobalInvocationID.x; a[g] = a[g] + 1u; }", "--dispatch 4");
}

#[test]
fn memory_barriers_order_the_invocations_that_execute_them() {
    let race = |between: &str| {
        format!("shared uint s; {INDEX} if (i == 0u) s = 7u; {between} if (i == 40u) a[0] = s; }}")
    };
    reported("N0805", "race: ", 64, &race("if (i == 1u) memoryBarrierShared();"));
    reported("N0805", "race: ", 64, &race("subgroupBarrier();"));
    silent(64, &race("memoryBarrierShared();"));
    silent(64, &race("if (i == 0u) memoryBarrier();"));
    silent(64, &race("barrier();"));
    let near = |between: &str| {
        format!("shared uint s; {INDEX} if (i == 0u) s = 7u; {between} if (i == 9u) a[0] = s; }}")
    };
    silent(64, &near("subgroupBarrier();"));
}

#[test]
fn shuffles_from_inactive_lanes_are_reported() {
    let none = "belongs to no invocation";
    reported("N0806", none, 20, &format!("{INDEX} a[i] = subgroupShuffle(i, 25u); }}"));
    reported("N0806", none, 32, &format!("{INDEX} a[i] = subgroupShuffle(i, 40u); }}"));
    reported("N0806", "is inactive", 32, &format!("{INDEX} if (i < 9u) a[i] = subgroupShuffle(i, 10u); }}"));
    silent(20, &format!("{INDEX} a[i] = subgroupShuffle(i, 19u - i); }}"));
    // One step of a scan: lanes below the distance do not use the result of the shuffle.
    let scan = "uint x = i, y = subgroupShuffleUp(x, 2u); if (i >= 2u) x += y; a[i] = x; }";
    silent(20, &format!("{INDEX} {scan}"));
}

#[test]
fn out_of_bounds_indices_are_reported() {
    reported(
        "N0803",
        "index 4 is out of bounds for 4 elements",
        8,
        &format!("{INDEX} uvec4 v = uvec4(i); a[i] = v[i]; }}"),
    );
    reported(
        "N0803",
        "index 4 is out of bounds for 4 elements",
        8,
        &format!("{INDEX} uvec4 v = uvec4(0u); v[i] = 7u; a[i] = v.x + v.y; }}"),
    );
    silent(4, &format!("{INDEX} uvec4 v = uvec4(0u); v[i] = 7u; a[i] = v[3u - i]; }}"));
    let arrays = "layout(std430, binding = 1) buffer BB { uint x[]; } b[2];";
    let text = format!("{arrays} {INDEX} a[i] = b[i].x[0]; }}");
    let bound = "--dispatch 1 --storage 1=zeros:4 --storage 2=zeros:4";
    finds(Some("N0803"), "out of bounds of an array of buffers", 4, &text, bound);
    let image = "layout(binding = 0, r32ui) uniform uimage2D im;";
    let bound = "--dispatch 1 --image 0=2d:r32ui:4x4";
    let text = format!("{image} {INDEX} imageAtomicAdd(im, ivec2(i, 0), 1u); }}");
    finds(Some("N0803"), "out of bounds of image[0]", 8, &text, bound);
    // Out-of-bounds image loads return zero, and stores have no effect, so neither is reported.
    let text = format!("{image} {INDEX} imageStore(im, ivec2(i, 0), imageLoad(im, ivec2(i, 1))); }}");
    finds(None, "", 8, &text, bound);
}

#[test]
fn derivatives_need_warps_of_whole_quads() {
    let text = "layout(derivative_group_linearNV) in;\n\
        void main() { uint i = gl_LocalInvocationIndex; a[i] = uint(dFdx(float(i * i))); }";
    finds(None, "", 8, text, "--dispatch 1 --lanes 4");
    finds(Some("N0501"), "warps of 3 lanes", 8, text, "--dispatch 1 --lanes 3");
}

/// GL_KHR_shader_subgroup counts all bits below the subgroup size, including those of inactive invocations.
#[test]
fn ballot_bit_counts_include_inactive_lanes() {
    let count =
        |n: u32| format!("{INDEX} if (subgroupBallotBitCount(uvec4(~0u)) != {n}u) a[i] = 1u / (i & 0u); }}");
    silent(20, &count(32));
    finds(None, "", 20, &count(8), "--dispatch 1 --lanes 8");
}

#[test]
fn uses_of_uninitialised_values_are_reported() {
    reported("N0804", "stores an undefined value", 8, &format!("{INDEX} uint x; a[i] = x; }}"));
    reported(
        "N0804",
        "stores an undefined value",
        8,
        &format!("shared uvec2 s[8]; {INDEX} uvec2 x; x.y = i; s[i] = x; }}"),
    );
    // An undefined component that is not used is not reported.
    silent(8, &format!("{INDEX} uvec2 x; x.y = i; uvec2 y = x; a[i] = y.y; }}"));
    silent(8, &format!("{INDEX} uint x; if (i > 9u) a[i] = x; }}"));
}

/// By default, checks run before the passes, because the passes would hide the misaligned access: they clear the
/// low bits of the address.
#[test]
fn checks_run_on_the_ir_before_passes() {
    let program = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 4;\n\
        STORAGE ys[] = { program.storage[0] };\nTEMP R0;\nMUL.U R0.x, invocation.globalid.x, 4;\n\
        STB.U32 R0.x, ys[R0.x+2];\nEND\n";
    let folder = Folder::with(&[("x.nvcp", program.as_bytes())]);
    let line = "run x.nvcp --dispatch 1 --storage 0=zeros:64 --check";
    folder.nvc(line).ends_with(1).says("misaligned access to");
    folder.nvc(&format!("{line} --phase legal")).ends_with(0).quietly();
}
