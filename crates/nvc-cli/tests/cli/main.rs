//! Tests the `nvc` command on files in a temporary folder.

mod checks;
mod depfile;
mod device;
mod glsl;
mod glslc;
mod hostile;
mod messages;
mod outputs;
mod reflect;
mod run;
mod status;
mod watch;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program that compiles.
const GOOD: &str = "!!NVcp5.0\n\
    OPTION NV_shader_storage_buffer;\n\
    GROUP_SIZE 32;\n\
    STORAGE ob[] = { program.storage[0] };\n\
    TEMP R0;\n\
    MUL.U R0.x, invocation.globalid.x, 4;\n\
    STB.U32 R0.x, ob[R0.x];\n\
    END\n";

/// A program with an undeclared name, `R9`, on line 4.
const WRONG: &str = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nMOV.U R0.x, R9.x;\nEND\n";

/// The SPIR-V magic number, little-endian.
const MAGIC: [u8; 4] = [3, 2, 0x23, 7];

/// A temporary folder in which the command runs.
struct Folder(tempfile::TempDir);

/// The result of a command.
struct Run {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
}

impl Folder {
    /// Creates a folder with these files and their parent folders.
    fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = Folder(tempfile::tempdir().expect("a folder can be made"));
        for (name, bytes) in files {
            let path = folder.path(name);
            let parent = path.parent().expect("it lies in the folder");
            std::fs::create_dir_all(parent).expect("folders can be made");
            std::fs::write(path, bytes).expect("files can be written");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the content of a file; `None` if it does not exist.
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path(name)).ok()
    }

    /// Returns the paths of all files, relative to the folder, sorted.
    fn files(&self) -> Vec<String> {
        fn walk(dir: &Path, prefix: &str, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(dir).expect("the folder can be read") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
                match path.is_dir() {
                    true => walk(&path, &format!("{prefix}{name}/"), found),
                    false => found.push(format!("{prefix}{name}")),
                }
            }
        }
        let mut found = Vec::new();
        walk(self.0.path(), "", &mut found);
        found.sort();
        found
    }

    /// Runs `nvc` in the folder with arguments separated by spaces.
    fn nvc(&self, line: &str) -> Run {
        self.nvc_with(line, b"")
    }

    /// Runs `nvc` in the folder with these environment variables.
    fn nvc_in(&self, line: &str, environment: &[(&str, &str)]) -> Run {
        self.start(line, b"", environment)
    }

    /// Runs `nvc` in the folder with this standard input.
    fn nvc_with(&self, line: &str, stdin: &[u8]) -> Run {
        self.start(line, stdin, &[])
    }

    fn start(&self, line: &str, stdin: &[u8], environment: &[(&str, &str)]) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nvc"))
            .args(line.split_whitespace())
            .current_dir(self.0.path())
            .env_remove("NO_COLOR")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut pipe = child.stdin.take().expect("it is piped");
        let stdin = stdin.to_vec();
        // Input is written in a separate thread. Otherwise, a command that prints before it has read all
        // input would cause a deadlock. Write errors are ignored, because the command may stop reading
        // early.
        let feeder = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
        let output = child.wait_with_output().expect("the command ends");
        feeder.join().expect("the feeder ends");
        Run {
            status: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }
}

impl Run {
    /// Fails unless the exit status is `status`.
    #[track_caller]
    fn ends_with(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{}", self.stderr);
        self
    }

    /// Fails unless standard error contains `text`.
    #[track_caller]
    fn says(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "`{text}` is not in:\n{}", self.stderr);
        self
    }

    /// Fails if anything was printed.
    #[track_caller]
    fn quietly(self) -> Self {
        assert_eq!(self.stderr, "");
        assert!(self.stdout.is_empty());
        self
    }
}
