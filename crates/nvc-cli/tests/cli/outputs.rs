//! Tests output files (paths, content, atomic replacement), and standard input and output.

use super::{Folder, GOOD, MAGIC, WRONG};
use std::time::{Duration, SystemTime};

#[test]
fn outputs_are_named_after_the_input() {
    let folder = Folder::with(&[("a/x.nvcp", GOOD.as_bytes())]);
    folder.nvc("compile a/x.nvcp").ends_with(0).quietly();
    folder.nvc("compile a/x.nvcp --emit spvasm").ends_with(0).quietly();
    folder.nvc("compile a/x.nvcp --emit ir").ends_with(0).quietly();
    folder.nvc("compile a/x.nvcp -o y").ends_with(0).quietly();
    assert_eq!(folder.files(), ["a/x.nvcp", "x.ir", "x.spv", "x.spvasm", "y"]);
    let spirv = folder.read("x.spv").expect("it was written");
    assert_eq!(spirv.first_chunk(), Some(&MAGIC));
    assert_eq!(folder.read("y"), Some(spirv));
    assert!(folder.read("x.spvasm").is_some_and(|text| text.starts_with(b"; SPIR-V")));
}

#[test]
fn rust_and_c_modules_are_named_after_the_shader() {
    let folder = Folder::with(&[("a/my-loop.nvcp", GOOD.as_bytes())]);
    folder.nvc("compile a/my-loop.nvcp --emit rust").ends_with(0).quietly();
    folder.nvc("compile a/my-loop.nvcp --emit c").ends_with(0).quietly();
    assert_eq!(folder.files(), ["a/my-loop.nvcp", "my-loop.h", "my-loop.rs"]);
    let text = |name| String::from_utf8(folder.read(name).expect("written")).expect("text");
    assert!(text("my-loop.rs").contains("\npub mod my_loop {\n"));
    assert!(text("my-loop.h").contains("\nstatic const uint32_t my_loop_spirv["));
    let stdin = folder.nvc_with("compile - --emit rust", GOOD.as_bytes()).ends_with(0).stdout;
    assert!(String::from_utf8(stdin).expect("text").contains("\npub mod stdin {\n"));
}

#[test]
fn standard_input_and_output() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    folder.nvc("compile x.nvcp").ends_with(0);
    let expected = folder.read("x.spv").expect("it was written");
    for line in ["compile -", "compile - -o -", "compile x.nvcp -o -"] {
        assert_eq!(folder.nvc_with(line, GOOD.as_bytes()).ends_with(0).stdout, expected);
    }
    folder.nvc_with("compile - -o y.spv", GOOD.as_bytes()).ends_with(0).quietly();
    folder.nvc_with("compile - --out-dir o", GOOD.as_bytes()).ends_with(0).quietly();
    assert_eq!(folder.files(), ["o/stdin.spv", "x.nvcp", "x.spv", "y.spv"]);
    let wrong = folder.nvc_with("compile -", WRONG.as_bytes()).ends_with(1).says("<stdin>:4:13");
    assert!(wrong.stdout.is_empty());
}

#[test]
fn out_dir_keeps_directories() {
    let good = GOOD.as_bytes();
    let folder = Folder::with(&[("p/a/driver.nvcp", good), ("p/b/driver.nvcp", good)]);
    folder.nvc("compile --out-dir o p/a/driver.nvcp p/b/driver.nvcp").ends_with(0).quietly();
    assert!(folder.read("o/a/driver.spv").is_some());
    assert_eq!(folder.read("o/a/driver.spv"), folder.read("o/b/driver.spv"));
    let collision = folder.nvc("compile --out-dir q p/a/driver.nvcp p/a/driver.bin").ends_with(2);
    collision.says("would both be written");
    assert_eq!(folder.files().len(), 4);
}

#[test]
fn batches_and_single_runs_give_the_same_output() {
    let names: Vec<_> = (0..24).map(|n| format!("in/{n}.nvcp")).collect();
    let texts: Vec<_> =
        (0..24).map(|n| GOOD.replace("GROUP_SIZE 32", &format!("GROUP_SIZE {}", n + 1))).collect();
    let files: Vec<_> = names.iter().zip(&texts).map(|(n, t)| (n.as_str(), t.as_bytes())).collect();
    let folder = Folder::with(&files);
    folder.nvc(&format!("compile --out-dir o {}", names.join(" "))).ends_with(0).quietly();
    for n in 0..24 {
        folder.nvc(&format!("compile in/{n}.nvcp")).ends_with(0);
        let single = folder.read(&format!("{n}.spv"));
        assert!(single.is_some());
        assert_eq!(single, folder.read(&format!("o/{n}.spv")));
    }
}

#[test]
fn failed_compilations_keep_the_old_output() {
    let folder = Folder::with(&[("x.nvcp", WRONG.as_bytes()), ("x.spv", b"old"), ("z", b"old")]);
    folder.nvc("compile x.nvcp").ends_with(1);
    folder.nvc("compile x.nvcp -o z").ends_with(1);
    folder.nvc("compile x.nvcp -o new").ends_with(1);
    folder.nvc("compile x.nvcp --out-dir o").ends_with(1);
    assert_eq!(folder.files(), ["x.nvcp", "x.spv", "z"]);
    assert_eq!(folder.read("x.spv").as_deref(), Some(&b"old"[..]));
    assert_eq!(folder.read("z").as_deref(), Some(&b"old"[..]));
}

#[test]
fn unchanged_outputs_keep_the_modification_time() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    folder.nvc("compile x.nvcp").ends_with(0);
    let path = folder.path("x.spv");
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let file = std::fs::File::options().write(true).open(&path).expect("it is there");
    file.set_modified(old).expect("its time can be set");
    let modified = || std::fs::metadata(&path).and_then(|m| m.modified()).expect("it has a date");
    folder.nvc("compile x.nvcp").ends_with(0);
    assert_eq!(modified(), old);
    folder.nvc("compile x.nvcp --target-env vulkan1.3").ends_with(0);
    assert_ne!(modified(), old);
}

#[cfg(unix)]
#[test]
fn outputs_have_default_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    folder.nvc("compile x.nvcp").ends_with(0);
    let mode = |name| std::fs::metadata(folder.path(name)).expect("it is there").permissions().mode();
    assert_eq!(mode("x.spv"), mode("x.nvcp"));
}

#[test]
fn a_listing_inside_a_program_binary_is_compiled() {
    let mut binary = b"\x01\x02\xff\xfe\0\0binary".to_vec();
    binary.extend_from_slice(GOOD.as_bytes());
    binary.extend_from_slice(b"\0\x80\x81");
    let folder = Folder::with(&[("x.bin", &binary), ("y.nvcp", GOOD.as_bytes())]);
    folder.nvc("compile x.bin").ends_with(0).quietly();
    folder.nvc("compile y.nvcp").ends_with(0).quietly();
    assert_eq!(folder.read("x.spv"), folder.read("y.spv"));
}

#[test]
fn fmt_formats_standard_input() {
    let folder = Folder::with(&[]);
    let text = b"!!NVcp5.0 GROUP_SIZE 1;IF TR;RET;ENDIF;END";
    let run = folder.nvc_with("fmt --indent 4 -", text);
    let formatted = "!!NVcp5.0\nGROUP_SIZE 1;\nIF TR;\n    RET;\nENDIF;\nEND\n";
    assert_eq!((run.status, run.stdout.as_slice()), (Some(0), formatted.as_bytes()), "{}", run.stderr);
    let run = folder.nvc_with("fmt --check -", text);
    assert_eq!((run.status, run.stdout.as_slice()), (Some(1), &b"<stdin>\n"[..]));
    let run =
        folder.nvc_with("fmt --check --tabs -", b"!!NVcp5.0\nGROUP_SIZE 1;\nIF TR;\n\tRET;\nENDIF;\nEND\n");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(folder.nvc_with("fmt -", b"!!NVcp5.0 \xff END").status, Some(1));
}
