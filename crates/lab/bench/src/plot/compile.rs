//! The chart of compile times: a run saved by `cargo xtask bench --save`.

use super::chart::{Bar, Chart};
use crate::stats::Spread;
use anyhow::{Context, Result};
use serde::Deserialize;

/// The parts of a saved run that the chart shows.
#[derive(Deserialize)]
struct Saved {
    version: String,
    machine: Machine,
    targets: Targets,
}

#[derive(Deserialize)]
struct Machine {
    cpu: String,
    cores: usize,
}

#[derive(Deserialize)]
struct Targets {
    peers: Vec<Peer>,
}

/// The comparison with a compiler. Ratios are its CPU time divided by that of nvc.
#[derive(Deserialize)]
struct Peer {
    peer: String,
    version: String,
    sources: usize,
    geometric_mean: Spread,
    by_source: Spread,
}

/// Returns the chart of a saved run.
pub fn chart(json: &str) -> Result<Chart> {
    let Saved { version, machine, targets } = serde_json::from_str(json).context("not a saved run")?;
    let nvc = Bar { label: format!("nvc {version}"), value: 1.0, range: None };
    let bar = |peer: &Peer| Bar {
        label: format!("{} ({} shaders)", peer.peer, peer.sources),
        value: peer.geometric_mean.median,
        range: Some((peer.by_source.min, peer.by_source.max)),
    };
    let versions: Vec<String> =
        targets.peers.iter().map(|peer| format!("{}: {}", peer.peer, peer.version)).collect();
    Ok(Chart {
        title: "Time to compile a GLSL shader: CPU time of one process".to_owned(),
        axis: "CPU time / CPU time of nvc (lower is better)".to_owned(),
        bars: std::iter::once(nvc).chain(targets.peers.iter().map(bar)).collect(),
        caption: vec![
            format!(
                "{}, {} cores. Bars: geometric mean over the shaders of the corpus that both compile. Lines: least and greatest.",
                machine.cpu, machine.cores
            ),
            versions.join("; "),
        ],
    })
}
