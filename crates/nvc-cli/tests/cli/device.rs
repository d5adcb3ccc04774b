//! Tests `nvc run --device` and `nvc devices`. On a machine without a Vulkan device, the error messages are
//! tested instead.

use super::run::SAXPY;
use super::{Folder, Run};

/// Sets texel (0, 0) of image 0 to the sum of texel (1, 0) of texture 0 and a value in a storage buffer.
const TEXELS: &str = "#version 450\n\
    layout(local_size_x = 1) in;\n\
    layout(binding = 0) uniform sampler2D from;\n\
    layout(binding = 0, r32f) uniform image2D to;\n\
    layout(binding = 2, std430) buffer B { float more; };\n\
    void main() {\n\
        float texel = texelFetch(from, ivec2(1, 0), 0).x;\n\
        imageStore(to, ivec2(0, 0), vec4(texel + more));\n\
    }\n";

/// Resources with explicit descriptor sets. On the command line, their bindings are the indices.
const SETS: &str = "#version 450\n\
    layout(local_size_x = 1) in;\n\
    layout(set = 0, binding = 3, std430) buffer B { uint words[]; };\n\
    layout(set = 7, binding = 1, std140) uniform U { uint more; };\n\
    void main() { words[0] += more; }\n";

/// Each invocation adds to a number in memory 60,000 times, so that a large dispatch takes longer than a second.
const LONG: &str = "#version 450\n\
    layout(local_size_x = 32) in;\n\
    layout(binding = 0, std430) volatile buffer B { uint count; };\n\
    void main() { for (uint i = 0u; i < 60000u; i++) { count += i; } }\n";

/// Returns the `--device` name of a Vulkan device on the CPU, if the machine has one.
fn cpu() -> Option<String> {
    let list = Folder::with(&[]).nvc("devices").ends_with(0);
    let list = String::from_utf8(list.stdout).expect("the list is text");
    assert!(list.starts_with("interp "), "{list}");
    let device = list.lines().find(|line| line.ends_with("on the CPU"))?;
    device.split_whitespace().next().map(str::to_owned)
}

/// Expects this output from the interpreter and from a Vulkan device on the CPU, if there is one.
fn prints_everywhere(folder: &Folder, line: &str, expected: &str) {
    for device in ["interp".to_owned()].into_iter().chain(cpu()) {
        let run = folder.nvc(&format!("{line} --device {device}")).ends_with(0);
        assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{device}");
    }
}

#[test]
fn devices_and_interpreter_agree() {
    let texts = [("saxpy.nvcp", SAXPY), ("texels.comp", TEXELS), ("sets.comp", SETS)];
    let folder = Folder::with(&texts.map(|(name, text)| (name, text.as_bytes())));
    let line = "run saxpy.nvcp --dispatch 2 --param 0=f32:2 --storage 0=f32:1,2,3,4,5,6,7,8 \
                --storage 1=f32:0.5@32 --dump 1=f32 --flat-bindings";
    prints_everywhere(&folder, line, "storage[1] f32\n0: 2.5 4 6 8 10 12 14 16\n");
    let line = "run texels.comp --bindings classes --dispatch 1 --texture 0=2d:r32f:2x1:f32:3,4 --image 0=2d:r32f:2x2 \
                --storage 2=f32:0.5 --dump image:0=f32";
    prints_everywhere(&folder, line, "image[0] f32\n0: 4.5 0 0 0\n");
    let line = "run sets.comp --dispatch 1 --storage 3=u32:4 --uniform 1=u32:5@16 --dump 3=u32";
    prints_everywhere(&folder, line, "storage[3] u32\n0: 9\n");
}

/// A program with a clustered sum, which older versions of lavapipe do not support.
const CLUSTERS: &str = "#version 450\n\
    #extension GL_KHR_shader_subgroup_clustered : require\n\
    layout(local_size_x = 4) in;\n\
    layout(binding = 0, std430) buffer B { uint words[]; };\n\
    void main() { words[gl_LocalInvocationIndex] = subgroupClusteredAdd(gl_LocalInvocationIndex, 4u); }\n";

/// A program whose workgroup size is an option of the run (`--group`).
const OPEN: &str = "#version 460\n\
    #extension GL_ARB_compute_variable_group_size : require\n\
    layout(local_size_variable) in;\n\
    layout(std430, binding = 0) buffer B { uint a[]; };\n\
    void main() { a[0] = gl_LocalGroupSizeARB.x; }\n";

/// A product of matrices of sizes that no device lists, unless K is specialized.
const PRODUCT: &str = "#version 460\n\
    #extension GL_KHR_cooperative_matrix : require\n\
    #extension GL_KHR_memory_scope_semantics : require\n\
    layout(constant_id = 0) const uint K = 7;\n\
    layout(local_size_x = 32) in;\n\
    layout(std430, binding = 0) buffer B { float words[]; };\n\
    void main() {\n\
        coopmat<float, gl_ScopeSubgroup, 3, K, gl_MatrixUseA> a;\n\
        coopmat<float, gl_ScopeSubgroup, K, 5, gl_MatrixUseB> b;\n\
        coopmat<float, gl_ScopeSubgroup, 3, 5, gl_MatrixUseAccumulator> c;\n\
        coopMatLoad(a, words, 0, K, gl_CooperativeMatrixLayoutRowMajor);\n\
        coopMatLoad(b, words, 0, 5, gl_CooperativeMatrixLayoutRowMajor);\n\
        coopMatLoad(c, words, 0, 5, gl_CooperativeMatrixLayoutRowMajor);\n\
        coopMatStore(coopMatMulAdd(a, b, c), words, 0, 5, gl_CooperativeMatrixLayoutRowMajor);\n\
    }\n";

/// A device without the matrix extension names the feature; one with it, such as Mesa 26's, names the product, with the
/// specialized size.
#[test]
fn matrices_that_the_device_does_not_list_are_reported() {
    let Some(device) = cpu() else { return a_missing_device_is_reported() };
    let folder = Folder::with(&[("product.comp", PRODUCT.as_bytes())]);
    for (option, k) in [("", 7), ("--spec 0=11", 11)] {
        let line = format!("run product.comp {option} --dispatch 1 --storage 0=zeros:1024 --device {device}");
        let run = folder.nvc(&line).ends_with(2);
        let product = format!(
            "does not support the product of cooperative matrices 3x{k} f32 * {k}x5 f32 + 3x5 f32 -> f32, scope subgroup"
        );
        let lists = run.stderr.contains(&product) && run.stderr.contains("--coopmat emulate");
        assert!(lists || run.stderr.contains("cooperativeMatrix"), "{}", run.stderr);
    }
}

#[test]
fn unmet_requirements_are_reported() {
    let Some(device) = cpu() else { return a_missing_device_is_reported() };
    let texts = [("open.comp", OPEN), ("clusters.comp", CLUSTERS), ("texels.comp", TEXELS)];
    let folder = Folder::with(&texts.map(|(name, text)| (name, text.as_bytes())));
    let refused = |line: &str, words: &str| {
        folder.nvc(&format!("run {line} --device {device}")).ends_with(2).says(words);
    };
    let open = "open.comp --storage 0=zeros:16";
    refused(&format!("{open} --dispatch 1 --group 4000000"), "maxComputeWorkGroupSize.x");
    refused(&format!("{open} --dispatch 4294967295"), "maxComputeWorkGroupCount.x");
    let texels = "texels.comp --bindings classes --dispatch 1 --image 0=2d:r32f:2x2 --storage 2=f32:0.5";
    refused(&format!("{texels} --texture 0=cube:r32f:2x2"), "but the program declares 2d of f32");
    // A device that supports clustered operations computes the sum.
    let line = format!("run clusters.comp --dispatch 1 --storage 0=zeros:16 --dump 0=u32 --device {device}");
    let run = folder.nvc(&line);
    match run.status {
        Some(0) => assert_eq!(String::from_utf8_lossy(&run.stdout), "storage[0] u32\n0: 6 6 6 6\n"),
        _ => drop(run.ends_with(2).says("VK_SUBGROUP_FEATURE_CLUSTERED_BIT")),
    }
}

#[test]
fn recorded_cases_run_on_devices() {
    let Some(device) = cpu() else { return a_missing_device_is_reported() };
    let folder = Folder::with(&[]);
    let testdata = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
    // The cases cover buffers, uniform blocks and parameters; textures; and addresses.
    for case in
        ["corpus/sha256-block", "corpus/matrix-rect-row-major-ubo", "run/texture-units", "run/pointer-lists"]
    {
        let line = format!("run --case {testdata}/{case} --device {device}");
        folder.nvc(&line).ends_with(0).quietly();
    }
    let line = format!("run --case {testdata}/corpus/nbody-step --input main.comp --device {device}");
    folder.nvc(&line).ends_with(0).quietly();
    // The case `sha256-block`, with one bit of the recorded memory changed.
    let read = |name: &str| std::fs::read(format!("{testdata}/corpus/sha256-block/{name}")).unwrap();
    let [case, program, map, mut truth] = ["case.toml", "driver.nvcp", "map.toml", "truth.bin"].map(read);
    *truth.last_mut().unwrap() ^= 1;
    let files: [(&str, &[u8]); 4] =
        [("case.toml", &case), ("driver.nvcp", &program), ("map.toml", &map), ("truth.bin", &truth)];
    let run = Folder::with(&files).nvc(&format!("run --case . --device {device}")).ends_with(1);
    assert!(String::from_utf8_lossy(&run.stdout).contains("elements differ\n  u32["));
}

#[test]
fn other_subgroup_sizes_cause_a_warning() {
    let Some(device) = cpu() else { return a_missing_device_is_reported() };
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/corpus/shuffle-nv-modes-widths");
    let line = format!("run --case {case} --device {device}");
    let run = Folder::with(&[]).nvc(&line);
    let warned = run.stderr.contains("warning: the program needs subgroups of 32 lanes");
    // A device with subgroups of 32 lanes runs the case without a warning.
    assert_eq!(warned, run.status != Some(0), "{}", run.stderr);
    Folder::with(&[]).nvc(&format!("{line} --warp emulate")).ends_with(0).quietly();
}

/// Checks the error messages on a machine without a device.
fn a_missing_device_is_reported() {
    let folder = Folder::with(&[("saxpy.nvcp", SAXPY.as_bytes())]);
    folder.nvc("devices").ends_with(0).says("note: no Vulkan devices: ");
    folder.nvc("run saxpy.nvcp --dispatch 1 --device vulkan").ends_with(2).says("error: ");
}

#[test]
fn device_errors_exit_with_status_2() {
    let folder = Folder::with(&[("saxpy.nvcp", SAXPY.as_bytes()), ("long.comp", LONG.as_bytes())]);
    let line = "run saxpy.nvcp --dispatch 1 --device vulkan";
    for option in ["--check", "--trace 0,0,0:0", "--phase built", "--lanes 8", "--max-steps 5"] {
        folder.nvc(&format!("{line} {option}")).ends_with(2).says("requires `--device interp`");
    }
    folder
        .nvc("run saxpy.nvcp --dispatch 1 --device gpu")
        .ends_with(2)
        .says("expected interp, vulkan or vulkan:N");
    let Some(device) = cpu() else { return };
    folder.nvc(&format!("{line}:none-such")).ends_with(2).says("no such Vulkan device: `none-such`");
    let run = folder.nvc(&format!("run saxpy.nvcp --dispatch 1 --device {device} --storage 1=zeros:16"));
    run.ends_with(2).says("storage[0]");
    let line =
        format!("run long.comp --dispatch 65535,65535 --device {device} --storage 0=zeros:4 --timeout 1");
    folder.nvc(&line).ends_with(2).says("the device did not finish within 1 s");
}

/// Tests with an invalid Vulkan loader that is found before the system's, and with a loader that finds no
/// drivers.
#[test]
#[cfg(target_os = "linux")]
fn a_machine_without_vulkan() {
    let saxpy = ("saxpy.nvcp", SAXPY.as_bytes());
    let folder = Folder::with(&[saxpy, ("lib/libvulkan.so.1", b"no library, whatever its name says")]);
    let library = folder.path("lib").display().to_string();
    let without = |line: &str| -> Run { folder.nvc_in(line, &[("LD_LIBRARY_PATH", &library)]) };
    let line = "run saxpy.nvcp --dispatch 1 --storage 0=zeros:16 --storage 1=zeros:16";
    without(line).ends_with(0).quietly();
    without(&format!("{line} --device vulkan")).ends_with(2).says("no Vulkan loader found");
    without("devices").ends_with(0).says("note: no Vulkan devices: no Vulkan loader found");
    if cpu().is_some() {
        let none = [("VK_DRIVER_FILES", "none.json"), ("VK_ICD_FILENAMES", "none.json")];
        let run = folder.nvc_in(&format!("{line} --device vulkan"), &none);
        run.ends_with(2).says("error: ");
    }
}
