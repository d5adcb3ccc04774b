//! Runs a command under Vulkan's validation layer and reports the layer's messages.
//!
//! The layer checks the calls and modules of every Vulkan program that the command starts: core rules and
//! synchronisation hazards. It is enabled by environment variables, which child processes inherit, so that the programs
//! need no code for it. GPU-assisted validation, which checks the accesses of shaders, stays off: Mesa 22's CPU driver
//! does not compile some shaders that it instruments.
//!
//! The layer truncates its log file when an instance is created, so that processes with one log file would erase each
//! other's messages. The log file is therefore a named pipe, which a thread reads.

use crate::command;
use anyhow::{Context, Result, bail, ensure};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::Command;
use std::thread::JoinHandle;

/// The layer's name.
pub const LAYER: &str = "VK_LAYER_KHRONOS_validation";

/// The line that ends the log. No message of the layer looks like it.
const END: &str = "--- end of the command ---";

/// Part of the message that the layer logs when an instance uses it.
const ACTIVE: &str = "Khronos Validation Layer Active";

/// Texts that identify the messages of each level that this module reports. It ignores the level "information".
const COMPLAINTS: [&str; 3] = ["Validation Error:", "Validation Warning:", "Validation Performance Warning:"];

/// A running reader of the layer's messages.
pub struct ValidationLayer {
    folder: PathBuf,
    pipe: File,
    reader: JoinHandle<std::io::Result<Log>>,
}

/// What the layer wrote.
#[derive(Default)]
struct Log {
    /// Number of Vulkan instances that used the layer.
    instances: usize,
    /// The errors and warnings, each one line.
    complaints: Vec<String>,
}

impl ValidationLayer {
    /// Creates the settings and the pipe, and makes `command` and its child processes use the layer.
    pub fn start(command: &mut Command) -> Result<Self> {
        let folder = command::target_directory()?.join("validation-layer");
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        let log = folder.join("messages");
        command::run(Command::new("mkfifo").arg(&log))?;
        std::fs::write(folder.join("vk_layer_settings.txt"), settings(&log.display().to_string()))?;
        // Open for reading and writing: a pipe that is open only for reading ends whenever its last writer exits.
        let pipe = OpenOptions::new().read(true).write(true).open(&log).context("cannot open the pipe")?;
        let input = BufReader::new(pipe.try_clone()?);
        let reader = std::thread::spawn(move || Log::read(input));
        command.env("VK_INSTANCE_LAYERS", LAYER).env("VK_LAYER_SETTINGS_PATH", &folder);
        Ok(ValidationLayer { folder, pipe, reader })
    }

    /// Fails if the layer reported anything or if no instance used it.
    pub fn finish(mut self) -> Result<()> {
        // The line break ends a message that a killed process left incomplete.
        writeln!(self.pipe, "\n{END}")?;
        let log = self
            .reader
            .join()
            .map_err(|_| anyhow::anyhow!("the reader of the layer's messages failed"))??;
        std::fs::remove_dir_all(&self.folder)?;
        ensure!(log.instances > 0, "no Vulkan instance used the layer {LAYER}");
        if !log.complaints.is_empty() {
            for line in &log.complaints {
                eprintln!("{line}");
            }
            bail!("the validation layer reported {} errors and warnings", log.complaints.len());
        }
        // Standard output ends with the counts of the tests.
        eprintln!("validation layer: {} Vulkan instances, no errors or warnings", log.instances);
        Ok(())
    }
}

/// The settings file. The keys of layers before and after version 1.3.283 differ; unknown keys are ignored.
fn settings(log: &str) -> String {
    format!(
        "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n\
         khronos_validation.log_filename = {log}\n\
         khronos_validation.report_flags = error,warn,info\n\
         khronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT\n\
         khronos_validation.validate_sync = true\n"
    )
}

impl Log {
    fn read(input: impl BufRead) -> std::io::Result<Log> {
        let mut log = Log::default();
        for line in input.split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            if line == END {
                break;
            }
            if line.contains(ACTIVE) {
                log.instances += 1;
            }
            if COMPLAINTS.iter().any(|start| line.contains(start)) {
                log.complaints.push(line.into_owned());
            }
        }
        Ok(log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_warnings_are_complaints() {
        let text = format!(
            "a(INFO / SPEC): msgNum: -1 - Validation Information: [ a ] | {ACTIVE}:\n    Current Disables: None.\n\
             b(ERROR / SPEC): msgNum: 7 - Validation Error: [ b ] Object 0: handle = 0x5\n\n    Objects: 1\n\
             c(WARN / SPEC): msgNum: 8 - Validation Warning: [ c ]\n{END}\nd: Validation Error: [ d ]\n"
        );
        let log = Log::read(text.as_bytes()).unwrap();
        assert_eq!(log.instances, 1);
        let names: Vec<_> = log.complaints.iter().map(|line| &line[..1]).collect();
        assert_eq!(names, ["b", "c"]);
    }
}
