//! Draws charts of saved runs as SVG: `cargo xtask bench --plot`. The charts are in `docs`, and `docs/benchmarks.md` explains
//! them. A test compares them with the saved runs.

mod chart;
mod compile;
mod gpu;

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Options of `plot`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the saved runs.
    #[arg(long, value_name = "DIR")]
    saved: PathBuf,
    /// Write the charts to this folder.
    #[arg(long, value_name = "DIR")]
    out_dir: PathBuf,
}

/// Draws all charts.
pub fn run(args: &Args) -> Result<()> {
    for (name, svg) in charts(&args.saved)? {
        let path = args.out_dir.join(name);
        std::fs::write(&path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Returns the file names and the contents of the charts.
fn charts(saved: &Path) -> Result<[(&'static str, String); 2]> {
    let read = |name: &str| {
        let path = saved.join(name);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    Ok([
        ("bench-compile.svg", compile::chart(&read("compile.json")?)?.draw()?),
        ("bench-gpu.svg", gpu::chart(&read("gpu.toml")?)?.draw()?),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_has_the_charts_of_the_saved_runs() -> Result<()> {
        for (name, svg) in charts("../logs/bench".as_ref())? {
            let path = Path::new("../../../docs").join(name);
            let drawn = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            assert!(drawn.replace('\r', "") == svg, "{name} is out of date: run `cargo xtask bench --plot`");
        }
        Ok(())
    }
}
