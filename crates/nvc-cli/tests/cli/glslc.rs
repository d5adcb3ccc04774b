//! Tests `nvc glslc` against the behaviour of glslc 2026.4: exit status, output files, dependency rules,
//! whether messages are printed, and the effects of some options.

use super::{Folder, Run};

const FILES: &[(&str, &[u8])] = &[
    ("x.comp", X),
    ("x.glsl", X),
    ("x.txt", X),
    ("inc.comp", b"#version 450\n#include \"h.h\"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n"),
    ("h.h", b"#define SIZE 8\n"),
    ("dir.comp", b"#version 450\n#include <d.h>\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n"),
    ("dir/d.h", b"#define SIZE 4\n"),
    (
        "pragma.glsl",
        b"#version 450\n#pragma shader_stage(compute)\nlayout(local_size_x = 8) in;\nvoid main() {}\n",
    ),
    (
        "warn.comp",
        b"#version 450\n#extension GL_NV_nothing : enable\nlayout(local_size_x = 8) in;\nvoid main() {}\n",
    ),
    (
        "req.comp",
        b"#version 450\n#extension GL_NV_nothing : require\nlayout(local_size_x = 8) in;\nvoid main() {}\n",
    ),
    ("bad.comp", b"#version 450\nlayout(local_size_x = 8) in;\nvoid main() { int x = y; }\n"),
    ("l.lim", b"MaxComputeWorkGroupSizeX 16\n"),
];
const X: &[u8] =
    b"#version 450\nlayout(local_size_x = 8) in;\nlayout(binding = 0) buffer B { float v[]; };\n\
    void main() { v[gl_LocalInvocationIndex] = 1.0; }\n";

/// A command line that succeeds, with its expected effects.
struct Line {
    arguments: &'static str,
    /// Files that the command writes.
    files: &'static str,
    /// Dependency rules that the command writes to standard output or to files.
    rules: &'static str,
    warns: bool,
}

/// Returns a command line that succeeds without a warning.
const fn done(arguments: &'static str, files: &'static str, rules: &'static str) -> Line {
    Line { arguments, files, rules, warns: false }
}

impl Line {
    const fn warns(self) -> Line {
        Line { warns: true, ..self }
    }
}

const DONE: &[Line] = &[
    done("x.comp", "a.spv", ""),
    done("-c x.comp", "x.comp.spv", ""),
    done("-S x.comp", "x.comp.spvasm", ""),
    done("-E x.comp", "", ""),
    done("-o y.spv x.comp", "y.spv", ""),
    done("-oy.spv x.comp", "y.spv", ""),
    done("-c x.comp inc.comp", "inc.comp.spv x.comp.spv", ""),
    done("-S x.comp inc.comp", "inc.comp.spvasm x.comp.spvasm", ""),
    done("-E x.comp inc.comp", "", ""),
    done("-c -fshader-stage=compute x.glsl", "x.spv", ""),
    done("-c -fshader-stage=comp x.txt", "x.spv", ""),
    done("-c pragma.glsl", "pragma.spv", ""),
    done("-x glsl x.comp", "a.spv", ""),
    done("-xglsl x.comp", "a.spv", ""),
    done("-c -c x.comp", "x.comp.spv", ""),
    done("-c ./x.comp", "x.comp.spv", ""),
    done("-S -c x.comp", "x.comp.spvasm", ""),
    done("-c -S -E x.comp", "", ""),
    done("-M x.comp", "", "x.comp.spv: x.comp\n"),
    done("-MM inc.comp", "", "inc.comp.spv: inc.comp h.h\n"),
    done("-M inc.comp x.comp", "", "inc.comp.spv: inc.comp h.h\nx.comp.spv: x.comp\n"),
    done("-M -MT t inc.comp", "", "t: inc.comp h.h\n"),
    done("-M -MF z.d inc.comp", "", "inc.comp.spv: inc.comp h.h\n"),
    done("-M -o z.d inc.comp", "z.d", "inc.comp.spv: inc.comp h.h\n"),
    done("-M -Idir dir.comp", "", "dir.comp.spv: dir.comp dir/d.h\n"),
    done("-MD inc.comp", "a.spv inc.comp.spv.d", "inc.comp.spv: inc.comp h.h\n"),
    done(
        "-MD -c inc.comp x.comp",
        "inc.comp.spv inc.comp.spv.d x.comp.spv x.comp.spv.d",
        "inc.comp.spv: inc.comp h.h\nx.comp.spv: x.comp\n",
    ),
    done("-MD -MF z.d inc.comp", "a.spv z.d", "inc.comp.spv: inc.comp h.h\n"),
    done("-MD -MT t -MF z.d -o o.spv inc.comp", "o.spv z.d", "t: inc.comp h.h\n"),
    done("-MD -S inc.comp", "inc.comp.spvasm inc.comp.spvasm.d", "inc.comp.spvasm: inc.comp h.h\n"),
    done("-MD -E inc.comp", "inc.comp.spv.d", "inc.comp.spv: inc.comp h.h\n"),
    done("-I dir -c dir.comp", "dir.comp.spv", ""),
    done("-mfmt=num -o y.num x.comp", "y.num", ""),
    done("-mfmt=c -c x.comp", "x.comp.spv", ""),
    done("-mfmt=bin x.comp", "a.spv", ""),
    done("-c -w warn.comp", "warn.comp.spv", ""),
    done("-c warn.comp", "warn.comp.spv", "").warns(),
    done("-w -Werror -c warn.comp", "warn.comp.spv", ""),
    done("-c -std=450 x.comp", "x.comp.spv", ""),
    done("-c -std=460 x.comp", "x.comp.spv", "").warns(),
    done("-c -DX -DY=2 -DZ(a)=a x.comp", "x.comp.spv", ""),
    done("-c -g -O -Os -O0 x.comp", "x.comp.spv", ""),
    done("-c --target-env=vulkan x.comp", "x.comp.spv", ""),
    done("-c --target-env=vulkan1.4 --target-spv=spv1.0 x.comp", "x.comp.spv", ""),
    done("-c --target-env=vulkan1.0 --target-spv=spv1.6 x.comp", "x.comp.spv", ""),
    done("-c --target-env=vulkan1.1 --target-spv=spv1.4 x.comp", "x.comp.spv", ""),
    done("-c --target-spv=spv1.2 x.comp", "x.comp.spv", ""),
    done("-c -fauto-bind-uniforms -fauto-map-locations -finvert-y -fnan-clamp x.comp", "x.comp.spv", ""),
    done(
        "-c -fhlsl-iomap -fhlsl-16bit-types -fhlsl_functionality1 -fhlsl-functionality1 x.comp",
        "x.comp.spv",
        "",
    ),
    done("-c -fentry-point=f -fresource-set-binding comp t4 0 5 t5 0 6 x.comp", "x.comp.spv", ""),
    done(
        "-c -fubo-binding-base 4 -fssbo-binding-base comp 0x10 -ftexture-binding-base vert 3 x.comp",
        "x.comp.spv",
        "",
    ),
    done("-c -flimit= -flimit-file l.lim x.comp", "x.comp.spv", ""),
];

/// Command lines that fail, with the files that they still write.
const FAIL: &[(&str, &str)] = &[
    ("-c bad.comp warn.comp x.comp", "warn.comp.spv x.comp.spv"),
    ("x.comp inc.comp", ""),
    ("-c x.comp inc.comp -o y.spv", ""),
    ("-E -o e x.comp inc.comp", ""),
    ("-MD -MF z.d -c x.comp inc.comp", ""),
    ("-c x.glsl", ""),
    ("-c x.glsl -fshader-stage=compute", ""),
    ("x.txt", ""),
    ("nothing.comp", ""),
    ("-c", ""),
    ("-o", ""),
    ("-foo x.comp", ""),
    ("--foo x.comp", ""),
    ("-x hlsl x.comp", ""),
    ("-x foo x.comp", ""),
    ("-fshader-stage=vert x.comp", ""),
    ("-fshader-stage=bogus x.comp", ""),
    ("-M -MD inc.comp", ""),
    ("-MF z.d inc.comp", ""),
    ("-MT t inc.comp", ""),
    ("-MF", ""),
    ("-mfmt=c -S x.comp", ""),
    ("-mfmt=hex x.comp", ""),
    ("-c req.comp", ""),
    ("-c bad.comp", ""),
    ("-Werror -c warn.comp", ""),
    ("-std=foo x.comp", ""),
    ("-fssbo-binding-base bogus 4 x.comp", ""),
    ("-fresource-set-binding t4 0 x.comp", ""),
    ("-flimit=MaxLights x.comp", ""),
    ("-flimit-file none x.comp", ""),
    ("-O3 x.comp", ""),
    ("-Wall x.comp", ""),
    ("--target-env=vulkan9 x.comp", ""),
    ("--target-spv=spv1.7 x.comp", ""),
    ("-DGL_X x.comp", ""),
    ("-D", ""),
    ("-I", ""),
    ("-o none/y.spv x.comp", ""),
];

fn folder() -> Folder {
    Folder::with(FILES)
}

/// Runs a command line in a new folder. Returns the result, the new files and the folder.
fn run(arguments: &str) -> (Run, Vec<String>, Folder) {
    let folder = folder();
    let run = folder.nvc(&format!("glslc {arguments}"));
    let is_new = |file: &String| FILES.iter().all(|(name, _)| name != file);
    let new = folder.files().into_iter().filter(is_new).collect();
    (run, new, folder)
}

#[test]
fn lines_that_succeed() {
    for line in DONE {
        let (run, files, folder) = run(line.arguments);
        let arguments = line.arguments;
        assert_eq!(run.status, Some(0), "{arguments}: {}", run.stderr);
        assert_eq!(files.join(" "), line.files, "{arguments}");
        assert_eq!(!run.stderr.is_empty(), line.warns, "{arguments}: {}", run.stderr);
        let mut rules =
            if arguments.contains("-M") && !arguments.contains("-MD") { run.stdout } else { Vec::new() };
        for file in files.iter().filter(|file| file.ends_with(".d")) {
            rules.extend(folder.read(file).expect("it was written"));
        }
        assert_eq!(String::from_utf8_lossy(&rules), line.rules, "{arguments}");
    }
}

#[test]
fn lines_that_fail() {
    for (arguments, expected) in FAIL {
        let (run, files, _) = run(arguments);
        assert_eq!(run.status, Some(1), "{arguments}: {}", run.stderr);
        assert_eq!(files.join(" "), *expected, "{arguments}");
        assert!(run.stderr.contains("error: "), "{arguments}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{arguments}");
    }
}

#[test]
fn errors_have_these_messages() {
    for (arguments, message) in [
        ("-c req.comp", "req.comp:2: error: extension not supported: GL_NV_nothing [N1502]"),
        ("-c bad.comp", "bad.comp:3: error: `y` is not declared [N0201]"),
        ("-c bad.comp", "1 error generated."),
        ("-c bad.comp warn.comp", "1 warning and 1 error generated."),
        ("-fhlsl-offsets x.comp", "glslc: error: '-fhlsl-offsets' is not supported: "),
        ("-fpreserve-bindings x.comp", "glslc: error: '-fpreserve-bindings' is not supported: "),
        ("-fauto-combined-image-sampler x.comp", "'-fauto-combined-image-sampler' is not supported: "),
        ("-fsampler-binding-base 3 x.comp", "'-fsampler-binding-base 3' is not supported: "),
        ("--target-env=opengl x.comp", "'--target-env=opengl' is not supported: modules are for Vulkan"),
        ("-x hlsl x.comp", "'x.comp': HLSL is not supported"),
        ("-fshader-stage=vert x.comp", "'x.comp': vertex shaders are not supported, only compute shaders"),
        ("-flimit-file l.lim -fshader-stage=comp big", "cannot read big: "),
    ] {
        run(arguments).0.ends_with(1).says(message);
    }
}

/// Returns the SPIR-V version of a module.
fn version(module: &[u8]) -> (u8, u8) {
    (module[6], module[5])
}

#[test]
fn spirv_versions() {
    for (options, expected) in [
        ("", (1, 0)),
        ("--target-env=vulkan1.1", (1, 3)),
        ("--target-env vulkan1.4", (1, 6)),
        ("--target-env=vulkan1.4 --target-spv=spv1.0", (1, 0)),
        ("--target-spv spv1.6", (1, 6)),
        ("--target-spv=spv1.4 --target-env=vulkan1.1", (1, 4)),
        ("--target-spv=spv1.1", (1, 1)),
        ("--target-spv=spv1.2", (1, 2)),
    ] {
        let (done, _, folder) = run(&format!("{options} x.comp"));
        done.ends_with(0).quietly();
        assert_eq!(version(&folder.read("a.spv").expect("a module")), expected, "{options}");
    }
}

#[test]
fn mfmt_selects_the_format_of_the_module() {
    let folder = folder();
    for (format, file) in [("bin", "b"), ("num", "n"), ("c", "c")] {
        folder.nvc(&format!("glslc -mfmt={format} -o {file} x.comp")).ends_with(0).quietly();
    }
    let text = |file: &str| String::from_utf8(folder.read(file).expect("written")).expect("text");
    let numbers = text("n");
    assert!(numbers.starts_with("0x07230203,0x00010000,"), "{numbers}");
    assert_eq!(text("c"), format!("{{{}}}\n", numbers.trim_end()));
    let words = numbers.split([',', '\n']).filter(|word| !word.is_empty());
    let words = words.map(|word| u32::from_str_radix(&word[2..], 16).expect("a number"));
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    assert_eq!(folder.read("b"), Some(bytes));
}

#[test]
fn limits_set_constants_and_are_enforced() {
    let folder = Folder::with(&[
        ("x.comp", X),
        ("y.comp", b"#version 450\nlayout(local_size_x = gl_MaxComputeImageUniforms) in;\nvoid main() {}\n"),
        ("lim", b"MaxComputeWorkGroupSizeX 4\n"),
    ]);
    folder.nvc("glslc -flimit-file lim x.comp").ends_with(1).says("local_size_x");
    let size = |options: &str| {
        let text = folder.nvc(&format!("glslc {options} -S -o - y.comp")).ends_with(0).stdout;
        String::from_utf8_lossy(&text).lines().find(|line| line.contains("LocalSize")).map(str::to_owned)
    };
    assert!(size("").is_some_and(|line| line.contains("LocalSize 8 1 1")));
    let file = [("lim", &b"MaxComputeImageUniforms 3"[..])];
    std::fs::write(folder.path(file[0].0), file[0].1).expect("written");
    assert!(size("-flimit-file lim").is_some_and(|line| line.contains("LocalSize 3 1 1")));
}

#[test]
fn binding_bases_are_added() {
    let folder = folder();
    let bindings = |options: &str| {
        let text = folder.nvc(&format!("glslc {options} -S -o - x.comp")).ends_with(0).stdout;
        let text = String::from_utf8_lossy(&text).into_owned();
        let of = |word: &str| text.lines().find_map(|line| line.split_once(word)).map(|(_, n)| n.to_owned());
        (of(" DescriptorSet "), of(" Binding "))
    };
    let at = |set: &str, binding: &str| (Some(set.to_owned()), Some(binding.to_owned()));
    assert_eq!(bindings(""), at("0", "0"));
    assert_eq!(bindings("-fssbo-binding-base 0x10 -fubo-binding-base 3"), at("0", "16"));
    assert_eq!(bindings("-fssbo-binding-base vert 16"), at("0", "0"));
}

#[test]
fn version_limits_and_help_are_printed() {
    let text = |line: &str| {
        let run = folder().nvc(line).ends_with(0);
        assert_eq!(run.stderr, "");
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    assert!(text("glslc --version").ends_with("\nTarget: SPIR-V 1.0\n"));
    assert!(text("glslc --show-limits").starts_with("MaxLights 8\nMaxClipPlanes 6\n"));
    assert_eq!(text("glslc --help"), text("glslc -h x.comp"));
    assert!(text("glslc -h").contains("-fssbo-binding-base"));
}

#[test]
fn options_of_glslc_work_without_a_subcommand() {
    let folder = folder();
    folder.nvc("-fshader-stage=compute --target-env=vulkan1.3 -o y.spv x.glsl").ends_with(0).quietly();
    assert_eq!(version(&folder.read("y.spv").expect("a module")), (1, 6));
    folder.nvc("x.comp").ends_with(0).quietly();
    assert!(folder.read("a.spv").is_some());
    folder
        .nvc("-o - -fshader-stage=compute req.comp")
        .ends_with(1)
        .says("extension not supported: GL_NV_nothing");
}

#[cfg(unix)]
#[test]
fn a_link_named_glslc_behaves_like_glslc() {
    let folder = folder();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_nvc"), folder.path("glslc")).expect("linked");
    let run = std::process::Command::new(folder.path("glslc")).arg("--version").output().expect("it starts");
    assert!(String::from_utf8_lossy(&run.stdout).ends_with("Target: SPIR-V 1.0\n"));
}
