//! Tests inputs and includes that change during the compilation or cannot be read, the limits on includes,
//! `--include-jail`, and the system calls of a compilation.

use crate::world::{SHADER, World, ends_with, says};
use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};

/// An include is replaced by renaming during 100 compilations. Each compilation must read one of the two versions
/// completely.
pub fn replaced(world: &World) {
    let modules = [world.module(8), world.module(16)];
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for size in [16, 8].iter().cycle().take_while(|_| !done.load(Ordering::Relaxed)) {
                world.write("next", &format!("#define SIZE {size}\n"));
                fs::rename(world.path("next"), world.path("size.glsl")).expect("renamed");
            }
        });
        for _ in 0..100 {
            ends_with(&mut world.nvc("compile a.comp -o a.spv --no-validate"), 0);
            assert!(modules.contains(&fs::read(world.path("a.spv")).expect("read")));
        }
        done.store(true, Ordering::Relaxed);
    });
}

/// An include disappears and reappears. Each compilation must succeed or report the missing file.
pub fn removed(world: &World) {
    let module = world.module(8);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                fs::rename(world.path("size.glsl"), world.path("away")).expect("renamed");
                fs::rename(world.path("away"), world.path("size.glsl")).expect("renamed");
            }
        });
        for _ in 0..100 {
            let output = world.nvc("compile a.comp -o a.spv --no-validate").output().expect("it starts");
            let said = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => assert_eq!(fs::read(world.path("a.spv")).expect("read"), module),
                Some(1) => assert!(said.contains("size.glsl"), "{said}"),
                status => panic!("{status:?}: {said}"),
            }
        }
        done.store(true, Ordering::Relaxed);
    });
}

/// An input may be a pipe.
pub fn pipe(world: &World) {
    let script =
        "mkfifo p.comp && (sed '/include/d' a.comp > p.comp & \"$NVC\" compile p.comp -D SIZE=8 -o a.spv)";
    ends_with(&mut world.shell(script), 0);
    assert_eq!(fs::read(world.path("a.spv")).expect("read"), world.module(8));
}

/// Reading a folder as a file fails for every user, including root.
pub fn unreadable(world: &World) {
    fs::create_dir(world.path("folder.glsl")).expect("made");
    world.write("b.comp", &SHADER.replace("size.glsl", "folder.glsl"));
    says(&mut world.nvc("compile b.comp -o b.spv"), 1, "folder.glsl");
    says(
        &mut world.nvc("compile none.comp -o b.spv"),
        2,
        "error: cannot read none.comp: No such file or directory",
    );
    assert!(!world.path("b.spv").exists());
}

pub fn circle(world: &World) {
    world.write("size.glsl", "#include \"other.glsl\"\n");
    world.write("other.glsl", "#include \"size.glsl\"\n");
    says(&mut world.nvc("compile a.comp -o a.spv"), 1, "error[");
    world.write("size.glsl", "#ifndef SIZE\n#define SIZE 8\n#include \"other.glsl\"\n#endif\n");
    ends_with(&mut world.nvc("compile a.comp -o a.spv"), 0);
}

pub fn link_to_itself(world: &World) {
    fs::remove_file(world.path("size.glsl")).expect("removed");
    symlink("size.glsl", world.path("size.glsl")).expect("linked");
    says(&mut world.nvc("compile a.comp -o a.spv"), 1, "size.glsl");
    assert!(!world.path("a.spv").exists());
}

/// Tests the maximum number of includes (`inclusions` in `docs/limits.md`), and a larger number.
pub fn many_includes(world: &World) {
    for number in 0..10_000 {
        world.write(format!("i{number}.glsl"), &format!("#define SIZE{number} {number}\n"));
    }
    let including = |count: usize| {
        let includes: String = (0..count).map(|number| format!("#include \"i{number}.glsl\"\n")).collect();
        let rest = "layout(local_size_x = SIZE8) in;\nlayout(binding = 0) buffer B { uint x[]; };\n\
            void main() { x[gl_GlobalInvocationID.x] = SIZE8; }\n";
        format!("#version 450\n{includes}{rest}")
    };
    world.write("many.comp", &including(4096));
    ends_with(&mut world.nvc("compile many.comp -MD -o many.spv"), 0);
    assert_eq!(fs::read(world.path("many.spv")).expect("read"), world.module(8));
    let rule = fs::read_to_string(world.path("many.spv.d")).expect("read");
    assert!(rule.contains("i0.glsl") && rule.contains("i4095.glsl"));
    world.write("more.comp", &including(10_000));
    says(
        &mut world.nvc("compile more.comp -MD -o more.spv"),
        1,
        "error[N0501]: more than 4096 files are included",
    );
    assert!(!world.path("more.spv").exists() && !world.path("more.spv.d").exists());
}

pub fn deep_includes(world: &World) {
    for number in 0..10_000 {
        world.write(format!("d{number}.glsl"), &format!("#include \"d{}.glsl\"\n", number + 1));
    }
    world.write("d10000.glsl", "#define SIZE 8\n");
    world.write("deep.comp", &SHADER.replace("size.glsl", "d0.glsl"));
    says(&mut world.nvc("compile deep.comp -o deep.spv"), 1, "error[N0501]");
    assert!(!world.path("deep.spv").exists());
}

/// With `--include-jail`, only files inside the folders of `-I` are read. Files outside must not be reachable through `..`, a
/// link to a file or folder, an absolute path, or the folder of the source. Links between files inside are allowed.
/// Pipes are not read, even inside.
pub fn jail(world: &World) {
    for folder in ["jail/deep", "outside"] {
        fs::create_dir_all(world.path(folder)).expect("made");
    }
    world.write("jail/size.glsl", "#define SIZE 8\n");
    world.write("outside/size.glsl", "#define SIZE 8\n");
    symlink("../outside/size.glsl", world.path("jail/file.glsl")).expect("linked");
    symlink("../outside", world.path("jail/folder")).expect("linked");
    symlink("../size.glsl", world.path("jail/deep/in.glsl")).expect("linked");
    world.shell("mkfifo jail/pipe.glsl").status().expect("made");
    let root = world.path("outside/size.glsl");
    let outside = [
        "../outside/size.glsl",
        "deep/../../outside/size.glsl",
        "file.glsl",
        "folder/size.glsl",
        "pipe.glsl",
    ];
    let outside = outside.into_iter().chain([root.to_str().expect("UTF-8"), "/dev/zero", "none.glsl"]);
    let free = "compile x.comp -o x.spv --no-validate -I jail";
    for path in outside {
        world.write("x.comp", &SHADER.replace("size.glsl", path));
        let jailed = world.nvc(&format!("{free} --include-jail")).output().expect("it starts");
        let said = String::from_utf8_lossy(&jailed.stderr);
        assert_eq!(jailed.status.code(), Some(1), "{path}: {said}");
        // The message must not reveal whether a file exists outside.
        assert!(said.contains("not found in jail; files elsewhere are not read"), "{path}: {said}");
        assert!(!world.path("x.spv").exists(), "{path}");
        if path.ends_with("size.glsl") || path == "file.glsl" {
            ends_with(&mut world.nvc(free), 0);
            fs::remove_file(world.path("x.spv")).expect("removed");
        }
    }
    for path in ["size.glsl", "deep/../size.glsl", "deep/in.glsl"] {
        world.write("x.comp", &SHADER.replace("size.glsl", path));
        ends_with(&mut world.nvc(&format!("{free} --include-jail")), 0);
    }
    // The folder of the source is outside.
    fs::remove_file(world.path("jail/size.glsl")).expect("removed");
    world.write("x.comp", SHADER);
    says(&mut world.nvc(&format!("{free} --include-jail")), 1, "files elsewhere are not read");
    says(&mut world.nvc("compile x.comp -o x.spv --include-jail"), 1, "not found in any include directory");
}

/// Checks the system calls of a compilation: it must open only the source, the include and the output, start no process and
/// not use the network.
#[cfg(target_os = "linux")]
pub fn system_calls(world: &World) {
    let traced = "strace -f -qq -e trace=open,openat,execve,fork,vfork,clone,clone3,socket,connect -o trace";
    // The dynamic linker searches the folders of this variable, which Cargo sets.
    let script = format!("unset LD_LIBRARY_PATH; {traced} \"$NVC\" compile a.comp -o a.spv --no-validate");
    let done = world.shell(&script).output().expect("it starts");
    assert!(done.status.success(), "{done:?}");
    let trace = fs::read_to_string(world.path("trace")).expect("the trace");
    // Paths that the dynamic linker and the standard library open.
    let system = ["/etc/ld", "/lib", "/usr/lib", "/proc/", "/sys/fs/cgroup", "/sys/devices"];
    let mut own = Vec::new();
    for line in trace.lines().filter_map(|line| line.split_once(' ')).map(|(_, call)| call.trim_start()) {
        let Some((name, rest)) = line.split_once('(') else { continue };
        let path = rest.split('"').nth(1).unwrap_or_default();
        match name {
            "open" | "openat" if system.iter().any(|start| path.starts_with(start)) => {}
            "open" | "openat" => own.push(path.to_owned()),
            "execve" => assert!(path.ends_with("nvc"), "{line}"),
            "clone" | "clone3" => assert!(line.contains("CLONE_THREAD"), "{line}"),
            _ => panic!("{line}"),
        }
    }
    let expected = |path: &String| ["a.comp", "size.glsl"].iter().any(|name| path.ends_with(name));
    let others: Vec<_> = own.iter().filter(|path| !expected(path)).collect();
    // The output is written to a temporary file in the same folder, which is then renamed.
    let folder = world.path("").to_string_lossy().trim_end_matches('/').to_owned();
    assert!(others.iter().all(|path| !path.starts_with('/') || path.starts_with(&folder)), "{others:?}");
    assert!(others.len() <= 2, "{others:?}");
}
