//! `nvc run`: programs on the interpreter.

use super::{Folder, WRONG};

/// y[i] = a * x[i] + y[i], with a in program.local[0].
pub(crate) const SAXPY: &str = "!!NVcp5.0\n\
    OPTION NV_shader_storage_buffer;\n\
    GROUP_SIZE 4;\n\
    PARAM c[] = { program.local[0..0] };\n\
    STORAGE xs[] = { program.storage[0] };\n\
    STORAGE ys[] = { program.storage[1] };\n\
    TEMP R0, R1, R2;\n\
    MUL.U R0.x, invocation.globalid.x, 4;\n\
    LDB.F32 R1.x, xs[R0.x];\n\
    LDB.F32 R2.x, ys[R0.x];\n\
    MAD.F R1.x, R1.x, c[0].x, R2.x;\n\
    STB.F32 R1.x, ys[R0.x];\n\
    END\n";

/// Neighbours read each other's word of shared memory without a barrier.
const RACE: &str = "!!NVcp5.0\n\
    GROUP_SIZE 32;\n\
    SHARED_MEMORY 128;\n\
    SHARED mem[] = { program.sharedmem };\n\
    TEMP R0, R1;\n\
    MUL.U R0.x, invocation.localindex, 4;\n\
    STS.U32 R0.x, mem[R0.x];\n\
    XOR.U R0.y, R0.x, 4;\n\
    LDS.U32 R1.x, mem[R0.y];\n\
    END\n";

const ENDLESS: &str =
    "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP R0;\nMOV.U.CC R0.x, 1;\nREP.S;\nBRK (EQ.x);\nENDREP;\nEND\n";

fn stdout(run: &super::Run) -> String {
    String::from_utf8(run.stdout.clone()).expect("text")
}

#[test]
fn memory_goes_in_and_comes_out() {
    let folder = Folder::with(&[("saxpy.nvcp", SAXPY.as_bytes()), ("x.bin", &[0, 0, 128, 63])]);
    let line = "run saxpy.nvcp --dispatch 2 --param 0=f32:2 --storage 0=f32:1,2,3,4,5,6,7,8 \
                --storage 1=f32:0.5@32 --dump 1=f32";
    let expected = "storage[1] f32\n0: 2.5 4 6 8 10 12 14 16\n";
    for phase in ["", " --phase built", " --phase legal -O0"] {
        assert_eq!(stdout(&folder.nvc(&format!("{line}{phase}")).ends_with(0)), expected, "{phase}");
    }
    let line =
        "run - --dispatch 1 --param 0=f32:1 --storage 0=file:x.bin --storage 1=zeros:8 --dump storage:1=x32";
    let run = folder.nvc_with(line, SAXPY.as_bytes()).ends_with(0);
    assert_eq!(stdout(&run), "storage[1] x32\n0: 0x3f800000 0x00000000\n");
}

#[test]
fn programs_may_include_others() {
    let main = b"#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"inc.glsl\"\n\
        layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer B { uint b; };\n\
        void main() { b = VALUE; }\n";
    let folder = Folder::with(&[("main.comp", main), ("sub/inc.glsl", b"#define VALUE 7\n")]);
    let run = folder.nvc("run main.comp -I sub --dispatch 1 --storage 0=zeros:4 --dump 0=u32").ends_with(0);
    assert_eq!(stdout(&run), "storage[0] u32\n0: 7\n");
}

#[test]
fn findings_are_in_terms_of_the_source() {
    let folder = Folder::with(&[("race.nvcp", RACE.as_bytes())]);
    folder.nvc("run race.nvcp --dispatch 1").ends_with(0).quietly();
    let line = "run race.nvcp --dispatch 1 --check --message-format short";
    folder.nvc(line).ends_with(1).says("race.nvcp:9:1: error[N0805]: a race: reads shared memory");
}

#[test]
fn one_invocation_is_shown() {
    let folder = Folder::with(&[("saxpy.nvcp", SAXPY.as_bytes())]);
    let line = "run saxpy.nvcp --dispatch 2 --param 0=f32:2 --storage 0=zeros:32 --storage 1=zeros:32 \
                --phase built --trace 1,0,0:2";
    let run = folder.nvc(line).ends_with(0);
    let run = run.says("saxpy.nvcp:8: MUL.U R0.x, invocation.globalid.x, 4\n").says("-> {6, 0, 0}\n");
    let run = run.says("saxpy.nvcp:12: STB.F32 R1.x, ys[R0.x]\n");
    assert_eq!(run.stderr.matches("builtin[global_id]").count(), 1, "{}", run.stderr);
}

#[test]
fn a_run_without_end_is_ended() {
    let folder = Folder::with(&[("endless.nvcp", ENDLESS.as_bytes())]);
    folder.nvc("run endless.nvcp --dispatch 1 --max-steps 10000").ends_with(1).says("N0801");
}

#[test]
fn recorded_cases_are_compared() {
    let folder = Folder::with(&[]);
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/corpus");
    folder.nvc(&format!("run --case {corpus}/shuffle-nv-modes-widths")).ends_with(0).quietly();
    // Narrower warps shuffle otherwise.
    let line = format!("run --case {corpus}/shuffle-nv-modes-widths --input driver.nvcp --lanes 8");
    let run = folder.nvc(&line).ends_with(1);
    assert!(stdout(&run).contains("elements differ\n  u32["), "{}", stdout(&run));
    folder.nvc("run --case nowhere").ends_with(2).says("the case cannot be read");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::with(&[("x.nvcp", SAXPY.as_bytes()), ("wrong.nvcp", WRONG.as_bytes())]);
    folder.nvc("run wrong.nvcp --dispatch 1").ends_with(1).says("N0201");
    for line in [
        "run x.nvcp",
        "run --dispatch 1",
        "run x.nvcp --dispatch 1,1,1,1",
        "run x.nvcp --dispatch 1 --storage 0=rand_u32:1",
        "run x.nvcp --dispatch 1 --storage 0=zeros:4 --storage 0=zeros:4",
        "run x.nvcp --dispatch 1 --storage 0=file:none",
        "run x.nvcp --dispatch 1 --dump 0=f32",
        "run x.nvcp --dispatch 1 --dump 0=f8",
        "run x.nvcp --dispatch 1 --trace 0,0:5",
        "run x.nvcp --dispatch 1 --lanes 64",
        "run x.nvcp --case y",
    ] {
        folder.nvc(line).ends_with(2);
    }
}
