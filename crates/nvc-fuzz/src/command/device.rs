//! The same program on the interpreter and, compiled with and without optimisation, on a Vulkan device:
//! the memory must be the same. One open device serves all programs of a process.

use super::interpreter;
use anyhow::{Context, Result};
use nvc::{Language, OptLevel, Phase};
use nvc_case::{Case as Inputs, Map, Mapping, Outputs};
use nvc_fuzz::Generated;
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

    /// Compares what the interpreter leaves, of the module as built and behind all passes, with what the
    /// device leaves, with and without optimisation.
    pub(crate) fn compare(&self, case: &Generated) -> Result<Comparison> {
        let inputs: Inputs = toml::from_str(&case.case_toml).context("case.toml")?;
        let map: Map = toml::from_str(&case.map_toml).context("map.toml")?;
        let mapping = match case.language {
            Language::NvAsm => Mapping::assembly(&inputs, &map)?,
            Language::Glsl => Mapping::glsl(&inputs)?,
        };
        let built = interpreter::outputs(case, &inputs, &mapping, Phase::Built)?;
        let mut others =
            vec![("behind the passes", interpreter::outputs(case, &inputs, &mapping, Phase::Legal)?)];
        for (name, level) in [("on the device with -O", OptLevel::Full), ("with -O0", OptLevel::None)] {
            match self.outputs(case, &inputs, &mapping, level)? {
                Some(outputs) => others.push((name, outputs)),
                None => return Ok(Comparison::NotRun),
            }
        }
        let differences = others.iter().filter_map(|(name, outputs)| first_difference(&built, outputs, name));
        let words: Vec<String> = differences.collect();
        Ok(if words.is_empty() { Comparison::Same } else { Comparison::Different(words.join("\n")) })
    }

    /// What one module leaves; nothing if the device cannot run it.
    fn outputs(
        &self,
        case: &Generated,
        inputs: &Inputs,
        mapping: &Mapping,
        level: OptLevel,
    ) -> Result<Option<Outputs>> {
        let Outcome::Module { bytes, .. } = compile(&case.text, level) else {
            anyhow::bail!("the program is not compiled");
        };
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
        let explicit = Module::reflect(&words)?.capabilities.contains(&EXPLICIT_LAYOUT);
        if explicit && !self.0.facts().has("workgroupMemoryExplicitLayout") {
            return Ok(None);
        }
        nvc_vulkan_tests::run(&self.0, inputs, &words, mapping).map(Some)
    }
}

fn first_difference(built: &Outputs, other: &Outputs, name: &str) -> Option<String> {
    for (block, (a, b)) in built.blocks.iter().zip(&other.blocks).enumerate() {
        let words = a.chunks(4).zip(b.chunks(4)).enumerate().filter(|(_, (a, b))| a != b);
        let places: Vec<usize> = words.map(|(place, _)| place).collect();
        if let Some(first) = places.first() {
            let word = |bytes: &[u8]| bytes.get(first * 4..first * 4 + 4).map(<[u8]>::to_vec);
            return Some(format!(
                "storage {block}: {} words differ, the first at byte {}: {:02x?} on the interpreter, {:02x?} {name}",
                places.len(),
                first * 4,
                word(a).unwrap_or_default(),
                word(b).unwrap_or_default(),
            ));
        }
    }
    None
}
