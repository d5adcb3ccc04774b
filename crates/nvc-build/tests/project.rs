//! Tests nvc-build by building a Cargo project that uses it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

const MANIFEST: &str = "\
[package]
name = \"nvc-build-user\"
version = \"0.1.0\"
edition = \"2024\"

[workspace]

[build-dependencies]
nvc-build = { path = 'NVC_BUILD' }
";

const BUILD: &str = "\
fn main() {
    nvc_build::Compiler::new()
        .dir(\"shaders\")
        .include(\"include\")
        .manifest(\"permutations/fill.toml\")
        .define_from_env(\"NVC_BUILD_TEST_SCALE\")
        .emit_rust(\"shaders.rs\")
        .run();
}
";

const MAIN: &str = "\
mod shaders {
    include!(concat!(env!(\"OUT_DIR\"), \"/shaders.rs\"));
}
use shaders::post_loop as kernel;

fn main() {
    println!(\"group {:?}, scale {}\", kernel::WORKGROUP_SIZE, kernel::SCALE_DEFAULT);
    println!(\"binding {}.{}\", kernel::VALUES_SET, kernel::VALUES_BINDING);
    println!(\"magic {:x} {:x}\", kernel::SPIRV[0], shaders::list::SPIRV[0]);
    println!(\"fill {:?} {:?}\", shaders::fill_8::WORKGROUP_SIZE, shaders::fill_16::WORKGROUP_SIZE);
    println!(\"out {}\", env!(\"OUT_DIR\"));
}
";

const KERNEL: &str = "\
#version 460
#extension GL_GOOGLE_include_directive : require
#include \"group.glsl\"
#ifndef NVC_BUILD_TEST_SCALE
#define NVC_BUILD_TEST_SCALE 3
#endif
layout(local_size_x = GROUP) in;
layout(constant_id = 7) const uint scale = NVC_BUILD_TEST_SCALE;
layout(std430, binding = 2) buffer Values { uint values[]; };
void main() { values[gl_GlobalInvocationID.x] *= scale; }
";

const PERMUTATIONS: &str = "\
[[shader]]
source = \"fill.comp\"
axes = { size = [8, 16] }
define = { SIZE = \"{size}\" }
";

const FILL: &str = "\
#version 460
layout(local_size_x = SIZE) in;
void main() {}
";

/// The test project. Its folder is fixed, so that build artifacts do not accumulate.
struct Project {
    folder: PathBuf,
    target: PathBuf,
    scale: Option<&'static str>,
}

impl Project {
    fn new() -> Self {
        let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = temporary.join("nvc-build-user");
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("removed");
        }
        // Shares the workspace's target folder, so that common dependencies are compiled once.
        let target = temporary.parent().expect("a parent").to_owned();
        let project = Project { folder, target, scale: None };
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        project.write("Cargo.toml", &MANIFEST.replace("NVC_BUILD", &here.to_string_lossy()));
        // Uses the workspace's lock file, since other versions may not be available offline.
        let lock = fs::read_to_string(here.join("../../Cargo.lock")).expect("the lock file");
        project.write("Cargo.lock", &lock);
        project.write("build.rs", BUILD);
        project.write("src/main.rs", MAIN);
        project.write("shaders/list.nvcp", "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n");
        project.write("shaders/post/loop.comp", KERNEL);
        project.write("include/group.glsl", "#define GROUP 64\n");
        project.write("permutations/fill.toml", PERMUTATIONS);
        project.write("permutations/fill.comp", FILL);
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        fs::write(path, text).expect("written");
    }

    fn cargo(&self, command: &str) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([command, "--offline", "--color=never"]).current_dir(&self.folder);
        cargo.env("CARGO_TARGET_DIR", &self.target).env_remove("NVC_BUILD_TEST_SCALE");
        cargo.envs(self.scale.map(|scale| ("NVC_BUILD_TEST_SCALE", scale)));
        cargo.output().expect("cargo starts")
    }

    /// Runs the project. Returns its output and Cargo's.
    fn run(&self) -> (String, String) {
        let output = self.cargo("run");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (printed, cargo) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{printed}{cargo}");
        (printed, cargo)
    }

    /// Builds the project, which must fail. Returns Cargo's output.
    fn fail(&self) -> String {
        let output = self.cargo("build");
        let cargo = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{cargo}");
        cargo
    }
}

/// Returns whether Cargo compiled the project.
fn compiled(cargo: &str) -> bool {
    cargo.contains("Compiling nvc-build-user")
}

#[test]
fn modules_are_rebuilt_when_their_files_change() {
    let mut project = Project::new();
    let (printed, _) = project.run();
    assert!(printed.contains("group [64, 1, 1], scale 3\nbinding 0.2\nmagic 7230203 7230203\n"), "{printed}");
    assert!(printed.contains("fill [8, 1, 1] [16, 1, 1]\n"), "{printed}");
    let out = printed.lines().find_map(|line| line.strip_prefix("out ")).expect("a folder");
    let file = Path::new(out).join("shaders.rs");

    // Without a change, nothing is rebuilt.
    let (_, cargo) = project.run();
    assert!(!compiled(&cargo), "{cargo}");

    // Touching an include without changing it does not change the output file.
    let old = SystemTime::now() - Duration::from_secs(3600);
    fs::File::options().write(true).open(&file).and_then(|f| f.set_modified(old)).expect("dated");
    project.write("include/group.glsl", "#define GROUP 64\n");
    project.run();
    assert_eq!(fs::metadata(&file).and_then(|m| m.modified()).expect("a date"), old);

    project.write("include/group.glsl", "#define GROUP 128\n");
    let (printed, cargo) = project.run();
    assert!(printed.contains("group [128, 1, 1]") && compiled(&cargo), "{printed}{cargo}");

    project.scale = Some("5");
    let (printed, _) = project.run();
    assert!(printed.contains("scale 5"), "{printed}");

    // Changed sources of a manifest are recompiled too.
    project.write("permutations/fill.comp", &FILL.replace("SIZE)", "SIZE, local_size_y = 2)"));
    let (printed, _) = project.run();
    assert!(printed.contains("fill [8, 2, 1] [16, 2, 1]\n"), "{printed}");

    // An added shader becomes a module.
    project.write("shaders/more.nvcp", "!!NVcp5.0\nGROUP_SIZE 16;\nEND\n");
    project.run();
    let text = fs::read_to_string(&file).expect("the modules");
    assert_eq!(text.matches("\npub mod ").count(), 5, "{text}");
    assert!(text.contains("\npub mod more {\n"), "{text}");

    // An error fails the build with all diagnostics; fixing it makes the build succeed.
    project.write("shaders/more.nvcp", "!!NVcp5.0\nGROUP_SIZE 16;\nTEMP R0;\nMOVE.U R0.x, 1;\nEND\n");
    let cargo = project.fail();
    for part in
        ["error[N0301]: unknown instruction `MOVE`", "shaders/more.nvcp:4:1", "help: did you mean `MOV`?"]
    {
        assert!(cargo.contains(part), "{part}\n{cargo}");
    }
    assert!(!cargo.contains("panicked"), "{cargo}");
    project.write("shaders/more.nvcp", "!!NVcp5.0\nGROUP_SIZE 16;\nEND\n");
    project.run();
}
