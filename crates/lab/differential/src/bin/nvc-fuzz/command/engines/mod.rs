//! Runs a program on several engines and compares the resulting memory.

mod difference;
mod interpreter;
mod job;
mod opengl;
mod place;
mod probe;
mod soundness;
mod vulkan;

pub(crate) use difference::first_difference;
pub(crate) use place::Place;
pub(crate) use probe::Probe;
pub(crate) use soundness::Soundness;
pub(crate) use vulkan::words;

use super::report::Verdict;
use anyhow::{Context, Result};
use job::{Job, Ran};
use nvc::Language;
use nvc_exec::case::{Map, Outputs};
use nvc_lab::fuzz::Generated;
use nvc_vulkan::Device;
use vulkan::Card;

/// Pseudo-engine name for the verdict on NVIDIA's listing: the assembly that its driver generates from GLSL,
/// compiled by nvc.
pub(crate) const LISTING: &str = "opengl's listing";

/// Device feature that programs written for warps of 32 threads need.
const WARPS: &str = "subgroupSize32";

/// The engines that a process opened. They run all programs of the process.
pub(crate) struct Engines(Vec<(Place, Engine)>);

enum Engine {
    Interpreter,
    Vulkan(Box<Card>),
    /// Contains the name of the driver.
    OpenGl(String),
}

/// The results of one program on all engines.
#[derive(Default)]
pub(crate) struct Compared {
    /// Verdict of each engine, by the engine's name.
    pub(crate) verdicts: Vec<(String, Verdict)>,
    /// The listing that NVIDIA's compiler generated from GLSL, if its verdict is wrong.
    pub(crate) listing: Option<String>,
    /// The memory left by each variant of each engine: engine name, variant (such as `with -O0`), memory.
    pub(crate) left: Vec<(String, &'static str, Outputs)>,
}

impl Engine {
    fn open(place: &Place) -> Result<Self> {
        Ok(match place {
            Place::Interpreter => Engine::Interpreter,
            Place::Vulkan => Engine::Vulkan(Box::new(Card::new(nvc_lab::vulkan::open()?))),
            Place::VulkanOf(selector, _) => Engine::Vulkan(Box::new(Card::new(Device::open(selector)?))),
            Place::OpenGl => Engine::OpenGl(nvc_lab::opengl::Context::open()?.name()),
        })
    }

    fn name(&self) -> String {
        match self {
            Engine::Interpreter => "the interpreter, as built and after all passes".to_owned(),
            Engine::Vulkan(card) => card.name(),
            Engine::OpenGl(name) => format!("{name}, its own compiler and assembler"),
        }
    }

    fn run(&self, job: &Job, listing: &mut Option<(String, Map)>) -> Result<Ran> {
        match self {
            Engine::Interpreter => interpreter::run(job),
            Engine::Vulkan(card) => card.run(job),
            Engine::OpenGl(_) => {
                let done = opengl::run(job)?;
                *listing = done.listing;
                Ok(done.ran)
            }
        }
    }
}

impl Engines {
    pub(crate) fn open(places: &[Place]) -> Result<Self> {
        let open = |place: &Place| Engine::open(place).with_context(|| place.to_string());
        places.iter().map(|place| Ok((place.clone(), open(place)?))).collect::<Result<_>>().map(Engines)
    }

    /// Reopens lost devices.
    fn reopen(&mut self) -> Result<()> {
        for (place, engine) in &mut self.0 {
            if matches!(engine, Engine::Vulkan(card) if card.is_lost()) {
                *engine =
                    Engine::open(place).with_context(|| format!("{place}, after its device was lost"))?;
            }
        }
        Ok(())
    }

    /// Returns the name and the description of each engine.
    pub(crate) fn names(&self) -> Vec<(String, String)> {
        self.0.iter().map(|(place, engine)| (place.to_string(), engine.name())).collect()
    }

    /// Runs a program on all engines. The first engine that can run it is the reference for the others. `at`
    /// is called with the name of each engine before it starts, so that a driver that crashes the process
    /// can be identified. A device that an earlier program lost is reopened first.
    pub(crate) fn compare(&mut self, program: &Generated, at: &mut dyn FnMut(&str)) -> Result<Compared> {
        self.compare_job(&Job::new(program)?, at)
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
        for (place, engine) in &self.0 {
            let place = place.to_string();
            at(&place);
            let mut listing = None;
            let ran = engine.run(job, &mut listing);
            let left = left(&ran);
            if let (None, Some(outputs)) = (&first, &left) {
                first = Some((place.clone(), (*outputs).clone()));
            }
            let mut verdict = verdict(&place, &ran, first.as_ref());
            let driver = matches!(engine, Engine::OpenGl(_)) && job.language == Language::Glsl;
            if let (true, Some(outputs)) = (driver, left) {
                if let Verdict::Differs(words) = verdict {
                    verdict = self.with_quirks(job, outputs, words);
                }
                if let Some((listing, map)) = listing {
                    at(LISTING);
                    let verdict = self.listing(job, &listing, map, outputs);
                    compared.listing = verdict.is_wrong().then_some(listing);
                    compared.verdicts.push((LISTING.to_owned(), verdict));
                }
            }
            if let Ok(Ran::Left(left)) = ran {
                compared.left.extend(left.into_iter().map(|(how, outputs)| (place.clone(), how, outputs)));
            }
            compared.verdicts.push((place, verdict));
        }
        Ok(compared)
    }

    /// Returns the verdict on a driver whose memory differs: compares it with that of the program compiled
    /// with the driver's quirks.
    fn with_quirks(&self, job: &Job, driver: &Outputs, words: String) -> Verdict {
        let job = job.with_quirks();
        match self.on_warps(&job, driver, true) {
            Verdict::Same => Verdict::Quirks,
            Verdict::Differs(quirks) | Verdict::Fails(quirks) => {
                Verdict::Differs(format!("{words}\nwith the driver's quirks: {quirks}"))
            }
            other => other,
        }
    }

    /// Compares the memory of the driver's listing, compiled by nvc, with the memory that the driver left.
    /// The driver moves loads across barriers, so its listing may have a data race that the program does not
    /// have; a difference is then not counted as wrong.
    fn listing(&self, job: &Job, listing: &str, map: Map, driver: &Outputs) -> Verdict {
        let job = match job.of_listing(listing, map) {
            Ok(job) => job,
            Err(error) => return Verdict::Fails(format!("{error:#}")),
        };
        let verdict = self.on_warps(&job, driver, false);
        let race = matches!(verdict, Verdict::Differs(_)).then(|| interpreter::race(&job));
        match race {
            Some(Ok(Some(words))) => Verdict::Races(words),
            _ => verdict,
        }
    }

    /// Runs a program that assumes warps of 32 threads on the engines that have them, and compares its
    /// memory with the driver's. With `always`, the interpreter runs even if it is not one of the engines.
    fn on_warps(&self, job: &Job, driver: &Outputs, always: bool) -> Verdict {
        let driver = ("opengl".to_owned(), driver.clone());
        let mut verdicts = Vec::new();
        for (place, engine) in &self.0 {
            let ran = match engine {
                Engine::Interpreter => interpreter::run(job),
                Engine::Vulkan(card) if card.has(WARPS) => card.run(job),
                _ => continue,
            };
            verdicts.push(verdict(&place.to_string(), &ran, Some(&driver)));
        }
        if always && !self.0.iter().any(|(_, engine)| matches!(engine, Engine::Interpreter)) {
            let name = Place::Interpreter.to_string();
            verdicts.push(verdict(&name, &interpreter::run(job), Some(&driver)));
        }
        let none = Verdict::Lacks("no engine has warps of 32".to_owned());
        verdicts.into_iter().max_by_key(Verdict::rank).unwrap_or(none)
    }
}

/// Returns the memory of the first variant.
fn left(ran: &Result<Ran>) -> Option<&Outputs> {
    match ran {
        Ok(Ran::Left(left)) => left.first().map(|(_, outputs)| outputs),
        _ => None,
    }
}

/// Compares the memory of all variants of an engine with that of the first engine.
fn verdict(place: &str, ran: &Result<Ran>, first: Option<&(String, Outputs)>) -> Verdict {
    let left = match ran {
        Ok(Ran::Left(left)) => left,
        Ok(Ran::Lacks(words)) => return Verdict::Lacks(words.clone()),
        Err(error) => return Verdict::Fails(format!("{place}: {error:#}")),
    };
    let Some((name, expected)) = first else { return Verdict::Same };
    let words: Vec<String> = left
        .iter()
        .filter_map(|(how, outputs)| {
            first_difference(expected, outputs)
                .map(|words| format!("{place}, {how}, against {name}: {words}"))
        })
        .collect();
    if words.is_empty() { Verdict::Same } else { Verdict::Differs(words.join("\n")) }
}

#[cfg(test)]
mod tests;
