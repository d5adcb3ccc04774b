//! The chart of running times on a GPU: figures of `cargo xtask bench --gpu` and of llama.cpp's `test-backend-ops`, which are
//! entered by hand in a TOML file.

use super::chart::{Bar, Chart};
use anyhow::{Context, Result};
use serde::Deserialize;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    device: String,
    driver: String,
    compilers: String,
    row: Vec<Row>,
}

/// The running times of programs compiled by nvc, relative to those of another compiler.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// What ran, and the other compiler.
    label: String,
    /// Geometric mean of the ratios.
    mean: f64,
    min: Option<f64>,
    max: f64,
}

/// Returns the chart of a file.
pub fn chart(toml: &str) -> Result<Chart> {
    let Figures { device, driver, compilers, row } = toml::from_str(toml).context("not a file of figures")?;
    let bar = |row: Row| Bar {
        label: row.label,
        value: row.mean,
        range: Some((row.min.unwrap_or(row.mean), row.max)),
    };
    Ok(Chart {
        title: "Running time of compiled code on a GPU".to_owned(),
        axis: "time with nvc / time with the other compiler (lower is better)".to_owned(),
        bars: row.into_iter().map(bar).collect(),
        caption: vec![
            format!("{device}, driver {driver}; {compilers}."),
            "Bars: geometric mean. Lines: least and greatest, where recorded. llama.cpp: against glslc -O. Dashed: equal time.".to_owned(),
        ],
    })
}
