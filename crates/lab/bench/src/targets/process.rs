//! Target: the CPU time of an `nvc` process, relative to a process of another compiler that compiles the same GLSL.

use super::table::{Goal, Row};
use crate::compiler::Compiler;
use crate::stats::Spread;
use crate::{cpu, files};
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The comparison with a peer. Ratios are the CPU time of the peer divided by that of nvc.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// Name of the peer.
    pub peer: String,
    /// What the peer prints as its version.
    pub version: String,
    /// Number of sources that both compile.
    pub sources: usize,
    /// Geometric mean of the ratios of all sources; its spread is that of the rounds.
    pub geometric_mean: Spread,
    /// Ratio of the sums over all sources; its spread is that of the rounds.
    pub sums: Spread,
    /// Ratios of the sources, each of the median times of all rounds.
    pub by_source: Spread,
    /// Mean CPU time of a process of nvc and of the peer over the sources, in milliseconds: the medians of all rounds.
    pub mean_ms: [f64; 2],
}

/// CPU seconds of one compiler, by source and round. A source that the compiler rejects has no rounds.
type Times = Vec<Vec<f64>>;

/// Measures nvc and the peers on each `main.comp` of the corpus that nvc and at least one peer compile. In each round, one
/// compiler after the other compiles all sources. As in a first build, a command finds its own files in the caches, and writes new
/// files.
pub fn measure(nvc: &Compiler, peers: &[Compiler], corpus: &Path, rounds: u32) -> Result<Vec<Comparison>> {
    if peers.is_empty() {
        return Ok(Vec::new());
    }
    let folder = tempfile::tempdir()?;
    let output = folder.path().join("out.spv");
    let mut sources = Vec::new();
    let mut compilers: Vec<(&Compiler, Times)> =
        std::iter::once(nvc).chain(peers).map(|compiler| (compiler, Times::new())).collect();
    // Which compiler accepts which source. This is also the warm-up.
    let mut accepted: Vec<Vec<bool>> = Vec::new();
    for source in glsl(corpus)? {
        let compiles =
            |(compiler, _): &(&Compiler, Times)| cpu::run(compiler.command(&source, &output)).is_ok();
        let verdicts: Vec<bool> = compilers.iter().map(compiles).collect();
        if let [true, peers @ ..] = &verdicts[..]
            && peers.contains(&true)
        {
            sources.push(source);
            accepted.push(verdicts);
        }
    }
    for (_, times) in &mut compilers {
        times.resize(sources.len(), Vec::new());
    }
    for _ in 0..rounds {
        for (column, (compiler, times)) in compilers.iter_mut().enumerate() {
            let common = sources.iter().zip(&accepted).zip(times);
            for ((source, _), times) in common.filter(|((_, accepted), _)| accepted[column]) {
                // Replacing a file can cost more than writing one, depending on the file system.
                files::remove(&output)?;
                let time = cpu::of_children(|| cpu::run(compiler.command(source, &output)))?;
                times.push(time.as_secs_f64());
            }
        }
    }
    let mut compilers = compilers.into_iter();
    let (_, base) = compilers.next().context("nvc was not measured")?;
    compilers.filter_map(|(peer, times)| comparison(peer, &times, &base).transpose()).collect()
}

/// Returns the GLSL sources of the corpus, sorted.
fn glsl(corpus: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(corpus).with_context(|| corpus.display().to_string())?;
    let mut sources = Vec::new();
    for entry in entries {
        let source = entry?.path().join("main.comp");
        if source.exists() {
            sources.push(source);
        }
    }
    sources.sort();
    Ok(sources)
}

/// Compares the times of a peer with those of nvc. `None` if they have no source in common.
fn comparison(peer: &Compiler, times: &Times, nvc: &Times) -> Result<Option<Comparison>> {
    let common: Vec<(&[f64], &[f64])> =
        times.iter().zip(nvc).map(|(a, b)| (&a[..], &b[..])).filter(|(a, _)| !a.is_empty()).collect();
    let rounds = common.first().map_or(0, |(peer, _)| peer.len());
    let mean = |round: usize| geometric_mean(common.iter().map(|(peer, nvc)| peer[round] / nvc[round]));
    let sums = |round: usize| {
        let peer: f64 = common.iter().map(|(peer, _)| peer[round]).sum();
        let nvc: f64 = common.iter().map(|(_, nvc)| nvc[round]).sum();
        peer / nvc
    };
    let median = |times: &[f64]| Spread::of(times.iter().copied()).map(|spread| spread.median);
    let by_source = common.iter().filter_map(|(peer, nvc)| Some(median(peer)? / median(nvc)?));
    let (Some(geometric_mean), Some(sums), Some(by_source)) =
        (Spread::of((0..rounds).map(mean)), Spread::of((0..rounds).map(sums)), Spread::of(by_source))
    else {
        return Ok(None);
    };
    let mean_ms = |times: &mut dyn Iterator<Item = &[f64]>| {
        times.filter_map(median).sum::<f64>() / common.len() as f64 * 1e3
    };
    Ok(Some(Comparison {
        peer: peer.name.clone(),
        version: peer.version()?,
        sources: common.len(),
        geometric_mean,
        sums,
        by_source,
        mean_ms: [
            mean_ms(&mut common.iter().map(|(_, nvc)| *nvc)),
            mean_ms(&mut common.iter().map(|(peer, _)| *peer)),
        ],
    }))
}

/// Returns the geometric mean of positive numbers; 1 if there are none.
#[allow(clippy::disallowed_methods, reason = "a statistic")]
fn geometric_mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0), |(sum, count), value| (sum + value.ln(), count + 1));
    if count == 0 { 1.0 } else { (sum / f64::from(count)).exp() }
}

/// Returns the rows of the comparisons. The first compiler that is not nvc itself has the goal.
pub fn rows(comparisons: &[Comparison]) -> Vec<Row> {
    const GOAL: Goal = Goal::AtLeast(40.0);
    let first = comparisons.iter().position(|comparison| comparison.peer != Compiler::GLIBC);
    let mut rows = Vec::new();
    if first.is_none() {
        rows.push(Row {
            name: "process: another compiler / nvc".to_owned(),
            unit: "times",
            value: Err(
                "no other compiler is installed: glslang is called `glslang` or `glslangValidator`".into()
            ),
            goal: Some(GOAL),
        });
    }
    for (index, comparison) in comparisons.iter().enumerate() {
        let Comparison { peer, sources, .. } = comparison;
        let row = |what: &str, spread: Spread| Row {
            name: format!("process: {peer} / nvc, {sources} sources, {what}"),
            unit: "times",
            value: Ok(spread),
            goal: (Some(index) == first).then_some(GOAL),
        };
        rows.extend([row("mean", comparison.geometric_mean), row("sum", comparison.sums)]);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A compiler that copies its source, and rejects sources that contain `word`, if one is given. A shell stands for both
    /// compilers.
    fn compiler(word: &str, work: &str) -> Result<Compiler> {
        let script = format!("{work}; grep -q {word} $0 && exit 1; cp $0 $2");
        Compiler::parse(&format!("{word}=sh -c '{script}'"))
    }

    #[test]
    fn a_peer_is_compared_on_the_sources_that_both_compile() -> Result<()> {
        let corpus = tempfile::tempdir()?;
        for (name, text) in [("a", "both"), ("b", "onlyone"), ("c", "neither onlyone"), ("d", "both")] {
            fs::create_dir(corpus.path().join(name))?;
            fs::write(corpus.path().join(name).join("main.comp"), text)?;
        }
        let nvc = compiler("neither", "true")?;
        let busy = compiler("onlyone", "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done")?;
        let comparisons = measure(&nvc, &[busy], corpus.path(), 2)?;
        let [comparison] = &comparisons[..] else { panic!("one comparison: {comparisons:?}") };
        assert_eq!(comparison.sources, 2);
        assert!(comparison.geometric_mean.min > 1.0, "{comparison:?}");
        assert!(comparison.by_source.min > 1.0, "{comparison:?}");
        let goals = |comparisons: &[Comparison]| -> Vec<bool> {
            rows(comparisons).iter().map(|row| row.goal.is_some()).collect()
        };
        assert_eq!(goals(&comparisons), [true, true]);
        // Without another compiler, the goal is not that of nvc itself.
        let mut comparisons = comparisons;
        comparisons[0].peer = Compiler::GLIBC.to_owned();
        assert_eq!(goals(&comparisons), [true, false, false]);
        Ok(())
    }

    #[test]
    fn means_and_sums_are_of_rounds() -> Result<()> {
        let peer = Compiler::parse("peer=echo")?;
        let nvc = vec![vec![1.0, 1.0, 1.0], vec![1.0, 1.0, 1.0], vec![1.0, 1.0, 1.0]];
        let times = vec![vec![2.0, 4.0, 8.0], Vec::new(), vec![8.0, 4.0, 8.0]];
        let comparison = comparison(&peer, &times, &nvc)?.expect("common sources");
        assert_eq!(comparison.sources, 2);
        let rounded =
            |spread: Spread| [spread.min, spread.median, spread.max].map(|value| (value * 1e6).round() / 1e6);
        assert_eq!(rounded(comparison.geometric_mean), [4.0, 4.0, 8.0]);
        assert_eq!(rounded(comparison.sums), [4.0, 5.0, 8.0]);
        assert_eq!(rounded(comparison.by_source), [4.0, 8.0, 8.0]);
        Ok(())
    }

    #[test]
    fn without_peers_the_row_says_so() -> Result<()> {
        let nvc = compiler("neither", "true")?;
        let rows = rows(&measure(&nvc, &[], Path::new("."), 1)?);
        assert!(matches!(&rows[..], [row] if row.value.is_err()), "{rows:?}");
        Ok(())
    }
}
