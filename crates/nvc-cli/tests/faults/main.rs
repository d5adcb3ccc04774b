//! Tests failures around the compiler: full disks, killed processes, files that change, closed streams. Each
//! row of [`FAULTS`] is one test. After each, every output must be complete (old or new), no temporary file
//! may remain, and the exit status must be as in `docs/command.md`.
#![cfg(unix)]

mod disk;
mod killed;
mod process;
mod sources;
mod world;

use libtest_mimic::{Arguments, Trial};
use world::World;

/// The name of a fault, and its test.
type Fault = (&'static str, fn(&World));

const FAULTS: &[Fault] = &[
    ("the disk is full", disk::full),
    ("the output is a device that is full", disk::full_device),
    ("the output exceeds the maximum file size", disk::file_size_limit),
    ("the folder of the output is missing", disk::missing_folder),
    ("the output is a folder", disk::output_is_a_folder),
    ("the output is a link", disk::output_is_a_link),
    ("the output is a link to nothing", disk::output_is_a_dangling_link),
    ("the output is a pipe", disk::output_is_a_pipe),
    ("the names are not UTF-8", disk::names_are_not_utf8),
    ("the output name has the maximum length", disk::long_names),
    ("a compilation is killed, 200 times", killed::compile),
    ("a batch is killed, 50 times", killed::batch),
    ("eight processes write one output", killed::many_writers),
    ("standard input is closed", process::closed_input),
    ("standard output is a pipe that closes", process::closed_output),
    ("standard error is a pipe that closes", process::closed_error),
    ("no more files can be opened", process::file_limit),
    ("the validator crashes", process::validator_crashes),
    ("the validator is not a program", process::validator_does_not_start),
    ("an include is replaced during the compilation", sources::replaced),
    ("an include is removed during the compilation", sources::removed),
    ("an input is a pipe", sources::pipe),
    ("an input or include cannot be read", sources::unreadable),
    ("includes form a cycle", sources::circle),
    ("an include is a link to itself", sources::link_to_itself),
    ("an include is outside its jail", sources::jail),
    #[cfg(target_os = "linux")]
    ("a compilation opens no other files and starts no processes", sources::system_calls),
    ("a file includes 10,000 files", sources::many_includes),
    ("includes are nested 10,000 deep", sources::deep_includes),
];

fn main() {
    let trials = FAULTS.iter().map(|&(name, fault)| {
        Trial::test(name, move || {
            let world = World::new();
            fault(&world);
            world.leaves_no_temporary_file();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
