//! Runs a program on several engines and compares the resulting memory.

mod difference;
mod engine_name;
mod interpreter;
mod job;
mod opengl;
mod probe;
mod soundness;
mod vulkan;

pub(crate) use difference::first_difference;
pub(crate) use engine_name::EngineName;
pub(crate) use probe::Probe;
pub(crate) use soundness::Soundness;
pub(crate) use vulkan::spirv_words;

use super::report::Verdict;
use anyhow::{Context, Result};
use job::{Job, RunOutcome};
use nvc::{Language, Workarounds};
use nvc_exec::case::{Map, Outputs};
use nvc_lab::fuzz::Generated;
use nvc_vulkan::Device;
use vulkan::OpenDevice;

/// Pseudo-engine name for the verdict on NVIDIA's listing: the assembly that its driver generates from GLSL,
/// compiled by nvc.
pub(crate) const LISTING: &str = "opengl's listing";

/// Device feature that programs written for warps of 32 threads need.
const WARPS: &str = "subgroupSize32";

/// The engines that a process opened. They run all programs of the process.
#[derive(Default)]
pub(crate) struct Engines {
    opened: Vec<(EngineName, Engine)>,
    /// Driver workarounds with which nvc compiles the programs.
    workarounds: Workarounds,
}

enum Engine {
    Interpreter,
    Vulkan(Box<OpenDevice>),
    /// Contains the name of the driver.
    OpenGl(String),
}

/// The results of one program on all engines.
#[derive(Default)]
pub(crate) struct Compared {
    /// Verdict of each engine, by the engine's name, and the verdict on the listing, named [`LISTING`].
    pub(crate) verdicts: Vec<(String, Verdict)>,
    /// The listing that NVIDIA's compiler generated from GLSL, if the listing fails to run or gives different memory.
    pub(crate) listing: Option<String>,
    /// The memory after each variant's run on each engine: engine name, variant (such as `with -O0`), memory.
    pub(crate) memory: Vec<(String, &'static str, Outputs)>,
}

impl Engine {
    fn open(name: &EngineName) -> Result<Self> {
        Ok(match name {
            EngineName::Interpreter => Engine::Interpreter,
            EngineName::Vulkan => Engine::Vulkan(Box::new(OpenDevice::new(nvc_lab::vulkan::open()?))),
            EngineName::VulkanDevice(selector, _) => {
                Engine::Vulkan(Box::new(OpenDevice::new(Device::open(selector)?)))
            }
            EngineName::OpenGl => Engine::OpenGl(nvc_lab::opengl::Context::open()?.name()),
        })
    }

    fn description(&self) -> String {
        match self {
            Engine::Interpreter => "the interpreter, as built and after all passes".to_owned(),
            Engine::Vulkan(device) => device.name(),
            Engine::OpenGl(name) => format!("{name}, with its own compiler and assembler"),
        }
    }

    fn run(&self, job: &Job, listing: &mut Option<(String, Map)>) -> Result<RunOutcome> {
        match self {
            Engine::Interpreter => interpreter::run(job),
            Engine::Vulkan(device) => device.run(job),
            Engine::OpenGl(_) => {
                let done = opengl::run(job)?;
                *listing = done.listing;
                Ok(done.outcome)
            }
        }
    }
}

impl Engines {
    pub(crate) fn open(names: &[EngineName]) -> Result<Self> {
        let open = |name: &EngineName| Engine::open(name).with_context(|| name.to_string());
        let opened = names.iter().map(|name| Ok((name.clone(), open(name)?))).collect::<Result<_>>()?;
        Ok(Engines { opened, workarounds: Workarounds::default() })
    }

    /// Sets the driver workarounds with which nvc compiles the programs. The default is that of the compiler.
    pub(crate) fn with_workarounds(self, workarounds: Workarounds) -> Self {
        Engines { workarounds, ..self }
    }

    /// Reopens lost devices.
    fn reopen(&mut self) -> Result<()> {
        for (name, engine) in &mut self.opened {
            if matches!(engine, Engine::Vulkan(device) if device.is_lost()) {
                *engine = Engine::open(name).with_context(|| format!("{name}, after its device was lost"))?;
            }
        }
        Ok(())
    }

    /// Returns the name and the description of each engine.
    pub(crate) fn names(&self) -> Vec<(String, String)> {
        self.opened.iter().map(|(name, engine)| (name.to_string(), engine.description())).collect()
    }

    /// Runs a program on all engines. The first engine that can run it is the reference for the others. `at`
    /// is called with the name of each engine, and with [`LISTING`], before it starts, so that a driver that
    /// crashes the process can be identified. A device that an earlier program lost is reopened first.
    pub(crate) fn compare(&mut self, program: &Generated, at: &mut dyn FnMut(&str)) -> Result<Compared> {
        self.compare_job(&Job::new(program)?.with_workarounds(self.workarounds), at)
    }

    /// Runs a program like [`Engines::compare`], but with this SPIR-V module on Vulkan instead of nvc's
    /// output.
    pub(crate) fn compare_module(&mut self, program: &Generated, module: Vec<u32>) -> Result<Compared> {
        self.compare_job(&Job { module: Some(module), ..Job::new(program)? }, &mut |_| {})
    }

    fn compare_job(&mut self, job: &Job, at: &mut dyn FnMut(&str)) -> Result<Compared> {
        self.reopen()?;
        let mut first: Option<(String, Outputs)> = None;
        let mut compared = Compared::default();
        for (name, engine) in &self.opened {
            let name = name.to_string();
            at(&name);
            let mut listing = None;
            let outcome = engine.run(job, &mut listing);
            let outputs = first_variant(&outcome);
            if let (None, Some(outputs)) = (&first, &outputs) {
                first = Some((name.clone(), (*outputs).clone()));
            }
            let mut verdict = verdict(&name, &outcome, first.as_ref());
            let driver_compiled = matches!(engine, Engine::OpenGl(_)) && job.language == Language::Glsl;
            if let (true, Some(outputs)) = (driver_compiled, outputs) {
                if let Verdict::Differs(difference) = verdict {
                    verdict = self.with_quirks(job, outputs, difference);
                }
                if let Some((listing, map)) = listing {
                    at(LISTING);
                    let verdict = self.listing(job, &listing, map, outputs);
                    compared.listing = verdict.is_failure().then_some(listing);
                    compared.verdicts.push((LISTING.to_owned(), verdict));
                }
            }
            if let Ok(RunOutcome::Memory(memory)) = outcome {
                let memory = memory.into_iter().map(|(variant, outputs)| (name.clone(), variant, outputs));
                compared.memory.extend(memory);
            }
            compared.verdicts.push((name, verdict));
        }
        Ok(compared)
    }

    /// Refines the verdict on NVIDIA's driver, whose memory differs from that of the first engine. Runs the program,
    /// compiled with the driver's quirks, on the interpreter and on the engines with warps of 32, and compares the
    /// memory with the driver's.
    fn with_quirks(&self, job: &Job, driver: &Outputs, difference: String) -> Verdict {
        let job = job.with_quirks();
        match self.on_warps(&job, driver, true) {
            Verdict::Same => Verdict::Quirks,
            Verdict::Differs(quirks) | Verdict::Fails(quirks) => {
                Verdict::Differs(format!("{difference}\nwith the driver's quirks: {quirks}"))
            }
            other => other,
        }
    }

    /// Compares the memory after the run of the driver's listing, compiled by nvc, with the driver's memory.
    /// The driver moves loads across barriers, so its listing may have a data race that the program does not
    /// have; a difference then does not count as a failure.
    fn listing(&self, job: &Job, listing: &str, map: Map, driver: &Outputs) -> Verdict {
        let job = match job.of_listing(listing, map) {
            Ok(job) => job.with_workarounds(self.workarounds),
            Err(error) => return Verdict::Fails(format!("{error:#}")),
        };
        let verdict = self.on_warps(&job, driver, false);
        let race = matches!(verdict, Verdict::Differs(_)).then(|| interpreter::race(&job));
        match race {
            Some(Ok(Some(race))) => Verdict::Races(race),
            _ => verdict,
        }
    }

    /// On each engine with warps of 32 threads, runs a program that needs such warps, and compares its memory with
    /// the driver's. Returns the worst verdict, or [`Verdict::MissingFeature`] if there is no such engine. With
    /// `always`, the interpreter runs even if it is not one of the engines.
    fn on_warps(&self, job: &Job, driver: &Outputs, always: bool) -> Verdict {
        let driver = ("opengl".to_owned(), driver.clone());
        let mut verdicts = Vec::new();
        for (name, engine) in &self.opened {
            let outcome = match engine {
                Engine::Interpreter => interpreter::run(job),
                Engine::Vulkan(device) if device.has(WARPS) => device.run(job),
                _ => continue,
            };
            verdicts.push(verdict(&name.to_string(), &outcome, Some(&driver)));
        }
        if always && !self.opened.iter().any(|(_, engine)| matches!(engine, Engine::Interpreter)) {
            let name = EngineName::Interpreter.to_string();
            verdicts.push(verdict(&name, &interpreter::run(job), Some(&driver)));
        }
        let none = Verdict::MissingFeature("no engine has warps of 32".to_owned());
        verdicts.into_iter().max_by_key(Verdict::rank).unwrap_or(none)
    }
}

/// Returns the memory of the first variant, if the program ran.
fn first_variant(outcome: &Result<RunOutcome>) -> Option<&Outputs> {
    match outcome {
        Ok(RunOutcome::Memory(memory)) => memory.first().map(|(_, outputs)| outputs),
        _ => None,
    }
}

/// Compares the memory of all variants of an engine with that of the first engine.
fn verdict(engine: &str, outcome: &Result<RunOutcome>, first: Option<&(String, Outputs)>) -> Verdict {
    let memory = match outcome {
        Ok(RunOutcome::Memory(memory)) => memory,
        Ok(RunOutcome::MissingFeature(name)) => return Verdict::MissingFeature(name.clone()),
        Err(error) => return Verdict::Fails(format!("{engine}: {error:#}")),
    };
    let Some((name, expected)) = first else { return Verdict::Same };
    let differences: Vec<String> = memory
        .iter()
        .filter_map(|(variant, outputs)| {
            let difference = first_difference(expected, outputs)?;
            Some(format!("{engine}, {variant}, against {name}: {difference}"))
        })
        .collect();
    if differences.is_empty() { Verdict::Same } else { Verdict::Differs(differences.join("\n")) }
}

#[cfg(test)]
mod tests;
