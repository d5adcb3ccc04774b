//! Searches for memory leaks and for state that compilations keep: compiles many programs in one process, as a service does,
//! and fails if its memory grows.

use anyhow::{Context, Result, bail};
use nvc::{Compiler, Options, Source};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// Options of the measurement.
#[derive(clap::Args)]
pub struct Service {
    /// Compile this many programs.
    #[arg(long, default_value_t = 1_000_000)]
    count: u64,
    /// Write the measurements to FILE.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Number of measurements of the memory, at regular intervals.
const SAMPLES: u64 = 20;

/// Accepted growth in KiB after the first tenth of the run, because an allocator does not return all freed memory.
const GROWTH_KIBIBYTES: u64 = 1024;

/// Valid and invalid programs in both languages. `NUMBER` is replaced by the number of the compilation, so that every source is
/// new, and a cache of sources or names would grow.
const PROGRAMS: &[&str] = &[
    "#version 460\nlayout(local_size_x = 32) in;\nlayout(std430, binding = 0) buffer B { uint b[]; };\n\
     void main() { for (uint i = 0; i < b[0]; i++) b[i] = b[i] * 3 + NUMBERu; }\n",
    "#version 460\n#extension GL_KHR_shader_subgroup_arithmetic : require\nlayout(local_size_x = 64) in;\n\
     layout(std430, binding = 0) buffer B { vec4 bNUMBER[]; };\nlayout(binding = 1) uniform sampler2D t;\n\
     struct S { vec4 v; uint nNUMBER; };\nS f(uint i) { return S(texelFetch(t, ivec2(i), 0), i); }\n\
     void main() { S s = f(gl_LocalInvocationIndex); bNUMBER[s.nNUMBER] = subgroupAdd(s.v); }\n",
    "#version 460\nvoid main() { undeclaredNUMBER = 1; }\n",
    "#version 460\n#define ANUMBER(x) x x x x\nvoid main() { ANUMBER(ANUMBER(ANUMBER(;))) }\n",
    "#version 460\n#include \"missingNUMBER\"\n",
    "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP rNUMBER;\nREP;\nADD.U.CC rNUMBER.x, rNUMBER.x, 1;\nBRK (NE.x);\nENDREP;\nEND\n",
    "!!NVcp5.0\nGROUP_SIZE 32;\nMOVE R0, RNUMBER;\nEND\n",
    "no program NUMBER",
];

/// The memory after a number of compilations.
struct Sample {
    count: u64,
    kibibytes: u64,
}

/// Compiles the programs in turn, and measures the memory at regular intervals. Fails if a measurement exceeds that after a
/// tenth of the run by more than [`GROWTH_KIBIBYTES`].
pub fn run(args: &Service) -> Result<()> {
    let compiler = Compiler::new(Options::new().with_reflect(true).with_validate(false));
    let start = Instant::now();
    let (mut samples, mut bytes, mut compiled) = (Vec::new(), 0, 0);
    for number in 0..args.count {
        let program = PROGRAMS[number as usize % PROGRAMS.len()];
        let text = program.replace("NUMBER", &number.to_string());
        bytes += text.len() as u64;
        // Failed compilations count, too: they must also free their memory.
        compiled += u64::from(compiler.compile(&Source::new("x", text)).is_ok());
        let count = number + 1;
        if count * SAMPLES / args.count > number * SAMPLES / args.count {
            let sample = Sample { count, kibibytes: resident()? };
            println!("{} compilations: {} KiB", sample.count, sample.kibibytes);
            samples.push(sample);
        }
    }
    let early = samples.iter().find(|sample| sample.count * 10 >= args.count).context("no compilations")?;
    let most = samples.iter().map(|sample| sample.kibibytes).max().unwrap_or(0);
    let summary = format!(
        "{} compilations ({compiled} successful) of {} MB of sources, all different, in {:.0} seconds: {} KiB of memory after a \
         tenth of them, at most {most} KiB in any of {} measurements",
        args.count,
        bytes / 1_000_000,
        start.elapsed().as_secs_f64(),
        early.kibibytes,
        samples.len()
    );
    println!("{summary}");
    if let Some(file) = &args.report {
        std::fs::write(file, page(&summary, &samples))?;
    }
    if most > early.kibibytes + GROWTH_KIBIBYTES {
        bail!("memory grows");
    }
    Ok(())
}

/// The report as a Markdown page.
fn page(summary: &str, samples: &[Sample]) -> String {
    let mut out = format!(
        "# Service\n\nWritten by `cargo xtask bounds service`, which compiles {} kinds of programs in turn, in one process and \
         without the validator.\n\n{summary}.\n\n| compilations | resident memory |\n|---|---|\n",
        PROGRAMS.len()
    );
    for sample in samples {
        let _ = writeln!(out, "| {} | {} KiB |", sample.count, sample.kibibytes);
    }
    out
}

/// Resident memory of this process, in KiB.
fn resident() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status").context("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}
