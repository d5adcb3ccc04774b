//! Tests closed streams, resource limits, and failing validator programs.

use crate::world::{World, ends_with, says};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// A closed standard input counts as empty.
pub fn closed_input(world: &World) {
    says(&mut world.shell("exec \"$NVC\" check - <&-"), 1, "error[N0101]");
}

/// As in `nvc ... | head`, the reader may close the pipe before it has read everything.
pub fn closed_output(world: &World) {
    let script = "{ \"$NVC\" explain; echo $? > status; } | true; cat status";
    let output = ends_with(&mut world.shell(script), 0);
    assert_eq!(output.stdout, b"0\n");
}

pub fn closed_error(world: &World) {
    world.write("wrong.comp", "#version 450\nvoid main() { x = 1; }\n");
    let script = "{ \"$NVC\" check wrong.comp; echo $? > status; } 2>&1 | true; cat status";
    let output = ends_with(&mut world.shell(script), 0);
    assert_eq!(output.stdout, b"1\n");
}

/// The limits allow for the standard streams and at most three more files, so that there may be no file descriptor for a
/// source or for the output.
pub fn file_limit(world: &World) {
    let mut reported = 0;
    for limit in [3, 4, 5, 6] {
        let script = format!("ulimit -n {limit}; exec \"$NVC\" compile a.comp -o a.spv --no-validate");
        let output = world.shell(&script).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(0) => assert_eq!(fs::read(world.path("a.spv")).expect("read"), world.module(8)),
            // The dynamic linker opens files too, and may fail.
            Some(127) => assert!(!world.path("a.spv").exists(), "{said}"),
            Some(1 | 2) => {
                assert!(said.contains("Too many open files"), "{said}");
                assert!(!world.path("a.spv").exists());
                reported += 1;
            }
            status => panic!("{status:?}: {said}"),
        }
    }
    assert!(reported > 0, "no limit was low enough");
}

/// Compiles with `script` as the installed validator. The compilation must succeed, with the note that the module is not
/// validated if the script runs: an installed validator runs only if none is compiled in. The unit tests of
/// `src/validator.rs` test crashes and hangs in every build.
fn with_validator(world: &World, script: &str) {
    fs::create_dir(world.path("bin")).expect("made");
    world.write("bin/spirv-val", script);
    fs::set_permissions(world.path("bin/spirv-val"), fs::Permissions::from_mode(0o755)).expect("set");
    let mut shell = world.shell("PATH=\"$PWD/bin:$PATH\" exec \"$NVC\" compile a.comp -o a.spv");
    let output = ends_with(&mut shell, 0);
    assert_eq!(fs::read(world.path("a.spv")).expect("read"), world.module(8));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.contains("not validated"), !cfg!(feature = "validate"), "{said}");
}

pub fn validator_crashes(world: &World) {
    with_validator(world, "#!/bin/sh\nkill -SEGV $$\n");
}

pub fn validator_does_not_start(world: &World) {
    with_validator(world, "#!/none/such/interpreter\n");
}
