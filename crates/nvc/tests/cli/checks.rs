//! `nvc run --check`: what is reported of small GLSL programs, and what is not.

use super::Folder;

/// What stands before a program's own text.
const HEAD: &str = "#version 460\n\
    #extension GL_KHR_shader_subgroup_basic : enable\n\
    #extension GL_KHR_shader_subgroup_ballot : enable\n\
    #extension GL_KHR_shader_subgroup_shuffle : enable\n\
    #extension GL_KHR_shader_subgroup_shuffle_relative : enable\n\
    layout(std430, binding = 0) buffer B { uint a[]; };\n";

/// Runs `layout(local_size_x = SIZE) in; TEXT` and expects findings of this code alone, or none.
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

/// Expects a run of one group to find nothing.
fn silent(size: u32, text: &str) {
    finds(None, "", size, text, "--dispatch 1");
}

/// Expects a run of one group to find this.
fn reported(code: &str, says: &str, size: u32, text: &str) {
    finds(Some(code), says, size, text, "--dispatch 1");
}

const INDEX: &str = "void main() { uint i = gl_LocalInvocationIndex;";

#[test]
fn gaps_between_members_need_no_value() {
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
    // A member that is missing is missed.
    let part = "s[i].x = i; s[i].y = 3u;";
    reported("N0804", "", 32, &format!("{members} shared S s[32]; {INDEX} {part} barrier(); {copy}"));
}

#[test]
fn all_invocations_pass_a_barrier() {
    reported(
        "N0802",
        "a part of the work group",
        32,
        &format!("{INDEX} if (i < 5u) return; barrier(); a[i] = 1u; }}"),
    );
    let turns = "uint n = i < 32u ? 1u : 2u; for (uint k = 0u; k < n; k++) barrier(); a[i] = 1u; }";
    reported("N0802", "a part of the work group", 64, &format!("{INDEX} {turns}"));
    silent(64, &format!("{INDEX} barrier(); if (i < 5u) return; a[i] = 1u; }}"));
}
