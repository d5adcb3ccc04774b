//! The interpreter's machine: runs work groups one after the other, and the warps of a work group in turns.
//!
//! Execution is deterministic, including atomics. Work groups run in order of x, then y, then z. A warp runs
//! until it waits at a barrier or at an operation on work-group matrices, ends or has used up its time slice. An
//! instruction executes in all active lanes before the next one; lanes access memory in ascending order.

mod atomic;
mod coop;
mod coop_vector;
mod derivative;
mod frame;
mod group;
mod image;
mod memory;
mod print;
mod step;
mod tensor;
mod warp;

use crate::check::Checks;
use crate::code::{Program, Region, Step};
use crate::column::{Registers, WIDTH};
use crate::config::{Config, Report};
use crate::cost;
use crate::decode::decode;
use crate::site::{Site, State};
use crate::trace::{Invocation, Tracer};
use frame::Warp;
use nvc_diag::{Code, Diagnostic, Limit};
use nvc_exec::Dispatch;
use nvc_exec::Resources;
use nvc_ir::function::Loc;
use nvc_ir::{Module, ResourceClass};
use rustc_hash::{FxHashMap, FxHashSet};

/// Number of steps in a warp's time slice. Preemption is needed because a lane may spin until another warp
/// writes a value.
const TIME_SLICE: u64 = 1 << 16;

/// Runs a dispatch on the memory in `resources`.
///
/// # Errors
/// A diagnostic if the run cannot start or does not finish: a limit of the interpreter is exceeded (`N0501`),
/// the module uses a feature that the interpreter does not support (`N0701`), the step limit is reached
/// (`N0801`), the program aborts (`N0808`), or the module is invalid (`N0901`). The memory then contains what
/// the program has written so far.
pub fn run(
    module: &Module,
    dispatch: &Dispatch,
    resources: &mut Resources,
    config: &Config,
    tracer: Option<&mut dyn Tracer>,
) -> Result<Report, Box<Diagnostic>> {
    let program = decode(module, dispatch, config)?;
    // Shorten the lifetime of the trait object, which is not coerced inside an `Option`.
    let tracer = tracer.map(|tracer| tracer as &mut dyn Tracer);
    let mut machine = Machine::new(module, &program, dispatch, resources, config, tracer);
    let result = machine.dispatch();
    let report = machine.finish();
    result.map(|()| report)
}

/// The state of a running dispatch.
pub(crate) struct Machine<'a> {
    module: &'a Module,
    program: &'a Program,
    config: &'a Config,
    resources: &'a mut Resources,
    tracer: Option<(&'a mut dyn Tracer, Invocation)>,
    /// The lane that each lane read in the last shuffle, kept until that instruction is traced.
    shuffled: Option<[u8; WIDTH]>,
    /// Buffers, indexed by region: first those that the program refers to, then all others.
    buffers: Vec<Vec<u8>>,
    regions: Vec<Region>,
    region_ids: FxHashMap<(ResourceClass, u32), usize>,
    shared: Vec<Vec<u8>>,
    checks: Option<Box<Checks>>,
    /// Instructions that ever had an inexact result.
    inexact: FxHashSet<Site>,
    /// Number of work groups in the dispatch.
    groups: [u32; 3],
    /// The running work group.
    group: [u32; 3],
    /// Number of steps counted so far ([`crate::cost`]). The steps of a block are counted before they are executed.
    steps: u64,
    /// Printed messages.
    messages: Vec<String>,
    /// Size of the printed messages in bytes, including line ends.
    printed: usize,
}

impl<'a> Machine<'a> {
    fn new(
        module: &'a Module,
        program: &'a Program,
        dispatch: &Dispatch,
        resources: &'a mut Resources,
        config: &'a Config,
        tracer: Option<&'a mut dyn Tracer>,
    ) -> Self {
        let mut regions = program.regions.clone();
        let named = resources.buffers.keys().map(|&(class, index)| Region { class, index });
        regions.extend(named.filter(|region| !program.regions.contains(region)));
        let buffers: Vec<Vec<u8>> = regions
            .iter()
            .map(|region| match region.class {
                ResourceClass::Parameter => std::mem::take(&mut resources.parameters),
                class => {
                    resources.buffers.get_mut(&(class, region.index)).map(std::mem::take).unwrap_or_default()
                }
            })
            .collect();
        let region_ids = regions.iter().enumerate().map(|(i, r)| ((r.class, r.index), i)).collect();
        let sizes = buffers.iter().map(Vec::len);
        let checks = config.check.then(|| Box::new(Checks::new(sizes, &program.shared)));
        Machine {
            module,
            program,
            config,
            resources,
            tracer: tracer.zip(config.trace),
            shuffled: None,
            buffers,
            regions,
            region_ids,
            shared: program.shared.iter().map(|&bytes| vec![0; bytes as usize]).collect(),
            checks,
            inexact: FxHashSet::default(),
            groups: dispatch.groups,
            group: [0; 3],
            steps: 0,
            messages: Vec::new(),
            printed: 0,
        }
    }

    /// Moves the memory back into the resources and returns the report.
    fn finish(self) -> Report {
        for (region, bytes) in self.regions.iter().zip(self.buffers) {
            if region.class == ResourceClass::Parameter {
                self.resources.parameters = bytes;
            } else if let Some(buffer) = self.resources.buffers.get_mut(&(region.class, region.index)) {
                *buffer = bytes;
            }
        }
        let findings = self.checks.map(|checks| checks.findings(self.module)).unwrap_or_default();
        Report { findings, messages: self.messages, inexact: self.inexact.len(), steps: self.steps }
    }

    fn dispatch(&mut self) -> Result<(), Box<Diagnostic>> {
        let mut warps = self.warps()?;
        let [x, y, z] = self.groups;
        for z in 0..z {
            for y in 0..y {
                for x in 0..x {
                    self.group = [x, y, z];
                    self.run_group(&mut warps)?;
                }
            }
        }
        Ok(())
    }

    /// Creates the warps of a work group, which are reused for all work groups.
    fn warps(&self) -> Result<Vec<Warp>, Box<Diagnostic>> {
        let lanes = self.lanes();
        let invocations = self.program.group_size.iter().product::<u32>();
        let count = invocations.div_ceil(lanes);
        let columns = self.program.columns.len() * size_of::<crate::column::Column>();
        let bytes = columns.saturating_mul(count as usize);
        if bytes as u64 > self.config.limits.get(Limit::RunRegisterBytes) {
            let message = format!("the registers of a workgroup have {bytes} bytes");
            return Err(Box::new(self.config.limits.exceeded(Limit::RunRegisterBytes, None, message)));
        }
        Ok((0..count)
            .map(|number| {
                let active = (invocations - number * lanes).min(lanes);
                Warp {
                    registers: Registers::new(self.program.columns.clone()),
                    memory: vec![0; self.program.lane_bytes as usize * crate::column::WIDTH],
                    frames: Vec::new(),
                    number,
                    all: u32::MAX >> (32 - active.clamp(1, 32)),
                    state: State::Done,
                }
            })
            .collect())
    }

    fn lanes(&self) -> u32 {
        self.config.lanes.clamp(1, 32)
    }

    fn run_group(&mut self, warps: &mut [Warp]) -> Result<(), Box<Diagnostic>> {
        let shared: usize = self.shared.iter().map(Vec::len).sum();
        let private: usize = warps.iter().map(|warp| warp.memory.len()).sum();
        let blocks = self.program.functions.get(self.program.entry).map_or(0, |code| code.blocks.len());
        self.count(cost::group(warps.len(), blocks, (shared + private) as u64), None)?;
        self.shared.iter_mut().for_each(|memory| memory.fill(0));
        if let Some(checks) = &mut self.checks {
            checks.enter_group();
        }
        for warp in warps.iter_mut() {
            warp.start(self.program);
        }
        loop {
            for warp in warps.iter_mut().filter(|warp| warp.state == State::Ready) {
                self.run_warp(warp)?;
            }
            if warps.iter().any(|warp| warp.state == State::Ready) {
                continue;
            }
            if warps.iter().all(|warp| warp.state == State::Done) {
                return Ok(());
            }
            self.release(warps)?;
        }
    }

    /// Called when all warps have ended or are waiting. Releases the barrier, or executes the operation on
    /// work-group matrices, at which they wait.
    fn release(&mut self, warps: &mut [Warp]) -> Result<(), Box<Diagnostic>> {
        let gathering = warps.iter().find_map(|warp| match warp.state {
            State::Gathering(site) => Some((site, warp.last_step(self.program))),
            _ => None,
        });
        if let Some(checks) = &mut self.checks {
            checks.barrier(warps.iter().map(|warp| warp.state), gathering.is_some());
        }
        let Some((site, step)) = gathering else {
            let waiting = warps.iter_mut().filter(|warp| matches!(warp.state, State::Waiting(_)));
            waiting.for_each(|warp| warp.state = State::Ready);
            return Ok(());
        };
        if let Some(Step::Coop(step)) = step {
            self.collective(warps, step)?;
        }
        let gathered = warps.iter_mut().filter(|warp| warp.state == State::Gathering(site));
        gathered.for_each(|warp| warp.state = State::Ready);
        Ok(())
    }

    /// Counts steps ([`crate::cost`]). Fails if the step limit is exceeded.
    fn count(&mut self, steps: u64, site: Option<Site>) -> Result<(), Box<Diagnostic>> {
        self.steps = self.steps.saturating_add(steps);
        let most = self.config.limits.get(Limit::RunSteps);
        if self.steps <= most {
            return Ok(());
        }
        let [x, y, z] = self.group;
        Err(Box::new(
            Diagnostic::new(Code::N0801, self.loc(site), "the run reached its step limit")
                .note(format!(
                    "the limit `{}` is {most}; an addition in all lanes of a warp is one step",
                    Limit::RunSteps
                ))
                .note(format!("workgroup {x},{y},{z} of {:?} was running", self.groups))
                .help("if the program terminates on a device, pass `--limits run-steps=N`"),
        ))
    }

    /// Returns the error of a program that aborted.
    fn aborted(&self, text: &str, site: Site) -> Box<Diagnostic> {
        let [x, y, z] = self.group;
        let message =
            if text.is_empty() { "the program aborted".to_owned() } else { format!("abort: {text}") };
        let note = format!("workgroup {x},{y},{z} of {:?} was running", self.groups);
        Box::new(Diagnostic::new(Code::N0808, self.loc(Some(site)), message).note(note))
    }

    fn loc(&self, site: Option<Site>) -> Loc {
        let site = site?;
        let mut functions = self.module.functions.values();
        functions.nth(site.function)?.get_inst(site.inst)?.loc()
    }
}
