//! Reads the list of expected failures (`testdata/expected.toml`): cases that do not run on some engine, or whose
//! memory differs from the expected memory, each with the cause.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The list of expected failures.
#[derive(Deserialize, Debug, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Expectations {
    #[serde(default, rename = "case")]
    cases: Vec<Expectation>,
}

/// One expected failure.
#[derive(Deserialize, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// Name of the case's folder.
    pub name: String,
    /// Engines on which the case fails.
    pub on: Vec<Runner>,
    /// Language of the program that fails; `None` if the programs in both languages fail.
    pub from: Option<Language>,
    /// Restricts the entry to devices whose name contains this text.
    pub device: Option<String>,
    /// Restricts the entry to devices without this feature: a Vulkan feature, or [`AVX512`] of the CPU.
    pub lacks: Option<String>,
    /// Why the case fails.
    pub cause: String,
}

/// An engine that runs cases.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Runner {
    /// The interpreter.
    Interp,
    /// A Vulkan device.
    Vulkan,
    /// A Vulkan device with emulated warps: the module is compiled with `--warp emulate`.
    Emulated,
    /// An OpenGL driver with its own assembler.
    Opengl,
}

/// The language of a program of a case.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Assembly, in `driver.nvcp`.
    Assembly,
    /// GLSL, in `main.comp`.
    Glsl,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::Assembly, Language::Glsl];

    /// Returns the name of the program's file in the case's folder.
    pub fn file(self) -> &'static str {
        match self {
            Language::Assembly => "driver.nvcp",
            Language::Glsl => "main.comp",
        }
    }

    /// Returns the name of the language in `expected.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Language::Assembly => "assembly",
            Language::Glsl => "glsl",
        }
    }
}

/// What a case runs on: an engine and its device.
pub struct RunTarget<'a> {
    /// The engine.
    pub runner: Runner,
    /// Name of the device.
    pub device: &'a str,
    /// Returns whether the device has a feature, by its Vulkan name.
    pub has: &'a dyn Fn(&str) -> bool,
}

/// The name in `expected.toml` of the CPU's feature AVX-512F. Results of Mesa's CPU driver differ between CPUs.
const AVX512: &str = "avx512f";

/// Whether the device has a feature, or for [`AVX512`] the CPU.
fn has(feature: &str, target: &RunTarget<'_>) -> bool {
    if feature == AVX512 { cpu_has_avx512() } else { (target.has)(feature) }
}

#[cfg(target_arch = "x86_64")]
fn cpu_has_avx512() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
}

#[cfg(not(target_arch = "x86_64"))]
fn cpu_has_avx512() -> bool {
    false
}

impl Expectations {
    /// Reads `expected.toml`.
    pub fn load(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<Self> {
        let list: Self = toml::from_str(text).map_err(|error| anyhow::anyhow!("{}", error.message()))?;
        let mut seen = BTreeSet::new();
        for case in &list.cases {
            ensure!(seen.insert(case), "{} is listed twice", case.name);
            ensure!(!case.cause.trim().is_empty(), "{} has no cause", case.name);
            ensure!(!case.on.is_empty(), "{} lists no engine", case.name);
        }
        Ok(list)
    }

    /// Returns all entries.
    pub fn all(&self) -> impl Iterator<Item = &Expectation> {
        self.cases.iter()
    }

    /// Returns the names of all listed cases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.cases.iter().map(|case| case.name.as_str())
    }

    /// Returns the names of the cases listed for devices without a feature.
    pub fn lacking<'a>(&'a self, feature: &'a str) -> impl Iterator<Item = &'a str> {
        let cases = self.cases.iter().filter(move |case| case.lacks.as_deref() == Some(feature));
        cases.map(|case| case.name.as_str())
    }

    /// Returns the entry that applies to the program of a case on an engine, if there is one.
    pub fn of(&self, name: &str, from: Language, target: &RunTarget<'_>) -> Option<&Expectation> {
        let applies = |case: &&Expectation| {
            case.name == name
                && case.on.contains(&target.runner)
                && case.from.is_none_or(|language| language == from)
                && case.device.as_ref().is_none_or(|part| target.device.contains(part.as_str()))
                && case.lacks.as_ref().is_none_or(|feature| !has(feature, target))
        };
        self.cases.iter().find(applies)
    }

    /// Judges the result of a run: a listed program must fail, and every other program must pass.
    pub fn judge(
        &self,
        name: &str,
        from: Language,
        target: &RunTarget<'_>,
        result: Result<(), String>,
    ) -> Result<(), String> {
        match (self.of(name, from, target), result) {
            (Some(listed), Ok(())) => {
                Err(format!("passes although it is listed ({}): remove it from the list", listed.cause))
            }
            (Some(_), Err(_)) => Ok(()),
            (None, result) => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "
        [[case]]
        name = 'a'
        on = ['vulkan', 'interp']
        cause = 'wide warps'
        [[case]]
        name = 'b'
        on = ['vulkan']
        from = 'glsl'
        lacks = 'arrays'
        device = 'pipe'
        cause = 'no arrays'
    ";

    fn list() -> Expectations {
        Expectations::parse(LIST).unwrap()
    }

    fn on(runner: Runner) -> RunTarget<'static> {
        RunTarget { runner, device: "llvmpipe", has: &|_| false }
    }

    #[test]
    fn listed_cases_must_fail_and_others_must_pass() {
        let (list, target, asm) = (list(), on(Runner::Vulkan), Language::Assembly);
        assert!(list.judge("a", asm, &target, Err("differs".into())).is_ok());
        let message = list.judge("a", asm, &target, Ok(())).unwrap_err();
        assert!(message.contains("wide warps") && message.contains("remove it"), "{message}");
        assert_eq!(list.judge("c", asm, &target, Err("differs".into())), Err("differs".into()));
        assert!(list.judge("c", asm, &target, Ok(())).is_ok());
    }

    #[test]
    fn entries_apply_by_engine_language_device_and_feature() {
        let list = list();
        let listed = |name, from, target: &RunTarget<'_>| list.of(name, from, target).is_some();
        assert!(listed("a", Language::Glsl, &on(Runner::Interp)));
        assert!(!listed("a", Language::Glsl, &on(Runner::Opengl)));
        assert!(listed("b", Language::Glsl, &on(Runner::Vulkan)));
        assert!(!listed("b", Language::Assembly, &on(Runner::Vulkan)));
        let able =
            RunTarget { runner: Runner::Vulkan, device: "llvmpipe", has: &|feature| feature == "arrays" };
        assert!(!listed("b", Language::Glsl, &able));
        assert_eq!(list.lacking("arrays").collect::<Vec<_>>(), ["b"]);
        let other = RunTarget { device: "NVIDIA", ..on(Runner::Vulkan) };
        assert!(!listed("b", Language::Glsl, &other));
    }

    #[test]
    fn duplicate_and_incomplete_entries_are_rejected() {
        let wrong = |entry: &str| Expectations::parse(&format!("[[case]]\n{entry}")).is_err();
        assert!(wrong("name = 'a'\non = ['vulkan']\ncause = ' '"));
        assert!(wrong("name = 'a'\non = []\ncause = 'x'"));
        assert!(wrong("name = 'a'\ncause = 'x'"));
        let one = "name = 'a'\non = ['interp']\ncause = 'x'\n";
        assert!(wrong(&format!("{one}[[case]]\n{one}")));
    }
}
