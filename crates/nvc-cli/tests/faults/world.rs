//! A temporary folder with shaders, and helpers that run the command in it.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A shader that includes `size.glsl`.
pub const SHADER: &str = "#version 450\n#include \"size.glsl\"\nlayout(local_size_x = SIZE) in;\n\
    layout(binding = 0) buffer B { uint x[]; };\nvoid main() { x[gl_GlobalInvocationID.x] = SIZE; }\n";

/// A temporary folder with `a.comp` and `size.glsl`.
pub struct World {
    folder: tempfile::TempDir,
}

impl World {
    pub fn new() -> Self {
        let world = World { folder: tempfile::tempdir().expect("a folder") };
        world.write("a.comp", SHADER);
        world.write("size.glsl", "#define SIZE 8\n");
        world
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: impl AsRef<Path>, text: &str) {
        fs::write(self.path(name), text).expect("it can be written");
    }

    /// Returns the command with these arguments, separated by spaces.
    pub fn nvc(&self, arguments: &str) -> Command {
        self.nvc_with(arguments.split(' '))
    }

    pub fn nvc_with<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nvc"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Returns a shell command in the folder; `$NVC` is the path of `nvc`.
    pub fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(self.folder.path());
        command.env("NVC", env!("CARGO_BIN_EXE_nvc")).stdin(Stdio::null());
        command
    }

    /// Returns the module of `a.comp` with this workgroup size.
    pub fn module(&self, size: u32) -> Vec<u8> {
        let text = SHADER.replace("#include \"size.glsl\"", &format!("#define SIZE {size}"));
        let mut child = self.nvc("compile - -o - --lang glsl");
        let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        std::io::Write::write_all(&mut child.stdin.take().expect("piped"), text.as_bytes())
            .expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && !output.stdout.is_empty());
        output.stdout
    }

    /// Fails if any temporary file of an unfinished output remains.
    #[track_caller]
    pub fn leaves_no_temporary_file(&self) {
        let left: Vec<PathBuf> = temporary_files(self.folder.path());
        assert!(left.is_empty(), "{left:?}");
    }
}

fn temporary_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it can be read") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() {
            found.extend(temporary_files(&path));
        } else if name.ends_with(".tmp") {
            found.push(path);
        }
    }
    found
}

/// Runs a command and checks its exit status.
#[track_caller]
pub fn ends_with(command: &mut Command, status: i32) -> Output {
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().or(output.status.signal().map(|signal| -signal));
    assert_eq!(code, Some(status), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    output
}

/// Runs a command, and checks its exit status and that standard error contains `text`.
#[track_caller]
pub fn says(command: &mut Command, status: i32, text: &str) {
    let output = ends_with(command, status);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(text), "`{text}` is not in:\n{said}");
}
