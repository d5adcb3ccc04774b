//! Tests `nvc compile --watch` by changing files while the command runs.

use super::Folder;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Time limit for noticing a change. Normally this takes milliseconds; the limit allows for a slow machine under load.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running command and the lines of its standard error. The process is killed on drop.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watching {
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nvc"))
            .args(["compile", "--watch"])
            .args(arguments)
            .current_dir(folder.0.path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)).ok();
        });
        Watching { child, lines }
    }

    /// Reads lines up to one that starts with `start`, and returns them.
    fn until(&self, start: &str) -> String {
        let mut text = String::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no line starts with `{start}` after:\n{text}"));
            text += &(line.clone() + "\n");
            if line.starts_with(start) {
                return text;
            }
        }
    }
}

const SHADER: &[u8] =
    b"#version 450\n#include \"size.glsl\"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";

#[test]
fn a_changed_include_and_a_fixed_error_cause_recompilation() {
    let folder = Folder::with(&[("a.comp", SHADER), ("size.glsl", b"#define SIZE 8\n"), ("out/keep", b"")]);
    let watching = Watching::start(&folder, &["a.comp", "-o", "out/a.spvasm", "--emit", "spvasm"]);
    let module = || String::from_utf8(folder.read("out/a.spvasm").expect("it is written")).expect("text");
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path(name), text).expect("it can be written");
    watching.until("watching 2 files");
    assert!(module().contains("LocalSize 8 1 1"));
    write("size.glsl", b"#define SIZE 16\n");
    watching.until("compiled a.comp in ");
    assert!(module().contains("LocalSize 16 1 1"));
    watching.until("watching 2 files");
    write("size.glsl", b"#define SIZE none\n");
    let report = watching.until("watching");
    assert!(report.contains("error[") && report.contains("\nfailed a.comp in "), "{report}");
    assert!(module().contains("LocalSize 16 1 1"), "the old output stays");
    write("size.glsl", b"#define SIZE 32\n");
    watching.until("compiled a.comp in ");
    assert!(module().contains("LocalSize 32 1 1"));
}

#[test]
fn only_shaders_that_include_a_changed_file_are_recompiled() {
    let other = b"#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    let folder = Folder::with(&[("a.comp", SHADER), ("b.comp", other), ("size.glsl", b"#define SIZE 8\n")]);
    let watching = Watching::start(&folder, &["a.comp", "b.comp", "--out-dir", "out"]);
    watching.until("watching 3 files");
    // The file is saved by renaming, as many editors do.
    std::fs::write(folder.path("size.glsl.new"), b"#define SIZE 4\n").expect("it can be written");
    std::fs::rename(folder.path("size.glsl.new"), folder.path("size.glsl")).expect("it can be renamed");
    let report = watching.until("watching 3 files");
    assert!(report.starts_with("compiled a.comp in "), "{report}");
}

#[test]
fn a_missing_include_is_found_when_it_appears() {
    let folder = Folder::with(&[("a.comp", SHADER)]);
    let watching = Watching::start(&folder, &["a.comp", "-o", "a.spv"]);
    watching.until("failed a.comp");
    watching.until("watching");
    std::fs::write(folder.path("size.glsl"), b"#define SIZE 8\n").expect("it can be written");
    watching.until("compiled a.comp in ");
    assert!(folder.read("a.spv").is_some());
}

#[test]
fn standard_input_cannot_be_watched() {
    let folder = Folder::with(&[]);
    folder.nvc("compile --watch - -o x.spv").ends_with(2).says("standard input cannot be watched");
}
