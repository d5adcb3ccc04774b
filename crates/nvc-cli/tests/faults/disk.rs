//! Tests outputs that cannot be written, or that need special treatment.

use crate::world::{World, ends_with, says};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

/// Mounts a disk of 16 KiB in a separate mount namespace. The old output fits on the disk, but there is no
/// space for the new one.
pub fn full(world: &World) {
    fs::create_dir(world.path("disk")).expect("made");
    let script = "set -e; mount -t tmpfs -o size=16k none disk; printf old > disk/a.spv
        head -c 12288 /dev/zero > disk/filler || true
        status=0; \"$NVC\" compile big.comp -o disk/a.spv || status=$?
        test \"$(cat disk/a.spv)\" = old; test -z \"$(ls -A disk | grep tmp || true)\"; exit $status";
    let sums: String = (0..600).map(|n| format!("x[{n}] = x[{n} + 1] * {n}u;\n")).collect();
    let big = format!(
        "#version 450\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer B {{ uint x[]; }};\nvoid main() {{\n{sums}}}\n"
    );
    world.write("big.comp", &big);
    let mut command = std::process::Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script]).current_dir(world.path(""));
    says(
        command.env("NVC", env!("CARGO_BIN_EXE_nvc")),
        2,
        "error: cannot write disk/a.spv: No space left on device",
    );
}

pub fn full_device(world: &World) {
    says(
        &mut world.nvc("compile a.comp -o /dev/full"),
        2,
        "error: cannot write /dev/full: No space left on device",
    );
    let mut shell = world.shell("\"$NVC\" compile a.comp -o - > /dev/full");
    says(&mut shell, 2, "error: cannot write to standard output: No space left on device");
}

/// The signal SIGXFSZ for exceeding the file size limit would end the process. It is ignored here by the
/// shell's `trap`, so that the write returns an error instead.
pub fn file_size_limit(world: &World) {
    world.write("a.spv", "old");
    let mut shell = world.shell("trap '' XFSZ; ulimit -f 0; exec \"$NVC\" compile a.comp -o a.spv");
    says(&mut shell, 2, "error: cannot write a.spv: File too large");
    assert_eq!(fs::read(world.path("a.spv")).expect("read"), b"old");
}

pub fn missing_folder(world: &World) {
    says(
        &mut world.nvc("compile a.comp -o none/a.spv"),
        2,
        "error: cannot write none/a.spv: none does not exist",
    );
    ends_with(&mut world.nvc("compile a.comp --out-dir none/deep"), 0);
    assert!(world.path("none/deep/a.spv").is_file());
}

pub fn output_is_a_folder(world: &World) {
    fs::create_dir(world.path("out")).expect("made");
    says(&mut world.nvc("compile a.comp -o out"), 2, "error: cannot write out: Is a directory");
}

pub fn output_is_a_link(world: &World) {
    fs::create_dir(world.path("real")).expect("made");
    world.write("real/a.spv", "old");
    symlink("real/a.spv", world.path("a.spv")).expect("linked");
    ends_with(&mut world.nvc("compile a.comp -o a.spv"), 0);
    assert!(world.path("a.spv").is_symlink());
    assert_eq!(fs::read(world.path("real/a.spv")).expect("read"), world.module(8));
}

pub fn output_is_a_dangling_link(world: &World) {
    symlink("missing.spv", world.path("a.spv")).expect("linked");
    ends_with(&mut world.nvc("compile a.comp -o a.spv"), 0);
    assert_eq!(fs::read(world.path("a.spv")).expect("read"), world.module(8));
}

pub fn output_is_a_pipe(world: &World) {
    ends_with(
        &mut world.shell("mkfifo pipe && (cat pipe > copy & \"$NVC\" compile a.comp -o pipe; wait)"),
        0,
    );
    assert_eq!(fs::read(world.path("copy")).expect("read"), world.module(8));
}

pub fn names_are_not_utf8(world: &World) {
    let name = OsStr::from_bytes(b"caf\xe9.comp");
    world.write(name, crate::world::SHADER);
    ends_with(
        &mut world.nvc_with([OsStr::new("compile"), name, OsStr::new("-o"), OsStr::from_bytes(b"\xff.spv")]),
        0,
    );
    let written = fs::read(world.path(OsStr::from_bytes(b"\xff.spv"))).expect("read");
    assert_eq!(written, world.module(8));
    // The name cannot be written in a dependency rule.
    let arguments = [OsStr::new("compile"), name, OsStr::new("-MD"), OsStr::new("-o"), OsStr::new("b.spv")];
    says(&mut world.nvc_with(arguments), 2, "UTF-8");
    assert!(!world.path("b.spv").exists());
}

pub fn long_names(world: &World) {
    let name = "x".repeat(251) + ".spv";
    ends_with(&mut world.nvc_with(["compile", "a.comp", "-o", &name]), 0);
    assert_eq!(fs::read(world.path(&name)).expect("read"), world.module(8));
    let longer = "x".repeat(300);
    says(&mut world.nvc_with(["compile", "a.comp", "-o", &longer]), 2, "File name too long");
}
