//! The same program compiled with and without optimisation, run on a Vulkan device: the memory must
//! be the same. One open device serves all programs of a process.

use anyhow::{Context, Result};
use nvc::OptLevel;
use nvc_case::{Case as Inputs, Map, Mapping, Outputs};
use nvc_fuzz::asm::Case;
use nvc_fuzz::outcome::{Outcome, compile};
use nvc_vulkan::{Device, Module};

/// How two memories compare.
pub(crate) enum Comparison {
    Same,
    Different(String),
    /// The device lacks what the module needs.
    NotRun,
}

/// The capability WorkgroupMemoryExplicitLayoutKHR. Without it a driver gives each view of shared
/// memory a memory of its own.
const EXPLICIT_LAYOUT: u32 = 4428;

/// An open device.
pub(crate) struct Runner(Device);

impl Runner {
    pub(crate) fn open() -> Result<Self> {
        Ok(Runner(nvc_vulkan_tests::open()?))
    }

    /// Compares the two memories.
    pub(crate) fn compare(&self, case: &Case) -> Result<Comparison> {
        let optimised = self.outputs(case, OptLevel::Full)?;
        let plain = self.outputs(case, OptLevel::None)?;
        let (Some(optimised), Some(plain)) = (optimised, plain) else { return Ok(Comparison::NotRun) };
        Ok(first_difference(&optimised, &plain).map_or(Comparison::Same, Comparison::Different))
    }

    /// What one module leaves; nothing if the device cannot run it.
    fn outputs(&self, case: &Case, level: OptLevel) -> Result<Option<Outputs>> {
        let Outcome::Module { bytes, .. } = compile(&case.text, level) else {
            anyhow::bail!("the program is not compiled");
        };
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
        let explicit = Module::reflect(&words)?.capabilities.contains(&EXPLICIT_LAYOUT);
        if explicit && !self.0.facts().has("workgroupMemoryExplicitLayout") {
            return Ok(None);
        }
        let inputs: Inputs = toml::from_str(&case.case_toml()).context("case.toml")?;
        let map: Map = toml::from_str(&case.map_toml()).context("map.toml")?;
        nvc_vulkan_tests::run(&self.0, &inputs, &words, &Mapping::assembly(&inputs, &map)?).map(Some)
    }
}

fn first_difference(optimised: &Outputs, plain: &Outputs) -> Option<String> {
    for (block, (a, b)) in optimised.blocks.iter().zip(&plain.blocks).enumerate() {
        let words = a.chunks(4).zip(b.chunks(4)).enumerate().filter(|(_, (a, b))| a != b);
        let places: Vec<usize> = words.map(|(place, _)| place).collect();
        if let Some(first) = places.first() {
            let word = |bytes: &[u8]| bytes.get(first * 4..first * 4 + 4).map(<[u8]>::to_vec);
            return Some(format!(
                "storage {block}: {} words differ, the first at byte {}: {:02x?} with -O, {:02x?} with -O0",
                places.len(),
                first * 4,
                word(a).unwrap_or_default(),
                word(b).unwrap_or_default(),
            ));
        }
    }
    None
}
