//! Tests `nvc run` on the interpreter.

use super::{Folder, WRONG};

/// Computes y[i] = a * x[i] + y[i], with a in program.local[0].
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

/// A data race: neighbouring invocations read each other's element of shared memory without a barrier.
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
fn buffers_are_bound_and_dumped() {
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
fn includes_are_found() {
    let main = b"#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"inc.glsl\"\n\
        layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer B { uint b; };\n\
        void main() { b = VALUE; }\n";
    let folder = Folder::with(&[("main.comp", main), ("sub/inc.glsl", b"#define VALUE 7\n")]);
    let run = folder.nvc("run main.comp -I sub --dispatch 1 --storage 0=zeros:4 --dump 0=u32").ends_with(0);
    assert_eq!(stdout(&run), "storage[0] u32\n0: 7\n");
}

#[test]
fn findings_point_into_the_source() {
    let folder = Folder::with(&[("race.nvcp", RACE.as_bytes())]);
    folder.nvc("run race.nvcp --dispatch 1").ends_with(0).quietly();
    let line = "run race.nvcp --dispatch 1 --check --message-format short";
    folder.nvc(line).ends_with(1).says("race.nvcp:9:1: error[N0805]: race: reads shared memory");
}

#[test]
fn trace_prints_one_invocation() {
    let folder = Folder::with(&[("saxpy.nvcp", SAXPY.as_bytes())]);
    let line = "run saxpy.nvcp --dispatch 2 --param 0=f32:2 --storage 0=zeros:32 --storage 1=zeros:32 \
                --phase built --trace 1,0,0:2";
    let run = folder.nvc(line).ends_with(0);
    let run = run.says("saxpy.nvcp:8: MUL.U R0.x, invocation.globalid.x, 4\n").says("-> {6, 0, 0}\n");
    let run = run.says("saxpy.nvcp:12: STB.F32 R1.x, ys[R0.x]\n");
    assert_eq!(run.stderr.matches("builtin[global_id]").count(), 1, "{}", run.stderr);
}

#[test]
fn max_steps_stops_an_endless_loop() {
    let folder = Folder::with(&[("endless.nvcp", ENDLESS.as_bytes())]);
    folder.nvc("run endless.nvcp --dispatch 1 --max-steps 10000").ends_with(1).says("N0801");
}

#[test]
fn recorded_cases_are_compared() {
    let folder = Folder::with(&[]);
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/corpus");
    folder.nvc(&format!("run --case {corpus}/shuffle-nv-modes-widths")).ends_with(0).quietly();
    // The results of shuffles depend on the warp size.
    let line = format!("run --case {corpus}/shuffle-nv-modes-widths --input driver.nvcp --lanes 8");
    let run = folder.nvc(&line).ends_with(1);
    assert!(stdout(&run).contains("elements differ\n  u32["), "{}", stdout(&run));
    folder.nvc("run --case nowhere").ends_with(2).says("cannot read the case");
}

#[test]
fn dumps_include_trailing_bytes() {
    let folder = Folder::with(&[("x.nvcp", SAXPY.as_bytes())]);
    let line = "run x.nvcp --dispatch 1 --param 0=f32:1 --storage 0=zeros:4 --storage 1=zeros:4 \
                --storage 2=u8:1,2,0xff --dump 2=u32 --dump 2=u16";
    let expected = "storage[2] u32\nrest: 0x01 0x02 0xff\nstorage[2] u16\n0: 513\nrest: 0xff\n";
    assert_eq!(stdout(&folder.nvc(line).ends_with(0)), expected);
}

#[test]
fn invalid_values_and_sizes_are_rejected() {
    let folder = Folder::with(&[("x.nvcp", SAXPY.as_bytes())]);
    for (options, message) in [
        ("--storage 0=u32:-1", "`-1` is not a valid u32"),
        ("--storage 0=u32:4294967296", "`4294967296` is not a valid u32"),
        ("--param 0=f32:1 --param 0=f32:2", "program.local[0] is given twice"),
        ("--texture 0=3d:rgba8:4294967295x4294967295x4294967295", "the limit of 16777216 texels"),
        ("--texture 0=cube:rgba8:8x5", "square faces"),
        ("--texture 0=2d:rgba8:8x8x5", "only a width and a height"),
        ("--texture 0=2d:rgba8:4x4:u32:1@8", "but the image has 64"),
    ] {
        folder.nvc(&format!("run x.nvcp --dispatch 1 {options}")).ends_with(2).says(message);
    }
}

/// A program whose array size and workgroup size depend on specialization constants.
const SIZES: &str = "#version 460\n\
    layout(local_size_x_id = 5) in;\n\
    layout(constant_id = 0) const int N = 3;\n\
    layout(std430, binding = 0) buffer B { uint words[]; };\n\
    shared uint s[N];\n\
    void main() { s[gl_LocalInvocationIndex % N] = 1u; words[0] = uint(s.length()); words[1] = gl_WorkGroupSize.x; }\n";

#[test]
fn spec_and_group_work_as_in_compile() {
    let folder = Folder::with(&[("x.nvcp", SAXPY.as_bytes()), ("n.comp", SIZES.as_bytes())]);
    let line = "run n.comp --dispatch 1 --storage 0=zeros:8 --dump 0=u32 --spec N=7 --spec 5=0x10";
    assert_eq!(stdout(&folder.nvc(line).ends_with(0)), "storage[0] u32\n0: 7 16\n");
    for wrong in [
        "x.nvcp --dispatch 1 --spec 7=1",
        "x.nvcp --dispatch 1 --group 77",
        "n.comp --dispatch 1 --spec 0=99999999999",
        "n.comp --dispatch 1 --spec 5=0",
    ] {
        folder.nvc(&format!("run {wrong}")).ends_with(1).says("N0602");
    }
    folder.nvc("run n.comp --dispatch 1 --spec 0=0").ends_with(1).says("must be positive");
    folder.nvc("run n.comp --dispatch 1 --spec 0=-1").ends_with(1).says("error[N");
    folder.nvc("run x.nvcp --dispatch 1 --group 0").ends_with(2);
    folder.nvc("run x.nvcp --dispatch 1 --spec 7").ends_with(2);
}

#[test]
fn linked_units_run_as_one_program() {
    let unit = "#version 430\n\
        layout(constant_id = 0) const uint N = 4;\n\
        layout(std430, binding = 0) buffer B { uint words[]; };\n";
    let main = format!(
        "{unit}layout(local_size_x = 1) in;\nshared uint s[];\nuint twice(uint);\n\
        void main() {{ s[1] = 5u; words[0] = twice(N); words[1] = s[6] + 6u; }}\n"
    );
    let library = format!("{unit}shared uint s[];\nuint twice(uint x) {{ s[6] = 1u; return x * 2u + N; }}\n");
    let folder = Folder::with(&[("main.comp", main.as_bytes()), ("library.comp", library.as_bytes())]);
    let line = "run main.comp --link library.comp --dispatch 1 --storage 0=zeros:8 --dump 0=u32 --spec N=7";
    assert_eq!(stdout(&folder.nvc(line).ends_with(0)), "storage[0] u32\n0: 21 7\n");
    folder.nvc("run main.comp --dispatch 1").ends_with(1).says("twice");
}

#[test]
fn an_abort_ends_the_run() {
    let text = "#version 460\n#extension GL_EXT_abort : require\nlayout(local_size_x = 4) in;\n\
        layout(std430, binding = 0) buffer B { uint words[]; };\n\
        uint checked(uint x) { if (x > 2u) { abortEXT(\"too large\", x); } return x; }\n\
        void main() { words[0] = checked(words[gl_LocalInvocationIndex]); }\n";
    let folder = Folder::with(&[("a.comp", text.as_bytes())]);
    let line = "run a.comp --dispatch 1 --dump 0=u32 --storage 0=u32:1,1,1";
    assert_eq!(stdout(&folder.nvc(&format!("{line},1")).ends_with(0)), "storage[0] u32\n0: 1 1 1 1\n");
    for phase in ["built", "legal"] {
        folder.nvc(&format!("{line},7 --phase {phase}")).ends_with(1).says("error[N0808]: abort: too large");
    }
}

#[test]
fn tracing_an_invocation_outside_the_dispatch_is_an_error() {
    let folder = Folder::with(&[("x.nvcp", SAXPY.as_bytes())]);
    folder.nvc("run x.nvcp --dispatch 1 --trace 0,0,0:9").ends_with(2).says("work groups have 4");
    folder.nvc("run x.nvcp --dispatch 1 --trace 5,0,0:0").ends_with(2).says("cannot trace work group 5,0,0");
}

#[test]
fn resources_must_match_the_program() {
    let texture = "#version 450\nlayout(local_size_x = 1) in;\nlayout(binding = 0) uniform sampler2D t;\n\
        layout(binding = 0, rgba8) uniform image2D i;\n\
        void main() { imageStore(i, ivec2(0), textureLod(t, vec2(0.5), 0.0)); }\n";
    let sets = "#version 450\nlayout(local_size_x = 1) in;\n\
        layout(set = 0, binding = 0, std430) buffer A { float x[]; } one;\n\
        layout(set = 1, binding = 0, std430) buffer B { float x[]; } other;\n\
        void main() { one.x[0] = 1.0; other.x[0] = 2.0; }\n";
    let folder = Folder::with(&[("t.comp", texture.as_bytes()), ("sets.comp", sets.as_bytes())]);
    let line = "run t.comp --bindings classes --dispatch 1 --image 0=2d:rgba8:4x4 --texture";
    folder.nvc(&format!("{line} 0=2d:rgba8:4x4")).ends_with(0).quietly();
    for wrong in
        ["cube:rgba8:8x8:rand_u32:3", "2d:rgba8ui:8x8", "2darray:rgba8:8x8x2", "2dms:rgba8:8x8:samples=4"]
    {
        folder.nvc(&format!("{line} 0={wrong}")).ends_with(2).says("but the program declares 2d of f32");
    }
    let line = "run t.comp --bindings classes --dispatch 1 --texture 0=2d:rgba8:4x4 --image 0=3d:rgba8:4x4x4";
    folder.nvc(line).ends_with(2).says("image[0] is 3d of f32, but the program declares 2d");
    let run = folder.nvc("run sets.comp --dispatch 1 --storage 0=zeros:16").ends_with(2);
    run.says("(set 0, binding 0)").says("(set 1, binding 0)");
}

/// Creates a case with this TOML, map and recorded memory. Its GLSL program increments the first word of storage
/// buffer 0.
fn case(toml: &str, map: &str, truth: &[u8]) -> Folder {
    let main: &[u8] =
        b"#version 450\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer B { uint b; };\n\
        void main() { b += 1u; }\n";
    let toml = format!("about = ''\ndispatch = [1, 1, 1]\n{toml}");
    Folder::with(&[
        ("c/case.toml", toml.as_bytes()),
        ("c/map.toml", map.as_bytes()),
        ("c/main.comp", main),
        ("c/truth.bin", truth),
    ])
}

#[test]
fn invalid_cases_are_rejected() {
    const LINE: &str = "run --case c --input main.comp";
    const ONE: &[u8] = &[4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0];
    let buffer = |more: &str| format!("[[storage]]\nbinding = 0\n{more}\n");
    let fine = buffer("bytes = 4");
    case(&fine, "", ONE).nvc(LINE).ends_with(0).quietly();
    case(&fine, "", &[ONE, ONE].concat())
        .nvc(LINE)
        .ends_with(2)
        .says("the record has 2 blocks, but the case has 1 ");
    case(&fine, "", &[]).nvc(LINE).ends_with(2).says("the record has 0 blocks, but the case has 1 ");
    case(&format!("{fine}{fine}"), "", ONE).nvc(LINE).ends_with(2).says("storage 0 is defined twice");
    case(&buffer("bytes = 4\nfoo = 1"), "", ONE)
        .nvc(LINE)
        .ends_with(2)
        .says("line 6, column 1: unknown field `foo`");
    for bytes in ["4000000000", "99999999999999"] {
        let huge = buffer(&format!("bytes = {bytes}"));
        case(&huge, "", ONE).nvc(LINE).ends_with(2).says("the limit of a buffer (1073741824)");
    }
    let map = "[[param]]\nindex = 4294967295\nkind = 'sampler'\nunit = 0\nlocation = -1\nname = 'x'\n";
    case(&fine, map, ONE).nvc(LINE).ends_with(2).says("x: index 4294967295 is out of range");
    let texture = "[[texture]]\nbinding = 0\ndim = '2d'\nformat = 'rgba8'\nsize = [4294967295, 4294967295, 4294967295]\n";
    case(&format!("{fine}{texture}"), "", ONE).nvc(LINE).ends_with(2).says("the limit of 16777216 texels");
}

#[test]
fn run_errors_set_the_status() {
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
