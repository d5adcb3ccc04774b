//! Searches for memory leaks: compiles many programs in one process, as a service does, and fails if its memory grows.

use anyhow::{Context, Result, bail};
use nvc::{Compiler, Options, Source};
use std::time::{Duration, Instant};

/// Options of the measurement.
#[derive(clap::Args)]
pub struct Service {
    /// Compile this many programs.
    #[arg(long, default_value_t = 1_000_000)]
    count: u64,
    /// Stop after this many seconds even if fewer programs were compiled.
    #[arg(long, default_value_t = 600)]
    seconds: u64,
}

/// Accepted growth in KiB after the first tenth of the run, because an allocator does not return all freed memory.
const GROWTH_KIBIBYTES: u64 = 4096;

/// Valid and invalid programs in both languages.
const PROGRAMS: &[&str] = &[
    "#version 460\nlayout(local_size_x = 32) in;\nlayout(std430, binding = 0) buffer B { uint b[]; };\n\
     void main() { for (uint i = 0; i < b[0]; i++) b[i] = b[i] * 3 + i; }\n",
    "#version 460\nvoid main() { undeclared = 1; }\n",
    "#version 460\n#define A(x) x x x x\nvoid main() { A(A(A(;))) }\n",
    "#version 460\n#include \"missing\"\n",
    "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nREP;\nADD.U.CC R0.x, R0.x, 1;\nBRK (NE.x);\nENDREP;\nEND\n",
    "!!NVcp5.0\nGROUP_SIZE 32;\nMOVE R0, R1;\nEND\n",
    "no program",
];

/// Compiles the programs in turn. Compares the memory after a tenth of the run with the memory at the end.
pub fn run(args: &Service) -> Result<()> {
    let compiler = Compiler::new(Options::new().with_reflect(true).with_validate(false));
    let sources: Vec<Source> = PROGRAMS.iter().map(|text| Source::new("x", *text)).collect();
    let start = Instant::now();
    let limit = Duration::from_secs(args.seconds);
    let (mut done, mut early) = (0, None);
    while done < args.count && start.elapsed() < limit {
        for source in sources.iter().cycle().take(1000) {
            // Errors are measured like modules, because both must free their memory.
            drop(compiler.compile(source));
        }
        done += 1000;
        let tenth_done = start.elapsed() * 10 > limit || done * 10 > args.count;
        if tenth_done && early.is_none() {
            early = Some(resident()?);
        }
    }
    let (early, late) = (early.context("too few programs")?, resident()?);
    let seconds = start.elapsed().as_secs_f64();
    println!("{done} compilations in {seconds:.0} s: {early} KiB after a tenth, {late} KiB at the end");
    if late > early + GROWTH_KIBIBYTES {
        bail!("memory grew by more than {GROWTH_KIBIBYTES} KiB");
    }
    Ok(())
}

/// Resident memory of this process, in KiB.
fn resident() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status").context("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}
